//! The questions about hexes, sight and movement: the examples of the protocol.

use serde_json::json;

use super::*;

#[test]
fn examples_of_the_protocol() {
    for (question, answer) in [
        (json!({"ask": "distance", "from": "0317", "to": "1511"}), json!({"distance": 12})),
        (
            json!({"ask": "arc", "from": "0505", "facing": 1, "to": "0806"}),
            json!({"arc": "right", "side": "right"}),
        ),
        (
            json!({"ask": "line_of_sight", "map": "wooded", "from": "0202", "to": "0506"}),
            json!({
                "visible": true,
                "hexes": ["0303", "0304", "0404", "0405"],
                "woods": 1,
                "cover": false,
            }),
        ),
        (
            json!({
                "ask": "line_of_sight",
                "map": ["5x5", "level 1: 0403", "light: 0402"],
                "from": "0303",
                "to": "0503",
            }),
            json!({"visible": true, "hexes": [["0402", "0403"]], "woods": 0, "cover": true}),
        ),
        // One hex of the edge is off the map; the target lies in water.
        (
            json!({
                "ask": "line_of_sight",
                "map": ["3x3", "water 1: 0301"],
                "from": "0101",
                "to": "0301",
                "to_prone": true,
            }),
            json!({"visible": false, "hexes": ["0201"]}),
        ),
        (
            json!({
                "ask": "reach",
                "seat": 1,
                "position": {
                    "map": ["4x4", "light: 0202", "level 1: 0303"],
                    "mechs": [
                        {"model": "AS7-D", "hex": "0203", "facing": 1, "heat": 11},
                        {"model": "GRF-1N", "hex": "0402", "facing": 5},
                    ],
                },
            }),
            json!({
                "mp": {"walk": 1, "run": 2, "jump": 0},
                "walk": {
                    "0203": [0, 1, null, null, null, 1],
                    "0204": [1, null, null, null, null, null],
                },
                "run": {
                    "0103": [null, null, null, null, null, 2],
                    "0202": [2, null, null, null, null, null],
                    "0203": [0, 1, 2, null, 2, 1],
                },
                "jump": {},
            }),
        ),
    ] {
        assert_eq!(ask(&question), answer, "{question}");
    }
}

#[test]
fn wrong_questions_are_refused() {
    let sight =
        |from: &str| json!({"ask": "line_of_sight", "map": ["2x2"], "from": from, "to": "0101"});
    for (question, field) in [
        (json!({"ask": "distance", "from": "0317"}), "to"),
        (json!({"ask": "distance", "from": "317", "to": "0101"}), "from"),
        (json!({"ask": "arc", "from": "0505", "facing": 7, "to": "0806"}), "facing"),
        (sight("0301"), "from"),
        (
            json!({"ask": "line_of_sight", "map": ["2x2", "lava: 0101"], "from": "0101", "to": "0102"}),
            "map[1]",
        ),
    ] {
        assert_eq!(ask(&question)["error"]["field"], field, "{question}");
    }
}
