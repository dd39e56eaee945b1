//! A game at which people and agents sit, for any interface: it says who acts next, what a
//! seat sees and is asked, what happened in words, and keeps the record.
//!
//! Terminals, scripts and tests drive it alike through [`Session`], in which the types of the
//! game are left behind. What a seat is shown comes from the view of that seat alone, and what a
//! game shows of its dice from dice of their own.

mod agents;
mod interface;
mod judge;
mod likeness;
mod names;
mod replay;
#[cfg(not(rivals_page))]
mod trials;

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::conduct::Prospects;
use crate::contest::Present;
use crate::engine::position;
use crate::play::outside::{OutsideAgent, Outsider};
use crate::play::record::{self, Ended, Entry, Header, Participant, RecordError};
use crate::play::show::{LogLine, Names, Scene};
use crate::play::{
    Adjudicator, Agent, Clock, Decision, Dice, Logged, Outcome, Playthrough, Seat, Step, Stream,
    Turn, Watch,
};
use crate::sort;
use crate::values::Invalid;
use agents::of_file;
use names::names;

pub use interface::{Advice, Next, Session};
pub use judge::Judged;
pub use likeness::Likeness;
#[cfg(not(rivals_page))]
pub use trials::{MATTERS, Trace, Trials, TrialsOf, Values, Worth};

/// The field of the error of a record that was played by other rules.
pub const RULES: &str = "rules";

/// The field of the error of a record with a player who cannot be seated.
pub const AGENTS: &str = "agents";

/// The beginning of the spelling of an agent that is a program of its own; its id follows.
pub const PROGRAM: &str = "cmd:";

/// The session of a game of this type.
pub struct SessionOf<G: Present> {
    header: Header,
    names: Names,
    entries: Vec<Entry>,
    playthrough: Playthrough<G>,
    dice: Dice,
    /// The watch of the agents.
    watch: Arc<Watch>,
    /// The agents by seat, made when they first decide.
    agents: Vec<Option<Box<dyn Agent<G>>>>,
    /// The programs of others that may play.
    programs: Vec<Outsider>,
    /// By seat, how long its agent is shown to think on average, in seconds, once that was asked.
    thinking: OnceCell<Vec<f64>>,
    /// The prospects that were reckoned last, with their state: a personality that decides in it takes
    /// them instead of searching again.
    prospects: RefCell<Option<(G::State, Prospects)>>,
    adjudicate: Adjudicator<G::State>,
    ended: Option<Outcome>,
    /// The state before the last step.
    before: G::State,
}

impl<G: Present> SessionOf<G> {
    /// A game that begins.
    ///
    /// # Errors
    /// [`Invalid`] of the field `seats`, [`RULES`] or [`AGENTS`], if the game is not played by this
    /// number, was played by other rules, or lacks an agent.
    pub fn new(game: Arc<G>, header: Header) -> Result<Self, Invalid> {
        let (seats, of) = (header.seats.len(), &header.game);
        let counts = game.seat_counts();
        if !counts.contains(&seats) {
            let players = if seats == 1 { "player" } else { "players" };
            let message = format!("by these rules {of} is not played by {seats} {players}");
            let help = match (counts.start(), counts.end()) {
                (low, high) if low == high => format!("seat {low} players"),
                (low, high) => format!("seat {low} to {high} players"),
            };
            return Err(Invalid::new("seats", message, help));
        }
        if !header.has_rules(&game.identity()) {
            let message =
                format!("the game was played by other rules of {of} than those of this program");
            let help = format!("use the program that played it, version {}", header.program);
            return Err(Invalid::new(RULES, message, help));
        }
        let agents = header.seats.iter().filter_map(|participant| match participant {
            Participant::Agent { agent, .. } => Some(agent),
            Participant::Person { .. } => None,
        });
        for agent in agents.chain(&header.adviser) {
            let checked = match of_file::<G>(&header, agent) {
                _ if agent.starts_with(PROGRAM) => Ok(()),
                Some(player) => player.map(drop),
                None => game.check_player(agent),
            };
            checked.map_err(|refusal| Invalid { field: AGENTS.to_owned(), ..refusal })?;
        }
        let dice = Dice::new(header.seed, 0, 0);
        let setup = &game.setups()[0];
        let start = match &header.start {
            // The readers of all positions would make the page larger by a tenth.
            Some(_) if cfg!(rivals_page) => {
                let message = "games that begin in a given position are not read here";
                return Err(Invalid::new("start", message, "review it with the program"));
            }
            Some(start) => position(&*game, start)?,
            None => game
                .set_up(setup, seats, &mut dice.opening())
                .map_err(|error| error.under("seats"))?,
        };
        let places = game.seats_of(&start);
        if places != seats {
            let message = format!("the setup {setup} is not played by {seats} players");
            return Err(Invalid::new("seats", message, format!("seat {places} players")));
        }
        let names = names(&header, false);
        Ok(Self::from_state(game, start, dice, header, names))
    }

