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

use super::estimate::Difference;
use super::field::Field;
use super::fingerprints::Fingerprints;
use rivals_statistics::parallel;

/// The probability that two equal players are called distinguishable, at most.
const ALPHA: f64 = 0.001;

/// The distance of two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// The index of one player in the roster.
    pub a: usize,
    /// The index of the other player in the roster, larger.
    pub b: usize,
    /// The distance; none where no metric can be compared.
    pub distance: Option<f64>,
    /// The difference in the metric that differs most, in standard errors; none where
    /// no standard error is known, and where that metric does not vary in the games of
    /// either player.
    pub max_z: Option<f64>,
    /// The metric that differs most.
    pub metric: Option<usize>,
    /// Whether the difference is larger than chance explains.
    pub distinguishable: bool,
}

/// A player and the player that plays most like it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// The index of the player in the roster.
    pub player: usize,
    /// The index of the nearest player in the roster.
    pub nearest: usize,
    /// The distance of the two.
    pub distance: Distance,
}

/// All pairs of players who played, in the roster's order; of a sampled tournament, those who met
/// and those of each player with its nearest player.
pub(super) fn distances(field: &Field, fingerprints: &Fingerprints) -> Vec<Distance> {
    let players: Vec<usize> =
        (0..field.players()).filter(|&player| !field.appearances(player).is_empty()).collect();
    let metrics = field.contest.metrics().iter().enumerate();
    let spreads: Vec<f64> = metrics
        .map(
            |(metric, known)| {
                if known.behaviour { spread(fingerprints, &players, metric) } else { 0.0 }
            },
        )
        .collect();
    let pairs: Vec<[usize; 2]> = if field.finished.design.is_some() {
        met_or_nearest(field, fingerprints, &spreads, &players)
    } else {
        let pairs = players.iter().enumerate();
        let pairs = pairs.flat_map(|(at, &a)| players[at + 1..].iter().map(move |&b| [a, b]));
        pairs.collect()
    };
    parallel::map(pairs.len(), |at| {
        let [a, b] = pairs[at];
        distance(fingerprints, &spreads, a, b)
    })
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

/// The nearest player of each player; among equals the first of the roster.
#[must_use]
pub fn neighbours(distances: &[Distance]) -> Vec<Neighbour> {
    let far = |of: &Distance| of.distance.unwrap_or(f64::INFINITY);
    let mut nearest: BTreeMap<usize, &Distance> = BTreeMap::new();
    for distance in distances.iter().filter(|of| of.distance.is_some()) {
        for player in [distance.a, distance.b] {
            let known = nearest.entry(player).or_insert(distance);
            if far(distance).total_cmp(&far(known)).is_lt() {
                *known = distance;
            }
        }
    }
    (nearest.into_iter())
        .map(|(player, &distance)| Neighbour {
            player,
            nearest: distance.a + distance.b - player,
            distance,
        })
        .collect()
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

fn distance(fingerprints: &Fingerprints, spreads: &[f64], a: usize, b: usize) -> Distance {
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
    Distance {
        a,
        b,
        distance: (!squares.is_empty()).then(|| mean().sqrt()),
        max_z: (furthest.filter(|_| fixed.is_none())).map(|(z, ..)| z),
        metric: fixed.or(furthest.map(|(_, metric, _)| metric)),
        distinguishable: decides || fixed.is_some(),
    }
}
