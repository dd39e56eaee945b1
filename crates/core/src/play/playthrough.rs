//! One game while it is played.
//!
//! A playthrough never asks by itself: it says who acts next and waits for an action or an event,
//! so that a person, a script and a tournament can use it alike. It checks every move.
//!
//! Events are drawn from the dice of the seat that decided last: each turn of a seat has its
//! own dice, and a turn ends when another seat decides. Deals that a game numbers
//! ([`Game::deal`]) have dice of their own. Agents draw from other dice, so that
//! the events do not depend on how many numbers an agent draws.

use std::sync::Arc;

use rand_xoshiro::rand_core::SeedableRng;

use super::agent::{Agent, Decision, Thought};
use super::dice::{Dice, Stream, TurnDice};
use super::game::{Chances, Game, Hidden, Illegal, Outcome, Step, Turn};
use super::seat::{BySeat, Seat, Seats};
use super::watch::Watch;

/// One step of a game, as its playthrough logs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logged<Action, Event> {
    /// A seat acted.
    Act(Seat, Action),
    /// Chance acted.
    Happen(Event),
    /// The agent of this seat gave up or chose an action that is not legal.
    Forfeit(Seat),
}

/// One step of a game of these rules.
pub type LoggedOf<G> = Logged<<G as Game>::Action, <G as Game>::Event>;

/// One game being played.
pub struct Playthrough<G: Hidden> {
    game: Arc<G>,
    start: G::State,
    state: G::State,
    /// The steps, each with whether it is an event that was drawn from the dice.
    steps: Vec<(LoggedOf<G>, bool)>,
    place: Place,
    dice: Dice,
    seats: usize,
    /// The legal actions of the state.
    actions: Vec<G::Action>,
    /// The states that the searches of each seat have visited; `None` for a seat that does not search.
    visited: BySeat<Option<u64>>,
    /// What long searches look at.
    watch: Option<Arc<Watch>>,
    /// Whether decisions are explained.
    explained: bool,
}

/// The position of a playthrough in its dice.
#[derive(Clone)]
struct Place {
    /// The seat that decided last.
    seat: Option<Seat>,
    /// The number of turns that each seat has begun.
    turns: BySeat<u32>,
    /// The dice of the turn or of the deal.
    events: TurnDice,
    /// The deal to which the dice belong, if it is numbered.
    deal: Option<u32>,
}

impl Place {
    /// The position at the start of a game.
    fn start(dice: Dice, seats: usize) -> Self {
        let (turns, events) = (BySeat::new(0, seats), dice.stream(Stream::Deal, 0));
        Self { seat: None, turns, events, deal: None }
    }
}

/// The steps of a game before a decision.
pub struct Past<'a, G: Hidden> {
    steps: &'a [(LoggedOf<G>, bool)],
    /// The number of seats; 0 if the decision is of no game.
    pub seats: usize,
    /// The state in which the game began.
    pub start: Option<&'a G::State>,
}

impl<'a, G: Hidden> Past<'a, G> {
    /// Of a decision that is of no game.
    pub(super) const NONE: Self = Self { steps: &[], seats: 0, start: None };

    /// The steps.
    pub fn steps(self) -> impl ExactSizeIterator<Item = LoggedOf<G>> + use<'a, G> {
        self.steps.iter().map(|&(step, _)| step)
    }
}

impl<G: Hidden> Clone for Past<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Hidden> Copy for Past<'_, G> {}

impl<G: Hidden> Playthrough<G> {
    /// A game of `seats` seats from its start.
    ///
    /// # Panics
    /// If the game cannot have this number of seats.
    #[must_use]
    pub fn new(game: Arc<G>, seats: usize, dice: Dice) -> Self {
        assert!(game.seat_counts().contains(&seats), "no game of {seats} seats");
        let start = game.start(seats);
        Self::from_state(game, start, seats, dice)
    }

    /// A game of `seats` seats that continues from a state.
    #[must_use]
    pub fn from_state(game: Arc<G>, start: G::State, seats: usize, dice: Dice) -> Self {
        let mut actions = Vec::new();
        game.legal(&start, &mut actions);
        Self {
            state: start.clone(),
            start,
            steps: Vec::new(),
            place: Place::start(dice, seats),
            dice,
            seats,
            actions,
            visited: BySeat::new(None, seats),
            watch: None,
            explained: false,
            game,
        }
    }

    /// The same game with a watch, which long searches look at.
    #[must_use]
    pub fn watched_by(mut self, watch: &Arc<Watch>) -> Self {
        self.watch = Some(Arc::clone(watch));
        self
    }

    /// The decision of a seat with this view.
    pub fn decision<'a>(&'a self, seat: Seat, view: &'a G::View) -> Decision<'a, G> {
        Decision {
            watch: self.watch.as_deref(),
            explained: self.explained,
            past: Past { steps: &self.steps, seats: self.seats, start: Some(&self.start) },
            ..Decision::new(&*self.game, seat, view, &self.actions)
        }
    }

