//! The files of the protocol, with one value a line. The layouts in `data/sbt.json` list the fields of
//! each file; the same functions write the fields of a value, or replace them by those that they read.

use std::collections::BTreeMap;
use std::mem;
use std::sync::LazyLock;
use std::vec::IntoIter;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::battletech::hex::Hex;
use crate::battletech::state::State;
use rivals_core::json::read;
use rivals_core::play::Seat;
use rivals_core::values::Invalid;

/// The text of a file by its name; none if it cannot be read.
pub type Source<'a> = &'a dyn Fn(&str) -> Option<String>;

/// What the protocol writes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tables {
    /// What can fill a slot.
    pub(super) items: Vec<Item>,
    /// The words of each kind of field, with the values that they stand for. If a word stands for more
    /// than one, it is read as the value that another line has given, or as the last.
    words: BTreeMap<String, Vec<(String, Value)>>,
    layouts: BTreeMap<String, Vec<Field>>,
}

/// What can fill a slot, as records name it and as components do.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Item {
    pub(super) item: String,
    pub(super) class: String,
    pub(super) code: i32,
    pub(super) name: String,
    /// The kind of a weapon.
    #[serde(default)]
    pub(super) kind: Option<String>,
    /// The code of the weapon that ammunition is for.
    #[serde(default)]
    pub(super) load: Option<i32>,
}

/// A line, or a list behind its length.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Field {
    /// The keys of the value, with points between them.
    at: String,
    /// The kind of words; `number`, `text`, `hex`, `same` for what cannot be another; or the layout of
    /// the items of a list.
    kind: String,
    /// The value where there is none.
    #[serde(default)]
    given: Value,
    /// The least and the greatest number.
    #[serde(default)]
    range: Option<[i64; 2]>,
    /// What is said if another value is read, which the rules lack.
    #[serde(default)]
    note: Option<String>,
}

pub(super) static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../data/sbt.json")).expect("the tables are complete")
});

/// The files that are read or written, one after the other.
#[derive(Default)]
pub(super) struct Files<'a> {
    /// Where they are read from; none if they are written.
    source: Option<Source<'a>>,
    name: String,
    /// What is still to be read of the file.
    lines: IntoIter<String>,
    /// The number of lines that were read of it.
    number: usize,
    /// Where the values that are read stand in a position, such as `mechs[0].`.
    pub(super) within: String,
    /// The places of a position, with the lines that they were read from.
    places: Vec<(String, String)>,
    /// The names and texts of the files that are written.
    pub(super) written: Vec<(String, String)>,
    /// What the files have and the rules lack.
    pub(super) notes: Vec<String>,
    /// The first line that is wrong. What is read behind it means nothing.
    refusal: Option<Invalid>,
}

impl<'a> Files<'a> {
    /// Files that are read.
    pub(super) fn from(source: Source<'a>) -> Self {
        Self { source: Some(source), ..Self::default() }
    }

    /// Whether a file can be read or written.
    pub(super) fn has(&self, name: &str) -> bool {
        self.source.is_none_or(|source| source(name).is_some())
    }

    /// Begins a file with the fields of a layout.
    pub(super) fn open(&mut self, name: &str, layout: &str, value: &mut Value) {
        self.close();
        (self.name, self.number) = (name.to_owned(), 0);
        match self.source.map(|source| source(name)) {
            None => self.written.push((name.to_owned(), String::new())),
            Some(Some(text)) => {
                self.lines = text.lines().map(str::to_owned).collect::<Vec<_>>().into_iter();
            }
            Some(None) => self.refuse("the file is missing", "write it into the folder"),
        }
        self.pass(layout, value);
    }

    /// Ends a file, behind whose values only empty lines may stand.
    fn close(&mut self) {
        if let Some(empty) = self.lines.by_ref().position(|line| !line.trim().is_empty()) {
            self.number += empty + 1;
            self.refuse("the file goes on behind its last value", "leave this line out");
        }
    }

    /// Ends all files.
    ///
    /// # Errors
    /// [`Invalid`] of the first line that is wrong. Its field is the file and the line, `mov.sbt:3`.
    pub(super) fn end(&mut self) -> Result<(), Invalid> {
        self.close();
        self.refusal.take().map_or(Ok(()), Err)
    }

    /// The state of the position that was read, with the mech of a seat.
    ///
    /// # Errors
    /// [`Invalid`], as [`Self::end`]. If the position is not possible, the line is the one whose place
    /// is most like that of the error.
    pub(super) fn state(&mut self, position: &Value, seat: Seat) -> Result<State, Invalid> {
        self.end()?;
        let state = read::<State>(position).and_then(State::checked);
        let with_seat = |state: State| seat.check("count", state.mechs.seats()).map(|()| state);
        state
            .and_then(with_seat)
            .map_err(|error| Invalid { field: self.line_of(&error.field), ..error })
    }

