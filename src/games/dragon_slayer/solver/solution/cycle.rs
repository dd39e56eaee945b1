//! Solves the two kinds of cycles, each of which has one unknown, its anchor:
//!
//! * with the same scores and tokens, two turns that score nothing return to the first
//!   position; the anchor is the value of the first seat's turn;
//! * past the target, turns from any lead can return to a tie; the anchor is the value of
//!   overtime.
//!
//! Under two policies a cycle is linear, and one evaluation solves it, including the
//! adjudication of games in which too many rounds stall. Optimal play needs Newton's
//! method; adjudication at the value of optimal play does not change that value. A best
//! response to a policy is solved without adjudication: it cannot gain by it, and what it
//! may lose is part of the error. A turn after a big turn is not on the cycle, as the turns
//! of the cycle score nothing.

use std::cell::Cell;

use rayon::prelude::*;

use super::continuation::Anchor;
use super::report::Counter;
use super::{Continuation, FEW_CHASE_STATES, Play, Solution};
use crate::games::dragon_slayer::STALLED_ROUNDS;
use crate::games::dragon_slayer::solver::advantage::{Advantage, nearest_to_half};
use crate::games::dragon_slayer::solver::position::{Position, Stage};
use crate::games::dragon_slayer::solver::stalling::{Stalling, stalled};
use crate::games::dragon_slayer::solver::turn::{TurnPlay, TurnTree, TurnValue, Walk, Workspace};
use crate::play::Seat;
use crate::search::{FixedPoint, Linear, NoFixedPoint, alternating, fixed_point};

/// A pair of scores and tokens, solved.
pub(super) struct Pair {
    /// The first seat's win probability, by mover, then without and after a big turn.
    pub values: [[f64; 2]; 2],
    pub error: f64,
    pub capped: bool,
    pub by_bounds: bool,
    /// The chance that a game of fixed policies which comes here is adjudicated.
    pub adjudicated: f64,
}

/// Overtime and the chases that lead to it, solved.
pub(super) struct PastTarget {
    pub overtime: FixedPoint,
    pub capped: bool,
    pub by_bounds: bool,
    /// The chance that a game of fixed policies which comes here is adjudicated.
    pub adjudicated: f64,
    /// By [`Solution::chase_place`], with whether the cap may have changed it.
    pub chases: Vec<(f64, bool)>,
}

/// The number of guesses after which a cycle is solved by [`nearest_to_half`] instead.
const FAST_STEPS: u32 = 4;

/// A chase with a larger error counts as changed by the cap.
const CHASE_ERROR: f64 = 1e-11;

/// The anchor as the variable of a linear function, given by its value at 0.
const UNKNOWN: Linear = Linear::anchor(0.0);

