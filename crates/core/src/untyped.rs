//! Games, positions and games in play without their types, for other languages: what `python` of
//! the repository is made of.

use std::any::Any;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::RangeInclusive;
use std::sync::Arc;

use rand::Rng;
use serde_json::{Value, json};

use crate::contest::Present;
use crate::engine::{dice, position};
use crate::personalities::Member;
use crate::play::observed::{Field, Numbers, Observed};
use crate::play::show::Names;
use crate::play::{
    Adjudicator, Agent, BySeat, Logged, LoggedOf, Outcome, Playthrough, Seat, Seats, Step, Stream,
    Turn,
};
use crate::values::{Invalid, within};

/// The number of moves after which a game in play is cut off.
pub const MOST_MOVES: usize = 100_000;

/// A game.
pub trait UntypedGame: Send + Sync {
    /// The numbers of seats that a game may have.
    fn seat_counts(&self) -> RangeInclusive<usize>;

    /// The names of the positions that a game may start from, the usual one first.
    fn setups(&self) -> Vec<String>;

    /// The position in which a game of this seed begins, with what chance deals before the first
    /// decision: the answer of the engine's `start`.
    ///
    /// # Errors
    /// [`Invalid`], if there is no such setup or number of seats.
    fn start(
        &self,
        setup: Option<&str>,
        seats: Option<usize>,
        seed: u64,
    ) -> Result<Box<dyn UntypedPosition>, Invalid>;

    /// The position that was written as JSON.
    ///
    /// # Errors
    /// [`Invalid`] of one that cannot occur.
    fn position(&self, json: &Value) -> Result<Box<dyn UntypedPosition>, Invalid>;

    /// A bound on the error of [`UntypedPosition::value`].
    fn error(&self) -> f64;

    /// A game in play.
    ///
    /// # Errors
    /// As [`InPlay::reset`].
    fn play(&self, begin: &Beginning) -> Result<Box<dyn InPlay>, Invalid>;
}

/// Who acts in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// This seat decides.
    Seat(Seat),
    /// Chance decides.
    Chance,
    /// The game is over.
    Over(Outcome),
}

/// A position. It never changes.
pub trait UntypedPosition: Send + Sync {
    /// Who acts.
    fn next(&self) -> Next;

    /// The number of seats.
    fn seats(&self) -> usize;

    /// The legal actions of the seat that decides, in canonical order.
    fn actions(&self) -> Vec<String>;

    /// The events with their weights where chance decides.
    fn events(&self) -> Vec<(String, u64)>;

    /// The position after an action or an event.
    ///
    /// # Errors
    /// [`Invalid`] of a move that is not legal.
    fn apply(&self, step: &str) -> Result<Box<dyn UntypedPosition>, Invalid>;

    /// The position after an event that is drawn.
    ///
    /// # Errors
    /// [`Invalid`], if chance does not decide.
    fn roll(&self, rng: &mut dyn Rng) -> Result<Box<dyn UntypedPosition>, Invalid>;

    /// What a seat knows.
    ///
    /// # Errors
    /// [`Invalid`], if there is no such seat.
    fn view(&self, seat: Seat) -> Result<Value, Invalid>;

    /// A position that agrees with what a seat knows, drawn with a seed.
    ///
    /// # Errors
    /// [`Invalid`], if there is no such seat.
    fn sample(&self, seat: Seat, seed: u64) -> Result<Box<dyn UntypedPosition>, Invalid>;

    /// The share of the win that a seat has under optimal play; none where the game is not solved.
    ///
    /// # Errors
    /// [`Invalid`], if there is no such seat, or the value of a position is unknown.
    fn value(&self, seat: Seat) -> Result<Option<f64>, Invalid>;

    /// The position as JSON.
    fn json(&self) -> Value;

    /// A hash; equal positions have the same.
    fn hash(&self) -> u64;

    /// Whether another position is of the same game and equal.
    fn equals(&self, other: &dyn UntypedPosition) -> bool;

    /// The position by its own type.
    fn as_any(&self) -> &dyn Any;
}

/// How a game in play begins.
#[derive(Clone, Debug, Default)]
pub struct Beginning {
    /// The seed of all dice.
    pub seed: u64,
    /// The number of seats; none for the fewest.
    pub seats: Option<usize>,
    /// The name of a setup; none for the usual one.
    pub setup: Option<String>,
    /// A position to begin from in place of a setup.
    pub position: Option<Value>,
}

