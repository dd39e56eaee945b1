//! What is around the tables of a server: the files of the user, the history, and programs of others
//! that sit at its tables.

use rivals_league::tournament::external::External;
use rivals_web::{KEPT, Kept};

use crate::catalogue::GameEntry;
use crate::cli::seating;
use crate::command::print_note;
use crate::history::History;
use crate::outside::{games, invite, programs};
use crate::play::record::Header;
use crate::play::show::escaped;
use crate::session::Session;
use crate::tables::library::checked;
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
        let kept = self.history.room(table).map_err(miette::Report::from).and_then(|room| {
            let number = table.strip_prefix(KEPT).and_then(|number| number.parse().ok());
            let shown = number.filter(|_| room.is_none());
            let shown = shown.map(|number| checked(&self.history, number)).transpose()?;
            let shown = shown.filter(|record| record.end().is_some());
            Ok(room.or_else(|| Some(Kept::shared(shown?, None))))
        });
        kept.unwrap_or_else(|error| {
            print_note(&format!("note: the table {}: {error}", escaped(table)));
            None
        })
    }

    fn state(&self, table: &str) -> Option<String> {
        self.history.room_state(table).ok().flatten()
    }

    fn library(&self) -> miette::Result<Box<dyn Library>> {
        Ok(Box::new(self.history.again()?))
    }

    fn opponents(&self, game: &'static GameEntry) -> miette::Result<Opponents> {
        let mut opponents = seating::opponents(game, None)?;
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
        seating::speakers(header, None)
    }
}
