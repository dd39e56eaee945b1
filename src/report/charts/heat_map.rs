//! Heat maps: a matrix of values as colours, from a scale of eleven.

use std::fmt::Write;

use maud::{Markup, html};
use serde::Serialize;

use super::axis::{in_percent, middles, told};
use super::svg::{LINE, Size, WIDTH, area, at, fitting, text, text_width};
use crate::text::number::percent;

/// The number of colours of a scale: the classes `h0` to `h10` or `q0` to `q10`.
const COLOURS: usize = 11;

/// The smallest width of a cell that shows its value.
const CELL: f64 = 20.0;

/// A matrix of values.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct HeatMap {
    /// What the rows are.
    pub rows_title: String,
    /// What the columns are.
    pub columns_title: String,
    /// The names left of the rows, from top to bottom; a name may be empty.
    pub rows: Vec<String>,
    /// The names above the columns, which are narrow; a name may be empty.
    pub columns: Vec<String>,
    /// The values, by row, then column.
    pub values: Vec<Vec<Option<f64>>>,
    /// The players of the rows, who are those of the columns too: each cell then shows its
    /// value. Empty for a map of numbers.
    pub players: Vec<String>,
    /// The numbers of the rows and those of the columns, for readers who point at a cell of a map
    /// of numbers.
    pub numbers: [Vec<String>; 2],
    /// What the colours mean.
    pub scale: Scale,
}

/// A scale from values to colours.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Scale {
    /// What the values are, with the unit.
    pub title: String,
    /// The smallest value of the first colour.
    pub low: f64,
    /// The largest value of the last colour.
    pub high: f64,
    /// Whether the middle is neutral: two colours meet there. Otherwise one colour grows.
    pub diverging: bool,
    /// The labels below the colours, at their values.
    pub ticks: Vec<(f64, String)>,
    /// The label of cells without a value.
    pub missing: String,
}

impl Scale {
    /// A scale of win rates with `neutral` in the middle: 0.5 with two seats, less with more.
    #[must_use]
    pub(crate) fn chances(title: &str, neutral: f64, missing: &str) -> Self {
        let ticks = [0.0, 0.5, 1.0, 1.5, 2.0].map(|share| share * neutral);
        Self {
            title: title.to_owned(),
            low: 0.0,
            high: 2.0 * neutral,
            diverging: true,
            ticks: ticks.map(|rate| (rate, percent(rate, 0))).to_vec(),
            missing: missing.to_owned(),
        }
    }

    fn colour(&self, value: Option<f64>) -> usize {
        let Some(value) = value else { return COLOURS };
        let share = (value - self.low) / (self.high - self.low);
        ((share * COLOURS as f64).floor().max(0.0) as usize).min(COLOURS - 1)
    }

    fn class(&self, colour: usize) -> String {
        match (colour, self.diverging) {
            (COLOURS, _) => "missing".to_owned(),
            (_, true) => format!("h{colour}"),
            (_, false) => format!("q{colour}"),
        }
    }

    /// The height and the drawing of the legend: the colours side by side, with labels below.
    fn legend(&self, left: f64, top: f64, right: f64, any_missing: bool) -> (f64, Markup) {
        let missing = if any_missing {
            text_width(&self.missing) + 34.0
        } else {
            0.0
        };
        let end = right - missing;
        let width = (end - left) / COLOURS as f64;
        let place = |value: f64| left + (value - self.low) / (self.high - self.low) * (end - left);
        let y = top + LINE;
        let drawn = html! {
            (text(left, top + LINE / 2.0, "start", "title", &self.title))
            g class="cells" {
                @for colour in 0..COLOURS {
                    (area(left + width * colour as f64, y, width + 0.1, 9.0, &self.class(colour)))
                }
            }
            @for (value, words) in &self.ticks {
                @let x = place(*value).clamp(left + text_width(words) / 2.0, end - text_width(words) / 2.0);
                (text(x, y + 18.0, "middle", "", words))
            }
            @if any_missing {
                (area(end + 14.0, y, 12.0, 9.0, "missing"))
                (text(end + 30.0, y + 4.5, "start", "", &self.missing))
            }
        };
        (LINE + 30.0, drawn)
    }
}

