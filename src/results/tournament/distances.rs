//! `distances.csv` and `neighbours.csv`: how differently players decide.

use serde::{Deserialize, Serialize};

use crate::standings::{Analysis, Distance, neighbours};

/// A row of `distances.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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

/// A row of `neighbours.csv`; the fields are the columns, as in `distances.csv`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NeighbourRow {
    /// The id of the player.
    pub id: String,
    /// The id of the player at the smallest distance.
    pub nearest: String,
    /// As in `distances.csv`.
    pub distance: Option<f64>,
    /// As in `distances.csv`.
    pub max_z: Option<f64>,
    /// As in `distances.csv`.
    pub metric: Option<String>,
    /// As in `distances.csv`.
    pub distinguishable: bool,
    /// With `--until-ci` only: whether `max_z` is corrected for optional stopping, `corrected` or
    /// `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optional_stopping: Option<String>,
}

/// A row for every two players, in the roster's order.
pub(super) fn rows(results: &Analysis) -> Vec<DistanceRow> {
    let rows = results.distances.iter().map(|distance| DistanceRow {
        a: results.id(distance.a).to_owned(),
        b: results.id(distance.b).to_owned(),
        distance: distance.distance,
        max_z: distance.max_z,
        metric: metric(results, distance),
        distinguishable: distance.distinguishable,
        optional_stopping: results.optional_stopping(false),
    });
    rows.collect()
}

/// A row for every player, in the roster's order.
pub(super) fn neighbour_rows(results: &Analysis) -> Vec<NeighbourRow> {
    let all = neighbours(&results.distances);
    let rows = all.iter().map(|neighbour| NeighbourRow {
        id: results.id(neighbour.player).to_owned(),
        nearest: results.id(neighbour.nearest).to_owned(),
        distance: neighbour.distance.distance,
        max_z: neighbour.distance.max_z,
        metric: metric(results, &neighbour.distance),
        distinguishable: neighbour.distance.distinguishable,
        optional_stopping: results.optional_stopping(false),
    });
    rows.collect()
}

fn metric(results: &Analysis, distance: &Distance) -> Option<String> {
    let metric = distance.metric?;
    Some(results.contest.metrics()[metric].name.clone())
}
