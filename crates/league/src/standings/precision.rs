//! How many groups of paired games a narrow interval or a sure difference needs, by the variance of
//! the games of a pilot.

use serde::Serialize;

use super::analysis::Analysis;
use super::estimate::{Difference, MIN_GROUPS};
use crate::tournament::stopping::ALPHA;
use rivals_statistics::two_sided_t_point;

/// What the games are to show; all numbers are fractions of the win rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// 95 % intervals of win rates with this width.
    Width(f64),
    /// A difference that a test at 5 % finds with a probability, the power.
    Difference {
        /// The difference.
        difference: f64,
        /// The probability, in 0.5..1.
        power: f64,
    },
}

/// The groups of paired games that a player, or two of them, need.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NeedRow {
    /// The player.
    pub player: String,
    /// The player with whom it is compared; `None` where a win rate stands alone.
    pub other: Option<String>,
    /// The win rate in the pilot, or its difference to the other one's.
    pub value: f64,
    /// The exact value; `None` unless it is known.
    pub exact: Option<f64>,
    /// The standard error of the value in the pilot.
    pub standard_error: f64,
    /// The number of groups of paired games of every pairing.
    pub groups: u64,
}

/// The number of standard errors to the ends of a 95 % interval.
fn ends() -> f64 {
    two_sided_t_point(ALPHA, 1, f64::INFINITY)
}

/// The number of standard errors at which a difference is found with this power.
fn found(power: f64) -> f64 {
    ends() + two_sided_t_point(2.0 * (1.0 - power), 1, f64::INFINITY)
}

impl Goal {
    /// The goal that games with this standard error reach: of intervals, or of differences.
    #[must_use]
    pub fn reached(standard_error: f64, power: Option<f64>) -> f64 {
        match power {
            None => 2.0 * ends() * standard_error,
            Some(power) => found(power) * standard_error,
        }
    }

    /// The largest standard error with which the goal is reached.
    #[must_use]
    pub fn standard_error(self) -> f64 {
        match self {
            Self::Width(width) => width / 2.0 / ends(),
            Self::Difference { difference, power } => difference / found(power),
        }
    }

    /// The groups of every pairing that the goal needs, where `pilot` of them have this standard
    /// error; at least [`MIN_GROUPS`].
    #[must_use]
    pub fn groups(self, standard_error: f64, pilot: u64) -> u64 {
        let ratio = standard_error / self.standard_error();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive")]
        let needed = (pilot as f64 * ratio * ratio).ceil() as u64;
        needed.max(MIN_GROUPS)
    }

    /// The groups of every pairing that the goal needs, by the games of a pilot: those of win rates
    /// alone for widths and of two players, whose win rates are compared with one half, or those of
    /// every two players; the most first.
    ///
    /// The variance of a win rate is that of its interval, which allows for few games.
    #[must_use]
    pub fn needs(self, pilot: &Analysis<'_>) -> Vec<NeedRow> {
        let row = |(player, other): (&str, Option<&str>), value, exact, standard_error: f64| {
            let (player, other) = (player.to_owned(), other.map(str::to_owned));
            let groups = self.groups(standard_error, pilot.finished.games);
            NeedRow { player, other, value, exact, standard_error, groups }
        };
        let mut players = pilot.standings.iter().collect::<Vec<_>>();
        players.sort_by_key(|standing| standing.player);
        let alone = players.iter().filter_map(|of| {
            let error = (of.high? - of.low?) / 2.0 / ends();
            Some((*of, error))
        });
        let alone: Vec<_> = alone.collect();
        let of_two = matches!(self, Self::Difference { .. }) && alone.len() > 2;
        let mut rows = Vec::new();
        for (at, (player, error)) in alone.iter().enumerate() {
            if !of_two {
                let exact = player.exact_win_rate;
                rows.push(row((&player.id, None), player.win_rate, exact, *error));
                continue;
            }
            for (other, other_error) in &alone[at + 1..] {
                let estimates = [player, other].map(|of| pilot.win_rate(of.player));
                let [Some(a), Some(b)] = &estimates else {
                    continue;
                };
                let of_both = Difference::new(&[(1.0, a), (-1.0, b)]);
                let known = of_both.standard_error.filter(|error| *error > 0.0);
                let both = known.unwrap_or(error + other_error);
                let exact = player.exact_win_rate.zip(other.exact_win_rate).map(|(a, b)| a - b);
                rows.push(row((&player.id, Some(&other.id)), of_both.value, exact, both));
            }
        }
        rows.sort_by_key(|row| std::cmp::Reverse(row.groups));
        rows
    }
}
