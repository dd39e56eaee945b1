//! The solver beside answers that were published or found another way, and beside
//! itself with another cap.
//!
//! Pig is solved by the same fixed points as Dragon Slayer, so its published
//! value tests them; a doubled cap tests that where turns are cut off does not
//! show.

use super::solution::{Play, Report, Solution, SolveError};
use crate::games::pig::solver::{PigPlay, PigSolution};

/// What was expected and what was solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Check {
    /// What was solved.
    pub what: &'static str,
    /// As published, or as solved another way.
    pub expected: f64,
    /// As solved.
    pub solved: f64,
    /// How far they may be apart: half a unit of a published one's last digit.
    pub tolerance: f64,
}

impl Check {
    /// Whether they are close enough.
    #[must_use]
    pub fn agrees(&self) -> bool {
        (self.expected - self.solved).abs() <= self.tolerance
    }
}

/// Known answers of Pig to 100. The optimum's chance is the published one, to its
/// digits (Neller and Presser 2004, "Optimal play of the dice game Pig"). Its
/// meetings with hold at 20 are unpublished: value iteration in the order of scores,
/// then the exact evaluation of both policies without dice, in an independent
/// implementation that shares no code with this one.
///
/// # Errors
/// [`SolveError`], which does not happen.
pub fn known_answers() -> Result<Vec<Check>, SolveError> {
    let solve = |plays| PigSolution::solve(100, plays);
    let optimum = solve([PigPlay::Best; 2])?;
    let first = solve([PigPlay::As(&optimum), PigPlay::HoldAt(20)])?;
    let second = solve([PigPlay::HoldAt(20), PigPlay::As(&optimum)])?;
    Ok(vec![
        Check {
            what: "Pig to 100, first seat (Neller and Presser 2004)",
            expected: 0.530_592_7,
            solved: optimum.first_wins(),
            tolerance: 5e-8,
        },
        Check {
            what: "Pig, optimum first against hold at 20",
            expected: 0.571_50,
            solved: first.first_wins(),
            tolerance: 5e-6,
        },
        Check {
            what: "Pig, optimum second against hold at 20",
            expected: 0.508_34,
            solved: 1.0 - second.first_wins(),
            tolerance: 5e-6,
        },
    ])
}

/// The rules of a solution with twice its cap on a turn's points; reports how far it is.
///
/// # Errors
/// [`SolveError`], if they cannot be solved so.
///
/// # Panics
/// If the solution is not of best play by both.
pub fn with_twice_the_cap(solution: &Solution, report: Report<'_>) -> Result<Check, SolveError> {
    solution.assert_best();
    let (rules, cap) = (solution.rules(), 2 * solution.cap());
    let doubled = Solution::with_cap_and_report(rules, [Play::Best; 2], cap, report)?;
    Ok(Check {
        what: "these rules, with twice the cap on a turn's points",
        expected: doubled.first_wins(),
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
        let mut checks = known_answers().unwrap();
        let mut rules = Rules::built_in();
        rules.target = 6;
        let solution = Solution::solve(&rules, [Play::Best; 2]).unwrap();
        checks.push(with_twice_the_cap(&solution, &|_, _| {}).unwrap());
        assert!(checks.iter().all(Check::agrees), "{checks:?}");
    }

    #[test]
    fn a_difference_is_one() {
        let check = Check {
            what: "x",
            expected: 0.5,
            solved: 0.6,
            tolerance: 0.01,
        };
        assert!(!check.agrees());
    }
}
