//! The flag that says where games are kept.

use std::path::PathBuf;

use clap::Args;

use crate::history::{History, HistoryError, place};

#[derive(Clone, Debug, Default, Args)]
pub(crate) struct DataArg {
    /// Folder of the file of games, or that file [default: RIVALS_DATA, or rivals in the user's
    /// folder for data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl DataArg {
    /// The file of games, which is created if it is missing.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub(crate) fn open(&self) -> Result<History, HistoryError> {
        History::open(&self.place()?)
    }

    /// Where the file of games is, or will be.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub(crate) fn place(&self) -> Result<PathBuf, HistoryError> {
        place(self.data.as_deref())
    }

    /// The flag as it was given, after a space; empty without one.
    pub(crate) fn flag(&self) -> String {
        let data = self.data.as_ref();
        data.map_or_else(String::new, |data| format!(" --data {}", data.display()))
    }

    /// The file of games, if there is one.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub(crate) fn find(&self) -> Result<Option<History>, HistoryError> {
        History::find(&self.place()?)
    }
}
