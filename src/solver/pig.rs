//! Pig, solved with the same fixed points as Dragon Slayer: the check against
//! published values.
//!
//! The only cycle at scores (i, j) runs through two turns that score nothing.
//! With the mover at i and the other at j, a turn's value with k points at
//! stake is the better of
//!
//! ```text
//! hold:  1 - V(j, i + k)
//! roll:  (1 - V(j, i)) / 6 + sum over faces f = 2..6 of value(k + f) / 6
//! ```
//!
//! and 1 as soon as i + k reaches the target (Neller and Presser 2004).

use super::fixed_point::{Linear, NoFixedPoint, alternating, rounding};

/// Every roll ends the turn with a chance of 1 in 6, so that no way to play rolls
/// more often on average.
const MEAN_ROLLS: f64 = 6.0;

/// How a seat of Pig decides.
#[derive(Clone, Copy, Debug)]
pub enum PigPlay<'a> {
    /// Maximises the chance of winning against the other seat's play.
    Best,
    /// Decides as the same seat does in a solution.
    As(&'a PigSolution),
    /// Holds at so many points at stake, or when holding wins.
    HoldAt(u32),
}

/// The mover's chance of winning Pig in every position.
#[derive(Clone, Debug)]
pub struct PigSolution {
    target: u32,
    /// By the mover's seat, the mover's score, the other's score.
    values: [Vec<f64>; 2],
    /// Whether the mover holds, by the same and the points at stake.
    holds: [Vec<bool>; 2],
    /// How far any value may be off.
    pub error: f64,
}

impl PigSolution {
    /// Solves Pig up to `target` for these two seats.
    ///
    /// # Errors
    /// [`NoFixedPoint`] if neither seat ever scores.
    pub fn solve(target: u32, plays: [PigPlay<'_>; 2]) -> Result<Self, NoFixedPoint> {
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
                worst = worst.max(solution.solve_pair(scores, plays)?);
            }
            solution.error += worst;
        }
        Ok(solution)
    }

    /// The first seat's chance of winning the game.
    #[must_use]
    pub fn first_wins(&self) -> f64 {
        self.values[0][0]
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
            0.5,
            rounding(2.0 * MEAN_ROLLS),
            |second| self.turn(0, scores, plays[0], second.complement(), &mut Vec::new()),
            |first| {
                let mover = self.turn(1, scores, plays[1], first, &mut Vec::new());
                mover.complement()
            },
        )?;
        let mut holds = [(); 2].map(|()| Vec::new());
        let anchor = Linear::known(solved.value);
        let reply = self.turn(1, scores, plays[1], anchor, &mut holds[1]);
        self.turn(0, scores, plays[0], reply, &mut holds[0]);
        let (first_index, second_index) = (
            self.index(scores[0], scores[1]),
            self.index(scores[1], scores[0]),
        );
        self.values[0][first_index] = solved.value;
        self.values[1][second_index] = reply.value;
        for (mover, index) in [first_index, second_index].into_iter().enumerate() {
            let start = index * self.target as usize;
            let decided = &holds[mover];
            self.holds[mover][start..start + decided.len()].copy_from_slice(decided);
        }
        Ok(solved.error)
    }

    /// The mover's chance, where a turn that scores nothing leaves the other
    /// seat with `other`.
    /// Writes down at which points at stake the mover holds.
    fn turn(
        &self,
        mover: usize,
        scores: [u32; 2],
        play: PigPlay<'_>,
        other: Linear,
        holds: &mut Vec<bool>,
    ) -> Linear {
        let (mine, theirs) = (scores[mover], scores[1 - mover]);
        let to_go = self.target - mine;
        let lost = other.complement();
        // values[k] for k points at stake, from the target downwards.
        let won = Linear::known(1.0);
        let mut values = vec![won; to_go as usize + 6];
        holds.resize(to_go as usize, false);
        for at_stake in (0..to_go).rev() {
            let rolled = (2..=6)
                .map(|face| values[at_stake as usize + face])
                .fold(lost, |sum, value| sum + value)
                * (1.0 / 6.0);
            // Holding with nothing is a turn that scores nothing.
            let held = match at_stake {
                0 => lost,
                _ => {
                    let index = self.index(theirs, mine + at_stake);
                    Linear::known(1.0 - self.values[1 - mover][index])
                }
            };
            let hold = match play {
                PigPlay::Best => held.value > rolled.value,
                PigPlay::HoldAt(points) => at_stake >= points,
                PigPlay::As(solution) => {
                    let start = self.index(mine, theirs) * self.target as usize;
                    solution.holds[mover][start + at_stake as usize]
                }
            };
            holds[at_stake as usize] = hold;
            values[at_stake as usize] = if hold { held } else { rolled };
        }
        values[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(plays: [PigPlay<'_>; 2]) -> f64 {
        PigSolution::solve(100, plays).unwrap().first_wins()
    }

    /// Neller and Presser 2004.
    #[test]
    fn the_published_solution() {
        let solution = PigSolution::solve(100, [PigPlay::Best; 2]).unwrap();
        assert!((solution.first_wins() - 0.530_592_7).abs() < 5e-8);
        assert!(solution.error < 1e-9);
    }

    /// Both figures from an evaluation without dice in another program.
    #[test]
    fn the_solution_against_hold_at_20() {
        let optimum = PigSolution::solve(100, [PigPlay::Best; 2]).unwrap();
        let first = solve([PigPlay::As(&optimum), PigPlay::HoldAt(20)]);
        let second = 1.0 - solve([PigPlay::HoldAt(20), PigPlay::As(&optimum)]);
        assert!((first - 0.571_50).abs() < 5e-6, "{first}");
        assert!((second - 0.508_34).abs() < 5e-6, "{second}");
        // A best response wins more than the optimum does against this policy.
        assert!(solve([PigPlay::Best, PigPlay::HoldAt(20)]) > first);
    }
}
