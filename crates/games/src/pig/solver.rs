//! The solver of Pig. It uses the same fixed points as the solver of Dragon Slayer, so that
//! the published values of Pig check both.
//!
//! The only way back to the same scores (i, j) is through two turns that score nothing.
//! With the mover at i and the other at j, a turn's value with k points at
//! stake is the better of
//!
//! ```text
//! hold:  1 - V(j, i + k)
//! roll:  (1 - V(j, i)) / 6 + sum over faces f = 2..6 of value(k + f) / 6
//! ```
//!
//! and 1 as soon as i + k reaches the target (Neller and Presser 2004).

use rivals_core::search::{Linear, MAX_STEPS, NoFixedPoint, alternating, rounding};
use rivals_core::values::Invalid;

/// The largest mean number of rolls per turn: every roll ends the turn with probability 1/6.
pub const MEAN_ROLLS: f64 = 6.0;

/// The largest target that is solved: time and memory grow with its cube.
pub const MAX_TARGET: u32 = 300;

/// How a seat of Pig decides.
#[derive(Clone, Copy, Debug)]
pub enum PigPlay<'a> {
    /// Maximises the win probability against the other seat's play.
    Optimal,
    /// Decides as the same seat does in a solution to the same target.
    As(&'a PigSolution),
    /// Holds at this number of points at stake, or when holding wins; with 0 it never rolls.
    HoldAt(u32),
}

/// The mover's win probability in every position.
#[derive(Clone, Debug)]
pub struct PigSolution {
    target: u32,
    /// By the mover's seat, the mover's score, the other's score.
    values: [Vec<f64>; 2],
    /// Whether the mover holds, by the same indices and the points at stake.
    holds: [Vec<bool>; 2],
    /// A bound on the error of every value.
    pub error: f64,
}

