//! Tic Tac Toe SP on one core: sequences of moves, decisions, games, and proofs.

use std::collections::HashMap;
use std::hint::black_box;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use rivals::games::tic_tac_toe_sp::{TicTacToe, TicTacToeState, value};
use rivals::play::{Agent, Dice, Game, Playthrough, Step};
use rivals::tournament::Players;

/// The number of sequences of moves from a state.
fn sequences(
    state: &TicTacToeState,
    depth: u32,
    actions: &mut Vec<<TicTacToe as Game>::Action>,
) -> u64 {
    let listed = actions.len();
    TicTacToe::STUDIO.legal(state, actions);
    let mut count = (actions.len() - listed) as u64;
    if depth > 1 {
        count = 0;
        for at in listed..actions.len() {
            let after = TicTacToe::STUDIO.after(state, Step::Act(actions[at]));
            count += sequences(&after, depth - 1, actions);
        }
    }
    actions.truncate(listed);
    count
}

#[divan::bench(sample_count = 10)]
fn sequences_of_4_moves(bench: Bencher) {
    let start = TicTacToe::STUDIO.start(2);
    let counter = ItemsCount::new(sequences(&start, 4, &mut Vec::new()));
    bench.counter(counter).bench(|| sequences(&start, 4, &mut Vec::new()));
}

/// The same sequences by rules written cell by cell, for comparison.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn reference_sequences_of_3_moves(bench: Bencher) {
    let start = Plain::new(5, [2, 2, 1, 1]);
    let count = start.sequences(3);
    assert_eq!(count, sequences(&TicTacToe::STUDIO.start(2), 3, &mut Vec::new()));
    bench.counter(ItemsCount::new(count)).bench(|| start.sequences(3));
}

/// The proof of 3x3 with three in a row and these stocks, by a search of all moves that remembers
/// positions; for comparison with `proofs`.
#[divan::bench(sample_count = 3, sample_size = 1, args = ["1,0,1,0", "1,1,1,0"])]
fn reference_proofs_3x3(stocks: &str) {
    let stocks: Vec<u8> = stocks.split(',').map(|many| many.parse().unwrap()).collect();
    let start = Plain::new(3, stocks.try_into().expect("there are four"));
    let value = start.value(&mut HashMap::new());
    assert_eq!(value, 0);
}

/// The rules of a square board, cell by cell: three in a row on 3x3 cells, else four.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Plain {
    cells: Vec<u8>,
    side: usize,
    stocks: [[u8; 4]; 2],
    mover: usize,
}

impl Plain {
    fn new(side: usize, stock: [u8; 4]) -> Self {
        Self { cells: vec![b'.'; side * side], side, stocks: [stock; 2], mover: 0 }
    }

    fn at(&self, row: usize, column: usize) -> u8 {
        if row < self.side && column < self.side {
            self.cells[row * self.side + column]
        } else {
            b' '
        }
    }

    /// Whether the player who has just moved has a line.
    fn has_line(&self) -> bool {
        let (piece, win) = (b"OX"[self.mover], if self.side == 3 { 3 } else { 4 });
        (0..self.cells.len()).any(|cell| {
            let (row, column) = (cell / self.side, cell % self.side);
            [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(down, right)| {
                (0..win).all(|at| {
                    let row = row.wrapping_add_signed(at * down);
                    self.at(row, column.wrapping_add_signed(at * right)) == piece
                })
            })
        })
    }

    fn moves(&self) -> Vec<(usize, usize)> {
        let stock = self.stocks[self.mover];
        let mut moves = Vec::new();
        for (cell, &what) in self.cells.iter().enumerate() {
            let kinds: &[(usize, bool)] = match what {
                b'.' => &[(0, true), (1, stock[0] > 0), (2, stock[1] > 0)],
                b'p' => &[(3, stock[2] > 0)],
                _ => &[(3, stock[2] > 0), (4, stock[3] > 0)],
            };
            moves.extend(kinds.iter().filter(|kind| kind.1).map(|kind| (kind.0, cell)));
        }
        moves
    }

    fn after(&self, (kind, cell): (usize, usize)) -> Self {
        let mut next = self.clone();
        match kind {
            4 => {
                let (row, column) = (cell / self.side, cell % self.side);
                for (down, right) in [(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)] {
                    let (row, column) =
                        (row.wrapping_add_signed(down), column.wrapping_add_signed(right));
                    if ![b'p', b' '].contains(&self.at(row, column)) {
                        next.cells[row * self.side + column] = b'.';
                    }
                }
            }
            _ => next.cells[cell] = [b"XO"[self.mover], b'i', b'p', b'.'][kind],
        }
        if kind > 0 {
            next.stocks[self.mover][kind - 1] -= 1;
        }
        next.mover = 1 - self.mover;
        next
    }

    fn sequences(&self, depth: u32) -> u64 {
        if self.has_line() {
            return 0;
        }
        let moves = self.moves().into_iter();
        match depth {
            1 => moves.count() as u64,
            _ => moves.map(|at| self.after(at).sequences(depth - 1)).sum(),
        }
    }

    /// The value for the player to move: -1, 0 or 1.
    fn value(&self, known: &mut HashMap<Self, i32>) -> i32 {
        if self.has_line() {
            return -1;
        }
        if !self.cells.contains(&b'.') {
            return 0;
        }
        if let Some(&value) = known.get(self) {
            return value;
        }
        let mut value = -1;
        for at in self.moves() {
            value = value.max(-self.after(at).value(known));
            if value == 1 {
                break;
            }
        }
        known.insert(self.clone(), value);
        value
    }
}

/// Setups that are solved from the start.
#[divan::bench(sample_count = 10, sample_size = 1, args = [
    "3x3:k=3:stocks=1,0,1,0",
    "3x3:k=3:stocks=1,1,1,0",
    "3x3:k=3:stocks=1,1,1,1",
    "4x4:k=4:stocks=0,0,1,0",
    "5x5:k=4:stocks=0,0,0,0",
])]
fn proofs(setup: &str) {
    black_box(value(setup));
}

fn agent(spelling: &str) -> Box<dyn Agent<TicTacToe>> {
    TicTacToe::STUDIO.player(spelling).expect("it is an agent")
}

fn playthrough(number: u64) -> Playthrough<TicTacToe> {
    Playthrough::new(Arc::new(TicTacToe::STUDIO), 2, Dice::new(2017, 2, number))
}

/// Games between an agent and `random`; items are the games.
#[divan::bench(sample_count = 10, args = ["priority", "priority-fixed", "deepening:1000"])]
fn games_against_random(bench: Bencher, spelling: &str) {
    bench.counter(ItemsCount::new(100_u64)).bench_local(|| {
        for number in 0..100 {
            let mut agents = [agent(spelling), agent("random")];
            black_box(playthrough(number).run(&mut agents));
        }
    });
}

/// The first decision; items are decisions.
#[divan::bench(args = ["priority", "priority-fixed", "deepening:20000", "mcts:1000"])]
fn decisions(bench: Bencher, spelling: &str) {
    bench
        .counter(ItemsCount::new(1_u64))
        .with_inputs(|| (playthrough(0), agent(spelling)))
        .bench_local_values(|(mut playthrough, mut agent)| black_box(playthrough.ask(&mut *agent)));
}
