//! Charts as data, and as inline SVG.
//!
//! A chart knows its values, axes and units, but not what they mean. All charts are 360
//! units wide, so that on a telephone one unit is about one pixel and text stays
//! readable. Colours are CSS classes of the page: `s0`.. for series, `h0`..`h10` and
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

pub(crate) use axis::Axis;
pub(crate) use drawing::{Drawing, Shape};
pub(crate) use heat_map::{HeatMap, Scale};
pub(crate) use plot::{Plot, Series};
pub(crate) use rows::{Row, RowContent, Rows};
pub(crate) use scatter::{Point, Scatter};
pub(crate) use svg::Mark;

use maud::{Markup, PreEscaped, html};
use serde::Serialize;

/// A chart of some kind.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Chart {
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
pub(crate) struct Spot {
    /// The value.
    pub value: f64,
    /// The ends of its interval; without one, none is drawn.
    pub interval: Option<(f64, f64)>,
}

impl Spot {
    /// A value without an interval.
    #[must_use]
    pub(crate) fn exact(value: f64) -> Self {
        let interval = None;
        Self { value, interval }
    }
}

impl Chart {
    /// The chart as SVG, with a title and a text alternative; `id` is unique in the page.
    #[must_use]
    pub(crate) fn svg(&self, id: &str, title: &str, alternative: &str) -> Markup {
        let (size, content) = self.draw();
        svg::picture(size, id, title, alternative, &content)
    }

    /// The chart as a separate SVG file, with the style sheet and background of the page.
    #[must_use]
    pub(crate) fn picture(&self, id: &str, title: &str, alternative: &str, style: &str) -> Markup {
        let (size, content) = self.draw();
        let whole = html! {
            style { (PreEscaped(style)) }
            rect width="100%" height="100%" fill="var(--paper)" {}
            (content)
        };
        svg::picture(size, id, title, alternative, &whole)
    }

    /// Whether the chart is wider than others.
    pub(crate) fn is_wide(&self) -> bool {
        self.draw().0.0 > svg::WIDTH
    }

    fn draw(&self) -> (svg::Size, Markup) {
        match self {
            Self::Drawing(chart) => chart.draw(),
            Self::HeatMap(chart) => chart.draw(),
            Self::Plot(chart) => chart.draw(),
            Self::Rows(chart) => chart.draw(),
            Self::Scatter(chart) => chart.draw(),
        }
    }
}
