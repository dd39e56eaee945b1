//! Monte Carlo tree search of BattleTech: the actions that it tries, and the value of its leaves.

use std::hash::{DefaultHasher, Hash, Hasher};

use rand::{Rng, SeedableRng};

use super::agents::Player;
use super::evaluate::ranked;
use super::fighting::Fire;
use super::rules::BattleTech;
use super::state::{Action, Phase, State};
use rivals_core::play::{Dice, Game, Seat, Step, Turn, TurnDice};
use rivals_core::search::{Evaluation, Searchable, ended};

/// The most moves that are tried in a state.
const MOVES: usize = 8;

/// The turns that a roll-out plays on.
const TURNS: u16 = 2;

/// A hasher to which lengths have 64 bits on all machines.
struct Wide(DefaultHasher);

impl Hasher for Wide {
    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    fn write_usize(&mut self, number: usize) {
        self.0.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0.finish()
    }
}

impl Searchable for BattleTech {
    /// More than the legal actions of any state.
    const SLOTS: usize = 1 << 16;
    const MAX_DEPTH: u32 = u32::MAX;
    /// A playout counts as ten states, and ends with two turns of the game.
    const NANOS: u64 = 12_000;

    fn key(&self, state: &State) -> u64 {
        let mut hasher = Wide(DefaultHasher::new());
        state.hash(&mut hasher);
        hasher.finish()
    }

    fn slot(&self, state: &State, action: Action) -> usize {
        let mut actions = Vec::new();
        state.legal(&mut actions);
        actions.iter().position(|legal| *legal == action).unwrap_or_default()
    }

    /// The moves that are the best one ply ahead; nothing is thrown away, and no heat sink switched.
    fn list(&self, state: &State, into: &mut Vec<Action>, promises: &mut Vec<i32>) {
        match (state.phase, state.decides()) {
            (Phase::Movement, Some(seat)) => {
                let best = ranked(state, seat, Fire::Best, MOVES, u64::MAX);
                into.extend(best.into_iter().map(|(_, action)| action));
            }
            (Phase::End, _) => into.push(Action::Done),
            _ => state.legal(into),
        }
        promises.resize(into.len(), 0);
    }
}

/// The lead in percent of all armour and structure after a roll-out, in which all seats play as
/// `seed`. Its dice depend on the state alone, unless they are drawn.
pub struct RollOut(pub Player);

impl Evaluation<BattleTech> for RollOut {
    fn value(&self, game: &BattleTech, state: &State, seat: Seat) -> f64 {
        self.played(game, state, seat, Dice::new(game.key(state), 0, 0).opening())
    }

    fn drawn(&self, game: &BattleTech, state: &State, seat: Seat, rng: &mut dyn Rng) -> f64 {
        self.played(game, state, seat, TurnDice::from_seed(rng.next_u64().to_le_bytes()))
    }

    fn scale(&self) -> f64 {
        10.0
    }
}

impl RollOut {
    /// The lead after a roll-out with these dice.
    fn played(&self, game: &BattleTech, state: &State, seat: Seat, mut dice: TurnDice) -> f64 {
        self.played_on(game, state, seat, &mut dice).1
    }

    /// The state after a roll-out with these dice, and the lead.
    pub(super) fn played_on(
        &self,
        game: &BattleTech,
        state: &State,
        seat: Seat,
        dice: &mut TurnDice,
    ) -> (State, f64) {
        let last = state.turn + TURNS;
        let mut state = state.clone();
        while state.turn < last {
            let step = match game.turn(&state) {
                Turn::Over(outcome) => {
                    let value = ended(&outcome, seat);
                    return (state, value);
                }
                Turn::Decide(seat) => Step::Act(self.0.decide(&state, seat)),
                Turn::Chance(chances) => Step::Event(chances.sample(dice)),
            };
            game.play(&mut state, step);
        }
        let left = |seat: Seat| {
            let mech = &state.mechs[seat];
            100.0 * f64::from(mech.points()) / f64::from(mech.record.points())
        };
        let lead = left(seat) - state.enemies(seat).map(left).fold(0.0, f64::max);
        (state, lead)
    }
}
