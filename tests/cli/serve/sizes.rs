//! How much is sent for games of each kind.

use serde_json::json;

use super::Server;
use crate::program::folder;

#[test]
fn the_page_is_loaded_by_five_requests() {
    let data = folder();
    let server = Server::start(data.path());
    let get = |path: &str| {
        let line = format!("GET {path} HTTP/1.1");
        server.answer(&[&line, "host: 127.0.0.1:PORT", "connection: close"])
    };
    let parts = [("/", "\"a/"), ("/a/page.js", " from \"./"), ("/a/link.js", " from \"./")];
    let parts = parts.map(|(path, named)| get(path).matches(named).count());
    assert_eq!(1 + parts.iter().sum::<usize>(), 5);
    assert!(get("/a/page.css").contains("@scope (#review, #report)"));
}

/// What follows from an action has a few KB, and what is shown first is no more than a picture.
#[test]
fn messages_are_small() {
    let data = folder();
    let server = Server::start(data.path());
    for (game, agents) in [
        ("pig", 1),
        ("dragon-slayer", 1),
        ("tic-tac-toe-sp", 1),
        ("parchis", 1),
        ("tute", 2),
        ("battletech", 1),
    ] {
        let mut page = server.owner();
        page.heard = Some(Vec::new());
        let mut seats = vec![json!({"person": "Ana"})];
        seats.extend((0..agents).map(|_| json!({"agent": server.quick(game)})));
        page.begin(game, &json!(seats));
        let mut decisions = 0;
        while decisions < 60 && page.decides() {
            let choices = page.ask["choices"].as_u64().unwrap();
            assert_eq!(page.act(usize::try_from(choices - 1).unwrap())["is"], "done");
            decisions += 1;
        }
        let sizes = |is: &[&str]| {
            let heard = page.heard.iter().flatten();
            let fit = heard.filter(|message| is.contains(&message["is"].as_str().unwrap()));
            let mut sizes: Vec<usize> = fit.map(|message| message.to_string().len()).collect();
            sizes.sort_unstable();
            sizes
        };
        let (first, steps) = (sizes(&["table"]), sizes(&["step", "ask", "put"]));
        let (first, median, most) =
            (first[first.len() - 1], steps[steps.len() / 2], steps[steps.len() - 1]);
        let all: usize = steps.iter().sum();
        println!(
            "{game}: first {first}, median {median}, most {most}, {all} for {decisions} decisions"
        );
        assert!(median <= 3 << 10 && first <= 24 << 10, "{game}: {median}, first {first}");
    }
}
