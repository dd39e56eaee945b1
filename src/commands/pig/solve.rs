//! `rivals solve --game pig`.

use serde::Serialize;

use crate::command::answer::{agreement, checked};
use crate::command::{Answer, Output};
use crate::commands::{Known, SolveFlags};
use crate::document::{Block, Document};
use crate::games::pig::TARGET;
use crate::games::pig::solver::{PigPlay, PigSolution};
use crate::search::Check;
use crate::text;
use crate::text::number::count;
use crate::values::Invalid;

/// Known values of Pig to 100. The win probability of optimal play is the published one, to
/// its printed digits (Neller and Presser 2004, "Optimal play of the dice game Pig"). Its
/// results against hold at 20 are unpublished. They were computed by value iteration in the
/// order of scores and an exact evaluation of both policies, in an independent implementation
/// that shares no code with this one.
pub(super) fn known_answers() -> Result<Vec<Check>, Invalid> {
    let solve = |plays| PigSolution::solve(TARGET, plays);
    let optimum = solve([PigPlay::Optimal; 2])?;
    let first = solve([PigPlay::As(&optimum), PigPlay::HoldAt(20)])?;
    let second = solve([PigPlay::HoldAt(20), PigPlay::As(&optimum)])?;
    let check = |what, expected, solved, tolerance| Check { what, expected, solved, tolerance };
    let published = "Pig to 100, first seat (Neller and Presser 2004)";
    let as_first = "Pig, optimum first against hold at 20";
    let as_second = "Pig, optimum second against hold at 20";
    Ok(vec![
        check(published, 0.530_592_7, optimum.first_wins(), 5e-8),
        check(as_first, 0.571_50, first.first_wins(), 5e-6),
        check(as_second, 0.508_34, 1.0 - second.first_wins(), 5e-6),
    ])
}

/// A row of the CSV output: a position before a roll.
#[derive(Serialize)]
struct Row {
    mine: u32,
    theirs: u32,
    mover_wins: f64,
    /// The fewest points at stake at which the mover holds.
    holds_at: u32,
}

/// The answer; serialised, it is the JSON object.
#[derive(Serialize)]
struct Solved {
    target: u32,
    first_wins: f64,
    lower: f64,
    upper: f64,
    /// The number of positions before a roll that are solved.
    positions: u64,
    /// The fewest points at stake at which the first seat holds at 0 to 0.
    holds_at: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    checks: Vec<Check>,
    #[serde(skip)]
    solution: PigSolution,
}

/// Solves Pig.
pub(super) fn run(flags: &SolveFlags, known: Known<'_>) -> miette::Result<Output> {
    let target = flags.solver.target.unwrap_or(TARGET);
    let solution = PigSolution::solve(target, [PigPlay::Optimal; 2])?;
    let checks = known()?;
    let success = agreement(&checks);
    let (wins, error) = (solution.first_wins(), solution.error);
    let solved = Solved {
        target,
        first_wins: wins,
        lower: wins - error,
        upper: wins + error,
        positions: u64::from(target) * u64::from(target),
        holds_at: solution.holds_at(0, 0),
        checks,
        solution,
    };
    Ok(Output { success, ..flags.format.output(&solved)? })
}

impl Answer for Solved {
    fn document(&self) -> Document {
        if !self.checks.is_empty() {
            return checked(&self.checks);
        }
        let said = [
            format!(
                "The first seat wins {:.5} % of games of Pig to {} under optimal play by both.",
                100.0 * self.first_wins,
                self.target
            ),
            format!(
                "The error bound of this win probability is {:.0e}; {} positions before a roll are \
                 solved.",
                self.solution.error,
                count(self.positions)
            ),
            format!(
                "At 0 to 0 optimal play holds at {} points; --format csv has every position.",
                self.holds_at
            ),
        ];
        Document::answer("Pig solved", said.map(Block::text).to_vec())
    }

    fn csv(&self) -> Option<String> {
        Some(text::csv(rows(&self.solution)))
    }
}

/// Rows of every position of the first seat before a roll, by both scores.
fn rows(solution: &PigSolution) -> Vec<Row> {
    let scores = 0..solution.target();
    let places = scores.clone().flat_map(|mine| scores.clone().map(move |theirs| (mine, theirs)));
    let row = |(mine, theirs)| Row {
        mine,
        theirs,
        mover_wins: solution.mover_wins(mine, theirs),
        holds_at: solution.holds_at(mine, theirs),
    };
    places.map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solver_agrees_with_known_answers() {
        let checks = known_answers().unwrap();
        assert!(checks.iter().all(Check::agrees), "{checks:?}");
    }

    #[test]
    fn the_solution_by_position() {
        let solution = PigSolution::solve(TARGET, [PigPlay::Optimal; 2]).unwrap();
        let rows = rows(&solution);
        assert_eq!(rows.len(), 10_000);
        assert_eq!(rows[0].mover_wins, solution.first_wins());
        // A player one point from the target holds after any roll but a 1.
        assert_eq!(solution.holds_at(99, 0), 1);
    }
}
