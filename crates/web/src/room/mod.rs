//! One table of the hall: its persons and their keys, what each was sent, and what is still to do.

mod answers;
mod shown;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use rivals_core::personalities::Member;
use rivals_core::play::record::{Header, Record};
use rivals_core::play::session::Next;
use rivals_core::play::show::escaped;
use rivals_core::play::{Outcome, Seat, Watch};
use rivals_core::table::{Table, result};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::games::{Chair, Wish};
use crate::hall::{Client, Effect, Saved, Work, send};
use crate::keys::{Entropy, hashed};
use crate::message::No;

/// The longest name of a person in characters.
const LONGEST_NAME: usize = 40;

/// What is kept of a table beside its game.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct State {
    game: String,
    chairs: Vec<ChairState>,
    hints: bool,
}

impl State {
    fn seat(&self, key: &str) -> Option<Seat> {
        let hash = hashed(key);
        let place = self.chairs.iter().position(|chair| chair.key.as_ref() == Some(&hash));
        place.map(Seat::at)
    }

    fn invited(&self, invitation: &str) -> Option<usize> {
        let hash = hashed(invitation);
        self.chairs.iter().position(|chair| chair.invitation.as_ref() == Some(&hash))
    }
}

/// The seat of a key at a table of which this was kept.
pub(crate) fn seat(state: &str, key: &str) -> Option<Seat> {
    serde_json::from_str::<State>(state).ok()?.seat(key)
}

/// Whether somebody was invited to a table of which this was kept.
pub(crate) fn invites(state: &str, invitation: &str) -> bool {
    let state = serde_json::from_str::<State>(state);
    state.is_ok_and(|state| state.invited(invitation).is_some())
}

/// Why an invitation is refused.
pub(crate) fn used() -> No {
    No::new("key", "the invitation was used, or is none", "ask for another invitation")
}

/// A seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct ChairState {
    who: Chair,
    /// The hash of the person's key.
    key: Option<String>,
    /// The hash of the invitation that was not used yet.
    invitation: Option<String>,
    /// The id of the last action, and the number in its answer.
    last: Option<(String, u64)>,
}

/// What a seat was sent.
#[derive(Debug, Default)]
struct Sent {
    /// The number of the last message.
    n: u64,
    /// The lines of its log.
    lines: Vec<String>,
    /// What each region of its page shows.
    regions: BTreeMap<&'static str, String>,
    /// What can be chosen, beside the region `ask`.
    ask: Value,
    /// The number of the question that is open.
    question: u64,
    /// The last answers by the ids of the messages.
    answers: VecDeque<(String, Value)>,
    /// What is to be sent.
    out: Vec<Value>,
}

/// What is worked on.
pub(crate) enum Job {
    /// What agents and hints would wait for is computed.
    Prepare(Box<dyn FnOnce() + Send>),
    /// An agent decides.
    Step,
    /// What the choices are worth, for the message of this id.
    Hint(Client, Seat, String),
    /// The review of a game that is over.
    Review(Client, Seat, String, Review),
}

/// Work that writes a review.
pub(crate) type Review = Box<dyn FnOnce() -> Option<String> + Send>;

/// How far the end of a game is told.
#[derive(Clone, Debug, PartialEq, Eq)]
enum End {
    /// The game goes on.
    Not,
    /// The strangers of these seats are to be guessed; the guesses so far.
    Guess(Vec<(Seat, Option<usize>)>),
    /// All is told: the result.
    Told(String),
}

/// A table of the hall.
pub(crate) struct Room {
    id: String,
    /// A number that no other room of the hall has or had.
    pub epoch: u64,
    state: State,
    /// The invitations that were made since the program began, by seat.
    invitations: Vec<Option<String>>,
    /// The table, once it has begun, while nobody works on it.
    table: Option<Table>,
    candidates: Vec<Member>,
    /// How many entries of its game are kept, once it has begun.
    kept: Option<u64>,
    sent: Vec<Sent>,
    jobs: VecDeque<Job>,
    /// Whether a driver works on it.
    busy: bool,
    /// Whether the game is prepared, and nobody is asked yet.
    prepares: bool,
    /// What stops the searches of its agents.
    watch: Option<Arc<Watch>>,
    /// Since when it has no pages and nothing to do.
    pub deserted: Option<u64>,
    /// When an action that is held goes on by itself.
    held: Option<u64>,
    end: End,
}

