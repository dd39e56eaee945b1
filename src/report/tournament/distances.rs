//! `distances.csv` and `neighbours.csv`: how far apart players play.

use serde::Serialize;

use crate::standings::{Distance, Results, neighbours};

pub(super) const FILE: &str = "distances.csv";
pub(super) const NEIGHBOURS: &str = "neighbours.csv";

/// A row; the fields are the columns.
#[derive(Debug, Default, Serialize)]
struct Row<'a> {
    a: &'a str,
    b: &'a str,
    /// Root of the mean square over metrics, each in standard deviations over
    /// the roster; empty where no metric can be compared.
    distance: Option<f64>,
    /// By how many standard errors their most different metric differs; empty
    /// where that metric does not vary.
    max_z: Option<f64>,
    /// That metric.
    metric: Option<&'a str>,
    /// Whether it differs by more than chance allows among so many metrics.
    distinguishable: bool,
}

/// A row; the fields are the columns, as in `distances.csv`.
#[derive(Debug, Default, Serialize)]
struct NeighbourRow<'a> {
    id: &'a str,
    /// Whom it plays most like.
    nearest: &'a str,
    distance: Option<f64>,
    max_z: Option<f64>,
    metric: Option<&'a str>,
    distinguishable: bool,
}

/// Every two players, in the roster's order.
pub(super) fn csv(results: &Results) -> String {
    let rows = results.distances.iter().map(|distance| Row {
        a: results.id(distance.a),
        b: results.id(distance.b),
        distance: distance.distance,
        max_z: distance.max_z,
        metric: metric(results, distance),
        distinguishable: distance.distinguishable,
    });
    crate::report::csv_or_header(rows.collect())
}

/// Each player's nearest, in the roster's order.
pub(super) fn neighbours_csv(results: &Results) -> String {
    let all = neighbours(&results.distances);
    let rows = all.iter().map(|neighbour| NeighbourRow {
        id: results.id(neighbour.player),
        nearest: results.id(neighbour.nearest),
        distance: neighbour.distance.distance,
        max_z: neighbour.distance.max_z,
        metric: metric(results, &neighbour.distance),
        distinguishable: neighbour.distance.distinguishable,
    });
    crate::report::csv_or_header(rows.collect())
}

fn metric<'a>(results: &Results<'a>, distance: &Distance) -> Option<&'a str> {
    let metric = distance.metric?;
    Some(&results.contest.metrics()[metric].name)
}