impl HeatMap {
    pub(super) fn draw(&self) -> (Size, Markup) {
        let widths = self.rows.iter().map(|name| text_width(name));
        let names = widths.fold(0.0, f64::max).min(WIDTH * 0.36);
        let any_missing = self.values.iter().flatten().any(Option::is_none);
        let (above, legend) = self.scale.legend(2.0, 0.0, WIDTH - 2.0, any_missing);
        let left = names + 8.0;
        let columns = self.values.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let whole = match self.players.is_empty() {
            true => WIDTH,
            false => WIDTH.max(left + CELL * columns as f64 + 2.0),
        };
        let width = (whole - 2.0 - left) / columns as f64;
        // If every row has a name, rows are at least as high as letters.
        let all_named = !self.rows.is_empty() && self.rows.iter().all(|name| !name.is_empty());
        let cell = match (self.players.is_empty(), all_named) {
            (false, _) => (width, CELL.min(width)),
            (true, true) => (width, width.max(13.0)),
            (true, false) => (width, width),
        };
        // The titles, then the names of the columns.
        let top = above + 2.0 * LINE + 2.0;
        let bottom = top + cell.1 * self.values.len() as f64;
        let drawn = html! {
            (legend)
            (text(2.0, above + LINE / 2.0, "start", "title", &self.rows_title))
            (text(whole - 2.0, above + LINE / 2.0, "end", "title", &self.columns_title))
            @for (name, middle) in self.columns.iter().zip(middles()) {
                (text(left + width * middle, top - LINE / 2.0, "middle", "", name))
            }
            @for (name, middle) in self.rows.iter().zip(middles()) {
                (text(names + 4.0, top + cell.1 * middle, "end", "", &fitting(name, names)))
            }
            @if self.players.is_empty() {
                g class="cells map" data-box=(format!("{} {} {} {}", at(left), at(top), at(whole - 2.0 - left), at(bottom - top)))
                    data-titles=(format!("{}|{}", self.rows_title, self.columns_title))
                    data-rows=(self.numbers[0].join("|")) data-columns=(self.numbers[1].join("|")) data-values=(self.texts()) {
                    @for colour in 0..=COLOURS {
                        @let path = self.cells(colour, (left, top), cell);
                        @if !path.is_empty() { path d=(path) class=(self.scale.class(colour)) {} }
                    }
                }
            } @else { (self.matrix((left, top), cell)) }
        };
        ((whole, bottom + 4.0), drawn)
    }

    /// The cells of players, each with its value.
    fn matrix(&self, (left, top): (f64, f64), (width, height): (f64, f64)) -> Markup {
        let scale = &self.scale;
        let factor = if in_percent(&scale.ticks) { 100.0 } else { 1.0 };
        // Small differences need a decimal, for which there is room below 10.
        let shown = |value: f64| match factor * (scale.high - scale.low) > 60.0 {
            true => format!("{:.0}", factor * value),
            false if (factor * value).abs() >= 9.95 => format!("{:.0}", factor * value),
            false => format!("{:.1}", factor * value + 0.0),
        };
        let rows = self.values.iter().zip(&self.players).zip(middles());
        html! {
            @for ((values, row), y) in rows {
                g data-name=(row) {
                    @for ((value, column), x) in values.iter().zip(&self.players).zip(middles()) {
                        @let class = scale.class(scale.colour(*value));
                        g class="told cell" data-with=(column) {
                            @if let Some(value) = value {
                                title { (row) ", " (column) ": " (told(&scale.ticks, &scale.title, *value)) }
                            }
                            (area(left + width * (x - 0.5), top + height * (y - 0.5), width + 0.1, height + 0.1, &class))
                            @if let Some(value) = value {
                                (text(left + width * x, top + height * y - 0.5, "middle", "", &shown(*value)))
                            }
                        }
                    }
                }
            }
        }
    }

    /// The values as text, by row, for readers who point at a cell.
    fn texts(&self) -> String {
        let text = |value: &Option<f64>| match value {
            Some(value) => {
                told(&self.scale.ticks, &self.scale.title, *value).replace(' ', "\u{a0}")
            }
            None => self.scale.missing.replace(' ', "\u{a0}"),
        };
        let row = |row: &Vec<Option<f64>>| row.iter().map(text).collect::<Vec<_>>().join(" ");
        self.values.iter().map(row).collect::<Vec<_>>().join("|")
    }

    /// All cells of one colour as one path; neighbours in a row are one box.
    fn cells(&self, colour: usize, (left, top): (f64, f64), cell: (f64, f64)) -> String {
        let mut path = String::new();
        for (row, values) in self.values.iter().enumerate() {
            let mut column = 0;
            for run in values.chunk_by(|a, b| self.scale.colour(*a) == self.scale.colour(*b)) {
                if self.scale.colour(run[0]) == colour {
                    let (x, y) = (left + cell.0 * column as f64, top + cell.1 * row as f64);
                    let (width, height) = (at(cell.0 * run.len() as f64), at(cell.1));
                    write!(path, "M{} {}h{width}v{height}h-{width}z", at(x), at(y))
                        .expect("strings take all");
                }
                column += run.len();
            }
        }
        path
    }
}
