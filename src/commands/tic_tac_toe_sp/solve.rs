//! `rivals solve --game tic-tac-toe-sp`: the exact value of a setup, and `solved.csv`, the values of
//! many setups.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::time::Instant;

use miette::miette;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value as Json;

use crate::catalogue::find;
use crate::command::answer::{agreement, checked};
use crate::command::progress::Bar;
use crate::command::{Answer, Output, Success};
use crate::commands::{Known, SolveFlags};
use crate::config::{Source, built};
use crate::document::{Block, Cell, Column, Columns, Document, Table};
use crate::engine::position;
use crate::games::tic_tac_toe_sp::TicTacToe;
use crate::games::tic_tac_toe_sp::board::Shape;
use crate::games::tic_tac_toe_sp::rules::{is_over, piece};
use crate::games::tic_tac_toe_sp::solve::{
    COMMAND, FILE, LineMove, MEMORY, Row, same_proof, solve_position, solve_setup, studied,
};
use crate::games::tic_tac_toe_sp::solver::{Solved, Solver, Value};
use crate::games::tic_tac_toe_sp::state::{NOBODY, Setup, TicTacToeState};
use crate::play::Game;
use crate::results::{ManifestEntry, ResultsFolder};
use crate::search::Check;
use crate::text::{self, number::count};
use crate::values::Invalid;

/// What is said where a proof was given up.
const LIMIT: &str = "The limit of positions was reached; --nodes sets a larger one.";

/// The most positions that are visited for a setup, unless `--nodes` says otherwise: half a minute
/// of processor time at most. All setups that are known to be solved take fewer.
const STUDIED: u64 = 1 << 26;

/// The same for 5x5 cells with bombs, whose proofs are far out of reach.
const STUDIED_IN_PART: u64 = 1 << 22;

/// A setup that was solved; serialised, it is the JSON object.
#[derive(Serialize)]
struct Single {
    #[serde(flatten)]
    row: Row,
    seconds: f64,
    memory_limit_bytes: u64,
    nodes_limit: u64,
    #[serde(skip)]
    shape: Shape,
}

impl Answer for Single {
    fn document(&self) -> Document {
        let Shape { rows, columns, win, .. } = self.shape;
        let limit = self.row.value.is_none().then(|| LIMIT.to_owned());
        let size = format!(
            "{rows} x {columns} cells, {win} in a row. {} positions were visited in {:.2} s; the \
             table takes {} of at most {} MiB.",
            count(self.row.nodes),
            self.seconds,
            self.row.table_bytes.div_ceil(1 << 20),
            self.memory_limit_bytes >> 20,
        );
        let said = [Some(sentence(&self.row)), limit, Some(size)];
        Document::answer("Setup solved", said.into_iter().flatten().map(Block::text).collect())
    }

    fn csv(&self) -> Option<String> {
        Some(text::csv([&self.row]))
    }
}

/// A position that was solved; serialised, it is the JSON object.
#[derive(Serialize)]
struct Placed {
    to_move: &'static str,
    value: Option<&'static str>,
    least: &'static str,
    greatest: &'static str,
    action: Option<String>,
    nodes: u64,
    table_bytes: u64,
    seconds: f64,
    memory_limit_bytes: u64,
    nodes_limit: u64,
    /// The line, and who wins at its end; none where the proof is not complete, and nobody if it is
    /// drawn.
    line: Option<Vec<LineMove>>,
    winner: Option<&'static str>,
    #[serde(skip)]
    boards: Vec<TicTacToeState>,
}

impl Answer for Placed {
    fn document(&self) -> Document {
        let Self { to_move, least, greatest, nodes, .. } = self;
        let board =
            |at: usize| self.boards.get(at).map(|board| Block::Lines { text: board.to_string() });
        let said = match (self.value, &self.action) {
            (Some(value), Some(action)) => format!(
                "A {value} for {to_move}, who is to move, under optimal play; {action} is a best move."
            ),
            _ => format!(
                "Not solved; for {to_move}, who is to move, it is at least a {least} and at most a                  {greatest}, after {} positions. {LIMIT}",
                count(*nodes)
            ),
        };
        let line = self.line.as_ref().map(|line| {
            let columns: &Columns<'_, LineMove> = &[
                (Column::figures("move"), &|one| Cell::whole(one.number as u64)),
                (Column::words("player"), &|one| Cell::words(one.player)),
                (Column::words("action"), &|one| Cell::words(&*one.action)),
                (Column::words("worth to the player"), &|one| Cell::words(one.value)),
            ];
            let end = self.winner.map_or("a draw".to_owned(), |who| format!("{who} wins"));
            let caption = format!("A line of perfect play to the end: {end}.");
            Block::Table(Table::of("the solver", caption, line, columns))
        });
        let size = format!("{} positions were visited in {:.2} s.", count(*nodes), self.seconds);
        let blocks = [board(0), Some(Block::text(said)), line, board(1), Some(Block::text(size))];
        Document::answer("Position solved", blocks.into_iter().flatten().collect())
    }

    fn csv(&self) -> Option<String> {
        Some(text::csv(self.line.iter().flatten()))
    }
}

