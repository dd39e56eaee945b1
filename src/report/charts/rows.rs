//! Charts of rows: each has a name, and beside it values on an axis that all rows share, parts
//! of a sum, or a position on the row's own scale.

use maud::{Markup, html};
use serde::Serialize;

use super::Spot;
use super::axis::{Axis, BELOW};
use super::svg::{LINE, Mark, Size, WIDTH, area, fitting, legend, line, mark, text, text_width};

/// The classes of the parts of a sum, in order.
const PARTS: [&str; 4] = ["s1", "s2", "s3", "s0"];

/// The gap between two parts.
const GAP: f64 = 1.0;

/// Rows, in groups.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Rows {
    /// The axis of all values; it begins at 0 for sums. None if each row has its own scale.
    pub axis: Option<Axis>,
    /// The names of the values of each row, in their order; empty if the caption names the only
    /// one.
    pub names: Vec<String>,
    /// Titles with their rows, from top to bottom; a title may be empty.
    pub groups: Vec<(String, Vec<Row>)>,
}

/// One row.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    /// The name left of the row.
    pub name: String,
    /// What the row shows.
    pub content: RowContent,
    /// The text right of the row; it may be empty.
    pub value: String,
}

/// What a row shows.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RowContent {
    /// A point for the first value and a diamond for the second, if there are values.
    Values(Vec<Option<Spot>>),
    /// At most four parts of a sum; none is negative.
    Parts(Vec<f64>),
    /// A position on the row's own scale, from 0 at its low end to 1 at its high end.
    Position {
        /// The position of the figure.
        at: f64,
        /// The position of the neutral figure.
        neutral: f64,
    },
}

impl Rows {
    pub(super) fn draw(&self) -> (Size, Markup) {
        let rows = || self.groups.iter().flat_map(|(_, rows)| rows);
        let widest = |words: fn(&Row) -> &str, most: f64| {
            let widths = rows().map(|row| text_width(words(row)));
            widths.fold(0.0, f64::max).min(WIDTH * most)
        };
        let names = widest(|row| &row.name, 0.42);
        let values = widest(|row| &row.value, 0.25);
        let (left, right) = (names + 12.0, WIDTH - values - 13.0);
        let parts = rows().any(|row| matches!(row.content, RowContent::Parts(_)));
        let marks = (self.names.iter().enumerate()).map(|(at, name)| match (parts, at) {
            (true, at) => (Mark::Bar, PARTS[at % PARTS.len()], name.clone()),
            (false, 0) => (Mark::Point, Mark::Point.class(), name.clone()),
            (false, _) => (Mark::Diamond, Mark::Diamond.class(), name.clone()),
        });
        let (above, legend) = legend(2.0, 0.0, WIDTH, &marks.collect::<Vec<_>>());
        let top = above + 2.0;
        let mut bottom = top + 2.0;
        let mut drawn = Vec::new();
        for (title, rows) in &self.groups {
            if !title.is_empty() {
                drawn.push(text(0.0, bottom + LINE / 2.0, "start", "title", title));
                bottom += LINE;
            }
            for row in rows {
                let y = bottom + LINE / 2.0;
                drawn.push(html! {
                    (text(names + 4.0, y, "end", "", &fitting(&row.name, names)))
                    (self.content(&row.content, (left, right), y))
                    (text(WIDTH - 2.0, y, "end", "", &row.value))
                });
                bottom += LINE;
            }
            bottom += 2.0;
        }
        let below = if self.axis.is_some() { BELOW } else { 2.0 };
        let drawn = html! {
            (legend)
            @if let Some(axis) = &self.axis { (axis.below((left, right), (top, bottom))) }
            @for one in &drawn { (one) }
        };
        ((WIDTH, bottom + below), drawn)
    }

    fn content(&self, content: &RowContent, (left, right): (f64, f64), y: f64) -> Markup {
        let x = |value: f64| match &self.axis {
            Some(axis) => axis.place(value, left, right),
            None => left + value.clamp(0.0, 1.0) * (right - left),
        };
        match content {
            RowContent::Values(values) => {
                let spots = values.iter().zip([Mark::Point, Mark::Diamond]);
                html! {
                    // The point is drawn over the diamond.
                    @for (spot, sign) in spots.rev().filter_map(|(spot, sign)| Some(((*spot)?, sign))) {
                        @if let Some((low, high)) = spot.interval {
                            (line((x(low), y), (x(high), y), &format!("interval {}", sign.class())))
                        }
                        (mark(sign, (x(spot.value), y), sign.class()))
                    }
                }
            }
            RowContent::Parts(parts) => {
                let ends = parts.iter().scan(0.0, |sum, value| {
                    let start = *sum;
                    *sum += value;
                    Some((x(start), x(*sum)))
                });
                html! {
                    @for ((start, end), class) in ends.zip(PARTS) {
                        // A gap separates parts whose colours some readers cannot tell apart.
                        (area(start + GAP, y - 4.5, end - start - GAP, 9.0, class))
                    }
                }
            }
            &RowContent::Position { at, neutral } => {
                let (start, end) = (x(at.min(neutral)), x(at.max(neutral)));
                html! {
                    (line((left, y), (right, y), "grid"))
                    (area(start, y - 2.0, end - start, 4.0, "s0"))
                    (line((x(neutral), y - 5.0), (x(neutral), y + 5.0), "axis"))
                    (mark(Mark::Point, (x(at), y), "s1"))
                }
            }
        }
    }
}
