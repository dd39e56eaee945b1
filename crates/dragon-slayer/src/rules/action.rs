//! The actions of a player.

use std::fmt;
use std::str::FromStr;

use rivals_core::values::NotationError;

/// An action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Fight this living dragon, by its index in the rules.
    Fight(u8),
    /// Declare a stop: score the points at stake, unless another player challenges.
    Stop,
    /// Spend a token to challenge the player who declared a stop.
    Challenge,
    /// Let the stop stand.
    LetStop,
    /// Accept the challenge: slay one more dragon, for double points.
    Accept,
    /// Decline the challenge: score a share of the points.
    Decline,
}

impl Action {
    /// The fight against the dragon with this index in the rules.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "below `MAX_DRAGONS`")]
    pub(crate) fn fight(dragon: usize) -> Self {
        Self::Fight(dragon as u8)
    }
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

/// Reads what `Display` writes.
impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let help = "write fight dragon 1 (its number in the rules), stop, challenge, let stop, accept \
                    or decline";
        let others = [Self::Stop, Self::Challenge, Self::LetStop, Self::Accept, Self::Decline];
        NotationError::find(text, others.into_iter().chain((0..u8::MAX).map(Self::Fight)), help)
    }
}
