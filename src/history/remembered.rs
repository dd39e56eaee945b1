//! What the program remembers: settings, and the decisions that a person tries again.

use rusqlite::params;

use super::{History, Result};
use crate::tables::practice::Drill;

impl History {
    /// What was remembered by this name.
    ///
    /// # Errors
    /// [`HistoryError`](super::HistoryError).
    pub(crate) fn setting(&self, name: &str) -> Result<Option<String>> {
        self.row("SELECT value FROM setting WHERE name = ?", [name], |row| row.get(0))
    }

    /// Remembers a value by this name.
    ///
    /// # Errors
    /// [`HistoryError`](super::HistoryError).
    pub(crate) fn set_setting(&self, name: &str, value: &str) -> Result<()> {
        let set = "INSERT INTO setting VALUES (?, ?)
                   ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        self.change(|change| Ok(change.execute(set, [name, value]).map(drop)?))
    }

    /// The decisions that were tried again.
    ///
    /// # Errors
    /// [`HistoryError`](super::HistoryError).
    pub(crate) fn drills(&self) -> Result<Vec<Drill>> {
        self.rows("SELECT game, step, box, due FROM exercise", [], |row| {
            Ok(Drill { game: row.get(0)?, step: row.get(1)?, right: row.get(2)?, due: row.get(3)? })
        })
    }

    /// Keeps when a decision is tried again.
    ///
    /// # Errors
    /// [`HistoryError`](super::HistoryError).
    pub(crate) fn keep_drill(&self, drill: Drill) -> Result<()> {
        let Drill { game, step, right, due } = drill;
        let set = "INSERT INTO exercise VALUES (?, ?, ?, ?)
                   ON CONFLICT (game, step) DO UPDATE SET box = excluded.box, due = excluded.due";
        self.change(|change| Ok(change.execute(set, params![game, step, right, due]).map(drop)?))
    }
}
