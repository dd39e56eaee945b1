//! The fingerprints of all players: their metrics, which describe how they play.

use super::estimate::PlayerEstimate;
use super::field::Field;

/// The metrics of all players, each over all pairings of the player. All pairings have
/// equal weight, however many games they had.
#[derive(Clone, Debug)]
pub struct Fingerprints {
    metrics: usize,
    /// The sampled metrics, by player, then metric; none where nothing was counted.
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
