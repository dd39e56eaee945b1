//! A CSV file: its rows, and the line that each was read from.

use std::ops::Deref;
use std::path::{Path, PathBuf};

use csv::{DeserializeErrorKind, ErrorKind, StringRecord};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::{Place, ReadError};
use super::manifest::{Listed, read_text};
use crate::files::sha256;
use crate::text::csv_or_header;

/// The stopping points of a target of 500 are half as large.
const MAX_MIB: u64 = 512;

/// A row of a file of results; its fields are the columns.
pub(super) trait Row: Serialize + DeserializeOwned + Default {
    /// The file's name, beside its manifest.
    const FILE: &'static str;

    /// The last columns, each of which may be missing.
    const OPTIONAL: &'static [&'static str] = &[];

    /// What the row says that cannot be, whatever the other rows say.
    fn check(&self) -> Result<(), Fault>;
}

/// A field that cannot be.
pub(super) struct Fault {
    pub column: &'static str,
    /// What may stand there.
    pub accepted: String,
}

/// The rows of a file, in its order.
#[derive(Clone, Debug, PartialEq)]
pub struct Table<R> {
    file: PathBuf,
    help: String,
    rows: Vec<R>,
    lines: Vec<usize>,
}

impl<R> Deref for Table<R> {
    type Target = [R];

    fn deref(&self) -> &[R] {
        &self.rows
    }
}

impl<R: Clone + Serialize + Default> Table<R> {
    /// The rows as CSV: the bytes that were read, if this program wrote them.
    #[must_use]
    pub fn csv(&self) -> String {
        csv_or_header(self.rows.clone())
    }
}

impl<R> Table<R> {
    /// The file, as it was reached from the folder that was given.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Where a row stands.
    ///
    /// # Panics
    /// If there are not so many rows.
    #[must_use]
    pub fn place(&self, row: usize) -> Place {
        Place::new(&self.file, self.lines[row])
    }

    /// A row that contradicts something.
    pub(super) fn refuse(&self, row: usize, message: String) -> ReadError {
        ReadError::Contradiction {
            place: self.place(row),
            message,
            help: self.help.clone(),
        }
    }

    /// Something that the whole file lacks, said of its last line.
    pub(super) fn refuse_end(&self, message: String) -> ReadError {
        ReadError::Contradiction {
            place: Place::new(&self.file, self.lines.last().copied().unwrap_or(1)),
            message,
            help: self.help.clone(),
        }
    }
}

/// What is known of a file before it is read.
pub(super) struct Expected<'a> {
    pub file: PathBuf,
    /// What the manifest says of it; nothing of files without a manifest.
    pub listed: Option<&'a Listed>,
    /// What writes it.
    pub help: &'a str,
}

