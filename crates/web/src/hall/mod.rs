//! All tables, and who may do what at them.

mod doors;
mod limits;
mod visitors;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, PoisonError};

use rivals_core::play::Seat;
use rivals_core::play::record::{Entry, Header};
use rivals_core::table::{Said, Table};
use serde::Serialize;
use serde_json::{Value, json};

use crate::files;
use crate::games::{About, Games, Options, Question};
use crate::keys::{Entropy, hashed};
use crate::lobby;
use crate::message::{self, Ask, No, VERSION};
use crate::regions;
use crate::room::{Aftermath, Beside, Job, Plan, Room};
use doors::{Given, no_table};
use limits::Guesses;
pub use limits::{Address, Limits};
pub(crate) use limits::{Bucket, Rate};
use visitors::{Visitor, Visitors, in_order};

/// The number by which a driver knows a page.
pub type Client = u64;

/// The place of a page at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// The seat of who sits; of who hosts a table without people, the seat whose view it has.
    pub seat: Seat,
    pub role: Role,
}

/// What a page does at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Role {
    /// It plays.
    Sits,
    /// It lets a table without people go on.
    Hosts,
    /// It looks on.
    Watches,
}

/// A message that is answered: from whom, when, and with which new bits.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub client: Client,
    pub now: u64,
    pub entropy: &'a Entropy<'a>,
    /// The id of the message; empty without one.
    pub id: &'a str,
}

/// What a driver has to do, one after the other: what is sent after something that is to be saved is
/// sent when it is saved.
#[derive(Debug)]
pub enum Effect {
    /// Keep this, so that it outlasts the program.
    Save(Box<Saved>),
    /// Send this text to a page.
    Send(Client, String),
    /// Send this text at once, also before what is saved: it tells nothing of that.
    Tell(Client, String),
    /// Close the socket of a page with this code.
    Close(Client, u16),
    /// Take the work of a table by [`Hall::work`], do it, and give it back to [`Hall::done`].
    Think(String),
}

/// What is to be kept of a table.
#[derive(Debug)]
pub struct Saved {
    /// The name of the table.
    pub table: String,
    /// What the hall knows of it, as JSON.
    pub state: String,
    /// Its game, when it begins.
    pub header: Option<Header>,
    /// How many entries of its game were kept before; `None` before it has begun.
    pub kept: Option<u64>,
    /// What happened since.
    pub entries: Vec<Entry>,
}

/// Work of a table that may take long, which needs no hall.
pub struct Work {
    /// The name of the table.
    pub table: String,
    /// Which of the rooms of this name it belongs to.
    pub(crate) epoch: u64,
    /// The table, if it is needed.
    pub(crate) at: Option<Table>,
    job: Option<Job>,
    quick: bool,
    /// What was said at it.
    pub(crate) said: Vec<Said>,
    /// What is told after its end.
    pub(crate) aftermath: Option<Aftermath>,
    /// An answer for one page.
    pub(crate) answer: Option<(Client, Value)>,
}

impl Work {
    pub(crate) fn new(table: String, epoch: u64, at: Option<Table>, job: Job, quick: bool) -> Self {
        Self {
            table,
            epoch,
            at,
            job: Some(job),
            quick,
            said: Vec::new(),
            aftermath: None,
            answer: None,
        }
    }

    /// Whether it is done at once, so that nobody who waits for others should wait for it.
    #[must_use]
    pub fn is_quick(&self) -> bool {
        self.quick
    }

    /// Whether its table is used meanwhile, as beside a review.
    #[must_use]
    pub fn is_beside(&self) -> bool {
        self.at.is_none()
    }

    /// Does it.
    pub fn run(&mut self) {
        match (self.job.take(), &mut self.at) {
            (Some(Job::Prepare(work)), _) => work(),
            (Some(Job::Beside(client, _, id, answer)), _) => {
                let mut answer = answer();
                answer["id"] = json!(id);
                self.answer = Some((client, answer));
            }
            (Some(Job::Step), Some(at)) => self.said = at.advance(),
            (Some(Job::LookBack(game, lines)), _) => self.aftermath = Some(game.aftermath(lines)),
            (Some(Job::Answer(client, _, id, answer)), Some(at)) => {
                let mut answer = answer(at);
                answer["id"] = json!(id);
                self.answer = Some((client, answer));
            }
            _ => {}
        }
    }
}

