//! Why something of Dragon Slayer was refused.

use rivals_core::play::SpecError;
use rivals_core::search::NoFixedPoint;
use rivals_core::text::number::counted;
use rivals_core::values::Invalid;
use thiserror::Error;

use crate::solver::{MAX_FIGHTS, MAX_POSITIONS, MAX_STATES, MAX_WORK};

/// Why something of Dragon Slayer was refused; [`Error::help`] says what to do instead.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Error {
    /// The faces of a die do not add up to six.
    #[error("the faces add up to {sum}, and a die has six")]
    Faces {
        /// The sum of the faces.
        sum: u32,
    },
    /// A warrior die without an axe slays nothing.
    #[error("a fight might never end: the warrior die has no axe")]
    NoAxe,
    /// A dragon die without its part is never set aside.
    #[error("a fight might never end: the dragon die has no part")]
    NoPart,
    /// No policy has this name.
    #[error(transparent)]
    Policy(#[from] SpecError),
    /// Frequencies of a dragon that the rules do not have.
    #[error("the frequencies name the dragon \"{0}\", which the rules do not have")]
    UnknownDragon(String),
    /// The rules have too many positions, or turns with too many states.
    #[error(
        "a target of {target} with {} per player makes {positions} positions and turns of {states} states; the limits are {MAX_POSITIONS} positions, {MAX_STATES} states, and {MAX_WORK} for their product",
        counted((*tokens).into(), "token", "tokens")
    )]
    TooLarge {
        /// The target.
        target: u32,
        /// Tokens of each seat.
        tokens: u32,
        /// The number of positions.
        positions: u64,
        /// The number of states of a turn at the cap in question.
        states: u64,
    },
    /// Solving the rules takes too much work.
    #[error(
        "a target of {target} with {} per player takes about {fights} fights to solve, and the limit is {MAX_FIGHTS}",
        counted((*tokens).into(), "token", "tokens")
    )]
    TooLong {
        /// The target.
        target: u32,
        /// Tokens of each seat.
        tokens: u32,
        /// The number of fights, extrapolated from the first solved positions.
        fights: u64,
    },
    /// Turns have no practical end.
    #[error(
        "fights carry too little risk: turns with more than {points} points at stake still matter"
    )]
    Endless {
        /// The largest cap on the points at stake that was tried.
        points: u32,
    },
    /// The error bound is too wide.
    #[error(
        "the win probabilities of these rules can only be bounded to within {error:.0e}, which is too wide"
    )]
    Vague {
        /// The error bound.
        error: f64,
    },
    /// Turns have no risk, or hardly any.
    #[error("a turn may never end: fights are never or almost never lost")]
    NoRisk,
    /// A cycle could not be solved.
    #[error(transparent)]
    NoFixedPoint(#[from] NoFixedPoint),
}

impl Error {
    /// What to do instead.
    #[must_use]
    pub fn help(&self) -> &str {
        match self {
            Self::Faces { .. } => "change the counts",
            Self::NoAxe => "give at least one face an axe",
            Self::NoPart => "give at least one face the part",
            Self::Policy(error) => &error.help,
            Self::UnknownDragon(_) => "use rules and frequencies that name the same dragons",
            Self::TooLarge { .. } => {
                "lower the target or the tokens, or give all points a common divisor"
            }
            Self::TooLong { .. } => "lower the target, the tokens or the bonus",
            Self::Endless { .. } => {
                "give the dragons or the warrior more flames, use fewer tokens, or choose a \
                 policy that stops sooner"
            }
            Self::Vague { .. } | Self::NoFixedPoint(_) => {
                "lower the target or the tokens, or give the dragons or the warrior other faces"
            }
            Self::NoRisk => "give a die a flame that shields do not always stop",
        }
    }
}

impl From<Error> for Invalid {
    fn from(error: Error) -> Self {
        Self::new("", &error, error.help())
    }
}

#[cfg(feature = "miette")]
impl miette::Diagnostic for Error {
    fn help<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        Some(Box::new(self.help()))
    }
}
