//! The plain program: rules, values and measures written out once more, in the simplest way.

use std::collections::HashMap;

use super::Truth;

/// What one game says: its sums, each with what it is divided by.
#[derive(Default)]
struct Sums {
    games: f64,
    first: f64,
    draws: f64,
    length: f64,
    squares: f64,
    changes: f64,
    winners: f64,
    drama: f64,
    comebacks: f64,
    left: f64,
    decisions: f64,
    matters: f64,
    lost: f64,
}

/// A decision: the share of the win of the first player, and what each action costs.
#[derive(Clone)]
struct Point {
    first: f64,
    costs: Vec<f64>,
}

impl Sums {
    /// Adds a game with this weight; `won` is the share of the first player.
    fn add(&mut self, weight: f64, won: f64, length: usize, points: &[Point]) {
        self.games += weight;
        self.first += weight * won;
        self.length += weight * length as f64;
        self.squares += weight * (length * length) as f64;
        let mut leads = None;
        for point in points {
            self.decisions += weight;
            let many = point.costs.len() as f64;
            self.lost += weight * point.costs.iter().sum::<f64>() / many;
            let matter = point.costs.iter().filter(|cost| **cost >= 0.01 - 1e-9).count();
            self.matters += weight * matter as f64 / many;
            // Ten points more than the other one: 55 to 45.
            let now = match point.first {
                share if share >= 0.55 - 1e-9 => Some(true),
                share if share <= 0.45 + 1e-9 => Some(false),
                _ => None,
            };
            if now.is_some() {
                self.changes += if leads.is_some() && leads != now { weight } else { 0.0 };
                leads = now;
            }
        }
        if won == 0.5 {
            self.draws += weight;
            return;
        }
        self.winners += weight;
        let own: Vec<f64> =
            points.iter().map(|at| if won == 1.0 { at.first } else { 1.0 - at.first }).collect();
        let behind: Vec<f64> = own
            .iter()
            .filter(|own| **own < 0.5 - 1e-9)
            .map(|own| (1.0 - 2.0 * own).sqrt())
            .collect();
        if !behind.is_empty() {
            self.drama += weight * behind.iter().sum::<f64>() / behind.len() as f64;
        }
        if own.iter().any(|own| *own <= 0.25 + 1e-9) {
            self.comebacks += weight;
        }
        let mut decided = own.len();
        while decided > 0 && own[decided - 1] >= 0.9 - 1e-9 {
            decided -= 1;
        }
        self.left += weight * (own.len() - decided) as f64 / own.len() as f64;
    }

    fn truth(&self) -> Truth {
        let mean = self.length / self.games;
        vec![
            ("seat", 2.0 * self.first / self.games - 1.0),
            ("draws", self.draws / self.games),
            ("length", mean),
            ("spread", (self.squares / self.games - mean * mean).sqrt()),
            ("drama", self.drama / self.winners),
            ("lead_changes", self.changes / self.games),
            ("comebacks", self.comebacks / self.winners),
            ("decisiveness", self.left / self.winners),
            ("decisions", self.matters / self.decisions),
            ("stakes", self.lost / self.decisions),
        ]
    }
}

type Board = [u8; 9];

/// Whether a player, 1 or 2, has three in a row.
fn three(board: &Board, player: u8) -> bool {
    let lines =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    lines.iter().any(|line| line.iter().all(|cell| board[*cell] == player))
}

/// The share of the first player in a position with this player to move, under optimal play.
fn value(board: &Board, player: u8, known: &mut HashMap<Board, f64>) -> f64 {
    if three(board, 1) || three(board, 2) {
        return f64::from(u8::from(three(board, 1)));
    }
    let free: Vec<usize> = (0..9).filter(|cell| board[*cell] == 0).collect();
    if free.is_empty() {
        return 0.5;
    }
    if let Some(value) = known.get(board) {
        return *value;
    }
    let mut best = if player == 1 { 0.0 } else { 1.0 };
    for cell in free {
        let mut next = *board;
        next[cell] = player;
        let after = value(&next, 3 - player, known);
        best = if player == 1 { f64::max(best, after) } else { f64::min(best, after) };
    }
    known.insert(*board, best);
    best
}

/// All games of Tic Tac Toe in which both players draw their moves.
pub(super) fn tic_tac_toe() -> Truth {
    fn go(
        board: &Board,
        (player, weight, length): (u8, f64, usize),
        points: &mut Vec<Point>,
        known: &mut HashMap<Board, f64>,
        sums: &mut Sums,
    ) {
        let free: Vec<usize> = (0..9).filter(|cell| board[*cell] == 0).collect();
        if three(board, 1) || three(board, 2) || free.is_empty() {
            sums.add(weight, value(board, player, known), length, points);
            return;
        }
        let first = value(board, player, known);
        let after = |cell: &usize| {
            let mut next = *board;
            next[*cell] = player;
            next
        };
        let boards: Vec<Board> = free.iter().map(after).collect();
        if boards.len() > 1 {
            let costs =
                boards.iter().map(|next| (first - value(next, 3 - player, known)).abs()).collect();
            points.push(Point { first, costs });
        }
        for next in &boards {
            let weight = weight / boards.len() as f64;
            go(next, (3 - player, weight, length + 1), points, known, sums);
        }
        if boards.len() > 1 {
            points.pop();
        }
    }
    let mut sums = Sums::default();
    go(&[0; 9], (1, 1.0, 0), &mut Vec::new(), &mut HashMap::new(), &mut sums);
    sums.truth()
}

