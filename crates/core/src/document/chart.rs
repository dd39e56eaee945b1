//! Charts as data.
//!
//! A chart knows its values, axes and units, but not what they mean or how they are drawn.

use serde::Serialize;

use crate::drawing::Drawing;
use crate::text::number::{fixed, percent, power_of_ten};

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

/// How a value is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// A bar from 0.
    Bar,
    /// A point.
    Point,
    /// A diamond.
    Diamond,
    /// A line from value to value, with a dot at each.
    Line,
    /// A smooth curve.
    Curve,
}

impl Mark {
    /// The class of the mark's colour in a style sheet.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Self::Bar => "s0",
            Self::Point => "s1",
            Self::Diamond => "s2",
            Self::Line | Self::Curve => "curve s2",
        }
    }
}

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
    /// Whether the labels of the ticks are the names of their values.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub named: bool,
}

impl Axis {
    /// An axis of values with names, which may not be empty.
    pub fn of_names(title: impl Into<String>, ticks: Vec<(f64, String)>) -> Self {
        let ends = [ticks.first(), ticks.last()].map(|tick| tick.map_or(0.0, |(value, _)| *value));
        Self { title: title.into(), low: ends[0] - 0.5, high: ends[1] + 0.5, ticks, named: true }
    }

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
        #[expect(clippy::cast_possible_truncation, reason = "ends that differ: below 2^60 steps")]
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
                named: false,
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
        let named = self.ticks.iter().find(|(value, _)| self.named && *value == spot.value);
        if let Some((_, name)) = named {
            return name.clone();
        }
        let value = told(&self.ticks, &self.title, spot.value);
        match spot.interval {
            Some((low, high)) => {
                let [low, high] = [low, high].map(|end| told(&self.ticks, "", end));
                format!("{value} ({low} to {high})")
            }
            None => value,
        }
    }
}

/// Series of values; at most four of them are curves or lines.
#[derive(Clone, Debug, Serialize)]
pub struct Plot {
    /// The axis from left to right.
    pub across: Axis,
    /// The vertical axis; it begins at 0 if there are bars.
    pub up: Axis,
    /// The series, in the order of the legend.
    pub series: Vec<Series>,
}

/// Values that are drawn in the same way.
#[derive(Clone, Debug, Serialize)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// How each value is drawn. All bars are equally wide.
    pub mark: Mark,
    /// Coordinates on the axis with their values, from left to right, in pieces. A curve is
    /// not drawn from one piece to the next.
    pub pieces: Vec<Vec<(f64, Spot)>>,
}

impl Series {
    /// A series in one piece; `None` where there are no values.
    pub fn new(name: &str, mark: Mark, values: Vec<(f64, Spot)>) -> Option<Self> {
        let (name, pieces) = (name.to_owned(), vec![values]);
        (!pieces[0].is_empty()).then_some(Self { name, mark, pieces })
    }

    /// The values of all pieces.
    pub fn values(&self) -> impl Iterator<Item = (f64, Spot)> {
        self.pieces.iter().flatten().copied()
    }
}

/// Rows, in groups.
#[derive(Clone, Debug, Serialize)]
pub struct Rows {
    /// The axis of all values; it begins at 0 for sums. `None` if each row has its own scale.
    pub axis: Option<Axis>,
    /// The names of the values of each row, in their order; empty if the caption names the only
    /// one.
    pub names: Vec<String>,
    /// Titles with their rows, from top to bottom; a title may be empty.
    pub groups: Vec<(String, Vec<Row>)>,
}

/// One row.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The name left of the row.
    pub name: String,
    /// What the row shows.
    pub content: RowContent,
    /// The text right of the row; it may be empty.
    pub value: String,
}

/// What a row shows.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RowContent {
    /// A point for the first value and a diamond for the second, if there are values.
    Values(Vec<Option<Spot>>),
    /// At most four parts of a sum; none is negative.
    Parts(Vec<f64>),
    /// A position on the row's own scale, from 0 at its low end to 1 at its high end.
    Position {
        /// The position of the figure.
        at: f64,
        /// The position of the neutral figure.
        neutral: f64,
    },
}

