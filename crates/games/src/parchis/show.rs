//! How Parchis is shown: the board, and its moves in words.

use rand::Rng;

use super::board::{Colour, GOAL, HOME, Square, is_open};
use super::rules::Parchis;
use super::state::{MAX_BOUNCES, MAX_MOVES, ParchisMove, ParchisState};
use super::text;
use rivals_core::play::show::{Aim, LogLine, Names, Part, Present, Scene};
use rivals_core::play::{Game, Logged, LoggedOf, Seat, Step};
use rivals_core::text::words::sentence;

impl Present for Parchis {
    fn scene(&self, state: &ParchisState, names: &Names) -> Scene {
        let player = |seat: Seat| {
            let place = usize::from(seat.0);
            let [one, other] = [place, place + 2].map(|place| Colour::ALL[place].name());
            format!("{} {one} and {other}.", names.does(seat, "have"))
        };
        let players = [Seat::FIRST, Seat::SECOND].map(player);
        let mut board = text::board(state, &players);
        board.words = words(state, &players);
        let aim = |action: ParchisMove| {
            let (mover, piece) = (state.mover(), usize::from(action.piece));
            let (from, to) = if action.is_skip() {
                (None, Vec::new())
            } else {
                let Square(to) = self.after(state, Step::Act(action)).piece(mover, piece);
                let from = text::piece_place(state, mover, piece);
                let to = text::place(mover, to, piece);
                (Some(from), vec![text::covered(&board.text, to)])
            };
            let (at, tool) = ((piece, usize::from(action.die)), 0);
            Aim { at, tool, from, to }
        };
        board.aims = self.actions(state).into_iter().map(aim).collect();
        Scene { parts: vec![Part::Board(board)] }
    }

    fn reason(&self, state: &ParchisState, _: &Names) -> String {
        let colours = || Colour::ALL.into_iter().enumerate();
        let done = colours().find(|(place, _)| state.count(*place, GOAL) == 4);
        let bounced = colours().find(|(place, _)| state.bounces[*place] >= MAX_BOUNCES);
        match (bounced, done) {
            (Some((_, colour)), _) => format!(
                "{} has bounced off its goal {MAX_BOUNCES} times, which loses.",
                sentence(colour.name())
            ),
            (None, Some((_, colour))) => format!(
                "{} has all its pieces in the goal; the scores count pieces there.",
                sentence(colour.name())
            ),
            (None, None) => format!("The game ends after {MAX_MOVES} moves."),
        }
    }

    fn name(&self, state: &ParchisState, action: ParchisMove) -> String {
        if action.is_skip() {
            format!("skip the {}", action.die)
        } else {
            format!("move {}", self.moved(state, action))
        }
    }

    fn question(&self, state: &ParchisState, _: &Names) -> String {
        let mover = state.mover().name();
        match state.bonus {
            0 => format!("Which of your dice does a piece of {mover} use?"),
            bonus => format!("Which piece of {mover} goes on by {bonus}?"),
        }
    }

    fn tell(
        &self,
        before: &ParchisState,
        step: &LoggedOf<Self>,
        _: &ParchisState,
        names: &Names,
        _: &mut dyn Rng,
    ) -> Vec<LogLine> {
        let Logged::Act(seat, action) = *step else {
            return Vec::new();
        };
        if action.is_skip() {
            let text = format!("{} the {}.", names.does(seat, "skip"), action.die);
            return vec![LogLine::line(text)];
        }
        let text = format!("{} {}.", names.does(seat, "move"), self.moved(before, action));
        vec![LogLine::line(text)]
    }

    fn explain(&self, state: &ParchisState, action: ParchisMove) -> String {
        if action.is_skip() {
            format!("no piece can use the {}", action.die)
        } else {
            self.consequences(state, action)
        }
    }

    fn guide(&self) -> String {
        "Aim: bring the four pieces of one of your two colours to the goal. Seat 1 has yellow and \
         red, seat 2 has blue and green.\n\
         \n\
         Board: pieces are the first letters of their colours with their numbers. Pieces wait in \
         the middle at home, walk around the ring clockwise and end in the corridor of their \
         colour. The numbers of the squares of the ring stand outside. Squares with * are safe, and \
         so are those with a letter, on which the pieces of a colour start. yQ1 to yQ7 are the \
         corridor of yellow, and yG is its goal with the number of pieces in it.\n\
         \n\
         Dice: they are not rolled. Each colour has its own dice from 1 to 6, uses one a turn, and \
         gets all of them back when all are used. A 5 brings a piece from home to the ring, and a \
         6 gives another turn. A piece that is alone on a square that is not safe is captured by a \
         piece of another player, which then goes on by 20; a piece that reaches the goal lets \
         another one go on by 10."
            .to_owned()
    }
}

