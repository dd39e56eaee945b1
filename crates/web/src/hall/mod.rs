//! All tables, and who may do what at them.

mod limits;
mod visitors;

use std::collections::{HashMap, VecDeque};

use rivals_core::play::Seat;
use rivals_core::play::record::{Entry, Header, Record};
use rivals_core::table::{Said, Table};
use serde_json::{Value, json};

use crate::games::{Chair, Games, Wish};
use crate::keys::{Entropy, fits, hashed};
use crate::lobby;
use crate::message::{self, Ask, No, VERSION};
use crate::room::{self, Job, Room};
use limits::Guesses;
pub use limits::{Address, Limits};
use visitors::{Visitor, Visitors, in_order};

/// The number by which a driver knows a page.
pub type Client = u64;

/// What a driver has to do, one after the other: what is sent after something that is to be saved is
/// sent when it is saved.
#[derive(Debug)]
pub enum Effect {
    /// Keep this, so that it outlasts the program.
    Save(Box<Saved>),
    /// Send this text to a page.
    Send(Client, String),
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
    at: Table,
    job: Option<Job>,
    said: Vec<Said>,
    answer: Option<(Client, Value)>,
}

impl Work {
    pub(crate) fn new(table: String, epoch: u64, at: Table, job: Job) -> Self {
        Self { table, epoch, at, job: Some(job), said: Vec::new(), answer: None }
    }

    /// Does it.
    pub fn run(&mut self) {
        match self.job.take() {
            Some(Job::Prepare(work)) => work(),
            Some(Job::Step) => self.said = self.at.advance(),
            Some(Job::Hint(client, _, id)) => {
                let hint = json!({"is": "say", "id": id, "text": self.at.hint()});
                self.answer = Some((client, hint));
            }
            Some(Job::Review(client, _, id, review)) => {
                let answer = match review() {
                    Some(html) => json!({"is": "review", "id": id, "put": {"review": html}}),
                    None => {
                        json!({"is": "say", "id": id, "text": "There is no review of this game."})
                    }
                };
                self.answer = Some((client, answer));
            }
            None => {}
        }
    }

    /// The table, what was said at it, and an answer for one page.
    pub(crate) fn into_parts(self) -> (Table, Vec<Said>, Option<(Client, Value)>) {
        (self.at, self.said, self.answer)
    }
}

/// A seat that was given, for a message that is sent again.
struct Given {
    /// The page that it was given to.
    client: Client,
    /// The id of the message.
    id: String,
    /// What else the message said.
    said: String,
    /// Whether it was an invitation, which nobody else has.
    invited: bool,
    table: String,
    seat: Seat,
    key: String,
}

/// How many seats that were given are known.
const KNOWN: usize = 64;

/// The code that closes the socket of a page which shall connect again.
const AGAIN: u16 = 1012;

/// The code that closes the oldest socket of a seat that has too many.
const ELSEWHERE: u16 = 4001;

