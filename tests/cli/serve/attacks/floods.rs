//! Floods: messages over the limit are refused, and others wait for none of them.

use std::io::Write;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::json;

use super::super::Server;
use crate::program::folder;

/// Four sockets send far more than they may for this time, and are answered; returns how long the
/// answers to another page took, the shortest first.
fn flooded(time: Duration) -> Vec<Duration> {
    let data = folder();
    let server = Server::start(data.path());
    let mut page = server.owner();
    page.begin("pig", &json!([{"person": "Ana"}, {"agent": "hold-20"}]));
    let mut floods: Vec<_> = (0..4).map(|_| server.hello("", None)).collect();
    let (begun, mut times) = (Instant::now(), Vec::new());
    let (mut answered, mut refused) = (0, 0);
    while begun.elapsed() < time {
        for flood in &mut floods {
            for _ in 0..100 {
                flood.send(&json!({"do": "ping"}));
            }
        }
        let asked = Instant::now();
        page.ask(json!({"do": "guide"}));
        times.push(asked.elapsed());
        for flood in &mut floods {
            for _ in 0..100 {
                match flood.read()["is"].as_str() {
                    Some("pong") => answered += 1,
                    _ => refused += 1,
                }
            }
        }
        sleep(Duration::from_millis(200));
    }
    // One message of the bucket was hello.
    let most = 4.0 * (29.0 + 10.0 * begun.elapsed().as_secs_f64());
    assert!(f64::from(answered) <= most + 1.0 && refused > 0, "{answered} of {most}");
    times.sort();
    times
}

#[test]
fn a_flood_delays_nobody() {
    // A debug build on a machine that does other things as well, which may hold up any one answer.
    let times = flooded(Duration::from_secs(2));
    assert!(times[times.len() / 2] < Duration::from_secs(1), "{times:?}");
}

#[test]
#[ignore = "takes a minute"]
fn a_long_flood_delays_nobody() {
    let worst = *flooded(Duration::from_secs(60)).last().unwrap();
    println!("60 s of flood: the slowest other answer took {worst:?}");
    assert!(worst < Duration::from_millis(500), "{worst:?}");
}

/// The times of answers to one page while others send a request a byte at a time, the shortest first.
fn beside_slow(connections: usize, time: Duration) -> Vec<Duration> {
    let data = folder();
    let server = Server::start(data.path());
    let mut page = server.owner();
    page.begin("pig", &json!([{"person": "Ana"}, {"agent": "hold-20"}]));
    let request: Vec<u8> = b"GET / HTTP/1.1\r\nhost: ".iter().copied().chain([b'x'; 99]).collect();
    let mut slow: Vec<_> = (0..connections).map(|_| (server.stream(), 0)).collect();
    let (begun, mut times, mut closed) = (Instant::now(), Vec::new(), 0);
    while begun.elapsed() < time {
        for (stream, sent) in &mut slow {
            if stream.write_all(&request[*sent..=*sent]).is_err() {
                (*stream, *sent) = (server.stream(), 0);
                closed += 1;
            } else {
                *sent += 1;
            }
        }
        for _ in 0..4 {
            let asked = Instant::now();
            page.ask(json!({"do": "guide"}));
            times.push(asked.elapsed());
            sleep(Duration::from_millis(110));
        }
    }
    // Headers may take five seconds.
    assert!(closed >= connections * (time.as_secs() / 7) as usize, "{closed}");
    times.sort();
    times
}

#[test]
#[ignore = "takes a minute, and needs 3,000 open files"]
fn a_thousand_slow_connections_delay_nobody() {
    let times = beside_slow(1_000, Duration::from_secs(60));
    let p99 = times[times.len() * 99 / 100];
    println!("1,000 slow connections: {} other answers, 99 % within {p99:?}", times.len());
    assert!(p99 < Duration::from_millis(50), "{p99:?}");
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
