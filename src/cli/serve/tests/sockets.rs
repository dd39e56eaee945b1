//! Frames that are too long or none, slow headers, silence, and pages that do not read.

use std::io::{Read, Write};
use std::time::Duration;

use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{Data, OpCode};
use tungstenite::{Bytes, Message};

use super::super::checks::Checks;
use super::super::pages::Parcel;
use super::{Open, next};

const SOON: Duration = Duration::from_millis(500);
const LATER: Duration = Duration::from_secs(20);
const NEVER: Duration = Duration::from_secs(3_600);

/// All checks but that of the length of messages.
const ANY_LENGTH: Checks = Checks { longest: 256 << 20, ..Checks::ALL };

#[test]
fn long_messages_are_not_read() {
    let (list, fragments) = ("[".repeat(1 << 20), 10_000);
    for (checks, read) in [(Checks::ALL, false), (ANY_LENGTH, true)] {
        let server = Open::with(checks);
        let mut page = server.page();
        let _ = page.send(Message::text(&*list));
        let answer = if read { Ok(list.len().to_string()) } else { Err(1009) };
        assert_eq!(next(&mut page, LATER), Some(answer));
        let mut page = server.page();
        for place in 0..fragments {
            let code =
                if place == 0 { OpCode::Data(Data::Text) } else { OpCode::Data(Data::Continue) };
            let frame = Frame::message(Bytes::from_static(b"x"), code, place + 1 == fragments);
            if page.send(Message::Frame(frame)).is_err() {
                break;
            }
        }
        let answer = if read { Ok(fragments.to_string()) } else { Err(1009) };
        assert_eq!(next(&mut page, LATER), Some(answer));
        assert_eq!(server.longest(), if read { list.len() } else { 0 });
    }
}

/// 64 MiB are announced, of which nothing comes.
#[test]
fn what_is_announced_is_not_waited_for() {
    for (checks, answer) in [(Checks::ALL, Some(Err(1009))), (ANY_LENGTH, None)] {
        let server = Open::with(checks);
        let mut page = server.page();
        page.get_mut().write_all(&[0x81, 0xff, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0]).unwrap();
        assert_eq!(next(&mut page, SOON), answer);
    }
}

#[test]
fn messages_are_text() {
    for (checks, answer) in
        [(Checks::ALL, Some(Err(1003))), (Checks { text: false, ..Checks::ALL }, None)]
    {
        let server = Open::with(checks);
        let mut page = server.page();
        page.send(Message::Binary(Bytes::from_static(b"{}"))).unwrap();
        assert_eq!(next(&mut page, SOON), answer);
    }
}

#[test]
fn headers_are_quick_and_short() {
    let quick = Checks { headers: SOON / 2, ..Checks::ALL };
    for (checks, waits) in [(quick, false), (Checks { headers: NEVER, ..Checks::ALL }, true)] {
        let server = Open::with(checks);
        let mut stream = server.stream();
        stream.write_all(b"GET /up HTTP/1.1\r\nhost:").unwrap();
        stream.set_read_timeout(Some(if waits { 2 * SOON } else { LATER })).unwrap();
        assert_eq!(stream.read(&mut [0; 64]).is_err(), waits);
    }
    let long = format!("x: {}", "x".repeat(9_000));
    let longer = Checks { longest_headers: 1 << 20, ..Checks::ALL };
    for (checks, status) in [(Checks::ALL, 431), (longer, 200)] {
        let lines = ["GET /up HTTP/1.1", "host: 127.0.0.1:PORT", &long];
        assert_eq!(Open::with(checks).status(&lines), status);
    }
}

#[test]
fn who_says_nothing_is_closed() {
    let quick = Checks { hello: SOON / 2, ..Checks::ALL };
    for (checks, answer) in
        [(quick, Some(Err(1008))), (Checks { hello: NEVER, ..Checks::ALL }, None)]
    {
        let server = Open::with(checks);
        assert_eq!(next(&mut server.page(), 2 * SOON), answer);
    }
}

/// A page that does not read: what waits for it would fill the memory.
#[test]
fn who_does_not_read_is_cut_off() {
    for (checks, waits) in [(Checks::ALL, false), (Checks { outbox: 1 << 20, ..Checks::ALL }, true)]
    {
        let server = Open::with(checks);
        let mut page = server.page();
        page.send(Message::text("hello")).unwrap();
        assert_eq!(next(&mut page, LATER), Some(Ok("5".to_owned())));
        let text = "x".repeat(64 << 10);
        for _ in 0..400 {
            server.pages.send(1, Parcel::Messages(vec![text.clone()]));
        }
        assert_eq!(server.pages.is_known(1).is_some(), waits);
    }
}

#[test]
fn an_address_has_its_sockets_and_no_more() {
    let few = Checks { own_sockets: 8, ..Checks::ALL };
    for (checks, most) in [(few, 8), (Checks { own_sockets: 100, ..few }, 20)] {
        let server = Open::with(checks);
        let pages: Vec<_> = (0..20).filter_map(|_| server.let_in()).collect();
        assert_eq!(pages.len(), most);
    }
}
