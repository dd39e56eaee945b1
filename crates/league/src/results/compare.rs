//! `compare.csv`: a row for each measure of two tournaments, with the difference and its interval.

use serde::{Deserialize, Serialize};

use super::rule_sweep::{Measure, RuleRow};
use crate::tournament::SideBySide;
use crate::tournament::stopping::ALPHA;
use rivals_core::text::number::NO_DIFFERENCE;
use rivals_statistics::{RatioSums, share_interval, two_sided_t_point};

/// What a difference is known from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// Both sides were played on the same dice, and the difference was counted game by game.
    #[default]
    Paired,
    /// The games of both sides are independent.
    Independent,
    /// The games of both sides share dice, in a way that is not recorded: the errors of both add up.
    Dependent,
    /// Both sides are the same games.
    Same,
}

/// A row of `compare.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompareRow {
    /// What is measured.
    pub measure: Measure,
    /// The id of the player, or the number of the seat, from 1; empty for other measures.
    pub of: String,
    /// The sampled value of the first side. The length of a game is a mean over all games that were
    /// paired, where some were.
    pub a: f64,
    /// The sampled value of the second side.
    pub b: f64,
    /// The value of the second side, less that of the first.
    pub difference: f64,
    /// Lower end of the interval of the difference; the intervals of all rows together are 95 %
    /// intervals (Bonferroni). Empty where too few games were played.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
    /// The exact difference; empty where it is not known.
    pub exact_difference: Option<f64>,
    /// The largest absolute value of a difference that the figures allow for: the exact one, else the
    /// larger end of the interval.
    pub most: Option<f64>,
    /// What the interval follows from.
    pub basis: Basis,
    /// Whether there is a difference beyond chance: the exact one is more than an error of rounding or,
    /// where it is not known, the interval has no 0 in it.
    pub shown: bool,
}

/// The rows of two sides that have the same measures. Paired differences are those of the batches,
/// where there are some, of players with these ids.
#[must_use]
pub fn rows(
    sides: [&[RuleRow]; 2],
    basis: Basis,
    played: Option<(&SideBySide, &[String])>,
) -> Vec<CompareRow> {
    let pair = |a: &RuleRow| {
        let b = sides[1].iter().find(|b| (b.measure, &b.of) == (a.measure, &a.of))?;
        Some((a.clone(), b.clone()))
    };
    let mut pairs: Vec<_> = sides[0].iter().filter_map(pair).collect();
    let seats = pairs.iter().filter(|(a, _)| a.measure == Measure::Advantage).count();
    // With two seats, the second one has what the first one has not.
    pairs.retain(|(a, _)| !(seats == 2 && a.measure == Measure::Advantage && a.of == "2"));
    let tests = pairs.len().max(1);
    let row = |(a, b): &(RuleRow, RuleRow)| {
        let paired = played.filter(|_| basis == Basis::Paired);
        let ends = match (basis, paired) {
            (Basis::Same, _) => Some((0.0, 0.0)),
            (_, Some((played, ids))) => self::paired(played, ids, a, seats, tests),
            _ => apart(a, b, basis == Basis::Dependent, tests),
        };
        let length = paired.filter(|_| a.measure == Measure::Length);
        let length = length.and_then(|(played, ids)| means(played, place(ids, a, seats)?));
        let [of_a, of_b] = length.unwrap_or([a.value, b.value]);
        let exact = match basis {
            Basis::Same => Some(0.0),
            _ => a.exact.zip(b.exact).map(|(a, b)| b - a),
        };
        CompareRow {
            measure: a.measure,
            of: a.of.clone(),
            a: of_a,
            b: of_b,
            difference: of_b - of_a,
            low: ends.map(|ends| ends.0),
            high: ends.map(|ends| ends.1),
            exact_difference: exact.filter(|_| basis != Basis::Same),
            most: exact.map(f64::abs).or(ends.map(|(low, high)| low.abs().max(high.abs()))),
            basis,
            shown: match exact {
                Some(exact) => exact.abs() > NO_DIFFERENCE,
                None => ends.is_some_and(|(low, high)| low > 0.0 || high < 0.0),
            },
        }
    };
    pairs.iter().map(row).collect()
}

