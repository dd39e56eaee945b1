//! The writer: one thread that saves what tables did and then sends what follows from it, so that
//! no page is ever shown what is not kept.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rivals_web::{Client, Effect, Saved};
use serde_json::json;

use super::driver::Batch;
use super::pages::{Pages, Parcel};
use crate::command::print_note;
use crate::history::{History, HistoryError};

/// The most batches of one transaction.
const MOST: usize = 256;

/// How long the writer waits before it tries again.
const AGAIN: Duration = Duration::from_secs(1);

/// Names of tables that are to be read again from what is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Lost(Arc<Mutex<Vec<String>>>);

impl Lost {
    pub(super) fn add(&self, table: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(table);
    }

    pub(super) fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What the writer needs.
pub(super) struct Writer {
    pub history: History,
    pub pages: Arc<Pages>,
    pub lost: Lost,
    /// Whether the server ends: what cannot be saved then is given up, as nobody was told of it.
    pub ends: Arc<AtomicBool>,
    /// How many batches were carried out.
    pub done: Arc<AtomicU64>,
    /// Whether nothing can be saved.
    pub failing: Arc<Mutex<bool>>,
}

impl Writer {
    /// Carries out effects, until nobody can send any more.
    pub(super) fn run(mut self, incoming: &Receiver<Batch>) {
        while let Ok(first) = incoming.recv() {
            let mut batches = vec![first];
            batches.extend(incoming.try_iter().take(MOST - 1));
            let effects = batches.iter().flat_map(|(effects, _)| effects);
            let saves = effects.filter_map(|effect| match effect {
                Effect::Save(saved) => Some(&**saved),
                _ => None,
            });
            let saves: Vec<&Saved> = saves.collect();
            let Some(saved) = self.save(&saves) else { return };
            let mut saved = saved.into_iter();
            for (batch, _slot) in batches {
                self.carry_out(batch, &mut saved);
                self.done.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// Saves all, as soon as that is possible; `None` if it is given up.
    fn save(&mut self, saves: &[&Saved]) -> Option<Vec<Result<(), HistoryError>>> {
        if saves.is_empty() {
            return Some(Vec::new());
        }
        let mut failed = false;
        loop {
            match self.history.save_rooms(saves) {
                Ok(saved) => {
                    if failed {
                        self.set_failing(false);
                        print_note("note: games are saved again");
                        self.say_waiting("");
                    }
                    return Some(saved);
                }
                Err(error) => {
                    if !failed {
                        print_note(&format!("note: games are not saved: {error}; trying again"));
                    }
                    failed = true;
                    self.set_failing(true);
                    let ends = self.ends.load(Ordering::Relaxed);
                    self.say_waiting("The game cannot be saved now; the server tries again.");
                    if ends {
                        return None;
                    }
                    thread::sleep(AGAIN);
                }
            }
        }
    }

    fn set_failing(&self, failing: bool) {
        *self.failing.lock().unwrap_or_else(PoisonError::into_inner) = failing;
    }

    /// Tells all pages that they wait, or with an empty text that they do not.
    fn say_waiting(&self, message: &str) {
        self.pages.send_to_all(&json!({"is": "waiting", "message": message}).to_string());
    }

    /// Sends what follows from what was saved. What follows from something that could not be saved
    /// is not sent, and its table is read again.
    fn carry_out(
        &self,
        batch: Vec<Effect>,
        saved: &mut impl Iterator<Item = Result<(), HistoryError>>,
    ) {
        let mut out: BTreeMap<Client, Vec<String>> = BTreeMap::new();
        let mut kept = true;
        for effect in batch {
            match effect {
                Effect::Save(one) => {
                    let result = saved.next().expect("each was saved");
                    kept = result.is_ok();
                    if let Err(error) = result {
                        print_note(&format!("note: the table {} is not saved: {error}", one.table));
                        self.lost.add(one.table);
                    }
                }
                Effect::Send(client, text) if kept => out.entry(client).or_default().push(text),
                Effect::Close(client, code) => {
                    if let Some(texts) = out.remove(&client) {
                        self.pages.send(client, Parcel::Messages(texts));
                    }
                    self.pages.send(client, Parcel::Close(code));
                }
                Effect::Send(..) | Effect::Tell(..) | Effect::Think(_) => {}
            }
        }
        for (client, texts) in out {
            self.pages.send(client, Parcel::Messages(texts));
        }
    }
}