    /// The session of a game that stands there, before its next step.
    fn from_state(game: Arc<G>, start: G::State, dice: Dice, header: Header, names: Names) -> Self {
        let (watch, seats) = (Arc::default(), header.seats.len());
        let playthrough = Playthrough::from_state(game, start, seats, dice).watched_by(&watch);
        Self {
            names,
            watch,
            entries: Vec::new(),
            before: playthrough.state().clone(),
            agents: (0..seats).map(|_| None).collect(),
            programs: Vec::new(),
            thinking: OnceCell::new(),
            prospects: RefCell::default(),
            adjudicate: playthrough.game().adjudicator(dice),
            ended: None,
            playthrough,
            dice,
            header,
        }
    }

    /// The steps of the game, and how it ended; `None` if it is not over.
    pub fn into_playthrough(self) -> (Playthrough<G>, Option<Outcome>) {
        (self.playthrough, self.ended)
    }

    fn game(&self) -> &G {
        self.playthrough.game()
    }

    fn view(&self, seat: Seat) -> Cow<'_, G::View> {
        self.game().view(self.playthrough.state(), seat)
    }

    /// The seat that decides, with its view.
    fn decider(&self) -> Option<(Seat, Cow<'_, G::View>)> {
        match self.playthrough.turn() {
            Turn::Decide(seat) if self.ended.is_none() => Some((seat, self.view(seat))),
            _ => None,
        }
    }

    fn is_person(&self, seat: Seat) -> bool {
        let participant = &self.header.seats[usize::from(seat.0)];
        participant.person().is_some()
    }

    /// Ends the game if the rules or the judge of stalled games say so.
    fn settle(&mut self) {
        self.ended = match self.playthrough.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => (self.adjudicate)(self.playthrough.state()),
        };
        if let Some(outcome) = &self.ended {
            let forfeited = matches!(self.playthrough.steps().last(), Some(Logged::Forfeit(_)));
            for agent in self.agents.iter_mut().flatten() {
                if let Some(program) = agent.downcast_mut::<OutsideAgent>() {
                    program.over(outcome, forfeited, &|| Value::Null);
                }
            }
            let by_lot = self.adjudication().is_some_and(|(by_lot, _)| by_lot);
            let end = Ended { by_lot, ..outcome.into() };
            self.entries.push(Entry::End { end });
        }
    }

    /// How the game was decided if not by its rules: whether by lot, and why.
    fn adjudication(&self) -> Option<(bool, String)> {
        let by_rules = matches!(self.playthrough.turn(), Turn::Over(_));
        (self.ended.is_some() && !by_rules)
            .then(|| self.game().adjudication(self.playthrough.state()))
    }
}

