//! The results of a tournament: its tables, its report and its files.

use std::path::PathBuf;

use pyo3::prelude::*;
use rivals_league::results::tournament::File;
use rivals_league::results::{ManifestEntry, ResultsFolder, TOURNAMENT, Tournament};

use crate::errors::{Raise, refused};
use crate::tables::Table;

/// The results of a tournament. Each CSV file that all games have is a table here.
#[pyclass(frozen, module = "rivals")]
pub(crate) struct Results {
    pub played: Tournament,
    /// What its files are, of a tournament that was played here.
    pub files: Vec<File>,
    pub entry: ManifestEntry,
}

/// The tables by the names of their files.
macro_rules! tables {
    ($($name:ident)*) => {
        pub(crate) const TABLES: &[&str] = &[$(stringify!($name)),*];

        impl Results {
            fn table(&self, name: &str) -> Option<Table> {
                match name {
                    $(stringify!($name) => Some(Table::of(&self.played.$name)),)*
                    _ => None,
                }
            }
        }
    };
}

tables! {
    roster traits pairings pairs line_ups copies standings seats ahead places place_shares cycles
    fingerprints distances neighbours sentences externals claims
}

/// Reads a folder that the program or `Results.save` wrote.
#[pyfunction]
pub(crate) fn read(folder: PathBuf) -> PyResult<Results> {
    let played = Tournament::find(&folder).raise()?;
    let entry = played.entry.clone();
    Ok(Results { played, files: Vec::new(), entry })
}

#[pymethods]
impl Results {
    /// The names of the tables.
    #[getter]
    fn tables(&self) -> Vec<&'static str> {
        TABLES.to_vec()
    }

    /// What the attribute of this name is.
    fn _table(&self, name: &str) -> Option<Table> {
        self.table(name)
    }

    /// Whether the same seed gives the same games.
    #[getter]
    fn reproducible(&self) -> bool {
        self.played.settings.reproducible.unwrap_or(true)
    }

    /// The report, as text; or written to a file, as its name ends: html, md, json or txt.
    #[pyo3(signature = (path=None))]
    fn report(&self, path: Option<PathBuf>) -> PyResult<Option<String>> {
        let document = rivals_report::tournament::document(&self.played);
        let Some(path) = path else {
            return Ok(Some(rivals_report::terminal::text(&document, None)));
        };
        let text = match path.extension().and_then(|ending| ending.to_str()) {
            Some("html") => rivals_report::html(&document),
            Some("md") => rivals_report::markdown(&document, None),
            Some("json") => rivals_report::json(&document),
            Some("txt") => rivals_report::terminal::text(&document, None),
            _ => {
                let message = format!("{} is no form of a report", path.display());
                return Err(refused("path", message, "let it end in .html, .md, .json or .txt"));
            }
        };
        std::fs::write(&path, text)?;
        Ok(None)
    }

    /// Writes the files of the tournament into a folder, as the program does.
    fn save(&self, folder: PathBuf) -> PyResult<()> {
        if self.files.is_empty() {
            let help = "copy the folder that it was read from";
            return Err(refused("folder", "these results were read and not played", help));
        }
        let names: Vec<&str> = self.files.iter().map(|file| file.0).collect();
        let folder = ResultsFolder::prepare(&folder, TOURNAMENT, &names).raise()?;
        folder.write(self.entry.clone(), &self.files).raise()
    }

    fn __repr__(&self) -> String {
        let rows = self.played.standings.iter();
        let players: Vec<&str> = rows.map(|row| &*row.id).collect();
        format!("<rivals.Results of {}: {}>", self.played.entry.game, players.join(", "))
    }
}
