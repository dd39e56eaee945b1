//! Tic Tac Toe SP as numbers, for programs that learn.

use super::board::{Cells, each, place};
use super::rules::TicTacToe;
use super::state::{Kind, MAX_STOCK, NOBODY, Swap, TicTacToeMove, TicTacToeState};
use rivals_core::play::Seat;
use rivals_core::play::observed::{Field, Numbers, Observed};

/// The phases of the pie rule.
const SWAPS: [Swap; 3] = [Swap::Next, Swap::Now, Swap::Past];

/// The number of cells of a board, with those of obstacles.
fn size(view: &TicTacToeState) -> usize {
    usize::from(view.shape.rows) * usize::from(view.shape.columns)
}

/// The place of a cell, row by row.
fn at(view: &TicTacToeState, cell: u8) -> usize {
    let (row, column) = place(cell);
    usize::from(row) * usize::from(view.shape.columns) + usize::from(column)
}

impl Observed for TicTacToe {
    fn fields(&self, view: &TicTacToeState) -> Vec<Field> {
        let (cells, stocks) = (size(view), view.stocks[0].len());
        vec![
            Field::flags("own pieces", cells),
            Field::flags("the other's pieces", cells),
            Field::flags("ice", cells),
            Field::flags("plants", cells),
            Field::flags("obstacles", cells),
            Field::up_to(f32::from(MAX_STOCK), "own ice, plants, torches, bombs", stocks),
            Field::up_to(f32::from(MAX_STOCK), "the other's ice, plants, torches, bombs", stocks),
            Field::up_to(6.0, "pieces in a row that win", 1),
            Field::flags("the seat moves", 1),
            Field::flags("the seat has won, the other has won", 2),
            Field::flags("pie rule: next, now, past", SWAPS.len()),
        ]
    }

    fn actions_count(&self, view: &TicTacToeState) -> usize {
        Kind::ALL.len() * size(view) + usize::from(view.swap.is_some())
    }

    fn index(&self, view: &TicTacToeState, action: TicTacToeMove) -> usize {
        match action.kind {
            Kind::Swap => Kind::ALL.len() * size(view),
            kind => kind as usize * size(view) + at(view, action.cell),
        }
    }

    fn observe(&self, view: &TicTacToeState, seat: Seat, into: &mut Numbers<'_>) {
        let own = usize::from(seat.0 & 1);
        let mut plane = |cells: Cells| {
            let plane = into.next(size(view));
            each(cells).for_each(|cell| plane[at(view, cell)] = 1.0);
        };
        plane(view.pieces[own]);
        plane(view.pieces[1 - own]);
        plane(view.ice);
        plane(view.plants);
        plane(view.shape.obstacles);
        for stock in [view.stocks[own], view.stocks[1 - own]] {
            stock.into_iter().for_each(|left| into.put(left));
        }
        into.put(view.shape.win);
        into.flag(view.mover == seat.0);
        into.flag(view.winner == seat.0);
        into.flag(view.winner != NOBODY && view.winner != seat.0);
        let swap = view.swap.and_then(|swap| SWAPS.iter().position(|one| *one == swap));
        into.one_of(swap, SWAPS.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rivals_core::play::observed::observes;

    #[test]
    fn views_and_actions_have_numbers() {
        let setups = [("5x5", 2), ("3x3", 2), ("4x6:k=4:stocks=3,1,2,2", 2)];
        observes(&TicTacToe::STUDIO, &setups, 100_000);
        observes(&TicTacToe::STUDIO.with_swap(), &setups[..1], 50_000);
        let state = TicTacToe::STUDIO.setup().state();
        assert_eq!(TicTacToe::STUDIO.actions_count(&state), 125);
    }
}
