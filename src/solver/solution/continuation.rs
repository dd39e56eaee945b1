//! What comes after a turn: the value of the position it leads to, or of the
//! anchor of the cycle that is being solved.

use std::cell::Cell;

use super::Solution;
use crate::games::Seat;
use crate::solver::fixed_point::Linear;
use crate::solver::position::{BIG_TURN, Position, Stage};
use crate::solver::turn::After;

/// What comes after a turn that begins in some position.
pub(super) struct Continuation<'a> {
    pub solution: &'a Solution,
    pub position: Position,
    pub anchor: Option<Anchor<'a>>,
    /// Whether a value was asked for that the cap may have changed.
    pub capped: Cell<bool>,
}

/// The values of a cycle that is being solved, as the first seat's chance.
#[derive(Clone, Copy)]
pub(super) enum Anchor<'a> {
    /// After a turn that scored nothing and spent no token.
    NothingScored(Linear),
    /// Of overtime with the same tokens.
    Overtime(Linear),
    /// Of every chase with the same tokens, by [`Solution::chase_place`], and
    /// whether the cap may have changed it.
    Chases(&'a [(Linear, bool)]),
}

impl After for Continuation<'_> {
    fn value(&self, points: u32, bonus: u32, challenged: bool) -> Linear {
        let first = self.first_wins(points, bonus, challenged);
        if self.position.mover() == Seat::FIRST {
            first
        } else {
            first.complement()
        }
    }
}

impl Continuation<'_> {
    fn first_wins(&self, points: u32, bonus: u32, challenged: bool) -> Linear {
        let solution = self.solution;
        let mut tokens = self.position.tokens;
        if challenged {
            tokens[usize::from(self.position.other().0)] -= 1;
        }
        let target = solution.rules().target;
        let stage = match self.position.stage.after(points, bonus, target) {
            Err(winner) => return Linear::known(if winner == Seat::FIRST { 1.0 } else { 0.0 }),
            Ok(stage) => stage,
        };
        let after_big_turn = points >= BIG_TURN && stage != Stage::Overtime;
        match (self.anchor, stage) {
            (Some(Anchor::NothingScored(value)), _) if points + bonus == 0 && !challenged => value,
            (Some(Anchor::Overtime(value)), Stage::Overtime) if !challenged => value,
            (Some(Anchor::Chases(values)), Stage::Chase { lead })
                if !challenged && solution.leads.contains(&lead) =>
            {
                let (value, capped) = values[solution.chase_place(lead, after_big_turn)];
                self.note(capped);
                value
            }
            _ => {
                let position = Position {
                    stage,
                    tokens,
                    after_big_turn,
                };
                let (value, capped) = solution.known(&position);
                self.note(capped);
                Linear::known(value)
            }
        }
    }

    fn note(&self, capped: bool) {
        if capped {
            self.capped.set(true);
        }
    }
}
