//! What any interface drives: a game that is being played, without the types of the game.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::judge::Judged;
use super::likeness::Likeness;
use crate::play::outside::Outsider;
use crate::play::record::{Entry, Header, Record, RecordError};
use crate::play::show::{LogLine, Names, Scene};
use crate::play::{Clock, Outcome, Seat, Watch};
use crate::values::Invalid;

/// Who acts next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// A person decides, by [`Session::choose`].
    Person(Seat),
    /// An agent decides, in [`Session::advance`].
    Agent(Seat),
    /// Chance decides, in [`Session::advance`].
    Chance,
    /// The game is over.
    Over(Outcome),
}

/// What is known about the choices of a decision.
#[derive(Clone, Debug, PartialEq)]
pub enum Advice {
    /// The win probability of each choice, exactly.
    Exact(Vec<f64>),
    /// The win probability of each choice, as in a game of two against the strongest rival.
    Estimate(Vec<f64>),
    /// The choice that an agent would make.
    Agent {
        /// The agent.
        agent: String,
        /// The index of its choice.
        choice: usize,
        /// The sentence that decided, in words, of a player made of sentences.
        why: Option<String>,
        /// The choices that the agent compared, with its estimate of winning or sharing the win;
        /// the best first. Of games with more than two seats only.
        wins: Vec<(usize, f64)>,
        /// The share of the win that its choice gets with the best play of all, if that is proven.
        proven: Option<f64>,
    },
    /// Nothing.
    None,
}

/// A game that is being played.
pub trait Session: Send {
    /// Who plays what.
    fn header(&self) -> &Header;

    /// Another game by the same rules and values, before its first step, with the names of all.
    ///
    /// # Errors
    /// [`Invalid`], if its players or rules are others.
    fn again(&self, header: Header) -> Result<Box<dyn Session>, Invalid>;

    /// What happened so far.
    fn entries(&self) -> &[Entry];

    /// Adds a remark or a guess to the record.
    fn note(&mut self, entry: Entry);

    /// Whether seats know different things.
    fn hides(&self) -> bool;

    /// The names of the players; strangers have none until they are revealed.
    fn names(&self) -> &Names;

    /// Makes the names of strangers known.
    fn reveal(&mut self);

    /// Gives the agents a clock, which those of limited time need.
    fn timed_by(&mut self, clock: Clock);

    /// The watch by which the searches of the agents are stopped.
    fn watch(&self) -> Arc<Watch>;

    /// Work that the agents and hints would otherwise wait for, for another thread.
    fn prepare(&self) -> Option<Box<dyn FnOnce() + Send>>;

    /// Who acts next.
    fn next(&self) -> Next;

    /// Lets chance or an agent act, if it is their turn.
    fn advance(&mut self);

    /// The names of the legal actions, in canonical order.
    fn choices(&self) -> Vec<String>;

    /// The legal action that is named by its name or notation, in lower case.
    fn find(&self, words: &str) -> Option<usize>;

    /// Plays a choice of the person that decides. The time and the hint are for the record.
    ///
    /// # Panics
    /// If there is no such choice, or no person decides.
    fn choose(&mut self, choice: usize, ms: Option<u64>, hint: bool);

    /// Takes back the last action of a person if nothing followed it; returns whether it did.
    fn undo(&mut self) -> bool;

    /// The game as a seat sees it.
    fn scene(&self, seat: Seat) -> Scene;

    /// What is drawn while the last step is told, as a seat sees it.
    fn told_scene(&self, seat: Seat) -> Scene;

    /// Why the rules have ended the game, as one sentence; empty where the result says it, or
    /// something else has ended it.
    fn reason(&self) -> String;

    /// What the seat that decides is asked.
    fn question(&self) -> String;

    /// What any player could know of the next roll, as a sentence; `None` where there is none.
    fn odds(&self) -> Option<String>;

    /// The last step in words, as a seat noticed it.
    fn told(&self, seat: Seat) -> Vec<LogLine>;

    /// What may come of a choice.
    fn explain(&self, choice: usize) -> String;

    /// What a player of the game sees in the choices, drawn in lines of at most 80 columns; empty if
    /// nothing is drawn.
    fn sketch(&self) -> String;

    /// The question that is asked before this choice is played, if any.
    fn confirm(&self, choice: usize) -> Option<String>;

    /// Whether the only legal action is one that a person is not asked for.
    fn goes_without_asking(&self) -> bool;

