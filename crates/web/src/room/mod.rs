//! One table of the hall: its persons and their keys, what each was sent, and what is still to do.

mod aftermath;
mod answers;
mod people;
mod shown;
mod state;

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use rivals_core::personalities::Member;
use rivals_core::play::record::{Entry, Header, Record};
use rivals_core::play::{Outcome, Seat, Watch};
use rivals_core::session::Next;
use rivals_core::table::{Said, Story, Table, result};
use serde_json::Value;

use crate::games::{Chair, Met, Wish};
use crate::hall::{Bucket, Client, Effect, KEPT, Place, Rate, Role, Saved, Work, send};
use crate::keys::{Entropy, hashed};
use crate::message::{Clock, No};
use crate::scene::Ground;
use aftermath::disclosure;
pub(crate) use aftermath::{Aftermath, Finished};
use people::Running;
pub(crate) use people::used;
use state::{ChairState, State};
pub(crate) use state::{Plan, invites, place, shared};

/// How often a seat says a phrase.
const PHRASES_OF_A_SEAT: Rate = Rate { per_minute: 10, burst: 3 };

/// How long a pass takes at a table with secrets, whoever passes, in milliseconds.
const PASS: u64 = 1_200;

/// The most steps that a table without people goes ahead of its page.
const AHEAD: u32 = 16;

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
    /// The ground of the board.
    ground: Ground,
    /// What is to be sent.
    out: Vec<Value>,
    /// What it has said of late.
    said: Bucket,
}

/// Whether a person has a page.
#[derive(Clone, Copy, Debug, Default)]
struct Gone {
    /// Since when it has none.
    since: Option<u64>,
    /// Whether that is so long that the others see it.
    away: bool,
}

/// What is worked on.
pub(crate) enum Job {
    /// What agents and hints would wait for is computed.
    Prepare(Box<dyn FnOnce() + Send>),
    /// An agent decides.
    Step,
    /// What is told when the game is over.
    LookBack(Box<Finished>, bool),
    /// What a page of a seat asked by the message of this id, which needs no table.
    Beside(Client, Seat, String, Beside),
    /// What a page of a seat asked by the message of this id.
    Answer(Client, Seat, String, Answer),
}

/// Work that answers a message of a page without a table.
pub(crate) type Beside = Box<dyn FnOnce() -> Value + Send>;

/// Work that answers a message of a page.
pub(crate) type Answer = Box<dyn FnOnce(&mut Table) -> Value + Send>;

/// How far the end of a game is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum End {
    /// The game goes on.
    #[default]
    Not,
    /// The strangers of these seats are to be guessed; the guesses so far.
    Guess(Vec<(Seat, Option<usize>)>),
    /// All is told: the result.
    Told(String),
}

/// A table of the hall.
#[derive(Default)]
pub(crate) struct Room {
    id: String,
    /// A number that no other room of the hall has or had.
    pub epoch: u64,
    /// The name of the game for readers.
    pub title: String,
    state: State,
    /// The invitations that were made since the program began, by seat.
    invitations: Vec<Option<String>>,
    /// The table, once it has begun, while nobody works on it.
    table: Option<Table>,
    candidates: Vec<Member>,
    /// The earlier games of its strangers.
    pub met: Vec<Met>,
    /// The tables of those of them that end, as it is told who the strangers were.
    waiting: Vec<String>,
    /// How many entries of its game are kept, once it has begun.
    kept: Option<u64>,
    sent: Vec<Sent>,
    jobs: VecDeque<Job>,
    /// Whether a driver works on it.
    busy: bool,
    /// Whether that is an answer to a page, such as a hint.
    answers: bool,
    /// Whether the game is prepared, and nobody is asked yet.
    prepares: bool,
    /// What stops the searches of its agents.
    searches: Option<Arc<Watch>>,
    /// Since when it has no pages and nothing to do.
    pub deserted: Option<u64>,
    /// When an action that is held goes on by itself.
    held: Option<u64>,
    /// When a person passes who is not asked, so that nobody can tell it from the time.
    passes: Option<u64>,
    /// Of each seat whether it decides at once.
    pub instant: Vec<bool>,
    /// The steps that a table without people may go on.
    ahead: u32,
    gone: Vec<Gone>,
    /// Whose clock runs.
    running: Option<Running>,
    /// The key of those who look on, if it was made since the program began.
    watch: Option<String>,
    /// The seat whose view those who look on were sent; `None` for no view.
    viewed: Option<Seat>,
    /// The address by which other machines reach the table.
    pub outer: Option<Arc<str>>,
    /// The time of the event that is answered.
    pub now: u64,
    end: End,
    /// How the game went for its persons, when that is known.
    stories: Vec<(Seat, Story)>,
    /// What is told of it, when that is known and has not been told.
    aftermath: Option<Aftermath>,
    /// Its record, when it is over.
    record: Option<Record>,
    /// Its review, once it is written.
    review: Arc<Mutex<Option<String>>>,
    /// Whether the reviews that were asked for are still wanted.
    wanted: Arc<AtomicBool>,
    /// Whose turn it was when something was told last.
    mover: Option<Seat>,
}

