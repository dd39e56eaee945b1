//! Exact values of setups and positions, and the setups whose values are studied.

use serde::{Deserialize, Serialize};

use super::rules::{TicTacToe, for_each_move, is_over, make, piece};
use super::solver::{Solved, Solver, Value};
use super::state::{NOBODY, Setup, Stock, TicTacToeState};
use rivals_core::play::Seat;
use rivals_core::search::{self, Check};

/// The file of the values of many setups.
pub const FILE: &str = "solved.csv";

/// The command that writes it, as the manifest names it.
pub const COMMAND: &str = "solve";

/// The largest table without `--memory`, in MiB.
pub const MEMORY: u64 = 1_024;

/// The most positions that are visited for a hint or an answer of the engine, below a tenth of a
/// second.
const ADVISED: u64 = 400_000;

/// The table for such an answer, in bytes.
const ADVISED_TABLE: u64 = 64 << 20;

/// The most positions that are visited to prove what one action is worth, and the table for them,
/// in bytes.
const PROVEN: u64 = 20_000;
const PROVEN_TABLE: u64 = 1 << 20;

/// A row of `solved.csv`: a setup, and what is proven of its value for the first player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The setup, such as `5x5:k=4:stocks=0,0,0,0`.
    pub setup: String,
    /// `win`, `draw` or `loss`; empty where the proof is not complete.
    pub value: Option<String>,
    /// The least value that is possible.
    pub least: String,
    /// The greatest value that is possible.
    pub greatest: String,
    /// A move that reaches the least value.
    pub action: String,
    /// The positions that were searched.
    pub nodes: u64,
    /// The size of the table of positions.
    pub table_bytes: u64,
}

impl Row {
    /// The row of a setup.
    pub fn new(setup: Setup, solved: &Solved) -> Self {
        let value = |value: Value| value.name().to_owned();
        Self {
            setup: setup.to_string(),
            value: solved.value().map(value),
            least: value(solved.low),
            greatest: value(solved.high),
            action: solved.action.map_or_else(String::new, |action| action.to_string()),
            nodes: solved.nodes,
            table_bytes: solved.table_bytes,
        }
    }
}

/// The setups of `solved.csv`: 3x3 with three in a row and 4x4 with four in a row and stocks of 0
/// or 1 of each power, and 5x5 with four in a row.
pub fn studied() -> Vec<Setup> {
    let small = |side| {
        (0..16_u8).map(move |powers| {
            let stock = [3, 2, 1, 0].map(|power| powers >> power & 1);
            Setup::square(side, side, stock)
        })
    };
    let large =
        [[0, 0, 0, 0], [2, 2, 0, 0], [0, 0, 1, 0], [2, 2, 1, 0], [0, 0, 0, 1], [2, 2, 1, 1]];
    let large = large.map(|stock| Setup::square(5, 4, stock));
    small(3).chain(small(4)).chain(large).collect()
}

/// The setup whose proof is the same: ice is never placed in a proof, and plants only where there
/// are bombs.
pub fn same_proof(setup: Setup) -> Setup {
    let bombs = setup.stocks[0][3] | setup.stocks[1][3];
    let same = |[_, plants, torches, own]: Stock| {
        let plants = if bombs == 0 { 0 } else { plants };
        [0, plants, torches, own]
    };
    Setup { stocks: setup.stocks.map(same), ..setup }
}

/// Solves a setup with a table of at most `bytes` bytes and `nodes` positions. `watch` hears their
/// number now and then, and says whether to go on.
pub fn solve_setup(
    setup: Setup,
    bytes: u64,
    nodes: u64,
    watch: &mut dyn FnMut(u64) -> bool,
) -> Solved {
    Solver::new(setup.shape, bytes, nodes, watch).solve(&setup.state())
}

/// A move of a line of perfect play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineMove {
    /// Its number, from 1.
    pub number: usize,
    /// Who moves, `X` or `O`.
    pub player: &'static str,
    /// The move.
    pub action: String,
    /// What it is worth to who moves: `win`, `draw` or `loss`.
    pub value: &'static str,
}

/// What a solver proves of a position that is not over, and from there on a line of perfect play to
/// the end of the game; `None` for the line if a proof is not complete. A win is kept with each
/// move, and need not be the shortest one.
pub fn solve_position(
    state: &TicTacToeState,
    solver: &mut Solver<'_>,
) -> (Solved, Option<(Vec<LineMove>, TicTacToeState)>) {
    let solved = solver.solve(state);
    let (mut at, mut found, mut line) = (*state, solved.clone(), Vec::new());
    loop {
        let (Some(value), Some(action)) = (found.value(), found.action) else {
            return (solved, None);
        };
        let (player, value) = (piece(at.mover), value.name());
        let (number, action_text) = (line.len() + 1, action.to_string());
        line.push(LineMove { number, player, action: action_text, value });
        make(&mut at, action);
        if is_over(&at) {
            return (solved, Some((line, at)));
        }
        found = solver.solve(&at);
    }
}

