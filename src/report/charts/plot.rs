//! Plots: bars, points and curves over one axis.

use std::fmt::Write;

use maud::{Markup, html};
use serde::Serialize;

use super::Spot;
use super::axis::{ABOVE, Axis, BELOW};
use super::svg::{Mark, Size, WIDTH, area, at, legend, line, mark, told};

/// The height of the plot.
const HEIGHT: f64 = 140.0;

/// The largest width of a bar.
const BAR: f64 = 40.0;

/// The classes of the curves, in order; they also differ by their dashes.
const CURVES: [&str; 4] = ["curve s2", "curve s3", "curve s0", "curve s1"];

/// Series of values; at most four of them are curves or lines.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Plot {
    /// The axis from left to right.
    pub across: Axis,
    /// The vertical axis; it begins at 0 if there are bars.
    pub up: Axis,
    /// The series, in the order of the legend.
    pub series: Vec<Series>,
}

/// Values that are drawn in the same way.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Series {
    /// The name in the legend.
    pub name: String,
    /// How each value is drawn. All bars are equally wide.
    pub mark: Mark,
    /// Coordinates on the axis with their values, from left to right, in pieces. A curve is
    /// not drawn from one piece to the next.
    pub pieces: Vec<Vec<(f64, Spot)>>,
}

impl Series {
    /// A series in one piece; none where there are no values.
    pub(crate) fn new(name: &str, mark: Mark, values: Vec<(f64, Spot)>) -> Option<Self> {
        let (name, pieces) = (name.to_owned(), vec![values]);
        (!pieces[0].is_empty()).then_some(Self { name, mark, pieces })
    }

    fn values(&self) -> impl Iterator<Item = (f64, Spot)> {
        self.pieces.iter().flatten().copied()
    }
}

impl Plot {
    pub(super) fn draw(&self) -> (Size, Markup) {
        let (left, right) = (self.up.words_width() + 10.0, WIDTH - 12.0);
        let mut curves = CURVES.into_iter().cycle();
        let class = |series: &Series| match series.mark {
            Mark::Line | Mark::Curve => curves.next().unwrap_or(Mark::Curve.class()),
            other => other.class(),
        };
        let classes: Vec<&str> = self.series.iter().map(class).collect();
        let named = || self.series.iter().zip(&classes);
        let entries: Vec<_> = named()
            .map(|(series, class)| (series.mark, *class, series.name.clone()))
            .collect();
        let (above, legend) = legend(2.0, 0.0, WIDTH, &entries);
        let (top, bottom) = (above + ABOVE, above + ABOVE + HEIGHT);
        let x = |value: f64| self.across.place(value, left, right);
        let y = |value: f64| self.up.place(value, bottom, top);
        let bars = self.series.iter().find(|series| series.mark == Mark::Bar);
        let bars = bars.map_or(0, |bars| bars.values().count());
        let width = ((right - left) / bars.max(1) as f64 - 1.0).min(BAR);
        // Points are drawn beside the middle of a bar.
        let aside = if bars > 0 { width / 4.0 + 2.0 } else { 0.0 };
        let grid = if bars > 0 { bottom } else { top };
        let value = |series: &Series, class: &str, (across, spot): (f64, Spot)| {
            let (x, y_of) = (x(across), y(spot.value));
            let words = format!(
                "{}: {} {}, {}",
                series.name,
                self.across.title,
                self.across.words(Spot::exact(across)),
                self.up.words(spot)
            );
            let drawn = html! {
                @if let Some((low, high)) = spot.interval {
                    (line((x, y(low)), (x, y(high)), &format!("interval {class}")))
                }
                @match series.mark {
                    Mark::Bar => (area(x - width / 2.0, y_of, width, bottom - y_of, class)),
                    Mark::Diamond => (mark(Mark::Diamond, (x + aside, y_of), class)),
                    Mark::Line => { circle cx=(at(x)) cy=(at(y_of)) r="2" class=(class.trim_start_matches("curve ")) {} },
                    other => (mark(other, (x, y_of), class)),
                }
            };
            told("", &words, &drawn)
        };
        let drawn = html! {
            (legend)
            (self.up.left((left, right), (top, bottom)))
            (self.across.below((left, right), (grid, bottom)))
            @for (series, class) in named() {
                @if matches!(series.mark, Mark::Line | Mark::Curve) {
                    @for piece in &series.pieces {
                        path d=(path(piece.iter().map(|&(across, spot)| (x(across), y(spot.value))))) class=(class) {}
                    }
                }
                @if series.mark != Mark::Curve {
                    @for one in series.values() { (value(series, class, one)) }
                }
            }
            (line((left, bottom), (right, bottom), "axis"))
        };
        ((WIDTH, bottom + BELOW), drawn)
    }
}

/// A line through points.
fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (index, (x, y)) in points.enumerate() {
        let command = if index == 0 { 'M' } else { 'L' };
        write!(path, "{command}{} {}", at(x), at(y)).expect("strings take all");
    }
    path
}
