//! Checks of the solver against published values, an independent implementation, and the
//! same rules with a doubled cap.
//!
//! Pig is solved by the same fixed points as Dragon Slayer, so its published value tests
//! them; a doubled cap tests that stopping turns at the cap does not change the values.

use super::solution::{Play, Report, Solution, SolveError};
use crate::games::pig::solver::{PigPlay, PigSolution};

/// An expected value beside the solved one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Check {
    /// A description of the value.
    pub what: &'static str,
    /// The published value, or that of another computation.
    pub expected: f64,
    /// The value that this solver found.
    pub solved: f64,
    /// The largest difference allowed; for a published value, half a unit of its last
    /// digit.
    pub tolerance: f64,
}

impl Check {
    /// Whether the two values differ by no more than the tolerance.
    #[must_use]
    pub fn agrees(&self) -> bool {
        (self.expected - self.solved).abs() <= self.tolerance
    }
}

/// Known values of Pig to 100. The first seat's win probability under optimal play is
/// published (Neller and Presser 2004, "Optimal play of the dice game Pig"). Those of
/// optimal play against hold at 20 are not: they come from an independent implementation
/// that shares no code with this one, which evaluates both policies exactly after value
/// iteration in the order of scores.
///
/// # Errors
/// [`SolveError`], which no known input causes.
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

/// Compares a solution with the same rules solved with twice its cap on a turn's points.
///
/// # Errors
/// [`SolveError`], if the rules cannot be solved with this cap.
///
/// # Panics
/// If the solution is not of optimal play by both seats.
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
    fn all_checks_agree() {
        let mut checks = known_answers().unwrap();
        let mut rules = Rules::built_in();
        rules.target = 6;
        let solution = Solution::solve(&rules, [Play::Best; 2]).unwrap();
        checks.push(with_twice_the_cap(&solution, &|_, _| {}).unwrap());
        assert!(checks.iter().all(Check::agrees), "{checks:?}");
    }

    #[test]
    fn a_difference_is_noticed() {
        let check = Check {
            what: "x",
            expected: 0.5,
            solved: 0.6,
            tolerance: 0.01,
        };
        assert!(!check.agrees());
    }
}