impl Expected<'_> {
    /// Reads the rows, each checked on its own and all of them counted; and says
    /// whether they are the bytes that were written.
    pub fn read<R: Row>(&self) -> Result<(Table<R>, bool), ReadError> {
        let place = self.listed.map(|listed| &listed.place);
        let text = read_text(&self.file, place, MAX_MIB, self.help)?;
        let columns = csv_or_header::<R>(Vec::new());
        let mut columns: Vec<&str> = columns.trim_end().split(',').collect();
        let first_line = text.lines().next().unwrap_or("");
        let found = |name: &&&str| first_line.split(',').any(|column| column == **name);
        let optional = R::OPTIONAL.iter().filter(found);
        columns.extend(optional);
        self.check_header(&text, &columns)?;
        if !text.ends_with('\n') {
            let line = 1 + text.matches('\n').count();
            return Err(self.line(line, "torn: the file ends without a new line".to_owned()));
        }
        let mut table = Table {
            file: self.file.clone(),
            help: self.help.to_owned(),
            rows: Vec::new(),
            lines: Vec::new(),
        };
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let header = StringRecord::from(columns);
        for record in reader.records() {
            let record = record.map_err(|error| self.malformed(&error))?;
            let line = record.position().map_or(0, |place| place.line() as usize);
            table.rows.push(self.row::<R>(&record, &header, line)?);
            table.lines.push(line);
        }
        self.check_rows(&table)?;
        let listed = self.listed.map(|listed| &listed.entry.sha256);
        let same = listed.is_none_or(|listed| *listed == sha256(text.as_bytes()));
        Ok((table, same))
    }

    fn check_header(&self, text: &str, expected: &[&str]) -> Result<(), ReadError> {
        let mut reader = csv::ReaderBuilder::new();
        let mut reader = reader.has_headers(false).from_reader(text.as_bytes());
        let found = reader.records().next().and_then(Result::ok);
        let found: Vec<&str> = found
            .as_ref()
            .map_or(Vec::new(), |found| found.iter().collect());
        if found == expected {
            return Ok(());
        }
        let without = |all: &[&str], known: &[&str]| {
            let unknown = all.iter().filter(|column| !known.contains(column));
            unknown.map(|column| (*column).to_owned()).collect()
        };
        Err(ReadError::Columns {
            place: self.place(1),
            missing: without(expected, &found),
            extra: without(&found, expected),
            help: self.help.to_owned(),
        })
    }

    fn row<R: Row>(
        &self,
        record: &StringRecord,
        header: &StringRecord,
        line: usize,
    ) -> Result<R, ReadError> {
        let refuse = |column: usize, accepted: String| ReadError::Field {
            place: self.place(line),
            column: header.get(column).unwrap_or("").into(),
            text: record.get(column).unwrap_or("").into(),
            accepted: accepted.into(),
            help: self.help.to_owned(),
        };
        let row: R = record.deserialize(Some(header)).map_err(|error| {
            let (column, accepted) = unparsed(&error);
            refuse(column, accepted.to_owned())
        })?;
        row.check().map_err(|fault| {
            let column = header.iter().position(|name| name == fault.column);
            refuse(column.unwrap_or(0), fault.accepted)
        })?;
        Ok(row)
    }

    fn check_rows<R>(&self, table: &Table<R>) -> Result<(), ReadError> {
        let listed = self
            .listed
            .and_then(|listed| Some((listed, listed.entry.rows?)));
        let Some((listed, expected)) = listed else {
            return Ok(());
        };
        let rows = table.len();
        if rows == expected {
            return Ok(());
        }
        let (line, how) = match table.lines.get(expected) {
            Some(&line) => (line, "goes on"),
            None => (table.lines.last().copied().unwrap_or(1), "ends early"),
        };
        Err(ReadError::Rows {
            place: self.place(line),
            how,
            rows,
            expected,
            listed: listed.place.clone(),
            help: self.help.to_owned(),
        })
    }

    /// A record that has not as many fields as the header, or no end.
    fn malformed(&self, error: &csv::Error) -> ReadError {
        let line = error.position().map_or(1, |place| place.line() as usize);
        let message = match error.kind() {
            ErrorKind::UnequalLengths {
                expected_len, len, ..
            } => format!("{len} fields and not the {expected_len} of the first line"),
            _ => format!("not a row: {error}"),
        };
        self.line(line, message)
    }

    fn line(&self, line: usize, message: String) -> ReadError {
        ReadError::Line {
            place: self.place(line),
            message,
            help: self.help.to_owned(),
        }
    }

    fn place(&self, line: usize) -> Place {
        Place::new(&self.file, line)
    }
}

/// Which column cannot be read, and what it would have to be.
fn unparsed(error: &csv::Error) -> (usize, &'static str) {
    let ErrorKind::Deserialize { err, .. } = error.kind() else {
        return (0, "a field of this row");
    };
    let accepted = match err.kind() {
        DeserializeErrorKind::ParseBool(_) => "true or false",
        DeserializeErrorKind::ParseInt(_) => "a whole number in its range",
        DeserializeErrorKind::ParseFloat(_) => "a number",
        _ => "a value of this column",
    };
    (err.field().unwrap_or(0) as usize, accepted)
}
