//! The exact value of a position: a depth-first proof search with a memory.
//!
//! The search asks one question at a time: does the mover reach at least a draw, or at least a
//! win? A position answers it by one move after which the opponent does not reach more than that.
//! Values of positions are remembered by keys that are equal for the symmetric images of a
//! position ([`position`]), in a table of a stated size ([`table`]).
//!
//! Nothing is searched that follows from these facts:
//!
//! * A player who can complete a line wins. A player whose opponent threatens to do so must
//!   answer all threats with one move.
//! * Ice is never better than the mover's own piece on the same cell: torch and bomb clear both,
//!   and the piece may be part of a line. A player who would win or draw with ice does so with
//!   the piece. So ice is never placed here, and stocks of ice do not matter.
//! * Where no bomb is left, the same is true of plants.
//! * A player for whom no line is open, with all that this player can still clear, does not win:
//!   the opponent need not clear anything.
//! * An attacker who can clear nothing any more makes no line if the defender has a pairing
//!   ([`Solver::has_pairing`]).
//! * Where nothing can be cleared any more, a further piece never harms its owner. So a cell
//!   without an open line is never chosen while there is another one, and what stands on it does
//!   not matter.
//!
//! A proof that a defender holds needs one move of the defender in each position. So the defender
//! first spares its torches and bombs: it clears only to answer two or more winning cells. What
//! it reaches so is proven. Only if it fails, the search is repeated with all its moves.
//!
//! The tests compare the values with those of a plain search of all moves by the second
//! implementation of the rules.

mod position;
mod table;

use super::board::{Cells, Shape, each, first, plus};
use super::rules::{for_each_move, make};
use super::state::{Kind, NOBODY, Swap, TicTacToeMove, TicTacToeState};
use position::{Keys, Position};
use table::{Bounds, Table};

/// The value of a position under optimal play, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    Loss,
    Draw,
    Win,
}

impl Value {
    /// The value for the other player.
    pub const fn reversed(self) -> Self {
        [Self::Win, Self::Draw, Self::Loss][self as usize]
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }
}

/// The result of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The least and the greatest value that are possible; the same where the proof is complete.
    pub low: Value,
    pub high: Value,
    /// A move that reaches `low`.
    pub action: Option<TicTacToeMove>,
    /// The number of positions that were visited.
    pub nodes: u64,
    /// The size of the table.
    pub table_bytes: u64,
}

impl Solved {
    /// The value, if it is proven.
    pub fn value(&self) -> Option<Value> {
        (self.low == self.high).then_some(self.low)
    }
}

/// Is told the number of visited positions now and then, and returns whether to go on.
pub type Watch<'a> = &'a mut dyn FnMut(u64) -> bool;

/// The number of positions between two calls of a [`Watch`].
const WATCHED: u64 = 1 << 18;

/// A solver for one shape of board.
pub struct Solver<'a> {
    shape: Shape,
    board: Cells,
    lines: Vec<Cells>,
    keys: Keys,
    table: Table,
    nodes: u64,
    most_nodes: u64,
    stopped: bool,
    /// Whether the defender clears only to answer two or more winning cells.
    sparing: bool,
    watch: Watch<'a>,
    /// The moves of all positions from the first to the current one.
    moves: Vec<(i32, TicTacToeMove)>,
}

impl<'a> Solver<'a> {
    /// A solver with a table of at most `table_bytes` bytes. It gives up after `most_nodes` positions.
    pub fn new(shape: Shape, table_bytes: u64, most_nodes: u64, watch: Watch<'a>) -> Self {
        Self {
            shape,
            board: shape.cells(),
            lines: shape.lines(),
            keys: Keys::new(shape),
            table: Table::new(table_bytes),
            nodes: 0,
            most_nodes,
            stopped: false,
            sparing: false,
            watch,
            moves: Vec::new(),
        }
    }

    /// Solves a position of the solver's shape that is not over. Positions that were solved
    /// before are remembered.
    pub fn solve(&mut self, state: &TicTacToeState) -> Solved {
        (self.nodes, self.stopped) = (0, false);
        match state.swap {
            Some(Swap::Next) => self.before_swap(state),
            Some(Swap::Now) => self.with_swap(state),
            _ => self.without_swap(state),
        }
    }

