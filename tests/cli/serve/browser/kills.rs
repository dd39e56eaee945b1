//! How soon a page is right again after its socket, its tab or its server was killed.

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;

use super::super::Server;
use super::chrome::Chrome;
use super::{PRESS, begin, lobby};

/// Keeps the sockets of the page, so that they can be cut.
const SOCKETS: &str = "
  window.sockets = [];
  window.WebSocket = class extends WebSocket {
    constructor(...all) { super(...all); window.sockets.push(this); }
  };
";

/// What the page shows of the game.
const SHOWN: &str =
    "[document.querySelector('#log').innerText, document.querySelector('#top').innerText]";

/// The number of lines that are told.
const LINES: &str = "document.querySelector('#log').childElementCount";

/// Whether it is connected, and shows a question or the end.
const RIGHT: &str = "!window.killed && window.sockets.at(-1)?.readyState === 1 && !document.querySelector('#state').textContent
    && document.querySelector('[data-choice], #review-button, [data-guess]')";

/// Kills in turn, at a moment after a press; returns how long the page took each time, in seconds.
fn killed(kills: u64) -> Option<[Vec<f64>; 3]> {
    let mut chrome = Chrome::open()?;
    chrome.call("Page.addScriptToEvaluateOnNewDocument", json!({"source": SOCKETS}));
    let scratch = tempfile::tempdir().unwrap();
    let first = Server::start(scratch.path());
    let port = first.port;
    lobby(&mut chrome, &first);
    let mut server = Some(first);
    begin(&mut chrome, "tute");
    let mut took = [const { Vec::new() }; 3];
    for kill in 0..kills {
        chrome.until(RIGHT);
        let over = chrome.value("Boolean(document.querySelector('#review-button'))");
        if over == true {
            chrome.value("document.querySelector('#again').click()");
            chrome.until("document.querySelector('[data-choice]')");
        }
        // The last server of the gate reads no press any more.
        let unread = kill % 6 == 5;
        if let Some(server) = server.as_ref().filter(|_| unread) {
            let pid = server.child.id().to_string();
            assert!(Command::new("kill").args(["-STOP", &pid]).status().unwrap().success());
        }
        let lines = chrome.value(LINES);
        let pressed = chrome.value(&format!("{PRESS}({})", 2 * kill));
        std::thread::sleep(Duration::from_millis(kill.wrapping_mul(7_919) % 300));
        let what = usize::try_from(kill % 3).unwrap();
        let told = chrome.value(SHOWN);
        let begun = match what {
            0 => {
                let begun = Instant::now();
                chrome.value("window.sockets.at(-1).close(), window.sockets.push({})");
                begun
            }
            1 => {
                let begun = Instant::now();
                chrome.value("window.killed = true");
                chrome.call("Page.reload", json!({}));
                begun
            }
            _ => {
                server.take().unwrap().kill();
                server = Some(Server::start_at(scratch.path(), port, &[]));
                Instant::now()
            }
        };
        if unread && pressed == "chosen" {
            // The press is made again, as the question is the same.
            chrome.until(&format!("{LINES} > {lines}"));
        }
        chrome.until(&format!("document.querySelector('#log') && {RIGHT}"));
        took[what].push(begun.elapsed().as_secs_f64());
        let now = chrome.value(SHOWN);
        let (told, now) = (told[0].as_str().unwrap(), now[0].as_str().unwrap());
        assert!(now.starts_with(told), "kill {kill}: what was told stays: {told}\n---\n{now}");
    }
    assert_eq!(chrome.wrong, [""; 0]);
    Some(took)
}

#[test]
fn a_page_goes_on_after_each_kill() {
    killed(6);
}

/// Prints how long they took, which depends on what else the machine does.
#[test]
#[ignore = "takes minutes"]
fn a_page_goes_on_after_150_kills() {
    let Some(took) = killed(150) else { return };
    println!("killed,kills,p50_seconds,p95_seconds,most_seconds");
    for (what, mut took) in ["socket", "tab", "server"].into_iter().zip(took) {
        took.sort_by(f64::total_cmp);
        let at = |share: usize| took[(took.len() * share / 100).min(took.len() - 1)];
        println!("{what},{},{:.2},{:.2},{:.2}", took.len(), at(50), at(95), took[took.len() - 1]);
    }
}
