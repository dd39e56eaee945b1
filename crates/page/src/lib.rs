//! The tables of all games as one function from text to text, for a page without a server. It has
//! no clock, no memory that lasts and no random numbers: the worker of the page gives the time and
//! new bits with every call, keeps what is to be saved, and gives it back when it is needed.
//!
//! `scripts/page.sh` builds the page; `crates/page/files/worker.js` is its worker.

#![deny(missing_docs)]

mod exports;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rivals::play::record::{Record, line};
use rivals::tables::{Catalogue, Drill, GameRow, Host, Library, learn_language, replays, sha256};
use rivals_web::{Client, Effect, Hall, KEPT, Kept};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The only page.
const PAGE: Client = 1;

/// What the worker calls.
#[derive(Deserialize)]
struct Call {
    /// The time in milliseconds since 1970.
    now: u64,
    /// New random bits: 64 hexadecimal digits.
    entropy: String,
    call: What,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum What {
    /// The page sends this message.
    Message { text: String },
    /// The work of this table is to be done.
    Work { table: String },
    /// A second has passed, or the time of the last `wake`.
    Tick,
    /// A table as it was kept: the lines are those of its record, if its game has begun.
    Keep { table: String, state: String, lines: Vec<String> },
    /// A game that somebody shares, as the lines of its record.
    Shared { lines: Vec<String> },
    /// The sentences of a language, which a page asks for.
    Language { tag: String, text: String },
    /// All games that are kept, the oldest first: the names of their tables, the lines of their
    /// records, and the states of the tables; and the decisions that were tried again.
    Library { games: Vec<(String, Vec<String>, String)>, drills: Vec<Drill> },
    /// A table could not be saved, as another page has gone on with it.
    Lost { table: String },
}

/// What the worker has read from its memory.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Read>>);

#[derive(Default)]
struct Read {
    tables: HashMap<String, Kept>,
    /// All games that can be read, with the names and the states of their tables. Their numbers are
    /// their places, from 1.
    games: Vec<(String, Record, String)>,
    drills: Vec<Drill>,
    /// A decision that was tried and is to be kept.
    tried: Option<Drill>,
}

impl Memory {
    fn read(&self) -> MutexGuard<'_, Read> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, table: String, kept: Kept) {
        self.read().tables.insert(table, kept);
    }

    /// A game by its number.
    fn game(&self, number: i64) -> Option<(String, Record, String)> {
        let place = usize::try_from(number).ok()?.checked_sub(1)?;
        self.read().games.get(place).cloned()
    }
}

impl Host for Memory {
    fn kept(&self, table: &str) -> Option<Kept> {
        let number = table.strip_prefix(KEPT).and_then(|number| number.parse().ok());
        match number.and_then(|number| self.game(number)) {
            Some((_, record, _)) => record.end().is_some().then(|| Kept::shared(record, None)),
            None => {
                let mut read = self.read();
                let kept = read.tables.remove(table);
                // A game of which the page has not come back to the table.
                let listed = || read.games.iter().find(|(name, ..)| name == table);
                let known = |(_, record, state): &(String, Record, String)| Kept {
                    state: state.clone(),
                    record: Some(record.clone()),
                };
                kept.or_else(|| listed().map(known))
            }
        }
    }

    fn library(&self) -> miette::Result<Box<dyn Library>> {
        Ok(Box::new(self.clone()))
    }
}

impl Library for Memory {
    fn rows(&self) -> miette::Result<Vec<GameRow>> {
        let read = self.read();
        Ok((1..).zip(&read.games).map(|(id, (_, record, _))| GameRow::of(id, record)).collect())
    }

    fn record_of(&self, id: i64) -> miette::Result<Record> {
        let game = self.game(id).ok_or_else(|| miette::miette!("there is no game {id}"))?;
        Ok(game.1)
    }

    fn table_of(&self, id: i64) -> Option<String> {
        self.game(id).map(|game| game.0)
    }

    fn tried(&self) -> miette::Result<Vec<Drill>> {
        Ok(self.read().drills.clone())
    }

    fn keep_tried(&self, drill: Drill) -> miette::Result<()> {
        self.read().tried = Some(drill);
        Ok(())
    }
}

/// The tables of a page.
pub struct Page {
    hall: Hall,
    memory: Memory,
}

