//! Programs of others that sit at the tables of a server, beside its files and its history.

use rivals_league::tournament::external::External;
use rivals_web::Kept;

use crate::catalogue::GameEntry;
use crate::history::History;
use crate::outside::{games, invite, programs};
use crate::play::record::Header;
use crate::play::session::Session;
use crate::tables::seating::{Opponents, Speakers, game_called};
use crate::tables::{Host, Library};

/// A history, and programs with the games that they play.
pub(super) struct Guests {
    history: History,
    programs: Vec<(External, Vec<&'static str>)>,
}

impl Guests {
    /// Asks the programs what they play.
    ///
    /// # Errors
    /// If one does not say it.
    pub(super) fn of(history: History, declared: Vec<External>) -> miette::Result<Self> {
        let plays = |external: External| {
            let names = games(&external)?.iter().map(|game| game.info().name).collect();
            Ok((external, names))
        };
        let programs = declared.into_iter().map(plays).collect::<miette::Result<_>>()?;
        Ok(Self { history, programs })
    }
}

impl Host for Guests {
    fn kept(&self, table: &str) -> Option<Kept> {
        self.history.kept(table)
    }

    fn state(&self, table: &str) -> Option<String> {
        self.history.state(table)
    }

    fn library(&self) -> miette::Result<Box<dyn Library>> {
        self.history.library()
    }

    fn opponents(&self, game: &'static GameEntry) -> miette::Result<Opponents> {
        let mut opponents = self.history.opponents(game)?;
        let plays = |(_, games): &&(External, Vec<&str>)| games.contains(&game.info().name);
        let guests = self.programs.iter().filter(plays).map(|(external, _)| external.clone());
        invite(&mut opponents.roster, guests.collect());
        Ok(opponents)
    }

    fn join(&self, header: &Header, session: &mut dyn Session) -> miette::Result<()> {
        let declared = self.programs.iter().map(|(external, _)| external.clone()).collect();
        let game = game_called(&header.game)?.of_record(header)?;
        session.join(programs(header, &game, declared, true)?);
        Ok(())
    }

    fn speakers(&self, header: &Header) -> miette::Result<Speakers> {
        self.history.speakers(header)
    }
}