impl Solution {
    /// Solves the positions with these scores and tokens.
    pub(super) fn pair_cycle(
        &self,
        tokens: [u32; 2],
        scores: [u32; 2],
        plays: [Play<'_>; 2],
    ) -> Result<Pair, NoFixedPoint> {
        let position = |mover| Position::new(Stage::Running { scores, mover }, tokens);
        // The error holds for both seats' turns, and for those after a big turn, which
        // are evaluated at the solution.
        let (mut pair, second_later) = match plays {
            [Play::As(_), Play::As(_)] => {
                let anchor = Some(Anchor::NothingScored(UNKNOWN));
                let (first, first_capped) = self.evaluate(&position(Seat::FIRST), plays, anchor);
                let (second, second_capped) = self.evaluate(&position(Seat::SECOND), plays, anchor);
                let optimal = self.adjudicated_at(&position(Seat::FIRST));
                let solved = stalled(first, second, self.rounding, optimal);
                let pair = Pair {
                    values: [[solved.first; 2], [solved.second; 2]],
                    error: solved.error,
                    capped: first_capped || second_capped,
                    by_bounds: false,
                    adjudicated: solved.adjudicated,
                };
                (pair, solved.second_later)
            }
            _ => {
                let near = self.near(tokens, scores);
                // The fast method is tried again at every eighth total.
                let again = (scores[0] + scores[1]).is_multiple_of(8);
                let solved = match self.by_bounds[self.holding(tokens)].pairs && !again {
                    true => Err(near),
                    false => match self.best_pair(near, tokens, scores, plays) {
                        Ok((solved, true)) if self.turns.open => Err(solved.0.value),
                        solved => solved.map_err(|error| error.near),
                    },
                };
                let by_bounds = solved.is_err();
                let ((solved, second), capped) = match solved {
                    Ok(solved) => solved,
                    Err(guess) => (self.bounded_pair(guess, tokens, scores, plays)?, false),
                };
                let pair = Pair {
                    values: [[solved.value; 2], [second; 2]],
                    error: solved.error,
                    capped,
                    by_bounds,
                    adjudicated: 0.0,
                };
                (pair, second)
            }
        };
        if self.variants == 2 {
            // The first seat's turn begins a round, which may be the first that stalls.
            let others = [second_later, pair.values[0][0]];
            for (place, mover) in [Seat::FIRST, Seat::SECOND].into_iter().enumerate() {
                let anchor = Some(Anchor::NothingScored(Linear::known(others[place])));
                let position = Position {
                    after_big_turn: true,
                    ..position(mover)
                };
                let (value, met) = self.evaluate(&position, plays, anchor);
                pair.values[place][1] = value.value;
                pair.capped |= met;
            }
        }
        Ok(pair)
    }

    /// The value at which a game that stalls in a position is adjudicated, and its error. It
    /// covers all of 0..=1 if optimal play is not solved yet: then no game is adjudicated, or
    /// everything will be solved again.
    fn adjudicated_at(&self, position: &Position) -> (f64, f64) {
        self.optimal.as_ref().map_or((0.5, 0.5), |optimal| {
            (optimal.value(position), optimal.error())
        })
    }

    /// The most that adjudication can take from a best response whose rounds stall with
    /// probability `slope`. The response's value is at least that of optimal play, so it
    /// cannot gain by adjudication.
    fn lost_by_adjudication(&self, slope: f64) -> f64 {
        match self.best {
            true => 0.0,
            false => Stalling::new(slope, STALLED_ROUNDS).all,
        }
    }

    /// A guess of the first seat's win probability from a neighbouring position, which saves a
    /// step of Newton's method.
    fn near(&self, tokens: [u32; 2], scores: [u32; 2]) -> f64 {
        // With both scores one below the target that is the same position, whose value is
        // still NaN.
        let target = self.turns.rules.target;
        let near = Stage::Running {
            scores: scores.map(|score| (score + 1).min(target - 1)),
            mover: Seat::FIRST,
        };
        let guess = self.value(&Position::new(near, tokens));
        if guess.is_nan() { 0.5 } else { guess }
    }

    /// Solves a pair in which a seat or both play optimally: the value when the first seat
    /// moves, the value when the second seat moves, and whether a turn reached the cap.
    fn best_pair(
        &self,
        guess: f64,
        tokens: [u32; 2],
        scores: [u32; 2],
        plays: [Play<'_>; 2],
    ) -> Result<((FixedPoint, f64), bool), NoFixedPoint> {
        let workspaces = [(); 2].map(|()| self.workspace());
        let mut trees = [Seat::FIRST, Seat::SECOND].map(|mover| {
            let position = Position::new(Stage::Running { scores, mover }, tokens);
            let anchor = Some(Anchor::NothingScored(Linear::known(0.5)));
            self.tree(
                &position,
                plays,
                anchor,
                0.0,
                &workspaces[usize::from(mover.0)],
            )
        });
        let [first_turn, second_turn] = &mut trees;
        // The mover's win probability in each seat's turn; after a turn that scores nothing
        // the other seat moves.
        let scored_nothing = |value| Some(Anchor::NothingScored(value));
        let mut first = |other| {
            first_turn.reconsider(|after| after.anchor = scored_nothing(other));
            first_turn.value()
        };
        let mut second = |other| {
            second_turn.reconsider(|after| after.anchor = scored_nothing(other));
            second_turn.value().complement()
        };
        let mut solved = alternating(FAST_STEPS, guess, self.rounding, &mut first, &mut second);
        if let Ok(solved) = &mut solved
            && !self.best
        {
            let [first, second] = [
                first(Linear::anchor(solved.1)),
                second(Linear::anchor(solved.0.value)),
            ];
            let slope = first.slope * second.slope;
            solved.0.error += self.lost_by_adjudication(slope);
        }
        let capped = (trees.iter().zip(&workspaces))
            .any(|(tree, workspace)| workspace.capped() || tree.after.capped.get());
        drop(trees);
        for workspace in workspaces {
            // With so few tokens `size::check` limits the work of the fast method.
            if self.tokens <= 1 {
                _ = workspace.take_fights();
            }
            self.give_back(workspace);
        }
        Ok((solved?, capped))
    }

    /// Solves a pair by [`nearest_to_half`], for cycles that hardly ever end and for turns
    /// that reach the cap.
    fn bounded_pair(
        &self,
        guess: f64,
        tokens: [u32; 2],
        scores: [u32; 2],
        plays: [Play<'_>; 2],
    ) -> Result<(FixedPoint, f64), NoFixedPoint> {
        let turn = |mover, first_wins, anchor| {
            let position = Position::new(Stage::Running { scores, mover }, tokens);
            let anchor = Some(Anchor::NothingScored(anchor));
            self.bounded_turn(&position, plays, first_wins, anchor)
        };
        let second = |first_wins| turn(Seat::SECOND, first_wins, Advantage::default());
        let mut solved = nearest_to_half(guess, |first_wins| {
            turn(Seat::FIRST, first_wins, second(first_wins))
        })?;
        let second = second(solved.value);
        solved.error += second.error();
        if !self.best {
            let round = turn(Seat::FIRST, solved.value, second);
            solved.error += self.lost_by_adjudication(1.0 - round.leaves);
        }
        Ok((solved, solved.value + second.middle()))
    }

    /// Solves overtime and its chases by [`nearest_to_half`].
    fn bounded_overtime(
        &self,
        guess: f64,
        tokens: [u32; 2],
        plays: [Play<'_>; 2],
        counter: &Counter<'_>,
    ) -> Result<PastTarget, NoFixedPoint> {
        let chases = |overtime: f64| -> Vec<(Advantage, bool)> {
            let look = |place: usize| {
                counter.add(0);
                let position = self.chase_at(place, tokens);
                let anchor = Some(Anchor::Overtime(Advantage::default()));
                let value = match self.decided_chase(&position) {
                    Some(first_wins) => Advantage::known(0.0, || first_wins, overtime),
                    None => self.bounded_turn(&position, plays, overtime, anchor),
                };
                (value, false)
            };
            (0..self.chases()).into_par_iter().map(look).collect()
        };
        let position = Position::new(Stage::Overtime, tokens);
        let mut overtime = nearest_to_half(guess, |overtime| {
            let chases = chases(overtime);
            let anchor = Some(Anchor::Chases(&chases));
            self.bounded_turn(&position, plays, overtime, anchor)
        })?;
        let chases = chases(overtime.value);
        if !self.best {
            let anchor = Some(Anchor::Chases(&chases));
            let round = self.bounded_turn(&position, plays, overtime.value, anchor);
            overtime.error += self.lost_by_adjudication(1.0 - round.leaves);
        }
        let known = |error: f64| error <= CHASE_ERROR;
        let errors = chases.iter().map(|(value, _)| value.error());
        let worst = errors.filter(|&error| known(error)).fold(0.0, f64::max);
        let chases = chases.iter().map(|(value, _)| {
            let first_wins = overtime.value + value.middle();
            (first_wins, !known(value.error()))
        });
        let chases = chases.collect();
        overtime.error += worst;
        Ok(PastTarget {
            overtime,
            capped: false,
            by_bounds: true,
            adjudicated: 0.0,
            chases,
        })
    }

    /// Bounds of the first seat's win probability in a turn that begins in `position`, minus
    /// the anchor's, `first_wins`.
    fn bounded_turn(
        &self,
        position: &Position,
        plays: [Play<'_>; 2],
        first_wins: f64,
        anchor: Option<Anchor<'_, Advantage>>,
    ) -> Advantage {
        if self.gives_up() {
            return Advantage::default();
        }
        let workspace = self.bounding.take(|| Workspace::new(&self.turns));
        workspace.clear();
        let value = self
            .tree(position, plays, anchor, first_wins, &workspace)
            .value();
        self.count(&workspace);
        self.bounding.put(workspace);
        value.of_first(position.mover())
    }

    /// The chase with a place, as [`Self::chase_place`] gives it.
    fn chase_at(&self, place: usize, tokens: [u32; 2]) -> Position {
        let lead = self.leads.start() + (place / self.variants) as i32;
        Position {
            after_big_turn: place % self.variants == 1,
            ..Position::new(Stage::Chase { lead }, tokens)
        }
    }

    /// Solves overtime with these tokens, and its chases.
    pub(super) fn overtime_cycle(
        &self,
        tokens: [u32; 2],
        plays: [Play<'_>; 2],
        counter: &Counter<'_>,
    ) -> Result<PastTarget, NoFixedPoint> {
        let chases = |overtime: Linear| -> Vec<(Linear, bool)> {
            let anchor = Some(Anchor::Overtime(overtime));
            let places = 0..self.chases();
            let look = |place: usize| {
                counter.add(0);
                let position = self.chase_at(place, tokens);
                match self.decided_chase(&position) {
                    Some([low, _]) => (Linear::known(low.round()), false),
                    None => self.evaluate(&position, plays, anchor),
                }
            };
            places.into_par_iter().map(look).collect()
        };
        let round = |chases: &[(Linear, bool)]| {
            let position = Position::new(Stage::Overtime, tokens);
            self.evaluate(&position, plays, Some(Anchor::Chases(chases)))
        };
        if let [Play::As(_), Play::As(_)] = plays {
            let chases = chases(UNKNOWN);
            let (line, capped) = round(&chases);
            let optimal = self.adjudicated_at(&Position::new(Stage::Overtime, tokens));
            let solved = stalled(line, UNKNOWN, self.rounding, optimal);
            let at = |line: Linear| line.value + line.slope * solved.first;
            let chases = chases.into_iter().map(|(line, capped)| (at(line), capped));
            return Ok(PastTarget {
                overtime: FixedPoint {
                    value: solved.first,
                    error: solved.error,
                },
                capped,
                by_bounds: false,
                adjudicated: solved.adjudicated,
                chases: chases.collect(),
            });
        }
        if self.turns.open && self.chases() * self.turns.nodes() > FEW_CHASE_STATES {
            return self.bounded_overtime(0.5, tokens, plays, counter);
        }
        // Without tokens this is the same holding, which is not solved yet.
        let fewer = self.holding(tokens.map(|held| held.saturating_sub(1)));
        if self.by_bounds[fewer].overtime {
            return self.bounded_overtime(self.overtime[fewer], tokens, plays, counter);
        }
        let line = |first| round(&chases(first)).0;
        let mut overtime = match fixed_point(FAST_STEPS, 0.5, self.rounding, line) {
            Ok(overtime) => overtime,
            Err(error) => return self.bounded_overtime(error.near, tokens, plays, counter),
        };
        if !self.best {
            let slope = line(Linear::anchor(overtime.value)).slope;
            overtime.error += self.lost_by_adjudication(slope);
        }
        let chases = chases(Linear::known(overtime.value));
        let (_, capped) = round(&chases);
        if capped && self.turns.open {
            return self.bounded_overtime(overtime.value, tokens, plays, counter);
        }
        let chases = chases
            .into_iter()
            .map(|(value, capped)| (value.value, capped));
        Ok(PastTarget {
            overtime,
            capped,
            by_bounds: false,
            adjudicated: 0.0,
            chases: chases.collect(),
        })
    }

    /// The first seat's win probability in a turn that begins in `position`, and whether the
    /// turn reached the cap.
    fn evaluate(
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
                let after = self.continuation(position, anchor, 0.0);
                let mut walk = self.walks.take(|| Walk::new(&self.turns));
                let walked = walk.turn(&self.turns, mover, &**policy, other, &after);
                self.walks.put(walk);
                (walked.value, walked.capped || after.capped.get())
            }
            _ => {
                let workspace = self.workspace();
                let tree = self.tree(position, plays, anchor, 0.0, &workspace);
                let value = tree.value();
                let capped = workspace.capped() || tree.after.capped.get();
                drop(tree);
                self.give_back(workspace);
                (value, capped)
            }
        };
        (value.of_first(position.mover()), capped)
    }

    /// The values after a turn that begins in `position`.
    pub(super) fn continuation<'a, V>(
        &'a self,
        position: &Position,
        anchor: Option<Anchor<'a, V>>,
        origin: f64,
    ) -> Continuation<'a, V> {
        Continuation {
            solution: self,
            position: *position,
            anchor,
            origin,
            capped: Cell::new(false),
        }
    }

    /// The backward pass of a turn that begins in `position`; the workspace is empty, or has
    /// values of the same turn.
    pub(super) fn tree<'a, V: TurnValue>(
        &'a self,
        position: &Position,
        plays: [Play<'_>; 2],
        anchor: Option<Anchor<'a, V>>,
        origin: f64,
        workspace: &'a Workspace<V>,
    ) -> TurnTree<'a, Continuation<'a, V>, V> {
        let play = |seat: Seat| match plays[usize::from(seat.0)] {
            Play::Best => TurnPlay::Best,
            Play::As(policy) => TurnPlay::As(policy.turn(position)),
        };
        TurnTree::new(
            &self.turns,
            position.mover(),
            position.may_be_challenged(),
            [position.mover(), position.other()].map(play),
            self.continuation(position, anchor, origin),
            workspace,
        )
    }
}
