//! How pages come to tables: by a new table, a key, an invitation, or the same game once more; and
//! tables as they were kept last.

use rivals_core::play::record::Record;
use serde_json::json;

use super::{Asked, Client, ELSEWHERE, Effect, Hall, KEPT, Place, Role, send, tell};
use crate::files;
use crate::games::{Chair, STRANGER, STRANGER_OF, Wish};
use crate::keys::{Entropy, hashed};
use crate::lobby;
use crate::message::{No, VERSION};
use crate::room::{self, Plan, Room};

/// A place that was given, for a message that is sent again.
pub(super) struct Given {
    /// The page that it was given to.
    client: Client,
    /// The id of the message.
    id: String,
    /// What else the message said.
    said: String,
    /// Whether it was an invitation, which nobody else has.
    invited: bool,
    table: String,
    place: Place,
    key: String,
}

/// How many places that were given are known.
const KNOWN: usize = 64;

impl Hall {
    /// Whether the keys of a page are read.
    fn may_try(&mut self, asked: Asked<'_>) -> Result<(), No> {
        let address = self.visitors.entry(asked.client).address;
        self.guesses.may(&self.limits, asked.client, address, asked.now)
    }

    /// Counts a wrong key, also that of a table that is none.
    fn wrong(&mut self, asked: Asked<'_>) {
        let address = self.visitors.entry(asked.client).address;
        self.guesses.wrong(&self.limits, asked.client, address, asked.now);
    }

    /// The place of a key at a table, which is not built for it.
    fn place_of(&mut self, table: &str, key: &str, owner: bool) -> Option<Place> {
        if owner && table.starts_with(KEPT) {
            return self.room(table).ok()?.let_in(key);
        }
        match self.rooms.get(table) {
            Some(room) => room.place(key),
            None if self.limits.keys => room::place(&self.games.state(table)?, key),
            // Nobody guesses keys.
            None => self.room(table).ok()?.place(key),
        }
    }

    /// Whether the agents of a table think no longer than others than the owner may ask for.
    fn may_ask_for(&self, game: &str, seats: &[Chair]) -> bool {
        let card = self.games.cards().iter().find(|card| card.name == game);
        let slow = |chair: &Chair| {
            let Chair::Agent(id) = chair else { return false };
            let listed = card.and_then(|card| card.opponents.iter().find(|one| one.id == *id));
            id != STRANGER
                && !id.starts_with(STRANGER_OF)
                && listed.and_then(|one| one.class).is_none_or(|class| class > self.limits.thinking)
        };
        !seats.iter().any(slow)
    }

    /// A page says who it is.
    pub(super) fn hello(
        &mut self,
        asked: Asked<'_>,
        key: &str,
        table: Option<String>,
        have: usize,
    ) -> Result<Vec<Effect>, No> {
        let client = asked.client;
        if !key.is_empty() {
            self.may_try(asked)?;
        }
        let owner = self.owner.as_ref().is_none_or(|hash| *hash == hashed(key));
        // A wrong key and an unknown table look alike.
        let place = table.as_ref().and_then(|table| self.place_of(table, key, owner));
        if !key.is_empty() && !owner && place.is_none() {
            self.wrong(asked);
        }
        let visitor = self.visitors.entry(client);
        (visitor.greeted, visitor.owner) = (true, owner);
        self.visitors.sit(client, None);
        let cards = self.games.cards();
        let lobby =
            if owner { lobby::lobby(cards) } else { lobby::visited(cards, self.limits.thinking) };
        let welcome = json!({
            "is": "hello",
            "v": VERSION,
            "build": files::build(),
            "owner": owner,
            "put": {"lobby": lobby.into_string()},
        });
        let mut effects = vec![tell(client, &welcome)];
        let Some(table) = table else { return Ok(effects) };
        let none = || {
            let message = "there is no such table, or this browser has no key of it";
            No::new("key", message, "open the link of your seat, or ask for an invitation")
        };
        let come = place.ok_or_else(none).and_then(|place| self.come(client, &table, place, have));
        effects.extend(come.unwrap_or_else(|no| vec![send(client, &no.json(None))]));
        Ok(effects)
    }

    /// A table as it was kept last.
    pub(super) fn read(&self, table: &str) -> Result<Room, No> {
        let kept = self.games.kept(table).ok_or_else(no_table)?;
        let at = match &kept.record {
            Some(record) => {
                let candidates = self.games.candidates(&record.header);
                Some((self.games.table(record)?, candidates))
            }
            None => None,
        };
        let header = kept.record.as_ref().map(|record| &record.header);
        let instant = header.map(|header| self.games.instant(header));
        let met = header.map(|header| self.games.met(header));
        let mut room = Room::kept(table, &kept.state, at).ok_or_else(no_table)?;
        room.instant = instant.unwrap_or_default();
        room.met = met.unwrap_or_default();
        Ok(room)
    }

