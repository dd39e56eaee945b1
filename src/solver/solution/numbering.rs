//! The positions by number, for tables of whatever depends on them.

use super::Solution;
use crate::games::Seat;
use crate::solver::position::{Position, Stage};

impl Solution {
    /// The first seat's leads that are told apart in a chase.
    #[must_use]
    pub fn leads(&self) -> &std::ops::RangeInclusive<i32> {
        &self.leads
    }

    /// The position, or the one that stands for it among those that are told
    /// apart: a larger lead is as good as the largest.
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
    /// If there are not so many.
    #[must_use]
    pub fn position(&self, index: usize) -> Position {
        let (running, chase) = (self.running.len(), self.chase.len());
        let held = |holding: usize| {
            let most = self.tokens as usize + 1;
            [(holding / most) as u32, (holding % most) as u32]
        };
        let mood = |index: usize| index % self.moods == 1;
        if index < running {
            let target = self.turns.rules.target as usize;
            let turn = index / self.moods;
            let pair = turn / 2;
            let scores = [(pair / target % target) as u32, (pair % target) as u32];
            let mover = Seat((turn % 2) as u8);
            return Position {
                after_big_turn: mood(index),
                ..Position::new(
                    Stage::Running { scores, mover },
                    held(pair / target / target),
                )
            };
        }
        let index = index - running;
        if index < chase {
            let place = index % self.chases();
            let lead = self.leads.start() + (place / self.moods) as i32;
            return Position {
                after_big_turn: mood(place),
                ..Position::new(Stage::Chase { lead }, held(index / self.chases()))
            };
        }
        assert!(index - chase < self.overtime.len(), "no such position");
        Position::new(Stage::Overtime, held(index - chase))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dragon_slayer::Rules;
    use crate::solver::Play;

    #[test]
    fn there_and_back() {
        let mut rules = Rules::built_in();
        rules.target = 9;
        let solution = Solution::with_cap(&rules, [Play::Best; 2], 20).unwrap();
        for index in 0..solution.positions() {
            assert_eq!(solution.index(&solution.position(index)), Some(index));
        }
    }
}