/// The time of a person at the start, in milliseconds.
fn whole_time(clock: Option<Clock>) -> u64 {
    clock.map_or(0, |clock| 60_000 * u64::from(clock.minutes))
}

/// The longest clock.
const LONGEST_CLOCK: Clock = Clock { minutes: 1_440, increment: 3_600 };

impl Room {
    /// A table with these seats; whoever makes it takes the first open one. At a table without
    /// people it lets the game go on. Returns its place and its key.
    pub(crate) fn new(
        id: &str,
        plan: &Plan,
        entropy: &Entropy<'_>,
    ) -> Result<(Self, Place, String), No> {
        let Plan { game, seats, options, clock, watch } = plan;
        if let Some(clock) = clock
            && !(1..=LONGEST_CLOCK.minutes).contains(&clock.minutes)
                | !(0..=LONGEST_CLOCK.increment).contains(&clock.increment)
        {
            let help = "write 1 to 1440 minutes, and an increment of 0 to 3600 seconds";
            return Err(No::of("clock", "this is no clock for a game", help));
        }
        let mine = seats.iter().position(|chair| matches!(chair, Chair::Person(_)));
        if mine.is_none() && seats.contains(&Chair::Open) {
            let help = "write {\"person\": NAME} for one of the seats";
            return Err(No::of("seats", "you have no seat", help));
        }
        let key = entropy.key("mine");
        let mut invitations = Vec::new();
        let chairs = seats.iter().cloned().enumerate().map(|(place, who)| {
            let invitation = (who == Chair::Open).then(|| entropy.key(&format!("seat {place}")));
            let hash = invitation.as_deref().map(hashed);
            invitations.push(invitation);
            let host = Some(place) == mine;
            let own = host.then(|| hashed(&key));
            let left = whole_time(*clock);
            let chair = ChairState::default();
            ChairState { who, key: own, invitation: hash, host, left, ..chair }
        });
        let watch = watch.then(|| entropy.key("watch"));
        let state = State {
            game: game.clone(),
            chairs: chairs.collect(),
            options: options.clone(),
            clock: *clock,
            watch: watch.as_deref().map(hashed),
            host: mine.is_none().then(|| hashed(&key)),
            ..State::default()
        };
        let role = if mine.is_none() { Role::Hosts } else { Role::Sits };
        let place = Place { seat: Seat::at(mine.unwrap_or(0)), role };
        Ok((Self { watch, ..Self::of(id, state, invitations) }, place, key))
    }

    fn of(id: &str, state: State, invitations: Vec<Option<String>>) -> Self {
        Self {
            id: id.to_owned(),
            sent: state.chairs.iter().map(|_| Sent::default()).collect(),
            gone: vec![Gone::default(); state.chairs.len()],
            state,
            invitations,
            wanted: Arc::new(true.into()),
            ..Self::default()
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
        !self.busy && self.jobs.is_empty() && self.held.is_none() && self.passes.is_none()
    }

    /// Stops what is searched.
    pub(crate) fn stop(&self) {
        if let Some(watch) = &self.searches {
            watch.set_stopped(true);
        }
    }

    fn sit_down(&mut self, mut table: Table, candidates: Vec<Member>) {
        for (sent, log) in self.sent.iter_mut().zip(table.hand_over_logs()) {
            sent.lines = log.into_iter().map(|line| line.text).collect();
        }
        self.searches = Some(table.session().watch());
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
            if self.state.ended.is_empty() {
                let reason = table.session().reason();
                self.state.ended.push(told.clone());
                self.state.ended.extend((!reason.is_empty()).then_some(reason));
                self.state.ended.extend(disclosure(table));
            }
            // A remark upon the end is in the record as well.
            if let Some(Entry::Remark { remark, seat }) = table.session().entries().last() {
                let name = table.session().names().name(Seat(seat.wrapping_sub(1)));
                if self.state.ended.contains(&format!("{name}: \"{remark}\"")) {
                    self.sent.iter_mut().for_each(|sent| drop(sent.lines.pop()));
                }
            }
            for line in &self.state.ended {
                table.say(line);
                self.sent.iter_mut().for_each(|sent| sent.lines.push(line.clone()));
            }
            self.end = End::Told(told);
            self.look_back(!self.state.looked_back);
        }
    }

