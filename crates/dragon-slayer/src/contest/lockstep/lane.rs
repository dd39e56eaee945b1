//! A lane: one of the games that are played in lockstep, with the state of its current turn,
//! and what each seat has done since the game began.

use crate::contest::fights::FightSums;
use crate::contest::metrics::Lead;
use crate::contest::totals::{Challenges, SeatTotals, TurnSums};
use rivals_core::play::TurnDice;

/// A game and the turn that it is in, in one cache line.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Lane {
    pub dice: TurnDice,
    /// The turn's fights.
    pub fights: FightSums,
    pub scores: [u32; 2],
    pub tokens: [u32; 2],
    /// The number of the position.
    pub number: u32,
    /// The number of the position's row in the mover's policy table.
    pub row: u32,
    /// The next move, by [`near_number`](super::near_number); at the end of the turn, its
    /// place.
    pub near: u32,
    /// The state in which the mover has stopped.
    pub state: u32,
    /// The points of this turn, or before its end those of the turn before.
    pub points: u32,
    /// The kind of the turn, see [`kind`].
    pub kind: u8,
    /// Whether the position comes after a big turn.
    pub after_big_turn: bool,
    /// A bit for every seat that has trailed by the deficit of a comeback.
    pub trailed: u8,
}

/// The number of kinds of turns: three leads, each after a big turn of the other seat and
/// not.
const KINDS: usize = 6;

/// The kind of a turn that begins with this difference of scores.
#[inline]
pub(super) fn kind(gap: i32, after_big_turn: bool) -> u8 {
    2 * Lead::of(gap) as u8 + u8::from(after_big_turn)
}

/// The sums of one seat during a game, as small as they can be.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(super) struct SeatSums {
    /// By kind of turn.
    pub kinds: [TurnSums; KINDS],
    /// The number of turns that scored points.
    pub scored: i32,
    /// The number of times that it was asked whether to challenge.
    pub asked: i32,
    pub challenges: Challenges,
}

impl SeatSums {
    /// The same as totals, without what they know of the end of the game.
    #[inline(always)]
    pub(super) fn totals(&self) -> SeatTotals {
        let [behind, behind_big, level, level_big, ahead, ahead_big] = &self.kinds;
        let by_lead = [behind.plus(behind_big), level.plus(level_big), ahead.plus(ahead_big)];
        let all = by_lead[0].plus(&by_lead[1]).plus(&by_lead[2]);
        SeatTotals {
            by_lead: by_lead.map(Into::into),
            after_big_turn: behind_big.plus(level_big).plus(ahead_big).into(),
            dragons: all.fights.by_dragon(),
            scored: self.scored.into(),
            asked: self.asked.into(),
            challenges: self.challenges,
            ..SeatTotals::default()
        }
    }
}
