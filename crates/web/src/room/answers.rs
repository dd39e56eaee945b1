//! What a person at a table asks for, and the answers.

use rivals_core::play::Seat;
use rivals_core::play::record::Entry;
use rivals_core::play::show::LogLine;
use rivals_core::session::Next;
use rivals_core::table::{Said, Table};
use serde_json::{Value, json};

use super::AHEAD;
use super::{End, Job, Room};
use crate::hall::{Client, Effect, Place, Role, send};
use crate::message::{Ask, No};

/// How long an action that was held waits for `go` or `undo`, in milliseconds.
const HOLD: u64 = 10_000;

/// The answers of a seat that are kept for messages that are sent again.
const ANSWERS: usize = 8;

impl Room {
    /// Answers a message of the person at a seat.
    pub(crate) fn answer(
        &mut self,
        client: Client,
        id: &str,
        at: Place,
        ask: Ask,
        clients: &[(Client, Place)],
        most: usize,
    ) -> Result<Vec<Effect>, No> {
        let seat = at.seat;
        if let Some(answer) = self.answered(seat, id) {
            return Ok(vec![send(client, &answer)]);
        }
        if let Ask::Seen { at: question } = ask {
            if at.role == Role::Sits {
                self.seen(seat, question);
            }
            return Ok(Vec::new());
        }
        if let Some(text) = self.told_to(client, seat, id, &ask, most)? {
            return Ok(text);
        }
        let acts = matches!(ask, Ask::Act { .. });
        let mut effects = match ask {
            Ask::Say { phrase, .. } if at.role == Role::Sits => {
                self.phrase(seat, phrase, clients)?
            }
            ask => {
                self.carry_out(at, ask)?;
                Vec::new()
            }
        };
        let done = self.remember(seat, id, acts);
        effects.extend([self.save(None), send(client, &done)]);
        effects.extend(self.sent_to(clients));
        Ok(effects)
    }

    /// The answer to a question in words, if it is one.
    fn told_to(
        &mut self,
        client: Client,
        seat: Seat,
        id: &str,
        ask: &Ask,
        most: usize,
    ) -> Result<Option<Vec<Effect>>, No> {
        let (hint, why) = (matches!(ask, Ask::Hint { .. }), matches!(ask, Ask::Why { .. }));
        if !hint && !why && !matches!(ask, Ask::Guide { .. }) {
            return Ok(None);
        }
        let waits = self.waits();
        let may_wait = self.may_wait(seat, most);
        let table = self.table.as_mut().filter(|_| !self.prepares).ok_or(waits)?;
        if !hint && !why {
            return Ok(Some(vec![said_to(client, id, &table.session().guide())]));
        }
        if table.session().next() != Next::Person(seat) || self.passes.is_some() {
            let message = "that is said when you decide";
            return Err(No::new("stale", message, "wait for the question"));
        }
        if why {
            let text = table.why().unwrap_or_default();
            return Ok(Some(vec![said_to(client, id, &text)]));
        }
        may_wait?;
        let hint = |table: &mut Table| {
            let (text, bars) = table.hint_with_bars();
            json!({"is": "say", "text": text, "bars": bars})
        };
        self.jobs.push_back(Job::Answer(client, seat, id.to_owned(), Box::new(hint)));
        Ok(Some(vec![Effect::Think(self.id.clone())]))
    }

    /// Carries out what a page asks for.
    fn carry_out(&mut self, at: Place, ask: Ask) -> Result<(), No> {
        let seat = at.seat;
        let waits = self.waits();
        if self.table.is_none() || self.prepares {
            return Err(waits);
        }
        match ask {
            Ask::More { steps, .. } if at.role == Role::Hosts => {
                if !(1..=AHEAD).contains(&steps) {
                    let help = format!("write 1 to {AHEAD}");
                    return Err(No::of("steps", format!("{steps} steps are not possible"), &help));
                }
                self.ahead = (self.ahead + steps).min(AHEAD);
                if self.is_quiet() {
                    self.proceed();
                }
            }
            Ask::Remarks { on, .. } => {
                self.table.iter_mut().for_each(|table| table.set_remarks(on))
            }
            _ if at.role != Role::Sits => {
                return Err(No::new("role", "nobody of this table is you", "send more"));
            }
            Ask::Act { at, choice, hold, .. } => {
                let held = hold.then_some(self.now + HOLD);
                self.act(seat, at, choice, held)?;
            }
            Ask::Go { .. } if self.held.is_some() => {
                self.held = None;
                self.proceed();
            }
            Ask::Go { .. } => return Err(No::new("stale", "nothing waits", "answer the question")),
            Ask::Undo { .. } => self.undo(seat)?,
            Ask::Guess { choice, .. } => self.guessed(choice)?,
            Ask::Allow { on, .. } => {
                self.state.chairs[usize::from(seat.0)].allows = on;
                self.look();
            }
            Ask::End { .. } => self.end_wait(seat)?,
            Ask::More { .. } => {
                let message = "a table with people goes on by itself";
                return Err(No::new("role", message, "answer the question"));
            }
            _ => unreachable!("it is answered before"),
        }
        Ok(())
    }

