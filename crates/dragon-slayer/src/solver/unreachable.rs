//! The reasons why play cannot lead to a [`Situation`](super::Situation).

use thiserror::Error;

use rivals_core::play::Seat;

/// Why play cannot lead to a situation.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Unreachable {
    /// The rules have no challenges.
    #[error("these rules have no challenge")]
    NoChallenge,
    /// A seat has more tokens than the rules give it.
    #[error("a player has {given} tokens; the rules give each player {held}")]
    TooManyTokens {
        /// The tokens of the seat.
        given: u32,
        /// The tokens that the rules give each player.
        held: u32,
    },
    /// The challenger still has all its tokens.
    #[error("the challenger still has all its tokens; a challenge costs one")]
    TokenNotSpent,
    /// The seat that is asked whether to challenge has no token.
    #[error("the other seat cannot challenge without a token")]
    NoToken,
    /// The game is over.
    #[error("the game is over: the {} seat has won", if *winner == Seat::FIRST { "first" } else { "second" })]
    Over {
        /// The seat that has won.
        winner: Seat,
    },
    /// The second seat leads past the target before its turn.
    #[error(
        "before its turn, the second seat can be past the target only through the bonus of a challenge in this round"
    )]
    LeadBeforeTurn,
    /// The living dragons are not a non-empty set of the rules' dragons.
    #[error("at least one dragon must be alive, and all must be dragons of the rules")]
    Dragons,
    /// The warrior has no dice.
    #[error("no warrior die is left: the player is defeated")]
    NoDice,
    /// There are more dice than a turn starts with.
    #[error("{dice} warrior dice given; a turn starts with {most}")]
    TooManyDice {
        /// The given number.
        dice: u8,
        /// The number in the rules.
        most: u8,
    },
    /// The points at stake are beyond the [`horizon`](super::horizon).
    #[error("{at_stake} points at stake exceed the solver's limit of {most}")]
    TooMuchAtStake {
        /// The given points.
        at_stake: u32,
        /// The horizon.
        most: u32,
    },
    /// Nothing is at stake, but the turn is not at its beginning.
    #[error(
        "with nothing at stake the turn has just begun: all dragons are alive, all dice are left, and the mover may not stop"
    )]
    JustBegun,
    /// No slain dragons give these points.
    #[error(
        "{at_stake} points at stake are impossible with {alive} alive; possible are {sums} and so on"
    )]
    Points {
        /// The given points.
        at_stake: u32,
        /// The names of the living dragons.
        alive: String,
        /// The smallest points that are possible.
        sums: String,
    },
    /// No slain dragons give these points after an accepted challenge either.
    #[error(
        "{at_stake} points at stake are impossible with {alive} alive, also with dragons worth {factor} times their points after a challenge"
    )]
    PointsAfterChallenge {
        /// The given points.
        at_stake: u32,
        /// The names of the living dragons.
        alive: String,
        /// The factor of a dragon's points after a challenge.
        factor: u32,
    },
    /// The points are possible before the first dragon is slain after the challenge, but
    /// not after it.
    #[error(
        "{at_stake} points at stake are impossible with {alive} alive once a dragon worth {factor} times its points after a challenge was slain"
    )]
    NothingSlainSince {
        /// The given points.
        at_stake: u32,
        /// The names of the living dragons.
        alive: String,
        /// The factor of a dragon's points after a challenge.
        factor: u32,
    },
}
