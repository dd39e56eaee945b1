//! The tables of a document: their columns, and cells with a text for people and an unrounded
//! value for programs.

use crate::text::number::{count, percent};
use serde::Serialize;
use serde_json::Value;

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
    pub fn new(
        source: &str,
        caption: String,
        columns: Vec<Column>,
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Self {
        let rows = rows.into_iter().collect();
        let table = Self { caption, source: source.to_owned(), columns, rows };
        let there = |at: usize| table.rows.iter().any(|row| !row[at].value.is_null());
        table.only(|at| table.rows.is_empty() || there(at))
    }

    /// A table with a row for each of `items`.
    pub fn of<'a, T: 'a>(
        source: &str,
        caption: impl Into<String>,
        items: impl IntoIterator<Item = &'a T>,
        columns: &Columns<'_, T>,
    ) -> Self {
        let row = |item| columns.iter().map(|(_, cell)| cell(item)).collect();
        let rows = items.into_iter().map(row);
        let columns = columns.iter().map(|(column, _)| column.clone());
        Self::new(source, caption.into(), columns.collect(), rows)
    }

    /// The table without the columns of the least priority; `None` if all are never left out.
    #[must_use]
    pub fn narrower(&self) -> Option<Self> {
        let priorities = self.columns.iter().map(|column| column.priority);
        let least = priorities.min().filter(|&priority| priority < ALWAYS)?;
        Some(self.only(|at| self.columns[at].priority != least))
    }

    /// The table with these columns only.
    #[must_use]
    pub fn only(&self, kept: impl Fn(usize) -> bool) -> Self {
        fn filter<T: Clone>(all: &[T], kept: impl Fn(usize) -> bool) -> Vec<T> {
            let all = all.iter().enumerate();
            all.filter(|(at, _)| kept(*at)).map(|(_, one)| one.clone()).collect()
        }
        Self {
            caption: self.caption.clone(),
            source: self.source.clone(),
            columns: filter(&self.columns, &kept),
            rows: self.rows.iter().map(|row| filter(row, &kept)).collect(),
        }
    }
}

/// The columns of a table, each with the function that makes its cells.
pub type Columns<'a, T> = [(Column, &'a dyn Fn(&T) -> Cell)];

/// A column of a table. It is serialised as its title.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Column {
    /// The header of the column, with the unit.
    pub title: String,
    /// The alignment: figures to the right, words to the left.
    #[serde(skip)]
    pub align: Align,
    /// The priority of the column: if not all fit, those of the least priority are left out first.
    #[serde(skip)]
    pub priority: u8,
}

/// The alignment of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// To the left, for words.
    Left,
    /// To the right, for figures.
    Right,
}

/// A cell of a table. It is serialised as its value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Cell {
    /// The text for people.
    #[serde(skip)]
    pub text: String,
    /// The same words, the unrounded figure, the ends of an interval, or null if there is
    /// nothing to show.
    pub value: Value,
}

/// The priority of a column that is never left out.
const ALWAYS: u8 = u8::MAX;

impl Column {
    /// The same column with another priority.
    #[must_use]
    pub fn priority(self, priority: u8) -> Self {
        Self { priority, ..self }
    }

    /// A column of figures.
    pub fn figures(title: impl Into<String>) -> Self {
        Self { title: title.into(), align: Align::Right, priority: ALWAYS }
    }

    /// A column of words.
    pub fn words(title: impl Into<String>) -> Self {
        Self { align: Align::Left, ..Self::figures(title) }
    }
}

impl Cell {
    fn new(text: impl Into<String>, value: impl Into<Value>) -> Self {
        Self { text: text.into(), value: value.into() }
    }

    /// A cell of words.
    pub fn words(text: impl Into<String>) -> Self {
        let text = text.into();
        Self::new(text.clone(), text)
    }

    /// A cell of a figure and its text.
    pub fn figure(value: f64, text: impl Into<String>) -> Self {
        Self::new(text, value)
    }

    /// A cell of an interval, whose ends `write` turns into text; a dash without an interval.
    pub fn interval(ends: Option<(f64, f64)>, write: impl Fn(f64) -> String) -> Self {
        ends.map_or_else(Self::missing, |(low, high)| {
            Self::new(format!("{}–{}", write(low), write(high)), vec![low, high])
        })
    }

    /// A cell of an interval of which an end, or both, may be open.
    pub fn open(ends: [Option<f64>; 2], write: impl Fn(f64) -> String) -> Self {
        let text = match ends {
            [Some(low), Some(high)] => return Self::interval(Some((low, high)), write),
            [Some(low), None] => format!("≥ {}", write(low)),
            [None, Some(high)] => format!("≤ {}", write(high)),
            [None, None] => "open".to_owned(),
        };
        Self::new(text, ends.to_vec())
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

    /// A cell of an interval of rates in per cent; a dash if there is none.
    pub fn percents(low: Option<f64>, high: Option<f64>) -> Self {
        Self::interval(low.zip(high), |rate| percent(rate, 2))
    }

    /// A cell of words; a dash if there are none.
    pub fn maybe_words(words: Option<&str>) -> Self {
        words.map_or_else(Self::missing, Self::words)
    }

    /// A cell of a dash, which means that there is nothing to show.
    pub fn missing() -> Self {
        Self::new("-", Value::Null)
    }
}
