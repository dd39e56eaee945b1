//! What each seat of a table is shown: lines as they are told, and regions where they have changed.

use std::collections::BTreeMap;

use rivals_core::play::Seat;
use rivals_core::play::record::Entry;
use rivals_core::session::Next;
use rivals_core::table::{Said, Story, Table};
use serde_json::{Map, Value, json};

use super::{End, Room, Sent};
use crate::games::Chair;
use crate::hall::{Client, Effect, Place, Role, send};
use crate::{regions, scene};

/// The regions of a page that shows nothing of a table, beside its head.
const CLOSED: &str = "The cards of this game are hidden. You see it when it is over, or when a player \
                      lets you look over the shoulder.";

impl Sent {
    /// The regions among these that have changed, with the ground of the board that is drawn.
    fn changed(&mut self, regions: Vec<(&'static str, String)>) -> Map<String, Value> {
        let mut put = Map::new();
        let ground = ("ground", self.ground.html().to_owned());
        for (region, html) in [ground].into_iter().chain(regions) {
            let before = self.regions.get(region);
            if before == Some(&html) || before.is_none() && html.is_empty() {
                continue;
            }
            put.insert(region.to_owned(), json!(html));
            self.regions.insert(region, html);
        }
        put
    }
}

/// The number of the question that a seat is asked next, from 1. It follows from what is kept: a choice
/// that is sent before the program begins again answers the same question after it, or none.
fn question_of(entries: &[Entry], seat: Seat) -> u64 {
    let ends_one = |entry: &&Entry| match entry {
        Entry::Act { seat: of, .. } => *of == seat.0 + 1,
        Entry::Undo { .. } => true,
        _ => false,
    };
    1 + entries.iter().filter(ends_one).count() as u64
}

impl Room {
    /// The whole table for a page at this place, which has this number of lines of the log.
    pub(crate) fn whole_for(&mut self, place: Place, have: usize) -> Value {
        self.look();
        if place.role != Role::Watches {
            return self.whole(place, have);
        }
        if self.table.is_some() {
            self.viewed = self.view();
        }
        match self.viewed {
            Some(seat) => self.watched(self.whole(Place { seat, ..place }, have)),
            None => {
                let top = maud::html! { h1 { (self.title) } };
                let put =
                    json!({"top": top.into_string(), "ask": regions::waits(CLOSED).into_string()});
                json!({"is": "table", "v": crate::message::VERSION, "table": self.id, "n": 0,
                    "at": 0, "seat": 0, "role": Role::Watches, "lines": 0, "put": put,
                    "missed": [], "ask": null})
            }
        }
    }

    /// The same of a table as it was kept, while nothing can be saved: no question is open.
    pub(crate) fn confirmed_for(&mut self, place: Place) -> Value {
        let mut whole = self.whole_for(place, 0);
        if place.role != Role::Watches && !matches!(self.end, End::Told(_)) {
            whole["put"]["ask"] = json!(regions::waits("").into_string());
            whole["ask"] = Value::Null;
        }
        whole
    }

    fn whole(&self, place: Place, have: usize) -> Value {
        let sent = &self.sent[usize::from(place.seat.0)];
        let missed = sent.lines.get(have.min(sent.lines.len())..).unwrap_or_default();
        json!({
            "is": "table",
            "v": crate::message::VERSION,
            "table": self.id,
            "n": sent.n,
            "at": sent.question,
            "seat": place.seat.0 + 1,
            "role": place.role,
            "lines": sent.lines.len(),
            "put": sent.regions,
            "missed": missed,
            "own": regions::own(missed),
            "ask": sent.ask,
        })
    }

    /// A message of a seat for those who look on: without its question and its links.
    fn watched(&self, mut message: Value) -> Value {
        if let Some(put) = message["put"].as_object_mut() {
            put.remove("people");
            if put.contains_key("ask") {
                let ask = match &self.end {
                    End::Told(result) => {
                        regions::over(result, false, None, self.story(self.viewed))
                    }
                    _ => regions::waits(&self.looking_on()),
                };
                put.insert("ask".to_owned(), json!(ask.into_string()));
            }
        }
        if message["is"] != "step" {
            message["ask"] = Value::Null;
        }
        message
    }

    /// What those who look on are told: the game speaks to the person whose view they have.
    fn looking_on(&self) -> String {
        let chair = self.viewed.and_then(|seat| self.state.chairs.get(usize::from(seat.0)));
        match chair.map(|chair| &chair.who) {
            Some(Chair::Person(name)) => {
                format!("You look on. What is said to \"you\" is said to {name}.")
            }
            _ => "You look on.".to_owned(),
        }
    }

