//! Random lines for the engines: any bytes are answered, positions that an engine accepts lead to
//! positions that it accepts, and the solution advises on all of them.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::catalogue::{Playable, find};
use crate::engine::Engine;

/// An engine with the built-in rules.
fn engine_of(game: &str) -> Box<dyn Engine> {
    find(game).unwrap().load(None).unwrap().engine()
}

fn dragon_slayer() -> Box<dyn Engine> {
    engine_of("dragon-slayer")
}

fn answer(engine: &mut dyn Engine, question: &Value) -> Value {
    serde_json::from_str(&engine.answer(question.to_string().as_bytes())).unwrap()
}

/// Random JSON values for fields, most of them invalid.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0_u64..60).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-z -]{0,8}".prop_map(Value::from),
        prop_oneof![
            Just("start"),
            Just("roll"),
            Just("hold"),
            Just("stop"),
            Just("fight dragon 1"),
            Just("hold-20"),
            Just("random"),
            Just("may-stop"),
            Just("challenged"),
            Just("asked"),
        ]
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((any_key(), inner), 0..5)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

fn any_key() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("position"),
        Just("moves"),
        Just("depth"),
        Just("agent"),
        Just("agents"),
        Just("seat"),
        Just("seats"),
        Just("seed"),
        Just("setup"),
        Just("scores"),
        Just("tokens"),
        Just("mover"),
        Just("at_stake"),
        Just("alive"),
        Just("dice"),
        Just("phase"),
        Just("fight"),
        Just("asked"),
        Just("challenger"),
        Just("rolling"),
        Just("id"),
        Just("nonsense"),
    ]
    .prop_map(str::to_owned)
}

fn any_ask() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just("game"),
        Just("start"),
        Just("legal"),
        Just("apply"),
        Just("perft"),
        Just("decide"),
        Just("view"),
        Just("advise"),
        Just("play"),
        Just("paly"),
    ]
}

/// Positions of Dragon Slayer in the right shape; few of them are possible.
fn any_dragons() -> impl Strategy<Value = Value> {
    let phase = prop_oneof![
        Just("must-fight"),
        Just("may-stop"),
        Just("asked"),
        Just("challenged"),
        Just("fighting"),
        Just("over"),
    ];
    let seat = || prop::option::of(1_u8..=3);
    (
        prop::collection::vec(0_u32..60, 2..=3),
        prop::collection::vec(0_u32..=1, 2..=3),
        (1_u8..=3, 0_u32..130, 1_u8..=3),
        prop::sample::subsequence(vec![1, 2, 3], 1..=3),
        phase,
        (seat(), seat(), any::<bool>(), 1_u8..=3, 0_u8..=3),
    )
        .prop_map(|(scores, tokens, (mover, stake, dice), alive, phase, rest)| {
            let (challenger, asked, after_big_turn, dragon, dragon_dice) = rest;
            json!({
                "scores": scores, "tokens": tokens, "mover": mover, "at_stake": stake / 2 * 2,
                "alive": alive, "dice": dice, "phase": phase, "challenger": challenger,
                "asked": asked.filter(|_| phase == "asked"),
                "fight": (phase == "fighting")
                    .then(|| json!({ "dragon": dragon, "dragon_dice": dragon_dice })),
                "after_big_turn": after_big_turn,
            })
        })
}

/// Calls `ask` with both engines. Each test thread keeps its engines, as solving takes time.
fn with_engines(ask: impl Fn(&mut dyn Engine)) {
    thread_local! {
        static ENGINES: std::cell::RefCell<[Box<dyn Engine>; 2]> = std::cell::RefCell::new([
            engine_of("pig"),
            dragon_slayer(),
        ]);
    }
    ENGINES.with_borrow_mut(|engines| engines.iter_mut().for_each(|engine| ask(&mut **engine)));
}

/// Checks that the answer is one JSON object on one line with the id of the question, if any.
fn is_answered(engine: &mut dyn Engine, line: &[u8]) -> Value {
    let text = engine.answer(line);
    assert!(!text.contains('\n'), "{text}");
    let answer: Value = serde_json::from_str(&text).expect(&text);
    assert!(answer.is_object());
    answer
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_bytes_are_answered(line in prop::collection::vec(any::<u8>().prop_filter("no end", |&byte| byte != b'\n'), 0..80)) {
        with_engines(|engine| { is_answered(engine, &line); });
    }

    #[test]
    fn any_questions_are_answered(ask in any_ask(), fields in prop::collection::vec((any_key(), any_value()), 0..5)) {
        let mut question = serde_json::Map::from_iter(fields);
        question.insert("ask".to_owned(), json!(ask));
        let line = Value::Object(question.clone()).to_string();
        with_engines(|engine| {
            let answer = is_answered(engine, line.as_bytes());
            assert_eq!(answer.get("id"), question.get("id"));
        });
    }

    /// Positions that the engine accepts have legal moves, each of which leads to a position that
    /// it accepts as well.
    #[test]
    fn positions_lead_to_positions(position in any_dragons(), seed in any::<u64>()) {
        let mut engine = dragon_slayer();
        let mut ask = |ask: &str, more: Value| {
            let mut question = json!({ "ask": ask, "position": position });
            question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            answer(&mut *engine, &question)
        };
        let legal = ask("legal", json!({}));
        if legal.get("error").is_none() {
            let texts = |list: &Value, event: bool| -> Vec<Value> {
                let list = list.as_array().into_iter().flatten();
                list.map(|one| if event { one[0].clone() } else { one.clone() }).collect()
            };
            let moves = [texts(&legal["actions"], false), texts(&legal["events"], true)].concat();
            prop_assert_eq!(moves.is_empty(), legal.get("over").is_some());
            for one in &moves {
                let next = ask("apply", json!({ "moves": [one] }));
                prop_assert!(next.get("error").is_none(), "{} {}", one, next);
                let mut other = dragon_slayer();
                let next = json!({ "ask": "legal", "position": next["position"] });
                let taken = answer(&mut *other, &next);
                prop_assert!(taken.get("error").is_none(), "{} {}", next, taken);
            }
            let count = ask("perft", json!({ "depth": 1 }));
            prop_assert_eq!(&count["sequences"], moves.len());
            if legal.get("seat").is_some() {
                let agents = ["hold-6", "tree-1", "greedy", "random"];
                let agent = agents[(seed % 4) as usize];
                let decided = ask("decide", json!({ "agent": agent, "seed": seed }));
                prop_assert!(moves.contains(&decided["action"]), "{}", decided);
            }
        }
    }
}

/// The solution advises on every position of two seats that the engine accepts.
#[test]
fn any_position_of_two_seats_is_advised_on() {
    let mut engine = dragon_slayer();
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut advised, mut tried) = (0, 0);
    while advised < 60 && tried < 20_000 {
        tried += 1;
        let tree = any_dragons().new_tree(&mut runner).unwrap();
        let position = proptest::strategy::ValueTree::current(&tree);
        if position["scores"].as_array().unwrap().len() != 2 {
            continue;
        }
        let legal = answer(&mut *engine, &json!({ "ask": "legal", "position": position }));
        if legal.get("seat").is_none() {
            continue;
        }
        let advice = answer(&mut *engine, &json!({ "ask": "advise", "position": position }));
        let actions = advice["actions"].as_array().unwrap();
        assert_eq!(actions.len(), legal["actions"].as_array().unwrap().len(), "{position}");
        for action in actions {
            let wins = action["wins"].as_f64().unwrap();
            assert!((0.0..=1.0).contains(&wins), "{position}: {advice}");
        }
        advised += 1;
    }
    assert_eq!(advised, 60, "of {tried}");
}
