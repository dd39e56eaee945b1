//! The solver of Pig: optimal play, and the exact results of players whose play is fixed. It uses
//! the same fixed points as the solver of Dragon Slayer, so that the published values of Pig check
//! both.
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
//! and 1 as soon as i + k reaches the target (Neller and Presser 2004). A turn with a fixed play is
//! linear in the one value that is not known yet: `scored + lost * (1 - V(j, i))`, where `lost` is
//! the probability of a turn that scores nothing. For a player who holds at n points, the
//! probabilities of the points of a turn depend only on how many points win: they are computed once.

use thiserror::Error;

use rivals_core::search::{Linear, MAX_STEPS, NoFixedPoint, alternating, rounding};

/// The mean number of rolls per turn is at most this: every roll ends the turn with probability 1/6.
const MEAN_ROLLS: f64 = 6.0;

/// The largest target that is solved: time and memory grow with its cube.
pub const MAX_TARGET: u32 = 300;

/// Why Pig is not solved.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[cfg_attr(feature = "miette", derive(miette::Diagnostic))]
pub enum PigError {
    /// The target is 0 or too large.
    #[error("the target {target} is outside 1 to {MAX_TARGET}")]
    Target {
        /// The given target.
        target: u32,
    },
    /// Neither seat ever scores.
    #[error(transparent)]
    NoFixedPoint(#[from] NoFixedPoint),
}

/// How a seat of Pig decides.
#[derive(Clone, Copy, Debug)]
pub enum PigPlay<'a> {
    /// Maximises the win probability against the other seat's play.
    Optimal,
    /// Decides as the same seat does in a solution of optimal play to the same target.
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
    /// Whether the mover holds, by the same indices and the points at stake; empty for seats that
    /// do not play optimally.
    holds: [Vec<bool>; 2],
    /// A bound on the error of every value.
    pub error: f64,
}

/// A turn of a player who holds at a number of points: the probability that it scores nothing, and
/// those of that number to five more.
type HoldTurn = (f64, [f64; 6]);

/// The turns of a player who holds at `most` points, by the fewest points that it holds at: they are
/// what is needed to win, or the player's own number.
fn hold_turns(most: u32) -> Vec<HoldTurn> {
    let turn = |held: usize| {
        let (mut reached, mut lost) = (vec![0.0; held + 6], 0.0);
        reached[0] = 1.0;
        for points in 0..held {
            let face = reached[points] / 6.0;
            lost += face;
            (2..=6).for_each(|rolled| reached[points + rolled] += face);
        }
        // Holding with nothing scores nothing.
        match held {
            0 => (1.0, [0.0; 6]),
            _ => (lost, std::array::from_fn(|more| reached[held + more])),
        }
    };
    (0..=most as usize).map(turn).collect()
}