/// The code that closes the socket of a page which shall connect again.
const AGAIN: u16 = 1012;

/// The code that closes the oldest socket of a seat that has too many.
const ELSEWHERE: u16 = 4001;

/// What the name of a table begins with that shows a game of this number, which is over, to the owner.
pub const KEPT: &str = "game-";

/// The name of the table at which questions about all games are answered.
const QUESTIONS: &str = "";

/// A day in milliseconds.
const DAY: u64 = 86_400_000;

/// How long a table without pages stays in memory, in milliseconds.
const REST: u64 = 600_000;

/// How long a review is gone on with when its table has no pages, in milliseconds.
const UNREAD: u64 = 30_000;

/// All tables.
pub struct Hall {
    games: Box<dyn Games>,
    /// The hash of the owner's key; `None` where everybody is the owner.
    owner: Option<String>,
    rooms: HashMap<String, Room>,
    /// How many rooms there were so far.
    epoch: u64,
    /// The last seats that were given.
    given: VecDeque<Given>,
    visitors: Visitors,
    /// Questions about the games that are kept, which wait for an answer.
    questions: VecDeque<(Client, String, Beside)>,
    limits: Limits,
    guesses: Guesses,
    /// The address by which other machines reach the hall.
    outer: Option<Arc<str>>,
    /// The time of the last event.
    now: u64,
    /// The time up to which all is saved.
    saved: u64,
}

impl Hall {
    /// A hall of these games. Who has the owner's key may make tables; without one, all may.
    #[must_use]
    pub fn new(games: Box<dyn Games>, owner: Option<&str>) -> Self {
        let owner = owner.map(hashed);
        Self {
            games,
            owner,
            rooms: HashMap::new(),
            epoch: 0,
            given: VecDeque::new(),
            visitors: Visitors::default(),
            questions: VecDeque::new(),
            limits: Limits::NONE,
            guesses: Guesses::default(),
            outer: None,
            now: 0,
            saved: 0,
        }
    }

    /// The same with the address by which other machines reach it, such as `http://192.168.0.7:8017`:
    /// invitations name it.
    #[must_use]
    pub fn reached_by(mut self, address: Option<String>) -> Self {
        self.outer = address.map(Into::into);
        self
    }

    /// The first page, for those who have not said who they are.
    #[must_use]
    pub fn index(&self) -> String {
        let lobby = lobby::visited(self.games.cards(), self.limits.thinking).into_string();
        files::INDEX
            .replace("<main id=\"lobby\"></main>", &format!("<main id=\"lobby\">{lobby}</main>"))
    }

