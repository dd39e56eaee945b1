//! The people of a table: who is invited, who is away, what they say, and their clocks.

use rivals_core::play::Seat;
use rivals_core::play::record::Record;
use rivals_core::play::show::escaped;
use rivals_core::session::Next;
use serde_json::{Value, json};

use super::state::{ChairState, State};
use super::{End, Room};
use crate::games::{Chair, STRANGER, STRANGER_OF, Wish};
use crate::hall::{Client, Effect, Place, Role, send};
use crate::keys::{Entropy, hashed};
use crate::message::{No, PHRASES};

/// The longest name of a person in characters.
const LONGEST_NAME: usize = 40;

/// A person without a page is away after this time, in milliseconds.
const AWAY: u64 = 20_000;

/// How long a clock waits for the page to show its question, in milliseconds.
const SHOWN: u64 = 3_000;

/// Who is asked, and since when the clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Running {
    pub seat: usize,
    /// The number of the question.
    at: u64,
    pub since: u64,
}

/// Why an invitation is refused.
pub(crate) fn used() -> No {
    No::new("key", "the invitation was used, or is none", "ask for another invitation")
}

impl Room {
    /// Whether somebody was invited by this key and has not come.
    pub(crate) fn invites(&self, invitation: &str) -> bool {
        self.state.invited(invitation).is_some()
    }

    /// Whether the game has begun.
    fn has_begun(&self) -> bool {
        self.kept.is_some()
    }

    /// The seat and the name of a person who was invited; at a game that has begun, the seat has one.
    fn invited(&self, invitation: &str, name: &str) -> Result<(usize, String), No> {
        let chairs = &self.state.chairs;
        let place = self.state.invited(invitation).ok_or_else(used)?;
        if let Chair::Person(name) = &chairs[place].who {
            return Ok((place, name.clone()));
        }
        let name = escaped(name.trim());
        let length = name.chars().count();
        let taken =
            |chair: &ChairState| matches!(&chair.who, Chair::Person(other) if *other == name);
        if !(1..=LONGEST_NAME).contains(&length) || chairs.iter().any(taken) {
            let message = format!("\"{name}\" is not a name of its own");
            let help = format!("write 1 to {LONGEST_NAME} characters that nobody here is called");
            return Err(No::of("name", message, &help));
        }
        Ok((place, name))
    }

    /// The game with a person who was invited, to see whether it is possible; `None` if it has begun.
    pub(crate) fn tried(&self, invitation: &str, name: &str) -> Result<Option<Wish>, No> {
        let (place, name) = self.invited(invitation, name)?;
        let mut seats = self.state.seats();
        seats[place] = Chair::Person(name);
        let wish = || Wish::tried(&self.state.game, seats.iter(), self.now, &self.state.options);
        Ok((!self.has_begun()).then(wish))
    }

    /// Seats a person who was invited; returns the seat and its new key. The invitation is used up.
    pub(crate) fn sit(
        &mut self,
        invitation: &str,
        name: &str,
        entropy: &Entropy<'_>,
    ) -> Result<(Seat, String), No> {
        let (place, name) = self.invited(invitation, name)?;
        if self.has_begun() {
            self.tell_all(&format!("The seat of {name} is taken again."))?;
        }
        let key = entropy.key("seat");
        let chair = &mut self.state.chairs[place];
        (chair.who, chair.invitation) = (Chair::Person(name), None);
        chair.key = Some(hashed(&key));
        self.invitations[place] = None;
        Ok((Seat::at(place), key))
    }

    /// Tells all a line that is none of the game.
    fn tell_all(&mut self, text: &str) -> Result<(), No> {
        let waits = self.waits();
        let table = self.table.as_mut().ok_or(waits)?;
        let said = table.say(text);
        self.tell(&[said]);
        Ok(())
    }

    /// Makes a new invitation to a seat, whose key dies, or a new link for those who look on.
    /// Returns the answer, and the seat whose pages leave.
    pub(crate) fn invite(
        &mut self,
        seat: Seat,
        id: &str,
        opened: Option<usize>,
        entropy: &Entropy<'_>,
    ) -> Result<(Value, Option<Seat>), No> {
        let host = self.state.host_seat();
        if self.state.host.is_none() && host != Some(usize::from(seat.0)) {
            return Err(No::new("role", "only who made the table invites", "ask the host"));
        }
        let key = entropy.key("invitation");
        let Some(opened) = opened else {
            self.state.watch = Some(hashed(&key));
            self.watch = Some(key.clone());
            self.look();
            return Ok((json!({"is": "done", "id": id, "watch": key}), None));
        };
        let place = opened.wrapping_sub(1);
        let chair = self.state.chairs.get(place).filter(|_| Some(place) != host);
        let name = match chair.map(|chair| &chair.who) {
            Some(Chair::Open) => None,
            Some(Chair::Person(name)) => Some(name.clone()),
            Some(Chair::Agent(_)) | None => {
                let help = "name the seat of another person, from 1";
                return Err(No::of("seat", format!("seat {opened} cannot be opened"), help));
            }
        };
        if self.has_begun() {
            let name = name.clone().unwrap_or_default();
            self.tell_all(&format!("The host has opened the seat of {name} for another page."))?;
        }
        let chair = &mut self.state.chairs[place];
        (chair.key, chair.last) = (None, None);
        chair.invitation = Some(hashed(&key));
        self.sent[place].answers.clear();
        self.invitations[place] = Some(key.clone());
        self.look();
        let lost = name.map(|_| Seat::at(place));
        Ok((json!({"is": "done", "id": id, "invitation": key}), lost))
    }

