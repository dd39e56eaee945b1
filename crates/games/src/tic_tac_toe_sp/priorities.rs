//! The priority board: functions that look for situations give cells a priority and an action,
//! and the cell with the highest priority is played.
//!
//! The document has ten functions ([`Function::DOCUMENT`]). A cell takes the entry with the
//! highest priority of all functions, so that their order does not matter as long as functions of
//! equal priority have the same action. Here the functions are asked by priority descending, and
//! only until a cell can be played. `tests/reference.rs` runs them one after the other, as the document
//! does, and the tests compare both.

use rand::Rng;

use super::board::{Cells, STEPS, around, each, first, plus};
use super::state::{Kind, TicTacToeMove, TicTacToeState};
use rivals_core::play::draw;
use rivals_core::sort;

/// What a cell of the priority board says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    None,
    Basic,
    Prevent,
    Destroy,
}

impl Act {
    pub const fn name(self) -> &'static str {
        ["none", "basic", "prevent", "destroy"][self as usize]
    }
}

/// A function that looks for a situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    Reset,
    One,
    Two,
    EnemyTwo,
    Three,
    EnemyThree,
    EnemyTwoAndFourth,
    EnemyOneAndThirdFourth,
    IceInOneAndThirdFourth,
    IceInTwoAndFourth,
    /// A correction: every cell that completes a line.
    OwnWin,
    /// A correction: cells whose clearing answers two or more threats at once.
    AllThreats,
    /// A correction: cells after which the player has two winning cells.
    OwnFork,
    /// A correction: cells after which the enemy would have two winning cells, but for those that
    /// extend a pair.
    EnemyFork,
    /// A correction: cells that make an open three of the enemy's pair.
    EnemyPair,
}

impl Function {
    /// The functions of the document, with their priorities.
    pub const DOCUMENT: [(i32, Self); 10] = [
        (0, Self::Reset),
        (50, Self::One),
        (75, Self::Two),
        (74, Self::EnemyTwo),
        (100, Self::Three),
        (95, Self::EnemyThree),
        (95, Self::EnemyTwoAndFourth),
        (95, Self::EnemyOneAndThirdFourth),
        (90, Self::IceInOneAndThirdFourth),
        (90, Self::IceInTwoAndFourth),
    ];

    pub const fn act(self) -> Act {
        match self {
            Self::Reset | Self::One | Self::Two | Self::Three | Self::OwnWin | Self::OwnFork => {
                Act::Basic
            }
            Self::IceInOneAndThirdFourth | Self::IceInTwoAndFourth | Self::AllThreats => {
                Act::Destroy
            }
            _ => Act::Prevent,
        }
    }
}

/// The corrections of the document's faults; each can be switched off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Corrections {
    /// A split three is a win in one as well.
    pub split: bool,
    /// Two threats are answered by destroying what they have in common.
    pub threes: bool,
    /// An enemy pair that can become an open three comes before an own pair.
    pub pairs: bool,
    /// Pairs and threes count only where a line can still be made of them.
    pub reach: bool,
    /// A block between enemy pieces counts only if the enemy can clear it; plants count as well.
    pub between: bool,
    /// Double threats are seen one move ahead, one's own and the enemy's.
    pub forks: bool,
    /// Of equal cells, the one with the most open lines is played.
    pub centre: bool,
    /// Enemy lines are blocked by the own piece.
    pub blocker: bool,
}

impl Corrections {
    /// The corrections of these names.
    pub fn by_name(is_on: impl Fn(&'static str) -> bool) -> Self {
        Self {
            split: is_on("split"),
            threes: is_on("threes"),
            pairs: is_on("pairs"),
            reach: is_on("reach"),
            between: is_on("between"),
            forks: is_on("forks"),
            centre: is_on("centre"),
            blocker: is_on("blocker"),
        }
    }
}

/// How cells of equal priority are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// The first, row by row.
    First,
    /// One of them, all with the same probability.
    Random,
    /// The one with the most open lines, and the first of these.
    Centre,
}

/// An AI with a priority board.
#[derive(Clone, Debug)]
pub struct Priorities {
    /// By priority descending.
    levels: Vec<(i32, Function)>,
    corrections: Corrections,
    tie: Tie,
    /// In which order pieces are taken for the action prevent.
    prevent: [Kind; 3],
}

