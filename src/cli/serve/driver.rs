//! The thread of the hall: messages go in one after the other, so that their effects have one order.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::{SystemTime, UNIX_EPOCH};

use rivals_web::{Client, Effect, Hall, Work};
use tokio::runtime::Handle;
use tokio::sync::mpsc;

use super::pages::Pages;
use super::writer::Lost;

/// What happens to the hall.
pub(super) enum Event {
    /// A page sent this.
    Message(Client, String),
    /// A page is gone.
    Left(Client),
    /// Work is done.
    Done(Box<Work>),
    /// A second has passed.
    Tick,
    /// The server ends.
    End,
}

/// What the thread needs.
pub(super) struct Driver {
    pub hall: Hall,
    pub pages: Arc<Pages>,
    pub lost: Lost,
    /// To the writer.
    pub effects: SyncSender<Vec<Effect>>,
    /// To itself, for those who think.
    pub events: mpsc::WeakSender<Event>,
    /// Its blocking threads think.
    pub pool: Handle,
}

impl Driver {
    /// Runs until the server ends.
    pub(super) fn run(mut self, events: &mut mpsc::Receiver<Event>) {
        while let Some(event) = events.blocking_recv() {
            let effects = match event {
                Event::Message(client, text) => self.message(client, &text),
                Event::Left(client) => {
                    self.hall.left(client);
                    Vec::new()
                }
                Event::Done(work) => self.hall.done(*work),
                Event::Tick => self.tick(),
                Event::End => return,
            };
            for effect in &effects {
                if let Effect::Think(table) = effect {
                    self.think(table);
                }
            }
            if !effects.is_empty() && self.effects.send(effects).is_err() {
                return;
            }
        }
    }

    fn message(&mut self, client: Client, text: &str) -> Vec<Effect> {
        let mut entropy = [0; 32];
        if getrandom::fill(&mut entropy).is_err() {
            // Without it, every key could be guessed.
            return vec![Effect::Close(client, 1011)];
        }
        let effects = self.hall.handle(client, text, now(), &entropy);
        self.pages.note(client, self.hall.knows(client));
        effects
    }

    fn tick(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        for table in self.lost.take() {
            effects.extend(self.hall.forget(&table));
        }
        effects.extend(self.hall.tick(now()));
        effects
    }

    /// Gives the work of a table to a thread of the pool.
    fn think(&mut self, table: &str) {
        let Some(mut work) = self.hall.work(table) else { return };
        let (events, lost, table) = (self.events.clone(), self.lost.clone(), table.to_owned());
        self.pool.spawn_blocking(move || {
            // A panic costs what the table has not saved yet, and no other table.
            if catch_unwind(AssertUnwindSafe(|| work.run())).is_err() {
                lost.add(table);
            } else if let Some(events) = events.upgrade() {
                let _ = events.blocking_send(Event::Done(Box::new(work)));
            }
        });
    }
}

/// The time in milliseconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.ok().and_then(|since| u64::try_from(since.as_millis()).ok()).unwrap_or(0)
}