impl Default for Page {
    fn default() -> Self {
        let memory = Memory::default();
        let games = Catalogue::new(memory.clone()).expect("the built-in players are well-formed");
        Self { hall: Hall::new(Box::new(games), None), memory }
    }
}

impl Page {
    /// Answers a call with a list of effects, both as JSON.
    pub fn call(&mut self, text: &str) -> String {
        let (now, effects) = match serde_json::from_str(text) {
            Ok(Call { call: What::Shared { lines }, .. }) => {
                return json!([self.shared(&lines.join("\n"))]).to_string();
            }
            Ok(Call { call: What::Language { tag, text }, .. }) => {
                let wrong = learn_language(&tag, &text).err();
                return json!(Vec::from_iter(wrong.map(|error| json!({"failed": error}))))
                    .to_string();
            }
            Ok(call) => (call.now, self.effects(call)),
            Err(error) => return json!([{"failed": error.to_string()}]).to_string(),
        };
        let tried = self.memory.read().tried.take().map(|drill| json!({"tried": drill}));
        let wake = self.hall.wakes().map(|at| json!({"wake": at.saturating_sub(now)}));
        Value::from_iter(tried.into_iter().chain(effects.iter().map(effect)).chain(wake))
            .to_string()
    }

    /// Takes a finished game in that follows its rules; returns its table with its key and what is to be
    /// kept of it, or what is wrong.
    fn shared(&mut self, text: &str) -> Value {
        let wrong = |error: String| json!({"failed": error});
        let record = match Record::read(text) {
            Ok(record) if record.end().is_some() => record,
            Ok(_) => return wrong("the game is not over".to_owned()),
            Err(error) => return wrong(error.to_string()),
        };
        if let Err(error) = replays(&record) {
            return wrong(error.to_string());
        }
        let table = format!("shared-{}", &sha256(text.as_bytes())[..16]);
        let kept = Kept::shared(record, Some(SHARED));
        let shared = json!({"table": table, "key": SHARED, "state": kept.state});
        self.memory.add(table, kept);
        json!({"shared": shared})
    }

    fn effects(&mut self, Call { now, entropy, call }: Call) -> Vec<Effect> {
        match call {
            What::Message { text } => self.hall.handle(PAGE, &text, now, &bits(&entropy)),
            What::Work { table } => match self.hall.work(&table) {
                Some(mut work) => {
                    work.run();
                    self.hall.done(work)
                }
                None => Vec::new(),
            },
            What::Tick => self.hall.tick(now),
            What::Keep { table, state, lines } => {
                // A record that cannot be read is as good as none.
                let record = Record::read(&lines.join("\n")).ok();
                if record.is_some() != lines.is_empty() {
                    self.memory.add(table, Kept { state, record });
                }
                Vec::new()
            }
            What::Library { games, drills } => {
                let read = |(table, lines, state): (String, Vec<String>, String)| {
                    Some((table, Record::read(&lines.join("\n")).ok()?, state))
                };
                let mut memory = self.memory.read();
                memory.games = games.into_iter().filter_map(read).collect();
                memory.games.sort_by_key(|(_, record, _)| record.header.began);
                memory.drills = drills;
                Vec::new()
            }
            What::Lost { table } => self.hall.forget(&table),
            What::Shared { .. } | What::Language { .. } => {
                unreachable!("it has an answer of its own")
            }
        }
    }
}

/// The key of games that are shared: the page has but one visitor.
const SHARED: &str = "shared";

/// The bits of hexadecimal digits; 0 for what is none.
fn bits(hexadecimal: &str) -> [u8; 32] {
    let digit = |at: usize| hexadecimal.get(2 * at..2 * at + 2);
    std::array::from_fn(|at| {
        digit(at).and_then(|two| u8::from_str_radix(two, 16).ok()).unwrap_or(0)
    })
}

/// A line of a record, without its end.
fn kept_line(of: &impl Serialize) -> String {
    line(of).trim_end().to_owned()
}

fn effect(effect: &Effect) -> Value {
    match effect {
        Effect::Save(saved) => json!({"save": {
            "table": saved.table,
            "state": saved.state,
            "header": saved.header.as_ref().map(kept_line),
            "kept": saved.kept,
            "entries": saved.entries.iter().map(kept_line).collect::<Vec<_>>(),
        }}),
        Effect::Send(_, text) | Effect::Tell(_, text) => json!({"send": text}),
        Effect::Close(_, code) => json!({"close": code}),
        Effect::Think(table) => json!({"think": table}),
    }
}
