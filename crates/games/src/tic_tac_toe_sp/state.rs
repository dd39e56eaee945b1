//! States and moves, their notation, and the setups that a game may start from.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::board::{Cells, MAX_SIDE, Shape, cell, each, place};
use super::positions::Position;
use rivals_core::values::{Invalid, NotationError};

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
    /// Takes over the side of the other player, by the pie rule.
    Swap,
}

impl Kind {
    /// All that are done on a cell, in the order of lists of moves.
    pub const ALL: [Self; 5] = [Self::Basic, Self::Ice, Self::Plant, Self::Torch, Self::Bomb];

    /// The name in the notation of moves.
    pub const fn name(self) -> &'static str {
        ["basic", "ice", "plant", "torch", "bomb", "swap"][self as usize]
    }
}

/// How far a game with the pie rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Swap {
    /// The other player may swap after the next move.
    Next,
    /// The player to move may swap.
    Now,
    /// Nobody may swap any more.
    Past,
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
    /// How far the pie rule is; `None` in games without it.
    pub swap: Option<Swap>,
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

    /// The state in which the pie rule begins: the second player's next move is its first own one.
    #[must_use]
    pub const fn with_swap(self) -> Self {
        let swap = if self.mover == 0 { Swap::Next } else { Swap::Now };
        Self { swap: Some(swap), ..self }
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

impl TicTacToeMove {
    /// The swap, whose cell is on no board.
    pub const SWAP: Self = Self { kind: Kind::Swap, cell: 48 };
}

/// `basic:0,3`, or `swap`.
impl fmt::Display for TicTacToeMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.kind == Kind::Swap {
            return f.write_str(self.kind.name());
        }
        let (row, column) = place(self.cell);
        write!(f, "{}:{row},{column}", self.kind.name())
    }
}

/// Reads what `Display` writes.
impl FromStr for TicTacToeMove {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let help = "write KIND:ROW,COLUMN, such as basic:0,3, with the kinds basic, ice, plant, \
                    torch and bomb, and rows and columns from 0 to 5, or swap";
        let board = Shape::new(MAX_SIDE, MAX_SIDE, MAX_SIDE).cells();
        let of_kind = |kind| each(board).map(move |cell| Self { kind, cell });
        let all = Kind::ALL.into_iter().flat_map(of_kind).chain([Self::SWAP]);
        NotationError::find(text, all, help)
    }
}

/// A board and the stocks to begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The board.
    pub shape: Shape,
    /// What X and O have.
    pub stocks: [Stock; 2],
}

impl Setup {
    /// The usual game: 5x5, four in a row, two of ice and plants, one torch
    /// and one bomb for each player.
    pub const STUDIO: Self = Self::square(5, 4, [2, 2, 1, 1]);

    /// The classical game: 3x3, three in a row, without powers.
    pub const CLASSICAL: Self = Self::square(3, 3, [0; 4]);

    /// A square board of this side, with `win` pieces in a row to win and equal stocks.
    pub const fn square(side: u8, win: u8, stock: Stock) -> Self {
        Self { shape: Shape::new(side, side, win), stocks: [stock; 2] }
    }

    /// The first state of a game.
    pub const fn state(self) -> TicTacToeState {
        TicTacToeState {
            pieces: [0; 2],
            ice: 0,
            plants: 0,
            stocks: self.stocks,
            shape: self.shape,
            mover: 0,
            winner: NOBODY,
            swap: None,
        }
    }
}

/// `5x5`, `3x3`, or `4x4:k=4:stocks=1,1,1,1/1,1,1,0:blocked=0,0;3,3`.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::STUDIO {
            return f.write_str("5x5");
        }
        if *self == Self::CLASSICAL {
            return f.write_str("3x3");
        }
        let Shape { rows, columns, win, obstacles } = self.shape;
        let [x, o] = self.stocks.map(|stock| stock.map(|many| many.to_string()).join(","));
        write!(f, "{rows}x{columns}:k={win}:stocks={x}")?;
        if x != o {
            write!(f, "/{o}")?;
        }
        for (at, cell) in each(obstacles).enumerate() {
            let (row, column) = place(cell);
            write!(f, "{}{row},{column}", if at == 0 { ":blocked=" } else { ";" })?;
        }
        Ok(())
    }
}

