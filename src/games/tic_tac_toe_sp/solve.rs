//! `rivals solve --game tic-tac-toe-sp`: the exact value of a setup, and `solved.csv`, the values of
//! many setups.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use miette::miette;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::any_game::INFO;
use super::board::Shape;
use super::engine::TicTacToeEngine;
use super::rules::{TicTacToe, for_each_move, is_over, make};
use super::solver::{Solved, Solver, Value};
use super::state::{NOBODY, Setup, TicTacToeState};
use crate::command::output::print_note;
use crate::command::progress::waiting;
use crate::command::shared::Format;
use crate::command::{Output, Success};
use crate::games::any_game::SolveOptions;
use crate::play::engine::Positions;
use crate::play::{NotationError, Seat};
use crate::results::{ManifestEntry, ResultsFolder};
use crate::search::{self, Check};
use crate::text::{self, number::count};

/// The file of the values of many setups.
pub(super) const FILE: &str = "solved.csv";

/// The command that writes it, as the manifest names it.
pub(super) const COMMAND: &str = "solve";

/// The largest table without `--memory`, in MiB.
const MEMORY: u64 = 1_024;

/// The most positions that are visited for a hint or an answer of the engine, below a tenth of a
/// second.
const ADVISED: u64 = 400_000;

/// The table for such an answer, in bytes.
const ADVISED_TABLE: u64 = 64 << 20;

/// The most positions that are visited to prove what one action is worth, and the table for them,
/// in bytes.
const PROVEN: u64 = 20_000;
const PROVEN_TABLE: u64 = 1 << 20;

/// The most positions that are visited for a setup, unless `--nodes` says otherwise: half a minute
/// of processor time at most. All setups that are known to be solved take fewer.
const STUDIED: u64 = 1 << 26;

/// The time between two lines of progress where standard error is no terminal.
const TOLD_EVERY: Duration = Duration::from_secs(10);

/// The same for 5x5 cells with bombs, whose proofs are far out of reach.
const STUDIED_IN_PART: u64 = 1 << 22;

/// A row of `solved.csv`: a setup, and what is proven of its value for the first player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    pub setup: String,
    /// `win`, `draw` or `loss`; empty where the proof is not complete.
    pub value: Option<String>,
    /// The least and the greatest value that are possible.
    pub least: String,
    pub greatest: String,
    /// A move that reaches the least value.
    pub action: String,
    pub nodes: u64,
    pub table_bytes: u64,
}

impl Row {
    fn new(setup: Setup, solved: &Solved) -> Self {
        let value = |value: Value| value.name().to_owned();
        Self {
            setup: setup.to_string(),
            value: solved.value().map(value),
            least: value(solved.low),
            greatest: value(solved.high),
            action: solved.action.map_or_else(String::new, |action| action.to_string()),
            nodes: solved.nodes,
            table_bytes: solved.table_bytes,
        }
    }
}

/// The JSON output.
#[derive(Serialize)]
struct Object {
    #[serde(flatten)]
    row: Row,
    seconds: f64,
    memory_limit_bytes: u64,
    nodes_limit: u64,
}

/// The setups of `solved.csv`: 3x3 with three in a row and 4x4 with four in a row and stocks of 0
/// or 1 of each power, and 5x5 with four in a row.
pub(super) fn studied() -> Vec<Setup> {
    let small = |side| {
        (0..16_u8).map(move |powers| {
            let stock = [3, 2, 1, 0].map(|power| powers >> power & 1);
            Setup::square(side, side, stock)
        })
    };
    let large =
        [[0, 0, 0, 0], [2, 2, 0, 0], [0, 0, 1, 0], [2, 2, 1, 0], [0, 0, 0, 1], [2, 2, 1, 1]];
    let large = large.map(|stock| Setup::square(5, 4, stock));
    small(3).chain(small(4)).chain(large).collect()
}

