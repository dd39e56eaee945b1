//! How far apart players play.
//!
//! The *distance* of two players is the root of the mean square over metrics of
//! their difference, each metric in units of its standard deviation over the
//! roster. It is a distance of behaviour: metrics that do not follow from
//! decisions ([`Metric::behaviour`](crate::tournament::Metric::behaviour)), such as
//! the thinking time, are left out. So are metrics that are the same for all
//! players, and those that one of the two players does not have.
//!
//! A distance is above 0 even between twins, from chance alone. Whether two are
//! *distinguishable* is asked of their most different metric: by how many
//! standard errors it differs, against the point that the largest of so many
//! metrics passes between twins with a chance of at most [`ALPHA`], Student's t for as
//! many paired games as it rests on; from fewer than 30, no two are told apart. To say
//! that no two of a roster are indistinguishable, all pairs have to pass, so no
//! further correction is due.

use super::field::Field;
use super::figure::Difference;
use super::fingerprints::Fingerprints;

/// The chance that twins are told apart.
const ALPHA: f64 = 0.001;

/// Two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// Index of the roster.
    pub a: usize,
    /// Index of the roster, larger.
    pub b: usize,
    /// None where no metric can be compared.
    pub distance: Option<f64>,
    /// Of the metric that differs most, how many standard errors it differs;
    /// none where no standard error is known, and where what differs most does
    /// not vary at all.
    pub max_z: Option<f64>,
    /// The metric that differs most.
    pub metric: Option<usize>,
    /// Whether it differs by more than chance allows.
    pub distinguishable: bool,
}

/// A player and who plays most like it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// Index of the roster.
    pub player: usize,
    /// Index of the roster.
    pub nearest: usize,
    /// The two.
    pub distance: Distance,
}

/// All pairs of players who played, in the roster's order.
pub(super) fn distances(field: &Field, fingerprints: &Fingerprints) -> Vec<Distance> {
    let players: Vec<usize> = (0..field.players())
        .filter(|&player| !field.places(player).is_empty())
        .collect();
    let metrics = field.contest.metrics().iter().enumerate();
    let spreads: Vec<f64> = metrics
        .map(|(metric, known)| match known.behaviour {
            true => spread(fingerprints, &players, metric),
            false => 0.0,
        })
        .collect();
    let mut distances = Vec::new();
    for (at, &a) in players.iter().enumerate() {
        for &b in &players[at + 1..] {
            distances.push(distance(fingerprints, &spreads, a, b));
        }
    }
    distances
}

/// Each player's nearest, the first of the roster among equals.
#[must_use]
pub fn neighbours(distances: &[Distance]) -> Vec<Neighbour> {
    let mut players: Vec<usize> = distances.iter().flat_map(|d| [d.a, d.b]).collect();
    players.sort_unstable();
    players.dedup();
    (players.into_iter())
        .filter_map(|player| {
            let mut nearest: Option<Neighbour> = None;
            for &distance in distances {
                let other = match player {
                    _ if player == distance.a => distance.b,
                    _ if player == distance.b => distance.a,
                    _ => continue,
                };
                let Some(far) = distance.distance else {
                    continue;
                };
                let nearer = |n: &Neighbour| n.distance.distance.is_some_and(|near| far < near);
                if nearest.as_ref().is_none_or(nearer) {
                    nearest = Some(Neighbour {
                        player,
                        nearest: other,
                        distance,
                    });
                }
            }
            nearest
        })
        .collect()
}

/// The standard deviation over the players that have the metric; 0 where it is one
/// value but for rounding.
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
    if spread > 1e-12 * mean.abs() {
        spread
    } else {
        0.0
    }
}

fn distance(fingerprints: &Fingerprints, spreads: &[f64], a: usize, b: usize) -> Distance {
    let (mut squares, mut compared, mut tested) = (0.0, 0_u32, 0);
    let mut found = Distance {
        a,
        b,
        distance: None,
        max_z: None,
        metric: None,
        distinguishable: false,
    };
    // Metrics that no group of either deviates from, and that differ.
    let mut fixed = None;
    let mut furthest: Option<(f64, Difference)> = None;
    for (metric, spread) in spreads
        .iter()
        .enumerate()
        .filter(|(_, spread)| **spread > 0.0)
    {
        let figures = (fingerprints.get(a, metric), fingerprints.get(b, metric));
        let (Some(of_a), Some(of_b)) = figures else {
            continue;
        };
        let difference = Difference::new(&[(1.0, of_a), (-1.0, of_b)]);
        let standardised = difference.value / spread;
        squares += standardised * standardised;
        compared += 1;
        let many = difference.has_enough();
        if let Some(z) = difference.z() {
            tested += 1;
            // One that rests on few games does not stand before one that decides.
            let further = |(largest, other): (f64, Difference)| {
                (many, z.abs()) > (other.has_enough(), largest)
            };
            if furthest.is_none_or(further) {
                furthest = Some((z.abs(), difference));
                found.max_z = Some(z.abs());
                found.metric = Some(metric);
            }
        } else if difference.standard_error == Some(0.0) && difference.value != 0.0 && many {
            fixed.get_or_insert(metric);
        }
    }
    found.distance = (compared > 0).then(|| (squares / f64::from(compared)).sqrt());
    found.distinguishable = furthest.is_some_and(|(z, difference)| {
        let point = difference.point(ALPHA, tested);
        point.is_some_and(|point| z > point)
    });
    if let (false, Some(metric)) = (found.distinguishable, fixed) {
        found.max_z = None;
        found.metric = Some(metric);
        found.distinguishable = true;
    }
    found
}