    /// The same with limits. Without them, pages may ask for anything at any time.
    #[must_use]
    pub fn limited(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// A page has come from this address. One that has not comes from nowhere.
    pub fn came(&mut self, client: Client, address: Address) {
        self.visitors.entry(client).address = address;
    }

    /// Whether a page has said hello.
    #[must_use]
    pub fn knows(&self, client: Client) -> bool {
        self.visitors.greeted(client).is_some()
    }

    /// Forgets a table that could not be saved or is damaged; its pages have to say hello again.
    /// What was kept of it last is read again then.
    pub fn forget(&mut self, table: &str) -> Vec<Effect> {
        if let Some(room) = self.rooms.remove(table) {
            room.stop();
        }
        let no =
            No::new("table", "the table was changed elsewhere", "load the page again").json(None);
        let mut effects = Vec::new();
        for (client, _) in self.visitors.of(table) {
            effects.extend([send(client, &no), Effect::Close(client, AGAIN)]);
        }
        effects
    }

    /// A page is gone.
    pub fn left(&mut self, client: Client) {
        self.visitors.left(client);
    }

    /// Answers a message of a page. `now` is in milliseconds since 1970, and the entropy is new bits
    /// of the system.
    pub fn handle(
        &mut self,
        client: Client,
        text: &str,
        now: u64,
        entropy: &[u8; 32],
    ) -> Vec<Effect> {
        self.now = now;
        let visitor = self.visitors.entry(client);
        let (ask, id) = match message::read(text) {
            Ok(read) => read,
            Err((no, id)) => {
                let no = if visitor.counts_any(&self.limits, now) { no } else { Visitor::busy() };
                return self.visitors.spoken(vec![send(client, &no.json(id.as_deref()))]);
            }
        };
        let counts = visitor.counts(&ask, &self.limits, now);
        let id = id.as_deref();
        let entropy = &Entropy(entropy);
        let asked = Asked { client, now, entropy, id: id.unwrap_or_default() };
        let answered = counts.and_then(|()| self.answer(asked, ask));
        let effects = answered.unwrap_or_else(|no| vec![send(client, &no.json(id))]);
        self.visitors.spoken(in_order(effects))
    }

    fn answer(&mut self, asked: Asked<'_>, ask: Ask) -> Result<Vec<Effect>, No> {
        match ask {
            Ask::Hello { v, key, table, have, lang, .. } => {
                if v != VERSION {
                    let message = format!("the page speaks version {v}, and the program {VERSION}");
                    return Err(No::new("version", message, "load the page again"));
                }
                self.visitors.entry(asked.client).language = self.games.language(lang.as_deref());
                self.hello(asked, &key.unwrap_or_default(), table, have)
            }
            Ask::Ping {} => Ok(vec![tell(asked.client, &json!({"is": "pong"}))]),
            Ask::New { game, seats, hints, learn, day, clock, watch } => {
                if !self.visitor(asked.client)?.owner {
                    let message = "only the owner of the server makes tables";
                    return Err(No::new("role", message, "take a seat by an invitation"));
                }
                self.new_table(
                    asked,
                    &Plan { game, seats, options: Options { hints, learn, day }, clock, watch },
                )
            }
            Ask::Home { name } => self.question(asked, name, About::Home),
            Ask::Person { name } => self.question(asked, name, About::Person),
            Ask::Practice { name, tried } => self.question(asked, name, About::Practice(tried)),
            Ask::Sit { table, invitation, name } => {
                self.visitor(asked.client)?;
                self.sit(asked, &table, &invitation, &name)
            }
            ask => {
                let (table, place) =
                    self.visitor(asked.client)?.place.clone().ok_or_else(|| {
                        No::new("role", "you have no seat", "take a seat by an invitation")
                    })?;
                self.at_table(asked, &table, place, ask)
            }
        }
    }

    /// Answers a question of the owner about the games that are kept.
    fn question(
        &mut self,
        Asked { client, now, id, .. }: Asked<'_>,
        name: String,
        about: About,
    ) -> Result<Vec<Effect>, No> {
        if !self.visitor(client)?.owner {
            let message = "only the owner of the server sees all games";
            return Err(No::new("role", message, "ask the owner for a link to a game"));
        }
        if self.questions.iter().filter(|one| one.0 == client).count() >= self.limits.waiting {
            let message = "your questions wait for an answer";
            return Err(No::new("busy", message, "wait for the answers"));
        }
        let answer = self.games.ask(Question { name, day: now / DAY, about });
        let answer = || match answer() {
            Ok((region, html)) => json!({"is": "page", "put": {region: html}}),
            Err(error) => No::from(error).json(None),
        };
        self.questions.push_back((client, id.to_owned(), Box::new(answer)));
        Ok(vec![Effect::Think(QUESTIONS.to_owned())])
    }

    /// Answers a page that has a place at a table.
    fn at_table(
        &mut self,
        asked: Asked<'_>,
        table: &str,
        place: Place,
        ask: Ask,
    ) -> Result<Vec<Effect>, No> {
        let Asked { client, entropy, id, .. } = asked;
        let looks = matches!(
            ask,
            Ask::Seen { .. } | Ask::Review { .. } | Ask::At { .. } | Ask::Guide { .. }
        );
        if place.role == Role::Watches && !looks {
            return Err(No::new("role", "you look on", "take a seat by an invitation"));
        }
        let most = self.limits.waiting;
        match ask {
            Ask::Review {} => {
                let room = self.room(table)?;
                let (record, kept, wanted) = (room.record()?, room.review(), room.wanted());
                let review = self.games.review(record, Arc::clone(&wanted));
                let answer = move || {
                    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                    let html = kept.take().or_else(review);
                    // What was stopped may be asked for again.
                    kept.clone_from(&html);
                    match html {
                        Some(html) => json!({"is": "review", "put": {"review": html}}),
                        None => json!({"is": "say", "text": "There is no review of this game."}),
                    }
                };
                let job = Job::Beside(client, place.seat, id.to_owned(), Box::new(answer));
                self.room(table)?.looks_back(place.seat, most, job)
            }
            Ask::At { step } => {
                let at =
                    move |table: &mut Table| regions::replay(table.session(), step, place.seat);
                let job = Job::Answer(client, place.seat, id.to_owned(), Box::new(at));
                self.room(table)?.looks_back(place.seat, most, job)
            }
            Ask::Again {} => self.again(asked, table),
            Ask::Invite { seat } => {
                let (done, lost) = self.room(table)?.invite(place.seat, id, seat, entropy)?;
                let mut clients = self.visitors.of(table);
                let mut effects = Vec::new();
                let leaves = |at: &Place| at.role == Role::Sits && lost == Some(at.seat);
                for (client, _) in clients.extract_if(.., |(_, at)| leaves(at)) {
                    self.visitors.sit(client, None);
                    let help = "ask the host for the new invitation";
                    let no = No::new("role", "the host has opened your seat again", help);
                    effects.push(send(client, &no.json(None)));
                }
                let room = self.room(table)?;
                effects.extend([room.save(None), send(client, &done)]);
                effects.extend(room.sent_to(&clients));
                Ok(effects)
            }
            ask => {
                let guesses = matches!(ask, Ask::Guess { .. });
                let clients = self.visitors.of(table);
                let mut effects =
                    self.room(table)?.answer(client, id, place, ask, &clients, most)?;
                if guesses {
                    effects.extend(self.end_earlier(table));
                }
                Ok(effects)
            }
        }
    }

    /// Ends the earlier games of the strangers of a table, if it was just told who they were.
    fn end_earlier(&mut self, table: &str) -> Vec<Effect> {
        let waiting = self.rooms.get_mut(table).map(Room::no_longer_wait).unwrap_or_default();
        let mut effects = Vec::new();
        for earlier in waiting {
            let clients = self.visitors.of(&earlier);
            // A game that was deleted waits for nothing.
            if let Ok(room) = self.room(&earlier) {
                effects.extend(room.told_elsewhere(&clients));
            }
        }
        effects
    }

    fn visitor(&self, client: Client) -> Result<&Visitor, No> {
        let none = || No::new("hello", "the first message is hello", "send hello");
        self.visitors.greeted(client).ok_or_else(none)
    }

    fn insert(&mut self, table: &str, mut room: Room) {
        self.epoch += 1;
        (room.epoch, room.now) = (self.epoch, self.now);
        room.outer.clone_from(&self.outer);
        room.title = self.title(&room);
        self.rooms.insert(table.to_owned(), room);
    }

    /// The name of the game of a table, for readers.
    fn title(&self, room: &Room) -> String {
        let name = room.game().0;
        let card = self.games.cards().iter().find(|card| card.name == name);
        card.map_or(name, |card| card.title.clone())
    }

    /// A table, built again from what was kept if the program has begun since.
    fn room(&mut self, table: &str) -> Result<&mut Room, No> {
        let now = self.now;
        if !self.rooms.contains_key(table) {
            self.make_place()?;
            let room = self.read(table)?;
            self.insert(table, room);
        }
        let room = self.rooms.get_mut(table).ok_or_else(no_table)?;
        room.now = now;
        Ok(room)
    }

    /// Refuses one table more than the most. One that has no pages goes from memory for one that is
    /// asked for again.
    fn make_place(&mut self) -> Result<(), No> {
        if self.rooms.len() < self.limits.tables {
            return Ok(());
        }
        let deserted = self.rooms.iter().filter_map(|(table, room)| Some((room.deserted?, table)));
        let longest = deserted
            .filter(|(since, _)| *since <= self.saved)
            .min()
            .map(|(_, table)| table.clone());
        let longest = longest.ok_or_else(|| self.full())?;
        self.rooms.remove(&longest);
        Ok(())
    }

    /// Why there is no new table.
    fn full(&self) -> No {
        let message = format!("the server holds {} tables, and no more", self.limits.tables);
        No::new("busy", message, "wait until a table has had no players for ten minutes")
    }

    /// The work of a table, if there is any: it is to be done without the hall.
    pub fn work(&mut self, table: &str) -> Option<Work> {
        if table == QUESTIONS {
            let (client, id, answer) = self.questions.pop_front()?;
            let job = Job::Beside(client, Seat(0), id, answer);
            return Some(Work::new(QUESTIONS.to_owned(), 0, None, job, false));
        }
        self.rooms.get_mut(table)?.work()
    }

    /// What follows from work that is done.
    pub fn done(&mut self, work: Work) -> Vec<Effect> {
        if work.table == QUESTIONS {
            let answer = work.answer;
            let effects = answer.iter().map(|(client, answer)| tell(*client, answer)).collect();
            return self.visitors.spoken(effects);
        }
        let clients = self.visitors.of(&work.table);
        let effects = match self.rooms.get_mut(&work.table) {
            Some(room) if room.epoch == work.epoch => {
                room.now = self.now;
                in_order(room.done(work, &clients))
            }
            // The table was forgotten meanwhile.
            _ => Vec::new(),
        };
        self.visitors.spoken(effects)
    }

    /// Forgets the tables that had no page for ten minutes, when all is saved: they are built again
    /// from what was kept. What followed from events up to the time `saved` is.
    pub fn rest(&mut self, now: u64, saved: u64) {
        self.saved = saved;
        for (table, room) in &mut self.rooms {
            if self.visitors.has(table) || !room.is_quiet() {
                room.deserted = None;
            } else {
                let since = *room.deserted.get_or_insert(now);
                if since.saturating_add(UNREAD) <= now {
                    room.unread();
                }
            }
        }
        let rests = |since: u64| since.saturating_add(REST) <= now && since <= saved;
        self.rooms.retain(|_, room| !room.deserted.is_some_and(rests));
    }

    /// Whether a table is in memory.
    #[cfg(test)]
    pub(crate) fn holds(&self, table: &str) -> bool {
        self.rooms.contains_key(table)
    }

    /// Stops all searches. What they come to has no meaning, and is not to be given back.
    pub fn stop(&self) {
        for room in self.rooms.values() {
            room.stop();
        }
    }

    /// When a table goes on by itself next, for a driver that calls [`Self::tick`] then and once a second.
    #[must_use]
    pub fn wakes(&self) -> Option<u64> {
        self.rooms.values().filter_map(Room::wakes).min()
    }

    /// Goes on where an action was held too long or somebody passes, and tells who is away. A driver
    /// calls it ten times a second.
    pub fn tick(&mut self, now: u64) -> Vec<Effect> {
        let second = now / 1000 != self.now / 1000;
        self.now = now;
        if second {
            self.guesses.forget(now);
        }
        let mut effects = Vec::new();
        for (table, room) in &mut self.rooms {
            if !second && !room.is_late(now) {
                continue;
            }
            room.now = now;
            let clients = self.visitors.of(table);
            if room.is_late(now) {
                effects.extend(room.go(&clients));
            }
            if second && room.look_around(&clients) {
                effects.extend(room.sent_to(&clients));
            }
        }
        self.visitors.spoken(in_order(effects))
    }
}

/// A message to a page.
pub(crate) fn send(client: Client, message: &Value) -> Effect {
    Effect::Send(client, message.to_string())
}

/// A message to a page that tells nothing of what is to be saved.
pub(crate) fn tell(client: Client, message: &Value) -> Effect {
    Effect::Tell(client, message.to_string())
}
