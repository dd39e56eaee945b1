//! A disk that takes nothing: nothing is confirmed, pages are told, and play goes on.

use rusqlite::Connection;
use serde_json::{Value, json};

use super::super::{Server, games::kept};
use crate::program::folder;

#[test]
fn nothing_is_confirmed_while_the_file_may_not_grow() {
    let data = folder();
    let server = Server::start(data.path());
    let mut page = server.owner();
    page.begin("pig", &json!([{"person": "Ana"}, {"agent": "hold-20"}]));
    assert!(page.decides());
    // The same error as that of a full disk, for what is written next.
    let other = Connection::open(data.path().join("games.sqlite")).unwrap();
    let full = "CREATE TRIGGER full BEFORE INSERT ON step BEGIN SELECT RAISE(ABORT, 'full'); END";
    other.execute_batch(full).unwrap();
    page.send(&json!({"do": "act", "id": "a", "at": page.at, "choice": 0}));
    page.ask = Value::Null;
    let waits = page.read();
    assert_eq!(waits["is"], "waiting", "{waits}");
    assert!(kept(data.path(), &page.table).is_empty());
    other.execute_batch("DROP TRIGGER full").unwrap();
    page.until(|message| message["id"] == "a" && message["is"] == "done");
    assert_eq!(kept(data.path(), &page.table).len(), 1);
    assert!(page.decides());
}
