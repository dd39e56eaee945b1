//! `rivals serve`: tables played through sockets, as pages do.

mod attacks;
mod browser;
mod games;
mod limits;
mod load;
mod sizes;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Error, Message, WebSocket};

use crate::program::rivals;

/// A server that is killed when it is not needed any more.
pub(crate) struct Server {
    child: Child,
    pub port: u16,
    pub key: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    /// A server with this folder of games.
    pub(crate) fn start(data: &Path) -> Self {
        Self::start_with(data, &[])
    }

    /// The same with these flags.
    pub(crate) fn start_with(data: &Path, flags: &[&str]) -> Self {
        Self::start_at(data, 0, flags)
    }

    /// The same at this port.
    fn start_at(data: &Path, port: u16, flags: &[&str]) -> Self {
        let mut command = rivals(&["serve", "--port", &port.to_string(), "--data"]);
        command.arg(data).args(flags);
        Self::run(command)
    }

    /// The server of a command.
    fn run(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://127.0.0.1:").expect(&line);
        let (port, key) = address.split_once("/#/key/").unwrap();
        assert!(key.len() == 32 && key.chars().all(|c| c.is_ascii_hexdigit()), "{key}");
        Self { child, port: port.parse().unwrap(), key: key.to_owned() }
    }

    /// Ends it at once.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to end; returns its exit code.
    #[cfg(unix)]
    fn end(mut self) -> i32 {
        let pid = self.child.id().to_string();
        Command::new("kill").args(["-TERM", &pid]).status().unwrap();
        self.child.wait().unwrap().code().unwrap()
    }

