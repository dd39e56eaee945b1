//! Pig as a game of the registry, and `rivals solve --game pig`.

use serde::Serialize;

use crate::command::output::terminal_width;
use crate::command::shared::Format;
use crate::command::{Output, Success};
use crate::config::{self, Error, Source};
use crate::games::any_game::{AnyGame, SolveOptions, agents_of, seated};
use crate::games::pig::INFO;
use crate::games::pig::TARGET;
use crate::games::pig::contest::contest;
use crate::games::pig::engine::PigEngine;
use crate::games::pig::solver::{PigPlay, PigSolution};
use crate::personalities::Roster;
use crate::play::GameInfo;
use crate::play::engine::{Engine, EngineOf, Positions};
use crate::play::record::Header;
use crate::play::seated::AnySitting;
use crate::search::Check;
use crate::text::table::line;
use crate::text::{self, number::count};
use crate::tournament::Contest;

fn read(rules: Option<&Source>) -> Result<PigEngine, Error> {
    config::rules(rules).map(PigEngine::by)
}

/// Pig in the registry.
#[derive(Debug)]
pub(crate) struct PigGame;

impl AnyGame for PigGame {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn rules(&self, rules: Option<&Source>) -> miette::Result<String> {
        Ok(read(rules)?.rules_text())
    }

    fn contest(&self, rules: Option<&Source>, roster: &Roster) -> miette::Result<Box<dyn Contest>> {
        let specs = agents_of(roster, &INFO)?;
        Ok(Box::new(contest(&read(rules)?, &specs)))
    }

    fn engine(&self, rules: Option<&Source>) -> miette::Result<Box<dyn Engine>> {
        Ok(Box::new(EngineOf::new(read(rules)?)))
    }

    fn sit(&self, header: &Header) -> Option<miette::Result<Box<dyn AnySitting>>> {
        Some(seated(header, |rules| Ok(read(rules)?)))
    }

    fn notation(&self) -> &'static str {
        "Pig: a position is {\"scores\":[20,31],\"mover\":1,\"at_stake\":8}, with \"rolling\":true when the\n\
         die is about to be rolled. The actions are \"roll\" and \"hold\", the events \"1\" to \"6\"."
    }

    /// Known values of Pig to 100. The win probability of optimal play is the published one, to
    /// its printed digits (Neller and Presser 2004, "Optimal play of the dice game Pig"). Its
    /// results against hold at 20 are unpublished. They were computed by value iteration in the
    /// order of scores and an exact evaluation of both policies, in an independent implementation
    /// that shares no code with this one.
    fn known_answers(&self) -> miette::Result<Vec<Check>> {
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

    fn solve(&self, options: &SolveOptions) -> Option<miette::Result<Output>> {
        Some(self.solved(options))
    }
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

/// The JSON output.
#[derive(Serialize)]
struct Object {
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
}

impl PigGame {
    fn solved(&self, options: &SolveOptions) -> miette::Result<Output> {
        let target = options.target.unwrap_or(TARGET);
        let solution = PigSolution::solve(target, [PigPlay::Optimal; 2])?;
        let checks = if options.check { self.known_answers()? } else { Vec::new() };
        let success =
            if checks.iter().all(Check::agrees) { Success::Done } else { Success::Disagreement };
        let (wins, error) = (solution.first_wins(), solution.error);
        let text = match options.format {
            Format::Json => text::json(&Object {
                target,
                first_wins: wins,
                lower: wins - error,
                upper: wins + error,
                positions: u64::from(target) * u64::from(target),
                holds_at: solution.holds_at(0, 0),
                checks,
            }),
            Format::Csv => text::csv(rows(&solution)),
            Format::Table if options.check => {
                let lines =
                    checks.iter().map(|check| line(&check.to_string(), 9, terminal_width()));
                lines.collect()
            }
            Format::Table => {
                let lines = [
                    format!(
                        "The first seat wins {:.5} % of games of Pig to {target} under optimal \
                         play by both.",
                        100.0 * wins
                    ),
                    format!(
                        "The error bound of this win probability is {error:.0e}; {} positions \
                         before a roll are solved.",
                        count(u64::from(target) * u64::from(target))
                    ),
                    format!(
                        "At 0 to 0 optimal play holds at {} points; --format csv has every \
                         position.",
                        solution.holds_at(0, 0)
                    ),
                ];
                lines.map(|text| line(&text, 0, terminal_width())).concat()
            }
        };
        Ok(Output { text, success })
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
    use crate::tournament::config::TournamentConfig;

    #[test]
    fn the_solver_agrees_with_known_answers() {
        let checks = PigGame.known_answers().unwrap();
        assert!(checks.iter().all(Check::agrees), "{checks:?}");
    }

    #[test]
    fn the_built_in_tournament_is_played() {
        let config = TournamentConfig::built_in(&INFO);
        let contest = PigGame.contest(None, &config.roster).unwrap();
        let names: Vec<&str> = contest.roster().iter().map(|player| &*player.name).collect();
        assert_eq!(names.len(), 6);
        assert_eq!(names[0], "Hold at 10");
        let about = config.roster.members[0].character();
        assert_eq!(contest.roster()[0].character, about);
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
