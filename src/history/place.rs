//! Where the history is kept.

use std::env;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use super::HistoryError;

/// The name of the file in its folder.
const FILE: &str = "games.sqlite";

/// The environment variable that names another place.
const VARIABLE: &str = "RIVALS_DATA";

/// The file of people and games: in the folder `given`, in that of `RIVALS_DATA`, or in the
/// user's folder for data. A place that is a file is the file itself.
///
/// # Errors
/// [`HistoryError::NoPlace`].
pub(crate) fn place(given: Option<&Path>) -> Result<PathBuf, HistoryError> {
    let variable = || env::var_os(VARIABLE).filter(|value| !value.is_empty());
    let named = given.map(Path::to_owned).or_else(|| variable().map(PathBuf::from));
    match named {
        Some(file) if file.is_file() => Ok(file),
        Some(folder) => Ok(folder.join(FILE)),
        None => {
            let strategy = etcetera::choose_base_strategy().map_err(|error| {
                let reason = error.to_string();
                HistoryError::NoPlace { reason }
            })?;
            Ok(strategy.data_dir().join("rivals").join(FILE))
        }
    }
}
