//! Attacks on connections and sockets, each tried twice: with all checks, and without just its own,
//! where it must succeed.

mod hosts;
mod sockets;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use super::checks::Checks;
use super::driver::Event;
use super::hosts::Hosts;
use super::http::{Server, accept};
use super::pages::{Pages, Parcel};

/// A server with these checks, and a hall that answers every message with its length.
struct Open {
    local: SocketAddr,
    pages: Arc<Pages>,
    /// The lengths of the messages that came to the hall.
    heard: Arc<Mutex<Vec<usize>>>,
    /// It ends with the runtime.
    _runtime: Runtime,
}

impl Open {
    fn with(checks: Checks) -> Self {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let local = listener.local_addr().unwrap();
        let (pages, heard) = (Arc::new(Pages::new(checks.outbox)), Arc::default());
        let (events, incoming) = mpsc::channel(64);
        let server = Server {
            checks,
            hosts: Arc::new(Hosts::new(&["games.example".to_owned()])),
            pages: Arc::clone(&pages),
            events,
            addresses: super::addresses::Addresses::default(),
            index: "index".into(),
        };
        drop(runtime.spawn(accept(listener, server)));
        let (all, noted) = (Arc::clone(&pages), Arc::clone(&heard));
        thread::spawn(move || hall(incoming, &all, &noted));
        Self { local, pages, heard, _runtime: runtime }
    }

    fn stream(&self) -> TcpStream {
        let stream = TcpStream::connect(self.local).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// The status of the answer to a request of these lines, of which one may hold more than text.
    fn status(&self, lines: &[&str]) -> u16 {
        let mut stream = self.stream();
        let request = lines.join("\r\n").replace("PORT", &self.local.port().to_string());
        stream.write_all((request + "\r\nconnection: close\r\n\r\n").as_bytes()).unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        std::str::from_utf8(&answer[9..]).unwrap().parse().unwrap()
    }

    /// A page of the server.
    fn page(&self) -> WebSocket<TcpStream> {
        self.let_in().unwrap()
    }

    /// The same, if it is let in.
    fn let_in(&self) -> Option<WebSocket<TcpStream>> {
        let mut request = format!("ws://{}/ws", self.local).into_client_request().unwrap();
        let origin = format!("http://{}", self.local).parse().unwrap();
        request.headers_mut().insert("origin", origin);
        Some(tungstenite::client(request, self.stream()).ok()?.0)
    }

    /// The longest message that the hall has heard.
    fn longest(&self) -> usize {
        self.heard.lock().unwrap().iter().copied().max().unwrap_or(0)
    }
}

fn hall(mut incoming: mpsc::Receiver<Event>, pages: &Pages, heard: &Mutex<Vec<usize>>) {
    while let Some(event) = incoming.blocking_recv() {
        if let Event::Message(client, text, _) = event {
            heard.lock().unwrap().push(text.len());
            pages.note(client, true);
            pages.send(client, Parcel::Messages(vec![text.len().to_string()]));
        }
    }
}

/// The next text of the server, or the code with which it closes the socket; `None` if it says
/// nothing for this time.
fn next(page: &mut WebSocket<TcpStream>, patience: Duration) -> Option<Result<String, u16>> {
    page.get_mut().set_read_timeout(Some(patience)).unwrap();
    loop {
        match page.read() {
            Ok(Message::Text(text)) => return Some(Ok(text.to_string())),
            Ok(Message::Close(frame)) => {
                return Some(Err(frame.map_or(0, |frame| frame.code.into())));
            }
            Ok(_) => {}
            Err(tungstenite::Error::Io(error))
                if [std::io::ErrorKind::WouldBlock, std::io::ErrorKind::TimedOut]
                    .contains(&error.kind()) =>
            {
                return None;
            }
            Err(_) => return Some(Err(0)),
        }
    }
}
