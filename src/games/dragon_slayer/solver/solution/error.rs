//! The reasons why rules cannot be solved.

use thiserror::Error;

use super::size::{MAX_FIGHTS, MAX_POSITIONS, MAX_STATES, MAX_WORK};
use crate::search::NoFixedPoint;

/// Why rules cannot be solved.
#[derive(Clone, Debug, Error, miette::Diagnostic, PartialEq)]
pub enum SolveError {
    /// The rules have too many positions, or turns with too many states.
    #[error(
        "a target of {target} with {tokens} tokens per player makes {positions} positions and turns of {states} states; the limits are {MAX_POSITIONS} positions, {MAX_STATES} states, and {MAX_WORK} for their product"
    )]
    #[diagnostic(help("lower the target or the tokens, or give all points a common divisor"))]
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
        "a target of {target} with {tokens} tokens per player takes about {fights} fights to solve, and the limit is {MAX_FIGHTS}"
    )]
    #[diagnostic(help("lower the target, the tokens or the bonus"))]
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
    #[diagnostic(help(
        "give the dragons or the warrior more flames, use fewer tokens, or choose a policy that \
         stops sooner"
    ))]
    Endless {
        /// The largest cap on the points at stake that was tried.
        points: u32,
    },
    /// The error bound is too wide.
    #[error(
        "the win probabilities of these rules can only be bounded to within {error:.0e}, which is too wide"
    )]
    #[diagnostic(help(
        "lower the target or the tokens, or give the dragons or the warrior other faces"
    ))]
    Vague {
        /// The error bound.
        error: f64,
    },
    /// Turns have no risk, or hardly any.
    #[error("a turn may never end: fights are never or almost never lost")]
    #[diagnostic(help("give a die a flame that shields do not always stop"))]
    NoRisk,
    /// A cycle could not be solved.
    #[error(transparent)]
    #[diagnostic(help(
        "lower the target or the tokens, or give the dragons or the warrior other faces"
    ))]
    NoFixedPoint(#[from] NoFixedPoint),
}