    /// The same game, whose decisions are explained: see [`Decision::explained`].
    #[must_use]
    pub fn explained(mut self) -> Self {
        self.explained = true;
        self
    }

    /// The states that the searches of a seat have visited; `None` for a seat that does not search.
    pub fn visited(&self, seat: Seat) -> Option<u64> {
        self.visited[seat]
    }

    /// The rules.
    #[must_use]
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The state.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The state from which the steps began.
    #[must_use]
    pub fn start(&self) -> &G::State {
        &self.start
    }

    /// The number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The steps since the first state.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = LoggedOf<G>> {
        self.steps.iter().map(|&(step, _)| step)
    }

    /// The dice of a stream that is numbered by the steps so far.
    #[cfg(feature = "records")]
    pub(crate) fn stream(&self, stream: Stream) -> TurnDice {
        self.dice.stream(stream, self.number())
    }

    #[expect(clippy::cast_possible_truncation, reason = "no game has 2^32 steps")]
    fn number(&self) -> u32 {
        self.steps.len() as u32
    }

    /// Who acts next. After a forfeit the game is over.
    #[must_use]
    pub fn turn(&self) -> Turn<'_, G::Event> {
        match self.steps.last() {
            Some(&(Logged::Forfeit(seat), _)) => {
                let others = Seats::all(self.seats).without(Seats::one(seat));
                Turn::Over(Outcome::shared(others, BySeat::new(0, self.seats)))
            }
            _ => self.game.turn(&self.state),
        }
    }

    /// The legal actions; empty where no seat decides.
    #[must_use]
    pub fn actions(&self) -> &[G::Action] {
        &self.actions
    }

    /// Plays an action of the seat that decides.
    ///
    /// # Errors
    /// [`Illegal`], if it is not one of [`Self::actions`].
    pub fn act(&mut self, action: G::Action) -> Result<(), Illegal> {
        let seat = match self.turn() {
            Turn::Decide(seat) if self.actions.contains(&action) => seat,
            Turn::Decide(_) => return Err(illegal(action, self.possible())),
            Turn::Chance(_) => return Err(illegal(action, "an event of chance is next")),
            Turn::Over(_) => return Err(illegal(action, "the game is over")),
        };
        self.take(Logged::Act(seat, action), false);
        Ok(())
    }

    /// The legal actions as the end of a sentence, or how many there are.
    fn possible(&self) -> String {
        let listed: Vec<String> = self.actions.iter().map(ToString::to_string).collect();
        match listed.len() {
            0..=12 => format!("the legal actions are {}", listed.join(", ")),
            many => format!("it is none of the {many} legal actions"),
        }
    }

    /// Lets an event happen, independent of the dice.
    ///
    /// # Errors
    /// [`Illegal`], if it is not possible.
    pub fn happen(&mut self, event: G::Event) -> Result<(), Illegal> {
        match self.turn() {
            Turn::Chance(chances) if chances.weights.iter().any(|&(one, _)| one == event) => {}
            Turn::Chance(_) => return Err(illegal(event, "no event from here leads to it")),
            Turn::Decide(seat) => {
                return Err(illegal(event, format!("{seat} has to decide")));
            }
            Turn::Over(_) => return Err(illegal(event, "the game is over")),
        }
        self.take(Logged::Happen(event), false);
        Ok(())
    }

    /// Lets an event happen that was rolled in an earlier run of this game: the dice are then
    /// as after that roll.
    ///
    /// # Errors
    /// [`Illegal`], if it is not possible.
    pub fn happen_again(&mut self, event: G::Event) -> Result<(), Illegal> {
        let place = match self.turn() {
            Turn::Chance(chances) => self.drawn(&chances).1,
            _ => self.place.clone(),
        };
        self.happen(event)?;
        self.place = place;
        if let Some((_, drawn)) = self.steps.last_mut() {
            *drawn = true;
        }
        Ok(())
    }

    /// Draws the next event from the dice, and lets it happen.
    ///
    /// # Errors
    /// [`Illegal`], if chance is not next.
    pub fn roll(&mut self) -> Result<G::Event, Illegal> {
        let Turn::Chance(chances) = self.turn() else {
            return Err(illegal("a roll", "chance is not next"));
        };
        let (event, place) = self.drawn(&chances);
        drop(chances);
        self.rolled(event, place);
        Ok(event)
    }

    /// One of these events, drawn from the dice, and the position in the dice after it.
    fn drawn(&self, chances: &Chances<G::Event>) -> (G::Event, Place) {
        let mut place = self.place.clone();
        let deal = self.game.deal(&self.state);
        if let Some(number) = deal.filter(|_| deal != place.deal) {
            place.events = self.dice.stream(Stream::Deal, number);
        }
        place.deal = deal;
        (chances.sample(&mut place.events), place)
    }

    /// Plays an event that was drawn.
    fn rolled(&mut self, event: G::Event, place: Place) {
        self.place = place;
        self.take(Logged::Happen(event), true);
    }

    /// Asks the agent of the seat that decides, and plays its action. If the agent gives up or
    /// its action is not legal, it returns none, the game ends and the other seats win it.
    ///
    /// # Errors
    /// [`Illegal`], if no seat decides.
    pub fn ask(&mut self, agent: &mut dyn Agent<G>) -> Result<Option<Thought<G::Action>>, Illegal> {
        let Turn::Decide(seat) = self.turn() else {
            return Err(illegal("a decision", "no seat has to decide"));
        };
        let view = self.game.view(&self.state, seat);
        let moment = self.game.moment(&self.state).unwrap_or_else(|| self.number());
        let seed = self.dice.key(Stream::Agent(seat), moment);
        let decision = Decision { seed, ..self.decision(seat, &view) };
        let decided = agent.decide(&decision, &mut TurnDice::from_seed(seed.to_le_bytes()));
        drop(view);
        let thought = decided.ok().filter(|thought| self.act(thought.action).is_ok());
        match &thought {
            Some(Thought { nodes: Some(nodes), before, .. }) => {
                *self.visited[seat].get_or_insert(0) += nodes + before;
            }
            Some(_) => {}
            None => self.forfeit(),
        }
        Ok(thought)
    }

    /// The seat that decides gives up the game, and the others win it.
    ///
    /// # Panics
    /// If no seat decides.
    pub fn forfeit(&mut self) {
        let Turn::Decide(seat) = self.turn() else {
            panic!("no seat has to decide");
        };
        self.steps.push((Logged::Forfeit(seat), false));
        self.actions.clear();
    }

    /// Plays the game to its end, with the agents of the seats and the playthrough's dice.
    ///
    /// # Panics
    /// If there is not one agent for each seat.
    pub fn run(&mut self, agents: &mut [Box<dyn Agent<G>>]) -> Outcome {
        assert_eq!(agents.len(), self.seats, "one agent for each seat");
        loop {
            if let Some(outcome) = self.advance(agents) {
                return outcome;
            }
        }
    }

    /// Plays one step of [`Self::run`], or returns how the game ended.
    ///
    /// # Panics
    /// If there is no agent for the seat that decides.
    pub fn advance(&mut self, agents: &mut [Box<dyn Agent<G>>]) -> Option<Outcome> {
        match self.turn() {
            Turn::Over(outcome) => return Some(outcome),
            Turn::Chance(chances) => {
                let (event, place) = self.drawn(&chances);
                drop(chances);
                self.rolled(event, place);
            }
            Turn::Decide(seat) => {
                self.ask(&mut *agents[usize::from(seat.0)]).expect("a seat decides");
            }
        }
        None
    }

    /// Takes the last step back, by playing all steps before it again; returns false if there
    /// is none. The dice are then as they were before that step.
    pub fn undo(&mut self) -> bool {
        if self.steps.pop().is_none() {
            return false;
        }
        self.place = Place::start(self.dice, self.seats);
        self.state = self.start.clone();
        for at in 0..self.steps.len() {
            let (step, drawn) = self.steps[at];
            self.place = match self.game.turn(&self.state) {
                Turn::Chance(chances) if drawn => self.drawn(&chances).1,
                _ => self.place.clone(),
            };
            self.play(step);
        }
        self.list_actions();
        true
    }

    /// Begins a turn if another seat decided before.
    fn turn_of(&mut self, seat: Seat) {
        if self.place.seat != Some(seat) {
            let turn = self.place.turns[seat];
            self.place.events = self.dice.turn(usize::from(seat.0), turn);
            self.place.turns[seat] += 1;
            self.place.seat = Some(seat);
        }
    }

    /// Takes a step, which is an event that was drawn or not.
    fn take(&mut self, step: LoggedOf<G>, drawn: bool) {
        self.steps.push((step, drawn));
        self.play(step);
        self.list_actions();
    }

    fn play(&mut self, step: LoggedOf<G>) {
        match step {
            Logged::Act(seat, action) => {
                self.turn_of(seat);
                self.game.play(&mut self.state, Step::Act(action));
            }
            Logged::Happen(event) => self.game.play(&mut self.state, Step::Event(event)),
            Logged::Forfeit(_) => {}
        }
    }

    fn list_actions(&mut self) {
        self.actions.clear();
        self.game.legal(&self.state, &mut self.actions);
    }
}

fn illegal(what: impl ToString, reason: impl Into<String>) -> Illegal {
    Illegal { what: what.to_string(), reason: reason.into() }
}
