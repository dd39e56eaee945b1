//! A headless Chromium, driven by its protocol for developers.

use std::fs;
use std::io::ErrorKind;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::{Message, WebSocket};

use crate::report::browser::chromium;

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(240);

/// A browser with one tab.
pub(crate) struct Chrome {
    process: Child,
    socket: WebSocket<TcpStream>,
    session: Value,
    calls: u64,
    /// What was wrong in the tab: messages of its console that are errors, exceptions, refusals.
    pub wrong: Vec<String>,
    _profile: TempDir,
}

impl Drop for Chrome {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Chrome {
    /// Opens one; `None` if there is none and none is required.
    pub(crate) fn open() -> Option<Self> {
        let chromium = chromium()?;
        let profile = tempfile::tempdir().unwrap();
        let process = Command::new(chromium)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
            .args(["--remote-debugging-port=0", "--window-size=1280,900", "about:blank"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("Chromium starts");
        let (port, path) = wait(|| address(profile.path()));
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let url = format!("ws://127.0.0.1:{port}{path}");
        let (socket, _) = tungstenite::client(url, stream).unwrap();
        let (session, wrong) = (Value::Null, Vec::new());
        let mut chrome = Self { process, socket, session, calls: 0, wrong, _profile: profile };
        let targets = chrome.call("Target.getTargets", json!({}));
        let pages = targets["targetInfos"].as_array().unwrap();
        let page = pages.iter().find(|target| target["type"] == "page").expect("there is a tab");
        let attach = json!({"targetId": page["targetId"], "flatten": true});
        chrome.session = chrome.call("Target.attachToTarget", attach)["sessionId"].take();
        for part in ["Page", "Runtime", "Log", "Accessibility"] {
            chrome.call(&format!("{part}.enable"), json!({}));
        }
        Some(chrome)
    }

    /// Calls a method; returns its result.
    pub(crate) fn call(&mut self, method: &str, params: Value) -> Value {
        self.calls += 1;
        let mut call = json!({"id": self.calls, "method": method, "params": params});
        if !self.session.is_null() {
            call["sessionId"] = self.session.clone();
        }
        self.socket.send(Message::text(call.to_string())).unwrap();
        loop {
            let text = match self.socket.read() {
                Ok(Message::Text(text)) => text,
                Ok(_) => continue,
                // The machine was halted for a while.
                Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::Interrupted => {
                    continue;
                }
                Err(error) => panic!("Chromium answers: {error}"),
            };
            let mut message: Value = serde_json::from_str(&text).unwrap();
            if message["id"] == self.calls {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].take();
            }
            let params = &message["params"];
            let is_error = match message["method"].as_str() {
                Some("Runtime.exceptionThrown") => true,
                // A lost connection is said there as well.
                Some("Log.entryAdded") => {
                    params["entry"]["level"] == "error" && params["entry"]["source"] != "network"
                }
                _ => false,
            };
            if is_error {
                self.wrong.push(params.to_string());
            }
        }
    }

    /// Goes to an address.
    pub(crate) fn go(&mut self, address: &str) {
        self.call("Page.navigate", json!({"url": address}));
    }

    /// The value of an expression.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let ask = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let mut answer = self.call("Runtime.evaluate", ask);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].take()
    }

    /// Waits until an expression is true.
    pub(crate) fn until(&mut self, expression: &str) {
        let begun = Instant::now();
        while self.value(&format!("Boolean({expression})")) != true {
            let state = "document.body.innerText.slice(0, 2000)";
            assert!(begun.elapsed() < PATIENCE, "{expression}: {}", self.value(state));
            sleep(Duration::from_millis(20));
        }
    }

    /// Presses a key, such as `h` or `Enter`.
    pub(crate) fn key(&mut self, key: &str) {
        let text = if key == "Enter" { "\r" } else { key };
        let code = if key == "Enter" { 13 } else { 0 };
        let text = if text.chars().count() == 1 { text } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let text = if kind == "keyDown" { text } else { "" };
            let event =
                json!({"type": kind, "key": key, "text": text, "windowsVirtualKeyCode": code});
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Makes the tab a screen of this width, in light or in dark.
    pub(crate) fn screen(&mut self, width: u32, dark: bool) {
        let screen =
            json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600});
        self.call("Emulation.setDeviceMetricsOverride", screen);
        let scheme = if dark { "dark" } else { "light" };
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.call("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    /// The texts that a screen reader finds in the log, line by line.
    pub(crate) fn heard(&mut self) -> Vec<String> {
        let tree = self.call("Accessibility.getFullAXTree", json!({}));
        let nodes = tree["nodes"].as_array().unwrap();
        let log = nodes.iter().find(|node| role(node) == "log").expect("there is a log");
        children(nodes, log).map(|item| text(nodes, item)).collect()
    }
}

fn role(node: &Value) -> &str {
    node["role"]["value"].as_str().unwrap_or_default()
}

fn children<'a>(nodes: &'a [Value], node: &'a Value) -> impl Iterator<Item = &'a Value> {
    let ids = node["childIds"].as_array().into_iter().flatten();
    ids.filter_map(|id| nodes.iter().find(|node| node["nodeId"] == *id))
}

/// What is read of a node and of those in it.
fn text(nodes: &[Value], node: &Value) -> String {
    if role(node) == "StaticText" {
        return node["name"]["value"].as_str().unwrap_or_default().to_owned();
    }
    children(nodes, node).map(|child| text(nodes, child)).collect()
}

/// The port and the path at which a browser with this profile listens.
fn address(profile: &Path) -> Option<(u16, String)> {
    let text = fs::read_to_string(profile.join("DevToolsActivePort")).ok()?;
    let (port, path) = text.split_once('\n')?;
    Some((port.parse().ok()?, path.trim().to_owned()))
}

/// Waits until there is a value.
fn wait<T>(mut value: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(value) = value() {
            return value;
        }
        assert!(begun.elapsed() < PATIENCE, "it takes too long");
        sleep(Duration::from_millis(20));
    }
}
