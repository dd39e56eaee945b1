//! What is around the tables of a server: the files of the user, and the history.

use rivals_web::Kept;

use crate::catalogue::GameEntry;
use crate::cli::seating;
use crate::command::print_note;
use crate::history::History;
use crate::play::record::Header;
use crate::play::show::escaped;
use crate::tables::Host;
use crate::tables::seating::{Opponents, Speakers};

impl Host for History {
    fn kept(&self, table: &str) -> Option<Kept> {
        self.room(table).unwrap_or_else(|error| {
            print_note(&format!("note: the table {}: {error}", escaped(table)));
            None
        })
    }

    fn state(&self, table: &str) -> Option<String> {
        self.room_state(table).ok().flatten()
    }

    fn opponents(&self, game: &'static GameEntry) -> miette::Result<Opponents> {
        seating::opponents(game, None)
    }

    fn speakers(&self, header: &Header) -> miette::Result<Speakers> {
        seating::speakers(header, None)
    }
}
