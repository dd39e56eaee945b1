//! Tables as they were kept last.

use super::{Client, Effect, Hall, tell};
use crate::message::No;
use crate::room::Room;

impl Hall {
    /// A table as it was kept last.
    pub(super) fn read(&self, table: &str) -> Result<Room, No> {
        let kept = self.games.kept(table).ok_or_else(no_table)?;
        let at = match &kept.record {
            Some(record) => {
                let candidates = self.games.candidates(&record.header);
                Some((self.games.table(record)?, candidates))
            }
            None => None,
        };
        let instant = kept.record.as_ref().map(|record| self.games.instant(&record.header));
        let mut room = Room::kept(table, &kept.state, at).ok_or_else(no_table)?;
        room.instant = instant.unwrap_or_default();
        Ok(room)
    }

    /// What a page is shown that comes while nothing can be saved: its table as it was kept last,
    /// without its question.
    #[must_use]
    pub fn confirmed(&self, client: Client) -> Vec<Effect> {
        let place = self.visitors.greeted(client).and_then(|visitor| visitor.place.as_ref());
        let shown = place.and_then(|(table, place)| {
            let mut room = self.read(table).ok()?;
            (room.title, room.now) = (self.title(&room), self.now);
            Some(tell(client, &room.confirmed_for(*place)))
        });
        self.visitors.spoken(shown.into_iter().collect())
    }
}

/// Why there is nothing to be seen at a table.
pub(super) fn no_table() -> No {
    No::new("table", "there is no such table", "ask for another invitation")
}
