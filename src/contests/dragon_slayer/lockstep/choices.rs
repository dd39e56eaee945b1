//! What one who draws its actions may do in every state.

use rand::Rng;

use crate::contests::dragon_slayer::play::draw;
use crate::games::dragon_slayer::MAX_DRAGONS;
use crate::solver::TurnGraph;

/// By state before a challenge.
#[derive(Clone, Debug)]
pub(in super::super) struct Choices(Vec<Options>);

#[derive(Clone, Copy, Debug, Default)]
struct Options {
    /// Dragons that are alive.
    alive: u8,
    /// Moves as books have them: those dragons, then stopping.
    moves: [u8; MAX_DRAGONS + 1],
}

impl Choices {
    pub fn new(graph: &TurnGraph) -> Self {
        let places = graph.places(false).iter();
        let options = places.map(|place| {
            let mut options = Options {
                alive: place.alive.len() as u8,
                ..Options::default()
            };
            for (code, dragon) in options.moves.iter_mut().zip(place.alive.iter()) {
                *code = dragon as u8 + 1;
            }
            options
        });
        Self(options.collect())
    }

    /// Draws one of them, stopping only unless it `must` fight.
    #[inline]
    pub fn draw(&self, state: u32, must: bool, dice: &mut impl Rng) -> u8 {
        let Some(options) = self.0.get(state as usize) else {
            return 0;
        };
        let count = u32::from(options.alive) + u32::from(!must);
        let chosen = draw(dice, count) as usize;
        options.moves.get(chosen).copied().unwrap_or_default()
    }
}
