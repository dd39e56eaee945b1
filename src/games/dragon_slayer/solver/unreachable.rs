//! Why a [`Situation`](super::Situation) cannot come about.

use thiserror::Error;

use crate::play::Seat;

/// Why a situation cannot come about.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Unreachable {
    /// Challenges where there are none.
    #[error("these rules have no challenge")]
    NoChallenge,
    /// More tokens than a player gets.
    #[error("tokens of a player: {given}, but these rules give each player {held}")]
    TooManyTokens {
        /// Tokens of one seat.
        given: u32,
        /// Of the rules.
        held: u32,
    },
    /// The challenger has all its tokens.
    #[error("a challenge was made, so its token is spent")]
    TokenNotSpent,
    /// Nobody can be asked.
    #[error("without a token nobody challenges")]
    NoToken,
    /// Somebody has won.
    #[error("the game is over, the {} seat has won", if *winner == Seat::FIRST { "first" } else { "second" })]
    Over {
        /// Who.
        winner: Seat,
    },
    /// The second seat past the target, though its turn is still to come.
    #[error(
        "the second seat can lead past the target before its turn only by the bonus of a challenge in this round"
    )]
    LeadBeforeTurn,
    /// Not a set of the rules' dragons.
    #[error("at least one dragon lives, and only dragons of the rules do")]
    Dragons,
    /// No dice.
    #[error("a warrior without dice is defeated")]
    NoDice,
    /// More dice than a turn starts with.
    #[error("{dice} dice are more than the warrior's {most}")]
    TooManyDice {
        /// As given.
        dice: u8,
        /// Of the rules.
        most: u8,
    },
    /// Beyond the [`horizon`](super::horizon).
    #[error("{at_stake} at stake are more than any turn is followed to")]
    TooMuchAtStake {
        /// As given.
        at_stake: u32,
        /// The horizon.
        most: u32,
    },
    /// Something happened, but nothing is at stake.
    #[error(
        "with nothing at stake the turn has just begun: all dragons live, all dice are left, and nobody may stop"
    )]
    JustBegun,
    /// No dragons that may have been slain are worth so much.
    #[error(
        "{at_stake} at stake cannot leave {alive} alive: the slain dragons' points add up to {sums} and so on"
    )]
    Points {
        /// As given.
        at_stake: u32,
        /// Names of the living.
        alive: String,
        /// The first that are possible.
        sums: String,
    },
    /// The same after an accepted challenge.
    #[error(
        "{at_stake} at stake cannot leave {alive} alive, even with dragons that count {factor} times"
    )]
    PointsAfterChallenge {
        /// As given.
        at_stake: u32,
        /// Names of the living.
        alive: String,
        /// What a dragon counts after a challenge.
        factor: u32,
    },
    /// Possible before the first dragon after the challenge, but not after it.
    #[error(
        "{at_stake} at stake cannot leave {alive} alive once a dragon was slain that counts {factor} times"
    )]
    NothingSlainSince {
        /// As given.
        at_stake: u32,
        /// Names of the living.
        alive: String,
        /// What a dragon counts after a challenge.
        factor: u32,
    },
}
