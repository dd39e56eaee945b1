//! Requests by other names, and sockets of other pages.

use super::super::checks::Checks;
use super::Open;

/// Names that are not those of the server, as lines of a request.
const HOSTS: [&[&str]; 37] = [
    &[],
    &["host:"],
    &["host: 127.0.0.1"],
    &["host: 127.0.0.1:80"],
    &["host: 127.0.0.1:1"],
    &["host: 127.0.0.1:0PORT"],
    &["host: 127.0.0.1:PORT/"],
    &["host: 127.0.0.1:PORT#evil.example"],
    &["host: 127.0.0.1:PORT%00"],
    &["host: 127.0.0.1 :PORT"],
    &["host: 127.0.0.1.:PORT"],
    &["host: 127.0.0.2:PORT"],
    &["host: 127.1:PORT"],
    &["host: 2130706433:PORT"],
    &["host: 0x7f000001:PORT"],
    &["host: 0177.0.0.1:PORT"],
    &["host: 0.0.0.0:PORT"],
    &["host: [::1]:PORT"],
    &["host: [::ffff:127.0.0.1]:PORT"],
    &["host: localhost"],
    &["host: localhost.:PORT"],
    &["host: localhost:PORT."],
    &["host: l\u{43e}calhost:PORT"],
    &["host: localhost.evil.example:PORT"],
    &["host: games.example:PORT"],
    &["host: games.example."],
    &["host: games.example:443"],
    &["host: evil.example"],
    &["host: evil.example:PORT"],
    &["host: user@127.0.0.1:PORT"],
    &["host: 127.0.0.1:PORT@evil.example"],
    &["host: 127.0.0.1:PORT, evil.example"],
    &["host: http://127.0.0.1:PORT"],
    &["host: 127.0.0.1:PORT", "host: 127.0.0.1:PORT"],
    &["host: 127.0.0.1:PORT", "host: evil.example"],
    &["host: evil.example", "x-forwarded-host: 127.0.0.1:PORT"],
    &["host: evil.example", "forwarded: host=127.0.0.1:PORT"],
];

/// Origins that are not those of the server's pages.
const ORIGINS: [&[&str]; 34] = [
    &[],
    &["origin:"],
    &["origin: null"],
    &["origin: *"],
    &["origin: 127.0.0.1:PORT"],
    &["origin: //127.0.0.1:PORT"],
    &["origin: http://127.0.0.1"],
    &["origin: http://127.0.0.1:80"],
    &["origin: http://127.0.0.1:1"],
    &["origin: http://127.0.0.1:PORT/"],
    &["origin: http://127.0.0.1:PORT?"],
    &["origin: http://127.0.0.1:PORT#"],
    &["origin: http://127.0.0.1.:PORT"],
    &["origin: http://127.1:PORT"],
    &["origin: http://[::1]:PORT"],
    &["origin: http://localhost"],
    &["origin: http://localhost.:PORT"],
    &["origin: http://LOCALHOST:PORT"],
    &["origin: http://localhost.evil.example:PORT"],
    &["origin: https://127.0.0.1:PORT"],
    &["origin: HTTP://127.0.0.1:PORT"],
    &["origin: ws://127.0.0.1:PORT"],
    &["origin: file://"],
    &["origin: chrome-extension://127.0.0.1:PORT"],
    &["origin: http://user@127.0.0.1:PORT"],
    &["origin: http://evil.example"],
    &["origin: http://evil.example:PORT"],
    &["origin: http://games.example"],
    &["origin: https://games.example:443"],
    &["origin: https://games.example.evil.example"],
    &["origin: http://127.0.0.1:PORT http://evil.example"],
    &["origin: http://127.0.0.1:PORT", "origin: http://127.0.0.1:PORT"],
    &["origin: http://127.0.0.1:PORT", "origin: http://evil.example"],
    &["origin: http://evil.example", "referer: http://127.0.0.1:PORT/"],
];

const UPGRADE: [&str; 5] = [
    "GET /ws HTTP/1.1",
    "connection: upgrade",
    "upgrade: websocket",
    "sec-websocket-version: 13",
    "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
];

/// A name of another site that leads to this machine: its page would read what the server answers.
#[test]
fn other_names_are_not_served() {
    for (checks, status) in [(Checks::ALL, 421), (Checks { hosts: false, ..Checks::ALL }, 200)] {
        let server = Open::with(checks);
        for lines in HOSTS {
            let request = [&["GET / HTTP/1.1"], lines].concat();
            assert_eq!(server.status(&request), status, "{lines:?}");
        }
        let own = "host: 127.0.0.1:PORT";
        for line in ["http://evil.example/", "http://127.0.0.1:1/", "http://user@127.0.0.1:PORT/"] {
            let line = format!("GET {line} HTTP/1.1");
            assert_eq!(server.status(&[&line, own]), status, "{line}");
        }
        for own in [own, "Host:localhost:PORT", "HOST: LocalHost:PORT", "host: games.example"] {
            assert_eq!(server.status(&["GET / HTTP/1.1", own]), 200, "{own}");
        }
    }
}

/// A page of another site opens a socket: it would play with the keys that it was told.
#[test]
fn sockets_of_other_pages_are_not_opened() {
    for (checks, status) in [(Checks::ALL, 403), (Checks { origins: false, ..Checks::ALL }, 101)] {
        let server = Open::with(checks);
        let own = ["host: 127.0.0.1:PORT"];
        for lines in ORIGINS {
            let request = [&UPGRADE, &own[..], lines].concat();
            assert_eq!(server.status(&request), status, "{lines:?}");
        }
        for origin in ["http://127.0.0.1:PORT", "http://localhost:PORT", "https://games.example"] {
            let origin = format!("origin: {origin}");
            let request = [&UPGRADE, &own[..], &[&*origin]].concat();
            assert_eq!(server.status(&request), 101, "{origin}");
        }
        // The name is checked before the origin, and both before the upgrade.
        let request = [&UPGRADE[..], &["host: evil.example", "origin: http://127.0.0.1:PORT"]];
        assert_eq!(server.status(&request.concat()), 421);
    }
}