    /// The answer that a message of this id got before.
    fn answered(&self, seat: Seat, id: &str) -> Option<Value> {
        let place = usize::from(seat.0);
        let answers = self.sent[place].answers.iter();
        let known = answers.filter(|(known, _)| known == id).map(|(_, answer)| answer.clone());
        let last = self.state.chairs[place].last.iter();
        let kept = last.filter(|(known, _)| known == id);
        known.chain(kept.map(|(_, n)| json!({"is": "done", "id": id, "n": n}))).next()
    }

    /// The answer to a message that was carried out, which is kept for those who send it again.
    fn remember(&mut self, seat: Seat, id: &str, acts: bool) -> Value {
        let sent = &mut self.sent[usize::from(seat.0)];
        let answer = json!({"is": "done", "id": id, "n": sent.n});
        if acts {
            self.state.chairs[usize::from(seat.0)].last = Some((id.to_owned(), sent.n));
        }
        sent.answers.push_back((id.to_owned(), answer.clone()));
        if sent.answers.len() > ANSWERS {
            sent.answers.pop_front();
        }
        answer
    }

    /// Why nothing can be done at a table without a game, or at which somebody thinks.
    pub(super) fn waits(&self) -> No {
        let (message, help) = if self.busy && self.answers {
            ("the hint is not ready yet", "choose when it is shown")
        } else if self.busy || self.prepares {
            ("somebody thinks", "wait for the question")
        } else {
            ("the game has not begun", "wait until every seat is taken")
        };
        No::new("wait", message, help)
    }

    /// Plays a choice, and goes on at once or, where it is held, after `go` or at this time.
    fn act(&mut self, seat: Seat, at: u64, choice: usize, held: Option<u64>) -> Result<(), No> {
        let place = usize::from(seat.0);
        let (open, waits) = (self.sent[place].question, self.waits());
        let table = self.table.as_mut().ok_or(waits)?;
        let decides = table.session().next() == Next::Person(seat);
        if !decides || self.held.is_some() || self.passes.is_some() || at != open {
            let message = "that question is not open";
            return Err(No::new("stale", message, "answer the question that is open"));
        }
        let choices = table.session().choices().len();
        if choice >= choices {
            let help = format!("write 0 to {}", choices - 1);
            let no = No::new("invalid", format!("there is no choice {choice}"), &help);
            return Err(No { field: "choice".to_owned(), ..no });
        }
        self.stop_clock(place);
        let Some(table) = &mut self.table else { return Ok(()) };
        let said = table.choose(choice, None);
        let asked = matches!(table.session().next(), Next::Person(_));
        self.tell(&said);
        self.held = held.filter(|_| !asked);
        if self.held.is_some() {
            self.look();
        } else {
            self.proceed();
        }
        Ok(())
    }

    /// Takes the last action of a seat back.
    fn undo(&mut self, seat: Seat) -> Result<(), No> {
        let waits = self.waits();
        let table = self.table.as_mut().ok_or(waits)?;
        let acts = table.session().entries().iter().rev().find_map(|entry| match entry {
            Entry::Act { seat, .. } => Some(*seat),
            _ => None,
        });
        let own = acts == Some(seat.0 + 1);
        if table.persons().len() > 1 && (self.held.is_none() || !own) {
            let message = "with several people an action stands once it is played";
            return Err(No::new("rules", message, "play on"));
        }
        table.undo().map_err(|why| No::new("rules", why, "play on"))?;
        self.held = None;
        let line = LogLine::line("The last action is taken back. This game is practice now.");
        self.tell(&[Said { to: None, line }]);
        self.proceed();
        Ok(())
    }

    /// Tells who the stranger was without a guess, as that was told at another game in which the same
    /// one sat. Nothing happens where it is told already.
    pub(crate) fn told_elsewhere(&mut self, clients: &[(Client, Place)]) -> Vec<Effect> {
        let next = self.table.as_ref().map(|table| table.session().next());
        // A table that was read again has not asked yet.
        if let Some(Next::Over(outcome)) = next
            && self.end == End::Not
        {
            self.over(&outcome);
        }
        if self.guessed(None).is_err() {
            return Vec::new();
        }
        let mut effects = vec![self.save(None)];
        effects.extend(self.sent_to(clients));
        effects
    }

    /// A guess of who the next stranger was.
    fn guessed(&mut self, choice: Option<usize>) -> Result<(), No> {
        let stale = || No::new("stale", "nobody is to be guessed", "play on");
        let (End::Guess(guesses), Some(table)) = (&mut self.end, &self.table) else {
            return Err(stale());
        };
        if choice.is_some_and(|place| place >= self.candidates.len()) {
            let help = format!("write null, or 0 to {}", self.candidates.len() - 1);
            let no = No::new("invalid", "there is no such candidate", &help);
            return Err(No { field: "choice".to_owned(), ..no });
        }
        let seat = *table.strangers().get(guesses.len()).ok_or_else(stale)?;
        guesses.push((seat, choice));
        if let Next::Over(outcome) = table.session().next() {
            self.over(&outcome);
        }
        Ok(())
    }
}

/// An answer in words to one page.
fn said_to(client: Client, id: &str, text: &str) -> Effect {
    send(client, &json!({"is": "say", "id": id, "text": text}))
}
