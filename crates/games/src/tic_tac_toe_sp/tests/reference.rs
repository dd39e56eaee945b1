//! The rules and the priority board written a second time, cell by cell and without sets: the
//! tests' oracle. It shares the types of states and moves with the program, and nothing else.

use super::super::board::cell;
use super::super::rules::content;
use super::super::state::{Kind, Swap, TicTacToeMove, TicTacToeState};

/// A position as rows of characters, with stocks and the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Plain {
    pub rows: Vec<Vec<char>>,
    pub win: usize,
    pub stocks: [[u8; 4]; 2],
    pub mover: usize,
    pub swap: Option<Swap>,
}

const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

impl Plain {
    pub(super) fn new(state: &TicTacToeState) -> Self {
        let row = |row| {
            let columns = 0..state.shape.columns;
            columns.map(|column| content(state, cell(row, column))).collect()
        };
        Self {
            rows: (0..state.shape.rows).map(row).collect(),
            win: usize::from(state.shape.win),
            stocks: state.stocks,
            mover: usize::from(state.mover),
            swap: state.swap,
        }
    }

    /// What stands on a cell; a space beside the board.
    pub(super) fn at(&self, row: i32, column: i32) -> char {
        let of_row = usize::try_from(row).ok().and_then(|row| self.rows.get(row));
        let found = of_row.and_then(|row| row.get(usize::try_from(column).ok()?));
        found.copied().unwrap_or(' ')
    }

    fn cells(&self) -> Vec<(i32, i32)> {
        let (rows, columns) = (self.rows.len() as i32, self.rows[0].len() as i32);
        (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect()
    }

    pub(super) fn has_line(&self, piece: char) -> bool {
        self.cells().into_iter().any(|(row, column)| {
            DIRECTIONS.iter().any(|&(down, right)| {
                (0..self.win as i32)
                    .all(|at| self.at(row + at * down, column + at * right) == piece)
            })
        })
    }

    /// The seats that have won, if the game is over.
    pub(super) fn winners(&self) -> Option<Vec<usize>> {
        for (player, piece) in ['X', 'O'].into_iter().enumerate() {
            if self.has_line(piece) {
                return Some(vec![player]);
            }
        }
        let full = self.cells().into_iter().all(|(row, column)| self.at(row, column) != '.');
        full.then(|| vec![0, 1])
    }

    /// The legal moves of a position that is not over, as texts in canonical order.
    pub(super) fn legal(&self) -> Vec<String> {
        let [ice, plant, torch, bomb] = self.stocks[self.mover];
        let mut moves = Vec::new();
        for (row, column) in self.cells() {
            let kinds: &[(&str, bool)] = match self.at(row, column) {
                '.' => &[("basic", true), ("ice", ice > 0), ("plant", plant > 0)],
                'p' => &[("torch", torch > 0)],
                '#' => &[],
                _ => &[("torch", torch > 0), ("bomb", bomb > 0)],
            };
            let kinds = kinds.iter().filter(|(_, can)| *can);
            moves.extend(kinds.map(|(kind, _)| format!("{kind}:{row},{column}")));
        }
        if self.swap == Some(Swap::Now) {
            moves.push("swap".to_owned());
        }
        moves
    }

    /// The position after a legal move.
    pub(super) fn after(&self, text: &str) -> Self {
        let mut next = self.clone();
        next.swap = self.swap.map(|swap| if swap == Swap::Next { Swap::Now } else { Swap::Past });
        if text == "swap" {
            for cell in next.rows.iter_mut().flatten() {
                *cell = match *cell {
                    'X' => 'O',
                    'O' => 'X',
                    other => other,
                };
            }
            next.stocks = [self.stocks[1], self.stocks[0]];
            next.mover = 1 - self.mover;
            return next;
        }
        let (kind, place) = text.split_once(':').unwrap();
        let (row, column) = place.split_once(',').unwrap();
        let (row, column): (usize, usize) = (row.parse().unwrap(), column.parse().unwrap());
        let own = ['X', 'O'][self.mover];
        match kind {
            "basic" => next.rows[row][column] = own,
            "ice" => next.rows[row][column] = 'i',
            "plant" => next.rows[row][column] = 'p',
            "torch" => next.rows[row][column] = '.',
            _ => {
                for (down, right) in [(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)] {
                    let (row, column) = (row as i32 + down, column as i32 + right);
                    if !['p', '#', ' '].contains(&self.at(row, column)) {
                        next.rows[row as usize][column as usize] = '.';
                    }
                }
            }
        }
        let powers = ["ice", "plant", "torch", "bomb"];
        if let Some(power) = powers.iter().position(|power| *power == kind) {
            next.stocks[self.mover][power] -= 1;
        }
        next.mover = 1 - self.mover;
        next
    }

    /// The value for the player to move by a search of all moves: -1, 0 or 1.
    pub(super) fn value(&self, known: &mut std::collections::HashMap<Self, i32>) -> i32 {
        if let Some(winners) = self.winners() {
            // Only the player who has just moved can have a line.
            return if winners.len() == 2 { 0 } else { -1 };
        }
        if let Some(&value) = known.get(self) {
            return value;
        }
        let values = self.legal().into_iter().map(|text| -self.after(&text).value(known));
        let value = values.max().unwrap();
        known.insert(self.clone(), value);
        value
    }
}

/// An action of the priority board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    None,
    Basic,
    Prevent,
    Destroy,
}

