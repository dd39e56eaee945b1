//! Acting for another: every message in every role; only those of the role change a record.

use serde_json::{Value, json};

use super::super::{Page, Server};
use crate::program::folder;

/// A message of each kind, but `hello`, `new` and `ping`.
fn all(table: &str, at: u64) -> Vec<Value> {
    vec![
        json!({"do": "act", "at": at, "choice": 0}),
        json!({"do": "go"}),
        json!({"do": "undo"}),
        json!({"do": "hint"}),
        json!({"do": "why"}),
        json!({"do": "guess", "choice": null}),
        json!({"do": "review"}),
        json!({"do": "invite", "seat": 2}),
        json!({"do": "invite", "seat": null}),
        json!({"do": "allow", "on": true}),
        json!({"do": "say", "phrase": 0}),
        json!({"do": "again"}),
        json!({"do": "more", "steps": 1}),
        json!({"do": "end"}),
        json!({"do": "sit", "table": table, "invitation": "0", "name": "Eve"}),
    ]
}

/// Which of these messages are carried out.
fn done(page: &mut Page, asks: Vec<Value>) -> Vec<String> {
    let answers = asks.into_iter().map(|ask| (ask["do"].clone(), page.ask(ask)));
    let done = answers.filter(|(_, answer)| answer["is"] != "no");
    done.map(|(name, _)| name.as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_role_has_its_messages_and_no_others() {
    let data = folder();
    let server = Server::start(data.path());
    let mut host = server.owner();
    let seats = json!([{"person": "Ana"}, "open"]);
    let new = json!({"do": "new", "game": "pig", "seats": seats, "watch": true});
    let made = host.ask(new);
    let (table, key) = (made["table"].as_str().unwrap().to_owned(), made["key"].clone());
    let shown = host.until(|message| message["is"] == "table");
    let ask = shown["put"]["ask"].as_str().unwrap();
    let link =
        |page: &str| ask.split(&format!("#/{page}/{table}/")).nth(1).unwrap()[..32].to_owned();
    let (invitation, watch) = (link("sit"), link("watch"));
    let mut guest = server.hello("", None);
    // Before the game begins nobody acts.
    assert_eq!(done(&mut guest, all(&table, 1)), [""; 0]);
    let sit = json!({"do": "sit", "table": table, "invitation": invitation, "name": "Bet"});
    assert_eq!(guest.ask(sit.clone())["is"], "done");
    let mut looks_on = server.hello(&watch, Some(&table));
    assert!(host.decides());
    let at = host.at;
    assert_eq!(done(&mut looks_on, all(&table, at)), [""; 0]);
    assert_eq!(done(&mut server.hello("", None), all(&table, at)), [""; 0]);
    // The owner's key is that of no seat.
    assert_eq!(done(&mut server.owner(), all(&table, at)), [""; 0]);
    assert_eq!(done(&mut guest, all(&table, at)), ["allow", "say"]);
    assert_eq!(super::super::games::kept(data.path(), &table).len(), 0);
    // The old invitation is used up, for the host too.
    let mut other = server.back(&table, key.as_str().unwrap());
    assert_eq!(other.ask(sit)["why"], "key");
    let mut own = all(&table, at);
    own.retain(|ask| ask["do"] == "act");
    assert_eq!(done(&mut host, own), ["act"]);
    assert_eq!(super::super::games::kept(data.path(), &table).len(), 1);
}
