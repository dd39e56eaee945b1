//! Distances between the players' ways of playing.
//!
//! The *distance* of two players is the root of the mean square over metrics of their
//! difference, with each metric in units of its standard deviation over the roster. It
//! is a distance of behaviour: metrics that do not follow from decisions
//! ([`Metric::behaviour`](crate::tournament::Metric::behaviour)), such as the thinking
//! time, are left out. Metrics that are the same for all players, and those that one of
//! the two players does not have, are left out as well.
//!
//! Chance alone makes the distance of two equal players larger than 0. Whether two
//! players are *distinguishable* is a test of their most different metric. Its
//! difference in standard errors must exceed the point that the largest of all metrics
//! exceeds between equal players with a probability of at most [`ALPHA`]; the point is
//! Student's t for as many paired games as the difference rests on. With fewer than 30
//! paired games, no two players are distinguishable. The statement that all players of
//! a roster are distinguishable requires all pairs to pass, so it needs no further
//! correction.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::estimate::Difference;
use super::field::Field;
use super::fingerprints::Fingerprints;
use rivals_statistics::parallel;

/// The probability that two equal players are called distinguishable, at most.
const ALPHA: f64 = 0.001;

/// A row of `distances.csv`: the distance of two players; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DistanceRow {
    /// The id of a player.
    pub a: String,
    /// The id of another player, later in the roster.
    pub b: String,
    /// The root mean square difference over metrics, each in standard deviations over the
    /// roster; empty where no metric can be compared.
    pub distance: Option<f64>,
    /// The difference of the two players' most different metric, in standard errors, at
    /// least; empty where that metric does not vary.
    pub max_z: Option<f64>,
    /// That metric.
    pub metric: Option<String>,
    /// Whether that difference is significant, corrected for the number of metrics.
    pub distinguishable: bool,
    /// With `--until-ci` only: whether `max_z` is corrected for optional stopping, `corrected` or
    /// `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optional_stopping: Option<String>,
}

csv_rows! {
    /// A row of `neighbours.csv`: a player and the player that plays most like it; the fields are the
    /// columns.
    struct NeighbourRow;
    /// The rows in the roster's order; among equals the first of the roster is the nearest.
    fn neighbours(field: &Field, nearest: Nearest), for (player, row) in nearest.into_iter() => {
        let id = field.id(player);
        let nearest = if row.a == id { &row.b } else { &row.a };
    }
    /// The id of the player.
    id: String = id;
    /// The id of the player at the smallest distance.
    nearest: String = nearest.clone();
    /// As in `distances.csv`.
    distance: Option<f64> = row.distance;
    /// As in `distances.csv`.
    max_z: Option<f64> = row.max_z;
    /// As in `distances.csv`.
    metric: Option<String> = row.metric.clone();
    /// As in `distances.csv`.
    distinguishable: bool = row.distinguishable;
    /// With `--until-ci` only: whether `max_z` is corrected for optional stopping, `corrected` or
    /// `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = row.optional_stopping.clone();
}

/// All pairs of players who played, in the roster's order; of a sampled tournament, those who met
/// and those of each player with its nearest player.
pub(super) fn distances(
    field: &Field,
    fingerprints: &Fingerprints,
) -> (Vec<DistanceRow>, Vec<NeighbourRow>) {
    let players = field.played();
    let metrics = field.contest.metrics().iter().enumerate();
    let spreads: Vec<f64> = metrics
        .map(|(at, metric)| if metric.behaviour { spread(fingerprints, &players, at) } else { 0.0 })
        .collect();
    let pairs: Vec<[usize; 2]> = if field.finished.design.is_some() {
        met_or_nearest(field, fingerprints, &spreads, &players)
    } else {
        let pairs = players.iter().enumerate();
        let pairs = pairs.flat_map(|(at, &a)| players[at + 1..].iter().map(move |&b| [a, b]));
        pairs.collect()
    };
    let rows = parallel::map(pairs.len(), |at| distance(field, fingerprints, &spreads, pairs[at]));
    let nearest = neighbours(field, nearest(&pairs, &rows));
    (rows, nearest)
}