    /// What a page is shown that comes while nothing can be saved: its table as it was kept last,
    /// without its question.
    #[must_use]
    pub fn confirmed(&self, client: Client) -> Vec<Effect> {
        let place = self.visitors.greeted(client).and_then(|visitor| visitor.place.as_ref());
        let shown = place.and_then(|(table, place)| {
            let mut room = self.read(table).ok()?;
            (room.title, room.now) = (self.title(&room), self.now);
            Some(tell(client, &room.confirmed_for(*place)))
        });
        self.visitors.spoken(shown.into_iter().collect())
    }

    /// A page comes to its place at a table, and a table of a program that was stopped goes on.
    fn come(
        &mut self,
        client: Client,
        table: &str,
        place: Place,
        have: usize,
    ) -> Result<Vec<Effect>, No> {
        self.room(table)?;
        let mut effects = self.seated(client, table, place);
        effects.extend(self.shown(client, table, place, have));
        let clients = self.visitors.of(table);
        effects.extend(self.room(table)?.wake(&clients));
        Ok(effects)
    }

    /// Makes a table.
    pub(super) fn new_table(&mut self, asked: Asked<'_>, plan: &Plan) -> Result<Vec<Effect>, No> {
        let said = format!("{plan:?}");
        if let Some(effects) = self.given(asked.client, asked.id, &said) {
            return Ok(effects);
        }
        if self.rooms.len() >= self.limits.tables {
            return Err(self.full());
        }
        // What the game refuses is refused before anybody is invited.
        self.games.begin(&Wish::tried(&plan.game, plan.seats.iter(), asked.now, &plan.options))?;
        let table = name(asked.entropy);
        let (room, place, key) = Room::new(&table, plan, asked.entropy)?;
        self.insert(&table, room);
        let effects = self.begun(&table, asked)?;
        let given = Given {
            client: asked.client,
            id: asked.id.to_owned(),
            said,
            invited: false,
            table,
            place,
            key,
        };
        self.give_first(effects, given)
    }

    /// Takes the seat of an invitation.
    pub(super) fn sit(
        &mut self,
        asked: Asked<'_>,
        table: &str,
        invitation: &str,
        name: &str,
    ) -> Result<Vec<Effect>, No> {
        let said = format!("{invitation} {name}");
        if let Some(effects) = self.given(asked.client, asked.id, &said) {
            return Ok(effects);
        }
        self.may_try(asked)?;
        let invites = match self.rooms.get(table) {
            Some(room) => room.invites(invitation),
            None if !self.limits.keys => self.room(table)?.invites(invitation),
            None => self.games.state(table).is_some_and(|state| room::invites(&state, invitation)),
        };
        if !invites {
            self.wrong(asked);
            return Err(room::used());
        }
        // A name that the game refuses does not use the invitation up.
        if let Some(tried) = self.room(table)?.tried(invitation, name)? {
            self.games.begin(&tried)?;
        }
        let (seat, key) = self.room(table)?.sit(invitation, name, asked.entropy)?;
        let effects = self.begun(table, asked)?;
        let (table, place) = (table.to_owned(), Place { seat, role: Role::Sits });
        let (client, id) = (asked.client, asked.id.to_owned());
        self.give_first(effects, Given { client, id, said, invited: true, table, place, key })
    }

    /// Plays the game of a table again, with the seats turned. The keys are those of the people.
    pub(super) fn again(&mut self, asked: Asked<'_>, table: &str) -> Result<Vec<Effect>, No> {
        let Asked { client, id, .. } = asked;
        let done = |next: &str| send(client, &json!({"is": "done", "id": id, "table": next}));
        if let Some(next) = self.room(table)?.next_table() {
            return Ok(vec![done(&next)]);
        }
        if self.rooms.len() >= self.limits.tables {
            return Err(self.full());
        }
        let next = name(asked.entropy);
        let room = self.room(table)?.turned(&next)?;
        let (game, seats) = room.game();
        if !self.visitor(asked.client)?.owner && !self.may_ask_for(&game, &seats) {
            let help = "ask the owner of the server for another game";
            return Err(No::new("role", "the opponents think too long to be asked by you", help));
        }
        self.insert(&next, room);
        let mut effects = self.begun(&next, asked)?;
        let clients = self.visitors.of(table);
        let room = self.room(table)?;
        room.goes_on_at(&next);
        effects.extend([room.save(None), done(&next)]);
        effects.extend(room.sent_to(&clients));
        effects.extend(self.room(&next)?.wake(&[]));
        Ok(effects)
    }