    /// Tells what is told of a game that is over, and keeps it.
    fn end_with(&mut self, said: &[Said]) {
        self.state.ended.extend(said.iter().map(|said| said.line.text.clone()));
        self.tell(said);
    }

    /// The tables of earlier games that end with this one, which are told once.
    pub(crate) fn no_longer_wait(&mut self) -> Vec<String> {
        std::mem::take(&mut self.waiting)
    }

    /// Lets be computed what is told when all else is: `lines` for all, and the stories.
    fn look_back(&mut self, lines: bool) {
        let met = std::mem::take(&mut self.met);
        self.waiting = met.iter().map(|game| game.table.clone()).collect();
        let table = self.table.as_ref();
        let finished = table.and_then(|table| Finished::of(table, &self.candidates, met));
        self.record = self.table.as_ref().map(|table| table.session().record());
        self.jobs.extend(finished.map(|finished| Job::LookBack(Box::new(finished), lines)));
    }

    /// The place of a key.
    pub(crate) fn place(&self, key: &str) -> Option<Place> {
        self.state.place(key)
    }

    /// Lets somebody in by this key, as the first person of a game that is kept.
    pub(crate) fn let_in(&mut self, key: &str) -> Option<Place> {
        self.state.let_in(key)
    }

    /// Whether the person at a seat has played a choice.
    pub(crate) fn has_acted(&self, seat: Seat) -> bool {
        self.state.chairs[usize::from(seat.0)].last.is_some()
    }

    /// The game that begins, if every seat is taken and it has not begun.
    pub(crate) fn wish(&self, now: u64, entropy: &Entropy<'_>) -> Option<Wish> {
        let seats = self.state.seats();
        #[expect(clippy::cast_possible_truncation, reason = "64 of 128 bits")]
        let seed = entropy.bits("seed") as u64;
        let wish = Wish::tried(&self.state.game, seats.iter(), now, &self.state.options);
        (self.table.is_none() && !self.busy && !seats.contains(&Chair::Open)).then(|| Wish {
            seed,
            nonce: entropy.bits("nonce"),
            ..wish
        })
    }

    /// Begins the game; the first remarks are said.
    pub(crate) fn begin(&mut self, mut table: Table, candidates: Vec<Member>) -> Effect {
        let header = table.session().header().clone();
        table.begin();
        self.sit_down(table, candidates);
        self.save(Some(header))
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
    pub(crate) fn wake(&mut self, clients: &[(Client, Place)]) -> Vec<Effect> {
        let waits = !self.is_quiet();
        if self.table.is_none() || waits || matches!(self.end, End::Told(_) | End::Guess(_)) {
            return self.sent_to(clients);
        }
        self.go(clients)
    }

    /// When it goes on after an action that is held, or with a pass.
    pub(crate) fn wakes(&self) -> Option<u64> {
        self.held.or(self.passes)
    }

    /// Whether an action was held too long, or it is time to pass.
    pub(crate) fn is_late(&self, now: u64) -> bool {
        self.wakes().is_some_and(|until| until <= now)
    }

    /// Goes on after an action that was held, or with a pass.
    pub(crate) fn go(&mut self, clients: &[(Client, Place)]) -> Vec<Effect> {
        self.held = None;
        self.proceed();
        let mut effects = vec![self.save(None)];
        effects.extend(self.sent_to(clients));
        effects
    }

    /// Lets a page look back upon a game that is over: its review, or one of its steps.
    pub(crate) fn looks_back(
        &mut self,
        seat: Seat,
        most: usize,
        job: Job,
    ) -> Result<Vec<Effect>, No> {
        if !matches!(self.end, End::Told(_)) {
            return Err(No::new("stale", "that is shown when the game is over", "play on"));
        }
        self.may_wait(seat, most)?;
        self.jobs.push_back(job);
        Ok(vec![Effect::Think(self.id.clone())])
    }

    /// The review of a game that is over, where it is kept when it is written.
    pub(crate) fn review(&self) -> Arc<Mutex<Option<String>>> {
        Arc::clone(&self.review)
    }

    /// Whether the reviews that are asked for now are still wanted.
    pub(crate) fn wanted(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.wanted)
    }

