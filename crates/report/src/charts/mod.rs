//! Charts as data, and as inline SVG.
//!
//! A chart knows its values, axes and units, but not what they mean. It is drawn for several widths,
//! of which a page shows the one that fits: letters are at least 11 pixels high and lines never
//! thick. Colours are CSS classes of the page: `s0`.. for series, `h0`..`h10` and
//! `q0`..`q10` for scales.

mod axis;
#[cfg(test)]
mod colours;
mod drawing;
mod heat_map;
mod plot;
mod rows;
mod scatter;
mod svg;

pub use axis::Axis;
pub use heat_map::{HeatMap, Scale};
pub use plot::{Plot, Series};
use rivals_core::drawing::Drawing;
pub use rows::{Row, RowContent, Rows};
pub use scatter::{Point, Scatter};
pub use svg::{Mark, WIDTHS};

use maud::{Markup, PreEscaped, html};
use serde::Serialize;

/// A chart of some kind.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Chart {
    /// Shapes on a grid of cells.
    Drawing(Drawing),
    /// A matrix as colours.
    HeatMap(HeatMap),
    /// Bars, points and curves over one axis.
    Plot(Plot),
    /// One row for each name, with values, parts of a sum or a position.
    Rows(Rows),
    /// Named points on a plane.
    Scatter(Scatter),
}

/// A value on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spot {
    /// The value.
    pub value: f64,
    /// The ends of its interval; without one, none is drawn.
    pub interval: Option<(f64, f64)>,
}

impl Spot {
    /// A value without an interval.
    #[must_use]
    pub fn exact(value: f64) -> Self {
        let interval = None;
        Self { value, interval }
    }
}

impl Chart {
    /// The chart as SVG for the first `widths` of all widths, the widest first, each with a title and
    /// a text alternative; `id` is unique in the page.
    #[must_use]
    pub fn svg(&self, id: &str, widths: usize, title: &str, alternative: &str) -> Markup {
        let mut drawn: Vec<(usize, svg::Size, Markup)> = Vec::new();
        for (at, width) in svg::WIDTHS.into_iter().enumerate().take(widths) {
            let (size, content) = self.draw(width);
            // What needs more room than this width is drawn once.
            if drawn.last().is_none_or(|before| before.1.0 < size.0) {
                drawn.push((at, size, content));
            }
        }
        html! {
            @for (at, size, content) in drawn.iter().rev() {
                @let id = if *at == 0 { id.to_owned() } else { format!("{id}-wide-{at}") };
                (svg::picture(*size, Some(&format!("w{at}")), &id, title, alternative, content))
            }
        }
    }

    /// The width and height of the chart where there is room for this width; it may need more.
    #[must_use]
    pub fn size(&self, width: f64) -> (f64, f64) {
        self.draw(width).0
    }

    /// The chart as a separate SVG file, with the style sheet and background of the page, and with
    /// these lines of a title above it.
    #[must_use]
    pub fn picture(&self, id: &str, title: &str, alternative: &str, style: &str) -> Markup {
        const MARGIN: f64 = 10.0;
        let ((width, height), content) = self.draw(svg::PICTURE);
        let lines = svg::broken(title, (width - 2.0 * MARGIN) / 1.4);
        let above = 18.0 * lines.len() as f64 + MARGIN;
        let whole = html! {
            style { (PreEscaped(style)) }
            rect width="100%" height="100%" fill="var(--paper)" {}
            @for (at, line) in lines.iter().enumerate() {
                (svg::text(MARGIN, MARGIN + 18.0 * at as f64, "start", "heading", line))
            }
            g transform=(format!("translate({} {})", svg::at(MARGIN), svg::at(above))) { (content) }
        };
        let size = (width + 2.0 * MARGIN, height + above + MARGIN);
        svg::picture(size, None, id, title, alternative, &whole)
    }

    fn draw(&self, width: f64) -> (svg::Size, Markup) {
        match self {
            Self::Drawing(chart) => drawing::draw(chart, width),
            Self::HeatMap(chart) => chart.draw(width),
            Self::Plot(chart) => chart.draw(width),
            Self::Rows(chart) => chart.draw(width),
            Self::Scatter(chart) => chart.draw(width),
        }
    }
}
