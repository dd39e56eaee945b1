//! The two cycles, each with one unknown:
//!
//! * at one pair of scores and tokens, two turns that score nothing come round:
//!   the anchor is the first seat's turn;
//! * past the target, a tie comes round from any lead: the anchor is overtime.
//!
//! Under two policies either is linear, and one look solves it; best play needs
//! Newton's method. A turn after a big one is off the cycle, as what leads back
//! scored nothing.

use std::cell::Cell;

use rayon::prelude::*;

use super::continuation::Anchor;
use super::{Continuation, Play, Solution};
use crate::games::Seat;
use crate::solver::fixed_point::{
    FixedPoint, Linear, NoFixedPoint, alternating, fixed_point, two_lines,
};
use crate::solver::position::{Position, Stage};
use crate::solver::turn::{TurnPlay, TurnTree, Walk, Workspace};

/// A pair of scores and tokens, solved.
pub(super) struct Pair {
    /// The first seat's chance, by mover and mood.
    pub values: [[f64; 2]; 2],
    pub error: f64,
    pub capped: bool,
}

/// Overtime and the chases that lead to it, solved.
pub(super) struct PastTarget {
    pub overtime: FixedPoint,
    pub capped: bool,
    /// By [`Solution::chase_place`], with whether the cap may have changed it.
    pub chases: Vec<(f64, bool)>,
}

/// The anchor's value as it enters a line.
const UNKNOWN: Linear = Linear {
    value: 0.0,
    slope: 1.0,
};

