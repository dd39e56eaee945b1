//! The rules as a [`Game`]: legal moves in canonical order, their effects, and the end.
//!
//! `tests/reference.rs` has the same rules cell by cell, as the tests' oracle.

use super::board::{Cells, each, plus};
use super::state::{Kind, NOBODY, Setup, TicTacToeMove, TicTacToeState};
use rivals_core::play::{BySeat, Game, NoEvent, Open, Outcome, Seat, Seats, Step, Turn};

/// The rules of Tic Tac Toe SP. The size of the board and the length of a line belong to the
/// state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TicTacToe {
    /// The board and the stocks with which games begin.
    pub setup: Setup,
}

impl TicTacToe {
    /// The game as the studio shipped it: 5x5, four in a row, two of ice and plants, one torch
    /// and one bomb for each player.
    pub const STUDIO: Self = Self { setup: Setup::STUDIO };
    /// The classical game: 3x3, three in a row, without powers.
    pub const CLASSICAL: Self = Self { setup: Setup::CLASSICAL };
}

/// The cells that a move clears.
#[inline]
pub fn cleared(state: &TicTacToeState, action: TicTacToeMove) -> Cells {
    match action.kind {
        Kind::Torch => 1 << action.cell,
        Kind::Bomb => plus(action.cell, state.shape.cells()) & !state.plants,
        _ => 0,
    }
}

/// Makes a legal move.
#[inline]
pub fn make(state: &mut TicTacToeState, action: TicTacToeMove) {
    let mover = usize::from(state.mover & 1);
    let bit = 1 << (action.cell & 63);
    match action.kind {
        Kind::Basic => {
            state.pieces[mover] |= bit;
            if state.shape.has_line(state.pieces[mover]) {
                state.winner = state.mover;
            }
        }
        Kind::Ice => state.ice |= bit,
        Kind::Plant => state.plants |= bit,
        Kind::Torch | Kind::Bomb => {
            let kept = !cleared(state, action);
            state.pieces = state.pieces.map(|pieces| pieces & kept);
            state.ice &= kept;
            state.plants &= kept;
        }
    }
    if let Some(power) = (action.kind as usize).checked_sub(1) {
        state.stocks[mover][power] -= 1;
    }
    state.mover ^= 1;
}

/// Whether the game is over.
#[inline]
pub fn is_over(state: &TicTacToeState) -> bool {
    state.winner != NOBODY || state.empty() == 0
}

/// Calls `each_move` for every legal move of a state that is not over, in canonical order: cells
/// row by row, and on each cell the piece, ice, plant, or torch, bomb.
#[inline]
pub fn for_each_move(state: &TicTacToeState, mut each_move: impl FnMut(TicTacToeMove)) {
    let [ice, plant, torch, bomb] = state.stock().map(|many| many > 0);
    let empty = state.empty();
    for cell in each(state.shape.cells()) {
        let mut add = |kind| each_move(TicTacToeMove { kind, cell });
        if empty >> cell & 1 != 0 {
            add(Kind::Basic);
            if ice {
                add(Kind::Ice);
            }
            if plant {
                add(Kind::Plant);
            }
        } else {
            if torch {
                add(Kind::Torch);
            }
            if bomb && state.plants >> cell & 1 == 0 {
                add(Kind::Bomb);
            }
        }
    }
}

/// The name of a player's piece.
pub const fn piece(player: u8) -> &'static str {
    ["X", "O"][(player & 1) as usize]
}

/// What stands on a cell.
pub fn content(state: &TicTacToeState, cell: u8) -> char {
    let on = |cells: Cells| cells >> cell & 1 != 0;
    match () {
        () if on(state.pieces[0]) => 'X',
        () if on(state.pieces[1]) => 'O',
        () if on(state.ice) => 'i',
        () if on(state.plants) => 'p',
        () => '.',
    }
}

impl Open for TicTacToe {}

impl Game for TicTacToe {
    type State = TicTacToeState;
    type Action = TicTacToeMove;
    type Event = NoEvent;

    fn start(&self, _: usize) -> TicTacToeState {
        self.setup.state()
    }

    #[inline]
    fn turn(&self, state: &TicTacToeState) -> Turn<'_, NoEvent> {
        if !is_over(state) {
            return Turn::Decide(Seat(state.mover & 1));
        }
        let winners = match state.winner {
            NOBODY => Seats::all(2),
            winner => Seats::one(Seat(winner & 1)),
        };
        Turn::Over(Outcome::shared(winners, BySeat::new(0, 2)))
    }

    #[inline]
    fn legal(&self, state: &TicTacToeState, into: &mut Vec<TicTacToeMove>) {
        if !is_over(state) {
            // At most three moves a cell; one check of the room instead of one a move.
            into.reserve(3 * 36);
            for_each_move(state, |action| into.push(action));
        }
    }

    #[inline]
    fn play(&self, state: &mut TicTacToeState, step: Step<Self>) {
        let Step::Act(action) = step;
        make(state, action);
    }
}