/// How a setup is written.
pub const SETUP_HELP: &str = "write 5x5, 3x3 or RxC:k=K:stocks=ICE,PLANT,TORCH,BOMB:blocked=R,C;R,C, \
                              such as 4x4:k=4:stocks=1,1,1,1, with 1 to 6 rows and columns, k from 2 \
                              to 6, stocks from 0 to 99, those of O behind a / where they differ, and \
                              the cells with an obstacle; stocks and blocked may be left out";

/// Reads `5x5`, `3x3`, and the long form of any setup.
impl FromStr for Setup {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        match text {
            "5x5" => Ok(Self::STUDIO),
            "3x3" => Ok(Self::CLASSICAL),
            _ => long(text).map_err(|message| Invalid::new("", message, SETUP_HELP)),
        }
    }
}

/// The setup of a long form, or what is wrong with it.
fn long(text: &str) -> Result<Setup, String> {
    let mut parts = text.split(':').peekable();
    let size = parts.next().unwrap_or_default();
    let [rows, columns] =
        numbers(size, 'x', 1..=MAX_SIDE).map_err(|wrong| format!("the size {size:?}: {wrong}"))?;
    let mut part = |name: &str| parts.next_if(|part| part.starts_with(name));
    let win = part("k=").ok_or("k= does not follow the size")?;
    let [win] = named(win, "k=", |k| numbers(k, ',', 2..=MAX_SIDE))?;
    let mut shape = Shape::new(rows, columns, win);
    let stocks = part("stocks=").map_or(Ok([[0; 4]; 2]), |part| named(part, "stocks=", both))?;
    if let Some(part) = part("blocked=") {
        shape.obstacles = named(part, "blocked=", |cells| blocked(cells, shape))?;
    }
    match parts.next() {
        Some(other) => Err(format!("{other:?} is not the next part")),
        None => Ok(Setup { shape, stocks }),
    }
}

/// What stands behind the name of a part. What is wrong there is said with the name.
fn named<T>(part: &str, name: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<T, String> {
    read(part.strip_prefix(name).unwrap_or_default()).map_err(|wrong| format!("{name}: {wrong}"))
}

/// So many numbers between these signs.
fn numbers<const N: usize>(
    text: &str,
    sign: char,
    range: RangeInclusive<u8>,
) -> Result<[u8; N], String> {
    let (low, high) = (range.start(), range.end());
    let number = |text: &str| {
        let plain = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|number| plain && range.contains(number));
        number.ok_or_else(|| format!("{text:?} is not a whole number from {low} to {high}"))
    };
    let all = text.split(sign).map(number).collect::<Result<Vec<u8>, _>>()?;
    let found = all.len();
    all.try_into().map_err(|_| format!("{text:?} has {found} numbers and not {N}"))
}

/// The stocks of X and O, equal if one is written.
fn both(text: &str) -> Result<[Stock; 2], String> {
    let (x, o) = text.split_once('/').unwrap_or((text, text));
    Ok([numbers(x, ',', 0..=MAX_STOCK)?, numbers(o, ',', 0..=MAX_STOCK)?])
}

/// The cells with an obstacle, each named once; one cell is left at least.
fn blocked(text: &str, shape: Shape) -> Result<Cells, String> {
    let mut found = 0;
    for place in text.split(';') {
        let [row, column] = numbers(place, ',', 0..=MAX_SIDE - 1)?;
        let bit = 1 << cell(row, column);
        if shape.cells() & bit == 0 {
            let Shape { rows, columns, .. } = shape;
            return Err(format!("{place:?} is no cell of {rows}x{columns}"));
        }
        if found & bit != 0 {
            return Err(format!("{place:?} stands twice"));
        }
        found |= bit;
    }
    if found == shape.cells() { Err("no cell is left".to_owned()) } else { Ok(found) }
}