impl Parchis {
    /// What a move does: `yellow 2 by 5 from 13 to 18, capturing blue 0, with a bonus of 20`.
    fn moved(&self, before: &ParchisState, action: ParchisMove) -> String {
        let after = self.after(before, Step::Act(action));
        let (mover, piece) = (before.mover(), usize::from(action.piece));
        let (from, to) = (before.piece(mover, piece), after.piece(mover, piece));
        let mut text =
            format!("{mover} {piece} by {} from {} to {}", action.die, square(from), square(to));
        if after.bounces != before.bounces {
            text += ", bouncing off the goal";
        }
        for colour in Colour::ALL.into_iter().filter(|&colour| colour != mover) {
            for other in 0..4 {
                let (was, is) = (before.piece(colour, other), after.piece(colour, other));
                if was.0 != HOME && is.0 == HOME {
                    text += &format!(", capturing {colour} {other}");
                }
            }
        }
        if to.0 != GOAL && after.count(mover as usize, to.0) == 2 {
            text += ", making a wall";
        }
        if is_safe(to.0) {
            text += ", safe";
        }
        if after.bonus != 0 {
            text += &format!(", with a bonus of {}", after.bonus);
        }
        text
    }

    /// What may come of a move: what goes on, and which pieces could then capture the moved one.
    fn consequences(&self, state: &ParchisState, action: ParchisMove) -> String {
        let after = self.after(state, Step::Act(action));
        let (mover, piece) = (state.mover(), usize::from(action.piece));
        let mut threats = Vec::new();
        for colour in Colour::ALL.into_iter().filter(|other| other.seat() != mover.seat()) {
            let mut turn = after;
            (turn.mover, turn.bonus) = (colour as u8, 0);
            let captures = |next: &ParchisMove| {
                self.after(&turn, Step::Act(*next)).piece(mover, piece).0 == HOME
            };
            let all = self.actions(&turn).into_iter().filter(captures);
            threats.extend(all.map(|next| format!("{colour} {} with a {}", next.piece, next.die)));
        }
        let on = after.piece(mover, piece).0;
        let walled = after.count(mover as usize, on) == 2;
        let mut text = match (on, threats.is_empty()) {
            (GOAL, _) => format!("brings {mover} {piece} to the goal"),
            _ if is_safe(on) || walled => "cannot be captured there".to_owned(),
            (_, true) => "no die of an opponent captures it there now".to_owned(),
            (_, false) => format!("can then be captured by {}", threats.join(" or ")),
        };
        if after.bonus != 0 {
            text += &format!("; then a piece of {mover} goes on by {}", after.bonus);
        } else if after.rem6 {
            text += &format!("; then {mover} moves again");
        }
        text
    }
}

/// A square in words.
fn square(square: Square) -> String {
    match square.0 {
        HOME => "home".to_owned(),
        GOAL => "the goal".to_owned(),
        _ => square.to_string(),
    }
}

/// Whether no piece is captured on a square of the ring or a corridor.
fn is_safe(code: u8) -> bool {
    code != HOME && code != GOAL && !is_open(code)
}

/// The board in words: where the pieces stand, and which dice are left.
fn words(state: &ParchisState, players: &[String]) -> String {
    let mut lines = vec![players.join(" ")];
    for colour in Colour::ALL {
        let places = (0..4).map(|piece| {
            let on = state.piece(colour, piece);
            let safe = if is_safe(on.0) { " (safe)" } else { "" };
            let place = match on.0 {
                HOME => "at home".to_owned(),
                GOAL => "in the goal".to_owned(),
                _ => format!("on {on}{safe}"),
            };
            format!("{piece} {place}")
        });
        let places: Vec<String> = places.collect();
        let dice = text::dice(state, colour);
        lines.push(format!("{colour}: {}; dice {dice}.", places.join(", ")));
    }
    lines.push(text::turn(state) + ".");
    let lines = lines.iter().map(|line| textwrap::fill(line, 80) + "\n");
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::super::state::Setup;
    use super::*;

    fn explained(state: &ParchisState, action: &str) -> (String, String) {
        let action = action.parse().unwrap();
        let rules = Parchis::UGR22_FIXED;
        assert!(rules.actions(state).contains(&action), "{action}");
        (Present::name(&rules, state, action), rules.explain(state, action))
    }

    #[test]
    fn captures_safety_and_bonuses_are_named() {
        let mut state = Setup::Grouped.state();
        // Blue 3 stands where yellow 1 goes with a 5, and blue 2 five squares behind.
        (state.pieces[7], state.pieces[6]) = (9, 3);
        let (name, why) = explained(&state, "5:1");
        assert_eq!(name, "move yellow 1 by 5 from 4 to 9, capturing blue 3, with a bonus of 20");
        assert_eq!(
            why,
            "can then be captured by blue 2 with a 6; then a piece of yellow goes on by 20"
        );
        let (name, why) = explained(&state, "4:2");
        assert_eq!(name, "move yellow 2 by 4 from 13 to 17, making a wall, safe");
        assert_eq!(why, "cannot be captured there");
        let (name, _) = explained(&state, "5:0");
        assert_eq!(name, "move yellow 0 by 5 from home to 4, making a wall, safe");
        let (_, why) = explained(&state, "6:1");
        assert!(why.ends_with("; then yellow moves again"), "{why}");
        state = Setup::AlmostGoal.state();
        state.pieces[1] = 75;
        let (name, why) = explained(&state, "1:1");
        assert_eq!(name, "move yellow 1 by 1 from Q7 to the goal, with a bonus of 10");
        assert!(why.starts_with("brings yellow 1 to the goal; then"), "{why}");
        let (name, _) = explained(&state, "3:1");
        assert_eq!(name, "move yellow 1 by 3 from Q7 to Q6, bouncing off the goal, safe");
    }
}