/// The setup whose proof is the same: ice is never placed in a proof, and plants only where there
/// are bombs.
fn same_proof(setup: Setup) -> Setup {
    let [_, plants, torches, bombs] = setup.stock;
    let plants = if bombs == 0 { 0 } else { plants };
    Setup { stock: [0, plants, torches, bombs], ..setup }
}

/// Solves a setup with a table of at most so many bytes and so many positions.
fn solve_setup(setup: Setup, bytes: u64, nodes: u64, quiet: bool) -> Solved {
    let spinner = waiting("solving", quiet);
    let name = setup.to_string();
    let mut watch = |nodes: u64| {
        spinner.set_message(format!("solving {name}: {} positions", count(nodes)));
        true
    };
    Solver::new(setup.shape, bytes, nodes, &mut watch).solve(&setup.state())
}

/// As [`solve_setup`], for a person: says beforehand where the search ends if it is not a short
/// one, and shows its progress.
fn solve_aloud(setup: Setup, bytes: u64, nodes: u64, quiet: bool) -> Solved {
    let spinner = waiting("solving", quiet);
    let name = setup.to_string();
    let in_lines = !quiet && !io::stderr().is_terminal();
    let mut told: Option<Instant> = None;
    let mut watch = |visited: u64| {
        if told.is_none() && !quiet {
            let note = format!(
                "solving {name}: the search ends after {} positions at most; --nodes sets another \
                 limit",
                count(nodes)
            );
            spinner.suspend(|| print_note(&note));
        }
        let since = told.get_or_insert_with(Instant::now);
        let progress =
            format!("solving {name}: {} of at most {} positions", count(visited), count(nodes));
        if in_lines && since.elapsed() >= TOLD_EVERY {
            print_note(&progress);
            *since = Instant::now();
        }
        spinner.set_message(progress);
        true
    };
    Solver::new(setup.shape, bytes, nodes, &mut watch).solve(&setup.state())
}

/// The value of a setup for the first player under optimal play, `win`, `draw` or `loss`; none if
/// the text is no setup.
#[must_use]
pub fn value(setup: &str) -> Option<&'static str> {
    let solved = solve_setup(setup.parse().ok()?, MEMORY << 20, u64::MAX, true);
    solved.value().map(Value::name)
}

/// The shares of a win that the legal moves bring the player to move, by moves in canonical order;
/// none if the position is too large to be solved at once.
pub(super) fn shares(state: &TicTacToeState) -> Option<Vec<f64>> {
    let mut moves = Vec::new();
    for_each_move(state, |action| moves.push(action));
    let mut watch = |_| true;
    let mut solver = Solver::new(state.shape, ADVISED_TABLE, ADVISED, &mut watch);
    // The first answer says whether all will be found.
    solver.solve(state).value()?;
    let share = |action| {
        let mut next = *state;
        make(&mut next, action);
        if next.winner != NOBODY {
            return Some(1.0);
        }
        if is_over(&next) {
            return Some(0.5);
        }
        solver.solve(&next).value().map(|value| match value {
            Value::Win => 0.0,
            Value::Draw => 0.5,
            Value::Loss => 1.0,
        })
    };
    moves.into_iter().map(share).collect()
}

/// The share of the win that a seat has in a state with the best play of both, if it is proven by a
/// few positions: as [`shares`], or by a win that a search sees.
pub(super) fn proven(game: &TicTacToe, state: &TicTacToeState, seat: Seat) -> Option<f64> {
    if is_over(state) {
        return Some(match state.winner {
            NOBODY => 0.5,
            winner => f64::from(u8::from(winner == seat.0)),
        });
    }
    let mut watch = |_| true;
    let solved = Solver::new(state.shape, PROVEN_TABLE, PROVEN, &mut watch).solve(state);
    let of_mover = match solved.value() {
        Some(Value::Win) => 1.0,
        Some(Value::Draw) => 0.5,
        Some(Value::Loss) => 0.0,
        None => {
            let wins = search::proven(game, state, Seat(state.mover), PROVEN)?;
            f64::from(u8::from(wins))
        }
    };
    Some(if state.mover == seat.0 { of_mover } else { 1.0 - of_mover })
}

