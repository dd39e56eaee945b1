//! The rules of a game: what a state is, who decides in it, what chance may do, and how the
//! game ends.
//!
//! Chance is explicit: its events have integer weights, so that a simulator samples what a
//! solver enumerates, from one set of rules. Hidden information is explicit as well: a seat
//! knows its [`Hidden::View`] of a state, and [`Hidden::sample_state`] draws a state that agrees
//! with a view. The conformance suite in `tests/library/games/conformance.rs` runs for every game.

use std::borrow::Cow;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::str::FromStr;

use rand::Rng;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::dice::Dice;
use super::seat::{BySeat, Seat, Seats};
use crate::json::one_of;
use crate::values::{Invalid, NotationError, canonical};

/// The rules of a game that is played in turns.
///
/// Searches and solvers call these methods in inner loops: they do not check their arguments,
/// and allocate as little as they can. [`super::Playthrough`] checks moves.
pub trait Game: Clone + Send + Sync + 'static {
    /// The name in files and flags: lower-case words joined by `-`.
    const NAME: &'static str;
    /// The game in one sentence.
    const ABOUT: &'static str;
    /// The numbers of seats that a game may have.
    const SEATS: RangeInclusive<usize> = 2..=2;
    /// Whether answers about finished games name the losers beside the winners.
    const TELLS_LOSERS: bool = false;
    /// Whether the games of tournaments begin from an [`Self::opening`] that is drawn.
    const DRAWS_OPENINGS: bool = false;

    /// The rule file, whose keys have defaults; [`NoRules`] for a game with a single set of rules.
    type Rules: Serialize + DeserializeOwned + Default;
    /// Everything that the course of the game depends on.
    type State: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// A decision of a seat. `Display` writes it in the notation of logs and of the
    /// engine's protocol, and `FromStr` reads the same notation.
    type Action: Copy + Eq + Debug + Display + FromStr<Err = NotationError> + Send + Sync;
    /// An event of chance, with a notation like that of actions. [`NoEvent`] for games without
    /// chance.
    type Event: Copy + Eq + Debug + Display + FromStr<Err = NotationError> + Send + Sync;

    /// The game by these rules.
    ///
    /// # Errors
    /// [`Invalid`], if the rules contradict each other:
    /// `Invalid::new("stones", "there are 0 stones", "write a number from 1")` names the key, what
    /// is wrong with it, and what to write instead.
    fn new(rules: Self::Rules) -> Result<Self, Invalid>;

    /// The rules.
    fn rules(&self) -> &Self::Rules;

    /// The rules as TOML; the same rules have the same text.
    fn identity(&self) -> String {
        canonical(self.rules())
    }

    /// The state in which a game of this number of seats begins.
    fn start(&self, seats: usize) -> Self::State;

    /// Draws the state in which a game of a tournament begins; that of [`Self::start`] unless
    /// [`Self::DRAWS_OPENINGS`]. All randomness comes from `rng`, and the game is not over in it.
    fn opening(&self, seats: usize, _rng: &mut dyn Rng) -> Self::State {
        self.start(seats)
    }

    /// The names of the positions that a game may start from; the first is the usual one.
    fn setups(&self) -> Vec<String> {
        vec!["start".to_owned()]
    }

    /// The position with this name, for a number of seats that the game may have. What the name
    /// leaves open is drawn.
    ///
    /// # Errors
    /// [`Invalid`], if there is no such position for this number of seats.
    fn set_up(
        &self,
        setup: &str,
        seats: usize,
        _rng: &mut dyn Rng,
    ) -> Result<Self::State, Invalid> {
        let names = self.setups();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        if names.contains(&setup) { Ok(self.start(seats)) } else { Err(one_of(setup, &names)) }
    }

    /// A state that was read, with the fields that follow from others by these rules computed
    /// again. Its form and its ranges were checked by serde.
    ///
    /// # Errors
    /// [`Invalid`] of a state that cannot occur in a game.
    fn validate(&self, state: Self::State) -> Result<Self::State, Invalid> {
        Ok(state)
    }

    /// The numbers of seats that a game by these rules may have, within [`Self::SEATS`].
    fn seat_counts(&self) -> RangeInclusive<usize> {
        Self::SEATS
    }

    /// The number of seats of a state.
    fn seats_of(&self, _state: &Self::State) -> usize {
        *Self::SEATS.start()
    }

    /// Who acts next, or how the game ended.
    fn turn(&self, state: &Self::State) -> Turn<'_, Self::Event>;

    /// Appends the legal actions of a state to `into`, in canonical order. There is at least
    /// one if a seat decides, and none otherwise.
    fn legal(&self, state: &Self::State, into: &mut Vec<Self::Action>);

    /// Whether an action is one of those that [`Self::legal`] lists. A game overrides it if it
    /// knows a faster way.
    fn is_legal(&self, state: &Self::State, action: Self::Action) -> bool {
        self.actions(state).contains(&action)
    }

    /// The number of the dice of the agent that decides in this state; `None` for the number of
    /// steps so far. Of games in which agents outside of the program must find it in the state.
    fn moment(&self, _state: &Self::State) -> Option<u32> {
        None
    }

    /// The number of the deal to which the next event belongs, in a game whose cards are dealt
    /// several times: the events are drawn from dice of this deal, which paired games share. With
    /// none, they are drawn from the dice of the seat that decided last.
    fn deal(&self, _state: &Self::State) -> Option<u32> {
        None
    }

    /// A judge of one game with these dice: it is shown all its states in their order, and ends a
    /// game that would not end by itself.
    fn adjudicator(&self, _dice: Dice) -> Adjudicator<Self::State> {
        Box::new(|_| None)
    }

    /// Of a game that [`Self::adjudicator`] ended at this state: whether it was decided by lot, and
    /// a sentence that says so and why.
    fn adjudication(&self, _state: &Self::State) -> (bool, String) {
        (false, String::new())
    }

    /// Applies a legal action or a possible event to the state.
    ///
    /// # Panics
    /// It may panic for other steps, or leave a state that cannot occur in a game.
    fn play(&self, state: &mut Self::State, step: Step<Self>);

    /// The state after a legal action or a possible event.
    #[inline]
    fn after(&self, state: &Self::State, step: Step<Self>) -> Self::State {
        let mut state = state.clone();
        self.play(&mut state, step);
        state
    }

    /// The legal actions of a state, as [`Self::legal`] lists them.
    fn actions(&self, state: &Self::State) -> Vec<Self::Action> {
        let mut actions = Vec::new();
        self.legal(state, &mut actions);
        actions
    }
}

