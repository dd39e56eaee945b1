//! Boards as sets of cells: the rows and columns, lines, and what completes a line.
//!
//! A cell is the bit 8 * row + column of a 64-bit set. A board has at most six columns, so that no
//! line runs on from one row to the next: two columns at its right are always empty. A cell with an
//! obstacle is no cell of the board, so that all that asks for the board stops there as at an edge.

#![expect(clippy::cast_possible_truncation, reason = "a set has at most 64 cells")]

/// A set of cells.
pub type Cells = u64;

/// The most rows and the most columns of a board.
pub const MAX_SIDE: u8 = 6;

/// The number of bits from a cell to the next one of a line: to the right, down, down and to the
/// right, down and to the left.
pub const STEPS: [u32; 4] = [1, 8, 9, 7];

/// A board, and the length of a line that wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// 1 to [`MAX_SIDE`].
    pub rows: u8,
    /// 1 to [`MAX_SIDE`].
    pub columns: u8,
    /// The number of pieces in a row that wins: 2 to [`MAX_SIDE`].
    pub win: u8,
    /// The cells with an obstacle, which nothing fills or clears.
    pub obstacles: Cells,
}

/// The cell of a row and a column.
#[inline]
pub const fn cell(row: u8, column: u8) -> u8 {
    8 * row + column
}

/// The row and the column of a cell.
#[inline]
pub const fn place(cell: u8) -> (u8, u8) {
    (cell / 8, cell % 8)
}

/// The number of cells of a set.
#[inline]
pub const fn count(cells: Cells) -> i32 {
    cells.count_ones().cast_signed()
}

/// The first cell of a set, row by row; 64 of the empty set.
#[inline]
pub const fn first(cells: Cells) -> u8 {
    cells.trailing_zeros() as u8
}

/// The cells of a set, row by row.
#[inline]
pub fn each(mut cells: Cells) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (cells != 0).then(|| {
            let cell = first(cells);
            cells &= cells - 1;
            cell
        })
    })
}

/// The cell and its neighbours in its row and its column, on a board of these cells.
#[inline]
pub fn plus(cell: u8, board: Cells) -> Cells {
    let middle = 1 << cell;
    (middle | middle << 1 | middle >> 1 | middle << 8 | middle >> 8) & board
}

/// The up to eight neighbours of the cells of a set, on a board of these cells.
#[inline]
pub fn around(cells: Cells, board: Cells) -> Cells {
    let row = cells | cells << 1 | cells >> 1;
    (row | row << 8 | row >> 8) & board & !cells
}

impl Shape {
    /// A board without obstacles.
    pub const fn new(rows: u8, columns: u8, win: u8) -> Self {
        Self { rows, columns, win, obstacles: 0 }
    }

    /// All cells of the board, without those with an obstacle.
    #[inline]
    pub const fn cells(self) -> Cells {
        let row = (1_u64 << self.columns) - 1;
        let rows = 0x0101_0101_0101_0101 & ((1_u64 << (8 * self.rows)) - 1);
        (row * rows) & !self.obstacles
    }

    /// The first cells of the lines in this direction whose cells all belong to a set.
    #[inline]
    fn starts(self, cells: Cells, step: u32) -> Cells {
        let mut starts = cells;
        for at in 1..u32::from(self.win) {
            starts &= cells >> (at * step);
        }
        starts
    }

    /// Whether a set contains a line.
    #[inline]
    pub fn has_line(self, cells: Cells) -> bool {
        let found = STEPS.map(|step| self.starts(cells, step));
        found[0] | found[1] | found[2] | found[3] != 0
    }

    /// All cells of the lines whose cells all belong to a set.
    #[inline]
    pub fn in_lines(self, cells: Cells) -> Cells {
        let mut found = 0;
        for step in STEPS {
            let starts = self.starts(cells, step);
            for at in 0..u32::from(self.win) {
                found |= starts << (at * step);
            }
        }
        found
    }

    /// The free cells with which a player who has `own` completes a line at once.
    #[inline]
    pub fn completing(self, own: Cells, free: Cells) -> Cells {
        match self.win {
            3 => completing::<3>(own, free),
            4 => completing::<4>(own, free),
            5 => completing::<5>(own, free),
            6 => completing::<6>(own, free),
            _ => completing::<2>(own, free),
        }
    }

    /// The free cells after which a player who has `own` threatens to complete a line.
    #[inline]
    pub fn threatening(self, own: Cells, free: Cells) -> Cells {
        match self.win {
            3 => threatening::<3>(own, free),
            4 => threatening::<4>(own, free),
            5 => threatening::<5>(own, free),
            6 => threatening::<6>(own, free),
            _ => threatening::<2>(own, free),
        }
    }

    /// All lines of the board, by direction and first cell.
    pub fn lines(self) -> Vec<Cells> {
        let board = self.cells();
        let mut lines = Vec::new();
        for step in STEPS {
            for first in each(self.starts(board, step)) {
                let cells = (0..u32::from(self.win)).map(|at| 1_u64 << first << (at * step));
                lines.push(cells.fold(0, |line, cell| line | cell));
            }
        }
        lines
    }