    fn stream(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        // As browsers do: nothing waits 40 ms for an acknowledgement.
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// The answer to a request of these lines, without their ends.
    fn answer(&self, lines: &[&str]) -> String {
        let mut stream = self.stream();
        let request = lines.join("\r\n").replace("PORT", &self.port.to_string()) + "\r\n\r\n";
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// A page that has not said hello.
    fn open(&self) -> Page {
        let address = format!("127.0.0.1:{}", self.port);
        let mut request = format!("ws://{address}/ws").into_client_request().unwrap();
        let origin = format!("http://{address}").parse().unwrap();
        request.headers_mut().insert("origin", origin);
        let (socket, _) = tungstenite::client(request, self.stream()).unwrap();
        Page {
            socket,
            table: String::new(),
            key: String::new(),
            at: 0,
            ask: Value::Null,
            over: false,
            n: 0,
            heard: None,
        }
    }

    /// A page with this key, at a table if it is named.
    fn hello(&self, key: &str, table: Option<&str>) -> Page {
        let mut page = self.open();
        page.send(&json!({"do": "hello", "v": 1, "key": key, "table": table}));
        assert_eq!(page.read()["is"], "hello");
        page
    }

    /// The games that the owner is offered, each with the ids and names of its opponents.
    fn owner_cards(&self) -> Vec<(String, Vec<String>)> {
        let mut page = self.open();
        page.send(&json!({"do": "hello", "v": 1, "key": self.key}));
        let hello = page.read();
        let html = hello["put"]["lobby"].as_str().unwrap();
        let cards = html.split("data-game=\"").skip(1).map(|card| {
            let options = card.split("<option value=\"").skip(1);
            let named = options.filter_map(|option| {
                let (id, rest) = option.split_once('"')?;
                let name = rest.split('>').nth(1)?.split('<').next()?;
                let fixed = ["stranger", "open"].contains(&id) || id.parse::<u8>().is_ok();
                (!fixed).then(|| [id.to_owned(), name.to_owned()])
            });
            (card.split('"').next().unwrap().to_owned(), named.flatten().collect())
        });
        cards.collect()
    }

    /// An opponent of a game that decides at once.
    fn quick(&self, game: &str) -> &'static str {
        match game {
            "pig" => "hold-20",
            "dragon-slayer" => "abel",
            _ => "random",
        }
    }

    /// The memory that the server takes in KiB, and its processor time in seconds.
    fn used(&self) -> (u64, f64) {
        let read = |name: &str| {
            std::fs::read_to_string(format!("/proc/{}/{name}", self.child.id())).unwrap_or_default()
        };
        let status = read("status");
        let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let memory = memory.and_then(|text| text.split_whitespace().next()?.parse().ok());
        let stat = read("stat");
        let ticks = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
        let ticks: f64 = ticks.filter_map(|text| text.parse::<f64>().ok()).sum();
        (memory.unwrap_or(0), ticks / 100.0)
    }

    /// The owner's page.
    fn owner(&self) -> Page {
        self.hello(&self.key, None)
    }

    /// A page of a seat.
    fn back(&self, table: &str, key: &str) -> Page {
        let mut page = self.hello(key, Some(table));
        (page.table, page.key) = (table.to_owned(), key.to_owned());
        page.until(|message| message["is"] == "table");
        page
    }
}

/// A page.
pub(crate) struct Page {
    socket: WebSocket<TcpStream>,
    table: String,
    key: String,
    /// The number of the question that is open.
    at: u64,
    /// What can be chosen.
    ask: Value,
    /// Whether its game is over.
    over: bool,
    /// The number of the last message with an id.
    n: u64,
    /// All messages, if they are kept.
    heard: Option<Vec<Value>>,
}

impl Page {
    fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string());
    }

    fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    /// The next message, or the code with which the socket is closed.
    fn next(&mut self) -> Result<Value, u16> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    self.note(&message);
                    self.heard.iter_mut().for_each(|heard| heard.push(message.clone()));
                    return Ok(message);
                }
                Ok(Message::Close(frame)) => return Err(frame.map_or(0, |frame| frame.code.into())),
                Ok(_) => {}
                Err(Error::ConnectionClosed | Error::Protocol(_)) => return Err(0),
                // A process that was stopped and goes on.
                Err(Error::Io(error)) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => panic!("{error}"),
            }
        }
    }

    fn read(&mut self) -> Value {
        self.next().unwrap()
    }

    /// Reads what is there, and waits for nothing.
    fn drain(&mut self) {
        self.socket.get_mut().set_nonblocking(true).unwrap();
        while let Ok(message) = self.socket.read() {
            if let Message::Text(text) = message {
                self.note(&serde_json::from_str(&text).unwrap());
            }
        }
        self.socket.get_mut().set_nonblocking(false).unwrap();
    }

    /// The code with which the server closes the socket.
    fn closed(&mut self) -> u16 {
        loop {
            if let Err(code) = self.next() {
                return code;
            }
        }
    }

    /// Notes the question of a message, and whether the game is over.
    fn note(&mut self, message: &Value) {
        if let Some(ask) = message["put"]["ask"].as_str() {
            self.over = ["review", "data-guess"].iter().any(|button| ask.contains(button));
        }
        match message["is"].as_str().unwrap() {
            "table" | "ask" => self.at = message["at"].as_u64().unwrap(),
            _ => return,
        }
        self.ask = message["ask"].clone();
    }

    /// Reads up to the first message of this kind.
    fn until(&mut self, is: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.read();
            if is(&message) {
                return message;
            }
        }
    }

    /// Asks something; returns the answer.
    fn ask(&mut self, mut message: Value) -> Value {
        self.n += 1;
        let id = format!("t{}", self.n);
        message["id"] = json!(id);
        loop {
            self.send(&message);
            let answer = self.until(|answer| answer["id"] == id);
            if answer["why"] != "busy" {
                return answer;
            }
            // A test asks more quickly than a person.
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Makes a table and sits down.
    fn begin(&mut self, game: &str, seats: &Value) {
        let done = self.ask(json!({"do": "new", "game": game, "seats": seats}));
        assert_eq!(done["is"], "done", "{done}");
        self.table = done["table"].as_str().unwrap().to_owned();
        self.key = done["key"].as_str().unwrap().to_owned();
        self.until(|message| message["is"] == "table");
    }

    /// Waits until this page decides or the game is over; returns whether it decides.
    fn decides(&mut self) -> bool {
        while self.ask.is_null() && !self.over {
            self.read();
        }
        !self.over
    }

    /// Plays a choice; returns the answer.
    fn act(&mut self, choice: usize) -> Value {
        let at = self.at;
        self.ask = Value::Null;
        self.ask(json!({"do": "act", "at": at, "choice": choice}))
    }

    /// Plays each choice in turn, which comes to an end whatever the others do; returns the number of
    /// decisions.
    fn play_in_turns(&mut self) -> u64 {
        let mut turn = 0;
        self.play(|choices| {
            turn += 1;
            (turn - 1) % choices
        })
    }

    /// Plays to the end of the game; returns the number of decisions.
    fn play(&mut self, mut choose: impl FnMut(u64) -> u64) -> u64 {
        let mut decisions = 0;
        while self.decides() {
            let choices = self.ask["choices"].as_u64().unwrap();
            let done = self.act(usize::try_from(choose(choices)).unwrap());
            assert_eq!(done["is"], "done", "{done}");
            decisions += 1;
            assert!(decisions < 5_000, "the game does not end");
        }
        decisions
    }
}
