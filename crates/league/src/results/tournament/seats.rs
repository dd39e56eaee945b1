//! `seats.csv`: a row per seat, with its advantage.

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;
use crate::standings::places::advantage;

csv_rows! {
    /// A row of `seats.csv`; the fields are the columns.
    struct SeatRow;
    /// The rows in the order of the seats.
    fn rows(results), for (row, seat) in results.seats.iter().enumerate() => {
        let of = |share: f64| advantage(share, results.finished.seats);
        let won = seat.won;
    }
    /// The number of the seat, from 1.
    seat: usize = row + 1;
    /// The number of games.
    games: u64 = seat.games;
    /// The share of these games that the seat won, whoever sat there; all pairings have equal weight.
    win_rate: f64 = won.value;
    /// Lower end of the 95 % interval, computed over paired games.
    low: f64 = won.interval.low;
    /// Upper end of the interval.
    high: f64 = won.interval.high;
    /// The advantage of the seat: `win_rate` less the mean win rate of the other seats; with two
    /// seats, the difference of their win rates.
    advantage: f64 = of(won.value);
    /// Lower end of the 95 % interval of the advantage.
    advantage_low: f64 = of(won.interval.low);
    /// Upper end of the interval.
    advantage_high: f64 = of(won.interval.high);
    /// The exact win rate of the seat; empty unless it is known for all pairings.
    exact_win_rate: Option<f64> = seat.exact;
    /// The exact advantage.
    exact_advantage: Option<f64> = seat.exact.map(of);
    /// With `--until-ci` only: whether the intervals are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = results.optional_stopping(false);
}