    /// Nobody waits for the reviews that were asked for.
    pub(crate) fn unread(&mut self) {
        let before = std::mem::replace(&mut self.wanted, Arc::new(true.into()));
        before.store(false, Ordering::Relaxed);
    }

    /// Refuses another hint, review or step where this number of them waits for a seat.
    fn may_wait(&self, seat: Seat, most: usize) -> Result<(), No> {
        let waits = self.jobs.iter().filter(|job| match job {
            Job::Beside(_, of, ..) | Job::Answer(_, of, ..) => *of == seat,
            Job::Prepare(_) | Job::Step | Job::LookBack(..) => false,
        });
        if waits.count() < most {
            return Ok(());
        }
        let message = format!("{most} of your questions wait for an answer");
        Err(No::new("busy", message, "wait for the answers"))
    }

    /// The next work, if nobody works on the table.
    pub(crate) fn work(&mut self) -> Option<Work> {
        // The table may be used meanwhile.
        if let Some(Job::LookBack(..) | Job::Beside(..)) = self.jobs.front() {
            let job = self.jobs.pop_front()?;
            return Some(Work::new(self.id.clone(), self.epoch, None, job, false));
        }
        let at = self.table.take()?;
        let Some(job) = self.jobs.pop_front() else {
            self.table = Some(at);
            return None;
        };
        (self.busy, self.answers) = (true, matches!(job, Job::Answer(..)));
        let quick = match (&job, at.session().next()) {
            (Job::Step, Next::Agent(seat)) => {
                self.instant.get(usize::from(seat.0)).copied().unwrap_or(false)
            }
            _ => false,
        };
        Some(Work::new(self.id.clone(), self.epoch, Some(at), job, quick))
    }

    /// What follows from work that is done.
    pub(crate) fn done(&mut self, work: Work, clients: &[(Client, Place)]) -> Vec<Effect> {
        let Work { at, said, aftermath, answer, .. } = work;
        if at.is_some() {
            (self.table, self.busy, self.prepares) = (at, false, false);
        }
        let (looked, mut told) = (aftermath.is_some(), false);
        if let Some(aftermath) = aftermath {
            self.stories.clone_from(&aftermath.stories);
            self.aftermath = Some(aftermath);
        }
        if let Some(table) = &mut self.table
            && let Some(aftermath) = self.aftermath.take()
        {
            let lines = aftermath.texts.iter().flat_map(|text| text.lines());
            let said: Vec<Said> = lines.map(|line| table.say(line)).collect();
            self.end_with(&said);
            // The tables of games that are opened to look back upon them are not kept.
            told = !said.is_empty() && !self.id.starts_with(KEPT);
            self.state.looked_back = true;
        }
        let mut effects = Vec::new();
        match answer {
            Some((client, answer)) => {
                effects.push(send(client, &answer));
                // What was computed beside the table is shown now.
                self.look();
            }
            None if looked => self.look(),
            None => {
                self.tell(&said);
                self.proceed();
                effects.push(self.save(None));
            }
        }
        if told {
            effects.push(self.save(None));
        }
        effects.extend(self.sent_to(clients));
        effects
    }

    /// Lets chance act until a person or an agent decides, or the game is over.
    fn proceed(&mut self) {
        while let Some(table) = self.table.as_mut().filter(|_| !self.prepares) {
            let next = table.session().next();
            if self.state.host.is_some() && matches!(next, Next::Agent(_) | Next::Chance) {
                let Some(ahead) = self.ahead.checked_sub(1) else { return self.look() };
                self.ahead = ahead;
            }
            let said = match next {
                Next::Person(_) if !table.session().goes_without_asking() => return self.look(),
                Next::Person(_) if table.is_secret() && self.passes.is_none() => {
                    self.passes = Some(self.now + PASS);
                    return self.look();
                }
                Next::Person(_) if self.passes.is_some_and(|at| at > self.now) => {
                    return self.look();
                }
                Next::Person(_) | Next::Chance => {
                    self.passes = None;
                    table.advance()
                }
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
        said[0].line.event = "end";
        said.extend((!reason.is_empty()).then(|| table.say(&reason)));
        if !guesses.is_empty() {
            let lines = table.reveal(&guesses, &self.candidates);
            said.extend(lines.iter().map(|line| table.say(line)));
        }
        said.extend(table.remark_end(outcome));
        said.extend(disclosure(table).map(|text| table.say(&text)));
        // Strangers have their names now.
        self.end = End::Told(result(outcome, table.session()));
        self.end_with(&said);
        self.look();
        self.look_back(true);
    }
}
