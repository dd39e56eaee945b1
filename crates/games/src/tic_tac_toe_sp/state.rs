//! States and moves, their notation, and the setups that a game may start from.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::board::{Cells, MAX_SIDE, Shape, each, place};
use super::positions::Position;
use rivals_core::values::NotationError;

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Places a piece on an empty cell.
    Basic,
    /// Places a block that belongs to nobody on an empty cell.
    Ice,
    /// Places a block that bombs spare on an empty cell.
    Plant,
    /// Clears an occupied cell.
    Torch,
    /// Clears an occupied cell without a plant, and its neighbours in row and column.
    Bomb,
}

impl Kind {
    /// All, in the order of lists of moves.
    pub const ALL: [Self; 5] = [Self::Basic, Self::Ice, Self::Plant, Self::Torch, Self::Bomb];

    /// The name in the notation of moves.
    pub const fn name(self) -> &'static str {
        ["basic", "ice", "plant", "torch", "bomb"][self as usize]
    }
}

/// The names of the powers, in the order of a stock.
pub const POWERS: [&str; 4] = ["ice", "plant", "torch", "bomb"];

/// The number of each power that a player has left: ice, plant, torch, bomb.
pub type Stock = [u8; 4];

/// The most units of a power.
pub const MAX_STOCK: u8 = 99;

/// A state of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Position", into = "Position")]
pub struct TicTacToeState {
    /// The pieces X and O.
    pub pieces: [Cells; 2],
    /// The cells with ice.
    pub ice: Cells,
    /// The cells with a plant.
    pub plants: Cells,
    /// The stocks of X and O.
    pub stocks: [Stock; 2],
    /// The board.
    pub shape: Shape,
    /// The player to move: 0 for X, 1 for O.
    pub mover: u8,
    /// The player who has a line: 0 for X, 1 for O, 2 for neither.
    pub winner: u8,
}

/// No player has a line.
pub const NOBODY: u8 = 2;

impl TicTacToeState {
    /// The occupied cells.
    #[inline]
    pub fn occupied(&self) -> Cells {
        self.pieces[0] | self.pieces[1] | self.ice | self.plants
    }

    /// The empty cells.
    #[inline]
    pub fn empty(&self) -> Cells {
        self.shape.cells() & !self.occupied()
    }

    /// The pieces of the player to move and of the other one.
    #[inline]
    pub fn sides(&self) -> [Cells; 2] {
        let mover = usize::from(self.mover & 1);
        [self.pieces[mover], self.pieces[1 - mover]]
    }

    /// The stock of the player to move.
    #[inline]
    pub fn stock(&self) -> Stock {
        self.stocks[usize::from(self.mover & 1)]
    }
}

/// A move: what is done, and on which cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TicTacToeMove {
    /// What is done.
    pub kind: Kind,
    /// The cell, 8 * row + column.
    pub cell: u8,
}

/// `basic:0,3`.
impl fmt::Display for TicTacToeMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, column) = place(self.cell);
        write!(f, "{}:{row},{column}", self.kind.name())
    }
}

/// Reads what `Display` writes.
impl FromStr for TicTacToeMove {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let help = "write KIND:ROW,COLUMN, such as basic:0,3, with the kinds basic, ice, plant, \
                    torch and bomb, and rows and columns from 0 to 5";
        let board = Shape { rows: MAX_SIDE, columns: MAX_SIDE, win: MAX_SIDE }.cells();
        let of_kind = |kind| each(board).map(move |cell| Self { kind, cell });
        let all = Kind::ALL.into_iter().flat_map(of_kind);
        NotationError::find(text, all, help)
    }
}

/// A board and equal stocks to begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The board.
    pub shape: Shape,
    /// What each player has.
    pub stock: Stock,
}

impl Setup {
    /// The usual game: 5x5, four in a row, two of ice and plants, one torch
    /// and one bomb for each player.
    pub const STUDIO: Self = Self::square(5, 4, [2, 2, 1, 1]);

    /// The classical game: 3x3, three in a row, without powers.
    pub const CLASSICAL: Self = Self::square(3, 3, [0; 4]);

    /// A square board of this side, with `win` pieces in a row to win.
    pub const fn square(side: u8, win: u8, stock: Stock) -> Self {
        let (rows, columns) = (side, side);
        Self { shape: Shape { rows, columns, win }, stock }
    }

