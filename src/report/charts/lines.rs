//! Curves over one axis.

use maud::{Markup, html};
use serde::Serialize;

use super::axis::{ABOVE, Axis, BELOW};
use super::histogram::path;
use super::svg::{Mark, Size, WIDTH, legend, line, point};

/// Height of the plot.
const HEIGHT: f64 = 150.0;

/// Classes of the curves, in order: all differ by their dashes as well.
const CLASSES: [&str; 4] = ["curve s1", "curve s2", "curve s3", "curve s0"];

/// Curves; at most four.
#[derive(Clone, Debug, Serialize)]
pub struct Lines {
    /// From left to right.
    pub across: Axis,
    /// Upwards.
    pub up: Axis,
    /// In the order of the legend.
    pub lines: Vec<Line>,
}

/// One curve.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// As in the legend.
    pub name: String,
    /// From left to right, in pieces: nothing is known of what is between them.
    pub pieces: Vec<Vec<(f64, f64)>>,
}

impl Lines {
    pub(super) fn draw(&self) -> (Size, Markup) {
        let (left, right) = (self.up.words_width() + 10.0, WIDTH - 12.0);
        let named = self.lines.iter().zip(CLASSES);
        let entries: Vec<_> = named
            .clone()
            .map(|(line, class)| (Mark::Line, class, line.name.clone()))
            .collect();
        let (above, legend) = legend(2.0, 0.0, WIDTH, &entries);
        let (top, bottom) = (above + ABOVE, above + ABOVE + HEIGHT);
        let place = |&(x, y): &(f64, f64)| {
            (
                self.across.place(x, left, right),
                self.up.place(y, bottom, top),
            )
        };
        let drawn = html! {
            (legend)
            (self.up.left((left, right), (top, bottom)))
            (self.across.below((left, right), (top, bottom)))
            @for (line, class) in named {
                @for piece in &line.pieces {
                    path d=(path(piece.iter().map(place))) class=(class) {}
                    @for (x, y) in piece.iter().map(place) {
                        (point(x, y, 2.0, class.trim_start_matches("curve ")))
                    }
                }
            }
            (line((left, bottom), (right, bottom), "axis"))
        };
        ((WIDTH, bottom + BELOW), drawn)
    }
}