    /// Says a phrase to all pages.
    pub(super) fn phrase(
        &mut self,
        seat: Seat,
        phrase: usize,
        clients: &[(Client, Place)],
    ) -> Result<Vec<Effect>, No> {
        let help = format!("write 0 to {}", PHRASES.len() - 1);
        let none = || No::of("phrase", format!("there is no phrase {phrase}"), &help);
        let text = PHRASES.get(phrase).ok_or_else(none)?;
        let place = usize::from(seat.0);
        if !self.sent[place].said.take(Some(super::PHRASES_OF_A_SEAT), self.now) {
            return Err(No::new("busy", "you have just said something", "wait some seconds"));
        }
        let Chair::Person(name) = &self.state.chairs[place].who else { return Ok(Vec::new()) };
        let said = json!({"is": "said", "seat": place + 1, "text": format!("{name}: {text}")});
        Ok(clients.iter().map(|(client, _)| send(*client, &said)).collect())
    }

    /// Notes who has a page. Returns whether somebody is away who was not, or is back.
    pub(crate) fn look_around(&mut self, clients: &[(Client, Place)]) -> bool {
        let mut changed = false;
        for place in self.state.persons() {
            let here = Place { seat: Seat::at(place), role: Role::Sits };
            let gone = &mut self.gone[place];
            if clients.iter().any(|(_, at)| *at == here) {
                gone.since = None;
            } else {
                gone.since.get_or_insert(self.now);
            }
            let away = gone.since.is_some_and(|since| since + AWAY <= self.now);
            changed |= away != gone.away;
            gone.away = away;
        }
        if changed {
            self.look();
        }
        changed
    }

    /// Starts the clock of a person who is asked, when its page is expected to show the question.
    pub(super) fn start_clock(&mut self, seat: usize, at: u64) {
        if self.state.clock.is_some() && self.running.is_none_or(|running| running.seat != seat) {
            self.running = Some(Running { seat, at, since: self.now + SHOWN });
        }
    }

    /// A page shows its question: its clock runs.
    pub(super) fn seen(&mut self, seat: Seat, at: u64) {
        if let Some(running) = &mut self.running
            && (running.seat, running.at) == (seat.0.into(), at)
        {
            running.since = running.since.min(self.now);
        }
    }

    /// The time that a seat has left, in milliseconds.
    pub(super) fn left(&self, place: usize) -> u64 {
        let running = self.running.filter(|running| running.seat == place);
        let used = running.map_or(0, |running| self.now.saturating_sub(running.since));
        self.state.chairs[place].left.saturating_sub(used)
    }

    /// Stops the clock of a person who has decided.
    pub(super) fn stop_clock(&mut self, place: usize) {
        if let Some(clock) = self.state.clock {
            let left = self.left(place);
            self.state.chairs[place].left = left + 1_000 * u64::from(clock.increment);
        }
        self.running = None;
    }

    /// Ends the wait for a person whose time is over: it gives up.
    pub(super) fn end_wait(&mut self, seat: Seat) -> Result<(), No> {
        let stale = |message: &str| No::new("rules", message, "wait for the others");
        let waits = self.waits();
        let Some(Next::Person(waited)) = self.table.as_ref().map(|table| table.session().next())
        else {
            return Err(waits);
        };
        let place = usize::from(waited.0);
        if waited == seat {
            return Err(stale("the others may end the wait for you"));
        }
        if self.state.clock.is_none() || self.running.is_none() || self.left(place) > 0 {
            return Err(stale("who decides has time left"));
        }
        let names = [seat, waited].map(|seat| match &self.state.chairs[usize::from(seat.0)].who {
            Chair::Person(name) => name.clone(),
            _ => String::new(),
        });
        self.tell_all(&format!(
            "{} ends the wait for {}, whose time is over.",
            names[0], names[1]
        ))?;
        self.running = None;
        let said = self.table.as_mut().map(|table| table.give_up()).unwrap_or_default();
        self.tell(&said);
        self.proceed();
        Ok(())
    }

    /// The record of the game, when it is over.
    pub(crate) fn record(&self) -> Result<Record, No> {
        let no = || No::new("stale", "that is shown when the game is over", "play on");
        self.record.clone().ok_or_else(no)
    }

    /// The table at which the game is played again.
    pub(crate) fn next_table(&self) -> Option<String> {
        self.state.again.clone()
    }

    /// The same table for another game, with the seats turned by one. The keys stay those of the
    /// people.
    pub(crate) fn turned(&self, id: &str) -> Result<Self, No> {
        if !matches!(self.end, End::Told(_)) {
            return Err(No::new("stale", "the game goes on", "play it to its end"));
        }
        let mut state = State { again: None, ..self.state.clone() };
        // A day has one game.
        state.options.day = None;
        state.chairs.rotate_left(1);
        for chair in &mut state.chairs {
            (chair.last, chair.invitation) = (None, None);
            // Who that was is told: another one is drawn.
            if matches!(&chair.who, Chair::Agent(id) if id.starts_with(STRANGER_OF)) {
                chair.who = Chair::Agent(STRANGER.to_owned());
            }
            chair.left = super::whole_time(state.clock);
        }
        let seats = state.chairs.len();
        Ok(Self { watch: self.watch.clone(), ..Self::of(id, state, vec![None; seats]) })
    }

    /// The name of the game, and who plays it.
    pub(crate) fn game(&self) -> (String, Vec<Chair>) {
        (self.state.game.clone(), self.state.seats())
    }

    /// The game is played again at this table.
    pub(crate) fn goes_on_at(&mut self, next: &str) {
        self.state.again = Some(next.to_owned());
        self.look();
    }
}
