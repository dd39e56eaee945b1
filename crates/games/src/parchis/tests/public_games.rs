//! The 37 public games of the course's program, replayed: every move is legal, the colours to
//! move and the winners are those of the file.
//!
//! The file lists games between students' programs of 2021/22, as their public repositories have
//! them. They are data; no code of these programs is here.

use serde::Deserialize;

use super::Setup;
use crate::parchis::rules::Parchis;
use crate::parchis::state::{ParchisMove, ParchisState};
use rivals_core::play::{Game, Seat, Seats, Step, Turn};

/// A game of the file. A move is a colour, a piece or -1 for none, and a die.
#[derive(Deserialize)]
pub(super) struct PublicGame {
    pub id: String,
    board: String,
    pub p0: String,
    pub p1: String,
    moves: Vec<(String, i8, u8)>,
    winner: u8,
}

impl PublicGame {
    /// All games of the file.
    pub(super) fn all() -> Vec<Self> {
        include_str!("public_games.jsonl")
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// The states in which the seats decided, with their moves.
    pub(super) fn decisions(&self) -> Vec<(ParchisState, ParchisMove)> {
        let rules = Parchis::UGR22;
        let named = |setup: &&Setup| setup.name() == self.board.to_lowercase();
        let setup = Setup::ALL.iter().find(named);
        let mut state = setup.unwrap().state();
        let mut decisions = Vec::new();
        for (number, (colour, piece, die)) in self.moves.iter().enumerate() {
            assert_eq!(state.mover().name(), colour, "{} {number}", self.id);
            let piece = u8::try_from(*piece).unwrap_or(ParchisMove::SKIP);
            let action = ParchisMove { die: *die, piece };
            let legal = rules.actions(&state);
            assert!(legal.contains(&action), "{} {number} {action}", self.id);
            decisions.push((state, action));
            rules.play(&mut state, Step::Act(action));
        }
        let Turn::Over(outcome) = rules.turn(&state) else {
            panic!("{} is not over", self.id);
        };
        assert_eq!(outcome.winners(), Seats::one(Seat(self.winner)));
        decisions
    }
}

#[test]
fn they_are_replayed() {
    let games = PublicGame::all();
    assert_eq!(games.len(), 37);
    let moves: usize = games.iter().map(|game| game.decisions().len()).sum();
    assert_eq!(moves, 8_751);
}
