//! `distances.csv` and `neighbours.csv`: how differently players decide.

use serde::{Deserialize, Serialize};

use crate::standings::{Analysis, Distance, neighbours};

csv_rows! {
    /// A row of `distances.csv`; the fields are the columns.
    struct DistanceRow;
    /// A row for every two players, in the roster's order.
    fn rows(results), for distance in results.distances.iter() => {}
    /// The id of a player.
    a: String = results.id(distance.a).to_owned();
    /// The id of another player, later in the roster.
    b: String = results.id(distance.b).to_owned();
    /// The root mean square difference over metrics, each in standard deviations over the
    /// roster; empty where no metric can be compared.
    distance: Option<f64> = distance.distance;
    /// The difference of the two players' most different metric, in standard errors, at
    /// least; empty where that metric does not vary.
    max_z: Option<f64> = distance.max_z;
    /// That metric.
    metric: Option<String> = metric(results, distance);
    /// Whether that difference is significant, corrected for the number of metrics.
    distinguishable: bool = distance.distinguishable;
    /// With `--until-ci` only: whether `max_z` is corrected for optional stopping, `corrected` or
    /// `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = results.optional_stopping(false);
}

csv_rows! {
    /// A row of `neighbours.csv`; the fields are the columns, as in `distances.csv`.
    struct NeighbourRow;
    /// A row for every player, in the roster's order.
    fn neighbour_rows(results), for neighbour in neighbours(&results.distances).into_iter() => {
        let distance = &neighbour.distance;
    }
    /// The id of the player.
    id: String = results.id(neighbour.player).to_owned();
    /// The id of the player at the smallest distance.
    nearest: String = results.id(neighbour.nearest).to_owned();
    /// As in `distances.csv`.
    distance: Option<f64> = distance.distance;
    /// As in `distances.csv`.
    max_z: Option<f64> = distance.max_z;
    /// As in `distances.csv`.
    metric: Option<String> = metric(results, distance);
    /// As in `distances.csv`.
    distinguishable: bool = distance.distinguishable;
    /// With `--until-ci` only: whether `max_z` is corrected for optional stopping, `corrected` or
    /// `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = results.optional_stopping(false);
}

fn metric(results: &Analysis, distance: &Distance) -> Option<String> {
    let metric = distance.metric?;
    Some(results.contest.metrics()[metric].name.clone())
}
