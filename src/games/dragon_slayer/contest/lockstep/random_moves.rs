//! The moves among which a player that chooses at random draws, for every state.

use rand::Rng;

use crate::games::dragon_slayer::contest::play::draw;
use crate::games::dragon_slayer::solver::TurnGraph;
use crate::games::dragon_slayer::{DragonSet, MAX_DRAGONS};

/// The moves by state before a challenge.
#[derive(Clone, Debug)]
pub(in super::super::super::contest) struct RandomMoves(Vec<Options>);

#[derive(Clone, Copy, Debug, Default)]
struct Options {
    /// The number of dragons that may be fought.
    alive: u8,
    /// The moves as in policy tables: those dragons, then to stop.
    moves: [u8; MAX_DRAGONS + 1],
}

impl RandomMoves {
    pub(crate) fn new(graph: &TurnGraph) -> Self {
        let places = graph.places(false).iter();
        let options = places.map(|place| {
            let alive = match graph.may_fight(place.at_stake) {
                true => place.alive,
                false => DragonSet::from_index(0),
            };
            let mut options = Options {
                alive: alive.len() as u8,
                ..Options::default()
            };
            for (code, dragon) in options.moves.iter_mut().zip(alive.iter()) {
                *code = dragon as u8 + 1;
            }
            options
        });
        Self(options.collect())
    }

    /// Draws a move in a state, all equally likely. To stop is one of them unless the player
    /// `must` fight.
    #[inline]
    pub(crate) fn draw(&self, state: u32, must: bool, dice: &mut impl Rng) -> u8 {
        let options = &self.0[state as usize];
        let count = u32::from(options.alive) + u32::from(!must);
        options.moves[draw(dice, count) as usize]
    }
}