impl Priorities {
    /// The document's AI with these priorities of its ten functions. With `prevent`, that piece
    /// is the first that is taken to prevent a line of the enemy.
    pub fn document(priorities: [i32; 10], tie: Tie, prevent: Kind) -> Self {
        let functions = Function::DOCUMENT.iter().map(|(_, function)| *function);
        Self::new(
            priorities.into_iter().zip(functions).collect(),
            Corrections::default(),
            tie,
            prevent,
        )
    }

    /// The AI as the document describes it.
    pub fn as_documented() -> Self {
        let priorities = Function::DOCUMENT.map(|(priority, _)| priority);
        Self::document(priorities, Tie::First, Kind::Ice)
    }

    /// The AI with corrections. They have a tie-break and a first piece to prevent lines of their
    /// own, instead of the first cell and of `prevent`.
    pub fn corrected(corrections: Corrections, tie: Tie, prevent: Kind) -> Self {
        let mut levels = Function::DOCUMENT.to_vec();
        let mut add = |switch: bool, more: &[(i32, Function)]| {
            levels.extend(more.iter().filter(|_| switch));
        };
        // Above three side by side, of which no line may come where lines are longer than four.
        add(corrections.split, &[(101, Function::OwnWin)]);
        add(corrections.threes, &[(96, Function::AllThreats)]);
        add(corrections.forks, &[(94, Function::OwnFork), (77, Function::EnemyFork)]);
        add(corrections.pairs, &[(77, Function::EnemyPair)]);
        let tie = match tie {
            Tie::First if corrections.centre => Tie::Centre,
            tie => tie,
        };
        let prevent = if corrections.blocker { Kind::Basic } else { prevent };
        Self::new(levels, corrections, tie, prevent)
    }

    fn new(
        mut levels: Vec<(i32, Function)>,
        corrections: Corrections,
        tie: Tie,
        prevent: Kind,
    ) -> Self {
        sort::by_key(&mut levels, |&(priority, _)| -priority);
        let others =
            [Kind::Ice, Kind::Plant, Kind::Basic].into_iter().filter(|&kind| kind != prevent);
        let order: Vec<Kind> = std::iter::once(prevent).chain(others).collect();
        let prevent = [order[0], order[1], order[2]];
        Self { levels, corrections, tie, prevent }
    }

    /// The priority board of a state that is not over, by cell.
    pub fn board(&self, state: &TicTacToeState) -> [(i32, Act); 48] {
        let mut board = [(0, Act::None); 48];
        let mut taken = 0;
        for &(priority, function) in &self.levels {
            let cells = self.cells(state, function) & !taken;
            taken |= cells;
            for cell in each(cells) {
                board[usize::from(cell) % 48] = (priority, function.act());
            }
        }
        board
    }

    /// The priority of a cell.
    pub fn priority(&self, state: &TicTacToeState, cell: u8) -> i32 {
        let mut levels = self.levels.iter();
        let level = levels.find(|&&(_, function)| self.cells(state, function) >> cell & 1 != 0);
        level.map_or(0, |&(priority, _)| priority)
    }

    /// The move in a state that is not over.
    pub fn choose(&self, state: &TicTacToeState, rng: &mut dyn Rng) -> TicTacToeMove {
        let mut taken = 0;
        for level in self
            .levels
            .chunk_by(|(one, first), (two, second)| one == two && first.act() == second.act())
        {
            let mut found = [0; 5];
            for &(_, function) in level {
                let cells = self.cells(state, function) & !taken;
                taken |= cells;
                for (all, cells) in found.iter_mut().zip(self.moves(state, function, cells)) {
                    *all |= cells;
                }
            }
            let cells = found.iter().fold(0, |all, cells| all | cells);
            if cells != 0 {
                let cell = self.pick(state, cells, rng);
                let kind =
                    Kind::ALL.into_iter().zip(found).find(|(_, cells)| cells >> cell & 1 != 0);
                let (kind, _) = kind.expect("the cell is one of them");
                return TicTacToeMove { kind, cell };
            }
        }
        unreachable!("an empty cell has at least the priority of the reset")
    }

