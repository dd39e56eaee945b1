//! What the engine of Tute Cabrero decides by. Its own tests are in `crates/games/src/tute`.

use crate::catalogue::{Playable, find};

fn answer(question: &serde_json::Value) -> serde_json::Value {
    let mut engine = find("tute").unwrap().load(None).unwrap().engine();
    let mut answer: serde_json::Value =
        serde_json::from_str(&engine.answer(question.to_string().as_bytes())).unwrap();
    answer.as_object_mut().unwrap().remove("seconds");
    answer
}

/// The engine's decisions and its advice are those of the view: they do not change when cards that
/// the seat has not seen change hands.
#[test]
fn the_engine_decides_and_advises_by_the_view() {
    let cards = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
    let position = |second: &str, third: &str| {
        serde_json::json!({
            "trump": "O", "muestra": "2O", "leader": 1, "scores": [40, 38, 20], "tricks": [3, 3, 3],
            "hands": {
                "1": cards("AE 7C 6B RO"), "2": cards(second), "3": cards(third),
            },
        })
    };
    let positions =
        [position("3E 4B SO 5C", "AC AO 2E CB"), position("AO 5C 2E CB", "SO AC 3E 4B")];
    for agent in ["pimc:20", "ismcts:100", "cabrero", "cabrero:5:endgame=maxn:tricks=4"] {
        let ask = |position| serde_json::json!({ "ask": "decide", "position": position, "agent": agent, "seed": 3 });
        let [one, other] = positions.each_ref().map(|position| answer(&ask(position)));
        assert_eq!(one, other);
        assert!(one["nodes"].as_u64().unwrap() > 0, "{one}");
        let values = one["actions"].as_array().unwrap();
        assert_eq!(values.len(), 4, "{one}");
        let chosen = values.iter().find(|of| of["action"] == one["action"]).unwrap();
        assert_eq!(chosen["value"], one["value"]);
    }
    let advised = |position| answer(&serde_json::json!({ "ask": "advise", "position": position }));
    let [one, other] = positions.each_ref().map(advised);
    assert_eq!(one, other);
    let how = one["actions"][0]["how"].as_str().unwrap();
    assert!(how.contains("from states that the seat cannot tell apart"), "{how}");
}