#[cfg(test)]
mod tests {
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
        assert_eq!("swap".parse(), Ok(TicTacToeMove::SWAP));
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
            "basic:6,0",
            "swap:6,0",
        ] {
            assert!(text.parse::<TicTacToeMove>().is_err(), "{text}");
        }
    }

    #[test]
    fn setups_are_read_as_they_are_written() {
        for text in [
            "5x5",
            "3x3",
            "4x6:k=5:stocks=0,12,1,99",
            "1x1:k=2:stocks=0,0,0,0",
            "5x5:k=4:stocks=2,2,1,1:blocked=2,2",
            "4x6:k=4:stocks=1,0,0,0/0,1,2,3:blocked=0,0;0,5;3,1",
        ] {
            assert_eq!(text.parse::<Setup>().unwrap().to_string(), text);
        }
        let long: Setup = "5x5:k=4:stocks=2,2,1,1".parse().unwrap();
        assert_eq!(long, Setup::STUDIO);
        let long: Setup = "3x3:k=3:stocks=0,0,0,0".parse().unwrap();
        assert_eq!(long, Setup::CLASSICAL);
        for (text, canonical) in [
            ("3x3:k=3", "3x3"),
            ("4x4:k=3", "4x4:k=3:stocks=0,0,0,0"),
            ("5x5:k=4:stocks=2,2,1,1/2,2,1,1", "5x5"),
            ("2x3:k=2:blocked=1,2;0,1", "2x3:k=2:stocks=0,0,0,0:blocked=0,1;1,2"),
        ] {
            assert_eq!(text.parse::<Setup>().unwrap().to_string(), canonical);
        }
        for (text, wrong) in [
            ("", "the size \"\": \"\" is not a whole number from 1 to 6"),
            ("6x6", "k= does not follow the size"),
            ("7x3:k=3:stocks=0,0,0,0", "the size \"7x3\": \"7\" is not"),
            ("3x3:k=1:stocks=0,0,0,0", "k=: \"1\" is not a whole number from 2 to 6"),
            ("3x3:k=3:stocks=0,0,0", "stocks=: \"0,0,0\" has 3 numbers and not 4"),
            ("3x3:k=3:stocks=0,0,0,0,0", "stocks=: \"0,0,0,0,0\" has 5 numbers"),
            ("3x3:k=3:stocks=0,0,0,-1", "stocks=: \"-1\" is not"),
            ("3x3:k=3:stocks=0,0,0,100", "stocks=: \"100\" is not a whole number from 0 to 99"),
            ("3x3:k=3:stocks=0,0,0,0/", "stocks=: \"\" is not"),
            ("3x3:k=3:stocks=0,0,0,0/0,0,0,0/0,0,0,0", "stocks=: \"0/0\" is not"),
            ("3x3:k=3:stocks=0,0,0,0:", "\"\" is not the next part"),
            ("3x3:k=+3:stocks=0,0,0,0", "k=: \"+3\" is not"),
            ("3x3:k=3:blocked=", "blocked=: \"\" is not"),
            ("3x3:k=3:blocked=0,3", "blocked=: \"0,3\" is no cell of 3x3"),
            ("3x3:k=3:blocked=1,1;1,1", "blocked=: \"1,1\" stands twice"),
            ("3x3:k=3:blocked=1,1:stocks=0,0,0,0", "\"stocks=0,0,0,0\" is not the next part"),
            ("1x2:k=2:blocked=0,0;0,1", "blocked=: no cell is left"),
        ] {
            let found = text.parse::<Setup>().unwrap_err().message;
            assert!(found.starts_with(wrong), "{found}");
        }
    }
}
