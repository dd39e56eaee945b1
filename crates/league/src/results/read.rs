//! Reading a folder of results: files by the manifest that lists them.

use std::fmt::Display;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use csv::StringRecord;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::manifest::{MANIFEST, Manifest, ManifestEntry};
use crate::error::Error;
use crate::files::read_bytes;
use crate::tournament::VALUES;
use rivals_core::sha256::sha256;

/// The largest file that is read, in MiB; `stops.csv` of a target of 500 is half as large.
const MAX_MIB: u64 = 512;

/// A line, from 1, that is not one that this program writes, or that contradicts another.
fn in_line(file: &Path, line: u64, reason: &str, help: &str) -> Error {
    Error::refused(format!("{}: {reason}", place(file, line)), help)
}

/// A line of a file in words.
pub(super) fn place(file: &Path, line: u64) -> String {
    format!("{}, line {line}", file.display())
}

/// A folder of results, with its manifest.
pub struct FolderReader {
    path: PathBuf,
    manifest: Manifest,
}

impl FolderReader {
    /// Reads the manifest; `help` says what writes it.
    pub fn open(path: &Path, help: &str) -> Result<Self, Error> {
        let file = path.join(MANIFEST);
        let text = String::from_utf8_lossy(&read(&file, None, help)?).into_owned();
        let manifest = Manifest::parse(&text).map_err(|(line, reason)| {
            let reason = format!("not a manifest of this program: {reason}");
            in_line(&file, line, &reason, help)
        })?;
        Ok(Self { path: path.to_owned(), manifest })
    }

    /// Whether a command has an entry.
    pub fn has(&self, command: &str) -> bool {
        self.manifest.entry(command).is_some()
    }

    /// Whether the manifest lists files in a folder within its own.
    pub fn lists_folder(&self, folder: &str) -> bool {
        let is_inside = |name: &str| name.split_once('/').is_some_and(|(of, _)| of == folder);
        let mut files = (self.manifest.entries.iter()).flat_map(|entry| &entry.files);
        files.any(|file| is_inside(&file.file))
    }

    /// The entry of a command, which this version of the program must have written;
    /// `help` says what writes its files again.
    pub fn entry(&self, command: &str, help: String) -> Result<EntryReader<'_>, Error> {
        let ours = env!("CARGO_PKG_VERSION");
        let reason = match self.manifest.entry(command) {
            None => "is missing".to_owned(),
            Some(ManifestEntry { version, .. }) if version != ours => {
                format!("was written by version {version}, but this is {ours}")
            }
            Some(ManifestEntry { values, .. }) if *values != VALUES => format!(
                "was written by a build with values {values}, but this build computes values \
                 {VALUES}"
            ),
            Some(entry) => return Ok(EntryReader { folder: self, entry, help }),
        };
        let manifest = self.path.join(MANIFEST);
        let message = format!("{}: the entry of `rivals {command}` {reason}", manifest.display());
        Err(Error::refused(message, help))
    }
}

/// The files of one entry of a manifest.
pub struct EntryReader<'a> {
    folder: &'a FolderReader,
    /// The entry.
    pub entry: &'a ManifestEntry,
    help: String,
}

impl EntryReader<'_> {
    /// The rows of a CSV file, whose checksum must be that of the manifest.
    pub fn rows<R: DeserializeOwned + Serialize>(&self, name: &str) -> Result<Vec<R>, Error> {
        let Some(listed) = self.entry.files.iter().find(|file| file.file == name) else {
            return Err(self.refuse(format!("{name} is not listed")));
        };
        let file = self.folder.path.join(name);
        let bytes = read(&file, Some(&self.manifest()), &self.help)?;
        if sha256(&bytes) != listed.sha256 {
            let message = format!(
                "{} was changed after it was written: its checksum is not the one in {}",
                file.display(),
                self.manifest()
            );
            return Err(Error::refused(message, &self.help));
        }
        rows_of(&file, &bytes, &self.help)
    }

    /// Refuses rules that are not those of another entry.
    pub fn check_rules(&self, other: &Self) -> Result<(), Error> {
        if self.entry.rules == other.entry.rules {
            return Ok(());
        }
        Err(self.refuse(format!(
            "the entries have different rules: this one has {}; the one in {} has {}",
            self.entry.rules,
            other.manifest(),
            other.entry.rules
        )))
    }

    /// The error for this entry.
    pub fn refuse(&self, reason: impl Display) -> Error {
        Error::refused(format!("{}: {reason}", self.manifest()), &self.help)
    }

    /// The path of the manifest, and the command of the entry.
    fn manifest(&self) -> String {
        let path = self.folder.path.join(MANIFEST);
        format!("{} (entry of `rivals {}`)", path.display(), self.entry.command)
    }
}

