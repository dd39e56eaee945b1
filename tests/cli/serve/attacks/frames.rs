//! Frames that are too long take no memory. That they would without the limit, and other frames that
//! are refused, show the tests of `src/cli/serve`.

use std::io::Write;

use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{Data, OpCode};
use tungstenite::{Bytes, Message};

use super::super::{Page, Server};
use crate::program::folder;

/// 64 MiB are announced, and as much as the socket takes is sent.
fn announced(page: &mut Page) {
    let stream = page.socket.get_mut();
    let _ = stream.write_all(&[0x81, 0xff, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0]);
    let part = [b'x'; 1 << 16];
    let _ = (0..1 << 10).try_for_each(|_| stream.write_all(&part));
}

fn fragments(page: &mut Page) {
    for place in 0..10_000 {
        let kind = if place == 0 { Data::Text } else { Data::Continue };
        let frame = Frame::message(Bytes::from_static(b"x"), OpCode::Data(kind), false);
        if page.socket.send(Message::Frame(frame)).is_err() {
            break;
        }
    }
}

fn brackets(page: &mut Page) {
    let _ = page.socket.send(Message::text("[".repeat(1 << 20)));
}

#[test]
fn long_frames_take_no_memory() {
    let data = folder();
    let server = Server::start(data.path());
    let mut most = 0;
    for round in 0..4 {
        for attack in [announced, fragments, brackets] {
            let mut pages: Vec<Page> = (0..8).map(|_| server.owner()).collect();
            let before = server.used().0;
            pages.iter_mut().for_each(attack);
            // The first round has what a server needs once.
            most = most.max(if round > 0 { server.used().0.saturating_sub(before) } else { 0 });
        }
    }
    assert!(most < 1_024, "{most} KiB");
    assert_eq!(server.owner().ask(serde_json::json!({"do": "guide"}))["why"], "role");
}
