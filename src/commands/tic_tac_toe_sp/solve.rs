//! `rivals solve --game tic-tac-toe-sp`: the exact value of a setup, and `solved.csv`, the values of
//! many setups.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::time::Instant;

use miette::miette;
use rayon::prelude::*;
use serde::Serialize;

use crate::command::answer::{agreement, checked};
use crate::command::progress::Bar;
use crate::command::{Answer, Output, Success};
use crate::commands::{Known, SolveFlags};
use crate::document::{Block, Document};
use crate::games::tic_tac_toe_sp::TicTacToe;
use crate::games::tic_tac_toe_sp::board::Shape;
use crate::games::tic_tac_toe_sp::solve::{
    COMMAND, FILE, MEMORY, Row, same_proof, solve_setup, studied,
};
use crate::games::tic_tac_toe_sp::solver::Solved;
use crate::games::tic_tac_toe_sp::state::Setup;
use crate::play::Game;
use crate::results::{ManifestEntry, ResultsFolder};
use crate::search::Check;
use crate::text::{self, number::count};
use crate::values::Invalid;

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
        let limit = "The limit of positions was reached; --nodes sets a larger one.";
        let limit = self.row.value.is_none().then(|| limit.to_owned());
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
        Some(_) if flags.setup.is_some() => {
            let help = format!("leave out --setup: {FILE} has all setups");
            Err(miette!(help = help, "--out and --setup do not go together"))
        }
        Some(folder) => all(flags, bytes, folder),
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

/// Solves one setup.
fn one(flags: &SolveFlags, bytes: u64) -> miette::Result<Output> {
    let setup: Setup = match &flags.setup {
        None => Setup::STUDIO,
        Some(text) => text.parse().map_err(|error: Invalid| {
            miette!(help = error.help, "--setup {text:?} is not a setup: {error}")
        })?,
    };
    let start = Instant::now();
    let nodes = flags.nodes.unwrap_or(STUDIED);
    let bar = Bar::new(nodes, "positions at most", flags.solver.quiet);
    let solved = solve_setup(setup, bytes, nodes, &mut |visited| {
        bar.set(visited, nodes);
        true
    });
    bar.finish();
    let seconds = start.elapsed().as_secs_f64();
    let single = Single {
        row: Row::new(setup, &solved),
        seconds,
        memory_limit_bytes: bytes,
        nodes_limit: nodes,
        shape: setup.shape,
    };
    let settled = solved.value().is_some();
    let success = if settled { Success::Done } else { Success::Unsettled };
    Ok(Output { success, ..flags.format.output(&single)? })
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
