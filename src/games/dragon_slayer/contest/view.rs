//! What a seat sees of a table of any size: itself and one rival, as a position
//! of the game of two seats.
//!
//! With two seats that is the position itself. With more, the mover looks at its
//! strongest rival: the highest score, of equals the most tokens, then the next
//! clockwise; whoever is asked to challenge looks at the mover.

use crate::games::dragon_slayer::Rules;
use crate::games::dragon_slayer::solver::Numbering;

/// Scores and tokens of everybody.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    pub scores: [u32; crate::play::MAX_SEATS],
    pub tokens: [u32; crate::play::MAX_SEATS],
    pub seats: usize,
}

impl Table {
    pub fn new(seats: usize, rules: &Rules) -> Self {
        Self {
            scores: [0; crate::play::MAX_SEATS],
            tokens: [rules.challenge.tokens; crate::play::MAX_SEATS],
            seats,
        }
    }

    /// Who the mover measures itself by.
    #[inline]
    pub fn rival(&self, mover: usize) -> usize {
        if self.seats == 2 {
            return 1 - mover;
        }
        let others = (1..self.seats).map(|step| (mover + step) % self.seats);
        others
            .reduce(|best, other| {
                let strength = |seat: usize| (self.scores[seat], self.tokens[seat]);
                if strength(other) > strength(best) {
                    other
                } else {
                    best
                }
            })
            .unwrap_or(mover)
    }

    /// Whether anybody else has a token.
    #[inline]
    pub fn may_be_challenged(&self, mover: usize) -> bool {
        (0..self.seats).any(|seat| seat != mover && self.tokens[seat] > 0)
    }

    /// The number of the position in which `mover` has a turn and `rival` is the
    /// other seat, which has `rival_tokens`.
    #[inline]
    pub fn number(
        &self,
        numbering: &Numbering,
        mover: usize,
        rival: usize,
        rival_tokens: u32,
    ) -> usize {
        let (mine, theirs) = (self.scores[mover], self.scores[rival]);
        let tokens = self.tokens[mover];
        // With more seats the first of two may have to catch up as well: past the
        // target it then looks at the game from the second.
        let past = mine.max(theirs) >= numbering.target() && mine != theirs;
        if mover < rival && !past {
            numbering.of([mine, theirs], [tokens, rival_tokens], 0)
        } else {
            numbering.of([theirs, mine], [rival_tokens, tokens], 1)
        }
    }

    /// Whether the round that began as `before`, and did not end the game, has
    /// stalled: as [`crate::games::dragon_slayer`] says.
    #[inline]
    pub fn stalled_since(&self, before: &Self, target: u32) -> bool {
        let past = before.scores.iter().any(|&score| score >= target);
        self.tokens == before.tokens && (past || self.scores == before.scores)
    }

    /// The seats with the highest score.
    pub fn leaders(&self) -> Vec<usize> {
        let scores = &self.scores[..self.seats];
        let best = scores.iter().max();
        (0..self.seats)
            .filter(|&seat| scores.get(seat) == best)
            .collect()
    }

    /// The seat that has won when a round is over, if the game is.
    #[inline]
    pub fn winner(&self, target: u32) -> Option<usize> {
        let (mut best, mut alone) = (0, true);
        for seat in 1..self.seats {
            match self.scores[seat].cmp(&self.scores[best]) {
                std::cmp::Ordering::Greater => (best, alone) = (seat, true),
                std::cmp::Ordering::Equal => alone = false,
                std::cmp::Ordering::Less => {}
            }
        }
        (alone && self.scores[best] >= target).then_some(best)
    }
}
