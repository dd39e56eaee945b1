//! A position as the solver sees it, from the point of view of its mover, and its key.

use super::super::board::{Cells, Shape, each};
use super::super::state::{Kind, Stock, TicTacToeMove, TicTacToeState};
use rivals_core::random::split_mix;

/// A position without a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub own: Cells,
    pub other: Cells,
    pub ice: Cells,
    pub plants: Cells,
    /// The stocks of the mover and of the other player.
    pub stocks: [Stock; 2],
}

const PLANT: usize = 1;
const TORCH: usize = 2;
const BOMB: usize = 3;

impl Position {
    pub(super) fn new(state: &TicTacToeState) -> Self {
        let mover = usize::from(state.mover & 1);
        let [own, other] = state.sides();
        Self {
            own,
            other,
            ice: state.ice,
            plants: state.plants,
            stocks: [state.stocks[mover], state.stocks[1 - mover]],
        }
    }

    #[inline]
    pub(super) fn occupied(&self) -> Cells {
        self.own | self.other | self.ice | self.plants
    }

    /// The units that can still clear cells, of both players: torches and bombs.
    #[inline]
    pub(super) fn clearing(&self) -> [u32; 2] {
        let [mine, theirs] = self.stocks;
        [TORCH, BOMB].map(|power| u32::from(mine[power]) + u32::from(theirs[power]))
    }

    /// The torches and bombs of the mover, or of the other player.
    #[inline]
    pub(super) fn units(&self, of_mover: bool) -> [u32; 2] {
        let stock = self.stocks[usize::from(!of_mover)];
        [TORCH, BOMB].map(|power| u32::from(stock[power]))
    }

    /// Whether the mover can plant, and it can matter: where no bomb is left, a plant is a block
    /// that the mover's own piece is as well.
    #[inline]
    pub(super) fn plants_matter(&self) -> bool {
        let bombs = self.stocks[0][BOMB] | self.stocks[1][BOMB];
        self.stocks[0][PLANT] > 0 && bombs > 0
    }

    #[inline]
    pub(super) fn has_torch(&self) -> bool {
        self.stocks[0][TORCH] > 0
    }

    #[inline]
    pub(super) fn has_bomb(&self) -> bool {
        self.stocks[0][BOMB] > 0
    }

    /// The position after a legal move that makes no line, from the point of view of the other
    /// player.
    #[inline]
    pub(super) fn after(&self, action: TicTacToeMove, board: Cells) -> Self {
        let mut next = Self {
            own: self.other,
            other: self.own,
            ice: self.ice,
            plants: self.plants,
            stocks: [self.stocks[1], self.stocks[0]],
        };
        let bit = 1 << action.cell;
        let clear = |next: &mut Self, cells: Cells| {
            next.own &= !cells;
            next.other &= !cells;
            next.ice &= !cells;
        };
        match action.kind {
            Kind::Basic => next.other |= bit,
            Kind::Ice => next.ice |= bit,
            Kind::Plant => next.plants |= bit,
            Kind::Torch => {
                clear(&mut next, bit);
                next.plants &= !bit;
            }
            Kind::Bomb => clear(&mut next, super::super::board::plus(action.cell, board)),
            Kind::Swap => unreachable!("a proof is after the swap"),
        }
        if let Some(power) = (action.kind as usize).checked_sub(1) {
            next.stocks[1][power] -= 1;
        }
        next
    }
}

/// The random numbers of keys: by what stands on a cell (the mover's piece, the other player's,
/// a block, a plant that a bomb would spare), by cell, and by symmetry of the board.
pub(super) struct Keys {
    shape: Shape,
    numbers: Box<[[[u64; 8]; 48]; 4]>,
    /// What the obstacles add to the keys: two positions are images only if their boards are.
    obstacles: [u64; 8],
}

impl Keys {
    pub(super) fn new(shape: Shape) -> Self {
        let mut numbers = Box::new([[[0; 8]; 48]; 4]);
        for cell in each(shape.cells()) {
            let images = images(shape, cell);
            for (what, numbers) in numbers.iter_mut().enumerate() {
                for (symmetry, image) in images.into_iter().enumerate() {
                    numbers[usize::from(cell)][symmetry] =
                        split_mix((what as u64) << 8 | u64::from(image));
                }
            }
        }
        let mut obstacles = [0; 8];
        for cell in each(shape.obstacles) {
            for (key, image) in obstacles.iter_mut().zip(images(shape, cell)) {
                *key ^= split_mix(4 << 8 | u64::from(image));
            }
        }
        Self { shape, numbers, obstacles }
    }

    /// A key of the position, which is the same for positions that have the same value because of
    /// a symmetry, or because they differ in what can no longer matter.
    #[inline]
    pub(super) fn key(&self, position: &Position) -> u64 {
        let [torches, bombs] = position.clearing();
        let board = self.shape.cells();
        let Position { mut own, mut other, .. } = *position;
        let empty = board & !position.occupied();
        let (mut blocks, mut plants) = (position.ice, position.plants);
        let mut stocks = [0; 2];
        if torches + bombs == 0 {
            // Nothing is cleared any more: what belongs to no open line is only in the way.
            let (mine, theirs) =
                (self.shape.in_lines(own | empty), self.shape.in_lines(other | empty));
            own &= mine;
            other &= theirs;
            blocks = board & !own & !other & !(empty & (mine | theirs));
            plants = 0;
        } else if bombs == 0 {
            blocks |= plants;
            plants = 0;
            stocks = position.stocks.map(|stock| u32::from(stock[TORCH]) << 16);
        } else {
            // Ice is never better than a piece, so that its stock does not matter.
            stocks = position
                .stocks
                .map(|[_, many, torch, bomb]| u32::from_le_bytes([0, many, torch, bomb]));
        }
        let mut keys = self.obstacles;
        for (cells, numbers) in [own, other, blocks, plants].into_iter().zip(&*self.numbers) {
            for cell in each(cells) {
                let numbers = &numbers[usize::from(cell) % 48];
                for (key, number) in keys.iter_mut().zip(numbers) {
                    *key ^= number;
                }
            }
        }
        let least = keys.into_iter().fold(u64::MAX, u64::min);
        split_mix(least ^ split_mix(u64::from(stocks[0]) << 32 | u64::from(stocks[1])))
    }
}

/// The images of a cell under the symmetries of the board: eight of a square; the four of a
/// rectangle twice.
pub(super) fn images(shape: Shape, at: u8) -> [u8; 8] {
    let Shape { rows, columns, .. } = shape;
    let (row, column) = super::super::board::place(at);
    let (up, left) = (rows - 1 - row, columns - 1 - column);
    let four = [(row, column), (up, column), (row, left), (up, left)];
    let turned =
        |(row, column): (u8, u8)| if rows == columns { (column, row) } else { (row, column) };
    let cell = |(row, column)| super::super::board::cell(row, column);
    std::array::from_fn(|at| match at {
        0..4 => cell(four[at]),
        _ => cell(turned(four[at - 4])),
    })
}
