//! How Parchis is shown: the board, and its moves in words.

use rand::Rng;

use super::board::{Colour, GOAL, HOME};
use super::rules::Parchis;
use super::state::{ParchisMove, ParchisState};
use crate::play::show::{Names, Part, Scene, Show, Told};
use crate::play::{Game, Step, StepOf};

impl Show for Parchis {
    fn scene(&self, state: &ParchisState, _: &Names) -> Scene {
        Scene {
            parts: vec![Part::Text(state.to_string())],
        }
    }

    fn name(&self, _: &ParchisState, action: ParchisMove) -> String {
        match action.is_skip() {
            true => format!("skip the {}", action.die),
            false => format!("move piece {} by {}", action.piece, action.die),
        }
    }

    fn question(&self, state: &ParchisState, _: &Names) -> String {
        let mover = state.mover().name();
        match state.bonus {
            0 => format!("Which of your dice does a piece of {mover} use?"),
            bonus => format!("Which piece of {mover} goes on by {bonus}?"),
        }
    }

    fn read(&self, _: &ParchisState, words: &str) -> Option<ParchisMove> {
        let parts: Vec<&str> = words.split(' ').collect();
        let written = match parts[..] {
            ["skip", "the", die] => format!("{die}:skip"),
            ["move", "piece", piece, "by", die] => format!("{die}:{piece}"),
            _ => words.to_owned(),
        };
        written.parse().ok()
    }

    fn tell(
        &self,
        before: &ParchisState,
        step: &StepOf<Self>,
        after: &ParchisState,
        names: &Names,
        _: &mut dyn Rng,
    ) -> Vec<Told> {
        let Step::Act(seat, action) = *step else {
            return Vec::new();
        };
        if action.is_skip() {
            let text = format!("{} the {}.", names.does(seat, "skip"), action.die);
            return vec![Told::line(text)];
        }
        let text = format!(
            "{} {}.",
            names.does(seat, "move"),
            moved(before, action, after)
        );
        vec![Told::line(text)]
    }

    fn explain(&self, state: &ParchisState, action: ParchisMove) -> String {
        match action.is_skip() {
            true => format!("no piece can use the {}", action.die),
            false => format!("moves {}", moved(state, action, &self.after(state, action))),
        }
    }

    fn guide(&self) -> String {
        "Aim: bring the four pieces of one of your two colours to the goal. Seat 1 has yellow and \
         red, seat 2 has blue and green.\n\
         \n\
         Board: pieces are the first letters of their colours with their numbers. Pieces wait in \
         the middle at home, walk around the ring clockwise and end in the corridor of their \
         colour. Squares * are safe, and G is a goal with the number of pieces in it.\n\
         \n\
         Dice: they are not rolled. Each colour has its own dice from 1 to 6, uses one a turn, and \
         gets all of them back when all are used. A 5 brings a piece from home to the ring, and a \
         6 gives another turn. A piece that is alone on a square that is not safe is captured by a \
         piece of another player, which then goes on by 20; a piece that reaches the goal lets \
         another one go on by 10."
            .to_owned()
    }
}

/// What a move does: `yellow 2 by 5 from 13 to 18 and capture blue 0`.
fn moved(before: &ParchisState, action: ParchisMove, after: &ParchisState) -> String {
    let (mover, piece) = (before.mover(), usize::from(action.piece));
    let (from, to) = (before.piece(mover, piece), after.piece(mover, piece));
    let mut text = format!(
        "{} {piece} by {} from {from} to {to}",
        mover.name(),
        action.die
    );
    for colour in Colour::ALL.into_iter().filter(|&colour| colour != mover) {
        for other in 0..4 {
            let (was, is) = (before.piece(colour, other), after.piece(colour, other));
            if was.0 != HOME && is.0 == HOME {
                text += &format!(" and capture {} {other}", colour.name());
            }
        }
    }
    if to.0 == GOAL {
        text += ", the goal";
    }
    text
}
