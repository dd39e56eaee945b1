//! The numbering of positions, for tables by position.

#![expect(clippy::cast_possible_truncation, reason = "scores, leads and tokens are below 2^31")]

use std::ops::RangeInclusive;

use super::Solution;
use crate::Rules;
use crate::solver::position::{Position, Stage, lead};
use rivals_core::play::Seat;

/// The numbers of positions without regard to big turns: first all positions below the
/// target, then all chases, then overtime. They are those of [`Solution::index`] if
/// positions after a big turn have no values of their own.
#[derive(Clone, Copy, Debug)]
pub struct Numbering {
    target: u32,
    /// One more than the tokens of a seat.
    tokens: u32,
    /// The smallest and the largest lead with a number of its own.
    leads: [i32; 2],
    /// The number of the first chase.
    pub(super) first_chase: usize,
    /// The number of the first position in overtime.
    pub(super) first_overtime: usize,
}

impl Numbering {
    /// The numbering for these rules, with these leads of the first seat in chases.
    pub(super) fn new(rules: &Rules, leads: [i32; 2]) -> Self {
        let tokens = rules.challenge.tokens + 1;
        let holdings = tokens.pow(2) as usize;
        let first_chase = 2 * holdings * (rules.target as usize).pow(2);
        Self {
            target: rules.target,
            tokens,
            leads,
            first_chase,
            first_overtime: first_chase + holdings * (leads[0]..=leads[1]).count(),
        }
    }

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
        number >= self.first_overtime
    }

    /// The number of the position with these scores and tokens of both seats, and with
    /// `mover` 0 for the first seat and 1 for the second.
    #[must_use]
    #[inline]
    pub fn of(&self, scores: [u32; 2], tokens: [u32; 2], mover: usize) -> usize {
        let stage = if scores[0].max(scores[1]) < self.target {
            let mover = Seat(mover as u8);
            Stage::Running { scores, mover }
        } else if mover == 0 && scores[0] == scores[1] {
            Stage::Overtime
        } else {
            let lead = lead(scores[0], scores[1]);
            Stage::Chase { lead }
        };
        self.number(stage, tokens)
    }

    /// The number of the position with this stage and these tokens. In a chase, a lead
    /// outside [`Solution::leads`] counts as the nearest in it.
    #[inline]
    pub(super) fn number(&self, stage: Stage, tokens: [u32; 2]) -> usize {
        let holding = (tokens[0] * self.tokens + tokens[1]) as usize;
        let target = self.target as usize;
        match stage {
            Stage::Running { scores, mover } => {
                let pair = (holding * target + scores[0] as usize) * target + scores[1] as usize;
                2 * pair + usize::from(mover.0)
            }
            Stage::Chase { lead } => {
                let [first, last] = self.leads;
                let lead = lead.clamp(first, last);
                let place = |lead: i32| (lead - first).cast_unsigned() as usize;
                self.first_chase + holding * (place(last) + 1) + place(lead)
            }
            Stage::Overtime => self.first_overtime + holding,
        }
    }

    /// The position with this number.
    fn position(&self, number: usize) -> Position {
        let (stage, holding) = if number < self.first_chase {
            let target = self.target as usize;
            let pair = number / 2;
            let scores = [(pair / target % target) as u32, (pair % target) as u32];
            let mover = Seat((number % 2) as u8);
            (Stage::Running { scores, mover }, pair / target / target)
        } else if number < self.first_overtime {
            let leads = (self.leads[0]..=self.leads[1]).count();
            let chase = number - self.first_chase;
            let lead = self.leads[0].saturating_add_unsigned((chase % leads) as u32);
            (Stage::Chase { lead }, chase / leads)
        } else {
            (Stage::Overtime, number - self.first_overtime)
        };
        let holding = holding as u32;
        Position::new(stage, [holding / self.tokens, holding % self.tokens])
    }
}

impl Solution {
    /// The first seat's leads that have values of their own in a chase.
    #[must_use]
    pub fn leads(&self) -> RangeInclusive<i32> {
        self.numbering.leads[0]..=self.numbering.leads[1]
    }

    /// The numbering of positions, for millions of lookups.
    #[must_use]
    pub fn numbering(&self) -> Numbering {
        self.numbering
    }

    /// The position, or for a lead without a value of its own, the position with the nearest
    /// lead that has one.
    #[must_use]
    pub fn clamped(&self, position: &Position) -> Position {
        let stage = match position.stage {
            Stage::Chase { lead } => {
                Stage::Chase { lead: lead.clamp(self.numbering.leads[0], self.numbering.leads[1]) }
            }
            stage => stage,
        };
        Position { stage, ..*position }
    }

    /// The number of a position, below [`Self::positions`]; `None` for leads that have no value
    /// of their own.
    ///
    /// # Panics
    /// As [`Self::value`].
    #[must_use]
    pub fn index(&self, position: &Position) -> Option<usize> {
        self.assert_has(position);
        match position.stage {
            Stage::Chase { lead } if !self.leads().contains(&lead) => None,
            _ => Some(self.nearest_index(position)),
        }
    }

    /// The number of a position, or of that with the nearest lead.
    #[inline]
    pub(super) fn nearest_index(&self, position: &Position) -> usize {
        let number = self.numbering.number(position.stage, position.tokens);
        if self.numbering.is_overtime(number) {
            number + (self.variants - 1) * self.numbering.first_overtime
        } else {
            number * self.variants + usize::from(position.after_big_turn) % self.variants
        }
    }

    /// The position that [`Self::index`] gives this number.
    ///
    /// # Panics
    /// If no position has this number.
    #[must_use]
    pub fn position(&self, index: usize) -> Position {
        assert!(index < self.positions(), "no position has this number");
        let before = self.numbering.first_overtime * self.variants;
        let (number, after_big_turn) = match index.checked_sub(before) {
            Some(overtime) => (self.numbering.first_overtime + overtime, false),
            None => (index / self.variants, index % self.variants == 1),
        };
        Position { after_big_turn, ..self.numbering.position(number) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Play;

    #[test]
    fn every_number_gives_its_position_and_back() {
        let mut rules = Rules::built_in();
        rules.target = 9;
        let solution = Solution::with_cap(&rules, [Play::Optimal; 2], 20).unwrap();
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
