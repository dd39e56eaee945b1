//! A value with its interval per row, and a second value where there is one.

use maud::{Markup, html};
use serde::Serialize;

use super::axis::{Axis, BELOW};
use super::svg::{
    Anchor, LINE, Mark, Size, WIDTH, diamond, fitting, legend, line, point, text, text_width,
};

/// Rows of values on one axis.
#[derive(Clone, Debug, Serialize)]
pub struct Dots {
    /// Of the values.
    pub axis: Axis,
    /// From top to bottom.
    pub rows: Vec<Dot>,
    /// What point and diamond are, where they occur.
    pub names: [String; 2],
}

/// One row.
#[derive(Clone, Debug, Serialize)]
pub struct Dot {
    /// Left of it.
    pub name: String,
    /// The point.
    pub value: Option<Spot>,
    /// The diamond.
    pub other: Option<Spot>,
}

/// A value on the axis.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spot {
    /// The value.
    pub value: f64,
    /// The ends of its interval; nothing is drawn where there is none.
    pub interval: Option<(f64, f64)>,
}

impl Dots {
    pub(super) fn draw(&self) -> (Size, Markup) {
        let widths = self.rows.iter().map(|row| text_width(&row.name));
        let names = widths.fold(0.0, f64::max).min(WIDTH * 0.42);
        let (left, right) = (names + 12.0, WIDTH - 12.0);
        let diamonds = self.rows.iter().any(|row| row.other.is_some());
        let entries: Vec<_> = match diamonds {
            true => vec![
                (Mark::Point, "s1", self.names[0].clone()),
                (Mark::Diamond, "s2", self.names[1].clone()),
            ],
            false => Vec::new(),
        };
        let (above, legend) = legend(2.0, 0.0, WIDTH, &entries);
        let (top, bottom) = (above + 2.0, above + 6.0 + LINE * self.rows.len() as f64);
        let x = |value: f64| self.axis.place(value, left, right);
        let interval = |spot: Spot, class: &str, y: f64| match spot.interval {
            Some((low, high)) => line((x(low), y), (x(high), y), class),
            None => html! {},
        };
        let row = |index: usize, row: &Dot| {
            let y = top + LINE * (index as f64 + 0.5) + 2.0;
            html! {
                (text(names + 4.0, y, Anchor::End, "", &fitting(&row.name, names)))
                @if let Some(spot) = row.other {
                    (interval(spot, "interval s2", y))
                    (diamond(x(spot.value), y, 4.0, "s2"))
                }
                @if let Some(spot) = row.value {
                    (interval(spot, "interval s1", y))
                    (point(x(spot.value), y, 3.0, "s1"))
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