/// A game in play, seen as numbers. Chance and seats with agents act at once; the others are waited
/// for.
pub trait InPlay: Send {
    /// Begins another game, in which the same agents sit.
    ///
    /// # Errors
    /// [`Invalid`] of a setup or position that the game does not have.
    fn reset(&mut self, begin: &Beginning) -> Result<(), Invalid>;

    /// Lets an agent decide for a seat from the next [`Self::reset`] on. `None` leaves the seat to
    /// the caller.
    ///
    /// # Errors
    /// [`Invalid`], if it does not play the game.
    fn sit(&mut self, seat: Seat, agent: Option<&Member>) -> Result<(), Invalid>;

    /// The number of seats.
    fn seats(&self) -> usize;

    /// The seat that decides; none if the game is over.
    fn decides(&self) -> Option<Seat>;

    /// How the game ended; none if it goes on.
    fn outcome(&self) -> Option<&Outcome>;

    /// Whether the game was adjudicated or cut off.
    fn is_cut_off(&self) -> bool;

    /// The parts of an observation.
    fn fields(&self) -> Vec<Field>;

    /// The number of actions.
    fn actions_count(&self) -> usize;

    /// Writes what a seat observes.
    fn observe(&self, seat: Seat, into: &mut [f32]);

    /// Writes 1 at the numbers of the legal actions, and 0 elsewhere.
    fn mask(&self, into: &mut [i8]);

    /// The legal actions with their numbers.
    fn legal(&self) -> Vec<(usize, String)>;

    /// Plays the action with this number, and what chance and agents do then.
    ///
    /// # Errors
    /// [`Invalid`], if it is not legal.
    fn act(&mut self, action: usize) -> Result<(), Invalid>;

    /// What each legal action costs of the share of the win, with its number; none where the game is
    /// not solved.
    ///
    /// # Errors
    /// [`Invalid`] of a position whose value is unknown.
    fn losses(&self) -> Result<Option<Vec<(usize, f64)>>, Invalid>;

    /// The actions and events so far.
    fn steps(&self) -> Vec<String>;

    /// The position.
    fn position(&self) -> Box<dyn UntypedPosition>;

    /// What a seat sees, as lines of at most 80 columns.
    fn text(&self, seat: Seat) -> String;
}

/// A game without its type.
#[derive(Clone, Debug)]
pub struct Untyped<G>(pub Arc<G>);

impl<G: Present + Observed> Untyped<G> {
    fn at(&self, state: G::State) -> Box<dyn UntypedPosition> {
        Box::new(At { game: Arc::clone(&self.0), state })
    }

    /// The state in which a game begins, before chance deals, and whether it is the same for all
    /// seeds.
    fn begin(&self, begin: &Beginning) -> Result<(G::State, bool), Invalid> {
        if let Some(json) = &begin.position {
            return Ok((position(&*self.0, json)?, true));
        }
        let game = &*self.0;
        let counts = game.seat_counts();
        let seats = begin.seats.unwrap_or(*counts.start());
        let [low, high, found] = [*counts.start(), *counts.end(), seats]
            .map(|seats| u32::try_from(seats).unwrap_or(u32::MAX));
        within("seats", found, low..=high)?;
        let setup = begin.setup.clone().unwrap_or_else(|| game.setups().swap_remove(0));
        let opening = dice(Some(begin.seed)).opening();
        let mut drawn = opening.clone();
        let state = game.set_up(&setup, seats, &mut drawn);
        Ok((state.map_err(|error| error.under("setup"))?, drawn == opening))
    }
}

impl<G: Present + Observed> UntypedGame for Untyped<G> {
    fn seat_counts(&self) -> RangeInclusive<usize> {
        self.0.seat_counts()
    }

    fn setups(&self) -> Vec<String> {
        self.0.setups()
    }

    fn start(
        &self,
        setup: Option<&str>,
        seats: Option<usize>,
        seed: u64,
    ) -> Result<Box<dyn UntypedPosition>, Invalid> {
        let setup = setup.map(str::to_owned);
        let (state, _) = self.begin(&Beginning { seed, seats, setup, position: None })?;
        let seats = self.0.seats_of(&state);
        let mut dealt =
            Playthrough::from_state(Arc::clone(&self.0), state, seats, dice(Some(seed)));
        while let Turn::Chance(_) = dealt.turn() {
            dealt.roll().expect("chance is next");
        }
        Ok(self.at(dealt.state().clone()))
    }