    /// The cells that can be played, by the kind of the move.
    #[inline]
    fn moves(&self, state: &TicTacToeState, function: Function, cells: Cells) -> [Cells; 5] {
        let stock = state.stock();
        let has = |kind: Kind| kind == Kind::Basic || stock[kind as usize - 1] > 0;
        let mut found = [0; 5];
        match function.act() {
            Act::None => {}
            Act::Basic => found[Kind::Basic as usize] = cells,
            Act::Prevent => {
                let kind = self.prevent.into_iter().find(|&kind| has(kind));
                found[kind.unwrap_or(Kind::Basic) as usize] = cells;
            }
            Act::Destroy if function == Function::AllThreats => {
                for kind in [Kind::Torch, Kind::Bomb].into_iter().filter(|&kind| has(kind)) {
                    let others = found.iter().fold(0, |all, cells| all | cells);
                    let answering =
                        each(cells & !others).filter(|&cell| answers(state, kind, cell));
                    found[kind as usize] = answering.fold(0, |all, cell| all | 1 << cell);
                }
            }
            Act::Destroy => {
                if let Some(kind) = [Kind::Torch, Kind::Bomb].into_iter().find(|&kind| has(kind)) {
                    found[kind as usize] = cells;
                }
            }
        }
        found
    }

    /// One of these cells.
    #[inline]
    fn pick(&self, state: &TicTacToeState, cells: Cells, rng: &mut dyn Rng) -> u8 {
        let first = first(cells);
        match self.tie {
            _ if cells & (cells - 1) == 0 => first,
            Tie::First => first,
            Tie::Random => {
                let at = draw(rng, cells.count_ones() as usize);
                each(cells).nth(at).unwrap_or(first)
            }
            Tie::Centre => {
                let open = OpenLines::new(state);
                let lines = |cell| open.through(cell);
                let better = |best: (u32, u8), cell| match lines(cell) {
                    many if many > best.0 => (many, cell),
                    _ => best,
                };
                each(cells).fold((0, first), better).1
            }
        }
    }

    /// The cells to which a function gives its priority.
    #[inline]
    fn cells(&self, state: &TicTacToeState, function: Function) -> Cells {
        let ([own, enemy], empty, shape) = (state.sides(), state.empty(), state.shape);
        let Corrections { reach, between, .. } = self.corrections;
        let win = u32::from(shape.win);
        match function {
            Function::Reset => empty,
            Function::One => {
                let near = around(own, shape.cells()) & empty;
                if reach { near & shape.in_lines(own | empty) } else { near }
            }
            Function::Two => beside(own, empty, 2, reach.then_some(win)),
            Function::EnemyTwo => beside(enemy, empty, 2, reach.then_some(win)),
            Function::Three => beside(own, empty, 3, reach.then_some(win)),
            Function::EnemyThree if reach => shape.completing(enemy, empty),
            Function::EnemyThree => beside(enemy, empty, 3, None),
            // Three of four in a row are a threat only where four win.
            Function::EnemyTwoAndFourth | Function::EnemyOneAndThirdFourth if reach && win != 4 => {
                0
            }
            Function::EnemyTwoAndFourth => split(enemy, empty, 2),
            Function::EnemyOneAndThirdFourth => split(enemy, empty, 1),
            Function::IceInOneAndThirdFourth => around_block(enemy, blocks(state, between), 1),
            Function::IceInTwoAndFourth => around_block(enemy, blocks(state, between), 2),
            Function::OwnWin => shape.completing(own, empty),
            Function::AllThreats => match shape.completing(enemy, empty).count_ones() {
                0 | 1 => 0,
                _ => {
                    let can_clear = |&cell: &u8| {
                        [Kind::Torch, Kind::Bomb].into_iter().any(|kind| {
                            state.stock()[kind as usize - 1] > 0 && answers(state, kind, cell)
                        })
                    };
                    // A bomb beside the threats may lie on any piece or on ice.
                    each(shape.cells() & !empty & !state.plants)
                        .filter(can_clear)
                        .fold(0, |all, cell| all | 1 << cell)
                }
            },
            Function::OwnFork => forks(state, own, empty),
            Function::EnemyFork => forks(state, enemy, empty) & !beside(enemy, empty, 2, None),
            Function::EnemyPair => match beside(enemy, empty, 2, None) {
                0 => 0,
                cells => cells & forks(state, enemy, empty),
            },
        }
    }
}