/// Points with names.
#[derive(Clone, Debug, Serialize)]
pub struct Scatter {
    /// The axis from left to right.
    pub across: Axis,
    /// The vertical axis.
    pub up: Axis,
    /// The points, in the order of their numbers, from 1.
    pub points: Vec<Point>,
}

/// One point.
#[derive(Clone, Debug, Serialize)]
pub struct Point {
    /// The name in the list.
    pub name: String,
    /// The coordinate from left to right.
    pub x: f64,
    /// The coordinate upwards.
    pub y: f64,
    /// How the point is drawn.
    pub mark: Mark,
}

/// A matrix of values.
#[derive(Clone, Debug, Serialize)]
pub struct HeatMap {
    /// What the rows are.
    pub rows_title: String,
    /// What the columns are.
    pub columns_title: String,
    /// The names left of the rows, from top to bottom; a name may be empty.
    pub rows: Vec<String>,
    /// The names above the columns, which are narrow; a name may be empty.
    pub columns: Vec<String>,
    /// The values, by row, then column.
    pub values: Vec<Vec<Option<f64>>>,
    /// The players of the rows, who are those of the columns too: each cell then shows its
    /// value. Empty for a map of numbers.
    pub players: Vec<String>,
    /// The numbers of the rows and those of the columns, for readers who point at a cell of a map
    /// of numbers.
    pub numbers: [Vec<String>; 2],
    /// What the colours mean.
    pub scale: Scale,
    /// What the colours below the diagonal mean, in a matrix that says one thing above it and
    /// another one below it.
    pub below: Option<Box<Scale>>,
}

/// A scale from values to colours.
#[derive(Clone, Debug, Serialize)]
pub struct Scale {
    /// What the values are, with the unit.
    pub title: String,
    /// The smallest value of the first colour.
    pub low: f64,
    /// The largest value of the last colour.
    pub high: f64,
    /// Whether the middle is neutral: two colours meet there. Otherwise one colour grows.
    pub diverging: bool,
    /// The labels below the colours, at their values.
    pub ticks: Vec<(f64, String)>,
    /// The label of cells without a value.
    pub missing: String,
}

impl Scale {
    /// A scale of win rates with `neutral` in the middle: 0.5 with two seats, less with more.
    #[must_use]
    pub fn chances(title: &str, neutral: f64, missing: &str) -> Self {
        let ticks = [0.0, 0.5, 1.0, 1.5, 2.0].map(|share| share * neutral);
        Self {
            title: title.to_owned(),
            low: 0.0,
            high: 2.0 * neutral,
            diverging: true,
            ticks: ticks.map(|rate| (rate, percent(rate, 0))).to_vec(),
            missing: missing.to_owned(),
        }
    }

    /// A value for a cell. Small differences need a decimal, for which there is room below 10.
    #[must_use]
    pub fn short(&self, value: f64) -> String {
        let factor = if in_percent(&self.ticks) { 100.0 } else { 1.0 };
        let wide = factor * (self.high - self.low) > 60.0 || (factor * value).abs() >= 9.95;
        fixed(factor * value, if wide { 0 } else { 1 })
    }

    /// A value with its unit, as readers of a cell are told it.
    #[must_use]
    pub fn words(&self, value: f64) -> String {
        told(&self.ticks, &self.title, value)
    }
}

/// A value with at most two decimals and the unit after the comma of the title. The labels of the
/// ticks tell whether rates are shown in per cent.
fn told(ticks: &[(f64, String)], title: &str, value: f64) -> String {
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
fn in_percent(ticks: &[(f64, String)]) -> bool {
    let ticks = ticks.iter().filter(|(value, _)| *value != 0.0);
    let last = ticks.max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
    last.is_some_and(|(value, words)| {
        let shown = words.replace(',', "").parse::<f64>();
        shown.is_ok_and(|shown| (shown / value - 100.0).abs() < 50.0)
    })
}

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