    /// The first state of a game.
    pub const fn state(self) -> TicTacToeState {
        TicTacToeState {
            pieces: [0; 2],
            ice: 0,
            plants: 0,
            stocks: [self.stock; 2],
            shape: self.shape,
            mover: 0,
            winner: NOBODY,
        }
    }
}

/// `5x5`, `3x3`, or `4x4:k=4:stocks=1,1,1,1`.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::STUDIO {
            return f.write_str("5x5");
        }
        if *self == Self::CLASSICAL {
            return f.write_str("3x3");
        }
        let Shape { rows, columns, win } = self.shape;
        let [ice, plant, torch, bomb] = self.stock;
        write!(f, "{rows}x{columns}:k={win}:stocks={ice},{plant},{torch},{bomb}")
    }
}

/// How a setup is written.
pub const SETUP_HELP: &str = "write 5x5, 3x3 or RxC:k=K:stocks=ICE,PLANT,TORCH,BOMB, such \
                                     as 4x4:k=4:stocks=1,1,1,1, with 1 to 6 rows and columns, k \
                                     from 2 to 6 and stocks from 0 to 99";

/// Reads `5x5`, `3x3`, and the long form of any setup.
impl FromStr for Setup {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        fn number(text: &str, low: u8, high: u8) -> Option<u8> {
            let plain = text.bytes().all(|byte| byte.is_ascii_digit());
            let number = text.parse().ok().filter(|_| plain)?;
            (low..=high).contains(&number).then_some(number)
        }
        let read = || {
            let mut parts = text.split(':');
            let (rows, columns) = parts.next()?.split_once('x')?;
            let win = parts.next()?.strip_prefix("k=")?;
            let stocks = parts.next()?.strip_prefix("stocks=")?.split(',');
            let stocks = stocks.map(|many| number(many, 0, MAX_STOCK));
            let stocks: Vec<u8> = stocks.collect::<Option<_>>()?;
            let shape = Shape {
                rows: number(rows, 1, MAX_SIDE)?,
                columns: number(columns, 1, MAX_SIDE)?,
                win: number(win, 2, MAX_SIDE)?,
            };
            let stock = stocks.try_into().ok()?;
            parts.next().is_none().then_some(Self { shape, stock })
        };
        match text {
            "5x5" => Ok(Self::STUDIO),
            "3x3" => Ok(Self::CLASSICAL),
            _ => read().ok_or_else(|| NotationError::new(text, SETUP_HELP)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::cell;
    use super::*;

    #[test]
    fn moves_are_read_as_they_are_written() {
        for kind in Kind::ALL {
            for row in 0..6 {
                for column in 0..6 {
                    let action = TicTacToeMove { kind, cell: cell(row, column) };
                    assert_eq!(action.to_string().parse(), Ok(action));
                }
            }
        }
        for text in [
            "",
            "basic",
            "basic:",
            "basic:0",
            "basic:0,6",
            "basic:00,1",
            "Basic:0,0",
            "basic:0,0,0",
            "basic:+1,0",
        ] {
            assert!(text.parse::<TicTacToeMove>().is_err(), "{text}");
        }
    }

    #[test]
    fn setups_are_read_as_they_are_written() {
        for text in ["5x5", "3x3", "4x6:k=5:stocks=0,12,1,99", "1x1:k=2:stocks=0,0,0,0"] {
            assert_eq!(text.parse::<Setup>().unwrap().to_string(), text);
        }
        let long: Setup = "5x5:k=4:stocks=2,2,1,1".parse().unwrap();
        assert_eq!(long, Setup::STUDIO);
        let long: Setup = "3x3:k=3:stocks=0,0,0,0".parse().unwrap();
        assert_eq!(long, Setup::CLASSICAL);
        for text in [
            "",
            "6x6",
            "7x3:k=3:stocks=0,0,0,0",
            "3x3:k=1:stocks=0,0,0,0",
            "3x3:k=3",
            "3x3:k=3:stocks=0,0,0",
            "3x3:k=3:stocks=0,0,0,0,0",
            "3x3:k=3:stocks=0,0,0,-1",
            "3x3:k=3:stocks=0,0,0,100",
            "3x3:k=3:stocks=0,0,0,0:",
            "3x3:k=+3:stocks=0,0,0,0",
        ] {
            assert!(text.parse::<Setup>().is_err(), "{text}");
        }
    }
}
