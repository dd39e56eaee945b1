//! The facts of Tic Tac Toe SP: what sentences may speak of.
//!
//! Facts of an action are those of its cell. Gaps are looked for in reading order: a line is read to
//! the right or downwards.

use super::board::Cells;
use super::priorities::{OpenLines, around_block, beside, forks, split};
use super::rules::TicTacToe;
use super::state::{MAX_STOCK, POWERS, TicTacToeMove, TicTacToeState};
use rivals_core::play::Decision;
use rivals_core::sentences::FactRow;
use rivals_core::sentences::FactValues::{self, Bool, Word};

type At<'a> = Decision<'a, TicTacToe>;

const KINDS: &[&str] = &["basic", POWERS[0], POWERS[1], POWERS[2], POWERS[3]];

const STOCK: FactValues = FactValues::number(0.0, MAX_STOCK as f64);

const CELLS: FactValues = FactValues::number(0.0, 36.0);

const RUN: FactValues = FactValues::number(0.0, 5.0);

/// The place of a cell in a line of four, or 0.
const PLACE: FactValues = FactValues::number(0.0, 3.0);

/// The facts.
pub(super) const FACTS: &[FactRow<TicTacToe>] = &[
    FactRow::position("own_ice", STOCK, "The own ice in stock.", "own_ice > 0", |at| stock(at, 0)),
    FactRow::position(
        "own_plants",
        STOCK,
        "The own plants in stock.",
        "own_plants > own_ice",
        |at| stock(at, 1),
    ),
    FactRow::position(
        "own_torches",
        STOCK,
        "The own torches in stock.",
        "own_torches == 0",
        |at| stock(at, 2),
    ),
    FactRow::position("own_bombs", STOCK, "The own bombs in stock.", "own_bombs > 0", |at| {
        stock(at, 3)
    }),
    FactRow::position(
        "enemy_torches",
        STOCK,
        "The torches that the enemy has in stock.",
        "kind == 'ice' && enemy_torches == 0",
        |at| enemy_stock(at, 2),
    ),
    FactRow::position(
        "enemy_bombs",
        STOCK,
        "The bombs that the enemy has in stock.",
        "kind == 'ice' && enemy_bombs == 0",
        |at| enemy_stock(at, 3),
    ),
    FactRow::position("own_pieces", CELLS, "The own pieces.", "own_pieces == 0", |at| {
        count(at.view.sides()[0])
    }),
    FactRow::position("empty_cells", CELLS, "The empty cells.", "empty_cells > 20", |at| {
        count(at.view.empty())
    }),
    FactRow::position(
        "enemy_threats",
        CELLS,
        "The empty cells with which the enemy would complete a line.",
        "enemy_threats > 1 && kind == 'bomb'",
        |at| count(at.view.shape.completing(at.view.sides()[1], at.view.empty())),
    ),
    FactRow::action(
        "kind",
        Word { words: KINDS },
        "What the action places or uses.",
        "kind in ['torch', 'bomb']",
        |_, action: TicTacToeMove| f64::from(action.kind as u8),
    ),
    FactRow::action(
        "row",
        RUN,
        "The row of the cell, from 0.",
        "row == 2 && column == 2",
        |_, action: TicTacToeMove| f64::from(action.cell / 8),
    ),
    FactRow::action(
        "column",
        RUN,
        "The column of the cell, from 0.",
        "column == row",
        |_, action: TicTacToeMove| f64::from(action.cell % 8),
    ),
    FactRow::actions(
        "own_run",
        RUN,
        "The most own pieces in a row that begin beside the empty cell; 0 for other cells.",
        "kind == 'basic' && own_run >= 2",
        |at| runs(at, at.view.sides()[0]),
    ),
    FactRow::actions(
        "enemy_run",
        RUN,
        "The same of the enemy's pieces.",
        "kind == 'ice' && enemy_run >= 3",
        |at| runs(at, at.view.sides()[1]),
    ),
    FactRow::actions(
        "own_gap",
        PLACE,
        "The place, 2 or 3, of the empty cell among four in a row of which the others are own \
         pieces; else 0.",
        "kind == 'basic' && own_gap > 0",
        |at| places(at, |gap| split(at.view.sides()[0], at.view.empty(), gap)),
    ),
    FactRow::actions(
        "enemy_gap",
        PLACE,
        "The same of the enemy's pieces.",
        "kind == 'ice' && enemy_gap == 2",
        |at| places(at, |gap| split(at.view.sides()[1], at.view.empty(), gap)),
    ),
    FactRow::actions(
        "enemy_ice_gap",
        PLACE,
        "For an enemy's piece among four in a row of three such pieces and ice: the place of the ice, \
         2 or 3; else 0.",
        "kind == 'torch' && enemy_ice_gap > 0",
        |at| places(at, |gap| around_block(at.view.sides()[1], at.view.ice, gap)),
    ),
    FactRow::actions(
        "completes",
        Bool,
        "An own piece on the cell completes a line.",
        "kind == 'basic' && completes",
        |at| of_cells(at, at.view.shape.completing(at.view.sides()[0], at.view.empty())),
    ),
    FactRow::actions(
        "enemy_completes",
        Bool,
        "An enemy's piece on the cell would complete a line.",
        "kind == 'plant' && enemy_completes",
        |at| of_cells(at, at.view.shape.completing(at.view.sides()[1], at.view.empty())),
    ),
    FactRow::actions(
        "forks",
        Bool,
        "With an own piece on the cell there are two cells or more that complete a line.",
        "kind == 'basic' && forks",
        |at| of_cells(at, forks(at.view, at.view.sides()[0], at.view.empty())),
    ),
    FactRow::actions(
        "enemy_forks",
        Bool,
        "The same of the enemy's pieces.",
        "enemy_forks && !enemy_completes",
        |at| of_cells(at, forks(at.view, at.view.sides()[1], at.view.empty())),
    ),
    FactRow::actions(
        "open_lines",
        FactValues::number(0.0, 48.0),
        "The lines through the cell that either player can still complete.",
        "open_lines > 8",
        |at| {
            let open = OpenLines::new(at.view);
            of_actions(at, |action| f64::from(open.through(action.cell)))
        },
    ),
];