/// The interval of the difference of two independent estimates (Newcombe 1998, Statistics in
/// Medicine 17, 873-890; Zou and Donner 2008, ibid. 27, 1693-1702), or of estimates that depend on
/// each other in any way.
fn apart(a: &RuleRow, b: &RuleRow, dependent: bool, tests: usize) -> Option<(f64, f64)> {
    let point = |tests: usize| two_sided_t_point(ALPHA, tests, f64::INFINITY);
    let wider = point(tests) / point(1);
    let together = |one: f64, other: f64| {
        wider * if dependent { one + other } else { (one * one + other * other).sqrt() }
    };
    let down = together(b.value - b.low?, a.high? - a.value);
    let up = together(b.high? - b.value, a.value - a.low?);
    let difference = b.value - a.value;
    let most = match a.measure {
        Measure::Length => f64::INFINITY,
        // Of two seats, one may win all games of one side and none of the other.
        Measure::Advantage => 2.0,
        _ => 1.0,
    };
    Some(((difference - down).max(-most), (difference + up).min(most)))
}

/// The place of a measure in the batches of players with these ids; `None` if it is not counted.
fn place(ids: &[String], row: &RuleRow, seats: usize) -> Option<usize> {
    let players = ids.len();
    match row.measure {
        Measure::WinRate => ids.iter().position(|id| *id == row.of),
        Measure::Advantage => Some(players + row.of.parse::<usize>().ok()? - 1),
        Measure::Draws => Some(players + seats),
        Measure::Length => Some(players + seats + 1),
        Measure::Optimal => None,
    }
}

/// The numerators and denominators of both sides over all batches, as [`SideBySide::batches`].
fn sums(played: &SideBySide, place: usize) -> [f64; 4] {
    played.batches.iter().fold([0.0; 4], |mut sums, batch| {
        sums.iter_mut().zip(batch[place]).for_each(|(sum, more)| *sum += more as f64);
        sums
    })
}

/// The ratio of each side over all batches; `None` of what is not counted.
fn means(played: &SideBySide, place: usize) -> Option<[f64; 2]> {
    let [x, n, y, m] = sums(played, place);
    (n > 0.0 && m > 0.0).then(|| [x / n, y / m])
}

/// The interval of a difference of paired games, by their batches; `None` with a single batch.
fn paired(
    played: &SideBySide,
    ids: &[String],
    row: &RuleRow,
    seats: usize,
    tests: usize,
) -> Option<(f64, f64)> {
    let place = place(ids, row, seats)?;
    let count = played.batches.len() as f64;
    if count < 2.0 {
        return None;
    }
    let [a, b] = means(played, place)?;
    let sums = sums(played, place);
    // What each batch adds to the difference (the linear term of the delta method).
    let added = |batch: &Vec<[i128; 4]>| {
        let [x, n, y, m] = batch[place].map(|count| count as f64);
        (y - b * m) / sums[3] - (x - a * n) / sums[1]
    };
    let squares: f64 = played.batches.iter().map(added).map(|added| added * added).sum();
    let variance = count / (count - 1.0) * squares;
    let point = two_sided_t_point(ALPHA, tests, count - 1.0);
    if row.measure == Measure::Length {
        let half = point * variance.sqrt();
        return (half > 0.0).then_some((b - a - half, b - a + half));
    }
    // Half of 1 and the difference is a share, of groups that vary as much.
    let share = f64::midpoint(1.0, b - a);
    let wider = point / two_sided_t_point(ALPHA, tests, f64::INFINITY);
    let interval = share_interval(
        &[of_share(share, variance / 4.0, played.groups[place])],
        wider * wider,
        ALPHA / tests as f64,
    )?;
    let stretch = match row.measure {
        Measure::Advantage => seats as f64 / (seats as f64 - 1.0),
        _ => 1.0,
    };
    Some((stretch * (2.0 * interval.low - 1.0), stretch * (2.0 * interval.high - 1.0)))
}

/// The sums of this number of groups with a share of this value, whose mean has this variance.
#[expect(clippy::cast_possible_truncation, reason = "rounded, and far below 2^127")]
fn of_share(share: f64, variance: f64, groups: u64) -> RatioSums {
    const UNITS: i128 = 1 << 20;
    let (unit, many) = (UNITS as f64, groups as f64);
    let about_mean = many * (many - 1.0) * variance;
    let squares = (many * share * share + about_mean) * unit * unit;
    RatioSums::of_whole(
        groups,
        (share * unit * many).round() as i128,
        squares.round() as i128,
        UNITS,
    )
}
