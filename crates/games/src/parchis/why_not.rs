//! Why a move is not legal, in the words of the rules.

use super::board::{BIT, GOAL, HOME, RING, Square, length_index};
use super::rules::{Obstacles, Parchis};
use super::state::{ALL_DICE, ParchisMove, ParchisState};
use rivals_core::play::Game;

/// The reason why a move is not legal, as the end of a sentence.
pub fn why_not(rules: &Parchis, state: &ParchisState, action: ParchisMove) -> String {
    if rules.winners(state).is_some() {
        return "the game is over".to_owned();
    }
    let ParchisMove { die, piece } = action;
    let mover = state.mover();
    if !state.has_die(die) {
        return match state.bonus {
            0 if die >= 10 => format!("{mover} has no bonus of {die}"),
            0 => format!(
                "{mover} has used the die {die}; left are {}",
                dice(state.dice[usize::from(state.mover)])
            ),
            bonus => format!("{mover} has to use the bonus of {bonus} first"),
        };
    }
    if action.is_skip() {
        let movable = rules.actions(state).into_iter();
        let movable = movable.filter(|action| action.die == die && !action.is_skip());
        let pieces: Vec<String> = movable.map(|action| action.piece.to_string()).collect();
        return format!("{mover} can use the {die} for piece {}", pieces.join(" or "));
    }
    reason(rules, state, die, usize::from(piece))
        .unwrap_or_else(|| "the rules do not allow it here".to_owned())
}

/// The reason why a die that is left does not move a piece, by the order of the rules.
fn reason(rules: &Parchis, state: &ParchisState, die: u8, piece: usize) -> Option<String> {
    let mover = state.mover();
    let colour = usize::from(state.mover);
    let from = state.of(colour)[piece];
    let on = |code| match code {
        HOME => format!("{mover}'s piece {piece} is at home"),
        code => format!("{mover}'s piece {piece} stands on {}", Square(code)),
    };
    if from == GOAL {
        return Some(format!("{mover}'s piece {piece} is in the goal"));
    }
    if from == HOME && die != 5 {
        return Some(format!("{}, and only a 5 moves it out", on(from)));
    }
    let length = state.length(die);
    let step = rules.steps()[colour][usize::from(from)][length_index(length)];
    let obstacles = Obstacles::new(state);
    if step.to != from && obstacles.full & BIT[usize::from(step.to)] != 0 {
        return Some(format!("two pieces stand on {}, where the move ends", Square(step.to)));
    }
    if (1..=RING).contains(&from) {
        let walls = rules.walls_ahead(obstacles.walls, from);
        let walked = (1..=step.walk).map(|far| (from + far - 1) % RING + 1);
        let mut stops = walked.filter(|&square| walls & BIT[usize::from(square)] != 0);
        if let Some(square) = stops.next() {
            let of = (super::Colour::ALL.into_iter())
                .find(|other| state.count(*other as usize, square) == 2)?;
            return Some(format!("a wall of {of} stands on {square}"));
        }
    }
    if die == 6 && obstacles.own_walls != 0 && obstacles.own_walls & BIT[usize::from(from)] == 0 {
        let wall = Square(obstacles.own_walls.trailing_zeros() as u8);
        return Some(format!("{mover} has a wall on {wall}, and a 6 has to break a wall"));
    }
    None
}

/// The dice of a set: `1, 2 and 6`.
fn dice(set: u8) -> String {
    let dice = (1..=6).filter(|die| set & ALL_DICE & 1 << die != 0);
    let dice: Vec<String> = dice.map(|die: u8| die.to_string()).collect();
    match dice.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}