    fn position(&self, json: &Value) -> Result<Box<dyn UntypedPosition>, Invalid> {
        Ok(self.at(position(&*self.0, json)?))
    }

    fn error(&self) -> f64 {
        self.0.error()
    }

    fn play(&self, begin: &Beginning) -> Result<Box<dyn InPlay>, Invalid> {
        let (state, same) = self.begin(begin)?;
        let mut played = Played::new(self.clone(), state, begin.seed);
        played.begun = same.then(|| begin.clone());
        played.advance();
        Ok(Box::new(played))
    }
}

/// A position with its type.
struct At<G: Present> {
    game: Arc<G>,
    state: G::State,
}

impl<G: Present> At<G> {
    fn other(&self, state: G::State) -> Box<dyn UntypedPosition> {
        Box::new(Self { game: Arc::clone(&self.game), state })
    }

    /// The share of the win of a seat in a state.
    fn share(&self, state: &G::State, seat: Seat) -> Result<Option<f64>, Invalid> {
        match self.game.turn(state) {
            Turn::Over(outcome) => Ok(Some(outcome.returns[seat].value())),
            Turn::Chance(chances) => {
                let mut sum = 0.0;
                for &(event, weight) in &chances.weights {
                    let after = self.game.after(state, Step::Event(event));
                    let Some(share) = self.share(&after, seat)? else {
                        return Ok(None);
                    };
                    sum += share * weight as f64;
                }
                Ok(Some(sum / chances.total as f64))
            }
            Turn::Decide(decides) => Ok(match self.game.solved(state)? {
                None => self.game.proven(state, seat),
                Some(wins) => {
                    let best = wins.into_iter().fold(f64::NEG_INFINITY, f64::max);
                    Some(if decides == seat { best } else { 1.0 - best })
                }
            }),
        }
    }

    fn check(&self, seat: Seat) -> Result<(), Invalid> {
        seat.check("seat", self.seats())
    }
}

impl<G: Present> UntypedPosition for At<G> {
    fn next(&self) -> Next {
        match self.game.turn(&self.state) {
            Turn::Decide(seat) => Next::Seat(seat),
            Turn::Chance(_) => Next::Chance,
            Turn::Over(outcome) => Next::Over(outcome),
        }
    }

    fn seats(&self) -> usize {
        self.game.seats_of(&self.state)
    }

    fn actions(&self) -> Vec<String> {
        self.game.actions(&self.state).iter().map(ToString::to_string).collect()
    }

    fn events(&self) -> Vec<(String, u64)> {
        let Turn::Chance(chances) = self.game.turn(&self.state) else {
            return Vec::new();
        };
        chances.weights.iter().map(|(event, weight)| (event.to_string(), *weight)).collect()
    }

    fn apply(&self, step: &str) -> Result<Box<dyn UntypedPosition>, Invalid> {
        let refused =
            |why: String, help| Invalid::new("move", format!("{step} is not legal: {why}"), help);
        let step = match self.game.turn(&self.state) {
            Turn::Over(_) => {
                return Err(refused("the game is over".to_owned(), "leave it out".to_owned()));
            }
            Turn::Chance(chances) => match step.parse() {
                Ok(event) if chances.weights.iter().any(|(one, _)| *one == event) => {
                    Step::Event(event)
                }
                _ => {
                    let help = "write one of `events`".to_owned();
                    return Err(refused("chance is next".to_owned(), help));
                }
            },
            Turn::Decide(seat) => match step.parse() {
                Ok(action) if self.game.is_legal(&self.state, action) => Step::Act(action),
                _ => {
                    let help = format!("write one of {}", self.actions().join(", "));
                    return Err(refused(format!("{seat} decides next"), help));
                }
            },
        };
        Ok(self.other(self.game.after(&self.state, step)))
    }

    fn roll(&self, rng: &mut dyn Rng) -> Result<Box<dyn UntypedPosition>, Invalid> {
        let Turn::Chance(chances) = self.game.turn(&self.state) else {
            let help = "apply an action, or look at `seat` first";
            return Err(Invalid::new("roll", "chance is not next", help));
        };
        let event = chances.sample(rng);
        Ok(self.other(self.game.after(&self.state, Step::Event(event))))
    }