impl PigSolution {
    /// Solves Pig up to `target`, 1 to [`MAX_TARGET`], for these two seats.
    ///
    /// # Errors
    /// [`PigError`].
    ///
    /// # Panics
    /// If a seat plays as in a solution to another target.
    pub fn solve(target: u32, plays: [PigPlay<'_>; 2]) -> Result<Self, PigError> {
        if !(1..=MAX_TARGET).contains(&target) {
            return Err(PigError::Target { target });
        }
        let size = (target * target) as usize;
        let mut solution = Self {
            target,
            values: [vec![0.0; size], vec![0.0; size]],
            holds: plays.map(|play| match play {
                PigPlay::Optimal => vec![false; size * target as usize],
                _ => Vec::new(),
            }),
            error: 0.0,
        };
        let hold_turns = plays.map(|play| match play {
            PigPlay::HoldAt(points) => hold_turns(points.min(target)),
            PigPlay::As(other) if other.target != target => panic!("a solution to another target"),
            _ => Vec::new(),
        });
        // From high totals to low: (i, j) needs only pairs of a higher total.
        for total in (0..=2 * (target - 1)).rev() {
            let mut worst: f64 = 0.0;
            for first in total.saturating_sub(target - 1)..=total.min(target - 1) {
                let scores = [first, total - first];
                let fixed = [0, 1].map(|mover| match plays[mover] {
                    PigPlay::Optimal => None,
                    PigPlay::HoldAt(points) => {
                        let held = points.min(target - scores[mover]);
                        let turn = &hold_turns[mover][held as usize];
                        Some(solution.held_at(mover, scores, held, turn))
                    }
                    PigPlay::As(other) => {
                        let holds = |at_stake, _, _| other.holds(mover, scores, at_stake);
                        Some(solution.turn(mover, scores, Linear::anchor(0.0), holds)[0].0)
                    }
                });
                worst = worst.max(solution.solve_pair(scores, fixed)?);
            }
            solution.error += worst;
        }
        Ok(solution)
    }

    /// The win probability of each seat when it begins.
    #[must_use]
    pub fn wins(&self) -> [f64; 2] {
        [self.values[0][0], self.values[1][0]]
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

    /// The fewest points at stake, above 0, at which the first seat holds with these scores under
    /// optimal play. It always holds when holding wins.
    #[must_use]
    pub fn holds_at(&self, mine: u32, theirs: u32) -> u32 {
        let mut at_stake = 1..self.target;
        let held = at_stake.find(|&points| self.holds(0, [mine, theirs], points));
        held.unwrap_or(self.target)
    }

    /// Whether a mover who plays optimally holds with `at_stake` points. Scores are those of the
    /// first and the second seat, each below the target.
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
        let lost = Linear::known(self.scored(mover, scores, 0));
        let turn = self.turn(mover, scores, lost, best);
        let value = |points| turn.get(points as usize).map_or(1.0, |&(value, _)| value.value);
        let rolled = (2..=6).fold(lost.value, |sum, face| sum + value(at_stake + face));
        [rolled / 6.0, self.scored(mover, scores, at_stake)]
    }

    fn index(&self, mine: u32, theirs: u32) -> usize {
        (mine * self.target + theirs) as usize
    }

    /// The mover's win probability after scoring these points, of a higher total.
    fn scored(&self, mover: usize, scores: [u32; 2], points: u32) -> f64 {
        match scores[mover] + points {
            score if score >= self.target => 1.0,
            score => 1.0 - self.values[1 - mover][self.index(scores[1 - mover], score)],
        }
    }

    /// Solves a pair of scores. Turns that do not depend on the solution are linear functions of
    /// the win probability after a turn that scores nothing.
    fn solve_pair(
        &mut self,
        scores: [u32; 2],
        fixed: [Option<Linear>; 2],
    ) -> Result<f64, NoFixedPoint> {
        // `other` is the other seat's win probability after a turn that scores nothing.
        let play = |mover: usize, other: Linear| match fixed[mover] {
            Some(Linear { value, slope }) => Linear::known(value) + other.complement() * slope,
            None => self.turn(mover, scores, other.complement(), best)[0].0,
        };
        let (solved, _) = alternating(
            MAX_STEPS,
            0.5,
            rounding(2.0 * MEAN_ROLLS),
            |second| play(0, second.complement()),
            |first| play(1, first).complement(),
        )?;
        let second = play(1, Linear::known(solved.value));
        for (mover, other) in [second, Linear::known(solved.value)].into_iter().enumerate() {
            let index = self.index(scores[mover], scores[1 - mover]);
            if fixed[mover].is_none() {
                let turn = self.turn(mover, scores, other.complement(), best);
                let start = index * self.target as usize;
                for (at_stake, (_, hold)) in turn.iter().enumerate() {
                    self.holds[mover][start + at_stake] = *hold;
                }
            }
            self.values[mover][index] = [solved.value, second.value][mover];
        }
        Ok(solved.error)
    }

    /// The turn of a player who holds at `held` points, which is what is needed to win or its own
    /// number.
    fn held_at(
        &self,
        mover: usize,
        scores: [u32; 2],
        held: u32,
        &(lost, points): &HoldTurn,
    ) -> Linear {
        let scored = (held..).zip(points).map(|(points, p)| match p {
            // These points cannot be rolled.
            0.0 => 0.0,
            p => p * self.scored(mover, scores, points),
        });
        Linear { value: scored.sum(), slope: lost }
    }

    /// The mover's win probability and whether it holds, by the points at stake below those that
    /// win. `lost` is that after a turn that scores nothing. `holds` decides by the points at
    /// stake and the values of rolling and of holding.
    fn turn(
        &self,
        mover: usize,
        scores: [u32; 2],
        lost: Linear,
        holds: impl Fn(u32, Linear, Linear) -> bool,
    ) -> Vec<(Linear, bool)> {
        let to_go = (self.target - scores[mover]) as usize;
        let mut turn = vec![(Linear::known(1.0), true); to_go + 6];
        for at_stake in (0..to_go).rev() {
            let faces = turn[at_stake + 2..=at_stake + 6].iter();
            let rolled = faces.fold(lost, |sum, &(value, _)| sum + value) * (1.0 / 6.0);
            // Holding with nothing is a turn that scores nothing.
            let held = match at_stake {
                0 => lost,
                _ => Linear::known(self.scored(mover, scores, at_stake as u32)),
            };
            let hold = holds(at_stake as u32, rolled, held);
            turn[at_stake] = (if hold { held } else { rolled }, hold);
        }
        turn.truncate(to_go);
        turn
    }
}

/// Whether holding is better than rolling.
fn best(_: u32, rolled: Linear, held: Linear) -> bool {
    held.value > rolled.value
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
            assert!((solution.wins()[0] - expected).abs() < 1e-12, "{plays:?} {expected}");
            assert!(solution.error < 1e-10);
        }
        // Playing by the solution gives the values of the solution.
        let optimum = PigSolution::solve(TARGET, [best; 2]).unwrap();
        let again = PigSolution::solve(TARGET, [PigPlay::As(&optimum); 2]).unwrap();
        assert!((again.wins()[0] - optimum.wins()[0]).abs() < 1e-12);
    }

    #[test]
    fn what_cannot_be_solved_is_refused() {
        let refusal = |target, plays| PigSolution::solve(target, plays).unwrap_err();
        let best = [PigPlay::Optimal; 2];
        for target in [0, MAX_TARGET + 1, u32::MAX] {
            assert_eq!(refusal(target, best), PigError::Target { target });
        }
        let never = refusal(TARGET, [PigPlay::HoldAt(0); 2]);
        assert!(matches!(never, PigError::NoFixedPoint(_)));
    }

    /// Fixed turns as linear functions beside the same play as decisions, point by point.
    #[test]
    fn the_play_of_those_who_hold_is_that_of_a_solution() {
        for target in [1, 2, 8, 25] {
            for points in [1, 2, 3, 7, 20, 100] {
                let mut held = PigSolution::solve(target, [PigPlay::Optimal; 2]).unwrap();
                let states = held.holds[0].len() as u32;
                let enough = |place: u32| place % target >= points;
                held.holds = [(); 2].map(|()| (0..states).map(enough).collect());
                let best = PigSolution::solve(target, [PigPlay::Optimal; 2]).unwrap();
                for other in [PigPlay::Optimal, PigPlay::As(&best), PigPlay::HoldAt(4)] {
                    let solved = [PigPlay::HoldAt(points), PigPlay::As(&held)]
                        .map(|play| PigSolution::solve(target, [play, other]).unwrap());
                    let [one, two] = solved.map(|solved| (solved.wins(), solved.error));
                    let apart = (0..2).map(|seat| (one.0[seat] - two.0[seat]).abs());
                    assert!(apart.fold(0.0, f64::max) < one.1 + two.1, "{target} {points}");
                    assert!(one.1.max(two.1) < 1e-10);
                }
            }
        }
    }
}
