//! What every game's rules answer: who decides what, what chance may do, and
//! how it ended.
//!
//! Chance is explicit: its events come with integer weights, so that a
//! simulator samples what a solver enumerates, from one set of rules. The
//! conformance suite in `tests/library/games/conformance.rs` holds for every
//! implementation.

use std::fmt::{Debug, Display};

use rand::Rng;
use thiserror::Error;

use super::seat::{BySeat, Seat};

/// The rules of a game that is played in turns.
pub trait Game {
    /// Everything that the future depends on.
    type State: Clone + Debug + PartialEq;
    /// What a seat may decide.
    type Action: Copy + Debug + Display + PartialEq;
    /// What chance may bring.
    type Event: Copy + Debug + Display + PartialEq;

    /// Seats at the table.
    fn seats(&self) -> usize;

    /// Where a game begins.
    fn start(&self) -> Self::State;

    /// What is to happen in a state.
    fn node(&self, state: &Self::State) -> Node<'_, Self::Action, Self::Event>;

    /// The state after a seat's action.
    ///
    /// # Errors
    /// [`Illegal`] if the action is not among the node's.
    fn act(&self, state: &Self::State, action: Self::Action) -> Result<Self::State, Illegal>;

    /// The state after an event of chance.
    ///
    /// # Errors
    /// [`Illegal`] if the event is not among the node's.
    fn happen(&self, state: &Self::State, event: Self::Event) -> Result<Self::State, Illegal>;
}

/// What is to happen in a state.
#[derive(Clone, Debug, PartialEq)]
pub enum Node<'a, Action, Event> {
    /// A seat chooses one of these actions; never empty.
    Decision(Seat, Vec<Action>),
    /// Chance chooses.
    Chance(&'a Chances<Event>),
    /// The game is over; who won, exactly one seat or a share of several.
    Over(Outcome),
}

/// Events with integer weights, each above zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Chances<Event> {
    /// Each event once.
    pub weights: Vec<(Event, u64)>,
    /// The sum of the weights.
    pub total: u64,
}

impl<Event: Copy> Chances<Event> {
    /// An event, each as often as its weight says. Exact: a draw that would
    /// favour the first events is thrown away (Lemire 2019 without the
    /// division in the common case).
    pub fn sample(&self, rng: &mut (impl Rng + ?Sized)) -> Event {
        let mut below = self.draw_below(rng);
        for &(event, weight) in &self.weights {
            if below < weight {
                return event;
            }
            below -= weight;
        }
        unreachable!("the weights add up to the total")
    }

    /// A number below the total.
    fn draw_below(&self, rng: &mut (impl Rng + ?Sized)) -> u64 {
        loop {
            let product = u128::from(rng.next_u64()) * u128::from(self.total);
            let low = product as u64;
            // Below 2^64 mod total, and only there, a draw would be one too many.
            if low >= self.total || low >= self.total.wrapping_neg() % self.total {
                return (product >> 64) as u64;
            }
        }
    }
}

/// How a game ended: each seat's share of the win. Shares add up to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The seats that share the win.
    pub winners: Vec<Seat>,
    /// The games' own points at the end.
    pub scores: BySeat<u32>,
}

/// An action or event that the rules do not allow.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{what} is not possible: {reason}")]
pub struct Illegal {
    /// The action or event.
    pub what: String,
    /// Why not.
    pub reason: String,
}