impl Room {
    /// A table with these seats; whoever makes it takes the first open one. Returns that seat, and
    /// its key.
    pub(crate) fn new(
        id: &str,
        game: String,
        seats: Vec<Chair>,
        hints: bool,
        entropy: &Entropy<'_>,
    ) -> Result<(Self, Seat, String), No> {
        let mine = seats.iter().position(|chair| matches!(chair, Chair::Person(_)));
        let mine = mine.ok_or_else(|| {
            let help = "write {\"person\": NAME} for one of the seats";
            No { field: "seats".to_owned(), ..No::new("invalid", "you have no seat", help) }
        })?;
        let mut invitations = Vec::new();
        let chairs = seats.into_iter().enumerate().map(|(place, who)| {
            let invitation = (who == Chair::Open).then(|| entropy.key(&format!("seat {place}")));
            let hash = invitation.as_deref().map(hashed);
            invitations.push(invitation);
            ChairState { who, key: None, invitation: hash, last: None }
        });
        let mut state = State { game, chairs: chairs.collect(), hints };
        let key = entropy.key("mine");
        state.chairs[mine].key = Some(hashed(&key));
        let room = Self::of(id, state, invitations);
        Ok((room, Seat::at(mine), key))
    }

    fn of(id: &str, state: State, invitations: Vec<Option<String>>) -> Self {
        Self {
            id: id.to_owned(),
            epoch: 0,
            sent: state.chairs.iter().map(|_| Sent::default()).collect(),
            state,
            invitations,
            table: None,
            candidates: Vec::new(),
            kept: None,
            jobs: VecDeque::new(),
            busy: false,
            prepares: false,
            watch: None,
            deserted: None,
            held: None,
            end: End::Not,
        }
    }

    /// A table as it was kept; `None` if its state cannot be read.
    pub(crate) fn kept(id: &str, state: &str, begun: Option<(Table, Vec<Member>)>) -> Option<Self> {
        let state: State = serde_json::from_str(state).ok()?;
        let seats = state.chairs.len();
        let mut room = Self::of(id, state, vec![None; seats]);
        if let Some((table, candidates)) = begun {
            room.kept = Some(table.kept() as u64);
            room.sit_down(table, candidates);
            room.recall_end();
        }
        Some(room)
    }

    /// Whether nobody works on it, and nothing is to be done.
    pub(crate) fn is_quiet(&self) -> bool {
        !self.busy && self.jobs.is_empty() && self.held.is_none()
    }

    /// Stops what is searched.
    pub(crate) fn stop(&self) {
        if let Some(watch) = &self.watch {
            watch.set_stopped(true);
        }
    }

    fn sit_down(&mut self, table: Table, candidates: Vec<Member>) {
        for (seat, sent) in (0..).map(Seat).zip(&mut self.sent) {
            sent.lines = table.log(seat).iter().map(|line| line.text.clone()).collect();
        }
        self.watch = Some(table.session().watch());
        if !matches!(table.session().next(), Next::Over(_)) {
            self.jobs.extend(table.session().prepare().map(Job::Prepare));
            self.prepares = !self.jobs.is_empty();
        }
        (self.table, self.candidates) = (Some(table), candidates);
    }

    /// A game whose end was kept has told all, but its strangers are strangers again.
    fn recall_end(&mut self) {
        let Some(table) = &mut self.table else { return };
        if let Next::Over(outcome) = table.session().next()
            && table.unsaved(true).is_empty()
        {
            table.reveal(&[], &[]);
            let told = result(&outcome, table.session());
            table.say(&told);
            for sent in &mut self.sent {
                sent.lines.push(told.clone());
            }
            self.end = End::Told(told);
        }
    }

    /// The seat of a key.
    pub(crate) fn seat(&self, key: &str) -> Option<Seat> {
        self.state.seat(key)
    }

    /// Whether somebody was invited by this key and has not come.
    pub(crate) fn invites(&self, invitation: &str) -> bool {
        self.state.invited(invitation).is_some()
    }

    /// Whether the person at a seat has played a choice.
    pub(crate) fn has_acted(&self, seat: Seat) -> bool {
        self.state.chairs[usize::from(seat.0)].last.is_some()
    }