    /// Whether there is a line in which at most `most` cells, up to 2, do not belong to a set;
    /// true for more.
    #[inline]
    pub fn has_line_but(self, cells: Cells, most: u32) -> bool {
        if most > 2 {
            return true;
        }
        let board = self.cells();
        let others = board & !cells;
        STEPS.into_iter().any(|step| {
            // The lines with at least one, two and three of the other cells, by first cells.
            let (mut one, mut two, mut three) = (0, 0, 0);
            for at in 0..u32::from(self.win) {
                let other = others >> (at * step);
                three |= two & other;
                two |= one & other;
                one |= other;
            }
            let too_many = [one, two, three][most as usize];
            self.starts(board, step) & !too_many != 0
        })
    }
}

#[inline]
fn completing<const WIN: usize>(own: Cells, free: Cells) -> Cells {
    let mut found = 0;
    for step in STEPS.map(|step| step as usize) {
        let mut shifted = [0; WIN];
        for (at, shifted) in shifted.iter_mut().enumerate() {
            *shifted = own >> (at * step);
        }
        // `before` are the lines whose cells before the missing one are all own.
        let mut before = !0;
        for missing in 0..WIN {
            let mut line = before;
            for later in &shifted[missing + 1..] {
                line &= later;
            }
            found |= line << (missing * step);
            before &= shifted[missing];
        }
    }
    found & free
}

#[inline]
fn threatening<const WIN: usize>(own: Cells, free: Cells) -> Cells {
    let mut found = 0;
    for step in STEPS.map(|step| step as usize) {
        let (mut owned, mut open) = ([0; WIN], [0; WIN]);
        for at in 0..WIN {
            owned[at] = own >> (at * step);
            open[at] = free >> (at * step);
        }
        for first in 0..WIN {
            for second in first + 1..WIN {
                let mut line = open[first] & open[second];
                for (at, owned) in owned.iter().enumerate() {
                    if at != first && at != second {
                        line &= owned;
                    }
                }
                found |= line << (first * step) | line << (second * step);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of a board, cell by cell.
    fn lines(shape: Shape) -> Vec<Cells> {
        let mut lines = Vec::new();
        let (rows, columns) = (i32::from(shape.rows), i32::from(shape.columns));
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for row in 0..rows {
                for column in 0..columns {
                    let cells =
                        (0..i32::from(shape.win)).map(|at| (row + at * down, column + at * right));
                    let on_board =
                        |&(row, column): &(i32, i32)| row < rows && (0..columns).contains(&column);
                    let cells: Vec<_> = cells.filter(on_board).collect();
                    if cells.len() == usize::from(shape.win) {
                        lines.push(
                            cells
                                .iter()
                                .fold(0, |line, &(row, column)| line | 1 << (8 * row + column)),
                        );
                    }
                }
            }
        }
        lines
    }

    fn shapes() -> impl Iterator<Item = Shape> {
        (1..=MAX_SIDE).flat_map(|rows| {
            (1..=MAX_SIDE).flat_map(move |columns| {
                (2..=MAX_SIDE).map(move |win| Shape::new(rows, columns, win))
            })
        })
    }

    #[test]
    fn sets_agree_with_lists_of_lines() {
        let mut random = 1_u64;
        let mut next = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            random ^ random >> 29
        };
        for shape in shapes() {
            let (board, plain) = (shape.cells(), lines(shape));
            assert_eq!(board.count_ones(), u32::from(shape.rows) * u32::from(shape.columns));
            assert_eq!(shape.lines(), plain);
            for _ in 0..60 {
                let own = next() & next() & board | next() & next() & board;
                let free = next() & board & !own;
                let of = |line: Cells, cells: Cells| (line & cells).count_ones() as u8;
                assert_eq!(shape.has_line(own), plain.iter().any(|line| line & !own == 0));
                let whole = plain.iter().filter(|&&line| line & own == line);
                assert_eq!(shape.in_lines(own), whole.fold(0, |all, line| all | line));
                let missing = |count: u8| {
                    let lines = plain.iter().filter(|&&line| {
                        of(line, own) == shape.win - count && of(line, free) == count
                    });
                    lines.fold(0, |all, line| all | line & free)
                };
                assert_eq!(shape.completing(own, free), missing(1), "{shape:?}");
                assert_eq!(shape.threatening(own, free), missing(2), "{shape:?}");
                for most in 0..=2 {
                    let few = |&line: &Cells| (line & !own).count_ones() <= most;
                    let expected = plain.iter().any(few);
                    assert_eq!(shape.has_line_but(own, most), expected, "{shape:?} {most}");
                }
            }
        }
    }

    #[test]
    fn neighbours() {
        let board = Shape::new(5, 5, 4).cells();
        assert_eq!(plus(cell(0, 0), board), 0b11 | 1 << 8);
        assert_eq!(plus(cell(2, 2), board).count_ones(), 5);
        assert_eq!(around(1, board), 1 << 1 | 0b11 << 8);
        assert_eq!(around(1 << cell(2, 2), board).count_ones(), 8);
        assert_eq!(each(0b1010).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(place(cell(4, 3)), (4, 3));
    }
}
