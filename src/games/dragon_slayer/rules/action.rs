//! What a player may decide.

use std::fmt;

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Fight this living dragon, by its index in the rules.
    Fight(u8),
    /// Declare a stop: score, unless a challenge comes.
    Stop,
    /// Spend a token to challenge the player who declared a stop.
    Challenge,
    /// Let the stop stand.
    LetStop,
    /// Take the challenge: slay one more dragon, for double points.
    Accept,
    /// Refuse the challenge: keep a share of the points.
    Decline,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fight(dragon) => write!(f, "fight dragon {}", dragon + 1),
            Self::Stop => f.write_str("stop"),
            Self::Challenge => f.write_str("challenge"),
            Self::LetStop => f.write_str("let stop"),
            Self::Accept => f.write_str("accept"),
            Self::Decline => f.write_str("decline"),
        }
    }
}