    /// How the game went for a seat.
    fn story(&self, seat: Option<Seat>) -> Option<&Story> {
        self.stories.iter().find(|(of, _)| Some(*of) == seat).map(|(_, story)| story)
    }

    /// The seat whose view those who look on have: the first of an open game and of one that is
    /// over, or one that allows it.
    fn view(&self) -> Option<Seat> {
        let Some(table) = &self.table else { return self.viewed };
        let first = self.state.readers().first().copied();
        let allows = || self.state.chairs.iter().position(|chair| chair.allows);
        let over = matches!(self.end, End::Told(_));
        let open = over || !table.session().hides() || self.state.host.is_some();
        if open { first } else { allows() }.map(Seat::at)
    }

    /// What is to be sent to these pages, and whether there is work.
    pub(crate) fn sent_to(&mut self, clients: &[(Client, Place)]) -> Vec<Effect> {
        let mut effects = Vec::new();
        let view = self.view();
        let moved = view != self.viewed;
        for place in 0..self.sent.len() {
            for message in std::mem::take(&mut self.sent[place].out) {
                for (client, at) in clients {
                    let watches = at.role == Role::Watches;
                    if !watches && usize::from(at.seat.0) == place {
                        effects.push(send(*client, &message));
                    } else if watches && !moved && view == Some(Seat::at(place)) {
                        effects.push(send(*client, &self.watched(message.clone())));
                    }
                }
            }
        }
        if moved {
            self.viewed = view;
            for (client, at) in clients.iter().filter(|(_, at)| at.role == Role::Watches) {
                effects.push(send(*client, &self.whole_for(*at, 0)));
            }
        }
        if !self.jobs.is_empty() && !self.busy {
            effects.push(Effect::Think(self.id.clone()));
        }
        effects
    }

    /// Tells lines, each with the game as its seat sees it then.
    pub(super) fn tell(&mut self, said: &[Said]) {
        let mover = self.table.as_ref().and_then(Table::mover);
        let turned = std::mem::replace(&mut self.mover, mover) != mover;
        for place in self.state.readers() {
            let seat = Seat::at(place);
            let told = said.iter().filter(|Said { to, .. }| to.is_none_or(|to| to == seat));
            let mut told = told.peekable();
            let Some(table) = self.table.as_ref().filter(|_| told.peek().is_some()) else {
                continue;
            };
            // The table is the same for all lines, so that it is drawn once.
            let scene = match table.session().next() {
                Next::Over(_) => table.session().scene(seat),
                _ => table.session().told_scene(seat),
            };
            let sent = &mut self.sent[place];
            let scene = scene::scene(&scene, &mut sent.ground).into_string();
            for (number, Said { line, .. }) in told.enumerate() {
                let roll = if line.dice.is_empty() {
                    String::new()
                } else {
                    scene::dice(&line.dice).into_string()
                };
                sent.n += 1;
                sent.lines.push(line.text.clone());
                let put = sent.changed(vec![("scene", scene.clone()), ("roll", roll)]);
                let mut step = json!({"is": "step", "n": sent.n, "told": line.text, "put": put});
                if turned && number == 0 {
                    step["turn"] = json!(true);
                }
                let event = if line.event.is_empty() && !line.dice.is_empty() {
                    "roll"
                } else {
                    line.event
                };
                if !event.is_empty() {
                    step["sound"] = json!(event);
                }
                if !regions::own(std::slice::from_ref(&line.text)).is_empty() {
                    step["own"] = json!(true);
                }
                sent.out.push(step);
            }
        }
    }

    /// Shows each person the table as it stands, where that has changed.
    pub(super) fn look(&mut self) {
        for place in self.state.readers() {
            let seat = Seat::at(place);
            let mut ground = std::mem::take(&mut self.sent[place].ground);
            let (regions, ask, question) = match &self.table {
                Some(table) => {
                    let (regions, ask) = self.seen_by(table, seat, &mut ground);
                    (regions, ask, question_of(table.session().entries(), seat))
                }
                None if self.busy => {
                    self.sent[place].ground = ground;
                    continue;
                }
                None => {
                    let (regions, ask) = self.waiting(place);
                    (regions, ask, 0)
                }
            };
            let sent = &mut self.sent[place];
            sent.ground = ground;
            let put = sent.changed(regions);
            let same = sent.ask == ask && sent.question == question;
            if put.is_empty() && same {
                continue;
            }
            sent.n += 1;
            if same && !put.contains_key("ask") {
                sent.out.push(json!({"is": "put", "n": sent.n, "put": put}));
                continue;
            }
            (sent.question, sent.ask) = (question, ask);
            let message =
                json!({"is": "ask", "n": sent.n, "at": question, "put": put, "ask": sent.ask});
            sent.out.push(message);
            if !sent.ask.is_null() {
                self.start_clock(place, question);
            }
        }
    }

