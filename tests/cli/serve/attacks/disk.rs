//! A disk that takes nothing, and a file that another program holds: nothing is confirmed, pages are
//! told, and play goes on.

use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::{Value, json};

use super::super::{Page, Server, games::kept};
use crate::program::{folder, rivals};

/// The file of the games.
fn file(data: &Path) -> Connection {
    Connection::open(data.join("games.sqlite")).unwrap()
}

/// A page that decides in a game of Pig, which lasts 17 turns at least.
fn decides(server: &Server) -> Page {
    let mut page = server.owner();
    page.begin("pig", &json!([{"person": "Ana"}, {"agent": "hold-1"}]));
    assert!(page.decides());
    page
}

/// Sends an action whose answer is not waited for.
fn send(page: &mut Page, id: &str) {
    page.send(&json!({"do": "act", "id": id, "at": page.at, "choice": 0}));
    page.ask = Value::Null;
}

#[test]
fn nothing_is_confirmed_while_the_file_may_not_grow() {
    let data = folder();
    let server = Server::start(data.path());
    let mut page = decides(&server);
    // The same error as that of a full disk, for what is written next.
    let other = file(data.path());
    let full = "CREATE TRIGGER full BEFORE INSERT ON step BEGIN SELECT RAISE(ABORT, 'full'); END";
    other.execute_batch(full).unwrap();
    send(&mut page, "a");
    let waits = page.read();
    assert_eq!(waits["is"], "waiting", "{waits}");
    assert!(kept(data.path(), &page.table).is_empty());
    // A page that is loaded now shows what is kept, and asks nothing.
    let mut loaded = server.open();
    loaded.send(&json!({"do": "hello", "v": 1, "key": page.key, "table": page.table}));
    let rolled = |table: &Value| table["missed"].to_string().contains("You roll");
    let shown = loaded.until(|message| message["is"] == "table");
    assert!(shown["put"]["scene"].is_string() && shown["ask"].is_null(), "{shown}");
    assert!(!rolled(&shown), "{shown}");
    // The lobby waits for nothing, nor does what is known of the games.
    let home = server.owner().ask(json!({"do": "home", "name": "Ana"}));
    assert_eq!(home["is"], "page", "{home}");
    other.execute_batch("DROP TRIGGER full").unwrap();
    page.until(|message| message["id"] == "a" && message["is"] == "done");
    assert_eq!(kept(data.path(), &page.table).len(), 1);
    assert!(page.decides());
    let shown = loaded.until(|message| message["is"] == "table");
    assert!(rolled(&shown) && loaded.decides(), "{shown}");
}

/// A server whose files may grow to this number of KiB, and no further.
#[cfg(target_os = "linux")]
fn limited(data: &Path, kib: u64) -> Server {
    let program = rivals(&[]).get_program().to_owned();
    // A write over the limit fails as one to a full disk does, if the signal is ignored.
    let script = format!("trap '' XFSZ; ulimit -S -f {kib}; exec \"$@\"");
    let mut command = Command::new("bash");
    command.args(["-c", &script, "bash"]).arg(program);
    command.args(["serve", "--port", "0", "--data"]).arg(data);
    Server::run(command)
}

/// The system itself refuses to write more.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_confirms_nothing_and_play_goes_on_when_it_has_room() {
    let data = folder();
    let server = Server::start(data.path());
    let begun = decides(&server);
    server.kill();
    let used = |name| std::fs::metadata(data.path().join(name)).map_or(0, |file| file.len()) / 1024;
    let most = used("games.sqlite").max(used("games.sqlite-wal")) + 60;
    let server = limited(data.path(), most);
    let mut page = server.back(&begun.table, &begun.key);
    let mut confirmed = 0;
    // The action that waits; none if it is the other player's turn that is not kept.
    let waits = 'played: loop {
        while page.ask.is_null() {
            assert!(!page.over, "the files do not grow");
            if page.read()["is"] == "waiting" {
                break 'played None;
            }
        }
        let id = format!("a{confirmed}");
        send(&mut page, &id);
        let answer = page.until(|message| message["is"] == "waiting" || message["id"] == id);
        if answer["is"] == "waiting" {
            break Some(id);
        }
        assert_eq!(answer["is"], "done", "{answer}");
        confirmed += 1;
        sleep(Duration::from_millis(100));
    };
    assert!(confirmed > 0);
    sleep(Duration::from_secs(2));
    assert_eq!(kept(data.path(), &page.table).len(), confirmed);
    let pid = server.child.id().to_string();
    let status = Command::new("prlimit").args(["--pid", &pid, "--fsize=unlimited"]).status();
    assert!(status.unwrap().success());
    if let Some(id) = waits {
        page.until(|message| message["id"] == id && message["is"] == "done");
        confirmed += 1;
    } else {
        assert!(page.decides());
    }
    assert_eq!(kept(data.path(), &page.table).len(), confirmed);
    server.kill();
    let server = Server::start(data.path());
    server.back(&page.table, &page.key);
    assert_eq!(kept(data.path(), &page.table).len(), confirmed);
}

/// Another program writes for longer than the server waits at a time.
#[test]
fn a_file_that_another_program_holds_delays_and_loses_nothing() {
    let data = folder();
    let server = Server::start(data.path());
    let mut page = decides(&server);
    let other = file(data.path());
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let begun = Instant::now();
    send(&mut page, "a");
    let waits = page.read();
    assert_eq!(waits["is"], "waiting", "{waits}");
    assert!(kept(data.path(), &page.table).is_empty());
    other.execute_batch("COMMIT").unwrap();
    page.until(|message| message["id"] == "a" && message["is"] == "done");
    assert!(begun.elapsed() > Duration::from_secs(1), "{:?}", begun.elapsed());
    assert_eq!(kept(data.path(), &page.table).len(), 1);
    assert!(page.decides());
}
