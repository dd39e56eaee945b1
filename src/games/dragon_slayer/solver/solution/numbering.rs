//! The numbering of positions, for tables by position.

use super::Solution;
use crate::games::dragon_slayer::solver::position::{Position, Stage};
use crate::play::Seat;

/// The numbers of positions without regard to big turns. They are those of
/// [`Solution::index`] if positions after a big turn have no values of their own.
#[derive(Clone, Copy, Debug)]
pub struct Numbering {
    target: u32,
    /// One more than the tokens of a seat.
    tokens: u32,
    leads: [i32; 2],
    chases: usize,
    chases_per_holding: usize,
    overtimes: usize,
}

impl Numbering {
    /// The target score.
    #[must_use]
    #[inline]
    pub fn target(&self) -> u32 {
        self.target
    }

    /// Whether this is the number of a position in overtime.
    #[must_use]
    #[inline]
    pub fn is_overtime(&self, number: usize) -> bool {
        number >= self.overtimes
    }

    /// The number of the position with these scores and tokens of both seats, and with
    /// `mover` 0 for the first seat and 1 for the second. In a chase, a lead outside
    /// [`Solution::leads`] counts as the nearest in it.
    #[must_use]
    #[inline]
    pub fn of(&self, scores: [u32; 2], tokens: [u32; 2], mover: usize) -> usize {
        let holding = (tokens[0] * self.tokens + tokens[1]) as usize;
        let target = self.target as usize;
        if scores[0].max(scores[1]) < self.target {
            let pair = (holding * target + scores[0] as usize) * target + scores[1] as usize;
            return 2 * pair + mover;
        }
        if mover == 0 && scores[0] == scores[1] {
            return self.overtimes + holding;
        }
        let lead = (scores[0] as i32 - scores[1] as i32).clamp(self.leads[0], self.leads[1]);
        self.chases + holding * self.chases_per_holding + (lead - self.leads[0]) as usize
    }
}

impl Solution {
    /// The first seat's leads that have values of their own in a chase.
    #[must_use]
    pub fn leads(&self) -> &std::ops::RangeInclusive<i32> {
        &self.leads
    }

    /// The numbering of positions, for millions of lookups.
    #[must_use]
    pub fn numbering(&self) -> Numbering {
        Numbering {
            target: self.turns.rules.target,
            tokens: self.tokens + 1,
            leads: [*self.leads.start(), *self.leads.end()],
            chases: self.running.len() / self.variants,
            chases_per_holding: self.chases() / self.variants,
            overtimes: (self.running.len() + self.chase.len()) / self.variants,
        }
    }

    /// The position, or for a lead without a value of its own, the position with the nearest
    /// lead that has one.
    #[must_use]
    pub fn clamped(&self, position: &Position) -> Position {
        let stage = match position.stage {
            Stage::Chase { lead } => Stage::Chase {
                lead: lead.clamp(*self.leads.start(), *self.leads.end()),
            },
            stage => stage,
        };
        Position { stage, ..*position }
    }

    /// The position that [`Self::index`] gives this number.
    ///
    /// # Panics
    /// If no position has this number.
    #[must_use]
    pub fn position(&self, index: usize) -> Position {
        assert!(index < self.positions(), "no position has this number");
        let (running, overtimes) = (self.running.len(), self.positions() - self.overtime.len());
        let (stage, holding) = if index < running {
            let target = self.turns.rules.target as usize;
            let turn = index / self.variants;
            let pair = turn / 2;
            let scores = [(pair / target % target) as u32, (pair % target) as u32];
            let mover = Seat((turn % 2) as u8);
            (Stage::Running { scores, mover }, pair / target / target)
        } else if index < overtimes {
            let chase = index - running;
            let lead = self.leads.start() + (chase % self.chases() / self.variants) as i32;
            (Stage::Chase { lead }, chase / self.chases())
        } else {
            (Stage::Overtime, index - overtimes)
        };
        let each = self.tokens as usize + 1;
        Position {
            after_big_turn: index < overtimes && index % self.variants == 1,
            ..Position::new(
                stage,
                [holding / each, holding % each].map(|held| held as u32),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dragon_slayer::Rules;
    use crate::games::dragon_slayer::solver::Play;

    #[test]
    fn every_number_gives_its_position_and_back() {
        let mut rules = Rules::built_in();
        rules.target = 9;
        let solution = Solution::with_cap(&rules, [Play::Best; 2], 20).unwrap();
        for index in 0..solution.positions() {
            let position = solution.position(index);
            assert_eq!(solution.index(&position), Some(index));
            let scores = position.scores(rules.target);
            let mover = usize::from(position.mover().0);
            let number = solution.numbering().of(scores, position.tokens, mover);
            assert_eq!(number, index, "{position:?}");
        }
    }
}
