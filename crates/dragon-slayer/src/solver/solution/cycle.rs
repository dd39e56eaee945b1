//! Solves the two kinds of cycles, each of which has one unknown, the value of its anchor:
//!
//! * with the same scores and tokens, two turns that score nothing return to the first
//!   position; the anchor is the first seat's turn;
//! * past the target, turns from any lead can return to a tie; the anchor is overtime.
//!
//! Under two policies a cycle is linear, and one evaluation solves it, including the
//! adjudication of games in which too many rounds stall. Optimal play needs Newton's
//! method; adjudication at the value of optimal play does not change that value. Where that
//! finds no proven value, bounds do ([`nearest_to_half`]). A best response to a policy is
//! solved without adjudication: it cannot gain by it, and what it may lose is part of the
//! error. A turn after a big turn is not on the cycle, as the turns of the cycle score
//! nothing.

use std::cell::Cell;

use super::continuation::Anchor;
use super::progress::Counter;
use super::{Continuation, FEW_CHASE_STATES, Play, Pool, Solution};
use crate::STALLED_ROUNDS;
use crate::solver::advantage::{Advantage, nearest_to_half};
use crate::solver::position::{Position, Stage};
use crate::solver::stalling::{Stalling, stalled};
use crate::solver::turn::{BackwardPass, TurnPlay, TurnValue, Workspace};
use rivals_core::play::Seat;
use rivals_core::search::{FixedPoint, Linear, NoFixedPoint, alternating, fixed_point};
use rivals_statistics::parallel;

/// Positions with the same tokens that depend on each other.
pub(super) struct Cycle {
    /// The position whose value is the unknown: the first seat's turn below the target, or
    /// overtime.
    pub anchor: Position,
    /// The positions to which a turn leads on the way back to the anchor: the second seat's
    /// turn with the same scores, or all chases.
    pub others: Vec<Position>,
}

/// The values of a cycle.
pub(super) struct SolvedCycle {
    /// Each position with the first seat's win probability, and whether the cap may have
    /// changed it. Positions after a big turn are among them if they have values of their own.
    pub values: Vec<(Position, f64, bool)>,
    /// The error bound of the values, except of capped chases.
    pub error: f64,
    /// The chance that a game of fixed policies which comes here is adjudicated.
    pub adjudicated: f64,
}

/// The values of a cycle's own positions, as the first seat's win probabilities.
struct CycleValues {
    anchor: FixedPoint,
    /// Whether the turn from the anchor reached the cap.
    capped: bool,
    /// The values of the other positions, each with whether the cap may have changed it.
    others: Vec<(f64, bool)>,
    /// The value of the first of them after a turn of the first seat that changed nothing.
    other_later: f64,
    adjudicated: f64,
}

/// The number of guesses after which a cycle is solved by [`nearest_to_half`] instead.
const FAST_STEPS: u32 = 4;

/// A chase with a larger error counts as changed by the cap.
const CHASE_ERROR: f64 = 1e-11;

/// The anchor as the variable of a linear function, given by its value at 0.
const UNKNOWN: Linear = Linear::anchor(0.0);

impl Cycle {
    fn is_overtime(&self) -> bool {
        self.anchor.stage == Stage::Overtime
    }
}

/// Solves one cycle; all positions that it leads to outside of it are solved.
pub(super) struct CycleSolver<'a> {
    pub solution: &'a Solution,
    pub cycle: &'a Cycle,
    pub plays: [Play<'a>; 2],
    pub counter: &'a Counter<'a>,
}

