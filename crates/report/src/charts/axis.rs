//! The axes of charts: they map values to coordinates and have ticks at round values.

use maud::{Markup, html};
use serde::Serialize;

use super::Spot;
use super::svg::{LINE, line, text, text_width};
use rivals_core::text::number::{fixed, power_of_ten};

/// An axis with its unit and ticks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Axis {
    /// What the axis measures, with the unit.
    pub title: String,
    /// The value at the beginning of the axis.
    pub low: f64,
    /// The value at the end of the axis, above `low`.
    pub high: f64,
    /// The values of the ticks with their labels, in ascending order.
    pub ticks: Vec<(f64, String)>,
}

impl Axis {
    /// An axis from the smallest to the largest of the values, widened to round values, with
    /// about `count` ticks.
    pub fn over(
        title: impl Into<String>,
        values: impl IntoIterator<Item = f64>,
        count: usize,
        write: impl Fn(f64) -> String,
    ) -> Self {
        let finite = values.into_iter().filter(|value| value.is_finite());
        let (least, most) = finite
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            });
        // Without values, or with equal ones, the axis needs a length as well.
        let (least, most) = match (least.is_finite(), least < most) {
            (false, _) => (0.0, 1.0),
            (true, false) => (least - 0.5, most + 0.5),
            (true, true) => (least, most),
        };
        let title = title.into();
        let axis = |count: usize| {
            let step = round_step((most - least) / count as f64);
            let first = (least / step + 1e-9).floor() as i64;
            let last = (most / step - 1e-9).ceil() as i64;
            // Adding zero makes -0.0 positive.
            let ticks = (first..=last).map(|tick| tick as f64 * step + 0.0);
            Self {
                title: title.clone(),
                low: first as f64 * step,
                high: last as f64 * step,
                ticks: ticks.map(|tick| (tick, write(tick))).collect(),
            }
        };
        // There are fewer ticks where their labels would be equal.
        let told_apart = |axis: &Self| axis.ticks.windows(2).all(|two| two[0].1 != two[1].1);
        let found = (1..=count).rev().map(axis).find(told_apart);
        found.unwrap_or_else(|| {
            let mut axis = axis(1);
            axis.ticks.dedup_by(|a, b| a.1 == b.1);
            axis
        })
    }

    /// As [`Self::over`], beginning at 0, for bars.
    pub fn from_zero(
        title: impl Into<String>,
        values: impl IntoIterator<Item = f64>,
        count: usize,
        write: impl Fn(f64) -> String,
    ) -> Self {
        let most = values.into_iter().fold(0.0, f64::max);
        let most = if most > 0.0 { most } else { 1.0 };
        Self::over(title, [0.0, most], count, write)
    }

    /// The coordinate of a value, if `low` is at `start` and `high` at `end`.
    pub fn place(&self, value: f64, start: f64, end: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        start + share.clamp(0.0, 1.0) * (end - start)
    }

    /// A value with its interval in the unit of the axis, as readers of a mark are told it.
    pub fn words(&self, spot: Spot) -> String {
        let value = told(&self.ticks, &self.title, spot.value);
        match spot.interval {
            Some((low, high)) => {
                let [low, high] = [low, high].map(|end| told(&self.ticks, "", end));
                format!("{value} ({low} to {high})")
            }
            None => value,
        }
    }

    /// The width of the labels of a vertical axis.
    pub fn words_width(&self) -> f64 {
        let widths = self.ticks.iter().map(|(_, words)| text_width(words));
        widths.fold(0.0, f64::max)
    }

    /// Draws the axis below a plot in a picture of this width: ticks, labels and title. The grid
    /// lines reach up to `top`.
    pub fn below(
        &self,
        (left, right): (f64, f64),
        (top, bottom): (f64, f64),
        width: f64,
    ) -> Markup {
        let ticks = self.spaced(left, right);
        html! {
            @for (value, words) in &ticks {
                @let x = self.place(*value, left, right);
                // The last label must not be cut at the picture's edge.
                @let half = text_width(words) / 2.0;
                @let middle = x.min(width - 1.0 - half).max(half);
                (line((x, top), (x, bottom), "grid"))
                (text(middle, bottom + WORDS, "middle", "", words))
            }
            (text((left + right) / 2.0, bottom + WORDS + LINE, "middle", "title", &self.title))
        }
    }

    /// Draws the axis left of a plot. The title is above it and horizontal, so that it is easy
    /// to read.
    pub fn left(&self, (left, right): (f64, f64), (top, bottom): (f64, f64)) -> Markup {
        html! {
            @for (value, words) in &self.ticks {
                @let y = self.place(*value, bottom, top);
                (line((left, y), (right, y), "grid"))
                (text(left - 5.0, y, "end", "", words))
            }
            (text(2.0, top - 14.0, "start", "title", &self.title))
        }
    }

    /// The ticks whose labels do not touch: every second, third, ... tick where they would.
    fn spaced(&self, left: f64, right: f64) -> Vec<(f64, String)> {
        let room = (right - left) / (self.ticks.len().max(2) - 1) as f64;
        let every = ((self.words_width() + 6.0) / room).ceil().max(1.0) as usize;
        self.ticks.iter().step_by(every).cloned().collect()
    }
}

/// A value with at most two decimals and the unit after the comma of the title. The labels of the
/// ticks tell whether rates are shown in per cent.
pub(super) fn told(ticks: &[(f64, String)], title: &str, value: f64) -> String {
    let unit = title.rsplit_once(", ").map_or("", |(_, unit)| unit);
    let factor = if in_percent(ticks) { 100.0 } else { 1.0 };
    let text = fixed(factor * value, 2);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match unit {
        "" => text.to_owned(),
        unit => format!("{text}\u{a0}{unit}"),
    }
}

/// Whether the labels are the values in per cent.
pub(super) fn in_percent(ticks: &[(f64, String)]) -> bool {
    let ticks = ticks.iter().filter(|(value, _)| *value != 0.0);
    let last = ticks.max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
    last.is_some_and(|(value, words)| {
        let shown = words.replace(',', "").parse::<f64>();
        shown.is_ok_and(|shown| (shown / value - 100.0).abs() < 50.0)
    })
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

/// The smallest of 1, 2 and 5 times a power of ten that is not below `step`.
fn round_step(step: f64) -> f64 {
    let power = power_of_ten(step);
    let rounds = [1.0, 2.0, 5.0].map(|factor| factor * power);
    let high_enough = rounds.into_iter().find(|&round| round >= step * (1.0 - 1e-9));
    high_enough.unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(low: f64, high: f64, count: usize) -> Vec<f64> {
        let axis = Axis::over("", [low, high], count, |value| value.to_string());
        axis.ticks.iter().map(|tick| tick.0).collect()
    }

    #[test]
    fn ticks_are_round_and_span_the_values() {
        assert_eq!(ticks(0.0, 1.0, 5), [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]);
        assert_eq!(ticks(-330.0, 124.0, 5), [-400.0, -300.0, -200.0, -100.0, 0.0, 100.0, 200.0]);
        assert_eq!(ticks(3.0, 3.0, 2), [2.5, 3.0, 3.5]);
    }

    #[test]
    fn an_axis_of_nothing_is_an_axis() {
        let axis = Axis::over("", [f64::NAN], 4, |value| value.to_string());
        assert!(axis.ticks.len() > 1);
    }
}
