//! Tables of a document.

/// A table; all rows have a cell for every column.
#[derive(Clone, Debug)]
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

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its header, with the unit.
    pub title: String,
    /// Figures to the right, words to the left.
    pub align: Align,
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
    /// The figure behind it, unrounded, if it is one.
    pub value: Option<f64>,
}

impl Column {
    /// A column of figures.
    pub fn figures(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            align: Align::Right,
        }
    }

    /// A column of words.
    pub fn words(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            align: Align::Left,
        }
    }
}

impl Cell {
    /// Words.
    pub fn words(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            value: None,
        }
    }

    /// A figure, and how it is written.
    pub fn figure(value: f64, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            value: Some(value),
        }
    }

    /// A figure, or a dash where there is none.
    pub fn maybe(value: Option<f64>, write: impl Fn(f64) -> String) -> Self {
        value.map_or_else(
            || Self::words("-"),
            |value| Self::figure(value, write(value)),
        )
    }
}