impl Solution {
    /// One pair of scores and tokens.
    pub(super) fn pair_cycle(
        &self,
        tokens: [u32; 2],
        scores: [u32; 2],
        plays: [Play<'_>; 2],
    ) -> Result<Pair, NoFixedPoint> {
        let position = |mover| Position::new(Stage::Running { scores, mover }, tokens);
        // The error holds for both seats' turns, and for those after a big turn, which
        // are taken at the solution.
        let ((solved, second), mut capped) = match plays {
            [Play::As(_), Play::As(_)] => {
                let anchor = Some(Anchor::NothingScored(UNKNOWN));
                let (first, first_capped) = self.look(&position(Seat::FIRST), plays, anchor);
                let (second, second_capped) = self.look(&position(Seat::SECOND), plays, anchor);
                let solved = two_lines(first, second, self.rounding)?;
                (solved, first_capped || second_capped)
            }
            _ => self.best_pair(tokens, scores, plays)?,
        };
        let mut values = [solved.value, second].map(|value| [value; 2]);
        if self.moods == 2 {
            for (place, mover) in [Seat::FIRST, Seat::SECOND].into_iter().enumerate() {
                let nothing_scored = Linear::known(values[1 - place][0]);
                let anchor = Some(Anchor::NothingScored(nothing_scored));
                let position = Position {
                    after_big_turn: true,
                    ..position(mover)
                };
                let (value, met) = self.look(&position, plays, anchor);
                values[place][1] = value.value;
                capped |= met;
            }
        }
        Ok(Pair {
            values,
            error: solved.error,
            capped,
        })
    }

    /// A pair under best play of a seat or both: the value when the first seat
    /// moves, when the second does, and whether the cap was met.
    fn best_pair(
        &self,
        tokens: [u32; 2],
        scores: [u32; 2],
        plays: [Play<'_>; 2],
    ) -> Result<((FixedPoint, f64), bool), NoFixedPoint> {
        let workspaces = [(); 2].map(|()| self.workspace());
        let mut trees = [Seat::FIRST, Seat::SECOND].map(|mover| {
            let position = Position::new(Stage::Running { scores, mover }, tokens);
            let anchor = Some(Anchor::NothingScored(Linear::known(0.5)));
            self.tree(&position, plays, anchor, &workspaces[usize::from(mover.0)])
        });
        let [first_turn, second_turn] = &mut trees;
        // The mover's chance, in each seat's own turn; a turn that scores
        // nothing hands over to the other.
        let scored_nothing = |value| Some(Anchor::NothingScored(value));
        let first = |other| {
            first_turn.reconsider(|after| after.anchor = scored_nothing(other));
            first_turn.value()
        };
        let second = |other| {
            second_turn.reconsider(|after| after.anchor = scored_nothing(other));
            second_turn.value().complement()
        };
        // A guess from nearby saves a step of Newton's. One below the target it is the
        // position itself, which is no number yet.
        let target = self.turns.rules.target;
        let near = Stage::Running {
            scores: scores.map(|score| (score + 1).min(target - 1)),
            mover: Seat::FIRST,
        };
        let guess = self.value(&Position::new(near, tokens));
        let guess = if guess.is_nan() { 0.5 } else { guess };
        let solved = alternating(guess, self.rounding, first, second)?;
        let capped = (trees.iter().zip(&workspaces))
            .any(|(tree, workspace)| workspace.capped() || tree.after.capped.get());
        drop(trees);
        workspaces
            .into_iter()
            .for_each(|workspace| self.give_back(workspace));
        Ok((solved, capped))
    }

    /// Overtime with these tokens, and its chases.
    pub(super) fn overtime_cycle(
        &self,
        tokens: [u32; 2],
        plays: [Play<'_>; 2],
    ) -> Result<PastTarget, NoFixedPoint> {
        let chases = |overtime: Linear| -> Vec<(Linear, bool)> {
            let anchor = Some(Anchor::Overtime(overtime));
            let places = 0..self.chases();
            let look = |place: usize| {
                let lead = self.leads.start() + (place / self.moods) as i32;
                let position = Position {
                    after_big_turn: place % self.moods == 1,
                    ..Position::new(Stage::Chase { lead }, tokens)
                };
                self.look(&position, plays, anchor)
            };
            places.into_par_iter().map(look).collect()
        };
        let round = |chases: &[(Linear, bool)]| {
            let position = Position::new(Stage::Overtime, tokens);
            self.look(&position, plays, Some(Anchor::Chases(chases)))
        };
        if let [Play::As(_), Play::As(_)] = plays {
            let chases = chases(UNKNOWN);
            let (line, capped) = round(&chases);
            let (overtime, _) = two_lines(line, UNKNOWN, self.rounding)?;
            let at = |line: Linear| line.value + line.slope * overtime.value;
            let chases = chases.into_iter().map(|(line, capped)| (at(line), capped));
            return Ok(PastTarget {
                overtime,
                capped,
                chases: chases.collect(),
            });
        }
        let overtime = fixed_point(0.5, self.rounding, |first| round(&chases(first)).0)?;
        let chases = chases(Linear::known(overtime.value));
        let (_, capped) = round(&chases);
        let chases = chases
            .into_iter()
            .map(|(value, capped)| (value.value, capped));
        Ok(PastTarget {
            overtime,
            capped,
            chases: chases.collect(),
        })
    }

    /// The first seat's chance in a turn that begins in `position`, and whether
    /// the cap was met.
    fn look(
        &self,
        position: &Position,
        plays: [Play<'_>; 2],
        anchor: Option<Anchor<'_>>,
    ) -> (Linear, bool) {
        let (value, capped) = match plays {
            [Play::As(first), Play::As(second)] => {
                let mover = position.mover();
                let policies = [first.turn(position), second.turn(position)];
                let (policy, other) = match mover {
                    Seat::FIRST => (&policies[0], &policies[1]),
                    _ => (&policies[1], &policies[0]),
                };
                let other = position.may_be_challenged().then_some(&**other);
                let after = self.continuation(position, anchor);
                let mut walk = self.walks.take(|| Walk::new(&self.turns));
                let walked = walk.turn(&self.turns, mover, &**policy, other, &after);
                self.walks.put(walk);
                (walked.value, walked.capped || after.capped.get())
            }
            _ => {
                let workspace = self.workspace();
                let tree = self.tree(position, plays, anchor, &workspace);
                let value = tree.value();
                let capped = workspace.capped() || tree.after.capped.get();
                drop(tree);
                self.give_back(workspace);
                (value, capped)
            }
        };
        match position.mover() {
            Seat::FIRST => (value, capped),
            _ => (value.complement(), capped),
        }
    }

    pub(super) fn continuation<'a>(
        &'a self,
        position: &Position,
        anchor: Option<Anchor<'a>>,
    ) -> Continuation<'a> {
        Continuation {
            solution: self,
            position: *position,
            anchor,
            capped: Cell::new(false),
        }
    }

    /// A turn that begins in `position`, to be evaluated with a clear workspace.
    pub(super) fn tree<'a>(
        &'a self,
        position: &Position,
        plays: [Play<'_>; 2],
        anchor: Option<Anchor<'a>>,
        workspace: &'a Workspace,
    ) -> TurnTree<'a, Continuation<'a>> {
        let play = |seat: Seat| match plays[usize::from(seat.0)] {
            Play::Best => TurnPlay::Best,
            Play::As(policy) => TurnPlay::As(policy.turn(position)),
        };
        TurnTree::new(
            &self.turns,
            position.mover(),
            position.may_be_challenged(),
            [position.mover(), position.other()].map(play),
            self.continuation(position, anchor),
            workspace,
        )
    }
}