    /// The line that the value in a place of the position was read from, or the one whose place is most
    /// like it.
    fn line_of(&self, place: &str) -> String {
        // The shortest of those with the longest part that is the same.
        let alike = |(other, _): &&(String, String)| {
            let pairs = other.bytes().zip(place.bytes());
            (pairs.take_while(|(one, other)| one == other).count(), usize::MAX - other.len())
        };
        self.places.iter().max_by_key(alike).map(|(_, line)| line.clone()).unwrap_or_default()
    }

    /// The line that was read last.
    fn line_name(&self) -> String {
        match self.number {
            0 => self.name.clone(),
            number => format!("{}:{number}", self.name),
        }
    }

    /// Refuses the line that was read last.
    fn refuse(&mut self, message: impl ToString, help: impl Into<String>) {
        let field = self.line_name();
        self.refusal.get_or_insert_with(|| Invalid::new(field, message, help));
    }

    /// Refuses the line of a value.
    pub(super) fn refuse_value(&mut self, at: &str, message: String, help: &str) {
        let field = self.line_of(&format!("{}{at}", self.within));
        self.refusal.get_or_insert_with(|| Invalid::new(field, message, help));
    }

    /// Notes something that the rules lack, once.
    pub(super) fn note(&mut self, what: &str) {
        if !self.notes.iter().any(|note| note == what) {
            self.notes.push(what.to_owned());
        }
    }

    /// Passes the fields of a layout in a value.
    pub(super) fn pass(&mut self, layout: &str, value: &mut Value) {
        for Field { at, kind, given, range, note } in &TABLES.layouts[layout] {
            let keys = at.split('.').filter(|key| !key.is_empty());
            let cell = keys.fold(&mut *value, |inside, key| &mut inside[key]);
            if TABLES.layouts.contains_key(kind) {
                let mut items = cell.as_array().cloned().unwrap_or_default();
                let mut count = json!(items.len());
                let range = range.unwrap_or([0, 255]);
                self.line(&format!("number of {kind}s"), "number", Some(range), &mut count);
                let length = count.as_u64().and_then(|count| count.try_into().ok());
                items.resize(length.unwrap_or(0), Value::Null);
                let within = mem::take(&mut self.within);
                for (place, item) in items.iter_mut().enumerate() {
                    self.within = format!("{within}{at}[{place}]");
                    self.pass(kind, item);
                }
                self.within = within;
                *cell = items.into();
                continue;
            }
            if cell.is_null() {
                *cell = given.clone();
            }
            self.line(if at.is_empty() { layout } else { at }, kind, *range, cell);
            if let Some(note) = note.as_ref().filter(|_| cell != given) {
                self.note(note);
            }
        }
    }

    fn line(&mut self, at: &str, kind: &str, range: Option<[i64; 2]>, value: &mut Value) {
        let words = TABLES.words.get(kind).map_or(&[][..], Vec::as_slice);
        let word = words.iter().find(|(_, other)| other == value).map(|(word, _)| word.as_str());
        let text = word.or(value.as_str()).map_or_else(|| value.to_string(), str::to_owned);
        if let Some((_, written)) = self.written.last_mut() {
            *written += &(text + "\n");
            return;
        }
        self.number += 1;
        let name = at.strip_prefix("sbt.").unwrap_or(at).replace('.', " ");
        let Some(line) = self.lines.next() else {
            return self.refuse("the file ends here", format!("write a line for \"{name}\""));
        };
        let line = line.trim();
        let read = match kind {
            "text" => Some(json!(line)),
            "same" => (line == text).then(|| value.clone()),
            "hex" => (line == NOWHERE || line.parse::<Hex>().is_ok()).then(|| json!(line)),
            "number" => {
                let fits = |number: &i64| {
                    range.is_none_or(|[least, most]| (least..=most).contains(number))
                };
                line.parse().ok().filter(fits).map(Value::from)
            }
            _ => {
                let fits = words.iter().filter(|(word, _)| word == line);
                fits.max_by_key(|(_, other)| other == value).map(|(_, value)| value.clone())
            }
        };
        if let Some(read) = read {
            *value = read;
            self.places.push((format!("{}{at}", self.within), self.line_name()));
            return;
        }
        let help = match kind {
            "same" => text,
            "hex" => "a hex such as 0304".to_owned(),
            "number" => match range {
                Some([least, most]) => format!("a whole number from {least} to {most}"),
                None => "a whole number".to_owned(),
            },
            _ => words.iter().map(|(word, _)| word.as_str()).collect::<Vec<_>>().join(", "),
        };
        self.refuse(format!("\"{line}\" is no value of \"{name}\""), format!("write {help}"));
    }
}

/// The hex of no target.
const NOWHERE: &str = "0000";