    /// The regions of a table that has begun, and what can be chosen.
    fn seen_by(
        &self,
        table: &Table,
        seat: Seat,
        ground: &mut scene::Ground,
    ) -> (Vec<(&'static str, String)>, Value) {
        let session = table.session();
        let mut ask = Value::Null;
        let question = match (&self.end, session.next()) {
            (End::Told(result), _) => {
                regions::over(result, true, self.state.again.as_deref(), self.story(Some(seat)))
            }
            (End::Guess(guesses), _) => {
                let stranger = table.strangers().get(guesses.len()).copied();
                let masked = stranger.map_or("", |stranger| session.names().name(stranger));
                // Who made the table may make another one, with this stranger alone.
                let made = self.state.host_seat() == Some(usize::from(seat.0));
                let later = made && table.strangers().len() == 1;
                regions::guess(masked, &self.candidates, later)
            }
            (End::Not, _) if self.prepares => regions::waits("The game is prepared ..."),
            (End::Not, _) if self.held.is_some() => regions::held(),
            (End::Not, Next::Person(decides))
                if decides == seat && !session.goes_without_asking() =>
            {
                let names = session.choices();
                let choices = names.len();
                let confirm: BTreeMap<usize, String> = (0..choices)
                    .filter_map(|choice| Some((choice, session.confirm(choice)?)))
                    .collect();
                let picks = scene::picks(&session.scene(seat));
                ask = json!({"choices": choices, "picks": picks, "confirm": confirm});
                if choices > regions::MOST_BUTTONS {
                    ask["names"] = json!(names);
                }
                regions::question(&table.question(), session)
            }
            (End::Not, Next::Person(decides) | Next::Agent(decides)) => {
                regions::waits(&format!("{} ...", session.names().does(decides, "think")))
            }
            (End::Not, Next::Chance | Next::Over(_)) => regions::waits(""),
        };
        let away: Vec<bool> = self.gone.iter().map(|gone| gone.away).collect();
        let regions = vec![
            ("top", regions::top(&self.title, session, &away).into_string()),
            ("scene", scene::scene(&session.scene(seat), ground).into_string()),
            ("ask", question.into_string()),
            ("people", self.people(seat)),
        ];
        (regions, ask)
    }

    /// What is shown of the people: clocks, phrases, and the links of who made the table.
    fn people(&self, seat: Seat) -> String {
        let persons = self.state.persons();
        let host = self.state.host.is_some() || self.state.host_seat() == Some(usize::from(seat.0));
        let rows: Vec<_> = (persons.iter())
            .map(|&place| regions::Person {
                seat: place + 1,
                name: match &self.state.chairs[place].who {
                    Chair::Person(name) => name,
                    _ => "",
                },
                left: self.state.clock.map(|_| self.left(place)),
                runs: self.running.is_some_and(|running| running.seat == place),
                opens: host && place != usize::from(seat.0),
                link: self.invitations[place].as_deref().filter(|_| host),
            })
            .collect();
        let watch = self.watch.as_deref().filter(|_| host);
        let watched = self.state.watch.is_some();
        if rows.len() < 2 && !watched && self.state.clock.is_none() {
            return String::new();
        }
        let hides = self.table.as_ref().is_some_and(|table| table.session().hides());
        let allows = (watched && hides).then(|| self.state.chairs[usize::from(seat.0)].allows);
        let links = regions::Links { table: &self.id, outer: self.outer.as_deref() };
        regions::people(&rows, watch, allows.filter(|_| !rows.is_empty()), links).into_string()
    }

    /// The regions of a table whose seats are not all taken.
    fn waiting(&self, place: usize) -> (Vec<(&'static str, String)>, Value) {
        let host = self.state.host_seat() == Some(place);
        let open = self.state.chairs.iter().enumerate();
        let open = open.filter(|(_, chair)| chair.who == Chair::Open || chair.invitation.is_some());
        let shown = |place: usize| self.invitations[place].clone().filter(|_| host);
        let seats: Vec<_> = open.map(|(place, _)| (place, shown(place))).collect();
        let watch = self.watch.as_deref().filter(|_| host);
        let top = maud::html! { h1 { (self.title) } };
        let links = regions::Links { table: &self.id, outer: self.outer.as_deref() };
        let ask = regions::invitations(&seats, host, watch, links);
        (vec![("top", top.into_string()), ("ask", ask.into_string())], Value::Null)
    }
}
