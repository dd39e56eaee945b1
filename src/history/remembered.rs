//! What the program remembers for the next time.

use super::{History, Result};

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
}
