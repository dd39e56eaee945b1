//! The tables of `rivals serve`: what a server keeps of them beside their games.

use std::time::{SystemTime, UNIX_EPOCH};

use rivals_web::{KEPT, Kept, Saved};
use rusqlite::{OptionalExtension, Transaction, params};

use super::error::{Failure, Tried};
use super::keeper::{add_entries, begin_game};
use super::{History, HistoryError, Result};

impl History {
    /// From now on, what is written outlasts a power failure as well.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub(crate) fn sync_fully(&self) -> Result<()> {
        self.tried(|connection| Ok(connection.pragma_update(None, "synchronous", "FULL")?))
    }

    /// Saves what is new of tables, all in one transaction. Returns of each whether it was saved:
    /// what another process has deleted or gone on with cannot be.
    ///
    /// # Errors
    /// [`HistoryError`] of the file. Nothing is saved then.
    pub(crate) fn save_rooms(&mut self, batch: &[&Saved]) -> Result<Vec<Result<()>>> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        self.change(|change| {
            let mut all = Vec::with_capacity(batch.len());
            for saved in batch {
                change.execute_batch("SAVEPOINT one")?;
                let one = match save_room(change, saved, now) {
                    Ok(()) => Ok(()),
                    Err(Failure::Other(refused)) => {
                        change.execute_batch("ROLLBACK TO one")?;
                        Err(refused)
                    }
                    Err(failure) => return Err(failure),
                };
                change.execute_batch("RELEASE one")?;
                all.push(one);
            }
            Ok(all)
        })
    }

    /// The table of this name, if there is one.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub(crate) fn room(&self, id: &str) -> Result<Option<Kept>> {
        let query = "SELECT state, game FROM room WHERE id = ?";
        let kept: Option<(String, Option<i64>)> =
            self.row(query, [id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let Some((state, game)) = kept else { return Ok(None) };
        let record = game.map(|game| self.record(game)).transpose()?;
        Ok(Some(Kept { state, record }))
    }
}

impl History {
    /// What a server keeps of the table of this name beside its game.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub(crate) fn room_state(&self, id: &str) -> Result<Option<String>> {
        self.row("SELECT state FROM room WHERE id = ?", [id], |row| row.get(0))
    }
}

/// The game that a table shows to the owner.
fn shown(table: &str) -> Option<i64> {
    table.strip_prefix(KEPT)?.parse().ok()
}

fn save_room(change: &Transaction<'_>, saved: &Saved, now: u64) -> Tried<()> {
    let Saved { table, state, header, kept, entries } = saved;
    let game = match (header, kept) {
        (Some(header), _) => Some(begin_game(change, header)?),
        (None, None) => None,
        (None, Some(_)) => {
            let query = "SELECT game FROM room WHERE id = ?";
            let game: Option<Option<i64>> =
                change.query_row(query, [table], |row| row.get(0)).optional()?;
            let gone = HistoryError::NoRoom { id: table.clone() };
            Some(game.flatten().or_else(|| shown(table)).ok_or(Failure::Other(gone))?)
        }
    };
    let set = "INSERT INTO room (id, game, state) VALUES (?, ?, ?)
               ON CONFLICT (id) DO UPDATE SET game = excluded.game, state = excluded.state";
    change.execute(set, params![table, game, state])?;
    match game.filter(|_| !entries.is_empty()) {
        Some(game) => add_entries(change, game, kept.unwrap_or(0), entries, now),
        None => Ok(()),
    }
}