/// Known values: the classical game (a draw), 5x5 with four in a row (a draw; an independent
/// solver without the shortcuts of this one), and 3x3 with one of each power, whose value a plain
/// search of all moves finds in the tests.
pub(super) fn known_answers() -> Vec<Check> {
    let known = [
        ("Tic Tac Toe 3x3 without powers, first player", Setup::CLASSICAL, 0.5),
        ("Tic Tac Toe 5x5, four in a row, without powers", Setup::square(5, 4, [0; 4]), 0.5),
        ("Tic Tac Toe 3x3 with one of each power", Setup::square(3, 3, [1; 4]), 1.0),
    ];
    let check = |(what, setup, expected): (&'static str, Setup, f64)| {
        let solved = solve_setup(setup, MEMORY << 20, u64::MAX, true);
        Check {
            what,
            expected,
            solved: match solved.value() {
                Some(Value::Win) => 1.0,
                Some(Value::Draw) => 0.5,
                Some(Value::Loss) => 0.0,
                None => f64::NAN,
            },
            tolerance: 0.0,
        }
    };
    known.map(check).to_vec()
}

/// Runs `rivals solve --game tic-tac-toe-sp`.
pub(super) fn run(options: &SolveOptions) -> miette::Result<Output> {
    if options.check {
        return Ok(checked(options.format));
    }
    let bytes = options.memory.unwrap_or(MEMORY) << 20;
    if let Some(path) = &options.out {
        if options.setup.is_some() {
            let help = format!("leave out --setup: {FILE} has all setups");
            return Err(miette!(help = help, "--out and --setup do not go together"));
        }
        let folder = ResultsFolder::prepare(path, COMMAND, &[FILE])?;
        let mut proofs: Vec<Setup> = Vec::new();
        for proof in studied().into_iter().map(same_proof) {
            if !proofs.contains(&proof) {
                proofs.push(proof);
            }
        }
        let solve = |setup: &Setup| {
            let most =
                if setup.shape.rows > 4 && setup.stock[3] > 0 { STUDIED_IN_PART } else { STUDIED };
            let nodes = options.nodes.unwrap_or(most);
            solve_setup(*setup, bytes, nodes, options.quiet)
        };
        let solved: Vec<Solved> = proofs.par_iter().map(solve).collect();
        let row = |setup| {
            let place = proofs.iter().position(|proof| *proof == same_proof(setup));
            place.map(|place| Row::new(setup, &solved[place]))
        };
        let rows: Vec<Row> = studied().into_iter().filter_map(row).collect();
        // By default, the limits settle all that is known to be solved within two minutes.
        let unsettled = options.nodes.is_some() && rows.iter().any(|row| row.value.is_none());
        let success = if unsettled { Success::Unsettled } else { Success::Done };
        let text = text::csv(&rows);
        let rules = TicTacToeEngine::built_in().rules_text();
        let entry = ManifestEntry::new(COMMAND, INFO.name, &rules);
        folder.write(entry, &[(FILE, text.clone())])?;
        return Ok(Output {
            text: match options.format {
                Format::Csv => text,
                Format::Json => text::json(&rows),
                Format::Table => rows.iter().map(line).collect(),
            },
            success,
        });
    }
    let setup: Setup = match &options.setup {
        None => Setup::STUDIO,
        Some(text) => text.parse().map_err(|error: NotationError| {
            miette!(help = error.help, "--setup {text:?} is no setup")
        })?,
    };
    let start = Instant::now();
    let nodes = options.nodes.unwrap_or(STUDIED);
    let solved = solve_aloud(setup, bytes, nodes, options.quiet);
    let seconds = start.elapsed().as_secs_f64();
    let row = Row::new(setup, &solved);
    let text = match options.format {
        Format::Csv => text::csv([&row]),
        Format::Json => {
            text::json(&Object { row, seconds, memory_limit_bytes: bytes, nodes_limit: nodes })
        }
        Format::Table => {
            let Shape { rows, columns, win } = setup.shape;
            let limit = match row.value {
                None => "The limit of positions was reached; --nodes sets a larger one.\n",
                Some(_) => "",
            };
            format!(
                "{}{limit}{rows} x {columns} cells, {win} in a row. {} positions were visited in \
                 {seconds:.2} s; the table takes {} of at most {} MiB.\n",
                line(&row),
                count(row.nodes),
                row.table_bytes.div_ceil(1 << 20),
                bytes >> 20,
            )
        }
    };
    let success = match solved.value() {
        Some(_) => Success::Done,
        None => Success::Unsettled,
    };
    Ok(Output { text, success })
}

