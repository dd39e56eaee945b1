//! Exact results of two players of Pig whose play is fixed: much faster than a solution, which
//! holds the decisions of every position as well. [`super::solver`] is the reference
//! implementation.
//!
//! A turn with a fixed play is linear in the one value that is not known yet, the other player's
//! win probability at the same scores:
//!
//! ```text
//! scored + lost * (1 - V(j, i))
//! ```
//!
//! `lost` is the probability of a turn that scores nothing. For a player who holds at n points,
//! the probabilities of the points of a turn depend only on how many points win: they are
//! computed once.

use super::Pig;
use super::agents::Fixed;
use super::solver::MEAN_ROLLS;
use rivals_core::search::{Linear, MAX_STEPS, NoFixedPoint, alternating, rounding};

/// The exact results of two players in both orders.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exact {
    /// The win probability of each player when it begins.
    pub wins: [f64; 2],
    /// A bound on the error of both.
    pub error: f64,
}

/// A turn of a player who holds at `held` points, at least: they are what is needed to win, or
/// the player's own number.
struct Turn {
    /// The probability of a turn that scores nothing.
    lost: f64,
    /// The probabilities of `held` to `held + 5` points.
    points: [f64; 6],
}

/// The turns of a player who holds at `most` points, by the fewest points that it holds at.
fn turns(most: u32) -> Vec<Turn> {
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
            0 => Turn { lost: 1.0, points: [0.0; 6] },
            _ => Turn { lost, points: std::array::from_fn(|more| reached[held + more]) },
        }
    };
    (0..=most as usize).map(turn).collect()
}

/// The exact results of these players.
///
/// # Errors
/// [`NoFixedPoint`] if neither of them ever scores.
pub fn exact(game: &Pig, plays: [Fixed; 2]) -> Result<Exact, NoFixedPoint> {
    let target = game.target();
    let hold_turns = plays.map(|play| match play {
        Fixed::HoldAt(points) => turns(points.min(target)),
        Fixed::Optimum => Vec::new(),
    });
    let index = |mine: u32, theirs: u32| (mine * target + theirs) as usize;
    // By the mover's place, score and the other's score.
    let mut values = [(); 2].map(|()| vec![0.0; (target * target) as usize]);
    let mut error = 0.0;
    // From high totals to low: (i, j) needs only pairs of a higher total.
    for total in (0..=2 * (target - 1)).rev() {
        let mut worst: f64 = 0.0;
        for first in total.saturating_sub(target - 1)..=total.min(target - 1) {
            let scores = [first, total - first];
            let turn = |mover: usize| {
                let (mine, theirs) = (scores[mover], scores[1 - mover]);
                let after = |points: u32| match mine + points {
                    score if score >= target => 1.0,
                    score => 1.0 - values[1 - mover][index(theirs, score)],
                };
                match plays[mover] {
                    Fixed::HoldAt(points) => {
                        let held = points.min(target - mine);
                        let turn = &hold_turns[mover][held as usize];
                        let scored = (held..).zip(turn.points).map(|(points, p)| match p {
                            // These points cannot be rolled.
                            0.0 => 0.0,
                            p => p * after(points),
                        });
                        Linear { value: scored.sum(), slope: turn.lost }
                    }
                    Fixed::Optimum => {
                        let holds = |points| game.solution().holds(mover, scores, points);
                        linear_turn(target - mine, holds, after)
                    }
                }
            };
            let turns = [turn(0), turn(1)];
            let play = |mover: usize, other: Linear| {
                let Linear { value, slope } = turns[mover];
                Linear::known(value) + other.complement() * slope
            };
            let (solved, _) = alternating(
                MAX_STEPS,
                0.5,
                rounding(2.0 * MEAN_ROLLS),
                |second| play(0, second.complement()),
                |first| play(1, first).complement(),
            )?;
            values[0][index(first, total - first)] = solved.value;
            let second = play(1, Linear::known(solved.value));
            values[1][index(total - first, first)] = second.value;
            worst = worst.max(solved.error);
        }
        error += worst;
    }
    let wins = [values[0][0], values[1][0]];
    Ok(Exact { wins, error })
}

/// What a turn scores on average, and as slope the probability that it scores nothing. `after` is
/// the win probability after scoring.
fn linear_turn(to_go: u32, holds: impl Fn(u32) -> bool, after: impl Fn(u32) -> f64) -> Linear {
    let mut turn = vec![Linear::known(1.0); to_go as usize + 6];
    for at_stake in (0..to_go).rev() {
        let faces = turn[at_stake as usize + 2..=at_stake as usize + 6].iter();
        turn[at_stake as usize] = match (holds(at_stake), at_stake) {
            (true, 0) => Linear::anchor(0.0),
            (true, _) => Linear::known(after(at_stake)),
            (false, _) => faces.fold(Linear::anchor(0.0), |sum, &value| sum + value) * (1.0 / 6.0),
        };
    }
    turn[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pig::solver::{PigPlay, PigSolution};

    #[test]
    fn solutions_agree() {
        for target in [1, 2, 8, 25] {
            let game = Pig::to(target);
            let solve = |plays: [Fixed; 2]| {
                let plays = plays.map(|play| match play {
                    Fixed::Optimum => PigPlay::As(game.solution()),
                    Fixed::HoldAt(points) => PigPlay::HoldAt(points),
                });
                PigSolution::solve(target, plays)
            };
            let holds = [1, 2, 3, 7, 20, 100].map(Fixed::HoldAt);
            let plays = [&holds[..], &[Fixed::Optimum, Fixed::HoldAt(0)]].concat();
            for first in &plays {
                for second in &plays {
                    let turned = solve([*second, *first]);
                    match exact(&game, [*first, *second]) {
                        Ok(exact) => {
                            let solved = [solve([*first, *second]).unwrap(), turned.unwrap()];
                            for (wins, solved) in exact.wins.into_iter().zip(solved) {
                                let apart = (wins - solved.first_wins()).abs();
                                assert!(apart < exact.error + solved.error, "{target} {apart}");
                                assert!(exact.error < 4.0 * solved.error + 1e-12);
                            }
                        }
                        Err(_) => assert!(turned.is_err()),
                    }
                }
            }
        }
    }
}
