//! Guessing keys: after ten wrong ones the server reads none of that address, right or wrong.

use serde_json::json;

use super::super::Server;
use crate::program::folder;

#[test]
fn ten_wrong_keys_close_an_address() {
    let data = folder();
    let server = Server::start(data.path());
    let mut page = server.owner();
    page.begin("pig", &json!([{"person": "Ana"}, {"agent": "hold-20"}]));
    let mut guess = server.open();
    let mut hello = |key: &str, table: &str| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        guess.send(&json!({"do": "hello", "v": 1, "key": key, "table": table}));
        let first = guess.read();
        if first["is"] == "no" { first } else { guess.read() }
    };
    for wrong in 0..10 {
        let answer =
            hello(&format!("{wrong:032x}"), if wrong % 2 == 0 { &page.table } else { "none" });
        assert_eq!(answer["why"], "key", "{answer}");
    }
    for (key, table) in [("0", "none"), (&*page.key, &*page.table), (&*server.key, "none")] {
        let answer = hello(key, table);
        assert_eq!(answer["why"], "busy", "{answer}");
        assert!(answer["help"].as_str().unwrap().contains("seconds"), "{answer}");
    }
    // Who is there plays on, and who has no key may come.
    assert_eq!(page.ask(json!({"do": "guide"}))["is"], "say");
    assert_eq!(server.hello("", None).ask(json!({"do": "guide"}))["why"], "role");
}

/// Behind a proxy all pages have one address: a page that guesses closes itself alone.
#[test]
fn behind_a_proxy_no_address_is_closed() {
    let data = folder();
    let server = Server::start_with(data.path(), &["--allowed-host", "games.example"]);
    let mut guess = server.open();
    for wrong in 0..12 {
        guess.send(&json!({"do": "hello", "v": 1, "key": format!("{wrong:032x}")}));
        assert_eq!(guess.read()["is"] == "no", wrong >= 10, "{wrong}");
    }
    server.owner();
}