/// What is proven of a setup, as one line.
fn line(row: &Row) -> String {
    let Row { setup, least, greatest, action, .. } = row;
    match &row.value {
        Some(value) => {
            let word = match value.as_str() {
                "win" => "the first player wins",
                "draw" => "a draw",
                _ => "the second player wins",
            };
            format!("{setup}: {word} under optimal play; {action} is a best first move.\n")
        }
        None => format!(
            "{setup}: not solved; for the first player it is at least a {least} and at most a \
             {greatest}, after {} positions.\n",
            count(row.nodes)
        ),
    }
}

fn checked(format: Format) -> Output {
    let checks = known_answers();
    let success =
        if checks.iter().all(Check::agrees) { Success::Done } else { Success::Disagreement };
    let text = match format {
        Format::Json => text::json(&checks),
        Format::Csv => text::csv(&checks),
        Format::Table => checks.iter().map(|check| format!("{check}\n")).collect(),
    };
    Output { text, success }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answers_hold() {
        let checks = known_answers();
        assert!(checks.iter().all(Check::agrees), "{checks:?}");
    }

    /// The slow ones are not solved here again: their numbers of positions are in the committed
    /// file, and do not depend on the machine.
    #[test]
    fn the_default_limit_settles_all_that_is_known() {
        let file = include_str!("../../../results/tic_tac_toe_sp/solved.csv");
        let rows = csv::Reader::from_reader(file.as_bytes()).into_deserialize::<Row>();
        let settled: Vec<Row> =
            rows.map(Result::unwrap).filter(|row| row.value.is_some()).collect();
        assert_eq!(settled.len(), 36);
        assert!(settled.iter().all(|row| row.nodes < STUDIED));
    }

    #[test]
    fn setups_are_studied_once() {
        let setups: Vec<String> = studied().iter().map(Setup::to_string).collect();
        let different: std::collections::HashSet<_> = setups.iter().collect();
        assert_eq!((setups.len(), different.len()), (38, 38));
        assert!(setups.contains(&"3x3:k=3:stocks=1,1,1,1".to_owned()));
        assert!(setups.contains(&"5x5".to_owned()));
    }

    #[test]
    fn stocks_that_do_not_matter_leave_the_proof_as_it_is() {
        for text in ["3x3:k=3:stocks=1,1,1,0", "3x3:k=3:stocks=1,1,0,1"] {
            let setup: Setup = text.parse().unwrap();
            let solve = |setup| solve_setup(setup, 1 << 20, u64::MAX, true);
            assert_ne!(same_proof(setup), setup);
            assert_eq!(solve(setup), solve(same_proof(setup)), "{text}");
        }
    }

    #[test]
    fn moves_of_a_small_game_have_shares() {
        let state = Setup::CLASSICAL.state();
        assert_eq!(shares(&state), Some(vec![0.5; 9]));
        assert_eq!(shares(&Setup::STUDIO.state()), None);
    }
}
