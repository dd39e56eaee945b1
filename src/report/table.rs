//! Tables of a document.

use serde::{Serialize, Serializer};
use unicode_width::UnicodeWidthStr;

use crate::text::number::{count, percent};

/// A table; all rows have a cell for every column.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// What it shows.
    pub caption: String,
    /// The file that its figures are from, as in the results folder.
    pub source: String,
    /// At least one.
    pub columns: Vec<Column>,
    /// Cells by row, then column.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table without the columns that no row has a cell of.
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

    /// The table as text, without as many columns of the least worth as it takes to fit;
    /// if nothing fits, with those alone that are never left out.
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

    /// Leaves out the columns that are not to be kept.
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
    /// Its header, with the unit.
    pub title: String,
    /// Figures to the right, words to the left.
    pub align: Align,
    /// Where columns do not fit, those of the least worth are left out first.
    pub worth: u8,
}

/// Where the cells of a column stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Figures.
    Right,
}

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// As people read it.
    pub text: String,
    /// What is behind it.
    pub content: Content,
}

/// What a cell says, unrounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Content {
    /// Its words.
    Words,
    /// A figure.
    Figure(f64),
    /// The ends of an interval.
    Interval(f64, f64),
    /// Nothing.
    Missing,
}

/// Worth of a column that is never left out.
const ALWAYS: u8 = u8::MAX;

impl Column {
    /// The same, left out before those of more worth where there is no room.
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

/// A column is its title.
impl Serialize for Column {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.title.serialize(serializer)
    }
}

/// A cell is its figures where it has some, not rounded, and else its words.
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
    /// Words.
    pub fn words(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            content: Content::Words,
        }
    }

    /// A figure, and how it is written.
    pub fn figure(value: f64, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            content: Content::Figure(value),
        }
    }

    /// The ends of an interval, and how each is written; a dash where there is none.
    pub fn interval(ends: Option<(f64, f64)>, write: impl Fn(f64) -> String) -> Self {
        match ends {
            Some((low, high)) => Self {
                text: format!("{}–{}", write(low), write(high)),
                content: Content::Interval(low, high),
            },
            None => Self::missing(),
        }
    }

    /// A figure, or a dash where there is none.
    pub fn maybe(value: Option<f64>, write: impl Fn(f64) -> String) -> Self {
        value.map_or_else(Self::missing, |value| Self::figure(value, write(value)))
    }

    /// A whole number.
    pub fn whole(value: u64) -> Self {
        Self::figure(value as f64, count(value))
    }

    /// A rate in percent, or a dash where there is none.
    pub fn percent(rate: impl Into<Option<f64>>) -> Self {
        Self::maybe(rate.into(), |rate| percent(rate, 2))
    }

    /// Words, or a dash where there are none.
    pub fn maybe_words(words: Option<&str>) -> Self {
        words.map_or_else(Self::missing, Self::words)
    }

    /// A dash: there is nothing to show.
    pub fn missing() -> Self {
        Self {
            text: "-".to_owned(),
            content: Content::Missing,
        }
    }
}
