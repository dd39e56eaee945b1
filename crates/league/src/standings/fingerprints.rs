//! The fingerprints of all players: their metrics, which describe how they play.

use serde::{Deserialize, Serialize};

use super::estimate::PlayerEstimate;
use super::field::Field;
use crate::tournament::Metric;

/// The metrics of all players, each over all pairings of the player. All pairings have
/// equal weight, however many games they had.
#[derive(Clone, Debug)]
pub struct Fingerprints {
    metrics: usize,
    /// The sampled metrics, by player, then metric; `None` where nothing was counted.
    figures: Vec<Option<PlayerEstimate>>,
    /// The exact values of the metrics, where the contest knows them.
    exact: Vec<Option<f64>>,
}

impl Fingerprints {
    pub(super) fn new(field: &Field) -> Self {
        let metrics = field.contest.metrics();
        let all =
            || (0..field.players()).flat_map(|player| (0..metrics.len()).map(move |m| (player, m)));
        let figure = |(player, metric): (usize, usize)| {
            PlayerEstimate::metric(field, field.appearances(player), metric)
        };
        Self {
            metrics: metrics.len(),
            figures: all().map(figure).collect(),
            exact: all()
                .map(|(player, metric)| field.solved()?.exact_metric(player, metric))
                .collect(),
        }
    }

    /// A sampled metric of a player.
    #[must_use]
    pub fn get(&self, player: usize, metric: usize) -> Option<&PlayerEstimate> {
        self.figures[player * self.metrics + metric].as_ref()
    }

    /// The exact value of a player's metric, where it is known.
    #[must_use]
    pub fn exact(&self, player: usize, metric: usize) -> Option<f64> {
        self.exact[player * self.metrics + metric]
    }
}

csv_rows! {
    /// A row of `fingerprints.csv`; the fields are the columns.
    struct FingerprintRow;
    /// The rows in the roster's order, then the order of the metrics.
    fn rows(field: &Field, all: &Fingerprints), for (player, index, metric) in of_played(field) => {
        let figure = all.get(player, index);
        let estimate = figure.map(|figure| figure.estimate);
    }
    /// The id of the player.
    id: String = field.id(player);
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
    groups: u64 = field.groups(player);
    /// The exact value; empty where it is not known.
    exact: Option<f64> = all.exact(player, index);
    /// Whether distances between players count the metric: it is sampled, and it follows from
    /// decisions.
    in_distances: bool = metric.behaviour && estimate.is_some();
    /// With `--until-ci` only: whether `low` and `high` are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = field.finished.optional_stopping(false);
}

/// The players who played with all metrics, in the roster's order.
fn of_played<'a>(field: &'a Field) -> impl Iterator<Item = (usize, usize, &'a Metric)> {
    let metrics = || field.contest.metrics().iter().enumerate();
    let of = move |player| metrics().map(move |(index, metric)| (player, index, metric));
    field.played().into_iter().flat_map(of)
}
