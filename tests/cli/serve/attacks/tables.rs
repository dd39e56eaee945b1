//! Endless tables, costly rules, and opponents that think long.

use std::fs;

use serde_json::{Value, json};

use super::super::Server;
use crate::program::{folder, run};

fn pig() -> Value {
    json!({"do": "new", "game": "pig", "seats": [{"person": "Ana"}, {"agent": "hold-20"}]})
}

#[test]
fn a_server_holds_so_many_tables() {
    let data = folder();
    let server = Server::start_with(data.path(), &["--tables", "2"]);
    let mut page = server.owner();
    for _ in 0..2 {
        assert_eq!(page.ask(pig())["is"], "done");
    }
    page.send(&json!({"do": "new", "id": "third", "game": "pig", "seats": pig()["seats"]}));
    let no = page.until(|message| message["id"] == "third");
    assert_eq!(no["why"], "busy", "{no}");
    assert!(no["message"].as_str().unwrap().contains('2'), "{no}");
    for wrong in ["0", "-1", "x", "100001"] {
        assert_eq!(run(&["serve", "--tables", wrong]).code, 2);
    }
}

#[test]
fn rules_are_those_that_the_owner_named() {
    let data = folder();
    let file = data.path().join("short.toml");
    fs::write(&file, "target = 20\n").unwrap();
    let server = Server::start_with(data.path(), &["--rules", file.to_str().unwrap()]);
    let mut page = server.owner();
    let mut new = pig();
    new["game"] = json!("pig:short");
    assert_eq!(page.ask(new.clone())["is"], "done");
    new["game"] = json!("pig:long");
    assert_eq!(page.ask(new)["field"], "game");
    let first = server.answer(&["GET / HTTP/1.1", "host: 127.0.0.1:PORT", "connection: close"]);
    assert!(first.contains("Pig (short)") && first.contains("Dragon Slayer"), "{first}");
    fs::write(data.path().join("none.toml"), "nonsense = 1\n").unwrap();
    for name in ["none.toml", "missing.toml"] {
        let path = data.path().join(name);
        let refused = run(&[
            "serve",
            "--port",
            "0",
            "--data",
            data.path().to_str().unwrap(),
            "--rules",
            path.to_str().unwrap(),
        ]);
        assert_eq!((refused.code, &*refused.stdout), (2, ""), "{name}");
        assert!(refused.stderr.contains(name.split('.').next().unwrap()), "{}", refused.stderr);
    }
}

#[test]
fn slow_opponents_are_the_owners() {
    let data = folder();
    let opponents = |class: &str| {
        let server = Server::start_with(data.path(), &["--thinking", class]);
        let lines = ["GET / HTTP/1.1", "host: 127.0.0.1:PORT", "connection: close"];
        let first = server.answer(&lines);
        let names = first.split("Opponents: ").skip(1).map(|part| part.split('<').next().unwrap());
        names.flat_map(|names| names.split(", ").map(str::to_owned)).count()
    };
    let [instant, quick, slow] = ["instant", "quick", "slow"].map(opponents);
    assert!(0 < instant && instant < quick && quick <= slow, "{instant} {quick} {slow}");
    assert_eq!(run(&["serve", "--thinking", "never"]).code, 2);
}
