//! What is known of the positions of a game: the trait [`Solve`].

use super::Players;
use crate::play::Seat;
use crate::values::Invalid;

/// A game with what is known of its positions. All of it may be left out.
pub trait Solve: Players {
    /// The spelling of the agent whose decisions are shown as hints where the game is not solved:
    /// the strongest one for the time that a person waits.
    const ADVISER: Option<&'static str> = None;

    /// [`Self::ADVISER`], if it plays by these rules.
    fn adviser(&self) -> Option<&'static str> {
        Self::ADVISER
    }

    /// The agents that value the decisions of a review, in games of this number of seats that are
    /// not solved: a strong one that takes well below a second, and one that searches further,
    /// which measures its error.
    fn judges(&self, _seats: usize) -> Option<[&'static str; 2]> {
        None
    }

    /// The share of the win that belongs to a value of the judges, for the seat of the value.
    fn share(&self, value: f64) -> f64 {
        value
    }

    /// Work that later calls would otherwise wait for, such as solving the game, for another
    /// thread.
    fn prepare(&self) -> Option<Box<dyn FnOnce() + Send>> {
        None
    }

    /// The exact win probabilities of the legal actions for the seat that decides, in
    /// canonical order; `None` where the game is not solved.
    ///
    /// # Errors
    /// [`Invalid`] of a position whose value is unknown.
    fn solved(&self, _state: &Self::State) -> Result<Option<Vec<f64>>, Invalid> {
        Ok(None)
    }

    /// A bound on the error of [`Self::solved`].
    fn error(&self) -> f64 {
        0.0
    }

    /// Estimates of the win probabilities of the legal actions for the seat that decides, in games
    /// of more seats than are solved: as in a game of two against its strongest rival.
    fn estimated(&self, _state: &Self::State, _seat: Seat) -> Option<Vec<f64>> {
        None
    }

    /// The share of the win that a seat has in a state with the best play of all, if a search of
    /// well below a second proves it; the game may be over. Only games that hide nothing have such
    /// a search.
    fn proven(&self, _state: &Self::State, _seat: Seat) -> Option<f64> {
        None
    }

    /// The players of the games that are sampled for actions of unknown value.
    fn sampler(&self) -> Sampler {
        Sampler::fast(self.adviser().unwrap_or("random"))
    }
}

/// The players of sampled games: the strongest ones for the time that a person waits.
pub struct Sampler {
    /// The spelling of the agent that decides for all seats.
    pub agent: &'static str,
    /// The number of games for each action.
    pub games: u64,
    /// The most games for all actions together, so that the answer does not take longer where
    /// there are many.
    pub most: u64,
    /// One of this number of decisions is drawn from the legal actions instead, so that games
    /// differ where neither chance nor hidden cards make them differ; 0 for none.
    pub slips: usize,
}

impl Sampler {
    /// An agent of a game with chance or hidden cards that decides at once.
    pub const fn fast(agent: &'static str) -> Self {
        Self { agent, games: 1_000, most: u64::MAX, slips: 0 }
    }
}
