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
        page.heard.clear();
        page.begin(game, &json!([{"person": "Ana"}, {"agent": "stranger"}]));
        page.play(|choices| choices - 1);
        let names = cards.iter().filter(|(card, _)| card == game).flat_map(|(_, names)| names);
        // The list of candidates is shown when the game is over.
        let before =
            page.heard.iter().filter(|message| !message.to_string().contains("data-guess"));
        let before: Vec<String> = before.map(Value::to_string).collect();
        for name in names {
            assert!(!before.iter().any(|message| message.contains(name.as_str())), "{name}");
        }
    }
}
