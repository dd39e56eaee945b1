//! The scores and tokens of all seats, and the two-seat position that a player of a game
//! of any number of seats decides in.
//!
//! With two seats that is the position itself. With more, the mover decides as in a
//! two-seat game against its strongest rival: the seat with the highest score, among
//! equals the one with the most tokens, then the next clockwise. A seat that is asked to
//! challenge decides as in a two-seat game against the mover.

use crate::Rules;
use crate::solver::Numbering;

/// The scores and tokens of all seats.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scoreboard {
    pub scores: [u32; rivals_core::play::MAX_SEATS],
    pub tokens: [u32; rivals_core::play::MAX_SEATS],
    pub seats: usize,
}

impl Scoreboard {
    pub(crate) fn new(seats: usize, rules: &Rules) -> Self {
        Self {
            scores: [0; rivals_core::play::MAX_SEATS],
            tokens: [rules.challenge.tokens; rivals_core::play::MAX_SEATS],
            seats,
        }
    }

    /// The strongest rival of a seat.
    #[inline]
    pub(crate) fn rival(&self, mover: usize) -> usize {
        if self.seats == 2 {
            return 1 - mover;
        }
        // Counterclockwise, as the last of equals is taken.
        let others = (1..self.seats).rev().map(|step| (mover + step) % self.seats);
        others.max_by_key(|&seat| (self.scores[seat], self.tokens[seat])).unwrap_or(mover)
    }

    /// Whether a seat other than the mover has a token.
    #[inline]
    pub(crate) fn may_be_challenged(&self, mover: usize) -> bool {
        (0..self.seats).any(|seat| seat != mover && self.tokens[seat] > 0)
    }

    /// The number of the two-seat position in which `mover` has the turn and `rival`, with
    /// `rival_tokens`, is the other seat.
    #[inline]
    pub(crate) fn number(
        &self,
        numbering: &Numbering,
        mover: usize,
        rival: usize,
        rival_tokens: u32,
    ) -> usize {
        let (mine, theirs) = (self.scores[mover], self.scores[rival]);
        let tokens = self.tokens[mover];
        // With more than two seats, a mover before its rival may also have to catch up past
        // the target. Two-seat positions have that only for the second seat.
        let past = mine.max(theirs) >= numbering.target() && mine != theirs;
        if mover < rival && !past {
            numbering.of([mine, theirs], [tokens, rival_tokens], 0)
        } else {
            numbering.of([theirs, mine], [rival_tokens, tokens], 1)
        }
    }

    /// Whether a round that began as `before` and did not end the game has stalled, as
    /// defined in [the crate](crate).
    #[inline]
    pub(crate) fn stalled_since(&self, before: &Self, target: u32) -> bool {
        let past = before.scores.iter().any(|&score| score >= target);
        self.tokens == before.tokens && (past || self.scores == before.scores)
    }

    /// The seats with the highest score.
    #[inline]
    pub(crate) fn leaders(&self) -> impl Iterator<Item = usize> {
        let scores = &self.scores[..self.seats];
        let best = scores.iter().max();
        (0..self.seats).filter(move |&seat| scores.get(seat) == best)
    }

    /// The winner if the game is over at the end of a round.
    #[inline]
    pub(crate) fn winner(&self, target: u32) -> Option<usize> {
        let mut leaders = self.leaders();
        let first = leaders.next()?;
        (self.scores[first] >= target && leaders.next().is_none()).then_some(first)
    }
}