impl PigSolution {
    /// Solves Pig up to `target`, 1 to [`MAX_TARGET`], for these two seats.
    ///
    /// # Errors
    /// [`Invalid`], if there is no such target, if a seat decides as in a solution to another
    /// target, or if neither seat ever scores.
    pub fn solve(target: u32, plays: [PigPlay<'_>; 2]) -> Result<Self, Invalid> {
        if !(1..=MAX_TARGET).contains(&target) {
            let message = format!("the target {target} is outside 1 to {MAX_TARGET}");
            return Err(Invalid::new("target", message, "choose a target in this range"));
        }
        for play in plays {
            if let PigPlay::As(PigSolution { target: given, .. }) = play
                && *given != target
            {
                let message =
                    format!("a solution for target {given} cannot be used with target {target}");
                return Err(Invalid::new("plays", message, "solve the same target"));
            }
        }
        let size = (target * target) as usize;
        let mut solution = Self {
            target,
            values: [vec![0.0; size], vec![0.0; size]],
            holds: [(); 2].map(|()| vec![false; size * target as usize]),
            error: 0.0,
        };
        // From high totals to low: (i, j) needs only pairs of a higher total.
        for total in (0..=2 * (target - 1)).rev() {
            let mut worst: f64 = 0.0;
            for first in total.saturating_sub(target - 1)..=total.min(target - 1) {
                let scores = [first, total - first];
                let error = solution.solve_pair(scores, plays).map_err(never_scores)?;
                worst = worst.max(error);
            }
            solution.error += worst;
        }
        Ok(solution)
    }

    /// The first seat's win probability.
    #[must_use]
    pub fn first_wins(&self) -> f64 {
        self.values[0][0]
    }

    /// The score that wins.
    #[must_use]
    pub fn target(&self) -> u32 {
        self.target
    }

    /// The win probability of the first seat when it is about to roll with these scores, each
    /// below the target.
    #[must_use]
    pub fn mover_wins(&self, mine: u32, theirs: u32) -> f64 {
        self.values[0][self.index(mine, theirs)]
    }

    /// The fewest points at stake, above 0, at which the first seat holds with these scores.
    /// It always holds when holding wins.
    #[must_use]
    pub fn holds_at(&self, mine: u32, theirs: u32) -> u32 {
        let mut at_stake = 1..self.target;
        let held = at_stake.find(|&points| self.holds(0, [mine, theirs], points));
        held.unwrap_or(self.target)
    }

    /// Whether the mover holds with `at_stake` points. Scores are those of the first and the
    /// second seat, each below the target.
    #[must_use]
    pub fn holds(&self, mover: usize, scores: [u32; 2], at_stake: u32) -> bool {
        let (mine, theirs) = (scores[mover], scores[1 - mover]);
        let start = self.index(mine, theirs) * self.target as usize;
        mine + at_stake >= self.target || self.holds[mover][start + at_stake as usize]
    }

    /// The mover's win probabilities if it rolls and if it holds with `at_stake` points, in a
    /// solution of optimal play by both. Scores are those of the first and the second seat.
    ///
    /// # Panics
    /// If a score is not below the target.
    #[must_use]
    pub fn actions(&self, mover: usize, scores: [u32; 2], at_stake: u32) -> [f64; 2] {
        let (mine, theirs) = (scores[mover], scores[1 - mover]);
        let other = |mine| 1.0 - self.values[1 - mover][self.index(theirs, mine)];
        let nothing = Linear::known(other(mine));
        let turn = self.turn(mover, scores, PigPlay::Optimal, nothing.complement());
        let value = |points| turn.get(points as usize).map_or(1.0, |&(value, _)| value.value);
        let rolled = (2..=6).fold(nothing.value, |sum, face| sum + value(at_stake + face));
        let held = match mine + at_stake {
            score if score >= self.target => 1.0,
            score => other(score),
        };
        [rolled / 6.0, held]
    }

    /// The mover's win probability when its turn has ended with this score of its own. The scores are
    /// those of the first and the second seat before it.
    pub(super) fn after_turn(&self, mover: usize, scores: [u32; 2], score: u32) -> f64 {
        if score >= self.target {
            return 1.0;
        }
        1.0 - self.values[1 - mover][self.index(scores[1 - mover], score)]
    }

    fn index(&self, mine: u32, theirs: u32) -> usize {
        (mine * self.target + theirs) as usize
    }

    fn solve_pair(
        &mut self,
        scores: [u32; 2],
        plays: [PigPlay<'_>; 2],
    ) -> Result<f64, NoFixedPoint> {
        let (solved, _) = alternating(
            MAX_STEPS,
            0.5,
            rounding(2.0 * MEAN_ROLLS),
            |second| self.turn(0, scores, plays[0], second.complement())[0].0,
            |first| self.turn(1, scores, plays[1], first)[0].0.complement(),
        )?;
        let second = self.turn(1, scores, plays[1], Linear::known(solved.value));
        let first = self.turn(0, scores, plays[0], second[0].0);
        for (mover, turn) in [first, second].into_iter().enumerate() {
            let index = self.index(scores[mover], scores[1 - mover]);
            let start = index * self.target as usize;
            for (at_stake, (_, hold)) in turn.iter().enumerate() {
                self.holds[mover][start + at_stake] = *hold;
            }
            self.values[mover][index] = match mover {
                0 => solved.value,
                _ => turn[0].0.value,
            };
        }
        Ok(solved.error)
    }

    /// The mover's win probability and whether it holds, by the points at stake below those that
    /// win. A turn that scores nothing leaves the other seat with the win probability `other`.
    fn turn(
        &self,
        mover: usize,
        scores: [u32; 2],
        play: PigPlay<'_>,
        other: Linear,
    ) -> Vec<(Linear, bool)> {
        let (mine, theirs) = (scores[mover], scores[1 - mover]);
        let to_go = self.target - mine;
        let lost = other.complement();
        let mut turn = vec![(Linear::known(1.0), true); to_go as usize + 6];
        for at_stake in (0..to_go).rev() {
            let at = at_stake as usize;
            let faces = turn[at + 2..=at + 6].iter();
            let rolled = faces.fold(lost, |sum, &(value, _)| sum + value) * (1.0 / 6.0);
            let score = mine + at_stake;
            // Holding with nothing is a turn that scores nothing.
            let held = match at_stake {
                0 => lost,
                _ => Linear::known(1.0 - self.values[1 - mover][self.index(theirs, score)]),
            };
            let hold = match play {
                PigPlay::Optimal => held.value > rolled.value,
                PigPlay::HoldAt(points) => at_stake >= points,
                PigPlay::As(solution) => solution.holds(mover, scores, at_stake),
            };
            turn[at] = (if hold { held } else { rolled }, hold);
        }
        turn.truncate(to_go as usize);
        turn
    }
}

/// The error for two seats that never score.
fn never_scores(error: NoFixedPoint) -> Invalid {
    Invalid::new("plays", error, "let a seat hold at 1 point or more")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pig::{Pig, PigAction, PigState};
    use rivals_core::play::{Game, Seat, Step, Turn};

    const TARGET: u32 = 8;

    /// The reference implementation: value iteration over all states of the game until no value
    /// changes. Returns the first seat's win probability. A player that can win by holding holds.
    fn value_iteration(plays: [PigPlay<'_>; 2]) -> f64 {
        let game = Pig::to(TARGET);
        let decide = |state: &PigState| {
            let enough = state.scores[state.mover] + state.at_stake >= TARGET;
            match plays[usize::from(state.mover.0)] {
                _ if enough => Some(PigAction::Hold),
                PigPlay::HoldAt(points) if state.at_stake >= points => Some(PigAction::Hold),
                PigPlay::HoldAt(_) => Some(PigAction::Roll),
                _ => None,
            }
        };
        let mut states = vec![game.start(2)];
        let mut edges: Vec<Vec<usize>> = Vec::new();
        while edges.len() < states.len() {
            let state = states[edges.len()];
            let next: Vec<PigState> = match game.turn(&state) {
                Turn::Over(_) => Vec::new(),
                Turn::Decide(_) => (game.actions(&state).into_iter())
                    .filter(|&action| decide(&state).is_none_or(|decided| decided == action))
                    .map(|action| game.after(&state, Step::Act(action)))
                    .collect(),
                Turn::Chance(chances) => (chances.weights.iter())
                    .map(|&(face, _)| game.after(&state, Step::Event(face)))
                    .collect(),
            };
            let places = next.into_iter().map(|next| {
                let known = states.iter().position(|state| *state == next);
                known.unwrap_or_else(|| {
                    states.push(next);
                    states.len() - 1
                })
            });
            let places = places.collect();
            edges.push(places);
        }
        let mut values = vec![0.5; states.len()];
        loop {
            let mut moved: f64 = 0.0;
            for (place, state) in states.iter().enumerate().rev() {
                let next = edges[place].iter().map(|&next| values[next]);
                let value = match game.turn(state) {
                    Turn::Over(outcome) => outcome.returns[Seat::FIRST].value(),
                    Turn::Chance(_) => next.sum::<f64>() / 6.0,
                    Turn::Decide(Seat::FIRST) => next.fold(0.0, f64::max),
                    Turn::Decide(_) => next.fold(1.0, f64::min),
                };
                moved = moved.max((value - values[place]).abs());
                values[place] = value;
            }
            if moved < 1e-15 {
                return values[0];
            }
        }
    }

    #[test]
    fn value_iteration_agrees() {
        let (best, three, five) = (PigPlay::Optimal, PigPlay::HoldAt(3), PigPlay::HoldAt(5));
        for plays in [[best, best], [best, three], [five, best], [three, five]] {
            let solution = PigSolution::solve(TARGET, plays).unwrap();
            let expected = value_iteration(plays);
            assert!((solution.first_wins() - expected).abs() < 1e-12, "{plays:?} {expected}");
            assert!(solution.error < 1e-10);
        }
        // Playing by the solution gives the values of the solution.
        let optimum = PigSolution::solve(TARGET, [best; 2]).unwrap();
        let again = PigSolution::solve(TARGET, [PigPlay::As(&optimum); 2]).unwrap();
        assert!((again.first_wins() - optimum.first_wins()).abs() < 1e-12);
    }

    #[test]
    fn what_cannot_be_solved_is_refused() {
        let refusal = |target, plays| PigSolution::solve(target, plays).unwrap_err();
        let best = [PigPlay::Optimal; 2];
        for target in [0, MAX_TARGET + 1, u32::MAX] {
            assert_eq!(refusal(target, best).field, "target");
        }
        let other = PigSolution::solve(9, best).unwrap();
        let error = refusal(TARGET, [PigPlay::As(&other), PigPlay::Optimal]);
        assert_eq!(error.message, "a solution for target 9 cannot be used with target 8");
        let never = refusal(TARGET, [PigPlay::HoldAt(0); 2]);
        assert!(never.message.ends_with("play may never leave the cycle"), "{never}");
    }
}
