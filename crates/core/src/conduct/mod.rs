//! Conduct: how a personality plays any game.
//!
//! A game gives what is at stake in a decision, as [`Prospects`]: of each action the expected share
//! of the win, and what may have happened at the horizon, a little later. They do not depend on who
//! decides. The figures of a personality weigh them ([`Judge`]), in the units of the game, so that
//! the same figure means the same in all games. Neutral figures make every move of the game's
//! reference agent.

mod agent;
mod choice;
mod fit;
mod prospects;
mod replies;
#[cfg(test)]
mod tests;

use std::hash::{Hash, Hasher};

use crate::play::{Agent, Decision, Forfeit, Hidden, Seat};
use crate::random::Key;

pub use agent::Conducted;
pub use choice::{Judge, Memory, single};
pub use fit::{Fitted, Seen, fit, keys, log_likelihood};
pub use prospects::{Outcome, Prospect, Prospects, Spread, no_better};
pub use replies::{Searched, TAU_REPLY, looked_ahead};

/// What a game gives so that personalities play it.
///
/// Prospects are functions of what a seat knows alone: the same view has the same prospects.
pub trait Conduct<G: Hidden>: Send + Sync {
    /// The prospects of the actions, with the values of the reference agent. What is drawn, is drawn
    /// from dice that the view determines. More than one action is legal.
    ///
    /// # Errors
    /// [`Forfeit`], if the search was stopped.
    fn prospects(
        &self,
        at: &Decision<'_, G>,
        reference: &mut dyn Agent<G>,
    ) -> Result<Prospects, Forfeit>;

    /// The own standing of a seat alone, 0 to 1.
    fn progress(&self, game: &G, state: &G::State, seat: Seat) -> f64;

    /// The progress of a seat, and that of its strongest rival.
    fn standing(&self, game: &G, state: &G::State, seat: Seat) -> [f64; 2] {
        let others = (0..game.seats_of(state)).map(Seat::at).filter(|&other| other != seat);
        let rival = others.map(|other| self.progress(game, state, other)).fold(0.0, f64::max);
        [self.progress(game, state, seat), rival]
    }

    /// What sort of move an action is, below 64.
    fn kind(&self, game: &G, view: &G::View, action: G::Action) -> u8;

    /// The share of a scarce stock that an action spends, 0 to 1.
    fn spends(&self, _game: &G, _view: &G::View, _action: G::Action) -> f64 {
        0.0
    }

    /// The number of seats of the game.
    fn seats(&self, game: &G, view: &G::View) -> usize;

    /// Whether its prospects take so little time that decisions are kept, to be found again at
    /// once.
    fn decides_at_once(&self) -> bool {
        false
    }

    /// A hash of what a seat knows: positions that are the same for the seat have the same key.
    fn position_key(&self, game: &G, view: &G::View) -> u64;
}

/// The bits that single out one of this number of possibilities.
#[must_use]
pub fn bits(possibilities: u64) -> f64 {
    libm::log2(possibilities as f64)
}

/// A hash of what a seat knows that is the same on every machine with little-endian numbers.
pub fn key_of(known: &impl Hash) -> u64 {
    let mut hasher = Words(0);
    known.hash(&mut hasher);
    hasher.0
}

/// Mixes what it is given word by word.
struct Words(u64);

impl Hasher for Words {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = Key::after(self.0, u64::from_le_bytes(word));
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// How personalities play a game.
pub struct Conducting<G: Hidden> {
    /// The spelling of the agent whose moves neutral figures make.
    pub reference: &'static str,
    /// What is at stake in its decisions.
    pub conduct: &'static dyn Conduct<G>,
    /// The text of its units, as `rivals calibrate` writes it; `None` before they are measured.
    pub units: Option<&'static str>,
}