/// Ends games that would not end by themselves: returns the outcome of a game at a state, if it
/// is adjudicated there.
pub type Adjudicator<State> = Box<dyn FnMut(&State) -> Option<Outcome> + Send>;

/// The rule file of a game with a single set of rules: it has no keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoRules {}

/// What every seat knows of a game. A game that hides nothing is [`Open`] instead.
pub trait Hidden: Game {
    /// What one seat knows of a state: the state itself where nothing is hidden.
    type View: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;

    /// Whether seats know different things of a state.
    const HIDES: bool = true;

    /// What a seat knows of a state.
    fn view<'a>(&self, state: &'a Self::State, seat: Seat) -> Cow<'a, Self::View>;

    /// Draws a state that agrees with the view of its seat.
    fn sample_state(&self, view: &Self::View, rng: &mut dyn Rng) -> Self::State;

    /// A view that was read, with the fields that follow from others, as [`Game::validate`].
    ///
    /// # Errors
    /// [`Invalid`] of a view that cannot occur in a game.
    fn validate_view(&self, view: Self::View) -> Result<Self::View, Invalid> {
        Ok(view)
    }
}

/// A game in which every seat knows the whole state, so that it has nothing to say of views.
pub trait Open: Game {}

impl<G: Open> Hidden for G {
    type View = G::State;

    const HIDES: bool = false;

    #[inline]
    fn view<'a>(&self, state: &'a G::State, _: Seat) -> Cow<'a, G::State> {
        Cow::Borrowed(state)
    }

    #[inline]
    fn sample_state(&self, view: &G::State, _: &mut dyn Rng) -> G::State {
        view.clone()
    }

    fn validate_view(&self, view: G::State) -> Result<G::State, Invalid> {
        self.validate(view)
    }
}

/// What changes a state.
pub enum Step<G: Game> {
    /// An action of the seat that decides.
    Act(G::Action),
    /// An event of chance.
    Event(G::Event),
}

/// Who acts in a state, or how the game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn<'a, Event: Clone> {
    /// This seat chooses one of the legal actions.
    Decide(Seat),
    /// Chance chooses one of these events.
    Chance(Cow<'a, Chances<Event>>),
    /// No seat acts, because the game is over.
    Over(Outcome),
}

/// Events with integer weights, each above zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chances<Event> {
    /// The events with their weights, each event once.
    pub weights: Vec<(Event, u64)>,
    /// The sum of the weights.
    pub total: u64,
}

