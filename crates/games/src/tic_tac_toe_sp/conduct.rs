//! How personalities play Tic Tac Toe SP: a search tells what each move is worth, and careless replies
//! what may come of it.

use super::evaluations::{Rivals, open_lines};
use super::rules::TicTacToe;
use super::state::{Kind, TicTacToeMove, TicTacToeState};
use rivals_core::conduct::{Conduct, Conducting, Prospects, looked_ahead};
use rivals_core::play::{Agent, Decision, Forfeit, Seat};
use rivals_core::search::Searchable;

/// The states that the reference visits.
pub const NODES: u64 = 100;

/// How personalities play it.
pub const CONDUCT: Conducting<TicTacToe> = Conducting {
    reference: "deepening:100",
    conduct: &Looking,
    units: Some(include_str!("conduct.toml")),
};

struct Looking;

impl Conduct<TicTacToe> for Looking {
    fn prospects(
        &self,
        at: &Decision<'_, TicTacToe>,
        reference: &mut dyn Agent<TicTacToe>,
    ) -> Result<Prospects, Forfeit> {
        looked_ahead(self, at, reference, &Rivals, NODES)
    }

    /// The part of a line that the seat has, of the line that lacks the fewest pieces.
    fn progress(&self, _: &TicTacToe, state: &TicTacToeState, seat: Seat) -> f64 {
        if state.winner == seat.0 {
            return 1.0;
        }
        let lines = open_lines(state.shape, state.pieces[usize::from(seat.0)], state.empty());
        let longest = lines.iter().rposition(|&count| count > 0).unwrap_or(0);
        longest as f64 / f64::from(state.shape.win)
    }

    fn kind(&self, _: &TicTacToe, _: &TicTacToeState, action: TicTacToeMove) -> u8 {
        action.kind as u8
    }

    /// One of the powers of its kind that are left.
    fn spends(&self, _: &TicTacToe, state: &TicTacToeState, action: TicTacToeMove) -> f64 {
        let power = match action.kind {
            Kind::Basic | Kind::Swap => return 0.0,
            Kind::Ice => 0,
            Kind::Plant => 1,
            Kind::Torch => 2,
            Kind::Bomb => 3,
        };
        let left = state.stocks[usize::from(state.mover)][power];
        1.0 / f64::from(left.max(1))
    }

    fn seats(&self, _: &TicTacToe, _: &TicTacToeState) -> usize {
        2
    }

    fn position_key(&self, game: &TicTacToe, state: &TicTacToeState) -> u64 {
        game.key(state)
    }
}

#[cfg(test)]
#[test]
fn conduct_of_personalities() {
    crate::tests::conducts(&TicTacToe::STUDIO, "win-block", 2, 60);
}