    /// The place and the name of a person who was invited.
    fn invited(&self, invitation: &str, name: &str) -> Result<(usize, String), No> {
        let chairs = &self.state.chairs;
        let place = self.state.invited(invitation).ok_or_else(used)?;
        let name = escaped(name.trim());
        let length = name.chars().count();
        let taken =
            |chair: &ChairState| matches!(&chair.who, Chair::Person(other) if *other == name);
        if !(1..=LONGEST_NAME).contains(&length) || chairs.iter().any(taken) {
            let message = format!("\"{name}\" is not a name of its own");
            let help = format!("write 1 to {LONGEST_NAME} characters that nobody here is called");
            return Err(No { field: "name".to_owned(), ..No::new("invalid", message, &help) });
        }
        Ok((place, name))
    }

    /// The game with a person who was invited, to see whether it is possible.
    pub(crate) fn tried(&self, invitation: &str, name: &str, now: u64) -> Result<Wish, No> {
        let (place, name) = self.invited(invitation, name)?;
        let State { game, chairs, hints } = &self.state;
        let mut seats: Vec<Chair> = chairs.iter().map(|chair| chair.who.clone()).collect();
        seats[place] = Chair::Person(name);
        Ok(Wish::tried(game, seats.iter(), now, *hints))
    }

    /// Seats a person who was invited; returns the seat and its new key. The invitation is used up.
    pub(crate) fn sit(
        &mut self,
        invitation: &str,
        name: &str,
        entropy: &Entropy<'_>,
    ) -> Result<(Seat, String), No> {
        let (place, name) = self.invited(invitation, name)?;
        let key = entropy.key("seat");
        let chair = &mut self.state.chairs[place];
        (chair.who, chair.invitation) = (Chair::Person(name), None);
        chair.key = Some(hashed(&key));
        self.invitations[place] = None;
        Ok((Seat::at(place), key))
    }

    /// The game that begins, if every seat is taken and it has not begun.
    pub(crate) fn wish(&self, now: u64, entropy: &Entropy<'_>) -> Option<Wish> {
        let seats: Vec<Chair> = self.state.chairs.iter().map(|chair| chair.who.clone()).collect();
        #[expect(clippy::cast_possible_truncation, reason = "64 of 128 bits")]
        let seed = entropy.bits("seed") as u64;
        (self.table.is_none() && !self.busy && !seats.contains(&Chair::Open)).then(|| Wish {
            game: self.state.game.clone(),
            seats,
            seed,
            nonce: entropy.bits("nonce"),
            began: now / 1000,
            hints: self.state.hints,
        })
    }

    /// Begins the game; the first remarks are said.
    pub(crate) fn begin(&mut self, mut table: Table, candidates: Vec<Member>) -> Effect {
        let header = table.session().header().clone();
        table.begin();
        self.sit_down(table, candidates);
        self.save(Some(header))
    }

    /// The record of the game.
    pub(crate) fn record(&self) -> Option<Record> {
        self.table.as_ref().map(|table| table.session().record())
    }

    /// What is not saved yet.
    pub(crate) fn save(&mut self, header: Option<Header>) -> Effect {
        let over = matches!(self.end, End::Told(_));
        let entries = match &mut self.table {
            Some(table) => {
                let entries = table.unsaved(over).to_vec();
                table.saved(entries.len());
                entries
            }
            None => Vec::new(),
        };
        let kept = self.kept;
        if self.table.is_some() {
            self.kept = Some(kept.unwrap_or(0) + entries.len() as u64);
        }
        Effect::Save(Box::new(Saved {
            table: self.id.clone(),
            state: serde_json::to_string(&self.state).expect("names and hashes"),
            header,
            kept,
            entries,
        }))
    }

    /// Goes on where the program was stopped.
    pub(crate) fn wake(&mut self, clients: &[(Client, Seat)]) -> Vec<Effect> {
        let waits = self.busy || !self.jobs.is_empty() || self.held.is_some();
        if self.table.is_none() || waits || matches!(self.end, End::Told(_) | End::Guess(_)) {
            return self.sent_to(clients);
        }
        self.proceed();
        let mut effects = vec![self.save(None)];
        effects.extend(self.sent_to(clients));
        effects
    }

    /// Whether an action was held too long.
    pub(crate) fn is_late(&self, now: u64) -> bool {
        self.held.is_some_and(|until| until <= now)
    }

    /// Goes on after an action that was held.
    pub(crate) fn go(&mut self, clients: &[(Client, Seat)]) -> Vec<Effect> {
        self.held = None;
        self.proceed();
        let mut effects = vec![self.save(None)];
        effects.extend(self.sent_to(clients));
        effects
    }

