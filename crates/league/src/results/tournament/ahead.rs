//! `ahead.csv`, only with more than two seats: who finishes ahead of whom.

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;

csv_rows! {
    /// A row of `ahead.csv`; the fields are the columns.
    struct AheadRow;
    /// The rows in the roster's order of `a`, then of `b`.
    fn rows(results), for ahead in results.ahead.iter() => {
        let [a, b] = ahead.players;
        let share = ahead.share;
    }
    /// The id of the player that comes first in the roster.
    a: String = results.id(a).to_owned();
    /// The id of the other player.
    b: String = results.id(b).to_owned();
    /// The number of games in which both played.
    games: u64 = ahead.games;
    /// The share of these games in which `a` finishes ahead of `b`: it wins and `b` does not, or
    /// neither wins and it has more points. A tie is half of one. All line-ups of both have equal weight.
    a_ahead: f64 = share.value;
    /// Lower end of the 95 % interval, computed over paired games.
    low: f64 = share.interval.low;
    /// Upper end of the interval.
    high: f64 = share.interval.high;
    /// With `--until-ci` only: whether `low` and `high` are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = results.optional_stopping(false);
}
