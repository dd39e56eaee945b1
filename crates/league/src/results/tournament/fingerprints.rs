//! `fingerprints.csv`: a row per player and metric.

use serde::{Deserialize, Serialize};

use crate::standings::{Analysis, Standing};

csv_rows! {
    /// A row of `fingerprints.csv`; the fields are the columns.
    struct FingerprintRow;
    /// The rows in the roster's order, then the order of the metrics.
    fn rows(results), for (standing, (index, metric)) in in_roster_order(results)
        .into_iter()
        .flat_map(|standing| {
            let metrics = results.contest.metrics().iter().enumerate();
            metrics.map(move |metric| (standing, metric))
        }) => {
        let figure = results.fingerprints.get(standing.player, index);
        let estimate = figure.map(|figure| figure.estimate);
    }
    /// The id of the player.
    id: String = results.id(standing.player).to_owned();
    /// The name of the metric.
    metric: String = metric.name.clone();
    /// The unit, such as `points`, or `share`, in 0..=1.
    unit: String = metric.unit.to_owned();
    /// The mean over the player's pairings, which have the same weight; empty where nothing was
    /// counted.
    value: Option<f64> = estimate.map(|estimate| estimate.value);
    /// Lower end of the 95 % interval, computed over paired games; empty where the figure does not
    /// vary.
    low: Option<f64> = estimate.and_then(|estimate| estimate.low);
    /// Upper end of the interval.
    high: Option<f64> = estimate.and_then(|estimate| estimate.high);
    /// The number of sets of paired games.
    groups: u64 = standing.win_rate.groups;
    /// The exact value; empty where it is not known.
    exact: Option<f64> = results.fingerprints.exact(standing.player, index);
    /// Whether distances between players count the metric: it is sampled, and it follows from
    /// decisions.
    in_distances: bool = metric.behaviour && estimate.is_some();
    /// With `--until-ci` only: whether `low` and `high` are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = results.finished.optional_stopping(false);
}

fn in_roster_order<'a>(results: &'a Analysis) -> Vec<&'a Standing> {
    let mut players: Vec<_> = results.standings.iter().collect();
    players.sort_by_key(|standing| standing.player);
    players
}