    /// Lets the review be written.
    pub(crate) fn review(
        &mut self,
        client: Client,
        seat: Seat,
        id: String,
        review: Review,
        most: usize,
    ) -> Result<Vec<Effect>, No> {
        if !matches!(self.end, End::Told(_)) {
            return Err(No::new("stale", "a review is shown when the game is over", "play on"));
        }
        self.may_wait(seat, most)?;
        self.jobs.push_back(Job::Review(client, seat, id, review));
        Ok(vec![Effect::Think(self.id.clone())])
    }

    /// Refuses another hint or review where this number of them waits for a seat.
    fn may_wait(&self, seat: Seat, most: usize) -> Result<(), No> {
        let waits = self.jobs.iter().filter(|job| match job {
            Job::Hint(_, of, _) | Job::Review(_, of, ..) => *of == seat,
            Job::Prepare(_) | Job::Step => false,
        });
        if waits.count() < most {
            return Ok(());
        }
        let message = format!("{most} of your questions wait for an answer");
        Err(No::new("busy", message, "wait for the answers"))
    }

    /// The next work, if nobody works on the table.
    pub(crate) fn work(&mut self) -> Option<Work> {
        let at = self.table.take()?;
        let Some(job) = self.jobs.pop_front() else {
            self.table = Some(at);
            return None;
        };
        self.busy = true;
        Some(Work::new(self.id.clone(), self.epoch, at, job))
    }

    /// What follows from work that is done.
    pub(crate) fn done(&mut self, work: Work, clients: &[(Client, Seat)]) -> Vec<Effect> {
        let (at, said, answer) = work.into_parts();
        (self.table, self.busy, self.prepares) = (Some(at), false, false);
        let mut effects = Vec::new();
        match answer {
            Some((client, answer)) => effects.push(send(client, &answer)),
            None => {
                self.tell(&said);
                self.proceed();
                effects.push(self.save(None));
            }
        }
        effects.extend(self.sent_to(clients));
        effects
    }

    /// Lets chance act until a person or an agent decides, or the game is over.
    fn proceed(&mut self) {
        while let Some(table) = self.table.as_mut().filter(|_| !self.prepares) {
            let said = match table.session().next() {
                Next::Person(_) if !table.session().goes_without_asking() => return self.look(),
                Next::Person(_) | Next::Chance => table.advance(),
                Next::Agent(_) => {
                    self.jobs.push_back(Job::Step);
                    return self.look();
                }
                Next::Over(outcome) => return self.over(&outcome),
            };
            self.tell(&said);
        }
    }

    /// The game is over: strangers are guessed, or all is told.
    fn over(&mut self, outcome: &Outcome) {
        let Some(table) = &mut self.table else { return };
        let strangers = table.strangers();
        let guesses = match &self.end {
            End::Told(_) => return self.look(),
            End::Guess(guesses) => guesses.clone(),
            End::Not => Vec::new(),
        };
        if guesses.len() < strangers.len() {
            self.end = End::Guess(guesses);
            return self.look();
        }
        let told = result(outcome, table.session());
        let reason = table.session().reason();
        let mut said = vec![table.say(&told)];
        said.extend((!reason.is_empty()).then(|| table.say(&reason)));
        if !guesses.is_empty() {
            let lines = table.reveal(&guesses, &self.candidates);
            said.extend(lines.iter().map(|line| table.say(line)));
        }
        said.extend(table.remark_end(outcome));
        let header = table.session().header();
        let disclosure = header.fair.as_ref().map(|fair| fair.disclosure(header.seed));
        said.extend(disclosure.map(|text| table.say(&text)));
        self.end = End::Told(told);
        self.tell(&said);
        self.look();
    }

    /// The seats of people.
    fn persons(&self) -> Vec<usize> {
        let chairs = self.state.chairs.iter().enumerate();
        let persons = chairs.filter(|(_, chair)| matches!(chair.who, Chair::Person(_)));
        persons.map(|(place, _)| place).collect()
    }

    /// What is to be sent to these pages, and whether there is work.
    pub(crate) fn sent_to(&mut self, clients: &[(Client, Seat)]) -> Vec<Effect> {
        let mut effects = Vec::new();
        for (seat, sent) in (0..).map(Seat).zip(&mut self.sent) {
            for message in std::mem::take(&mut sent.out) {
                let at = clients.iter().filter(|(_, sits)| *sits == seat);
                effects.extend(at.map(|(client, _)| send(*client, &message)));
            }
        }
        if !self.jobs.is_empty() && !self.busy {
            effects.push(Effect::Think(self.id.clone()));
        }
        effects
    }
}
