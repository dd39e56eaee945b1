//! Many tables at once: how long an action takes until it is confirmed, and what the server needs.

use std::sync::{Barrier, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{Page, Server};
use crate::program::folder;

/// What was measured.
struct Figures {
    /// How long each action took, the shortest first.
    times: Vec<Duration>,
    /// The memory of the server in KiB, and its processor time in seconds.
    memory: u64,
    processor: f64,
}

impl Figures {
    /// The time that so many of a thousand actions took at most.
    fn share(&self, thousandths: usize) -> Duration {
        self.times[(self.times.len() * thousandths / 1000).min(self.times.len() - 1)]
    }
}

/// A table of two people with this number of pages that look on.
fn table(server: &Server, watchers: usize) -> (Vec<Page>, Vec<Page>) {
    let mut host = server.owner();
    let seats = json!([{"person": "Ana"}, "open"]);
    let made = host.ask(json!({"do": "new", "game": "pig", "seats": seats, "watch": true}));
    let table = made["table"].as_str().unwrap().to_owned();
    let shown = host.until(|message| message["is"] == "table");
    let ask = shown["put"]["ask"].as_str().unwrap().to_owned();
    let link =
        |page: &str| ask.split(&format!("#/{page}/{table}/")).nth(1).unwrap()[..32].to_owned();
    let mut guest = server.hello("", None);
    guest.ask(json!({"do": "sit", "table": table, "invitation": link("sit"), "name": "Bet"}));
    let watch = link("watch");
    let watchers = (0..watchers).map(|_| server.hello(&watch, Some(&table))).collect();
    (vec![host, guest], watchers)
}

/// Plays at this number of tables, an action each at these intervals.
fn load(tables: usize, watchers: usize, seconds: u64, interval: Duration) -> Figures {
    let data = folder();
    let server = Server::start_with(data.path(), &["--tables", &tables.to_string()]);
    let (times, ready) = (Mutex::new(Vec::new()), Barrier::new(tables));
    thread::scope(|scope| {
        for place in 0..tables {
            let (server, times, ready) = (&server, &times, &ready);
            let play = move || {
                let (mut people, mut looking) = table(server, watchers);
                ready.wait();
                let mut own = Vec::new();
                let begun = Instant::now();
                let mut next =
                    interval * u32::try_from(place).unwrap() / u32::try_from(tables).unwrap();
                while next < Duration::from_secs(seconds) {
                    thread::sleep(next.saturating_sub(begun.elapsed()));
                    next += interval;
                    people.iter_mut().chain(&mut looking).for_each(Page::drain);
                    let Some(page) = people.iter_mut().find(|page| !page.ask.is_null()) else {
                        continue;
                    };
                    let asked = Instant::now();
                    let done = page.act(0);
                    own.push(asked.elapsed());
                    assert_eq!(done["is"], "done", "{done}");
                }
                times.lock().unwrap().extend(own);
            };
            thread::Builder::new().stack_size(256 << 10).spawn_scoped(scope, play).unwrap();
        }
    });
    let mut times = times.into_inner().unwrap();
    times.sort();
    let (memory, processor) = server.used();
    Figures { times, memory, processor }
}

#[test]
fn fifty_tables_are_played_at_once() {
    let figures = load(50, 2, 5, Duration::from_secs(1));
    assert!(figures.times.len() > 100, "{}", figures.times.len());
    // A loose bound: the machine does other things as well.
    assert!(figures.share(500) < Duration::from_secs(2), "{:?}", figures.share(500));
}

/// The figures of `results/benchmarks/serve.csv`, for 60 seconds or as long as `RIVALS_LOAD` says.
#[test]
#[ignore = "takes a minute, and needs 12,000 open files"]
fn a_thousand_tables_are_played_at_once() {
    let seconds =
        std::env::var("RIVALS_LOAD").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    for (tables, interval) in [(100, 1_000), (1_000, 2_000)] {
        let figures = load(tables, 3, seconds, Duration::from_millis(interval));
        let [p50, p99, p999] =
            [500, 990, 999].map(|share| figures.share(share).as_secs_f64() * 1e3);
        println!(
            "tables,sockets,actions,seconds,p50_ms,p99_ms,p999_ms,memory_mib,processor_seconds\n\
             {tables},{},{},{seconds},{p50:.1},{p99:.1},{p999:.1},{:.1},{:.1}",
            5 * tables,
            figures.times.len(),
            figures.memory as f64 / 1024.0,
            figures.processor,
        );
    }
}
