//! The rules as a [`Game`]: legal moves in canonical order, their effects, and the end.
//!
//! `tests/reference.rs` has the same rules cell by cell, as the tests' oracle.

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::board::{Cells, MAX_SIDE, Shape, each, plus};
use super::state::{Kind, MAX_STOCK, NOBODY, Setup, Swap, TicTacToeMove, TicTacToeState};
use rivals_core::play::{
    BySeat, Dice, Game, NoEvent, Open, Outcome, Seat, Seats, Step, Turn, draw,
};
use rivals_core::values::{Invalid, Whole, table};

/// The most random moves of an opening.
const MOST_PLIES: i64 = 20;

/// The number of openings that are drawn before the rules are refused: with a line of two on a
/// small board, most random moves end the game.
const MOST_DRAWS: u32 = 10_000;

const MOST: i64 = MAX_SIDE as i64;
const IN_STOCK: i64 = MAX_STOCK as i64;

/// The rules of Tic Tac Toe SP, as their file has them. Keys that are left out are built in. The
/// size of the board and the length of a line belong to the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TicTacToe {
    rows: Whole<u8, 1, MOST>,
    columns: Whole<u8, 1, MOST>,
    win: Whole<u8, 2, MOST>,
    #[serde(deserialize_with = "table")]
    stocks: Stocks,
    /// The number of random moves of an opening.
    opening_plies: Whole<u32, 0, MOST_PLIES>,
    /// The pie rule: the second player may take over the first player's side in place of its first
    /// own move.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    swap: bool,
}

/// What each player has of each power.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Stocks {
    ice: Whole<u8, 0, IN_STOCK>,
    plant: Whole<u8, 0, IN_STOCK>,
    torch: Whole<u8, 0, IN_STOCK>,
    bomb: Whole<u8, 0, IN_STOCK>,
}

impl Default for TicTacToe {
    fn default() -> Self {
        Self::STUDIO
    }
}

impl Default for Stocks {
    fn default() -> Self {
        TicTacToe::STUDIO.stocks
    }
}

impl TicTacToe {
    /// The game as the studio shipped it: 5x5, four in a row, two of ice and plants, one torch
    /// and one bomb for each player.
    pub const STUDIO: Self = Self::of(Setup::STUDIO);
    /// The classical game: 3x3, three in a row, without powers.
    pub const CLASSICAL: Self = Self::of(Setup::CLASSICAL);

    const fn of(Setup { shape: Shape { rows, columns, win, .. }, stocks }: Setup) -> Self {
        let [[ice, plant, torch, bomb], _] = stocks;
        Self {
            rows: Whole(rows),
            columns: Whole(columns),
            win: Whole(win),
            stocks: Stocks {
                ice: Whole(ice),
                plant: Whole(plant),
                torch: Whole(torch),
                bomb: Whole(bomb),
            },
            opening_plies: Whole(4),
            swap: false,
        }
    }

    /// The board and the stocks with which games begin.
    pub fn setup(&self) -> Setup {
        let shape = Shape::new(self.rows.0, self.columns.0, self.win.0);
        let Stocks { ice, plant, torch, bomb } = &self.stocks;
        Setup { shape, stocks: [[ice.0, plant.0, torch.0, bomb.0]; 2] }
    }

    /// The same rules with the pie rule.
    #[must_use]
    pub const fn with_swap(self) -> Self {
        Self { swap: true, ..self }
    }

    /// Whether the second player may swap.
    pub(super) const fn swaps(&self) -> bool {
        self.swap
    }

    /// A first state, by the pie rule if there is one. The moves of an opening are nobody's own.
    pub const fn begun(&self, state: TicTacToeState) -> TicTacToeState {
        if self.swap { state.with_swap() } else { state }
    }

