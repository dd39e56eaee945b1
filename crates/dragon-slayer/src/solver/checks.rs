//! A check of the solver against itself with a doubled cap: stopping turns at the cap must
//! not change the values.

use super::solution::{Play, Solution};
use super::turn::TurnGraph;
use crate::Error;
use rivals_core::contest::OnSolving;
use rivals_core::search::Check;

/// Compares a solution with the same rules solved with twice its cap on a turn's points.
///
/// # Errors
/// [`Error`], if the rules cannot be solved with this cap.
///
/// # Panics
/// If the solution is not of optimal play by both seats.
pub fn with_twice_the_cap(solution: &Solution, progress: OnSolving<'_>) -> Result<Check, Error> {
    solution.assert_best();
    let graph = TurnGraph::new(solution.rules(), 2 * solution.cap());
    let doubled = Solution::adjudicating(graph, [Play::Optimal; 2], &mut None, progress)?;
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
    use crate::Rules;

    #[test]
    fn both_agree() {
        let mut rules = Rules::built_in();
        rules.target = 6;
        let solution = Solution::solve(&rules, [Play::Optimal; 2]).unwrap();
        let check = with_twice_the_cap(&solution, &|_, _| {}).unwrap();
        assert!(check.agrees(), "{check:?}");
    }
}
