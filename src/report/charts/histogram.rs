//! Counts in bins of equal width, and the curve of the law that they should
//! follow.

use std::fmt::Write;

use maud::{Markup, html};
use serde::Serialize;

use super::axis::{ABOVE, Axis, BELOW};
use super::svg::{Mark, Size, WIDTH, area, at, legend, line};

/// Height of the plot.
const HEIGHT: f64 = 150.0;

/// Counts beside a law.
#[derive(Clone, Debug, Serialize)]
pub struct Histogram {
    /// Of what was counted.
    pub across: Axis,
    /// Of the counts; begins at 0.
    pub up: Axis,
    /// Of bins that share the axis's length alike.
    pub counts: Vec<f64>,
    /// Points of the curve, from left to right.
    pub law: Vec<(f64, f64)>,
    /// What the bars and the curve are.
    pub names: [String; 2],
}

impl Histogram {
    pub(super) fn draw(&self) -> (Size, Markup) {
        let (left, right) = (self.up.words_width() + 10.0, WIDTH - 10.0);
        let entries = [
            (Mark::Area, "s0", self.names[0].clone()),
            (Mark::Line, "curve s2", self.names[1].clone()),
        ];
        let (above, legend) = legend(2.0, 0.0, WIDTH, &entries);
        let (top, bottom) = (above + ABOVE, above + ABOVE + HEIGHT);
        let width = (right - left) / self.counts.len().max(1) as f64;
        let y = |value: f64| self.up.place(value, bottom, top);
        let curve = path(
            self.law
                .iter()
                .map(|&(across, up)| (self.across.place(across, left, right), y(up))),
        );
        let drawn = html! {
            (legend)
            (self.up.left((left, right), (top, bottom)))
            (self.across.below((left, right), (bottom, bottom)))
            @for (bin, &count) in self.counts.iter().enumerate() {
                (area(left + width * bin as f64 + 0.5, y(count), width - 1.0, bottom - y(count), "s0"))
            }
            path d=(curve) class="curve s2" {}
            (line((left, bottom), (right, bottom), "axis"))
        };
        ((WIDTH, bottom + BELOW), drawn)
    }
}

/// A line through points.
pub fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (index, (x, y)) in points.enumerate() {
        let command = if index == 0 { 'M' } else { 'L' };
        write!(path, "{command}{} {}", at(x), at(y)).expect("strings take all");
    }
    path
}
