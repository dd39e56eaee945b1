//! The figure that ranks the players of a game: a metric, the lowest value first, or else the win
//! rate.

use crate::words::{is_share, plain, share};
use rivals_core::document::{Cell, Scale};
use rivals_core::text::number::{fixed, percent, signed};
use rivals_league::results::Tournament;
use rivals_league::results::tournament::StandingRow;

/// The figure that ranks, and how its values are written.
pub(super) struct Ranking {
    /// Its name for people.
    pub name: String,
    /// Whether it is a metric, of which less is better.
    pub is_metric: bool,
    in_percent: bool,
    /// The mean of all players.
    mean: f64,
}

impl Ranking {
    /// The figure of this tournament.
    pub(super) fn of(played: &Tournament) -> Self {
        let metric = (played.standings.iter()).find_map(|row| row.ranked_by.as_deref());
        let Some(metric) = metric else {
            return Self {
                name: "win rate".to_owned(),
                is_metric: false,
                in_percent: true,
                mean: 1.0 / played.settings.seats as f64,
            };
        };
        let values = || played.standings.iter().filter_map(StandingRow::ranked);
        let mut prints = played.fingerprints.iter();
        Self {
            name: plain(metric),
            is_metric: true,
            in_percent: prints.any(|row| row.metric == metric && is_share(&row.unit)),
            mean: values().sum::<f64>() / values().count().max(1) as f64,
        }
    }

    /// The name with the unit that [`Self::number`] leaves out.
    pub(super) fn title(&self) -> String {
        if self.in_percent { format!("{} %", self.name) } else { self.name.clone() }
    }

    /// A value without its unit.
    fn number(&self, value: f64) -> String {
        if self.in_percent { percent(value, 2) } else { fixed(value, 4) }
    }

    /// A value in a sentence.
    pub(super) fn words(&self, value: f64) -> String {
        if self.in_percent { share(value) } else { self.number(value) }
    }

    /// The value of a player, with the ends of its interval.
    pub(super) fn value(&self, row: &StandingRow) -> (f64, Option<(f64, f64)>) {
        if self.is_metric {
            (row.ranked().unwrap_or(f64::NAN), row.ranked_ends())
        } else {
            (row.win_rate, row.low.zip(row.high))
        }
    }

    /// The value of a player with its interval, and the exact win rate, in a sentence.
    pub(super) fn with_interval(&self, row: &StandingRow) -> String {
        let (value, ends) = self.value(row);
        let ends = ends.map_or_else(String::new, |(low, high)| {
            format!(", 95 % interval {} to {}", self.number(low), self.words(high))
        });
        let exact = row.exact_win_rate.filter(|_| !self.is_metric);
        let exact = exact.map_or_else(String::new, |exact| format!("; exactly {}", share(exact)));
        self.words(value) + &ends + &exact
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
    pub(super) fn scale(&self) -> Scale {
        let mean = if self.mean > 0.0 { self.mean } else { 0.5 };
        let title = format!("{} of the row{}", self.name, if self.in_percent { ", %" } else { "" });
        let mut scale = Scale::chances(&title, mean, "itself");
        if !self.in_percent {
            scale.ticks.iter_mut().for_each(|(value, words)| *words = fixed(*value, 2));
        }
        scale
    }
}