/// How long a table without pages stays in memory, in milliseconds.
const REST: u64 = 600_000;

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
    limits: Limits,
    guesses: Guesses,
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
            limits: Limits::NONE,
            guesses: Guesses::default(),
        }
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
        let visitor = self.visitors.entry(client);
        let ask = match message::read(text) {
            Ok(ask) => ask,
            Err(no) => {
                let no = if visitor.counts_any(&self.limits, now) { no } else { Visitor::busy() };
                return vec![send(client, &no.json(None))];
            }
        };
        let id = ask.id().map(str::to_owned);
        let counts = visitor.counts(&ask, &self.limits, now);
        let answered = counts.and_then(|()| self.answer(client, ask, now, &Entropy(entropy)));
        let effects = answered.unwrap_or_else(|no| vec![send(client, &no.json(id.as_deref()))]);
        self.visitors.spoken(in_order(effects))
    }

    fn answer(
        &mut self,
        client: Client,
        ask: Ask,
        now: u64,
        entropy: &Entropy<'_>,
    ) -> Result<Vec<Effect>, No> {
        match ask {
            Ask::Hello { v, key, table, have, lang } => {
                if v != VERSION {
                    let message = format!("the page speaks version {v}, and the program {VERSION}");
                    return Err(No::new("version", message, "load the page again"));
                }
                self.visitors.entry(client).language = self.games.language(lang.as_deref());
                self.hello(client, key.unwrap_or_default(), table, have, now)
            }
            Ask::Ping {} => Ok(vec![send(client, &json!({"is": "pong"}))]),
            Ask::New { id, game, seats, hints } => {
                if !self.visitor(client)?.owner {
                    let message = "only the owner of the server makes tables";
                    return Err(No::new("role", message, "take a seat by an invitation"));
                }
                let said = format!("{game} {seats:?} {hints}");
                if let Some(effects) = self.given(client, &id, &said) {
                    return Ok(effects);
                }
                self.new_table(client, &id, game, seats, hints, now, entropy)
            }
            Ask::Sit { id, table, invitation, name } => {
                self.visitor(client)?;
                let said = format!("{invitation} {name}");
                if let Some(effects) = self.given(client, &id, &said) {
                    return Ok(effects);
                }
                self.sit(client, (id, said), &table, &invitation, &name, now, entropy)
            }
            ask => {
                let (table, seat) = self.visitor(client)?.seat.clone().ok_or_else(|| {
                    No::new("role", "you have no seat", "take a seat by an invitation")
                })?;
                if let Ask::Review { id } = ask {
                    let none = || No::new("stale", "the game has not begun", "play it");
                    let record = self.room(&table)?.record().ok_or_else(none)?;
                    let review = self.games.review(record);
                    let most = self.limits.waiting;
                    return self.room(&table)?.review(client, seat, id, review, most);
                }
                let clients = self.visitors.of(&table);
                let most = self.limits.waiting;
                self.room(&table)?.answer(client, seat, ask, now, &clients, most)
            }
        }
    }

    fn visitor(&self, client: Client) -> Result<&Visitor, No> {
        let none = || No::new("hello", "the first message is hello", "send hello");
        self.visitors.greeted(client).ok_or_else(none)
    }

    /// What follows when a key is right. Wrong keys are counted, those of tables that are none too.
    fn tried<T>(&mut self, client: Client, right: Option<T>, now: u64) -> Option<T> {
        if right.is_none() {
            let address = self.visitors.entry(client).address;
            self.guesses.wrong(&self.limits, client, address, now);
        }
        right
    }

    /// Whether the keys of a page are read.
    fn may_try(&mut self, client: Client, now: u64) -> Result<(), No> {
        let address = self.visitors.entry(client).address;
        self.guesses.may(&self.limits, client, address, now)
    }

    /// The seat of a key at a table, which is not built for it.
    fn seat_of(&self, table: &str, key: &str) -> Option<Seat> {
        match self.rooms.get(table) {
            Some(room) => room.seat(key),
            None => room::seat(&self.games.state(table)?, key),
        }
    }

    /// Takes the seat of an invitation.
    #[expect(clippy::too_many_arguments, reason = "the fields of one message")]
    fn sit(
        &mut self,
        client: Client,
        (id, said): (String, String),
        table: &str,
        invitation: &str,
        name: &str,
        now: u64,
        entropy: &Entropy<'_>,
    ) -> Result<Vec<Effect>, No> {
        self.may_try(client, now)?;
        let invites = match self.rooms.get(table) {
            Some(room) => room.invites(invitation),
            None => self.games.state(table).is_some_and(|state| room::invites(&state, invitation)),
        };
        self.tried(client, invites.then_some(()), now).ok_or_else(room::used)?;
        // A name that the game refuses does not use the invitation up.
        let tried = self.room(table)?.tried(invitation, name, now)?;
        self.games.begin(&tried)?;
        let (seat, key) = self.room(table)?.sit(invitation, name, entropy)?;
        let mut effects = self.begun(table, now, entropy)?;
        let given = Given { client, id, said, invited: true, table: table.to_owned(), seat, key };
        effects.extend(self.give(client, &given));
        let clients = self.visitors.of(&given.table);
        effects.extend(self.room(&given.table)?.wake(&clients));
        self.remember(given);
        Ok(effects)
    }

    fn insert(&mut self, table: &str, mut room: Room) {
        self.epoch += 1;
        room.epoch = self.epoch;
        self.rooms.insert(table.to_owned(), room);
    }

    /// A table, built again from what was kept if the program has begun since.
    fn room(&mut self, table: &str) -> Result<&mut Room, No> {
        let none = || No::new("table", "there is no such table", "ask for another invitation");
        if !self.rooms.contains_key(table) {
            self.make_place()?;
            let kept = self.games.kept(table).ok_or_else(none)?;
            let at = match &kept.record {
                Some(record) => {
                    let candidates = self.games.candidates(&record.header);
                    Some((self.games.table(record)?, candidates))
                }
                None => None,
            };
            let room = Room::kept(table, &kept.state, at).ok_or_else(none)?;
            self.insert(table, room);
        }
        self.rooms.get_mut(table).ok_or_else(none)
    }

    /// Refuses one table more than the most. One that has no pages goes from memory for one that is
    /// asked for again.
    fn make_place(&mut self) -> Result<(), No> {
        if self.rooms.len() < self.limits.tables {
            return Ok(());
        }
        let deserted = self.rooms.iter().filter_map(|(table, room)| Some((room.deserted?, table)));
        let longest = deserted.min().map(|(_, table)| table.clone());
        let longest = longest.ok_or_else(|| self.full())?;
        self.rooms.remove(&longest);
        Ok(())
    }

    /// Why there is no new table.
    fn full(&self) -> No {
        let message = format!("the server holds {} tables, and no more", self.limits.tables);
        No::new("busy", message, "wait until a table has had no players for ten minutes")
    }

    fn hello(
        &mut self,
        client: Client,
        key: String,
        table: Option<String>,
        have: usize,
        now: u64,
    ) -> Result<Vec<Effect>, No> {
        if !key.is_empty() {
            self.may_try(client, now)?;
        }
        let owner = self.owner.is_none() || fits(&key, self.owner.as_ref());
        // A wrong key and an unknown table look alike.
        let seat = table.as_ref().and_then(|table| Some((table, self.seat_of(table, &key)?)));
        let seat = seat.map(|(table, seat)| (table.clone(), seat));
        if !key.is_empty() {
            self.tried(client, (owner || seat.is_some()).then_some(()), now);
        }
        let visitor = self.visitors.entry(client);
        (visitor.greeted, visitor.owner) = (true, owner);
        self.visitors.sit(client, None);
        let lobby = lobby::lobby(if owner { self.games.cards() } else { &[] }).into_string();
        let welcome = json!({
            "is": "hello",
            "v": VERSION,
            "owner": owner,
            "put": {"lobby": lobby},
        });
        let mut effects = vec![send(client, &welcome)];
        match (table, seat) {
            (_, Some((table, seat))) => {
                if let Err(no) = self.room(&table) {
                    effects.push(send(client, &no.json(None)));
                    return Ok(effects);
                }
                effects.extend(self.seated(client, &table, seat));
                effects.extend(self.shown(client, &table, seat, have));
                // A table of a program that was stopped goes on.
                let clients = self.visitors.of(&table);
                effects.extend(self.room(&table)?.wake(&clients));
            }
            (Some(_), None) => {
                let no = No::new("key", "this is no key of a table here", "ask for an invitation");
                effects.push(send(client, &no.json(None)));
            }
            (None, None) => {}
        }
        Ok(effects)
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one message")]
    fn new_table(
        &mut self,
        client: Client,
        id: &str,
        game: String,
        seats: Vec<Chair>,
        hints: bool,
        now: u64,
        entropy: &Entropy<'_>,
    ) -> Result<Vec<Effect>, No> {
        if self.rooms.len() >= self.limits.tables {
            return Err(self.full());
        }
        // What the game refuses is refused before anybody is invited.
        self.games.begin(&Wish::tried(&game, seats.iter(), now, hints))?;
        let said = format!("{game} {seats:?} {hints}");
        let table = format!("{:016x}", entropy.bits("table") >> 64);
        let (room, seat, key) = Room::new(&table, game, seats, hints, entropy)?;
        self.insert(&table, room);
        let mut effects = self.begun(&table, now, entropy)?;
        let given = Given { client, id: id.to_owned(), said, invited: false, table, seat, key };
        effects.extend(self.give(client, &given));
        let clients = self.visitors.of(&given.table);
        effects.extend(self.room(&given.table)?.wake(&clients));
        self.remember(given);
        Ok(effects)
    }

    /// Gives a seat to a page.
    fn give(&mut self, client: Client, given: &Given) -> Vec<Effect> {
        let Given { id, table, seat, key, .. } = given;
        let mut effects = self.seated(client, table, *seat);
        let done = json!({"is": "done", "id": id, "table": table, "key": key});
        effects.push(send(client, &done));
        effects.extend(self.shown(client, table, *seat, 0));
        effects
    }

    fn remember(&mut self, given: Given) {
        self.given.push_back(given);
        if self.given.len() > KNOWN {
            self.given.pop_front();
        }
    }

    /// The seat that a message was given before, if its answer was lost: its page is gone, as other
    /// pages may count alike, and nobody has used the seat.
    fn given(&mut self, client: Client, id: &str, said: &str) -> Option<Vec<Effect>> {
        let same = |given: &Given| {
            let here = self.knows(given.client);
            let gone = given.invited || given.client == client || !here;
            let used = self.rooms.get(&given.table).is_none_or(|room| room.has_acted(given.seat));
            given.id == id && given.said == said && gone && !used
        };
        let place = self.given.iter().rposition(same)?;
        let given = Given { client, ..self.given.remove(place)? };
        let effects = self.give(client, &given);
        self.remember(given);
        Some(effects)
    }

    /// Begins the game of a table whose seats are taken, and saves the table.
    fn begun(&mut self, table: &str, now: u64, entropy: &Entropy<'_>) -> Result<Vec<Effect>, No> {
        let clients = self.visitors.of(table);
        let room = self.room(table)?;
        let Some(wish) = room.wish(now, entropy) else {
            return Ok(vec![room.save(None)]);
        };
        let header = self.games.begin(&wish)?;
        let candidates = self.games.candidates(&header);
        let at = self.games.table(&Record { header, entries: Vec::new() })?;
        let mut effects = vec![self.room(table)?.begin(at, candidates)];
        for (client, seat) in clients {
            effects.extend(self.shown(client, table, seat, 0));
        }
        Ok(effects)
    }

    /// Seats a page. The oldest page of a seat that has too many is closed.
    fn seated(&mut self, client: Client, table: &str, seat: Seat) -> Vec<Effect> {
        self.visitors.sit(client, Some((table.to_owned(), seat)));
        let mut same = self.visitors.of(table);
        same.retain(|(_, sits)| *sits == seat);
        let many = same.len().saturating_sub(self.limits.sockets);
        let old = same.into_iter().take(many).map(|(old, _)| old);
        let close = |old| {
            self.visitors.sit(old, None);
            Effect::Close(old, ELSEWHERE)
        };
        old.map(close).collect()
    }

    /// The whole table as a seat sees it, for a page that has this many lines of its log. What the
    /// other pages have not been sent yet comes before: the page itself needs none of it.
    fn shown(&mut self, client: Client, table: &str, seat: Seat, have: usize) -> Vec<Effect> {
        let mut others = self.visitors.of(table);
        others.retain(|(other, _)| *other != client);
        let Ok(room) = self.room(table) else { return Vec::new() };
        let whole = room.whole(seat, have);
        let mut effects = room.sent_to(&others);
        effects.push(send(client, &whole));
        effects
    }

    /// The work of a table, if there is any: it is to be done without the hall.
    pub fn work(&mut self, table: &str) -> Option<Work> {
        self.rooms.get_mut(table)?.work()
    }

    /// What follows from work that is done.
    pub fn done(&mut self, work: Work) -> Vec<Effect> {
        let clients = self.visitors.of(&work.table);
        let effects = match self.rooms.get_mut(&work.table) {
            Some(room) if room.epoch == work.epoch => room.done(work, &clients),
            // The table was forgotten meanwhile.
            _ => Vec::new(),
        };
        self.visitors.spoken(effects)
    }

    /// Forgets the tables that had no page for ten minutes, when all is saved: they are built again
    /// from what was kept. What followed from events up to the time `saved` is.
    pub fn rest(&mut self, now: u64, saved: u64) {
        for (table, room) in &mut self.rooms {
            if self.visitors.has(table) || !room.is_quiet() {
                room.deserted = None;
            } else {
                room.deserted.get_or_insert(now);
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

    /// Goes on where an action was held too long. A driver calls it every second.
    pub fn tick(&mut self, now: u64) -> Vec<Effect> {
        self.guesses.forget(now);
        let late = self.rooms.iter().filter(|(_, room)| room.is_late(now));
        let late: Vec<String> = late.map(|(table, _)| table.clone()).collect();
        let mut effects = Vec::new();
        for table in late {
            let clients = self.visitors.of(&table);
            if let Some(room) = self.rooms.get_mut(&table) {
                effects.extend(room.go(&clients));
            }
        }
        self.visitors.spoken(effects)
    }
}

/// A message to a page.
pub(crate) fn send(client: Client, message: &Value) -> Effect {
    Effect::Send(client, message.to_string())
}
