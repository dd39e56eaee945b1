//! Parchis as numbers, for programs that learn.

use super::board::{GOAL, RING};
use super::rules::Parchis;
use super::state::{MAX_BOUNCES, MAX_MOVES, ParchisMove, ParchisState};
use rivals_core::play::Seat;
use rivals_core::play::observed::{Field, Numbers, Observed};

/// How far pieces move: a 6 moves one square more while none of the colour is at home.
const LENGTHS: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 10, 20];

/// The pieces of a colour, and none of them.
const CHOICES: usize = ParchisMove::SKIP as usize + 1;

/// The numbers of sixes in a row, and of bonuses.
const SIXES: usize = 3;
const BONUSES: [u8; 2] = [10, 20];

/// The colours from the first of a seat, in the order of turns.
fn colours(view: &ParchisState, seat: Seat) -> impl Iterator<Item = usize> + Clone + use<> {
    let first = view.colours_of(seat).next().map_or(0, |colour| colour as usize);
    (0..4).map(move |by| (first + by) % 4)
}

/// A square of a board that is turned, so that this colour stands where the first one does.
fn turned(square: u8, first: usize) -> u8 {
    if (1..=RING).contains(&square) {
        let by = (RING / 4) * u8::try_from(first).unwrap_or_default();
        (square + RING - 1 - by) % RING + 1
    } else {
        square
    }
}

impl Observed for Parchis {
    fn fields(&self, _: &ParchisState) -> Vec<Field> {
        vec![
            Field::up_to(f32::from(GOAL), "squares of the pieces, by colour and id", 16),
            Field::flags("unused dice 1 to 6, by colour", 24),
            Field::up_to(f32::from(MAX_BOUNCES), "bounces off the goal, by colour", 4),
            Field::flags("who moves, by colour", 4),
            Field::flags("who plays, by colour", 4),
            Field::flags("bonus of 10, of 20", BONUSES.len()),
            Field::flags("sixes in a row: 0, 1, 2", SIXES),
            Field::flags("the die that was thrown, 1 to 6", 6),
            Field::flags("the piece that was moved last", CHOICES),
            Field::up_to(1.0, "moves / most moves", 1),
        ]
    }

    fn actions_count(&self, _: &ParchisState) -> usize {
        LENGTHS.len() * CHOICES
    }

    fn index(&self, view: &ParchisState, action: ParchisMove) -> usize {
        let length = view.length(action.die);
        let place = LENGTHS.iter().position(|of| *of == length).expect("dice have these lengths");
        place * CHOICES + usize::from(action.piece)
    }

    fn observe(&self, view: &ParchisState, seat: Seat, into: &mut Numbers<'_>) {
        let colours = colours(view, seat);
        let first = colours.clone().next().unwrap_or(0);
        for colour in colours.clone() {
            view.of(colour).into_iter().for_each(|square| into.put(turned(square, first)));
        }
        colours.clone().for_each(|colour| into.bits(view.dice[colour] >> 1, 6));
        colours.clone().for_each(|colour| into.put(view.bounces[colour]));
        colours.clone().for_each(|colour| into.flag(usize::from(view.mover) == colour));
        colours.for_each(|colour| into.flag(view.plays(colour)));
        into.one_of(BONUSES.iter().position(|bonus| *bonus == view.bonus), BONUSES.len());
        into.one_of(Some(view.sixes.into()), SIXES);
        into.one_of(usize::from(view.die).checked_sub(1), 6);
        into.one_of(Some(view.last.into()), CHOICES);
        into.put(f64::from(view.moves) / f64::from(MAX_MOVES));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rivals_core::play::observed::observes;

    #[test]
    fn views_and_actions_have_numbers() {
        observes(&Parchis::UGR22, &[("grouped", 2), ("almost_goal", 2)], 50_000);
        observes(&Parchis::THROWN, &[("thrown", 2), ("thrown", 4)], 50_000);
        assert_eq!(Parchis::UGR22.actions_count(&super::super::state::Setup::Debug.state()), 45);
    }
}