    /// With a swap the mover has the better of both sides: a swap leaves the position as it is, but
    /// for who is to move on from it.
    fn with_swap(&mut self, state: &TicTacToeState) -> Solved {
        let solved = self.without_swap(state);
        let swapped = solved.high.reversed();
        let action = if swapped > solved.low { Some(TicTacToeMove::SWAP) } else { solved.action };
        let high = solved.high.max(solved.low.reversed());
        // At least a draw is one of both.
        let low = solved.low.max(swapped).max(Value::Draw);
        Solved { low, high, action, ..solved }
    }

    /// Before a swap all moves count: a move that does not end the game leaves the other player a draw
    /// at least, so that the best one is after which neither side is better.
    fn before_swap(&mut self, state: &TicTacToeState) -> Solved {
        let winning = self.shape.completing(state.sides()[0], state.empty());
        if winning != 0 {
            let action = TicTacToeMove { kind: Kind::Basic, cell: first(winning) };
            return self.found(Value::Win, Value::Win, Some(action));
        }
        let mut moves = Vec::new();
        for_each_move(state, |action| moves.push(action));
        let mut best = self.found(Value::Loss, Value::Loss, moves.first().copied());
        for action in moves {
            let mut next = *state;
            make(&mut next, action);
            let [low, high] = match next.empty() {
                0 => [Value::Draw; 2],
                _ => {
                    let Solved { low, high, .. } = self.with_swap(&next);
                    [high.reversed(), low.reversed()]
                }
            };
            best.high = best.high.max(high);
            if low > best.low {
                (best.low, best.action) = (low, Some(action));
                break;
            }
        }
        Solved { nodes: self.nodes, table_bytes: self.table.bytes(), ..best }
    }

    fn found(&self, low: Value, high: Value, action: Option<TicTacToeMove>) -> Solved {
        Solved { low, high, action, nodes: self.nodes, table_bytes: self.table.bytes() }
    }

    /// Solves a position in which nobody swaps any more.
    fn without_swap(&mut self, state: &TicTacToeState) -> Solved {
        debug_assert!(state.shape == self.shape && state.winner == NOBODY && state.empty() != 0);
        let position = Position::new(state);
        let mut solved = self.found(Value::Loss, Value::Win, None);
        // A draw or better is asked for first: the answer no decides the game.
        for (target, value, less) in [(0, Value::Draw, Value::Loss), (1, Value::Win, Value::Draw)] {
            let action = self.first_that_reaches(&position, target);
            if self.stopped {
                break;
            }
            match action {
                Some(_) => (solved.low, solved.action) = (value, action),
                None => {
                    solved.high = less;
                    break;
                }
            }
        }
        if solved.action.is_none() {
            // All moves lose, as far as is known: one that does not lose at once, if there is one.
            let empty = state.empty();
            let listed = self.list(&position, empty, 0);
            solved.action = self
                .moves
                .get(listed)
                .map(|&(_, action)| action)
                .or_else(|| Some(TicTacToeMove { kind: Kind::Basic, cell: first(empty) }));
            self.moves.truncate(listed);
        }
        solved.nodes = self.nodes;
        solved.table_bytes = self.table.bytes();
        solved
    }

    /// A move with which the mover reaches the target.
    fn first_that_reaches(&mut self, position: &Position, target: i8) -> Option<TicTacToeMove> {
        self.sparing = position.units(target == 0) != [0, 0];
        if self.sparing {
            let found = self.searched(position, target);
            let is_held = found.is_some() == (target == 0);
            if is_held || self.stopped {
                return found;
            }
            self.sparing = false;
        }
        self.searched(position, target)
    }