    /// An opening: random moves from the setup. One that ends the game is drawn again, up to
    /// [`MOST_DRAWS`] times.
    fn draw_opening(&self, rng: &mut dyn Rng) -> Option<TicTacToeState> {
        let mut moves = Vec::new();
        (0..MOST_DRAWS).find_map(|_| {
            let mut state = self.setup().state();
            for _ in 0..self.opening_plies.0 {
                moves.clear();
                self.legal(&state, &mut moves);
                if moves.is_empty() {
                    return None;
                }
                self.play(&mut state, Step::Act(moves[draw(rng, moves.len())]));
            }
            (!is_over(&state)).then(|| self.begun(state))
        })
    }
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
    state.swap = match state.swap {
        Some(Swap::Next) => Some(Swap::Now),
        Some(_) => Some(Swap::Past),
        None => None,
    };
    match action.kind {
        Kind::Swap => {
            // The seats keep X and O, so that the pieces and the stocks change hands.
            state.pieces.swap(0, 1);
            state.stocks.swap(0, 1);
        }
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
    if let Some(left) =
        (action.kind as usize).checked_sub(1).and_then(|power| state.stocks[mover].get_mut(power))
    {
        *left -= 1;
    }
    state.mover ^= 1;
}

/// Whether the game is over.
#[inline]
pub fn is_over(state: &TicTacToeState) -> bool {
    state.winner != NOBODY || state.empty() == 0
}

/// Calls `each_move` for every legal move of a state that is not over, in canonical order: cells
/// row by row, and on each cell the piece, ice, plant, or torch, bomb; at last the swap.
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
    if state.swap == Some(Swap::Now) {
        each_move(TicTacToeMove::SWAP);
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
        () if on(state.shape.obstacles) => '#',
        () => '.',
    }
}

impl Open for TicTacToe {}

impl Game for TicTacToe {
    const NAME: &'static str = "tic-tac-toe-sp";
    const ABOUT: &'static str =
        "Four in a row on 5x5 cells, with ice and plants that block, and fire that clears.";
    const DRAWS_OPENINGS: bool = true;

    type Rules = Self;
    type State = TicTacToeState;
    type Action = TicTacToeMove;
    type Event = NoEvent;

    /// # Errors
    /// [`Invalid`], if there are no openings.
    fn new(rules: Self) -> Result<Self, Invalid> {
        match rules.draw_opening(&mut Dice::new(0, 0, 0).turn(0, 0)) {
            Some(_) => Ok(rules),
            None => Err(Invalid::new(
                "opening_plies",
                "random moves end nearly every game within the opening",
                "write fewer opening_plies, a larger board or a longer line",
            )),
        }
    }

    fn rules(&self) -> &Self {
        self
    }

    fn start(&self, _: usize) -> TicTacToeState {
        self.begun(self.setup().state())
    }

    fn opening(&self, seats: usize, rng: &mut dyn Rng) -> TicTacToeState {
        self.draw_opening(rng).unwrap_or_else(|| self.start(seats))
    }

    fn setups(&self) -> Vec<String> {
        let mut setups = vec![self.setup()];
        for usual in [Setup::STUDIO, Setup::CLASSICAL] {
            if !setups.contains(&usual) {
                setups.push(usual);
            }
        }
        setups.iter().map(Setup::to_string).collect()
    }

    fn set_up(&self, setup: &str, _: usize, _: &mut dyn Rng) -> Result<TicTacToeState, Invalid> {
        let read = setup.parse().map_err(|Invalid { message, help, .. }| {
            Invalid::new("", format!("there is no setup \"{setup}\": {message}"), help)
        });
        read.map(|setup: Setup| self.begun(setup.state()))
    }

    /// Where a position does not say whether its mover may swap, the cells say it: one is filled
    /// after the first move.
    fn validate(&self, state: TicTacToeState) -> Result<TicTacToeState, Invalid> {
        let told = match (self.swap, state.swap) {
            (false, None) => None,
            (false, Some(_)) => {
                let help = "leave it out, or write swap = true in the rules";
                return Err(Invalid::new("swap", "nobody may swap by these rules", help));
            }
            (true, None) => {
                let is_first =
                    state.occupied().count_ones() == u32::from(state.mover) && state.pieces[1] == 0;
                if is_first { state.with_swap().swap } else { Some(Swap::Past) }
            }
            (true, told) => told,
        };
        if told == Some(Swap::Next) && state.mover == 1
            || told == Some(Swap::Now) && state.mover == 0
        {
            let help = "write next where X is to move, now where O is to move, or past";
            return Err(Invalid::new("swap", "only O may swap, in place of its first move", help));
        }
        Ok(TicTacToeState { swap: told, ..state })
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
            // A list of fixed length grows without a check of its room: at most three moves a cell,
            // and the swap.
            let mut moves = [TicTacToeMove { kind: Kind::Basic, cell: 0 }; 3 * 36 + 1];
            let mut count = 0;
            for_each_move(state, |action| {
                moves[count] = action;
                count += 1;
            });
            into.extend_from_slice(&moves[..count]);
        }
    }

    #[inline]
    fn play(&self, state: &mut TicTacToeState, step: Step<Self>) {
        let Step::Act(action) = step;
        make(state, action);
    }
}
