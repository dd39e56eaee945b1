//! Why some rules cannot be solved.

use thiserror::Error;

use super::size::{MAX_FIGHTS, MAX_POSITIONS, MAX_STATES, MAX_WORK};
use crate::search::NoFixedPoint;

/// Rules that cannot be solved.
#[derive(Clone, Debug, Error, miette::Diagnostic, PartialEq)]
pub enum SolveError {
    /// Too large.
    #[error(
        "a target of {target} with tokens {tokens} each makes {positions} positions and turns of {states} states; at most {MAX_POSITIONS} positions, {MAX_STATES} states and {MAX_WORK} of one times the other are solved"
    )]
    #[diagnostic(help("lower the target or the tokens, or give all points a common divisor"))]
    TooLarge {
        /// The target.
        target: u32,
        /// Tokens of each seat.
        tokens: u32,
        /// How many positions that makes.
        positions: u64,
        /// How many states a turn may be in, however far it is followed.
        states: u64,
    },
    /// Too much work.
    #[error(
        "a target of {target} with tokens {tokens} each takes some {fights} fights to be solved, and at most {MAX_FIGHTS} are evaluated"
    )]
    #[diagnostic(help("lower the target, the tokens or the bonus"))]
    TooLong {
        /// The target.
        target: u32,
        /// Tokens of each seat.
        tokens: u32,
        /// How many fights, from those of the positions that were solved first.
        fights: u64,
    },
    /// Turns that go on and on.
    #[error(
        "turns of more than {points} points at stake still matter: they carry too little risk to be solved"
    )]
    #[diagnostic(help(
        "give the dragons or the warrior more flames, use fewer tokens, or choose a policy that \
         stops sooner"
    ))]
    Endless {
        /// Points at stake at which turns were stopped.
        points: u32,
    },
    /// A bound that is too wide.
    #[error("the chances of these rules are only known to within {error:.0e}, which is no answer")]
    #[diagnostic(help(
        "lower the target or the tokens, or give the dragons or the warrior other faces"
    ))]
    Vague {
        /// What was proven.
        error: f64,
    },
    /// No risk.
    #[error("a turn that may go on for ever: hardly any fight can be lost, or none")]
    #[diagnostic(help("give a die a flame that shields do not always stop"))]
    NoRisk,
    /// No convergence.
    #[error(transparent)]
    #[diagnostic(help(
        "lower the target or the tokens, or give the dragons or the warrior other faces"
    ))]
    NoFixedPoint(#[from] NoFixedPoint),
}
