//! Plots: bars, points and curves over one axis.

use std::fmt::Write;

use maud::{Markup, html};
use rivals_core::document::{Mark, Plot, Series, Spot};
use rivals_core::sort;

use super::Draw;
use super::axis::{self, ABOVE, BELOW};
use super::svg::{LINE, Size, area, at, legend, line, mark, text, text_width, told};

/// The largest part of the width that the names of series take beside their ends.
const NAMES: f64 = 0.35;

/// The largest width of a bar, as a part of the picture's.
const BAR: f64 = 0.12;

/// The classes of the curves, in order; they also differ by their dashes.
const CURVES: [&str; 4] = ["curve s2", "curve s3", "curve s0", "curve s1"];

impl Draw for Plot {
    fn draw(&self, all: f64) -> (Size, Markup) {
        // Wide plots are flatter.
        let tall = (all * 0.38).clamp(140.0, 300.0);
        let mut curves = CURVES.into_iter().cycle();
        let class = |series: &Series| match series.mark {
            Mark::Line | Mark::Curve => curves.next().unwrap_or(Mark::Curve.class()),
            other => other.class(),
        };
        let classes: Vec<&str> = self.series.iter().map(class).collect();
        let named = || self.series.iter().zip(&classes);
        let entries: Vec<_> =
            named().map(|(series, class)| (series.mark, *class, series.name.clone())).collect();
        let bars = self.series.iter().find(|series| series.mark == Mark::Bar);
        let widths = self.series.iter().map(|series| text_width(&series.name));
        let names = widths.fold(0.0, f64::max) + 22.0;
        // The axis names the only series; several are named where they end. Bars have no such end.
        let beside = bars.is_none() && entries.len() > 1 && names <= all * NAMES;
        let shown = if beside || entries.len() == 1 { &[] } else { &entries[..] };
        let (above, legend) = legend(2.0, 0.0, all, shown);
        let room = if beside { names } else { 12.0 };
        let (left, right) = (axis::labels_width(&self.up) + 10.0, all - room);
        let (top, bottom) = (above + ABOVE, above + ABOVE + tall);
        let bars = bars.map_or(0, |bars| bars.values().count());
        let bar = ((right - left) / bars.max(1) as f64 - 1.0).min(BAR * all);
        let area = Area { plot: self, across: (left, right), up: (bottom, top), bar };
        let grid = if bars > 0 { bottom } else { top };
        let ends = named().filter_map(|(series, _)| Some(area.y(series.values().last()?.1.value)));
        let ends = if beside { apart(&ends.collect::<Vec<_>>(), bottom) } else { Vec::new() };
        let drawn = html! {
            (legend)
            @for ((series, class), y) in named().zip(ends) {
                (mark(series.mark, (right + 9.0, y), class))
                (text(right + 18.0, y, "start", "", &series.name))
            }
            (axis::left(&self.up, (left, right), (top, bottom)))
            (axis::below(&self.across, (left, right), (grid, bottom), all))
            @for (series, class) in named() {
                @if matches!(series.mark, Mark::Line | Mark::Curve) {
                    @for piece in &series.pieces {
                        path d=(path(piece.iter().map(|&(x, spot)| (area.x(x), area.y(spot.value))))) class=(class) {}
                    }
                }
                @if series.mark != Mark::Curve {
                    // Points are drawn beside the middle of a bar.
                    @let aside = if bars > 0 { bar / 4.0 + 2.0 } else { 0.0 };
                    @for one in series.values() { (area.value(series, class, aside, one)) }
                }
            }
            (line((left, bottom), (right, bottom), "axis"))
        };
        ((all, bottom + BELOW), drawn)
    }
}

/// The area of a plot in a picture: the ends of its axes, and the width of a bar.
struct Area<'a> {
    plot: &'a Plot,
    across: (f64, f64),
    up: (f64, f64),
    bar: f64,
}

impl Area<'_> {
    fn x(&self, value: f64) -> f64 {
        self.plot.across.place(value, self.across.0, self.across.1)
    }

    fn y(&self, value: f64) -> f64 {
        self.plot.up.place(value, self.up.0, self.up.1)
    }

    /// The mark of a value with its interval; a diamond is drawn this far aside.
    fn value(&self, series: &Series, class: &str, aside: f64, (at_x, spot): (f64, Spot)) -> Markup {
        let (x, y) = (self.x(at_x), self.y(spot.value));
        let across = &self.plot.across;
        let words = format!(
            "{}: {} {}, {}",
            series.name,
            across.title,
            across.words(Spot::exact(at_x)),
            self.plot.up.words(spot)
        );
        let drawn = html! {
            @if let Some((low, high)) = spot.interval {
                (line((x, self.y(low)), (x, self.y(high)), &format!("interval {class}")))
            }
            @match series.mark {
                Mark::Bar => (area(x - self.bar / 2.0, y, self.bar, self.up.0 - y, class)),
                Mark::Diamond => (mark(Mark::Diamond, (x + aside, y), class)),
                Mark::Line => { circle cx=(at(x)) cy=(at(y)) r="2" class=(class.trim_start_matches("curve ")) {} },
                other => (mark(other, (x, y), class)),
            }
        };
        told("", &words, &drawn)
    }
}

/// The heights of labels for values at these heights: a line apart, and none below `bottom`.
fn apart(heights: &[f64], bottom: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..heights.len()).collect();
    sort::by(&mut order, |&a, &b| heights[b].total_cmp(&heights[a]));
    let mut lowest = bottom;
    let mut placed = heights.to_vec();
    for at in order {
        placed[at] = heights[at].min(lowest);
        lowest = placed[at] - LINE;
    }
    placed
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_series_are_a_line_apart() {
        assert_eq!(apart(&[10.0, 90.0], 100.0), [10.0, 90.0]);
        assert_eq!(apart(&[99.0, 100.0, 40.0], 100.0), [85.0, 100.0, 40.0]);
        assert_eq!(apart(&[50.0; 3], 100.0), [50.0, 35.0, 20.0]);
    }
}
