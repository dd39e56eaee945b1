//! How Parchis is shown: the board, and its moves in words.

use rand::Rng;

use super::board::{Colour, GOAL, HOME, Square, is_open};
use super::rules::{Parchis, Variant};
use super::state::{MAX_BOUNCES, MAX_MOVES, ParchisMove, ParchisState, Throw};
use super::{picture, text};
use rivals_core::contest::Present;
use rivals_core::play::show::{self, Aim, Cue, Die, Fate, LogLine, Names, Part, Scene, Trigger};
use rivals_core::play::{Game, Logged, LoggedOf, Seat, Seats, Step};
use rivals_core::text::words::sentence;

impl Present for Parchis {
    fn scene(&self, state: &ParchisState, names: &Names) -> Scene {
        let player = |seat: Seat| {
            let own: Vec<&str> = state.colours_of(seat).map(Colour::name).collect();
            format!("{} {}.", names.does(seat, "have"), own.join(" and "))
        };
        let players: Vec<String> = Seats::all(state.seats()).iter().map(player).collect();
        let mut board = text::board(state, &players);
        board.words = words(state, &players);
        let mut spots = Vec::new();
        let aim = |action: ParchisMove| {
            let (mover, piece) = (state.mover(), usize::from(action.piece));
            let (from, to) = if action.is_skip() {
                (None, Vec::new())
            } else {
                let Square(code) = self.after(state, Step::Act(action)).piece(mover, piece);
                let from = text::piece_place(state, mover, piece);
                let to = text::place(mover, code, piece);
                let covered = text::covered(&board.text, to);
                spots.push((covered, picture::square_box(mover, code)));
                spots.push((from, picture::piece_box(state, mover, piece)));
                (Some(from), vec![covered])
            };
            let (at, tool) = ((piece, usize::from(action.die)), 0);
            Aim { at, tool, from, to }
        };
        board.aims = self.actions(state).into_iter().map(aim).collect();
        (board.drawing, board.spots) = (Some(picture::drawing(state)), spots);
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
            0 if state.is_thrown() => {
                format!("You have thrown a {}. Which piece of {mover} moves?", state.die)
            }
            0 => format!("Which of your dice does a piece of {mover} use?"),
            bonus => format!("Which piece of {mover} goes on by {bonus}?"),
        }
    }

    fn odds(&self, state: &ParchisState) -> Option<String> {
        if !state.is_thrown() {
            return None;
        }
        let waits = state.count(usize::from(state.mover), HOME) > 0;
        let home =
            if waits { "a 5, which brings a piece from home, with 16.7 %, and " } else { "" };
        Some(format!("A throw is {home}a 6, which throws again, with 16.7 %."))
    }

    fn tell(
        &self,
        before: &ParchisState,
        step: &LoggedOf<Self>,
        after: &ParchisState,
        names: &Names,
        _: &mut dyn Rng,
    ) -> Vec<LogLine> {
        let (seat, action) = match *step {
            Logged::Act(seat, action) => (seat, action),
            Logged::Happen(throw) => return vec![thrown(before, throw, after, names)],
            Logged::Forfeit(_) => return Vec::new(),
        };
        if action.is_skip() {
            let text = format!("{} the {}.", names.does(seat, "skip"), action.die);
            return vec![LogLine::line(text)];
        }
        let moved = self.moved(before, action);
        let event = if moved.contains("capturing") { "capture" } else { "" };
        vec![LogLine::line(format!("{} {moved}.", names.does(seat, "move"))).of(event)]
    }

    fn explain(&self, state: &ParchisState, action: ParchisMove) -> String {
        if action.is_skip() {
            format!("no piece can use the {}", action.die)
        } else {
            self.consequences(state, action)
        }
    }

    fn goes_without_asking(&self, state: &ParchisState, action: ParchisMove) -> bool {
        state.is_thrown() && action.is_skip()
    }

    fn guide(&self) -> String {
        if self.variant == Variant::Thrown {
            return THROWN_GUIDE.to_owned();
        }
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

const THROWN_GUIDE: &str = "Aim: bring the four pieces of one of your colours to the goal before \
    another player does.\n\
    \n\
    Board: pieces are the first letters of their colours with their numbers. Pieces wait in the \
    middle at home, walk around the ring clockwise and end in the corridor of their colour. The \
    numbers of the squares of the ring stand outside. Squares with * are safe, and so are those with \
    a letter, on which the pieces of a colour start. yQ1 to yQ7 are the corridor of yellow, and yG is \
    its goal with the number of pieces in it.\n\
    \n\
    Dice: each turn throws a die for one piece. A 5 must bring a piece from home to the ring if it \
    can. A 6 must move a piece of a wall, which is two pieces of your colour on a square, if it can; \
    it counts 7 while you have no piece at home, and you throw again. A third 6 in a row sends the \
    piece that you moved last home. No piece passes a wall of another colour. A piece that is alone \
    on a square that is not safe is captured by a piece of another colour, which then goes on by 20; \
    a piece that reaches the goal, by an exact number, lets another one go on by 10.";

/// A throw in words.
fn thrown(
    before: &ParchisState,
    Throw(die): Throw,
    after: &ParchisState,
    names: &Names,
) -> LogLine {
    let throws = names.does(before.seat(), "throw");
    let mover = before.mover();
    let went = (0..4).find(|&piece| before.piece(mover, piece) != after.piece(mover, piece));
    let is_third = die == 6 && before.sixes == 2;
    let text = match went {
        Some(piece) => format!("{throws} a third 6: {mover} {piece} goes home, and the turn ends."),
        None if is_third => format!("{throws} a third 6, and the turn ends."),
        None => format!("{throws} a {die} for {mover}."),
    };
    let fate = if is_third { Fate::Lost } else { Fate::InPlay };
    let colour = show::Colour::of(mover.name());
    let dice = vec![Die { face: die.to_string(), colour, fate }];
    // A piece at home waits for a 5, and after two 6s a third one is the worst.
    let waits = (0..4).any(|piece| before.piece(mover, piece) == Square(HOME));
    let luck = |came: bool| f64::from(u8::from(came)) - 1.0 / 6.0;
    let amount = if is_third { Some(-luck(true)) } else { Some(luck(die == 5)).filter(|_| waits) };
    let cue = amount.map(|amount| Cue { trigger: Trigger::Luck, seat: before.seat(), amount });
    LogLine { text, dice, cue, ..LogLine::default() }
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
        let others = state.colours_against(state.seat());
        let most = if state.is_thrown() { 6 } else { 1 };
        for (colour, die) in others.flat_map(|colour| (1..=most).map(move |die| (colour, die))) {
            let mut turn = after;
            (turn.mover, turn.bonus, turn.sixes) = (colour as u8, 0, 0);
            turn.die = if state.is_thrown() { die } else { 0 };
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
        } else if after.rem6() {
            let goes = if state.is_thrown() { "throws" } else { "moves" };
            text += &format!("; then {mover} {goes} again");
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
    for colour in state.colours() {
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
        let dice = if state.is_thrown() {
            String::new()
        } else {
            format!("; dice {}", text::dice(state, colour))
        };
        lines.push(format!("{colour}: {}{dice}.", places.join(", ")));
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
