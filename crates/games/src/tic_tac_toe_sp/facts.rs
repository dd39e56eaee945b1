//! The facts of Tic Tac Toe SP: what sentences may speak of.
//!
//! Facts of an action are those of its cell. Gaps are looked for in reading order: a line is read to
//! the right or downwards.

use super::board::Cells;
use super::priorities::{OpenLines, around_block, beside, forks, split};
use super::rules::TicTacToe;
use super::state::{Kind, MAX_STOCK, TicTacToeMove, TicTacToeState};
use rivals_core::play::Decision;
use rivals_core::sentences::FactValues;

type At<'a> = Decision<'a, TicTacToe>;

const STOCK: FactValues = FactValues::number(0, MAX_STOCK as i32);

const CELLS: FactValues = FactValues::number(0, 36);

const RUN: FactValues = FactValues::number(0, 5);

/// The place of a cell in a line of four, or 0.
const PLACE: FactValues = FactValues::number(0, 3);

rivals_core::facts! {
    /// The facts.
    pub(super) FACTS of TicTacToe;
    position |at| {
        /// The own ice in stock.
        own_ice: STOCK, "own_ice > 0" => at.view.stock()[0];
        /// The own plants in stock.
        own_plants: STOCK, "own_plants > own_ice" => at.view.stock()[1];
        /// The own torches in stock.
        own_torches: STOCK, "own_torches == 0" => at.view.stock()[2];
        /// The own bombs in stock.
        own_bombs: STOCK, "own_bombs > 0" => at.view.stock()[3];
        /// The torches that the enemy has in stock.
        enemy_torches: STOCK, "kind == 'ice' && enemy_torches == 0" => enemy_stock(at)[2];
        /// The bombs that the enemy has in stock.
        enemy_bombs: STOCK, "kind == 'ice' && enemy_bombs == 0" => enemy_stock(at)[3];
        /// The own pieces.
        own_pieces: CELLS, "own_pieces == 0" => own(at).count_ones();
        /// The empty cells.
        empty_cells: CELLS, "empty_cells > 20" => at.view.empty().count_ones();
        /// The empty cells with which the enemy would complete a line.
        enemy_threats: CELLS, "enemy_threats > 1 && kind == 'bomb'" =>
            at.view.shape.completing(enemy(at), at.view.empty()).count_ones();
    }
    action |_at, action| {
        /// What the action places or uses.
        kind: [basic, ice, plant, torch, bomb, swap], "kind in ['torch', 'bomb']" => action.kind as u8;
        /// The row of the cell, from 0.
        row: RUN, "row == 2 && column == 2" => on_board(action).map(|cell| cell / 8);
        /// The column of the cell, from 0.
        column: RUN, "column == row" => on_board(action).map(|cell| cell % 8);
    }
    actions |at| {
        /// The most own pieces in a row that begin beside the empty cell; 0 for other cells.
        own_run: RUN, "kind == 'basic' && own_run >= 2" => runs(at, own(at));
        /// The same of the enemy's pieces.
        enemy_run: RUN, "kind == 'ice' && enemy_run >= 3" => runs(at, enemy(at));
        /// The place, 2 or 3, of the empty cell among four in a row of which the others are own
        /// pieces; else 0.
        own_gap: PLACE, "kind == 'basic' && own_gap > 0" =>
            place(|gap| split(own(at), at.view.empty(), gap));
        /// The same of the enemy's pieces.
        enemy_gap: PLACE, "kind == 'ice' && enemy_gap == 2" =>
            place(|gap| split(enemy(at), at.view.empty(), gap));
        /// For an enemy's piece among four in a row of three such pieces and ice: the place of the
        /// ice, 2 or 3; else 0.
        enemy_ice_gap: PLACE, "kind == 'torch' && enemy_ice_gap > 0" =>
            place(|gap| around_block(enemy(at), at.view.ice, gap));
        /// An own piece on the cell completes a line.
        completes: bool, "kind == 'basic' && completes" =>
            is_one_of(at.view.shape.completing(own(at), at.view.empty()));
        /// An enemy's piece on the cell would complete a line.
        enemy_completes: bool, "kind == 'plant' && enemy_completes" =>
            is_one_of(at.view.shape.completing(enemy(at), at.view.empty()));
        /// With an own piece on the cell there are two cells or more that complete a line.
        forks: bool, "kind == 'basic' && forks" =>
            is_one_of(forks(at.view, own(at), at.view.empty()));
        /// The same of the enemy's pieces.
        enemy_forks: bool, "enemy_forks && !enemy_completes" =>
            is_one_of(forks(at.view, enemy(at), at.view.empty()));
        /// The lines through the cell that either player can still complete.
        open_lines: (0 to 48), "open_lines > 8" => {
            let open = OpenLines::new(at.view);
            move |action: TicTacToeMove| open.through(action.cell)
        };
    }
}

fn on_board(action: TicTacToeMove) -> Option<u8> {
    (action.kind != Kind::Swap).then_some(action.cell)
}

fn own(at: &At<'_>) -> Cells {
    at.view.sides()[0]
}

fn enemy(at: &At<'_>) -> Cells {
    at.view.sides()[1]
}

fn enemy_stock(at: &At<'_>) -> [u8; 4] {
    let TicTacToeState { stocks, mover, .. } = at.view;
    stocks[usize::from((1 - mover) & 1)]
}

fn is_one_of(cells: Cells) -> impl Fn(TicTacToeMove) -> bool {
    move |action| cells >> action.cell & 1 == 1
}

/// The longest run beside each cell.
fn runs(at: &At<'_>, pieces: Cells) -> impl Fn(TicTacToeMove) -> usize {
    let beside = [1, 2, 3, 4, 5].map(|count| beside(pieces, at.view.empty(), count, None));
    // A longer run is a shorter one as well.
    move |action| beside.iter().filter(|cells| is_one_of(**cells)(action)).count()
}

/// For each cell the first place, 2 or 3, whose cells it is one of.
fn place(cells: impl Fn(u32) -> Cells) -> impl Fn(TicTacToeMove) -> Option<u8> {
    let places = [(cells(1), 2), (cells(2), 3)];
    move |action| Some(places.iter().find(|(cells, _)| is_one_of(*cells)(action))?.1)
}
