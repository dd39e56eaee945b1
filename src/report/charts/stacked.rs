//! Sums of parts, a bar per row.

use maud::{Markup, html};
use serde::Serialize;

use super::axis::{Axis, BELOW};
use super::svg::{Anchor, LINE, Mark, Size, WIDTH, area, fitting, legend, text, text_width};

/// Classes of the parts, in order.
const CLASSES: [&str; 4] = ["s1", "s2", "s3", "s0"];

/// Paper between two parts.
const GAP: f64 = 1.0;

/// Rows of parts on one axis; at most four parts.
#[derive(Clone, Debug, Serialize)]
pub struct Stacked {
    /// Of the sums; begins at 0.
    pub axis: Axis,
    /// What the parts are.
    pub parts: Vec<String>,
    /// From top to bottom.
    pub rows: Vec<Stack>,
}

/// One row.
#[derive(Clone, Debug, Serialize)]
pub struct Stack {
    /// Left of it.
    pub name: String,
    /// None is negative.
    pub values: Vec<f64>,
}

impl Stacked {
    pub(super) fn draw(&self) -> (Size, Markup) {
        let widths = self.rows.iter().map(|row| text_width(&row.name));
        let names = widths.fold(0.0, f64::max).min(WIDTH * 0.42);
        let (left, right) = (names + 12.0, WIDTH - 12.0);
        let entries: Vec<_> = (self.parts.iter().zip(CLASSES))
            .map(|(part, class)| (Mark::Area, class, part.clone()))
            .collect();
        let (above, legend) = legend(2.0, 0.0, WIDTH, &entries);
        let (top, bottom) = (above + 2.0, above + 6.0 + LINE * self.rows.len() as f64);
        let x = |value: f64| self.axis.place(value, left, right);
        let row = |index: usize, row: &Stack| {
            let y = top + LINE * (index as f64 + 0.5) + 2.0;
            let ends = row.values.iter().scan(0.0, |sum, value| {
                let start = *sum;
                *sum += value;
                Some((start, *sum))
            });
            html! {
                (text(names + 4.0, y, Anchor::End, "", &fitting(&row.name, names)))
                @for ((start, end), class) in ends.zip(CLASSES) {
                    // A gap tells parts apart whose colours look alike to some.
                    (area(x(start) + GAP, y - 4.5, x(end) - x(start) - GAP, 9.0, class))
                }
            }
        };
        let drawn = html! {
            (legend)
            (self.axis.below((left, right), (top, bottom)))
            @for (index, one) in self.rows.iter().enumerate() { (row(index, one)) }
        };
        ((WIDTH, bottom + BELOW), drawn)
    }
}
