//! One socket: its limits, and what goes in and out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use tokio::sync::Semaphore;
use tokio::time::{MissedTickBehavior, interval_at, sleep, timeout};

use super::addresses::{Counted, number};
use super::checks::Checks;
use super::driver::Event;
use super::http::{Peer, Server};
use super::pages::{Ends, Parcel};

/// How often the server pings.
const PULSE: Duration = Duration::from_secs(15);

/// How long a page has to take the last word.
const LAST: Duration = Duration::from_secs(2);

/// The most messages of a page that wait for their answers: others are read later, so that who reads
/// the answers is never too slow for them.
const AHEAD: usize = 16;

/// Codes that close a socket.
const GOING_AWAY: u16 = 1001;
const PROTOCOL: u16 = 1002;
const TEXT_ONLY: u16 = 1003;
const NOT_UTF8: u16 = 1007;
const NO_HELLO: u16 = 1008;
const TOO_BIG: u16 = 1009;

/// Opens a socket for a page that was let in.
pub(super) fn open(
    upgrade: WebSocketUpgrade,
    ends: Ends,
    server: Server,
    counted: (Peer, Counted),
) -> Response {
    let (client, pages) = (ends.client, server.pages.clone());
    upgrade
        .max_message_size(server.checks.longest)
        .max_frame_size(server.checks.longest)
        .read_buffer_size(Checks::ALL.longest)
        .write_buffer_size(0)
        .max_write_buffer_size(4 << 20)
        .on_failed_upgrade(move |_| pages.leave(client))
        .on_upgrade(async move |socket| {
            let events = server.events.clone();
            let came = Event::Came(client, number(counted.0.from));
            if events.send(came).await.is_err() {
                return;
            }
            Socket { socket, ends, server }.run().await;
            let _ = events.send(Event::Left(client)).await;
            // A socket counts until here.
            drop(counted);
        })
}

struct Socket {
    socket: WebSocket,
    ends: Ends,
    server: Server,
}

impl Socket {
    /// Runs until either side ends it.
    async fn run(mut self) {
        let code = self.exchange().await;
        self.server.pages.leave(self.ends.client);
        if let Err(code) = code {
            let frame = CloseFrame { code, reason: "".into() };
            let said = async {
                if self.socket.send(Message::Close(Some(frame))).await.is_ok() {
                    // The answer of the page, so that the code arrives before the connection ends.
                    while let Some(Ok(_)) = self.socket.recv().await {}
                }
            };
            let _ = timeout(LAST, said).await;
        }
    }

    /// Messages in both directions. The error is the code with which the server ends it.
    async fn exchange(&mut self) -> Result<(), u16> {
        let (client, checks) = (self.ends.client, self.server.checks);
        let mut heard = Instant::now();
        let mut pulse = interval_at(tokio::time::Instant::now() + PULSE, PULSE);
        pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let hello = sleep(checks.hello);
        tokio::pin!(hello);
        let (mut greeted, mut spoke) = (false, false);
        let slots = Arc::new(Semaphore::new(AHEAD));
        let mut slot = None;
        loop {
            tokio::select! {
                // What waits for the page goes before what is read of it.
                biased;
                code = &mut self.ends.cut => return code.map_or(Ok(()), Err),
                () = &mut hello, if !greeted => {
                    match self.server.pages.is_known(client) {
                        Some(true) => greeted = true,
                        // The hall is busy, and has not read it yet.
                        None if spoke => {
                            hello.as_mut().reset(tokio::time::Instant::now() + checks.hello);
                        }
                        _ => return Err(NO_HELLO),
                    }
                }
                _ = pulse.tick() => {
                    if heard.elapsed() > checks.silence {
                        return Err(GOING_AWAY);
                    }
                    self.send(Message::Ping("".into())).await?;
                }
                parcel = self.ends.outbox.recv() => match parcel {
                    Some(Parcel::Messages(texts)) => {
                        for text in texts {
                            self.send(Message::text(text)).await?;
                        }
                    }
                    Some(Parcel::Close(code)) => return Err(code),
                    None => return Ok(()),
                },
                Ok(free) = Arc::clone(&slots).acquire_owned(), if slot.is_none() => {
                    slot = Some(free);
                }
                message = self.socket.recv(), if slot.is_some() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            spoke = true;
                            let event = Event::Message(client, text.to_string(), slot.take());
                            self.server.events.send(event).await.map_err(|_| GOING_AWAY)?;
                        }
                        Some(Ok(Message::Binary(_))) if checks.text => return Err(TEXT_ONLY),
                        Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Close(_))) | None => return Ok(()),
                        Some(Err(error)) => return Err(code(&error.to_string())),
                    }
                }
            }
        }
    }

    /// Sends a message, unless the page takes too long or is cut off.
    async fn send(&mut self, message: Message) -> Result<(), u16> {
        tokio::select! {
            sent = self.socket.send(message) => sent.map_err(|_| GOING_AWAY),
            code = &mut self.ends.cut => Err(code.unwrap_or(GOING_AWAY)),
            () = sleep(self.server.checks.silence) => Err(GOING_AWAY),
        }
    }
}

/// The code for an error of the socket, of which only the words are known here.
fn code(error: &str) -> u16 {
    match error {
        _ if error.starts_with("Space limit exceeded") => TOO_BIG,
        _ if error.starts_with("UTF-8") => NOT_UTF8,
        _ => PROTOCOL,
    }
}
