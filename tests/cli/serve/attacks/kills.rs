//! A server that is killed at any moment: what was confirmed is kept, and nothing is played twice.

use std::time::Duration;

use serde_json::json;

use super::super::{Server, games::kept};
use crate::program::folder;

/// Kills servers while a page acts; returns the actions that were confirmed.
fn killed(kills: u64) {
    let data = folder();
    let mut server = Server::start(data.path());
    let mut page = server.owner();
    page.begin("dragon-slayer", &json!([{"person": "Ana"}, {"agent": "abel"}]));
    let (mut table, mut key) = (page.table.clone(), page.key.clone());
    let (mut confirmed, mut games) = (0, 0);
    for kill in 0..kills {
        // A moment between none and some milliseconds after an action was sent.
        let moment = Duration::from_micros(kill.wrapping_mul(7_919) % 6_000);
        while !page.decides() {
            assert_eq!(kept(data.path(), &table).len(), confirmed, "kill {kill}");
            games += 1;
            let mut owner = server.owner();
            owner.begin("dragon-slayer", &json!([{"person": "Ana"}, {"agent": "abel"}]));
            (table, key, confirmed, page) = (owner.table.clone(), owner.key.clone(), 0, owner);
        }
        let act = json!({"do": "act", "id": format!("k{kill}"), "at": page.at, "choice": 0});
        page.send(&act);
        std::thread::sleep(moment);
        server.kill();
        server = Server::start(data.path());
        page = server.back(&table, &key);
        let kept_now = kept(data.path(), &table).len();
        assert!((confirmed..=confirmed + 1).contains(&kept_now), "kill {kill}: {kept_now}");
        page.send(&act);
        let answer = page.until(|answer| answer["id"] == act["id"]);
        // What was kept gets its answer again; what was not may come before the game is prepared.
        if kept_now > confirmed {
            assert_eq!(answer["is"], "done", "kill {kill}: {answer}");
        }
        confirmed = kept(data.path(), &table).len();
    }
    println!("{kills} kills, {} games", games + 1);
}

#[test]
fn ten_kills_lose_nothing() {
    killed(10);
}

#[test]
#[ignore = "takes minutes"]
fn two_hundred_kills_lose_nothing() {
    killed(200);
}
