//! What is wrong with a folder of results, and where.

use std::fmt;
use std::path::{Path, PathBuf};

use miette::Diagnostic;
use thiserror::Error;

use crate::text::number::counted;

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file, as it was reached from the folder that was given.
    pub file: Box<Path>,
    /// 1-based.
    pub line: usize,
}

impl Place {
    pub(super) fn new(file: &Path, line: usize) -> Self {
        Self {
            file: file.into(),
            line,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}, line {}", self.file.display(), self.line)
    }
}

/// Why a folder of results was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error, Diagnostic)]
pub enum ReadError {
    /// A file is not there.
    #[error(
        "cannot find {}{}", file.display(),
        listed.as_ref().map(|place| format!(", which {place}, lists")).unwrap_or_default()
    )]
    Missing {
        /// The file.
        file: PathBuf,
        /// Where the manifest lists it; none of a manifest.
        listed: Option<Place>,
        /// What writes it.
        #[help]
        help: String,
    },
    /// A file cannot be read.
    #[error("cannot read {}: {reason}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why, in the system's words.
        reason: String,
        /// What writes it.
        #[help]
        help: String,
    },
    /// A manifest does not say what manifests say.
    #[error("{place}: {reason}")]
    Manifest {
        /// Where in the manifest.
        place: Place,
        /// What is wrong with it.
        reason: String,
        /// What writes it.
        #[help]
        help: String,
    },
    /// The header is another file's.
    #[error("{place}: {}", wrong_columns(missing, extra))]
    Columns {
        /// The header.
        place: Place,
        /// Columns that are not there.
        missing: Vec<String>,
        /// Columns that do not belong there.
        extra: Vec<String>,
        /// What writes the file.
        #[help]
        help: String,
    },
    /// A line is not a row.
    #[error("{place}: {message}")]
    Line {
        /// The line.
        place: Place,
        /// What is wrong with it.
        message: String,
        /// What writes the file.
        #[help]
        help: String,
    },
    /// A field cannot be read, or cannot be.
    #[error("{place}: {column} is `{text}`; it has to be {accepted}")]
    Field {
        /// The row.
        place: Place,
        /// The column.
        column: Box<str>,
        /// What stands there.
        text: Box<str>,
        /// What may stand there.
        accepted: Box<str>,
        /// What writes the file.
        #[help]
        help: String,
    },
    /// There are fewer or more rows than were written.
    #[error("{place}: the file {how}, {} and not the {expected} that {listed}, lists", counted(*rows as u64, "row", "rows"))]
    Rows {
        /// The last line, or the first row too many.
        place: Place,
        /// What happens there.
        how: &'static str,
        /// Rows in the file.
        rows: usize,
        /// Rows by the manifest.
        expected: usize,
        /// Where the manifest says so.
        listed: Place,
        /// What writes the file.
        #[help]
        help: String,
    },
    /// A file is not the one that was written.
    #[error(
        "{} is not the file that {listed}, lists: its checksum differs{}",
        found.as_ref().map_or_else(|| file.display().to_string(), |found| found.0.to_string()),
        found.as_ref().map(|found| format!("; {}", found.1)).unwrap_or_default()
    )]
    Foreign {
        /// The file.
        file: PathBuf,
        /// Where the manifest lists it.
        listed: Place,
        /// The row that contradicts others, if one does, and what it says.
        found: Option<Box<(Place, String)>>,
        /// What writes the file.
        #[help]
        help: String,
    },
    /// Files that belong together were written by different versions or rules.
    #[error("mixed {what}: {first}, says {}, but {second}, says {}", says[0], says[1])]
    Mixed {
        /// `versions` or `rules`.
        what: &'static str,
        /// A manifest's line.
        first: Place,
        /// Another's line, or of the same manifest.
        second: Place,
        /// What the two say.
        says: Box<[String; 2]>,
        /// What writes the latter's files.
        #[help]
        help: String,
    },
    /// Everything was written by another version of the program.
    #[error("{place}: written by version {version}, but this is {ours}")]
    Version {
        /// Where a manifest says so.
        place: Place,
        /// The version that wrote.
        version: String,
        /// The version that reads.
        ours: &'static str,
        /// What to do about it.
        #[help]
        help: String,
    },
    /// A row contradicts another row, another file or the manifest.
    #[error("{place}: {message}")]
    Contradiction {
        /// The row.
        place: Place,
        /// What it contradicts.
        message: String,
        /// What writes the file.
        #[help]
        help: String,
    },
}

fn wrong_columns(missing: &[String], extra: &[String]) -> String {
    let list = |words: &str, columns: &[String]| match columns {
        [] => None,
        columns => Some(format!("{words} {}", columns.join(", "))),
    };
    let lists = [list("missing", missing), list("not known", extra)];
    let lists: Vec<String> = lists.into_iter().flatten().collect();
    match lists.is_empty() {
        true => "the columns are in another order".to_owned(),
        false => format!("not the columns of this file: {}", lists.join("; ")),
    }
}
