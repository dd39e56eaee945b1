//! The page without a server, as `scripts/page.sh` builds it: played to the end, reviewed, and shared
//! with somebody who has no network any more.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::{Chrome, PRESS, begin_against};

/// A host of static files, that of the documentation. It writes what it is asked for into a file there.
struct Host(Child, String);

impl Host {
    fn of(folder: &Path) -> Self {
        let mut child = Command::new("python3")
            .args(["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(File::create(folder.join("asked")).unwrap())
            .spawn()
            .expect("python3 runs");
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
        let address = address.expect("it says where it listens").0.to_owned();
        Self(child, address)
    }

    /// Ends it, so that nothing can be loaded from it.
    fn end(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// Goes to the page at its lobby, without pauses between events.
fn visit(chrome: &mut Chrome, address: &str) {
    chrome.go(address);
    chrome.until("document.querySelector('form[data-game]')");
    chrome.value("localStorage.setItem('settings', JSON.stringify({ speed: 'off' }))");
    chrome.go("about:blank");
    chrome.go(address);
    chrome.until("document.querySelector('form[data-game]')");
}

/// Waits until the review is shown; returns its text.
fn review(chrome: &mut Chrome) -> String {
    chrome.until("document.querySelector('#review-button')");
    chrome.value("document.querySelector('#review-button').click()");
    chrome.until("document.querySelector('#review h2')");
    chrome.value("document.querySelector('#review').innerText").as_str().unwrap().to_owned()
}

#[test]
#[ignore = "to build the page takes minutes"]
fn a_game_is_played_and_shared_without_a_server() {
    let Some(mut chrome) = Chrome::open() else { return };
    let folder = tempfile::tempdir().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/page.sh");
    let status = Command::new(script).arg(folder.path()).stdout(Stdio::null()).status();
    assert!(status.unwrap().success(), "the page is built");
    let host = Host::of(folder.path());
    let address = host.1.clone();

    visit(&mut chrome, &address);
    begin_against(&mut chrome, "pig", "hold-20");
    let mut number = 0;
    while chrome.value(&format!("{PRESS}({number})")) != "over" {
        number += 1;
    }
    assert!(number > 10, "{number}");
    let own = review(&mut chrome);
    assert!(own.lines().count() > 20, "{own}");
    chrome.value("document.querySelector('#share').click()");
    chrome.until("document.querySelector('#dialog-input').value");
    let link = chrome.value("document.querySelector('#dialog-input').value");
    let link = link.as_str().unwrap();
    assert!(link.starts_with(&address) && link.len() < 16_384, "{} bytes", link.len());

    // Somebody else has visited the page once.
    let mut other = Chrome::open().expect("there is one");
    visit(&mut other, &address);
    let cached = "caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).some(({ url }) => url.endsWith('rivals.gz.bin')))";
    other.value("navigator.serviceWorker.ready.then(() => true)");
    assert_eq!(other.value(cached), true);
    host.end();
    // Each of them loaded the engine once, for the page and for what it keeps.
    let asked = fs::read_to_string(folder.path().join("asked")).unwrap();
    let loaded = |line: &&str| line.contains("rivals.gz.bin") && line.contains("\" 200 ");
    assert_eq!(asked.lines().filter(loaded).count(), 2, "{asked}");
    other.go("about:blank");
    other.go(link);
    assert_eq!(review(&mut other), own);
    for chrome in [&chrome, &other] {
        assert_eq!(chrome.wrong, [""; 0]);
    }
}