    /// Gives a place that is new, and lets the table go on.
    fn give_first(&mut self, mut effects: Vec<Effect>, given: Given) -> Result<Vec<Effect>, No> {
        effects.extend(self.give(given.client, &given));
        let clients = self.visitors.of(&given.table);
        effects.extend(self.room(&given.table)?.wake(&clients));
        self.remember(given);
        Ok(effects)
    }

    /// Gives a place to a page.
    fn give(&mut self, client: Client, given: &Given) -> Vec<Effect> {
        let Given { id, table, place, key, .. } = given;
        let mut effects = self.seated(client, table, *place);
        let done = json!({"is": "done", "id": id, "table": table, "key": key});
        effects.push(send(client, &done));
        effects.extend(self.shown(client, table, *place, 0));
        effects
    }

    fn remember(&mut self, given: Given) {
        self.given.push_back(given);
        if self.given.len() > KNOWN {
            self.given.pop_front();
        }
    }

    /// The place that a message was given before, if its answer was lost: its page is gone, as other
    /// pages may count alike, and nobody has used it.
    fn given(&mut self, client: Client, id: &str, said: &str) -> Option<Vec<Effect>> {
        let same = |given: &Given| {
            let here = self.knows(given.client);
            let gone = given.invited || given.client == client || !here;
            let room = self.rooms.get(&given.table);
            let used = room.is_none_or(|room| {
                room.has_acted(given.place.seat) || room.place(&given.key) != Some(given.place)
            });
            given.id == id && given.said == said && gone && !used
        };
        let place = self.given.iter().rposition(same)?;
        let given = Given { client, ..self.given.remove(place)? };
        let effects = self.give(client, &given);
        self.remember(given);
        Some(effects)
    }

    /// Begins the game of a table whose seats are taken, and saves the table.
    fn begun(&mut self, table: &str, asked: Asked<'_>) -> Result<Vec<Effect>, No> {
        let clients = self.visitors.of(table);
        let room = self.room(table)?;
        let Some(wish) = room.wish(asked.now, asked.entropy) else {
            return Ok(vec![room.save(None)]);
        };
        let header = self.games.begin(&wish)?;
        let candidates = self.games.candidates(&header);
        let at = self.games.table(&Record { header, entries: Vec::new() })?;
        let header = at.session().header();
        let (instant, met) = (self.games.instant(header), self.games.met(header));
        let room = self.room(table)?;
        (room.instant, room.met) = (instant, met);
        let mut effects = vec![room.begin(at, candidates)];
        for (client, place) in clients {
            effects.extend(self.shown(client, table, place, 0));
        }
        Ok(effects)
    }

    /// Gives a page its place. The oldest page of a seat that has too many is closed.
    fn seated(&mut self, client: Client, table: &str, place: Place) -> Vec<Effect> {
        self.visitors.sit(client, Some((table.to_owned(), place)));
        if place.role == Role::Watches {
            return Vec::new();
        }
        let mut same = self.visitors.of(table);
        same.retain(|(_, at)| *at == place);
        let many = same.len().saturating_sub(self.limits.sockets);
        let old = same.into_iter().take(many).map(|(old, _)| old);
        let close = |old| {
            self.visitors.sit(old, None);
            Effect::Close(old, ELSEWHERE)
        };
        old.map(close).collect()
    }

    /// The whole table as a page sees it, which has this many lines of its log. What the other
    /// pages have not been sent yet comes before: the page itself needs none of it.
    fn shown(&mut self, client: Client, table: &str, place: Place, have: usize) -> Vec<Effect> {
        let mut others = self.visitors.of(table);
        others.retain(|(other, _)| *other != client);
        let Ok(room) = self.room(table) else { return Vec::new() };
        let whole = room.whole_for(place, have);
        let mut effects = room.sent_to(&others);
        effects.push(send(client, &whole));
        effects
    }
}

/// Why there is nothing to be seen at a table.
pub(super) fn no_table() -> No {
    No::new("table", "there is no such table", "ask for another invitation")
}

/// The name of a new table.
fn name(entropy: &Entropy<'_>) -> String {
    format!("{:016x}", entropy.bits("table") >> 64)
}
