//! Who and what is refused: other names and origins, wrong keys, frames that are none, silence.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::json;
use tungstenite::{Bytes, Message};

use super::Server;
use crate::program::{folder, run};

#[test]
fn every_answer_has_the_headers() {
    let data = folder();
    let server = Server::start(data.path());
    let host = "host: 127.0.0.1:PORT";
    let close = "connection: close";
    for path in ["/", "/a/page.css", "/a/page.js", "/a/link.js", "/up", "/ws", "/none"] {
        let answer = server.answer(&[&format!("GET {path} HTTP/1.1"), host, close]).to_lowercase();
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'",
            "x-content-type-options: nosniff",
            "referrer-policy: same-origin",
            "cross-origin-opener-policy: same-origin",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(answer.contains(header), "{path}: {header}: {answer}");
        }
        assert!(!answer.contains("set-cookie") && !answer.contains("access-control"), "{answer}");
    }
    let posted = server.answer(&["POST / HTTP/1.1", host, "content-length: 0", close]);
    assert!(posted.starts_with("HTTP/1.1 405 "), "{posted}");
}

#[test]
fn other_hosts_and_origins_are_refused_before_the_upgrade() {
    let data = folder();
    let server = Server::start(data.path());
    let upgrade = |own: &[&str]| {
        let lines = [
            &["GET /ws HTTP/1.1", "connection: upgrade, close", "upgrade: websocket"][..],
            &["sec-websocket-version: 13", "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=="],
            own,
        ];
        server.answer(&lines.concat())[..12].to_owned()
    };
    let (host, origin) = ("host: 127.0.0.1:PORT", "origin: http://127.0.0.1:PORT");
    for lines in [
        &["host: evil.example", origin][..],
        &["host: evil.example:PORT", "origin: http://evil.example:PORT"],
        &["host: 127.0.0.1", origin],
        &["host: localhost.:PORT", origin],
        &[host, host, origin],
        &[host, "host: evil.example", origin],
        &["host: evil.example", "x-forwarded-host: 127.0.0.1:PORT", origin],
    ] {
        assert_eq!(upgrade(lines), "HTTP/1.1 421", "{lines:?}");
    }
    for lines in [
        &[host][..],
        &[host, "origin: null"],
        &[host, "origin: http://evil.example"],
        &[host, "origin: https://127.0.0.1:PORT"],
        &[host, "origin: http://127.0.0.1"],
        &[host, origin, origin],
        &[host, origin, "origin: http://evil.example"],
    ] {
        assert_eq!(upgrade(lines), "HTTP/1.1 403", "{lines:?}");
    }
    let named = server.answer(&["GET http://evil.example/ HTTP/1.1", host, "connection: close"]);
    assert!(named.starts_with("HTTP/1.1 421 "), "{named}");
    assert_eq!(server.answer(&["GET /up HTTP/1.1", "connection: close"])[..12], *"HTTP/1.1 421");
}

#[test]
fn wrong_keys_make_no_tables_and_see_none() {
    let data = folder();
    let server = Server::start(data.path());
    let mut page = server.owner();
    page.begin("pig", &json!([{"person": "Ana"}, {"agent": "hold-20"}]));
    let new =
        json!({"do": "new", "game": "pig", "seats": [{"person": "Bet"}, {"agent": "hold-5"}]});
    let mut early = server.open();
    assert_eq!(early.ask(new.clone())["why"], "hello");
    let other = format!("{:032x}", 7);
    let wrong = [server.key[1..].to_owned(), server.key.to_uppercase() + "0", other, String::new()];
    // Three times each; ten would close the address.
    for key in &wrong {
        let mut guest = server.hello(key, None);
        assert_eq!(guest.ask(new.clone())["why"], "role", "{key}");
        assert_eq!(guest.ask(json!({"do": "hint"}))["why"], "role");
        let mut at_table = server.hello(key, Some(&page.table));
        let mut nowhere = server.hello(key, Some("0000000000000000"));
        assert_eq!(at_table.read(), nowhere.read());
    }
    // The owner's key makes tables, and is not that of a seat.
    assert_eq!(server.hello(&server.key, Some(&page.table)).read()["why"], "key");
    // Agents are agents.
    let seats = [json!({"agent": "x:person"}), json!({"agent": "me"}), json!({"agent": "nobody"})];
    for seat in seats {
        let new = json!({"do": "new", "game": "pig", "seats": [{"person": "Ana"}, seat]});
        assert_eq!(page.ask(new)["why"], "invalid", "{seat}");
    }
    let new = json!({"do": "new", "game": "chess", "seats": [{"person": "Ana"}]});
    assert_eq!(page.ask(new)["field"], "game");
}