/// Of a sampled tournament, the pairs of players that met and those of each player with its
/// nearest player, in the roster's order: all pairs of a thousand players would be half a million.
fn met_or_nearest(
    field: &Field,
    fingerprints: &Fingerprints,
    spreads: &[f64],
    players: &[usize],
) -> Vec<[usize; 2]> {
    let met = field.pairings.iter().flat_map(|pairing| {
        let players = &pairing.players;
        let others = players.iter().enumerate();
        others.flat_map(|(at, &a)| players[at + 1..].iter().map(move |&b| [a.min(b), a.max(b)]))
    });
    let nearest = parallel::map(players.len(), |at| {
        let player = players[at];
        let far = |&other: &usize| {
            let squares = squares(fingerprints, spreads, player, other);
            let count = squares.len();
            let mean = squares.iter().sum::<f64>() / count as f64;
            if count > 0 { mean } else { f64::INFINITY }
        };
        let others = players.iter().copied().filter(|&other| other != player);
        let nearest = others.map(|other| (far(&other), other));
        let (_, other) = nearest.min_by(|one, other| one.0.total_cmp(&other.0))?;
        Some([player.min(other), player.max(other)])
    });
    let mut pairs: Vec<_> = met.chain(nearest.into_iter().flatten()).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// The squared differences of two players in the metrics that vary and that both have, in
/// standard deviations.
fn squares(fingerprints: &Fingerprints, spreads: &[f64], a: usize, b: usize) -> Vec<f64> {
    let varying = spreads.iter().enumerate();
    (varying.filter(|(_, spread)| **spread > 0.0))
        .filter_map(|(metric, spread)| {
            let [a, b] = [a, b].map(|player| fingerprints.get(player, metric));
            let standardised = (a?.value() - b?.value()) / spread;
            Some(standardised * standardised)
        })
        .collect()
}

/// By player, the row of the smallest distance.
type Nearest<'a> = BTreeMap<usize, &'a DistanceRow>;

fn nearest<'a>(pairs: &[[usize; 2]], rows: &'a [DistanceRow]) -> Nearest<'a> {
    let mut nearest = Nearest::new();
    for (pair, row) in pairs.iter().zip(rows).filter(|(_, row)| row.distance.is_some()) {
        for &player in pair {
            let known = nearest.entry(player).or_insert(row);
            if row.distance < known.distance {
                *known = row;
            }
        }
    }
    nearest
}

/// The standard deviation over the players that have the metric; 0 where all values are
/// equal except for rounding.
fn spread(fingerprints: &Fingerprints, players: &[usize], metric: usize) -> f64 {
    let values: Vec<f64> = (players.iter())
        .filter_map(|&player| Some(fingerprints.get(player, metric)?.value()))
        .collect();
    let count = values.len() as f64;
    if values.len() < 2 {
        return 0.0;
    }
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
    let spread = (squares / count).sqrt();
    if spread > 1e-12 * mean.abs() { spread } else { 0.0 }
}

fn distance(
    field: &Field,
    fingerprints: &Fingerprints,
    spreads: &[f64],
    [a, b]: [usize; 2],
) -> DistanceRow {
    let mut squares = Vec::new();
    let mut tested = 0;
    // The metric that differs most, with its difference in standard errors.
    let mut furthest: Option<(f64, usize, Difference)> = None;
    // The metric that differs although no group of either player deviates from its
    // value.
    let mut fixed = None;
    let varying = spreads.iter().enumerate();
    for (metric, spread) in varying.filter(|(_, spread)| **spread > 0.0) {
        let estimates = (fingerprints.get(a, metric), fingerprints.get(b, metric));
        let (Some(of_a), Some(of_b)) = estimates else {
            continue;
        };
        let difference = Difference::new(&[(1.0, of_a), (-1.0, of_b)]);
        let standardised = difference.value / spread;
        squares.push(standardised * standardised);
        let many = difference.has_enough();
        if let Some(z) = difference.z().map(f64::abs) {
            tested += 1;
            // A difference that rests on few games does not come before one that
            // decides.
            let further = |(largest, _, other): (f64, usize, Difference)| {
                (many, z) > (other.has_enough(), largest)
            };
            if furthest.is_none_or(further) {
                furthest = Some((z, metric, difference));
            }
        } else if difference.standard_error == Some(0.0) && difference.value != 0.0 && many {
            fixed.get_or_insert(metric);
        }
    }
    let decides = furthest.is_some_and(|(z, _, difference)| {
        let point = difference.point(ALPHA, tested);
        point.is_some_and(|point| z > point)
    });
    let fixed = fixed.filter(|_| !decides);
    let mean = || squares.iter().sum::<f64>() / squares.len() as f64;
    let metric = fixed.or(furthest.map(|(_, metric, _)| metric));
    DistanceRow {
        a: field.finished.roster[a].id.clone(),
        b: field.finished.roster[b].id.clone(),
        distance: (!squares.is_empty()).then(|| mean().sqrt()),
        max_z: (furthest.filter(|_| fixed.is_none())).map(|(z, ..)| z),
        metric: metric.map(|metric| field.contest.metrics()[metric].name.clone()),
        distinguishable: decides || fixed.is_some(),
        optional_stopping: field.finished.optional_stopping(false),
    }
}
