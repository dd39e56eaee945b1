//! The values after a turn: that of the position it leads to, or of the anchor of the
//! cycle that is being solved.

use std::cell::Cell;

use super::Solution;
use crate::solver::position::{BIG_TURN, Position, Stage};
use crate::solver::turn::{After, TurnValue};
use rivals_core::play::Seat;
use rivals_core::search::Linear;

/// The values after a turn that begins in a position.
pub(super) struct Continuation<'a, V = Linear> {
    pub solution: &'a Solution,
    pub position: Position,
    pub anchor: Option<Anchor<'a, V>>,
    /// The first seat's win probability that counts as zero in relative values.
    pub origin: f64,
    /// Whether a value was used that the cap may have changed.
    pub capped: Cell<bool>,
}

/// The values of a cycle that is being solved, as the first seat's win probabilities.
#[derive(Clone, Copy)]
pub(super) enum Anchor<'a, V = Linear> {
    /// The value after a turn that scored nothing and spent no token.
    NothingScored(V),
    /// The value of overtime with the same tokens.
    Overtime(V),
    /// The values of all chases with the same tokens, by [`Solution::chase_place`], each with
    /// whether the cap may have changed it.
    Chases(&'a [(V, bool)]),
}

impl<V: TurnValue> After<V> for Continuation<'_, V> {
    fn value(&self, points: u32, bonus: u32, challenged: bool) -> V {
        (self.first_wins(points, bonus, challenged)).of_first(self.position.mover())
    }

    fn extremes(&self) -> [V; 2] {
        match self.position.mover() {
            Seat::FIRST => [0.0, 1.0].map(|first_wins| self.known(first_wins)),
            _ => [1.0, 0.0].map(|first_wins| self.known(first_wins).complement()),
        }
    }
}

impl<V: TurnValue> Continuation<'_, V> {
    fn first_wins(&self, points: u32, bonus: u32, challenged: bool) -> V {
        let solution = self.solution;
        let mut tokens = self.position.tokens;
        if challenged {
            tokens[usize::from(self.position.other().0)] -= 1;
        }
        let target = solution.rules().target;
        let stage = match self.position.stage.after(points, bonus, target) {
            Err(winner) => return self.known(f64::from(u8::from(winner == Seat::FIRST))),
            Ok(stage) => stage,
        };
        let after_big_turn = points >= BIG_TURN && stage != Stage::Overtime;
        match (self.anchor, stage) {
            (Some(Anchor::NothingScored(value)), _) if points + bonus == 0 && !challenged => value,
            (Some(Anchor::Overtime(value)), Stage::Overtime) if !challenged => value,
            (Some(Anchor::Chases(values)), Stage::Chase { lead })
                if !challenged && solution.leads().contains(&lead) =>
            {
                let (value, capped) = values[solution.chase_place(lead, after_big_turn)];
                self.note(capped);
                value
            }
            _ => {
                let position = Position { stage, tokens, after_big_turn };
                let (value, capped) = solution.known(&position);
                self.note(capped);
                if capped && solution.graph.open {
                    V::known(value, solution.capped_bounds(stage), self.origin)
                } else {
                    self.known(value)
                }
            }
        }
    }

    fn known(&self, first_wins: f64) -> V {
        V::known(first_wins, [first_wins; 2], self.origin)
    }

    fn note(&self, capped: bool) {
        if capped {
            self.capped.set(true);
        }
    }
}