/// Many setups.
impl Answer for Vec<Row> {
    fn document(&self) -> Document {
        Document::answer("Setups solved", self.iter().map(sentence).map(Block::text).collect())
    }

    fn csv(&self) -> Option<String> {
        Some(text::csv(self))
    }
}

/// Comparisons with known values.
impl Answer for Vec<Check> {
    fn document(&self) -> Document {
        checked(self)
    }

    fn csv(&self) -> Option<String> {
        Some(text::csv(self))
    }
}

/// Runs `rivals solve --game tic-tac-toe-sp`.
pub(super) fn run(flags: &SolveFlags, known: Known<'_>) -> miette::Result<Output> {
    if flags.check {
        let checks = known()?;
        return Ok(Output { success: agreement(&checks), ..flags.format.output(&checks)? });
    }
    let bytes = flags.memory.unwrap_or(MEMORY) << 20;
    match &flags.out {
        None => one(flags, bytes),
        Some(folder) => {
            let rules = flags.solver.rules.given();
            let given = [
                ("--setup", flags.setup.is_some()),
                ("--position", flags.position.is_some()),
                ("--rules", rules),
            ];
            if let Some((flag, _)) = given.into_iter().find(|(_, given)| *given) {
                let help = format!("leave out {flag}: {FILE} has all setups");
                return Err(miette!(help = help, "--out and {flag} do not go together"));
            }
            all(flags, bytes, folder)
        }
    }
}

/// Solves the setups of [`studied`], and writes them to this folder.
fn all(flags: &SolveFlags, bytes: u64, folder: &Path) -> miette::Result<Output> {
    let folder = ResultsFolder::prepare(folder, COMMAND, &[FILE])?;
    // Setups with the same proof are solved once.
    let proofs: HashSet<Setup> = studied().into_iter().map(same_proof).collect();
    let bar = Bar::new(proofs.len() as u64, "setups", flags.solver.quiet);
    let solve = |setup: Setup| {
        let most =
            if setup.shape.rows > 4 && setup.stocks[0][3] > 0 { STUDIED_IN_PART } else { STUDIED };
        let nodes = flags.nodes.unwrap_or(most);
        let solved = solve_setup(setup, bytes, nodes, &mut |_| true);
        bar.add(1);
        (setup, solved)
    };
    let solved: HashMap<Setup, Solved> = proofs.into_par_iter().map(solve).collect();
    bar.finish();
    let row = |setup| Row::new(setup, &solved[&same_proof(setup)]);
    let rows: Vec<Row> = studied().into_iter().map(row).collect();
    // By default, the limits settle all that is known to be solved within two minutes.
    let unsettled = flags.nodes.is_some() && rows.iter().any(|row| row.value.is_none());
    let success = if unsettled { Success::Unsettled } else { Success::Done };
    let rules = TicTacToe::STUDIO.identity();
    let entry = ManifestEntry::new(COMMAND, TicTacToe::NAME, &rules);
    folder.write(entry, &[(FILE, text::csv(&rows))])?;
    Ok(Output { success, ..flags.format.output(&rows)? })
}