    /// The win probabilities of the choices for the seat that decides; `None` where the game is not
    /// solved, or hides something.
    fn wins(&self) -> Option<Vec<f64>>;

    /// The shares of the win of the choices for the seat that decides: [`Self::wins`], or as the
    /// reference of personalities finds them. A choice that it leaves out, as another one is as
    /// good, has the share of the best one. `None` where nothing is known, or something is hidden.
    fn reckoned(&self) -> Option<Vec<f64>>;

    /// How far each seat has come on its way to the win, 0 to 1, as all see it; `None` if
    /// personalities do not play the game, or by code of its own.
    fn standing(&self) -> Option<Vec<f64>>;

    /// What is known about the choices.
    fn advice(&self) -> Advice;

    /// What these choices and the best one are worth, exactly or by a search; by a `deeper` one to
    /// measure the error of the first. `None` if nothing values them.
    fn judge(&self, choices: &[usize], deeper: bool) -> Option<Judged>;

    /// Plays these entries, and says of the decisions of a seat how likely each of these agents of
    /// the game would have made them: exactly where an agent knows its probabilities, else by asking
    /// it several times. Where that takes long, decisions are left out.
    fn likeness(&mut self, entries: &[Entry], seat: Seat, candidates: &[&str]) -> Vec<Likeness>;

    /// The game and its scene, explained.
    fn guide(&self) -> String;

    /// Lets these programs of others play at the seats whose agents have their ids behind
    /// [`PROGRAM`](super::PROGRAM).
    fn join(&mut self, programs: Vec<Outsider>);

    /// How long the agent that decides is shown to think.
    fn thinking(&self) -> Duration;

    /// A number for the choice of a remark, by seed and step.
    fn draw(&self, seat: Seat) -> u64;

    /// Plays the entry of this place of a record, after those before it.
    ///
    /// # Errors
    /// [`RecordError`], if it does not fit.
    fn replay_at(&mut self, entries: &[Entry], place: usize) -> Result<(), RecordError>;

    /// Plays what a record says.
    ///
    /// # Errors
    /// [`RecordError`], at the first entry that does not fit.
    fn replay(&mut self, entries: &[Entry]) -> Result<(), RecordError> {
        (0..entries.len()).try_for_each(|place| self.replay_at(entries, place))
    }

    /// Plays what a record says; returns what each seat noticed, as lines.
    ///
    /// # Errors
    /// As [`Self::replay`].
    fn retell(&mut self, entries: &[Entry]) -> Result<Vec<Vec<String>>, RecordError> {
        let texts = |log: Vec<LogLine>| log.into_iter().map(|told| told.text).collect();
        Ok(self.recalled(entries)?.into_iter().map(texts).collect())
    }

    /// Plays what a record says; returns what each seat noticed.
    ///
    /// # Errors
    /// As [`Self::replay`].
    fn recalled(&mut self, entries: &[Entry]) -> Result<Vec<Vec<LogLine>>, RecordError> {
        let mut logs = vec![Vec::new(); self.header().seats.len()];
        // What a player thought may tell its cards.
        let over = entries.iter().any(|entry| matches!(entry, Entry::End { .. }));
        for (place, entry) in entries.iter().enumerate() {
            self.replay_at(entries, place)?;
            for (seat, log) in (0..).map(Seat).zip(&mut logs) {
                match entry {
                    Entry::Act { why: Some(why), .. } if over => {
                        log.extend(self.told(seat));
                        log.push(LogLine::line(format!("{why}.")));
                    }
                    Entry::Event { .. } | Entry::Act { .. } | Entry::Forfeit { .. } => {
                        log.extend(self.told(seat));
                    }
                    Entry::Undo { .. } => log.push(LogLine::line("The last action is taken back.")),
                    Entry::Remark { remark, seat } => {
                        let name = self.names().name(Seat(seat.wrapping_sub(1)));
                        log.push(LogLine::line(format!("{name}: \"{remark}\"")));
                    }
                    Entry::Guess { .. } | Entry::End { .. } => {}
                }
            }
        }
        Ok(logs)
    }

    /// The game's own log of what happened so far; `None` if it has none.
    fn events(&self) -> Option<Vec<Value>>;

    /// The record so far.
    fn record(&self) -> Record {
        Record { header: self.header().clone(), entries: self.entries().to_vec() }
    }
}
