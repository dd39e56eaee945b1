//! The solver beside answers that were published, or found another way.
//!
//! Pig is solved by the same fixed points as Dragon Slayer, so its published
//! value tests them; a doubled cap tests that where turns are cut off does not
//! show.

use super::pig::{PigPlay, PigSolution};
use super::solution::{Play, Solution, SolveError};

/// A known answer and the solver's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnownAnswer {
    /// What was solved.
    pub what: &'static str,
    /// As published, or as solved another way.
    pub known: f64,
    /// As solved.
    pub solved: f64,
    /// How far they may be apart: half a unit of the known one's last digit.
    pub tolerance: f64,
}

impl KnownAnswer {
    /// Whether they are close enough.
    #[must_use]
    pub fn agrees(&self) -> bool {
        (self.known - self.solved).abs() <= self.tolerance
    }
}

/// All known answers: of Pig to 100, and of the solution's own rules with twice
/// its cap. `solution` is of best play by both.
///
/// # Errors
/// [`SolveError`], if the rules cannot be solved with twice the cap.
pub fn known_answers(solution: &Solution) -> Result<Vec<KnownAnswer>, SolveError> {
    let mut answers = pig()?;
    answers.push(with_twice_the_cap(solution)?);
    Ok(answers)
}

/// Neller and Presser 2004, "Optimal play of the dice game Pig", to its digits;
/// the meetings with hold at 20 are from an evaluation without dice in another
/// program.
fn pig() -> Result<Vec<KnownAnswer>, SolveError> {
    let solve = |plays| PigSolution::solve(100, plays);
    let optimum = solve([PigPlay::Best; 2])?;
    let first = solve([PigPlay::As(&optimum), PigPlay::HoldAt(20)])?;
    let second = solve([PigPlay::HoldAt(20), PigPlay::As(&optimum)])?;
    Ok(vec![
        KnownAnswer {
            what: "Pig to 100, first seat (Neller and Presser 2004)",
            known: 0.530_592_7,
            solved: optimum.first_wins(),
            tolerance: 5e-8,
        },
        KnownAnswer {
            what: "Pig, optimum first against hold at 20",
            known: 0.571_50,
            solved: first.first_wins(),
            tolerance: 5e-6,
        },
        KnownAnswer {
            what: "Pig, optimum second against hold at 20",
            known: 0.508_34,
            solved: 1.0 - second.first_wins(),
            tolerance: 5e-6,
        },
    ])
}

fn with_twice_the_cap(solution: &Solution) -> Result<KnownAnswer, SolveError> {
    let doubled = Solution::with_cap(solution.rules(), [Play::Best; 2], 2 * solution.cap())?;
    Ok(KnownAnswer {
        what: "these rules, with twice the cap on a turn's points",
        known: doubled.first_wins(),
        solved: solution.first_wins(),
        tolerance: 1e-12,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dragon_slayer::Rules;

    #[test]
    fn all_agree() {
        let mut rules = Rules::built_in();
        rules.target = 6;
        let solution = Solution::solve(&rules, [Play::Best; 2]).unwrap();
        let answers = known_answers(&solution).unwrap();
        assert_eq!(answers.len(), 4);
        assert!(answers.iter().all(KnownAnswer::agrees), "{answers:?}");
    }

    #[test]
    fn a_difference_is_one() {
        let answer = KnownAnswer {
            what: "x",
            known: 0.5,
            solved: 0.6,
            tolerance: 0.01,
        };
        assert!(!answer.agrees());
    }
}