    /// A move with which the mover reaches the target, by a search with the current moves of the
    /// defender.
    fn searched(&mut self, position: &Position, target: i8) -> Option<TicTacToeMove> {
        let empty = self.board & !position.occupied();
        let winning = self.shape.completing(position.own, empty);
        if winning != 0 {
            return Some(TicTacToeMove { kind: Kind::Basic, cell: first(winning) });
        }
        match self.by_open_lines(position, empty, target) {
            Some(false) => return None,
            Some(true) => {
                return Some(TicTacToeMove { kind: Kind::Basic, cell: first(empty) });
            }
            None => {}
        }
        let listed = self.list(position, empty, target);
        let found = (listed..self.moves.len()).find_map(|at| {
            let action = self.moves[at].1;
            let enough = !self.stopped && self.is_enough(position, action, target);
            (enough && !self.stopped).then_some(action)
        });
        self.moves.truncate(listed);
        found
    }

    /// Whether the mover reaches the target with this move.
    #[inline]
    fn is_enough(&mut self, position: &Position, action: TicTacToeMove, target: i8) -> bool {
        let next = position.after(action, self.board);
        if next.occupied() == self.board { target <= 0 } else { !self.reaches(&next, 1 - target) }
    }

    /// Whether the mover reaches a value of at least `target`, 0 or 1. The answer has no meaning
    /// once the search is stopped.
    fn reaches(&mut self, position: &Position, target: i8) -> bool {
        self.nodes += 1;
        let begun = self.nodes;
        if begun.is_multiple_of(WATCHED) && !(self.watch)(begun) || begun >= self.most_nodes {
            self.stopped = true;
        }
        let empty = self.board & !position.occupied();
        if self.stopped || self.shape.completing(position.own, empty) != 0 {
            return true;
        }
        if let Some(answer) = self.by_open_lines(position, empty, target) {
            return answer;
        }
        if position.units(target == 1) == [0, 0] {
            // Who defends: the mover asks for a draw, or the opponent answers a try to win.
            let (attacker, moves_first) = match target {
                0 => (position.other, true),
                _ => (position.own, false),
            };
            if self.has_pairing(attacker, empty, moves_first) {
                return target == 0;
            }
        }
        let key = self.keys.key(position) ^ self.salt(target);
        let known = self.table.find(key);
        if known.low >= target {
            return true;
        }
        if known.high < target {
            return false;
        }
        let listed = self.list(position, empty, target);
        let mut found = false;
        for at in listed..self.moves.len() {
            let action = self.moves[at].1;
            found = self.is_enough(position, action, target);
            if found || self.stopped {
                break;
            }
        }
        self.moves.truncate(listed);
        if !self.stopped {
            let bounds = if found {
                Bounds { low: target, ..known }
            } else {
                Bounds { high: target - 1, ..known }
            };
            self.table.keep(key, bounds, self.nodes - begun);
        }
        found
    }

    /// What keeps the answers of sparing defenders apart, whose two questions about a position
    /// are about different defenders.
    #[inline]
    fn salt(&self, target: i8) -> u64 {
        match (self.sparing, target) {
            (false, _) => 0,
            (true, 0) => 0x9e37_79b9_7f4a_7c15,
            (true, _) => 0xbf58_476d_1ce4_e5b9,
        }
    }

    /// The answer where the attacker has no open line. A line is open if all cells of it that are
    /// not the attacker's are empty or can still be cleared by the attacker.
    #[inline]
    fn by_open_lines(&self, position: &Position, empty: Cells, target: i8) -> Option<bool> {
        let [torches, bombs] = position.units(target == 1);
        // A bomb clears at most three cells of a line.
        let cleared = torches + 3 * bombs;
        let can_win = |own: Cells| self.shape.has_line_but(own | empty, cleared);
        match target {
            0 => (!can_win(position.other)).then_some(true),
            _ => (!can_win(position.own)).then_some(false),
        }
    }