#[test]
fn sockets_close_with_a_code() {
    let data = folder();
    let server = Server::start(data.path());
    let big = json!({"do": "ping", "x": "x".repeat(5_000)});
    let mut page = server.owner();
    page.send(&big);
    assert_eq!(page.closed(), 1009);
    // What is announced is not waited for.
    let mut page = server.owner();
    let announced = [0x81, 0xff, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0];
    page.socket.get_mut().write_all(&announced).unwrap();
    assert_eq!(page.closed(), 1009);
    let mut page = server.owner();
    page.socket.send(Message::Binary(Bytes::from_static(b"{}"))).unwrap();
    assert_eq!(page.closed(), 1003);
    // The longest message is read.
    let mut page = server.owner();
    let long = "x".repeat(4_096 - json!({"do": "guide", "id": ""}).to_string().len());
    page.send(&json!({"do": "guide", "id": long}));
    assert_eq!(page.read()["why"], "role");

    let begun = Instant::now();
    let (mut silent, mut deaf) = (server.open(), server.open());
    deaf.send(&json!({"do": "ping"}));
    assert_eq!(silent.closed(), 1008);
    assert!(begun.elapsed() > Duration::from_secs(4), "{:?}", begun.elapsed());
    assert_eq!(deaf.closed(), 1008);
}

#[test]
fn headers_may_not_be_slow_or_long() {
    let data = folder();
    let server = Server::start(data.path());
    let long = format!("x: {}", "x".repeat(9_000));
    let answer = server.answer(&["GET /up HTTP/1.1", "host: 127.0.0.1:PORT", &long]);
    assert!(answer.starts_with("HTTP/1.1 431 "), "{answer}");
    let begun = Instant::now();
    let mut slow = server.stream();
    slow.write_all(b"GET /up HTTP/1.1\r\nhost:").unwrap();
    let mut answer = Vec::new();
    let _ = std::io::Read::read_to_end(&mut slow, &mut answer);
    let took = begun.elapsed();
    assert!((4..20).contains(&took.as_secs()), "{took:?}");
}

#[test]
fn a_port_that_is_used_is_refused() {
    let data = folder();
    let server = Server::start(data.path());
    let port = server.port.to_string();
    let refused = run(&["serve", "--port", &port, "--data", data.path().to_str().unwrap()]);
    assert_eq!((refused.code, &*refused.stdout), (2, ""));
    assert!(refused.stderr.contains("--port"), "{}", refused.stderr);
    for wrong in [["--port", "65536"], ["--allowed-host", "https://a.b"]] {
        let refused = run(&["serve", wrong[0], wrong[1]]);
        assert_eq!((refused.code, &*refused.stdout), (2, ""), "{wrong:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_server_ends_as_a_game_does() {
    let data = folder();
    let server = Server::start(data.path());
    let mut page = server.owner();
    page.begin("pig", &json!([{"person": "Ana"}, {"agent": "hold-20"}]));
    assert!(page.decides());
    assert_eq!(page.act(0)["is"], "done");
    assert_eq!(server.end(), 4);
    assert_eq!(page.closed(), 1012);
}