/// The value of a setup for the first player under optimal play, `win`, `draw` or `loss`; `None` if
/// the text is not a setup.
#[must_use]
pub fn value(setup: &str) -> Option<&'static str> {
    let solved = solve_setup(setup.parse().ok()?, MEMORY << 20, u64::MAX, &mut |_| true);
    solved.value().map(Value::name)
}

/// The shares of a win that the legal moves bring the player to move, by moves in canonical order;
/// `None` if the position is too large to be solved at once.
pub fn shares(state: &TicTacToeState) -> Option<Vec<f64>> {
    let mut moves = Vec::new();
    for_each_move(state, |action| moves.push(action));
    let mut watch = |_| true;
    let mut solver = Solver::new(state.shape, ADVISED_TABLE, ADVISED, &mut watch);
    // The first answer says whether all will be found.
    solver.solve(state).value()?;
    let share = |action| {
        let mut next = *state;
        make(&mut next, action);
        if next.winner != NOBODY {
            return Some(1.0);
        }
        if is_over(&next) {
            return Some(0.5);
        }
        solver.solve(&next).value().map(|value| match value {
            Value::Win => 0.0,
            Value::Draw => 0.5,
            Value::Loss => 1.0,
        })
    };
    moves.into_iter().map(share).collect()
}

/// The share of the win that a seat has in a state with the best play of both, if it is proven by a
/// few positions: as [`shares`], or by a win that a search sees.
pub fn proven(game: &TicTacToe, state: &TicTacToeState, seat: Seat) -> Option<f64> {
    if is_over(state) {
        return Some(match state.winner {
            NOBODY => 0.5,
            winner => f64::from(u8::from(winner == seat.0)),
        });
    }
    let mut watch = |_| true;
    let solved = Solver::new(state.shape, PROVEN_TABLE, PROVEN, &mut watch).solve(state);
    let of_mover = match solved.value() {
        Some(Value::Win) => 1.0,
        Some(Value::Draw) => 0.5,
        Some(Value::Loss) => 0.0,
        None => {
            let wins = search::proven(game, state, Seat(state.mover), PROVEN)?;
            f64::from(u8::from(wins))
        }
    };
    Some(if state.mover == seat.0 { of_mover } else { 1.0 - of_mover })
}

/// Known values: the classical game (a draw), 5x5 with four in a row (a draw; an independent
/// solver without the shortcuts of this one), and 3x3 with one of each power, whose value a plain
/// search of all moves finds in the tests.
pub fn known_answers() -> Vec<Check> {
    let known = [
        ("Tic Tac Toe 3x3 without powers, first player", Setup::CLASSICAL, 0.5),
        ("Tic Tac Toe 5x5, four in a row, without powers", Setup::square(5, 4, [0; 4]), 0.5),
        ("Tic Tac Toe 3x3 with one of each power", Setup::square(3, 3, [1; 4]), 1.0),
    ];
    let check = |(what, setup, expected): (&'static str, Setup, f64)| {
        let solved = solve_setup(setup, MEMORY << 20, u64::MAX, &mut |_| true);
        Check {
            what,
            expected,
            solved: match solved.value() {
                Some(Value::Win) => 1.0,
                Some(Value::Draw) => 0.5,
                Some(Value::Loss) => 0.0,
                None => f64::NAN,
            },
            tolerance: 0.0,
        }
    };
    known.map(check).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answers_hold() {
        let checks = known_answers();
        assert!(checks.iter().all(Check::agrees), "{checks:?}");
    }

    #[test]
    fn setups_are_studied_once() {
        let setups: Vec<String> = studied().iter().map(Setup::to_string).collect();
        let different: std::collections::HashSet<_> = setups.iter().collect();
        assert_eq!((setups.len(), different.len()), (38, 38));
        assert!(setups.contains(&"3x3:k=3:stocks=1,1,1,1".to_owned()));
        assert!(setups.contains(&"5x5".to_owned()));
    }

    #[test]
    fn stocks_that_do_not_matter_leave_the_proof_as_it_is() {
        for text in ["3x3:k=3:stocks=1,1,1,0", "3x3:k=3:stocks=1,1,0,1"] {
            let setup: Setup = text.parse().unwrap();
            let solve = |setup| solve_setup(setup, 1 << 20, u64::MAX, &mut |_| true);
            assert_ne!(same_proof(setup), setup);
            assert_eq!(solve(setup), solve(same_proof(setup)), "{text}");
        }
    }

    #[test]
    fn moves_of_a_small_game_have_shares() {
        let state = Setup::CLASSICAL.state();
        assert_eq!(shares(&state), Some(vec![0.5; 9]));
        assert_eq!(shares(&Setup::STUDIO.state()), None);
    }
}
