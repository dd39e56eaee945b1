//! What is around the tables of a server: the files of the user, and the history.

use rivals_web::{KEPT, Kept};

use crate::catalogue::GameEntry;
use crate::cli::seating;
use crate::command::print_note;
use crate::history::History;
use crate::play::record::Header;
use crate::play::show::escaped;
use crate::tables::library::checked;
use crate::tables::seating::{Opponents, Speakers};
use crate::tables::{Host, Library};

impl Host for History {
    fn kept(&self, table: &str) -> Option<Kept> {
        let kept = self.room(table).map_err(miette::Report::from).and_then(|room| {
            let number = table.strip_prefix(KEPT).and_then(|number| number.parse().ok());
            let shown = number.filter(|_| room.is_none()).map(|number| checked(self, number));
            let shown = shown.transpose()?.filter(|record| record.end().is_some());
            Ok(room.or_else(|| Some(Kept::shared(shown?, None))))
        });
        kept.unwrap_or_else(|error| {
            print_note(&format!("note: the table {}: {error}", escaped(table)));
            None
        })
    }

    fn state(&self, table: &str) -> Option<String> {
        self.room_state(table).ok().flatten()
    }

    fn library(&self) -> miette::Result<Box<dyn Library>> {
        Ok(Box::new(self.again()?))
    }

    fn opponents(&self, game: &'static GameEntry) -> miette::Result<Opponents> {
        seating::opponents(game, None)
    }

    fn speakers(&self, header: &Header) -> miette::Result<Speakers> {
        seating::speakers(header, None)
    }
}