/// A priority and an action.
pub(super) type Entry = (i32, Act);

/// What one function of the document wants to assign, cell by cell.
pub(super) type Wishes = Vec<((i32, i32), Entry)>;

/// What the ten functions want to assign: the reset, then the nine checks in the document's
/// order.
pub(super) fn wishes(at: &Plain) -> [Wishes; 10] {
    let mine = ['X', 'O'][at.mover];
    let enemy = ['O', 'X'][at.mover];
    let all: Vec<(i32, i32, i32, i32)> = at
        .cells()
        .into_iter()
        .flat_map(|(row, column)| DIRECTIONS.map(|(down, right)| (row, column, down, right)))
        .collect();
    // The cells that `wanted` names, counted along a direction, where a pattern is.
    let check = |pattern: &str, wanted: &[i32], entry: Entry| -> Wishes {
        let mut found = Vec::new();
        for &(row, column, down, right) in &all {
            let step = |at: i32| (row + at * down, column + at * right);
            let matches = pattern.chars().enumerate().all(|(place, want)| {
                let (row, column) = step(place as i32);
                at.at(row, column) == want
            });
            if matches {
                for &place in wanted {
                    let (row, column) = step(place);
                    if entry.1 == Act::Destroy || at.at(row, column) == '.' {
                        found.push(((row, column), entry));
                    }
                }
            }
        }
        found
    };
    let of = |pattern: &str, piece: char| pattern.replace('#', &piece.to_string());
    let reset = at.cells().into_iter().map(|(row, column)| {
        let act = if at.at(row, column) == '.' { Act::Basic } else { Act::None };
        ((row, column), (0, act))
    });
    let mut near = Vec::new();
    for (row, column) in at.cells() {
        for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
        {
            if at.at(row, column) == mine && at.at(row + down, column + right) == '.' {
                near.push(((row + down, column + right), (50, Act::Basic)));
            }
        }
    }
    [
        reset.collect(),
        near,
        check(&of("##", mine), &[-1, 2], (75, Act::Basic)),
        check(&of("##", enemy), &[-1, 2], (74, Act::Prevent)),
        check(&of("###", mine), &[-1, 3], (100, Act::Basic)),
        check(&of("###", enemy), &[-1, 3], (95, Act::Prevent)),
        check(&of("##.#", enemy), &[2], (95, Act::Prevent)),
        check(&of("#.##", enemy), &[1], (95, Act::Prevent)),
        check(&of("#i##", enemy), &[0, 2, 3], (90, Act::Destroy)),
        check(&of("##i#", enemy), &[0, 1, 3], (90, Act::Destroy)),
    ]
}

/// The priority board after the functions in this order: every cell is unassigned, -1, at first,
/// and only a higher priority replaces an entry.
pub(super) fn assigned(wishes: &[Wishes; 10], order: &[usize]) -> [[Entry; 6]; 6] {
    let mut board = [[(-1, Act::None); 6]; 6];
    for &function in order {
        for &((row, column), entry) in &wishes[function] {
            let old = &mut board[row as usize][column as usize];
            if entry.0 > old.0 {
                *old = entry;
            }
        }
    }
    board
}

/// The choice of the document's AI with the tie-break `first` and ice before plants.
pub(super) fn choice(at: &Plain) -> String {
    let board = assigned(&wishes(at), &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let mut cells = at.cells();
    cells.sort_by_key(|&(row, column)| -board[row as usize][column as usize].0);
    let [ice, plant, torch, bomb] = at.stocks[at.mover];
    for (row, column) in cells {
        let kind = match board[row as usize][column as usize].1 {
            Act::None => continue,
            Act::Basic => "basic",
            Act::Prevent if ice > 0 => "ice",
            Act::Prevent if plant > 0 => "plant",
            Act::Prevent => "basic",
            Act::Destroy if torch > 0 => "torch",
            Act::Destroy if bomb > 0 => "bomb",
            Act::Destroy => continue,
        };
        return format!("{kind}:{row},{column}");
    }
    unreachable!("an empty cell is always basic")
}

/// The move of a text.
pub(super) fn action(text: &str) -> TicTacToeMove {
    text.parse().unwrap()
}

#[test]
fn kinds_are_told_apart() {
    assert_eq!(action("bomb:1,2"), TicTacToeMove { kind: Kind::Bomb, cell: cell(1, 2) });
}
