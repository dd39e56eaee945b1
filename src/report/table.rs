//! The tables of a document.

use serde::{Serialize, Serializer};
use unicode_width::UnicodeWidthStr;

use crate::text::number::{count, percent};

/// A table. All rows have a cell for every column.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// What the table shows.
    pub caption: String,
    /// The file that the figures are from, by its path in the results folder.
    pub source: String,
    /// The columns, at least one.
    pub columns: Vec<Column>,
    /// The cells, by row, then column.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table without the columns whose cells are all missing.
    pub(super) fn new(
        source: &str,
        caption: String,
        columns: Vec<Column>,
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Self {
        let mut table = Self {
            caption,
            source: source.to_owned(),
            columns,
            rows: rows.into_iter().collect(),
        };
        let there = |cells: &Vec<Cell>, at: usize| cells[at].content != Content::Missing;
        let empty =
            |at: usize| !table.rows.is_empty() && !table.rows.iter().any(|row| there(row, at));
        let kept: Vec<bool> = (0..table.columns.len()).map(|at| !empty(at)).collect();
        table.keep(&kept);
        table
    }

    /// The table as text. Columns of the least worth are left out until it fits `width`; if it
    /// never fits, only the columns that are never left out remain.
    pub(super) fn fitting(&self, width: usize, draw: impl Fn(&Self) -> Vec<String>) -> String {
        let mut table = self.clone();
        loop {
            let mut drawn = draw(&table);
            let fits = |text: &String| text.lines().all(|line| line.width() <= width);
            let found = drawn.iter().position(fits);
            let least = table.columns.iter().map(|column| column.worth).min();
            match (found, least.filter(|&worth| worth < ALWAYS)) {
                (None, Some(least)) => {
                    let kept = table.columns.iter().map(|column| column.worth != least);
                    table.keep(&kept.collect::<Vec<_>>());
                }
                (found, _) => return drawn.swap_remove(found.unwrap_or(drawn.len() - 1)),
            }
        }
    }

    /// Removes the columns for which `kept` is false.
    fn keep(&mut self, kept: &[bool]) {
        let mut keep = kept.iter();
        self.columns.retain(|_| keep.next() == Some(&true));
        for row in &mut self.rows {
            let mut keep = kept.iter();
            row.retain(|_| keep.next() == Some(&true));
        }
    }
}

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    /// The header of the column, with the unit.
    pub title: String,
    /// The alignment: figures to the right, words to the left.
    pub align: Align,
    /// The priority of the column: if not all fit, those of the least worth are left out first.
    pub worth: u8,
}

/// The alignment of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// To the left, for words.
    Left,
    /// To the right, for figures.
    Right,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The text for people.
    pub text: String,
    /// The unrounded figures behind the text.
    pub content: Content,
}

/// The unrounded content of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Content {
    /// The text of the cell.
    Words,
    /// A figure.
    Figure(f64),
    /// The ends of an interval.
    Interval(f64, f64),
    /// There is nothing to show.
    Missing,
}

/// The worth of a column that is never left out.
const ALWAYS: u8 = u8::MAX;

impl Column {
    /// The same column with another worth.
    #[must_use]
    pub fn worth(self, worth: u8) -> Self {
        Self { worth, ..self }
    }

    /// A column of figures.
    pub fn figures(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            align: Align::Right,
            worth: ALWAYS,
        }
    }

    /// A column of words.
    pub fn words(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            align: Align::Left,
            worth: ALWAYS,
        }
    }
}

/// A column is written as its title.
impl Serialize for Column {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.title.serialize(serializer)
    }
}

/// A cell is written as its unrounded figures if it has any, and else as its text.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.content {
            Content::Words => self.text.serialize(serializer),
            Content::Figure(value) => value.serialize(serializer),
            Content::Interval(low, high) => [low, high].serialize(serializer),
            Content::Missing => serializer.serialize_none(),
        }
    }
}

impl Cell {
    /// A cell of words.
    pub fn words(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            content: Content::Words,
        }
    }

    /// A cell of a figure and its text.
    pub fn figure(value: f64, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            content: Content::Figure(value),
        }
    }

    /// A cell of an interval, whose ends `write` turns into text; a dash without an interval.
    pub fn interval(ends: Option<(f64, f64)>, write: impl Fn(f64) -> String) -> Self {
        match ends {
            Some((low, high)) => Self {
                text: format!("{}–{}", write(low), write(high)),
                content: Content::Interval(low, high),
            },
            None => Self::missing(),
        }
    }

    /// A cell of a figure; a dash if there is none.
    pub fn maybe(value: Option<f64>, write: impl Fn(f64) -> String) -> Self {
        value.map_or_else(Self::missing, |value| Self::figure(value, write(value)))
    }

    /// A cell of a whole number.
    pub fn whole(value: u64) -> Self {
        Self::figure(value as f64, count(value))
    }

    /// A cell of a rate in per cent; a dash if there is none.
    pub fn percent(rate: impl Into<Option<f64>>) -> Self {
        Self::maybe(rate.into(), |rate| percent(rate, 2))
    }

    /// A cell of words; a dash if there are none.
    pub fn maybe_words(words: Option<&str>) -> Self {
        words.map_or_else(Self::missing, Self::words)
    }

    /// A cell of a dash, which means that there is nothing to show.
    pub fn missing() -> Self {
        Self {
            text: "-".to_owned(),
            content: Content::Missing,
        }
    }
}
