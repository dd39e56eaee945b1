//! The thread of the hall: messages go in one after the other, so that their effects have one order.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use rivals_web::{Address, Client, Effect, Hall, Work};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, mpsc};

use super::pages::{Pages, Parcel};
use super::writer::Lost;

/// What follows from an event; if it was a message, its slot is free again when that is carried out.
pub(super) type Batch = (Vec<Effect>, Option<OwnedSemaphorePermit>);

/// What happens to the hall.
pub(super) enum Event {
    /// A page has come from this address.
    Came(Client, Address),
    /// A page sent this, in one of its slots.
    Message(Client, String, Option<OwnedSemaphorePermit>),
    /// A page is gone.
    Left(Client),
    /// Work is done.
    Done(Box<Work>),
    /// Work that takes long has failed; whether it was beside its table.
    Failed(bool),
    /// A tenth of a second has passed.
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
    pub effects: SyncSender<Batch>,
    /// To itself, for those who think.
    pub events: mpsc::WeakSender<Event>,
    /// Its blocking threads think.
    pub pool: Handle,
    /// What takes long at tables, and beside them: a review holds up no table.
    pub lanes: [Lane; 2],
    /// How far the writer has come.
    pub saving: Saving,
}

/// Work that waits for a thread, and how many threads are free for it.
pub(super) struct Lane {
    waiting: VecDeque<Work>,
    free: usize,
}

impl Lane {
    /// One of so many threads.
    pub(super) fn of(threads: usize) -> Self {
        Self { waiting: VecDeque::new(), free: threads }
    }
}

/// How many batches of effects the writer has carried out, and when that was all.
#[derive(Debug, Default)]
pub(super) struct Saving {
    pub done: Arc<AtomicU64>,
    /// Whether nothing can be saved.
    pub failing: Arc<Mutex<bool>>,
    sent: u64,
    /// The pages that have come of late, with the numbers of the batches that show them their tables.
    came: Vec<(u64, Client)>,
    /// A time, and the number of batches that were sent before.
    mark: Option<(u64, u64)>,
    /// The time up to which all is saved.
    until: u64,
}

impl Saving {
    /// The time up to which all that was sent is saved.
    fn until(&mut self, now: u64) -> u64 {
        let (marked, sent) = *self.mark.get_or_insert((now, self.sent));
        if self.done.load(Ordering::Relaxed) >= sent {
            (self.until, self.mark) = (marked, None);
        }
        self.until
    }
}

impl Driver {
    /// Runs until the server ends.
    pub(super) fn run(mut self, events: &mut mpsc::Receiver<Event>) {
        while let Some(event) = events.blocking_recv() {
            let mut slot = None;
            let mut effects = match event {
                Event::Came(client, address) => {
                    self.hall.came(client, address);
                    Vec::new()
                }
                Event::Message(client, text, taken) => {
                    slot = taken;
                    self.message(client, &text)
                }
                Event::Left(client) => {
                    self.hall.left(client);
                    Vec::new()
                }
                Event::Done(work) => {
                    if !work.is_quick() {
                        self.is_free(work.is_beside());
                    }
                    let effects = self.hall.done(*work);
                    self.told(effects)
                }
                Event::Failed(beside) => {
                    self.is_free(beside);
                    Vec::new()
                }
                Event::Tick => self.tick(),
                Event::End => return self.hall.stop(),
            };
            // Work alone waits for nothing to be saved, and its message holds no slot meanwhile.
            for effect in effects.extract_if(.., |effect| matches!(effect, Effect::Think(_))) {
                if let Effect::Think(table) = effect {
                    self.think(&table);
                }
            }
            if effects.is_empty() {
                continue;
            }
            self.saving.sent += 1;
            if self.effects.send((effects, slot)).is_err() {
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
        let new = !self.hall.knows(client);
        let effects = self.hall.handle(client, text, now(), &entropy);
        let effects = self.told(effects);
        let known = self.hall.knows(client);
        self.pages.note(client, known);
        if new && known {
            self.saving.came.push((self.saving.sent + 1, client));
        }
        effects
    }

    /// Shows the pages that have come while nothing can be saved their tables as they were kept last.
    fn show_kept(&mut self) {
        let failing = Arc::clone(&self.saving.failing);
        // The writer sends nothing newer while this is held.
        let failing = failing.lock().unwrap_or_else(PoisonError::into_inner);
        let done = self.saving.done.load(Ordering::Relaxed);
        self.saving.came.retain(|(batch, _)| *batch > done);
        if !*failing {
            return;
        }
        for (_, client) in std::mem::take(&mut self.saving.came) {
            self.told(self.hall.confirmed(client));
        }
    }

    /// Sends what waits for nothing to be saved. Returns what is left to do.
    fn told(&self, mut effects: Vec<Effect>) -> Vec<Effect> {
        for effect in effects.extract_if(.., |effect| matches!(effect, Effect::Tell(..))) {
            if let Effect::Tell(client, text) = effect {
                self.pages.send(client, Parcel::Messages(vec![text]));
            }
        }
        effects
    }

    fn tick(&mut self) -> Vec<Effect> {
        self.show_kept();
        let mut effects = Vec::new();
        for table in self.lost.take() {
            effects.extend(self.hall.forget(&table));
        }
        let now = now();
        effects.extend(self.hall.tick(now));
        self.hall.rest(now, self.saving.until(now));
        effects
    }

    /// Gives the work of a table to a thread of the pool, if one is free. What is done at once waits
    /// for nothing that takes long.
    fn think(&mut self, table: &str) {
        let Some(work) = self.hall.work(table) else { return };
        if work.is_quick() {
            return self.spawn(work);
        }
        let lane = usize::from(work.is_beside());
        self.lanes[lane].waiting.push_back(work);
        self.begin(lane);
    }

    /// Work that takes long is done.
    fn is_free(&mut self, beside: bool) {
        let lane = usize::from(beside);
        self.lanes[lane].free += 1;
        self.begin(lane);
    }

    /// Begins what waits, where threads are free.
    fn begin(&mut self, lane: usize) {
        let Lane { waiting, free } = &mut self.lanes[lane];
        let begun: Vec<Work> = waiting.drain(..waiting.len().min(*free)).collect();
        *free -= begun.len();
        begun.into_iter().for_each(|work| self.spawn(work));
    }

    fn spawn(&self, mut work: Work) {
        let (events, lost) = (self.events.clone(), self.lost.clone());
        self.pool.spawn_blocking(move || {
            // A panic costs what the table has not saved yet, and no other table.
            let ended = catch_unwind(AssertUnwindSafe(|| work.run()));
            let Some(events) = events.upgrade() else { return };
            let event = match ended {
                Ok(()) => Event::Done(Box::new(work)),
                Err(_) => {
                    lost.add(work.table.clone());
                    if work.is_quick() {
                        return;
                    }
                    Event::Failed(work.is_beside())
                }
            };
            let _ = events.blocking_send(event);
        });
    }
}

/// The time in milliseconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.ok().and_then(|since| u64::try_from(since.as_millis()).ok()).unwrap_or(0)
}
