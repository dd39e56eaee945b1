//! What the reviews of all games share: decisions, the one at which the game
//! turned, and how its players are called.

use serde::Serialize;

use crate::play::record::ME;
use crate::play::show::Names;
use crate::play::{Seat, Seats};
use crate::report::words::list;
use crate::text::number::percent;

/// A decision of a loser that costs this much, in shares of the win, may be the one at which the
/// game turned.
pub(crate) const TURNING: f64 = 0.05;

/// A decision of a game that was played.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Decision {
    /// Its number in the game, from 1, without those that were taken back; decisions without a
    /// choice count as well.
    pub decision: usize,
    /// The player.
    pub seat: Seat,
    pub player: String,
    /// The action that was taken, the sentence that decided, if any, and the best action.
    pub action: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    pub best: String,
    /// The player's share of the win after each, 0 to 1.
    pub share: f64,
    pub best_share: f64,
    /// Their difference.
    pub cost: f64,
    /// Where the shares come from.
    pub kind: Kind,
}

/// Where the value of a decision comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// The game is solved.
    Exact,
    /// A search of all moves, which draws nothing.
    Searched,
    /// A search of games or of hidden hands that it draws.
    Sampled,
    /// The solution of a game of two, for a game of more.
    Estimated,
}

/// The decision at which a game turned: the costliest of a loser, of at least `least`, before which
/// it stood at `stood` or better, and after which never as well again.
pub(crate) fn turned<'a>(
    decisions: impl Iterator<Item = &'a Decision> + Clone,
    losers: Seats,
    least: f64,
    stood: f64,
) -> Option<&'a Decision> {
    let lost =
        |of: &&Decision| losers.contains(of.seat) && of.cost >= least && of.best_share >= stood;
    // What was given away was not won back.
    let kept = |of: &&Decision| {
        let mut later = decisions.clone().filter(|one| one.decision > of.decision);
        !later.any(|one| one.seat == of.seat && one.best_share >= of.best_share)
    };
    let lost = decisions.clone().filter(lost).filter(kept);
    lost.max_by(|a, b| a.cost.total_cmp(&b.cost).then(a.decision.cmp(&b.decision)))
}

/// The decision at which the game turned, or that there is none, as a sentence; `place` says more of
/// where it is.
pub(crate) fn turned_in_words(
    at: Option<&Decision>,
    place: &str,
    least: f64,
    names: &Names,
) -> String {
    let Some(at) = at else {
        return format!(
            "No single decision turned the game: no loser that still had a fair share of the win \
             gave away {} percentage points or more that it could not win back.",
            percent(least, 0)
        );
    };
    format!(
        "The game turned at decision {}{place}: {} chose \"{}\", which left {} % of the win; \
         \"{}\" would have kept {} %.",
        at.decision,
        names.whom(at.seat),
        at.action,
        percent(at.share, 1),
        at.best,
        percent(at.best_share, 1),
    )
}

/// The share of the win of each of equal players.
pub(crate) fn fair_share(names: &Names) -> f64 {
    1.0 / names.seats() as f64
}

/// The names in a review, which others may read as well: only a person without a name is "you".
pub(crate) fn public(names: &Names) -> Names {
    let all = || Seats::all(names.seats()).iter().map(|seat| names.name(seat));
    if all().any(|name| name == ME) {
        names.clone()
    } else {
        Names::new(all().map(str::to_owned), None)
    }
}

/// The title of a review.
pub(crate) fn title(names: &Names) -> String {
    let seats = Seats::all(names.seats()).iter();
    let players: Vec<&str> = seats.map(|seat| names.whom(seat)).collect();
    format!("Review of a game of {}", list(&players))
}