fn stock(at: &At<'_>, power: usize) -> f64 {
    f64::from(at.view.stock()[power])
}

fn enemy_stock(at: &At<'_>, power: usize) -> f64 {
    let TicTacToeState { stocks, mover, .. } = at.view;
    f64::from(stocks[usize::from((1 - mover) & 1)][power])
}

fn count(cells: Cells) -> f64 {
    f64::from(cells.count_ones())
}

fn of_actions(at: &At<'_>, measure: impl Fn(&TicTacToeMove) -> f64) -> Vec<f64> {
    at.actions.iter().map(measure).collect()
}

fn of_cells(at: &At<'_>, cells: Cells) -> Vec<f64> {
    of_actions(at, |action| (cells >> action.cell & 1) as f64)
}

/// The longest run beside each cell.
fn runs(at: &At<'_>, pieces: Cells) -> Vec<f64> {
    let beside = [1, 2, 3, 4, 5].map(|count| beside(pieces, at.view.empty(), count, None));
    // A longer run is a shorter one as well.
    of_actions(at, |action| beside.iter().map(|cells| (cells >> action.cell & 1) as f64).sum())
}

/// For each cell the first place, 2 or 3, whose cells it is one of.
fn places(at: &At<'_>, cells: impl Fn(u32) -> Cells) -> Vec<f64> {
    let [second, third] = [cells(1), cells(2)];
    of_actions(at, |action| match (second >> action.cell & 1, third >> action.cell & 1) {
        (1, _) => 2.0,
        (_, 1) => 3.0,
        _ => 0.0,
    })
}