/// Pig to a few points, by value iteration.
pub(super) struct Pig {
    target: usize,
    /// The probability that the mover wins, by own points, the other's and those at stake.
    wins: Vec<Vec<Vec<f64>>>,
}

impl Pig {
    pub(super) fn to(target: usize) -> Self {
        let own = Self { target, wins: Vec::new() };
        let wins = own.iterate(&|_, _, _, roll, hold| f64::max(roll, hold));
        Self { target, wins }
    }

    pub(super) fn first_wins(&self) -> f64 {
        self.wins[0][0][0]
    }

    /// Iterates the value of a roll and of a hold until nothing changes.
    fn iterate(&self, choose: &dyn Fn(usize, usize, usize, f64, f64) -> f64) -> Vec<Vec<Vec<f64>>> {
        let target = self.target;
        let mut wins = vec![vec![vec![0.5; target + 7]; target]; target];
        loop {
            let mut change = 0.0;
            for mine in 0..target {
                for theirs in 0..target {
                    for stake in (0..target - mine).rev() {
                        let [roll, hold] = actions(target, &wins, mine, theirs, stake);
                        let now = choose(mine, theirs, stake, roll, hold);
                        change = f64::max(change, (now - wins[mine][theirs][stake]).abs());
                        wins[mine][theirs][stake] = now;
                    }
                }
            }
            if change < 1e-13 {
                return wins;
            }
        }
    }

    /// The win probability of the first of two players that hold at these numbers.
    pub(super) fn meets(&self, [first, second]: [usize; 2]) -> f64 {
        // By the first player's points, the second's, those at stake and who moves.
        let target = self.target;
        let mut wins = vec![vec![vec![[0.5; 2]; target]; target]; target];
        loop {
            let mut change = 0.0;
            for a in 0..target {
                for b in 0..target {
                    for mover in 0..2 {
                        let (own, at) = if mover == 0 { (a, first) } else { (b, second) };
                        for stake in (0..target - own).rev() {
                            // The player who has enough holds.
                            let after = |stake: usize| {
                                if own + stake >= target {
                                    return if mover == 0 { 1.0 } else { 0.0 };
                                }
                                let [a, b] =
                                    if mover == 0 { [a + stake, b] } else { [a, b + stake] };
                                wins[a][b][0][1 - mover]
                            };
                            let now = if stake >= at {
                                after(stake)
                            } else {
                                let faces = (2..=6).map(|face| {
                                    let stake = stake + face;
                                    if own + stake >= target {
                                        after(stake)
                                    } else {
                                        wins[a][b][stake][mover]
                                    }
                                });
                                (faces.sum::<f64>() + wins[a][b][0][1 - mover]) / 6.0
                            };
                            change = f64::max(change, (now - wins[a][b][stake][mover]).abs());
                            wins[a][b][stake][mover] = now;
                        }
                    }
                }
            }
            if change < 1e-13 {
                return wins[0][0][0][0];
            }
        }
    }

    /// Games of a player that holds at a number, or when that wins, against itself.
    pub(super) fn course(&self, holds: usize, games: usize) -> Truth {
        let mut sums = Sums::default();
        let mut state = 88_172_645_463_325_252_u64;
        let mut die = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 32) as usize % 6 + 1
        };
        for _ in 0..games {
            let (mut scores, mut mover, mut stake) = ([0, 0], 0, 0);
            let (mut points, mut length) = (Vec::new(), 0);
            loop {
                let (mine, theirs) = (scores[mover], scores[1 - mover]);
                let values = actions(self.target, &self.wins, mine, theirs, stake);
                let best = f64::max(values[0], values[1]);
                let first = if mover == 0 { best } else { 1.0 - best };
                points.push(Point { first, costs: values.map(|value| best - value).into() });
                length += 1;
                if stake >= holds || mine + stake >= self.target {
                    scores[mover] += stake;
                    if scores[mover] >= self.target {
                        break;
                    }
                    (mover, stake) = (1 - mover, 0);
                } else {
                    match die() {
                        1 => (mover, stake) = (1 - mover, 0),
                        face => stake += face,
                    }
                }
            }
            sums.add(1.0, if mover == 0 { 1.0 } else { 0.0 }, length, &points);
        }
        sums.truth()
    }
}

/// The win probabilities of the mover after a roll and after a hold.
fn actions(
    target: usize,
    wins: &[Vec<Vec<f64>>],
    mine: usize,
    theirs: usize,
    stake: usize,
) -> [f64; 2] {
    if mine + stake >= target {
        // Another roll may lose all.
        let lost = 1.0 - wins[theirs][mine][0];
        return [lost / 6.0 + 5.0 / 6.0, 1.0];
    }
    let lost = 1.0 - wins[theirs][mine][0];
    let rolled = (2..=6).map(|face| {
        if mine + stake + face >= target { 1.0 } else { wins[mine][theirs][stake + face] }
    });
    [(rolled.sum::<f64>() + lost) / 6.0, 1.0 - wins[theirs][mine + stake][0]]
}
