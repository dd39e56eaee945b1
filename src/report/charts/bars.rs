//! Bars over categories, with sampled points, their intervals and published
//! values beside them.

use maud::{Markup, html};
use serde::Serialize;

use super::axis::{ABOVE, Axis, BELOW, WORDS};
use super::svg::{Anchor, LINE, Mark, Size, WIDTH, area, diamond, legend, line, point, text};

/// Height of the plot.
const HEIGHT: f64 = 120.0;

/// A bar for each of some categories.
#[derive(Clone, Debug, Serialize)]
pub struct Bars {
    /// Of the values; begins at 0.
    pub axis: Axis,
    /// What the categories are.
    pub categories: String,
    /// From left to right.
    pub bars: Vec<Bar>,
    /// What bar, point and diamond are, where they occur.
    pub names: [String; 3],
}

/// One category.
#[derive(Clone, Debug, Serialize)]
pub struct Bar {
    /// Below the bar.
    pub name: String,
    /// The bar's.
    pub value: f64,
    /// A second figure, with the ends of its interval.
    pub sampled: Option<[f64; 3]>,
    /// A third one.
    pub published: Option<f64>,
}

impl Bars {
    pub(super) fn draw(&self) -> (Size, Markup) {
        let (left, right) = (self.axis.words_width() + 10.0, WIDTH - 4.0);
        let any = |has: &dyn Fn(&Bar) -> bool| self.bars.iter().any(has);
        let shown = [
            true,
            any(&|bar| bar.sampled.is_some()),
            any(&|bar| bar.published.is_some()),
        ];
        let marks = [
            (Mark::Area, "s0"),
            (Mark::Point, "s1"),
            (Mark::Diamond, "s2"),
        ];
        let entries: Vec<_> = (marks.iter().zip(&self.names).zip(shown))
            .filter(|(_, shown)| *shown)
            .map(|(((mark, class), name), _)| (*mark, *class, name.clone()))
            .collect();
        let (above, legend) = legend(2.0, 0.0, WIDTH, &entries);
        let (top, bottom) = (above + ABOVE, above + ABOVE + HEIGHT);
        let step = (right - left) / self.bars.len().max(1) as f64;
        let y = |value: f64| self.axis.place(value, bottom, top);
        let bar = |index: usize, bar: &Bar| {
            let middle = left + (index as f64 + 0.5) * step;
            let width = (step * 0.7).min(40.0);
            html! {
                (area(middle - width / 2.0, y(bar.value), width, bottom - y(bar.value), "s0"))
                @if let Some([value, low, high]) = bar.sampled {
                    (line((middle, y(low)), (middle, y(high)), "interval s1"))
                    (point(middle, y(value), 3.0, "s1"))
                }
                @if let Some(value) = bar.published {
                    (diamond(middle + width / 4.0 + 2.0, y(value), 4.0, "s2"))
                }
                (text(middle, bottom + WORDS, Anchor::Middle, "", &bar.name))
            }
        };
        let drawn = html! {
            (legend)
            (self.axis.left((left, right), (top, bottom)))
            @for (index, one) in self.bars.iter().enumerate() { (bar(index, one)) }
            (line((left, bottom), (right, bottom), "axis"))
            (text((left + right) / 2.0, bottom + WORDS + LINE, Anchor::Middle, "title", &self.categories))
        };
        ((WIDTH, bottom + BELOW), drawn)
    }
}
