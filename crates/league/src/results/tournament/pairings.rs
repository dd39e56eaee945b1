//! `pairings.csv`, only with two seats: the sampled and the exact win rate of every ordered
//! pair of players.

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;
use crate::tournament::stopping;
use rivals_statistics::Interval;

csv_rows! {
    /// A row of `pairings.csv`; the fields are the columns.
    struct PairingRow;
    /// The rows in the roster's order of the first player, then of the second.
    fn rows(results), for pair in results.cross_table.pairs.iter() => {
        let interval = match results.finished.until_ci {
            None => pair.interval(),
            Some(_) => at_any_time(results, pair.first, pair.second),
        };
    }
    /// The id of the player in the first seat.
    first: String = results.id(pair.first).to_owned();
    /// The id of the player in the second seat.
    second: String = results.id(pair.second).to_owned();
    /// Games with these seats, at least one.
    games: u64 = pair.games;
    /// Games that `first` won alone.
    first_wins: u64 = pair.first_wins;
    /// `first_wins` / `games`, where a draw counts as half a win.
    first_win_rate: f64 = pair.rate();
    /// Lower end of the 95 % interval, which is Clopper and Pearson's where games are never drawn;
    /// with `--until-ci`, of the anytime-valid interval.
    low: f64 = interval.low;
    /// Upper end of the interval.
    high: f64 = interval.high;
    /// The exact win rate; empty where the game is not solved.
    exact: Option<f64> = pair.exact.map(|exact| exact.0);
    /// (`first_win_rate` - `exact`) / standard error; empty where `exact` is empty, 0 or 1,
    /// and where the exact probability of a draw is unknown.
    z: Option<f64> = pair.z();
    /// Games that were drawn; a column only of games that may be drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draws: Option<u64> = pair.draws;
    /// With `--until-ci` only: whether `low` and `high` are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = results.finished.optional_stopping(true);
}

/// The anytime-valid interval that ended the pairing, for the games with `first` in the
/// first seat.
fn at_any_time(results: &Analysis, first: usize, second: usize) -> Interval {
    let played = results.finished.pairings.iter().find_map(|pairing| {
        let seat = |player| pairing.players.iter().position(|&other| other == player);
        seat(second).and(seat(first)).map(|player| (&pairing.totals, player))
    });
    let (totals, player) = played.expect("a row is of a pairing that was played");
    stopping::interval(totals, 2, player)
}