/// Solves one setup or one position.
fn one(flags: &SolveFlags, bytes: u64) -> miette::Result<Output> {
    let info = find(TicTacToe::NAME).expect("it is a game of the catalogue").info();
    let game = built(flags.solver.rules.read(info)?.as_ref(), TicTacToe::new)?;
    let (setup, state) = match (&flags.setup, &flags.position) {
        (Some(_), Some(_)) => {
            let help = "leave out one of them: a position has its board and its stocks";
            return Err(miette!(help = help, "--setup and --position do not go together"));
        }
        (_, Some(file)) => (None, read_position(&game, file)?),
        (None, None) => (Some(game.setup()), game.start(2)),
        (Some(text), None) => {
            let setup: Setup = text.parse().map_err(|error: Invalid| {
                miette!(help = error.help, "--setup {text:?} is not a setup: {error}")
            })?;
            (Some(setup), game.begun(setup.state()))
        }
    };
    let start = Instant::now();
    let nodes = flags.nodes.unwrap_or(STUDIED);
    let bar = Bar::new(nodes, "positions at most", flags.solver.quiet);
    let mut watch = |visited| {
        bar.set(visited, nodes);
        true
    };
    let mut solver = Solver::new(state.shape, bytes, nodes, &mut watch);
    let (solved, line) = match setup {
        Some(_) => (solver.solve(&state), None),
        None => solve_position(&state, &mut solver),
    };
    drop(solver);
    bar.finish();
    let seconds = start.elapsed().as_secs_f64();
    let is_done = solved.value().is_some() && (setup.is_some() || line.is_some());
    let success = if is_done { Success::Done } else { Success::Unsettled };
    let output = match setup {
        Some(setup) => flags.format.output(&Single {
            row: Row::new(setup, &solved),
            seconds,
            memory_limit_bytes: bytes,
            nodes_limit: nodes,
            shape: setup.shape,
        }),
        None => flags.format.output(&placed(state, &solved, line, seconds, [bytes, nodes])),
    };
    Ok(Output { success, ..output? })
}

/// The answer about a position.
fn placed(
    state: TicTacToeState,
    solved: &Solved,
    line: Option<(Vec<LineMove>, TicTacToeState)>,
    seconds: f64,
    [memory_limit_bytes, nodes_limit]: [u64; 2],
) -> Placed {
    let (line, end) = line.unzip();
    Placed {
        to_move: piece(state.mover),
        value: end.and(solved.value()).map(Value::name),
        least: solved.low.name(),
        greatest: solved.high.name(),
        action: solved.action.map(|action| action.to_string()),
        nodes: solved.nodes,
        table_bytes: solved.table_bytes,
        seconds,
        memory_limit_bytes,
        nodes_limit,
        line,
        winner: end.and_then(|end| (end.winner != NOBODY).then(|| piece(end.winner))),
        boards: [state].into_iter().chain(end).collect(),
    }
}

/// The position of a file, as the engine's protocol has it: alone, or as the field of a question or
/// an answer.
fn read_position(game: &TicTacToe, file: &Path) -> miette::Result<TicTacToeState> {
    let source = Source::read(file)?;
    let name = source.name();
    let text: Json = serde_json::from_str(source.text()).map_err(|error| {
        let help = "write one JSON object, as docs/protocol.md has positions";
        miette!(help = help, "{name} is not JSON: {error}")
    })?;
    let state = position(game, text.get("position").unwrap_or(&text)).map_err(|error| {
        let Invalid { field, message, help } = error;
        miette!(help = help, "{name}: {field}: {message}")
    })?;
    if is_over(&state) {
        let help = "give a position in which X or O is to move";
        return Err(miette!(help = help, "{name}: the game is over in this position"));
    }
    Ok(state)
}

/// What is proven of a setup, as one sentence.
fn sentence(row: &Row) -> String {
    let Row { setup, least, greatest, action, .. } = row;
    match &row.value {
        Some(value) => format!(
            "{setup}: a {value} for the first player under optimal play; {action} is a best first \
             move."
        ),
        None => format!(
            "{setup}: not solved; for the first player it is at least a {least} and at most a \
             {greatest}, after {} positions.",
            count(row.nodes)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slow ones are not solved here again: their numbers of positions are in the committed
    /// file, and do not depend on the machine.
    #[test]
    fn the_default_limit_settles_all_that_is_known() {
        let file = csv::Reader::from_path("results/tic_tac_toe_sp/solved.csv").unwrap();
        let rows = file.into_deserialize::<Row>();
        let settled: Vec<Row> =
            rows.map(Result::unwrap).filter(|row| row.value.is_some()).collect();
        assert_eq!(settled.len(), 36);
        assert!(settled.iter().all(|row| row.nodes < STUDIED));
    }
}
