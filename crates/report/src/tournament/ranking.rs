//! The metric that ranks the players of a game, the lowest value first, in place of win rates and
//! ratings. Few games have one; without it its name is empty, and no row has its values.

use crate::words::{is_share, plain};
use rivals_core::document::{Cell, Scale};
use rivals_core::text::number::{fixed, percent, signed};
use rivals_league::results::Tournament;

/// The metric that ranks, and how its values are written.
pub(super) struct Ranking {
    /// Its name for people; empty where players are ranked by win rates or ratings.
    pub name: String,
    in_percent: bool,
    mean: f64,
}

impl Ranking {
    /// The metric of this tournament.
    pub(super) fn of(played: &Tournament) -> Self {
        let metric = (played.standings.iter()).find_map(|row| row.ranked_by.as_deref());
        let mut prints = played.fingerprints.iter();
        let values = || played.standings.iter().filter_map(|row| row.ranked_value);
        Self {
            name: metric.map_or_else(String::new, plain),
            in_percent: prints.any(|row| Some(&*row.metric) == metric && is_share(&row.unit)),
            mean: values().sum::<f64>() / values().count().max(1) as f64,
        }
    }

    /// Whether there is one.
    pub(super) fn ranks(&self) -> bool {
        !self.name.is_empty()
    }

    /// The name with the unit that [`Self::number`] leaves out.
    pub(super) fn title(&self) -> String {
        if self.in_percent { format!("{} %", self.name) } else { self.name.clone() }
    }

    /// A value without its unit.
    pub(super) fn number(&self, value: f64) -> String {
        if self.in_percent { percent(value, 2) } else { fixed(value, 4) }
    }

    /// A value in a sentence.
    pub(super) fn words(&self, value: f64) -> String {
        if self.in_percent { self.number(value) + "\u{a0}%" } else { self.number(value) }
    }

    /// A value with its interval, in a sentence.
    pub(super) fn with_interval(&self, value: f64, ends: Option<(f64, f64)>) -> String {
        let ends = ends.map_or_else(String::new, |(low, high)| {
            format!(", 95 % interval {} to {}", self.number(low), self.words(high))
        });
        self.words(value) + &ends
    }

    /// One value minus another.
    pub(super) fn difference(&self, one: f64, other: f64) -> String {
        if self.in_percent {
            format!("{} pp", signed(100.0 * (one - other), 2))
        } else {
            signed(one - other, 4)
        }
    }

    /// A cell of a table.
    pub(super) fn cell(&self, value: Option<f64>) -> Cell {
        Cell::maybe(value, |value| self.number(value))
    }

    /// A cell of an interval.
    pub(super) fn ends(&self, ends: Option<(f64, f64)>) -> Cell {
        Cell::interval(ends, |value| self.number(value))
    }

    /// A scale of colours around the mean of all players.
    pub(super) fn scale(&self, of: &str) -> Scale {
        let high = if self.mean > 0.0 { 2.0 * self.mean } else { 1.0 };
        let ticks = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| share * high);
        let write = |value: f64| if self.in_percent { percent(value, 0) } else { fixed(value, 2) };
        let unit = if self.in_percent { ", %" } else { "" };
        Scale {
            title: format!("{} of {of}{unit}", self.name),
            low: 0.0,
            high,
            diverging: true,
            ticks: ticks.map(|value| (value, write(value))).to_vec(),
            missing: "itself".to_owned(),
        }
    }
}