impl<G: Present> Session for SessionOf<G> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn again(&self, header: Header) -> Result<Box<dyn Session>, Invalid> {
        let mut again = Self::new(Arc::clone(self.playthrough.game()), header)?;
        again.reveal();
        Ok(Box::new(again))
    }

    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn note(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    fn hides(&self) -> bool {
        G::HIDES
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn reveal(&mut self) {
        self.names = names(&self.header, true);
    }

    fn timed_by(&mut self, clock: Clock) {
        self.watch.set_clock(clock);
    }

    fn join(&mut self, programs: Vec<Outsider>) {
        self.programs = programs;
    }

    fn watch(&self) -> Arc<Watch> {
        Arc::clone(&self.watch)
    }

    fn prepare(&self) -> Option<Box<dyn FnOnce() + Send>> {
        self.game().prepare()
    }

    fn next(&self) -> Next {
        if let Some(outcome) = &self.ended {
            return Next::Over(outcome.clone());
        }
        match self.playthrough.turn() {
            Turn::Decide(seat) if self.is_person(seat) => Next::Person(seat),
            Turn::Decide(seat) => Next::Agent(seat),
            Turn::Chance(_) => Next::Chance,
            Turn::Over(outcome) => Next::Over(outcome),
        }
    }

    fn advance(&mut self) {
        let next = self.next();
        if !matches!(next, Next::Chance | Next::Agent(_)) {
            return;
        }
        self.before = self.playthrough.state().clone();
        let entry = if let Next::Agent(seat) = next {
            self.asked(seat)
        } else {
            let event = self.playthrough.roll().expect("chance is next");
            Entry::Event { event: event.to_string() }
        };
        self.entries.push(entry);
        self.settle();
    }

    fn choices(&self) -> Vec<String> {
        let Some((_, view)) = self.decider() else {
            return Vec::new();
        };
        let actions = self.playthrough.actions().iter();
        actions.map(|&action| self.game().name(&view, action)).collect()
    }

    fn find(&self, words: &str) -> Option<usize> {
        let (_, view) = self.decider()?;
        let mut actions = self.playthrough.actions().iter();
        actions.position(|&action| {
            let name = self.game().name(&view, action);
            [name, action.to_string()].iter().any(|name| name.to_lowercase() == words)
        })
    }

    fn choose(&mut self, choice: usize, ms: Option<u64>, hint: bool) {
        let Next::Person(seat) = self.next() else {
            // Sessions ask a person before they choose, and records are read by `replay_one`, which
            // refuses an action where no seat decides.
            panic!("no person decides");
        };
        let actions = self.playthrough.actions();
        let (action, options) = (actions[choice], actions.len());
        self.before = self.playthrough.state().clone();
        self.playthrough.act(action).expect("the choices are legal");
        self.entries.push(Entry::Act {
            act: action.to_string(),
            seat: seat.0 + 1,
            options,
            ms,
            hint,
            why: None,
        });
        self.settle();
    }

    fn undo(&mut self) -> bool {
        let may = self.may_undo();
        if may {
            self.take_back();
            self.entries.push(Entry::Undo { undo: 1 });
        }
        may
    }

    fn scene(&self, seat: Seat) -> Scene {
        self.game().scene(&self.view(seat), &self.names)
    }

    fn told_scene(&self, seat: Seat) -> Scene {
        let before = self.game().view(&self.before, seat);
        self.game().told_scene(&before, &self.view(seat), &self.names)
    }

    fn reason(&self) -> String {
        match self.playthrough.turn() {
            Turn::Over(_) => self.game().reason(&self.view(Seat::FIRST), &self.names),
            _ => String::new(),
        }
    }

    fn question(&self) -> String {
        let decider = self.decider();
        decider.map_or_else(String::new, |(_, view)| self.game().question(&view, &self.names))
    }

    fn odds(&self) -> Option<String> {
        let (_, view) = self.decider()?;
        self.game().odds(&view)
    }

    fn told(&self, seat: Seat) -> Vec<LogLine> {
        let Some(step) = self.playthrough.steps().last() else {
            return Vec::new();
        };
        if let Logged::Forfeit(loser) = step {
            let text = format!("{} up the game.", self.names.does(loser, "give"));
            let agent = self.agents[usize::from(loser.0)].as_ref();
            let why = agent.and_then(|agent| agent.downcast::<OutsideAgent>()?.why());
            let why = why.map(str::to_owned);
            return [Some(text), why].into_iter().flatten().map(LogLine::line).collect();
        }
        let before = self.game().view(&self.before, seat);
        let mut dice = self.playthrough.stream(Stream::Shown);
        let after = self.view(seat);
        let mut told = self.game().tell(&before, &step, &after, &self.names, &mut dice);
        told.extend(self.adjudication().map(|(_, why)| LogLine::line(why)));
        told
    }

    fn explain(&self, choice: usize) -> String {
        let (_, view) = self.decider().expect("a seat decides");
        self.game().explain(&view, self.playthrough.actions()[choice])
    }

    fn sketch(&self) -> String {
        self.decider().map_or_else(String::new, |(_, view)| self.game().sketch(&view))
    }

    fn confirm(&self, choice: usize) -> Option<String> {
        let (_, view) = self.decider()?;
        self.game().confirm(&view, self.playthrough.actions()[choice])
    }

    fn goes_without_asking(&self) -> bool {
        match (self.decider(), self.playthrough.actions()) {
            (Some((_, view)), [action]) => self.game().goes_without_asking(&view, *action),
            _ => false,
        }
    }

    fn wins(&self) -> Option<Vec<f64>> {
        self.decider().filter(|_| !G::HIDES)?;
        self.game().solved(self.playthrough.state()).ok()?
    }

    fn reckoned(&self) -> Option<Vec<f64>> {
        if let Some(wins) = self.wins() {
            return Some(wins);
        }
        let (seat, view) = self.decider().filter(|_| !G::HIDES)?;
        let decision = self.playthrough.decision(seat, &view);
        let conducting = G::CONDUCT.filter(|_| decision.actions.len() > 1)?;
        let mut reference = self.game().player(conducting.reference).ok()?;
        let prospects = conducting.conduct.prospects(&decision, &mut *reference).ok()?;
        let mut shares = vec![prospects.value(); decision.actions.len()];
        for option in &prospects.options {
            shares[option.place] = option.value;
        }
        let state = self.playthrough.state().clone();
        *self.prospects.borrow_mut() = Some((state, prospects));
        Some(shares)
    }

    fn standing(&self) -> Option<Vec<f64>> {
        let (game, state) = (self.game(), self.playthrough.state());
        let conduct = G::CONDUCT?.conduct;
        let seats = (0..self.header.seats.len()).map(Seat::at);
        Some(seats.map(|seat| conduct.progress(game, state, seat)).collect())
    }

    fn advice(&self) -> Advice {
        let named = self.header.adviser.as_deref();
        if let Some(wins) = self.wins().filter(|_| named.is_none()) {
            return Advice::Exact(wins);
        }
        let Some((seat, view)) = self.decider() else {
            return Advice::None;
        };
        let hidden = G::HIDES;
        let estimate = || self.game().estimated(self.playthrough.state(), seat);
        if let Some(wins) = (!hidden && named.is_none()).then(estimate).flatten() {
            return Advice::Estimate(wins);
        }
        let Some(name) = named.or_else(|| self.game().adviser()) else {
            return Advice::None;
        };
        let actions = self.playthrough.actions();
        let decision = Decision { explained: true, ..self.playthrough.decision(seat, &view) };
        let mut dice = self.playthrough.stream(Stream::Advised);
        let mut agent = self.agent(name);
        let Ok(thought) = agent.decide(&decision, &mut dice) else {
            return Advice::None;
        };
        let wins = thought.actions.iter().filter(|_| self.header.seats.len() > 2);
        let wins = wins.filter_map(|of| Some((decision.place(of.action)?, of.value)));
        let mut wins: Vec<(usize, f64)> = wins.collect();
        let chosen = decision.place(thought.action);
        let first = |of: &(usize, f64)| Some(of.0) == chosen;
        sort::by(&mut wins, |a, b| first(b).cmp(&first(a)).then(b.1.total_cmp(&a.1)));
        decision.place(thought.action).map_or(Advice::None, |choice| {
            let after = self.game().after(self.playthrough.state(), Step::Act(actions[choice]));
            let proven = (!hidden).then(|| self.game().proven(&after, seat));
            let why = thought.sentence.map(|sentence| sentence.to_string());
            Advice::Agent { agent: name.to_owned(), choice, why, wins, proven: proven.flatten() }
        })
    }

    fn judge(&self, choices: &[usize], deeper: bool) -> Option<Judged> {
        self.judged(choices, deeper)
    }

    fn likeness(&mut self, entries: &[Entry], seat: Seat, candidates: &[&str]) -> Vec<Likeness> {
        self.likened(entries, seat, candidates)
    }

    fn events(&self) -> Option<Vec<Value>> {
        self.game().events(&self.playthrough)
    }

    fn guide(&self) -> String {
        self.game().guide()
    }

    fn thinking(&self) -> Duration {
        self.shown_thinking()
    }

    fn draw(&self, seat: Seat) -> u64 {
        rand::Rng::next_u64(&mut self.playthrough.stream(Stream::Remark(seat)))
    }

    fn replay_at(&mut self, entries: &[Entry], place: usize) -> Result<(), RecordError> {
        self.replay_one(&entries[place]).map_err(|(message, help)| {
            let over = entries.iter().any(|one| matches!(one, Entry::End { .. }));
            // The header is the first line.
            let line = place + 2;
            if G::HIDES && !over {
                // What happened is not for all eyes before the game is over.
                return RecordError::new(line, "does not fit", help);
            }
            let entry = record::line(&entries[place]);
            let message = format!("does not fit, {}: {message}", entry.trim_end());
            RecordError::new(line, message, help)
        })
    }
}
