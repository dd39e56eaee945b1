//! Why some rules cannot be solved.

use thiserror::Error;

use crate::solver::fixed_point::NoFixedPoint;

/// How large rules may be to be solved.
pub(super) const MAX_POSITIONS: u64 = 2_000_000;

/// Rules that cannot be solved.
#[derive(Clone, Debug, Error, miette::Diagnostic, PartialEq)]
pub enum SolveError {
    /// Too large.
    #[error(
        "a target of {target} with {tokens} tokens each makes {positions} positions, and at most {MAX_POSITIONS} are solved"
    )]
    #[diagnostic(help("lower the target or the tokens"))]
    TooLarge {
        /// The target.
        target: u32,
        /// Tokens of each seat.
        tokens: u32,
        /// How many positions that makes.
        positions: u64,
    },
    /// Turns that go on and on.
    #[error(
        "turns of more than {points} points at stake still matter: they carry too little risk to be solved"
    )]
    #[diagnostic(help(
        "give the dragons or the warrior more flames, or a policy that stops sooner"
    ))]
    Endless {
        /// Points at stake at which turns were stopped.
        points: u32,
    },
    /// No risk.
    #[error("a turn that may go on for ever: with all dice no dragon can defeat the warrior")]
    #[diagnostic(help("give a die a flame that shields do not always stop"))]
    NoRisk,
    /// No convergence.
    #[error(transparent)]
    NoFixedPoint(#[from] NoFixedPoint),
}