impl CycleSolver<'_> {
    /// Solves the cycle.
    pub(super) fn solve(&self) -> Result<SolvedCycle, NoFixedPoint> {
        let solved = match self.plays {
            [Play::As(_), Play::As(_)] => self.fixed_policies(),
            _ => self.optimal_play()?,
        };
        let mut values = vec![(self.cycle.anchor, solved.anchor.value, solved.capped)];
        let others = self.cycle.others.iter().zip(solved.others);
        values.extend(others.map(|(&position, (value, capped))| (position, value, capped)));
        if self.solution.variants == 2 && !self.cycle.is_overtime() {
            // The error holds for turns after a big turn too, which are evaluated at the
            // solution. The first seat's begins a round, which may be the first that stalls.
            for (place, after) in [solved.other_later, solved.anchor.value].into_iter().enumerate()
            {
                let position = Position { after_big_turn: true, ..values[place].0 };
                let anchor = Anchor::NothingScored(Linear::known(after));
                let (value, capped) = self.turn(&self.solution.workspaces, &position, anchor, 0.0);
                values.push((position, value.value, capped));
            }
        }
        Ok(SolvedCycle { values, error: solved.anchor.error, adjudicated: solved.adjudicated })
    }

    /// Solves a cycle in which a seat or both play optimally.
    fn optimal_play(&self) -> Result<CycleValues, NoFixedPoint> {
        let states =
            self.cycle.others.len() * self.solution.graph.turns().states(self.solution.cap());
        let fast = if !self.cycle.is_overtime() {
            self.fast_pair()
        } else if self.solution.graph.open && states > FEW_CHASE_STATES {
            Err(0.5)
        } else {
            self.fast_overtime()
        };
        match fast {
            Ok(solved) if !(solved.capped && self.solution.graph.open) => Ok(solved),
            Ok(CycleValues { anchor, .. }) => self.bounded(anchor.value),
            Err(near) => self.bounded(near),
        }
    }

    /// Follows a cycle once from the anchor's value: the values of the other positions, and
    /// that of the anchor's turn, each with whether the turn reached the cap.
    fn follow<V: TurnValue + Send + Sync>(
        &self,
        pool: &Pool<Workspace<V>>,
        anchor: V,
        origin: f64,
    ) -> (Vec<(V, bool)>, (V, bool)) {
        let to_anchor = if self.cycle.is_overtime() {
            Anchor::Overtime(anchor)
        } else {
            Anchor::NothingScored(anchor)
        };
        let other = |position: &Position| {
            self.counter.add(0);
            match self.solution.decided_chase(position) {
                Some([low, high]) => (V::known(low.round(), [low, high], origin), false),
                None => self.turn(pool, position, to_anchor, origin),
            }
        };
        let others: Vec<_> =
            parallel::map(self.cycle.others.len(), |at| other(&self.cycle.others[at]));
        let to_others = if self.cycle.is_overtime() {
            Anchor::Chases(&others)
        } else {
            Anchor::NothingScored(others[0].0)
        };
        let round = self.turn(pool, &self.cycle.anchor, to_others, origin);
        (others, round)
    }

    /// Solves a cycle under two policies.
    fn fixed_policies(&self) -> CycleValues {
        let (others, (round, capped)) = self.follow(&self.solution.workspaces, UNKNOWN, 0.0);
        let solved =
            stalled(round, self.solution.rounding, self.adjudicated_at(&self.cycle.anchor));
        let at = |line: Linear, anchor: f64| line.value + line.slope * anchor;
        CycleValues {
            anchor: FixedPoint { value: solved.value, error: solved.error },
            capped,
            other_later: at(others[0].0, solved.later),
            others: (others.iter())
                .map(|&(line, capped)| (at(line, solved.value), capped))
                .collect(),
            adjudicated: solved.adjudicated,
        }
    }

    /// The value at which a game that stalls in a position is adjudicated, and its error. It
    /// covers all of 0..=1 if optimal play is not solved yet: then no game is adjudicated, or
    /// everything will be solved again.
    fn adjudicated_at(&self, position: &Position) -> (f64, f64) {
        self.solution
            .optimal
            .as_ref()
            .map_or((0.5, 0.5), |optimal| (optimal.value(position), optimal.error()))
    }

    /// The most that adjudication can take from a best response whose rounds stall with
    /// probability `slope`. The response's value is at least that of optimal play, so it
    /// cannot gain by adjudication.
    fn lost_by_adjudication(&self, slope: f64) -> f64 {
        if self.solution.best { 0.0 } else { Stalling::new(slope, STALLED_ROUNDS).all }
    }

    /// A guess of the first seat's win probability from a neighbouring position, which saves a
    /// step of Newton's method.
    fn near(&self, position: &Position) -> f64 {
        // With both scores one below the target that is the same position, whose value is
        // still NaN.
        let target = self.solution.rules().target;
        let scores = (position.scores(target)).map(|score| (score + 1).min(target - 1));
        let mover = Seat::FIRST;
        let near = Stage::Running { scores, mover };
        let guess = self.solution.value(&Position::new(near, position.tokens));
        if guess.is_nan() { 0.5 } else { guess }
    }

    /// Solves overtime in which a seat or both play optimally, or returns the last guess of
    /// the anchor's value.
    fn fast_overtime(&self) -> Result<CycleValues, f64> {
        let follow = |first| self.follow(&self.solution.workspaces, first, 0.0);
        let mut anchor =
            fixed_point(FAST_STEPS, 0.5, self.solution.rounding, |first| follow(first).1.0)
                .map_err(|error| error.near)?;
        let (others, (round, capped)) = follow(Linear::anchor(anchor.value));
        anchor.error += self.lost_by_adjudication(round.slope);
        let others = others.into_iter();
        Ok(CycleValues {
            anchor,
            capped,
            others: others.map(|(value, capped)| (value.value, capped)).collect(),
            adjudicated: 0.0,
            other_later: f64::NAN,
        })
    }

    /// Solves a pair of turns in which a seat or both play optimally, or returns the last
    /// guess of the anchor's value. Values that do not depend on the anchor are kept from
    /// guess to guess.
    fn fast_pair(&self) -> Result<CycleValues, f64> {
        let workspaces = [(); 2].map(|()| self.solution.workspace(&self.solution.workspaces));
        let positions = [&self.cycle.anchor, &self.cycle.others[0]];
        let mut passes = [0, 1].map(|mover: usize| {
            let anchor = Some(Anchor::NothingScored(Linear::known(0.5)));
            (self.solution).pass(positions[mover], self.plays, anchor, 0.0, &workspaces[mover])
        });
        let [first_turn, second_turn] = &mut passes;
        // The first seat's win probability in each seat's turn; after a turn that scores
        // nothing the other seat moves.
        let scored_nothing = |value| Some(Anchor::NothingScored(value));
        let mut first = |other| {
            first_turn.reconsider(|after| after.anchor = scored_nothing(other));
            first_turn.value()
        };
        let mut second = |other| {
            second_turn.reconsider(|after| after.anchor = scored_nothing(other));
            second_turn.value().complement()
        };
        let near = self.near(&self.cycle.anchor);
        let mut solved =
            alternating(FAST_STEPS, near, self.solution.rounding, &mut first, &mut second);
        if let Ok((anchor, other)) = &mut solved
            && !self.solution.best
        {
            let slopes =
                [first(Linear::anchor(*other)).slope, second(Linear::anchor(anchor.value)).slope];
            anchor.error += self.lost_by_adjudication(slopes[0] * slopes[1]);
        }
        let capped = (passes.iter().zip(&workspaces))
            .any(|(pass, workspace)| workspace.capped.get() || pass.after.capped.get());
        drop(passes);
        for workspace in workspaces {
            // With so few tokens `size::check` limits the work of the fast method.
            let limited = self.solution.rules().challenge.tokens > 1;
            self.solution.give_back(&self.solution.workspaces, workspace, limited);
        }
        let (anchor, other) = solved.map_err(|error| error.near)?;
        Ok(CycleValues {
            anchor,
            capped,
            others: vec![(other, false)],
            adjudicated: 0.0,
            other_later: other,
        })
    }

    /// Solves a cycle by [`nearest_to_half`]: cycles that hardly ever end, and turns that
    /// reach the cap.
    fn bounded(&self, guess: f64) -> Result<CycleValues, NoFixedPoint> {
        let follow =
            |first_wins| self.follow(&self.solution.bounding, Advantage::default(), first_wins);
        let mut anchor = nearest_to_half(guess, |first_wins| follow(first_wins).1.0)?;
        let (others, (round, _)) = follow(anchor.value);
        anchor.error += self.lost_by_adjudication(1.0 - round.leaves);
        let known = |error: f64| !self.cycle.is_overtime() || error <= CHASE_ERROR;
        let errors = others.iter().map(|(value, _)| value.error());
        anchor.error += errors.filter(|&error| known(error)).fold(0.0, f64::max);
        let value = |value: &Advantage| (anchor.value + value.middle(), !known(value.error()));
        let others: Vec<_> = others.iter().map(|(other, _)| value(other)).collect();
        Ok(CycleValues {
            anchor,
            capped: false,
            other_later: others[0].0,
            others,
            adjudicated: 0.0,
        })
    }

    /// The first seat's win probability in a turn that begins in `position`, and whether the
    /// turn reached the cap.
    fn turn<V: TurnValue>(
        &self,
        pool: &Pool<Workspace<V>>,
        position: &Position,
        anchor: Anchor<'_, V>,
        origin: f64,
    ) -> (V, bool) {
        if self.solution.gives_up() {
            return (V::default(), false);
        }
        let workspace = self.solution.workspace(pool);
        let pass = (self.solution).pass(position, self.plays, Some(anchor), origin, &workspace);
        let value = pass.value().of_first(position.mover());
        let capped = workspace.capped.get() || pass.after.capped.get();
        drop(pass);
        // Evaluating policies takes little work.
        let limited = self.plays.iter().any(|play| matches!(play, Play::Optimal));
        self.solution.give_back(pool, workspace, limited);
        (value, capped)
    }
}

impl Solution {
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
    pub(super) fn pass<'a, V: TurnValue>(
        &'a self,
        position: &Position,
        plays: [Play<'_>; 2],
        anchor: Option<Anchor<'a, V>>,
        origin: f64,
        workspace: &'a Workspace<V>,
    ) -> BackwardPass<'a, Continuation<'a, V>, V> {
        let play = |seat: Seat| match plays[usize::from(seat.0)] {
            Play::Optimal => TurnPlay::Optimal,
            Play::As(policy) => TurnPlay::As(policy.turn(position)),
        };
        BackwardPass::new(
            &self.graph,
            position.mover(),
            position.may_be_challenged(),
            [position.mover(), position.other()].map(play),
            self.continuation(position, anchor, origin),
            workspace,
        )
    }
}
