//! What each seat of a table is shown: lines as they are told, and regions where they have changed.

use std::collections::BTreeMap;

use rivals_core::play::Seat;
use rivals_core::play::session::Next;
use rivals_core::table::{Said, Table};
use serde_json::{Value, json};

use super::{End, Room};
use crate::games::Chair;
use crate::{regions, scene};

impl Room {
    /// The whole table as a seat sees it.
    pub(crate) fn whole(&mut self, seat: Seat, have: usize) -> Value {
        self.look();
        let sent = &self.sent[usize::from(seat.0)];
        let missed = sent.lines.get(have.min(sent.lines.len())..).unwrap_or_default();
        json!({
            "is": "table",
            "v": crate::message::VERSION,
            "table": self.id,
            "n": sent.n,
            "at": sent.question,
            "seat": seat.0 + 1,
            "lines": sent.lines.len(),
            "put": sent.regions,
            "missed": missed,
            "ask": sent.ask,
        })
    }

    /// Tells lines, each with the game as its seat sees it then.
    pub(super) fn tell(&mut self, said: &[Said]) {
        for place in self.persons() {
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
            let scene = scene::scene(&scene).into_string();
            let sent = &mut self.sent[place];
            for Said { line, .. } in told {
                let roll = if line.dice.is_empty() {
                    String::new()
                } else {
                    scene::dice(&line.dice).into_string()
                };
                sent.n += 1;
                sent.lines.push(line.text.clone());
                let mut put = serde_json::Map::new();
                for (region, html) in [("scene", &scene), ("roll", &roll)] {
                    if sent.regions.get(region) != Some(html) {
                        put.insert(region.to_owned(), json!(html));
                        sent.regions.insert(region, html.clone());
                    }
                }
                sent.out.push(json!({"is": "step", "n": sent.n, "told": line.text, "put": put}));
            }
        }
    }

    /// Shows each person the table as it stands, where that has changed.
    pub(super) fn look(&mut self) {
        for place in self.persons() {
            let seat = Seat::at(place);
            let (regions, ask) = match &self.table {
                Some(table) => self.seen(table, seat),
                None if self.busy => continue,
                None => self.waiting(place),
            };
            let sent = &mut self.sent[place];
            let mut put = serde_json::Map::new();
            for (region, html) in regions {
                if sent.regions.get(region) != Some(&html) {
                    put.insert(region.to_owned(), json!(html));
                    sent.regions.insert(region, html);
                }
            }
            if put.is_empty() && sent.ask == ask {
                continue;
            }
            sent.n += 1;
            sent.question = sent.n;
            sent.ask = ask;
            let message = json!({"is": "ask", "n": sent.n, "put": put, "ask": sent.ask});
            sent.out.push(message);
        }
    }

    /// The regions of a table that has begun, and what can be chosen.
    fn seen(&self, table: &Table, seat: Seat) -> (Vec<(&'static str, String)>, Value) {
        let session = table.session();
        let mut ask = Value::Null;
        let question = match (&self.end, session.next()) {
            (End::Told(result), _) => regions::over(result),
            (End::Guess(guesses), _) => {
                let stranger = table.strangers().get(guesses.len()).copied();
                let masked = stranger.map_or("", |stranger| session.names().name(stranger));
                regions::guess(masked, &self.candidates)
            }
            (End::Not, _) if self.prepares => regions::waits("The game is prepared ..."),
            (End::Not, _) if self.held.is_some() => regions::held(),
            (End::Not, Next::Person(decides)) if decides == seat => {
                let choices = session.choices().len();
                let confirm: BTreeMap<usize, String> = (0..choices)
                    .filter_map(|choice| Some((choice, session.confirm(choice)?)))
                    .collect();
                let picks = scene::picks(&session.scene(seat));
                ask = json!({"choices": choices, "picks": picks, "confirm": confirm});
                regions::question(session)
            }
            (End::Not, Next::Person(decides) | Next::Agent(decides)) => {
                regions::waits(&format!("{} ...", session.names().does(decides, "think")))
            }
            (End::Not, Next::Chance | Next::Over(_)) => regions::waits(""),
        };
        let regions = vec![
            ("top", regions::top(session).into_string()),
            ("scene", regions::scene(session, seat).into_string()),
            ("ask", question.into_string()),
        ];
        (regions, ask)
    }

    /// The regions of a table whose seats are not all taken.
    fn waiting(&self, place: usize) -> (Vec<(&'static str, String)>, Value) {
        let host = self.persons().first() == Some(&place);
        let open = self.state.chairs.iter().enumerate();
        let open = open.filter(|(_, chair)| chair.who == Chair::Open);
        let shown = |place: usize| self.invitations[place].clone().filter(|_| host);
        let seats: Vec<_> = open.map(|(place, _)| (place, shown(place))).collect();
        let top = maud::html! { h1 { (self.state.game) } };
        let ask = regions::invitations(&seats, &self.id);
        (vec![("top", top.into_string()), ("ask", ask.into_string())], Value::Null)
    }
}