/// The rows of a CSV file that no manifest lists. `file` is its name for errors; `help` says what
/// to write in it.
pub fn rows_of<R: DeserializeOwned + Serialize>(
    file: &Path,
    bytes: &[u8],
    help: &str,
) -> Result<Vec<R>, Error> {
    rows(bytes).map_err(|(line, reason)| in_line(file, line, &reason, help))
}

/// The largest absolute value of a figure, which is that of the largest count.
const MOST: f64 = u64::MAX as f64;

/// The rows of a CSV file, or the line that is not a row and what is wrong with it. All figures
/// are finite and at most [`MOST`].
fn rows<R: DeserializeOwned + Serialize>(bytes: &[u8]) -> Result<Vec<R>, (u64, String)> {
    let mut reader = csv::Reader::from_reader(bytes);
    let header = reader.headers().cloned().unwrap_or_default();
    let row = |record: Result<StringRecord, csv::Error>| {
        let unreadable = |error| unreadable_row(&error, &header);
        let record = record.map_err(unreadable)?;
        let row: R = record.deserialize(Some(&header)).map_err(unreadable)?;
        match impossible(&record, &header, &row) {
            Some(reason) => {
                let line = record.position().map_or(1, csv::Position::line);
                Err((line, reason))
            }
            None => Ok(row),
        }
    };
    reader.records().map(row).collect()
}

/// The figure that a field is, if it is one that this program writes.
pub(super) fn figure(field: &str) -> Option<f64> {
    let figure = field.parse::<f64>().ok()?;
    (figure.abs() <= MOST).then_some(figure)
}

/// What is wrong with the first field that is read as a figure that is not finite, or too large.
fn impossible(
    record: &StringRecord,
    header: &StringRecord,
    row: &impl Serialize,
) -> Option<String> {
    let is_wrong = |field: &str| field.parse::<f64>().is_ok() && figure(field).is_none();
    let mut wrong = (header.iter().zip(record)).filter(|(_, field)| is_wrong(field));
    // A player may be called `nan`: what is read as text is not a figure.
    let is_text = |column: &str| {
        let row = serde_json::to_value(row).unwrap_or_default();
        row[column].is_string()
    };
    let (column, field) = wrong.find(|(column, _)| !is_text(column))?;
    Some(format!("{column}: {field} is not a figure that this program writes"))
}

fn unreadable_row(error: &csv::Error, header: &StringRecord) -> (u64, String) {
    use csv::DeserializeErrorKind::{ParseFloat, ParseInt};
    use csv::ErrorKind::{Deserialize, UnequalLengths};
    let line = error.position().map_or(1, csv::Position::line);
    let reason = match error.kind() {
        UnequalLengths { expected_len, len, .. } => {
            format!("{len} fields, but the first line has {expected_len}")
        }
        Deserialize { err, .. } => {
            let what = match err.kind() {
                ParseInt(_) => "not a whole number of this column".to_owned(),
                ParseFloat(_) => "not a number".to_owned(),
                other => other.to_string(),
            };
            match err.field().and_then(|at| header.get(usize::try_from(at).ok()?)) {
                Some(column) => format!("{column}: {what}"),
                None => what,
            }
        }
        _ => format!("not a row: {error}"),
    };
    (line, reason)
}

/// The bytes of a manifest, or of a file that a manifest lists in this place.
fn read(file: &Path, listed: Option<&str>, help: &str) -> Result<Vec<u8>, Error> {
    let name = file.display();
    let missing = |error: std::io::Error| {
        matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
    };
    if file.metadata().is_err_and(missing) {
        let listed = listed.map(|place| format!(", which {place} lists"));
        let message = format!("cannot find {name}{}", listed.unwrap_or_default());
        return Err(Error::refused(message, help));
    }
    read_bytes(file, MAX_MIB).map_err(|error| Error { help: help.to_owned(), ..error })
}
