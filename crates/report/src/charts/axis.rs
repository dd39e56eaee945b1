//! Draws the axes of charts.

use maud::{Markup, html};
use rivals_core::document::Axis;

use super::svg::{LINE, line, text, text_width};

/// The width of the labels of a vertical axis.
pub(super) fn labels_width(axis: &Axis) -> f64 {
    let widths = axis.ticks.iter().map(|(_, words)| text_width(words));
    widths.fold(0.0, f64::max)
}

/// Draws the axis below a plot in a picture of this width: ticks, labels and title. The grid
/// lines reach up to `top`.
pub(super) fn below(
    axis: &Axis,
    (left, right): (f64, f64),
    (top, bottom): (f64, f64),
    width: f64,
) -> Markup {
    let ticks = spaced(axis, left, right);
    html! {
        @for (value, words) in &ticks {
            @let x = axis.place(*value, left, right);
            // The last label must not be cut at the picture's edge.
            @let half = text_width(words) / 2.0;
            @let middle = x.min(width - 1.0 - half).max(half);
            (line((x, top), (x, bottom), "grid"))
            (text(middle, bottom + WORDS, "middle", "", words))
        }
        (text((left + right) / 2.0, bottom + WORDS + LINE, "middle", "title", &axis.title))
    }
}

/// Draws the axis left of a plot. The title is above it and horizontal, so that it is easy
/// to read.
pub(super) fn left(axis: &Axis, (left, right): (f64, f64), (top, bottom): (f64, f64)) -> Markup {
    html! {
        @for (value, words) in &axis.ticks {
            @let y = axis.place(*value, bottom, top);
            (line((left, y), (right, y), "grid"))
            (text(left - 5.0, y, "end", "", words))
        }
        (text(2.0, top - 14.0, "start", "title", &axis.title))
    }
}

/// The ticks whose labels do not touch: every second, third, ... tick where they would.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "few ticks")]
fn spaced(axis: &Axis, left: f64, right: f64) -> Vec<(f64, String)> {
    let room = (right - left) / (axis.ticks.len().max(2) - 1) as f64;
    let every = ((labels_width(axis) + 6.0) / room).ceil().max(1.0) as usize;
    axis.ticks.iter().step_by(every).cloned().collect()
}

/// The middles of boxes that are 1 wide, side by side from 0.
pub(super) fn middles() -> impl Iterator<Item = f64> {
    (0..).map(|at| f64::from(at) + 0.5)
}

/// The distance from a plot down to the middle of the labels below it, which must not touch
/// the labels of the vertical axis.
pub(super) const WORDS: f64 = 13.0;

/// The height of an axis below a plot.
pub(super) const BELOW: f64 = WORDS + 2.0 * LINE;

/// The height of the title of a vertical axis, above a plot.
pub(super) const ABOVE: f64 = 24.0;