    fn view(&self, seat: Seat) -> Result<Value, Invalid> {
        self.check(seat)?;
        Ok(json!(self.game.view(&self.state, seat)))
    }

    fn sample(&self, seat: Seat, seed: u64) -> Result<Box<dyn UntypedPosition>, Invalid> {
        self.check(seat)?;
        let view = self.game.view(&self.state, seat);
        let mut hidden = dice(Some(seed)).stream(Stream::Hidden, 0);
        Ok(self.other(self.game.sample_state(&view, &mut hidden)))
    }

    fn value(&self, seat: Seat) -> Result<Option<f64>, Invalid> {
        self.check(seat)?;
        self.share(&self.state, seat)
    }

    fn json(&self) -> Value {
        json!(self.state)
    }

    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.state.hash(&mut hasher);
        hasher.finish()
    }

    fn equals(&self, other: &dyn UntypedPosition) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|other| {
            other.state == self.state
                && (Arc::ptr_eq(&other.game, &self.game)
                    || other.game.identity() == self.game.identity())
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A game in play with its type.
struct Played<G: Present> {
    game: Untyped<G>,
    playthrough: Playthrough<G>,
    /// How the game began, if every seed begins so.
    begun: Option<Beginning>,
    members: Vec<Option<Member>>,
    agents: Vec<Option<Box<dyn Agent<G>>>>,
    adjudicate: Adjudicator<G::State>,
    moves: usize,
    decides: Option<Seat>,
    /// The numbers of the legal actions of the seat that decides.
    numbers: Vec<usize>,
    outcome: Option<Outcome>,
    cut_off: bool,
}

impl<G: Present + Observed> Played<G> {
    fn new(game: Untyped<G>, start: G::State, seed: u64) -> Self {
        let (dice, seats) = (dice(Some(seed)), game.0.seats_of(&start));
        let playthrough = Playthrough::from_state(Arc::clone(&game.0), start, seats, dice);
        let adjudicate = game.0.adjudicator(dice);
        let (members, agents) = (vec![None; seats], (0..seats).map(|_| None).collect());
        Self {
            game,
            playthrough,
            begun: None,
            members,
            agents,
            adjudicate,
            moves: 0,
            decides: None,
            numbers: Vec::new(),
            outcome: None,
            cut_off: false,
        }
    }

    /// A fresh agent.
    fn agent(&self, member: &Member) -> Result<Box<dyn Agent<G>>, Invalid> {
        let game = &*self.game.0;
        match member {
            Member::Agent(spec) => Ok(game.agent(spec)),
            Member::Personality(personality) if G::CONDUCT.is_some() => {
                Ok(game.agent(&G::character(personality)?))
            }
            Member::Personality(personality) => game.player(&personality.id),
        }
    }

    /// Lets chance and agents act, until a seat without one decides or the game is over.
    fn advance(&mut self) {
        self.decides = None;
        self.numbers.clear();
        loop {
            if let Some(outcome) = (self.adjudicate)(self.playthrough.state()) {
                (self.outcome, self.cut_off) = (Some(outcome), true);
                return;
            }
            match self.playthrough.turn() {
                Turn::Over(outcome) => return self.outcome = Some(outcome),
                _ if self.moves >= MOST_MOVES => {
                    let seats = self.seats();
                    let drawn = Outcome::shared(Seats::all(seats), BySeat::new(0, seats));
                    (self.outcome, self.cut_off) = (Some(drawn), true);
                    return;
                }
                Turn::Chance(_) => _ = self.playthrough.roll().expect("chance is next"),
                Turn::Decide(seat) => match &mut self.agents[usize::from(seat.0)] {
                    None => {
                        let (game, played) = (&*self.game.0, &self.playthrough);
                        let view = game.view(played.state(), seat);
                        let actions = played.actions().iter();
                        self.numbers.extend(actions.map(|&action| game.index(&view, action)));
                        return self.decides = Some(seat);
                    }
                    Some(agent) => {
                        self.playthrough.ask(&mut **agent).expect("a seat decides");
                    }
                },
            }
            self.moves += 1;
        }
    }

    fn numbered(&self) -> impl Iterator<Item = (usize, G::Action)> {
        self.numbers.iter().copied().zip(self.playthrough.actions().iter().copied())
    }
}

impl<G: Present + Observed> InPlay for Played<G> {
    fn reset(&mut self, begin: &Beginning) -> Result<(), Invalid> {
        // Setups are read only once, as many games are short.
        let alike = |begun: &Beginning| {
            (begun.seats, &begun.setup, &begun.position)
                == (begin.seats, &begin.setup, &begin.position)
        };
        let (state, begun) = if self.begun.as_ref().is_some_and(alike) {
            (self.playthrough.start().clone(), self.begun.take())
        } else {
            let (state, same) = self.game.begin(begin)?;
            (state, same.then(|| begin.clone()))
        };
        let (dice, seats) = (dice(Some(begin.seed)), self.game.0.seats_of(&state));
        if seats != self.seats() {
            self.members = vec![None; seats];
        }
        self.agents.resize_with(seats, || None);
        for seat in 0..seats {
            let agent = self.members[seat].as_ref().map(|member| self.agent(member));
            self.agents[seat] = agent.transpose()?;
        }
        self.playthrough = Playthrough::from_state(Arc::clone(&self.game.0), state, seats, dice);
        self.adjudicate = self.game.0.adjudicator(dice);
        (self.begun, self.moves, self.outcome, self.cut_off) = (begun, 0, None, false);
        self.advance();
        Ok(())
    }

    fn sit(&mut self, seat: Seat, agent: Option<&Member>) -> Result<(), Invalid> {
        seat.check("seat", self.seats())?;
        agent.map(|agent| self.agent(agent)).transpose()?;
        self.members[usize::from(seat.0)] = agent.cloned();
        Ok(())
    }

    fn seats(&self) -> usize {
        self.members.len()
    }

    fn decides(&self) -> Option<Seat> {
        self.decides
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    fn is_cut_off(&self) -> bool {
        self.cut_off
    }

    fn fields(&self) -> Vec<Field> {
        self.game.0.fields(&self.game.0.view(self.playthrough.state(), Seat::FIRST))
    }

    fn actions_count(&self) -> usize {
        self.game.0.actions_count(&self.game.0.view(self.playthrough.state(), Seat::FIRST))
    }

    fn observe(&self, seat: Seat, into: &mut [f32]) {
        let view = self.game.0.view(self.playthrough.state(), seat);
        Numbers::write(&*self.game.0, &view, seat, into);
    }

    fn mask(&self, into: &mut [i8]) {
        into.fill(0);
        self.numbers.iter().for_each(|&number| into[number] = 1);
    }

    fn legal(&self) -> Vec<(usize, String)> {
        self.numbered().map(|(number, action)| (number, action.to_string())).collect()
    }

    fn act(&mut self, action: usize) -> Result<(), Invalid> {
        let Some((_, action)) = self.numbered().find(|(number, _)| *number == action) else {
            let message = format!("action {action} is not legal now");
            let legal: Vec<String> =
                self.legal().iter().map(|(number, text)| format!("{number} ({text})")).collect();
            let help = if legal.is_empty() {
                "call reset: the game is over".to_owned()
            } else {
                format!("take one of {}", legal.join(", "))
            };
            return Err(Invalid::new("action", message, help));
        };
        self.playthrough.act(action).expect("it is one of the legal actions");
        self.moves += 1;
        self.advance();
        Ok(())
    }

    fn losses(&self) -> Result<Option<Vec<(usize, f64)>>, Invalid> {
        if self.decides.is_none() {
            return Ok(None);
        }
        let Some(wins) = self.game.0.solved(self.playthrough.state())? else {
            return Ok(None);
        };
        let best = wins.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let losses = self.numbered().zip(wins).map(|((number, _), wins)| (number, best - wins));
        Ok(Some(losses.collect()))
    }

    fn steps(&self) -> Vec<String> {
        let written = |step: LoggedOf<G>| match step {
            Logged::Act(_, action) => Some(action.to_string()),
            Logged::Happen(event) => Some(event.to_string()),
            Logged::Forfeit(_) => None,
        };
        self.playthrough.steps().filter_map(written).collect()
    }

    fn position(&self) -> Box<dyn UntypedPosition> {
        self.game.at(self.playthrough.state().clone())
    }

    fn text(&self, seat: Seat) -> String {
        let names = (1..=self.seats()).map(|number| format!("player_{number}"));
        let view = self.game.0.view(self.playthrough.state(), seat);
        self.game.0.text(&view, &Names::new(names, None))
    }
}