/// The empty cells beside `count` adjacent pieces, 1 to 5. With a length of lines that win, only
/// those with which the pieces can still be part of one.
#[inline]
pub(super) fn beside(pieces: Cells, empty: Cells, count: u32, win: Option<u32>) -> Cells {
    let mut found = 0;
    for step in STEPS {
        let mut runs = pieces;
        for at in 1..count {
            runs &= pieces >> (at * step);
        }
        if runs == 0 {
            continue;
        }
        let (mut before, mut behind) = (runs, runs);
        if let Some(win) = win {
            let mut lines = pieces | empty;
            for at in 1..win {
                lines &= (pieces | empty) >> (at * step);
            }
            // The lines that contain the pieces and the cell before them, or behind them.
            let (mut with_before, mut with_behind) = (0, 0);
            for at in 0..win.saturating_sub(count) {
                with_before |= lines << ((at + 1) * step);
                with_behind |= lines << (at * step);
            }
            before &= with_before;
            behind &= with_behind;
        }
        found |= before >> step | behind << (count * step);
    }
    found & empty
}

/// The empty cell of four in a row with three pieces, in the second (1) or third (2) place.
#[inline]
pub(super) fn split(pieces: Cells, empty: Cells, gap: u32) -> Cells {
    let mut found = 0;
    for step in STEPS {
        let middle = pieces >> ((3 - gap) * step);
        found |= (pieces & middle & pieces >> (3 * step)) << (gap * step);
    }
    found & empty
}

/// The three pieces of four in a row with a block in the second (1) or third (2) place.
#[inline]
pub(super) fn around_block(pieces: Cells, blocks: Cells, gap: u32) -> Cells {
    let mut found = 0;
    for step in STEPS {
        let middle = pieces >> ((3 - gap) * step);
        let first = pieces & middle & pieces >> (3 * step) & blocks >> (gap * step);
        found |= first | first << ((3 - gap) * step) | first << (3 * step);
    }
    found
}

/// The blocks that count between enemy pieces: ice; or with the correction all blocks that the
/// enemy can clear.
#[inline]
fn blocks(state: &TicTacToeState, between: bool) -> Cells {
    if !between {
        return state.ice;
    }
    let [_, _, torch, bomb] = state.stocks[usize::from((1 - state.mover) & 1)];
    match (torch, bomb) {
        (0, 0) => 0,
        (0, _) => state.ice,
        _ => state.ice | state.plants,
    }
}

/// Whether clearing a cell leaves the enemy no winning cell.
///
/// A torch may clear any occupied cell; only that of an enemy's piece answers anything.
fn answers(state: &TicTacToeState, kind: Kind, cell: u8) -> bool {
    let cleared = match kind {
        Kind::Torch => 1 << cell,
        _ => plus(cell, state.shape.cells()) & !state.plants,
    };
    let [_, enemy] = state.sides();
    let empty = state.empty() | cleared;
    state.shape.completing(enemy & !cleared, empty) == 0
}

/// The cells after which a player who has `pieces` has two winning cells or more.
#[inline]
pub(super) fn forks(state: &TicTacToeState, pieces: Cells, empty: Cells) -> Cells {
    let threatening = state.shape.threatening(pieces, empty);
    let is_fork = |&cell: &u8| {
        let bit = 1 << cell;
        let winning = state.shape.completing(pieces | bit, empty & !bit);
        winning & winning.wrapping_sub(1) != 0
    };
    each(threatening).filter(is_fork).fold(0, |all, cell| all | 1 << cell)
}

/// The lines that are still open for each player, by direction and first cell.
pub(super) struct OpenLines {
    starts: [[Cells; 4]; 2],
    win: u32,
}

impl OpenLines {
    pub(super) fn new(state: &TicTacToeState) -> Self {
        let (empty, win) = (state.empty(), u32::from(state.shape.win));
        let starts = state.sides().map(|pieces| {
            STEPS.map(|step| {
                let cells = pieces | empty;
                (1..win).fold(cells, |starts, at| starts & cells >> (at * step))
            })
        });
        Self { starts, win }
    }

    /// The number of open lines of both players through a cell.
    pub(super) fn through(&self, cell: u8) -> u32 {
        let mut count = 0;
        for (direction, step) in STEPS.into_iter().enumerate() {
            for at in 0..self.win {
                let first = u32::from(cell).wrapping_sub(at * step);
                for starts in &self.starts {
                    count += u32::from(first < 64 && starts[direction] >> (first & 63) & 1 != 0);
                }
            }
        }
        count
    }
}
