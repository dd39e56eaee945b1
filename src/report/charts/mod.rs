//! Charts as data, and as inline SVG.
//!
//! A chart knows its values, axes and units, not what they mean. All are 360
//! units wide, so that on a telephone one unit is about one pixel and text stays
//! readable. Colours are CSS classes of the page: `s1`.. for series, `h0`..`h10`
//! for a scale.

mod axis;
mod bars;
mod dots;
mod heat_map;
mod histogram;
mod lines;
mod scatter;
mod stacked;
mod svg;
mod tracks;

pub use axis::Axis;
pub use bars::{Bar, Bars};
pub use dots::{Dot, Dots, Spot};
pub use heat_map::{HeatMap, Scale};
pub use histogram::Histogram;
pub use lines::{Line, Lines};
pub use scatter::{Point, Scatter};
pub use stacked::{Stack, Stacked};
pub use tracks::{Track, Tracks};

use maud::{Markup, PreEscaped, html};
use serde::Serialize;

/// A chart of some kind.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Chart {
    /// Bars with intervals beside them.
    Bars(Bars),
    /// A value with its interval per row.
    Dots(Dots),
    /// A matrix as colours.
    HeatMap(HeatMap),
    /// Counts beside a law.
    Histogram(Histogram),
    /// Curves.
    Lines(Lines),
    /// Named points on a plane.
    Scatter(Scatter),
    /// Sums of parts per row.
    Stacked(Stacked),
    /// Positions on scales of their own.
    Tracks(Tracks),
}

impl Chart {
    /// As SVG, with a title and a text alternative; `id` is unique in the page.
    #[must_use]
    pub fn svg(&self, id: &str, title: &str, alternative: &str) -> Markup {
        let (size, content) = self.draw();
        svg::picture(size, id, title, alternative, &content)
    }

    /// The same as a file of its own, with the page's style sheet and paper.
    #[must_use]
    pub fn picture(&self, id: &str, title: &str, alternative: &str, style: &str) -> Markup {
        let (size, content) = self.draw();
        let whole = html! {
            style { (PreEscaped(style)) }
            rect width="100%" height="100%" fill="var(--paper)" {}
            (content)
        };
        svg::picture(size, id, title, alternative, &whole)
    }

    fn draw(&self) -> (svg::Size, Markup) {
        match self {
            Self::Bars(chart) => chart.draw(),
            Self::Dots(chart) => chart.draw(),
            Self::HeatMap(chart) => chart.draw(),
            Self::Histogram(chart) => chart.draw(),
            Self::Lines(chart) => chart.draw(),
            Self::Scatter(chart) => chart.draw(),
            Self::Stacked(chart) => chart.draw(),
            Self::Tracks(chart) => chart.draw(),
        }
    }
}