impl<Event: Copy> Chances<Event> {
    /// Draws an event with a probability proportional to its weight. The draw is exact:
    /// numbers that would favour the first events are drawn again (Lemire 2019 without the
    /// division in the common case).
    pub fn sample(&self, rng: &mut (impl Rng + ?Sized)) -> Event {
        let mut below = uniform_below(rng, self.total);
        for &(event, weight) in &self.weights {
            if below < weight {
                return event;
            }
            below -= weight;
        }
        unreachable!("the weights add up to the total")
    }
}

/// A random number below `total`, all with exactly the same probability.
#[inline]
pub fn uniform_below(rng: &mut (impl Rng + ?Sized), total: u64) -> u64 {
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(total);
        #[expect(clippy::cast_possible_truncation, reason = "the low half is meant")]
        let low = product as u64;
        // A product whose low half is below 2^64 mod total would favour some
        // numbers, so it is drawn again.
        if low >= total || low >= total.wrapping_neg() % total {
            return (product >> 64) as u64;
        }
    }
}

/// An exact share of the win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    numerator: u8,
    denominator: u8,
}

impl Share {
    /// No part of the win.
    pub const NONE: Self = Self { numerator: 0, denominator: 1 };

    /// The part of each of this number of seats that share the win equally.
    ///
    /// # Panics
    /// If there are none.
    #[must_use]
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "at most MAX_SEATS seats share")]
    pub const fn of_one_in(seats: usize) -> Self {
        assert!(seats > 0, "every game has a winner");
        Self { numerator: 1, denominator: seats as u8 }
    }

    /// The share of this number of units, rounded down.
    #[must_use]
    pub const fn of(self, units: u64) -> u64 {
        units * self.numerator as u64 / self.denominator as u64
    }

    /// The share as a number, in 0..=1.
    #[must_use]
    pub fn value(self) -> f64 {
        f64::from(self.numerator) / f64::from(self.denominator)
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The shares of the win, which add up to 1. In a draw of all seats they are equal.
    pub returns: BySeat<Share>,
    /// The game's own points at the end.
    pub scores: BySeat<i32>,
}

impl Outcome {
    /// The end of a game that one seat won. Scores above the largest `i32` count as that one.
    #[must_use]
    #[inline]
    pub fn won_by(winner: Seat, scores: BySeat<u32>) -> Self {
        let scores = scores.map(|score| i32::try_from(score).unwrap_or(i32::MAX));
        Self::shared(Seats::one(winner), scores)
    }

    /// The end of a game whose win these seats share equally.
    ///
    /// # Panics
    /// If there are none.
    #[must_use]
    #[inline]
    pub fn shared(winners: Seats, scores: BySeat<i32>) -> Self {
        let mut returns = scores.map(|_| Share::NONE);
        let share = Share::of_one_in(winners.len());
        winners.iter().for_each(|seat| returns[seat] = share);
        Self { returns, scores }
    }

    /// The seats that have a share of the win; never empty.
    #[must_use]
    #[inline]
    pub fn winners(&self) -> Seats {
        let won = self.returns.iter().filter(|(_, share)| *share != Share::NONE);
        won.map(|(seat, _)| seat).collect()
    }

    /// The seats that do not win; all seats if they share the win.
    #[must_use]
    pub fn losers(&self) -> Seats {
        let (all, winners) = (Seats::all(self.returns.seats()), self.winners());
        if winners == all { all } else { all.without(winners) }
    }
}

/// The event of games without chance, which has no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoEvent {}

impl Display for NoEvent {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}

impl FromStr for NoEvent {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Err(NotationError::new(text, "write actions only: this game has no events of chance"))
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_shared_equally() {
        let of = |winners: &[u8]| {
            let winners: Seats = winners.iter().map(|&seat| Seat(seat)).collect();
            let outcome = Outcome::shared(winners, BySeat::new(0, 3));
            assert_eq!(outcome.winners(), winners);
            let units: Vec<u64> = outcome.returns.iter().map(|(_, share)| share.of(6)).collect();
            (units, outcome.losers().to_string())
        };
        assert_eq!(of(&[1]), (vec![0, 6, 0], "1, 3".to_owned()));
        assert_eq!(of(&[0, 2]), (vec![3, 0, 3], "2".to_owned()));
        // Where all win, all lose.
        assert_eq!(of(&[0, 1, 2]), (vec![2, 2, 2], "1, 2, 3".to_owned()));
        assert_eq!(Outcome::won_by(Seat(1), BySeat::new(0, 2)).returns[Seat(1)].value(), 1.0);
    }
}
