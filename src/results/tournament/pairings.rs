//! `pairings.csv`, only with two seats: the sampled and the exact win rate of every ordered
//! pair of players.

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;
use crate::statistics::Interval;
use crate::tournament::stopping;

/// A row of `pairings.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PairingRow {
    /// The id of the player in the first seat.
    pub first: String,
    /// The id of the player in the second seat.
    pub second: String,
    /// Games with these seats, at least one.
    pub games: u64,
    /// Games that `first` won alone.
    pub first_wins: u64,
    /// `first_wins` / `games`, where a draw counts as half a win.
    pub first_win_rate: f64,
    /// Lower end of the 95 % score interval, which is Wilson's where games are never drawn;
    /// with `--until-ci`, of the anytime-valid interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// The exact win rate; empty where the game is not solved.
    pub exact: Option<f64>,
    /// (`first_win_rate` - `exact`) / standard error; empty where `exact` is empty, 0 or 1,
    /// and where the exact probability of a draw is unknown.
    pub z: Option<f64>,
    /// Games that were drawn; a column only of games that may be drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draws: Option<u64>,
    /// With `--until-ci` only: whether `low` and `high` are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optional_stopping: Option<String>,
}

/// The anytime-valid interval that ended the pairing, for the games with `first` in the
/// first seat.
fn at_any_time(results: &Analysis, first: usize, second: usize) -> Interval {
    let played = results.finished.pairings.iter().find_map(|pairing| {
        let seat = |player| pairing.players.iter().position(|&other| other == player);
        seat(second)
            .and(seat(first))
            .map(|player| (&pairing.totals, player))
    });
    let (totals, player) = played.expect("a row is of a pairing that was played");
    stopping::interval(totals, 2, player)
}

/// The rows in the roster's order of the first player, then of the second.
pub(super) fn rows(results: &Analysis) -> Vec<PairingRow> {
    let rows = results.cross_table.pairs.iter().map(|pair| {
        let interval = match results.finished.until_ci {
            None => pair.interval(),
            Some(_) => at_any_time(results, pair.first, pair.second),
        };
        PairingRow {
            first: results.id(pair.first).to_owned(),
            second: results.id(pair.second).to_owned(),
            games: pair.games,
            first_wins: pair.first_wins,
            first_win_rate: pair.rate(),
            low: interval.low,
            high: interval.high,
            exact: pair.exact.map(|exact| exact.0),
            z: pair.z(),
            draws: pair.draws,
            optional_stopping: results.optional_stopping(true),
        }
    });
    rows.collect()
}
