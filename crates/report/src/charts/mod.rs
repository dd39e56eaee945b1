//! Draws charts as inline SVG.
//!
//! A chart is drawn for several widths, of which a page shows the one that fits: letters are at least 11 pixels high and lines never
//! thick. Colours are CSS classes of the page: `s0`.. for series, `h0`..`h10` and
//! `q0`..`q10` for scales.

mod axis;
mod drawing;
mod heat_map;
mod plot;
mod rows;
mod scatter;
mod svg;
#[cfg(test)]
mod tests;

pub(crate) use svg::WIDTHS;

use maud::{Markup, PreEscaped, html};
use rivals_core::document::Chart;

/// A kind of chart.
trait Draw {
    /// The size and the drawing of the chart where there is room for this width; it may be wider.
    fn draw(&self, width: f64) -> (svg::Size, Markup);
}

/// The chart as SVG for the first `widths` of all widths, the widest first, each with a title and
/// a text alternative; `id` is unique in the page.
pub(crate) fn svg(
    chart: &Chart,
    id: &str,
    widths: usize,
    title: &str,
    alternative: &str,
) -> Markup {
    let mut drawn: Vec<(usize, svg::Size, Markup)> = Vec::new();
    for (at, width) in svg::WIDTHS.into_iter().enumerate().take(widths) {
        let (size, content) = draw(chart, width);
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
pub(crate) fn size(chart: &Chart, width: f64) -> (f64, f64) {
    draw(chart, width).0
}

/// The chart as a separate SVG file, with the style sheet and background of the page, and with
/// these lines of a title above it.
pub(crate) fn picture(
    chart: &Chart,
    id: &str,
    title: &str,
    alternative: &str,
    style: &str,
) -> Markup {
    const MARGIN: f64 = 10.0;
    let ((width, height), content) = draw(chart, svg::PICTURE);
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

fn draw(chart: &Chart, width: f64) -> (svg::Size, Markup) {
    match chart {
        Chart::Drawing(chart) => chart.draw(width),
        Chart::HeatMap(chart) => chart.draw(width),
        Chart::Plot(chart) => chart.draw(width),
        Chart::Rows(chart) => chart.draw(width),
        Chart::Scatter(chart) => chart.draw(width),
    }
}
