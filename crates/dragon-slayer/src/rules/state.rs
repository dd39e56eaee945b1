//! The state of a game: everything that its future depends on.

use serde::{Deserialize, Serialize};

use super::notation::Position;
use crate::{DragonSet, FightState};
use rivals_core::play::{BySeat, Seat};

/// A state of the game. Scores and tokens are by seat, not from one player's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Position", into = "Position")]
pub struct State {
    /// Points on the score sheet.
    pub scores: BySeat<u32>,
    /// Challenge tokens left.
    pub tokens: BySeat<u32>,
    /// The seat whose turn it is; a round begins with the first seat.
    pub mover: Seat,
    /// The state of the turn.
    pub turn: Turn,
    /// Whether the turn before this one scored [`BIG_TURN`] points or more. No rule depends
    /// on it, but decisions of personalities may.
    pub after_big_turn: bool,
}

/// The points from which on a turn is a big one.
pub const BIG_TURN: u32 = 8;

/// The state of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Points won in this turn and not yet scored.
    pub at_stake: u32,
    /// Dragons that may be fought; never empty.
    pub alive: DragonSet,
    /// Warrior dice left, at least 1.
    pub dice: u8,
    /// The seat that challenged in this turn, if any; dragons slain after that count more.
    pub challenger: Option<Seat>,
    /// The phase of the turn.
    pub phase: Phase,
}

/// A phase of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The mover has to fight: at the beginning of a turn, and after accepting
    /// a challenge until a dragon is slain.
    MustFight,
    /// The mover stops or fights on.
    MayStop,
    /// The mover is in a fight: dice are about to be rolled.
    Fighting {
        /// Index of the dragon.
        dragon: u8,
        /// The dice that will be rolled.
        fight: FightState,
    },
    /// The mover declared a stop, and this seat may challenge.
    Asked(Seat),
    /// The challenger spent a token; the mover answers.
    Challenged,
    /// The game is over.
    Over {
        /// The seat that won.
        winner: Seat,
    },
}

impl Turn {
    /// The first state of a turn.
    #[must_use]
    pub fn new(dragons: usize, dice: u8) -> Self {
        Self {
            at_stake: 0,
            alive: DragonSet::all(dragons),
            dice,
            challenger: None,
            phase: Phase::MustFight,
        }
    }

    /// The seat that is asked whether to challenge.
    pub(crate) fn asked(&self) -> Option<Seat> {
        match self.phase {
            Phase::Asked(seat) => Some(seat),
            _ => None,
        }
    }
}