    /// Whether a defender prevents all lines of an attacker by a pairing: each open line has two
    /// empty cells that are a pair, so that the defender takes one when the attacker takes the
    /// other. A defender who moves first takes a cell of all lines without a pair. The pairs are
    /// sought one after the other, so that some are missed.
    #[inline]
    fn has_pairing(&self, attacker: Cells, empty: Cells, moves_first: bool) -> bool {
        let (mut free, mut common) = (empty, if moves_first { empty } else { 0 });
        let mut pairs = [0; 18];
        let mut count = 0;
        for &line in &self.lines {
            if line & !(attacker | empty) != 0
                || pairs[..count].iter().any(|pair| line & pair == *pair)
            {
                continue;
            }
            let open = line & free;
            let rest = open & open.wrapping_sub(1);
            if rest == 0 {
                common &= line;
                if common == 0 {
                    return false;
                }
                continue;
            }
            let pair = open & !(rest & (rest - 1));
            pairs[count] = pair;
            count += 1;
            free &= !pair;
        }
        true
    }

    /// Appends the moves that may reach the target, the most promising first; returns the place
    /// of the first.
    fn list(&mut self, position: &Position, empty: Cells, target: i8) -> usize {
        let listed = self.moves.len();
        let threats = self.shape.completing(position.other, empty);
        let can_clear = position.clearing() != [0, 0];
        let cells = match threats.count_ones() {
            0 if can_clear => empty,
            0 => {
                let open = |own: Cells| self.shape.in_lines(own | empty);
                empty & (open(position.own) | open(position.other))
            }
            1 => threats,
            _ => 0,
        };
        let weights = self.weigh(position, empty, target);
        for cell in each(cells) {
            let [own, other] = weights[usize::from(cell)];
            let kind = Kind::Basic;
            self.moves.push((own + other, TicTacToeMove { kind, cell }));
            if position.plants_matter() {
                let kind = Kind::Plant;
                self.moves.push((other - 20, TicTacToeMove { kind, cell }));
            }
        }
        let spares = self.sparing && target == 0 && threats.count_ones() < 2;
        if !spares && (position.has_torch() || position.has_bomb()) {
            self.list_clearing(position, &weights);
        }
        self.moves[listed..].sort_by_key(|&(weight, _)| -weight);
        listed
    }

    /// Appends the moves that clear cells and leave the opponent no winning cell.
    fn list_clearing(&mut self, position: &Position, weights: &Weights) {
        for cell in each(position.occupied()) {
            for (kind, has) in
                [(Kind::Torch, position.has_torch()), (Kind::Bomb, position.has_bomb())]
            {
                if !has || kind == Kind::Bomb && position.plants >> cell & 1 != 0 {
                    continue;
                }
                let action = TicTacToeMove { kind, cell };
                let next = position.after(action, self.board);
                let empty = self.board & !next.occupied();
                if self.shape.completing(next.own, empty) != 0 {
                    continue;
                }
                let cleared = match kind {
                    Kind::Torch => 1 << cell,
                    _ => plus(cell, self.board),
                };
                let harm = each(cleared & position.other).map(|cell| weights[usize::from(cell)][1]);
                let loss = each(cleared & position.own).map(|cell| weights[usize::from(cell)][0]);
                let weight = harm.sum::<i32>() - loss.sum::<i32>() - 30;
                self.moves.push((weight, action));
            }
        }
    }

    /// By cell, how much it counts for lines of the mover and of the opponent.
    fn weigh(&self, position: &Position, empty: Cells, target: i8) -> Weights {
        // By the number of cells that are missing.
        const PURSUED: [i32; 7] = [0, 400, 90, 12, 3, 1, 1];
        const PREVENTED: [i32; 7] = [0, 400, 60, 10, 3, 1, 1];
        let (pursued, prevented) = match target {
            0 => (PREVENTED, PURSUED),
            _ => (PURSUED, PREVENTED),
        };
        let mut weights = [[0; 2]; 48];
        for &line in &self.lines {
            let (own, other) = (line & position.own, line & position.other);
            let missing = (line & empty).count_ones() as usize;
            let (owner, by_missing) =
                match (own | (line & empty) == line, other | (line & empty) == line) {
                    (true, _) if own != 0 || target == 1 => (0, pursued),
                    (_, true) => (1, prevented),
                    _ => continue,
                };
            for cell in each(line) {
                weights[usize::from(cell) % 48][owner] += by_missing[missing];
            }
        }
        weights
    }
}

/// By cell: the weights for the mover and for the opponent.
type Weights = [[i32; 2]; 48];
