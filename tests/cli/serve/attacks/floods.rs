//! Floods: messages over the limit are refused, and others wait for none of them.

use std::time::{Duration, Instant};

use serde_json::json;

use super::super::Server;
use crate::program::folder;

#[test]
fn a_flood_delays_nobody() {
    let data = folder();
    let server = Server::start(data.path());
    let mut page = server.owner();
    page.begin("pig", &json!([{"person": "Ana"}, {"agent": "hold-20"}]));
    let mut floods: Vec<_> = (0..4).map(|_| server.hello("", None)).collect();
    let (begun, mut worst) = (Instant::now(), Duration::ZERO);
    let (mut answered, mut refused) = (0, 0);
    while begun.elapsed() < Duration::from_secs(2) {
        for flood in &mut floods {
            for _ in 0..50 {
                flood.send(&json!({"do": "ping"}));
            }
        }
        let asked = Instant::now();
        page.ask(json!({"do": "guide"}));
        worst = worst.max(asked.elapsed());
        for flood in &mut floods {
            for _ in 0..50 {
                match flood.read()["is"].as_str() {
                    Some("pong") => answered += 1,
                    _ => refused += 1,
                }
            }
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    // A debug build on a machine that does other things as well.
    assert!(worst < Duration::from_secs(1), "{worst:?}");
    // One message of the bucket was hello.
    let most = 4.0 * (29.0 + 10.0 * begun.elapsed().as_secs_f64());
    assert!(f64::from(answered) <= most + 1.0 && refused > 0, "{answered} of {most}");
}

#[test]
fn a_seat_has_four_sockets() {
    let data = folder();
    let server = Server::start(data.path());
    let mut page = server.owner();
    page.begin("pig", &json!([{"person": "Ana"}, {"agent": "hold-20"}]));
    let others: Vec<_> = (0..4).map(|_| server.back(&page.table, &page.key)).collect();
    assert_eq!(page.closed(), 4001);
    for mut other in others {
        assert!(other.decides());
        assert_eq!(other.ask(json!({"do": "guide"}))["is"], "say");
    }
}
