//! Hidden information: who a stranger is, and what the server tells before the end.

use serde_json::{Value, json};

use super::super::Server;
use crate::program::folder;

#[test]
fn a_stranger_has_no_name_before_it_is_guessed() {
    let data = folder();
    let server = Server::start(data.path());
    let cards = server.owner_cards();
    for game in ["pig", "dragon-slayer", "dragon-slayer"] {
        let mut page = server.owner();
        page.heard = Some(Vec::new());
        page.begin(game, &json!([{"person": "Ana"}, {"agent": "stranger"}]));
        page.play_in_turns();
        let names = cards.iter().filter(|(card, _)| card == game).flat_map(|(_, names)| names);
        // The list of candidates is shown when the game is over.
        let before = page
            .heard
            .iter()
            .flatten()
            .filter(|message| !message.to_string().contains("data-guess"));
        let before: Vec<String> = before.map(Value::to_string).collect();
        let letters = |c: char| !c.is_alphanumeric() && c != '-';
        let words: Vec<&str> = before.iter().flat_map(|message| message.split(letters)).collect();
        for name in names {
            assert!(!words.contains(&name.as_str()), "{name}");
        }
    }
}
