//! `copies.csv`, only of games in which players also meet copies: a row for each player and each
//! other one, whose copies have all other seats. With three seats, the row of A and B is the table
//! (A, B, B), and the row of B and A the table (A, A, B).

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;

csv_rows! {
    /// A row of `copies.csv`; the fields are the columns.
    struct CopiesRow;
    /// The rows in the roster's order of the player, then of the copies.
    fn rows(results), for with_copies in results.copies.iter() => {
        let players = &with_copies.pairing.players;
        let ranked = with_copies.ranked;
    }
    /// The id of the player that sits alone.
    id: String = results.id(players[0]).to_owned();
    /// The id of the player whose copies have all other seats.
    copies: String = results.id(players[1]).to_owned();
    /// The number of games.
    games: u64 = with_copies.pairing.totals.games();
    /// The mean share of the win of the player that sits alone.
    win_rate: f64 = with_copies.win_rate.value;
    /// Lower end of the 95 % interval, computed over paired games.
    low: Option<f64> = with_copies.win_rate.low;
    /// Upper end of the interval.
    high: Option<f64> = with_copies.win_rate.high;
    /// The metric that ranks the players, such as `porotos`; empty where there is none.
    ranked_by: Option<String> = results.ranked_by().map(str::to_owned);
    /// The value of this metric of the player that sits alone.
    ranked_value: Option<f64> = ranked.map(|[player, _]| player.value);
    /// Lower end of the 95 % interval, computed over paired games.
    ranked_low: Option<f64> = ranked.and_then(|[player, _]| player.low);
    /// Upper end of the interval.
    ranked_high: Option<f64> = ranked.and_then(|[player, _]| player.high);
    /// The mean value of this metric over the copies.
    copies_value: Option<f64> = ranked.map(|[_, copies]| copies.value);
    /// Lower end of the 95 % interval, which allows for any dependence between the copies.
    copies_low: Option<f64> = ranked.and_then(|[_, copies]| copies.low);
    /// Upper end of the interval.
    copies_high: Option<f64> = ranked.and_then(|[_, copies]| copies.high);
    /// With `--until-ci` only: whether the intervals are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = results.optional_stopping(false);
}
