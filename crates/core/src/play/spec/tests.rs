//! Spellings of agents: parsing, errors and help.

use super::*;

const KINDS: &[AgentKind] = &[
    AgentKind { name: "greedy", about: "Takes the most points.", parameters: &[] },
    AgentKind {
        name: "hold",
        about: "Stops at {n|1 point|points}.",
        parameters: &[Parameter {
            name: "n",
            about: "points",
            values: ParameterValues::whole(1..=100),
        }],
    },
    AgentKind {
        name: "alphabeta",
        about: "Searches {depth|one move|moves} with {eval}.",
        parameters: &[
            Parameter {
                name: "depth",
                about: "moves",
                values: ParameterValues::Whole { low: 1, high: 20, default: Some(4) },
            },
            Parameter {
                name: "eval",
                about: "evaluation",
                values: ParameterValues::OneOf {
                    choices: &["seed", "orts", "gm2"],
                    default: Some("seed"),
                },
            },
            Parameter {
                name: "order",
                about: "order of moves",
                values: ParameterValues::OneOf {
                    choices: &["none", "desc"],
                    default: Some("none"),
                },
            },
        ],
    },
];

#[test]
fn one_spelling_is_accepted() {
    for text in [
        "greedy",
        "hold-1",
        "hold-100",
        "alphabeta",
        "alphabeta:6",
        "alphabeta:eval=gm2",
        "alphabeta:6:eval=gm2:order=desc",
    ] {
        assert_eq!(AgentSpec::parse(text, KINDS).unwrap().to_string(), text);
    }
}

#[test]
fn keys_have_any_order_and_may_have_their_defaults() {
    for (text, spelling) in [
        ("alphabeta:eval=seed", "alphabeta"),
        ("alphabeta:4:eval=seed", "alphabeta"),
        ("alphabeta:depth=4:order=none", "alphabeta"),
        ("alphabeta:6:order=desc:eval=gm2", "alphabeta:6:eval=gm2:order=desc"),
        ("alphabeta:6:order=desc:eval=seed", "alphabeta:6:order=desc"),
    ] {
        assert_eq!(AgentSpec::parse(text, KINDS).unwrap().as_str(), spelling);
    }
}

#[test]
fn every_other_spelling_is_refused_with_the_accepted_one() {
    for (text, help) in [
        ("Greedy", "did you mean greedy?"),
        ("gredy", "did you mean greedy?"),
        ("hold-06", "did you mean hold-6?"),
        ("hold-+6", "did you mean hold-6?"),
        ("hold:6", "did you mean hold-6?"),
        ("hold:n=6", "did you mean hold-6?"),
        ("hodl-6", "did you mean hold-N?"),
        ("hold", "hold-N (N from 1 to 100)"),
        ("hold-0", "write hold-N: N is from 1 to 100"),
        ("hold-101", "write hold-N: N is from 1 to 100"),
        ("greedy:6", "write greedy"),
        ("zzz", "there are greedy, hold-N"),
        ("", "there are greedy, hold-N"),
        ("alphabeta-6", "did you mean alphabeta:6?"),
        ("alphabeta:order=desc:order=none", "give order once"),
        ("alphabeta:depth=6", "did you mean alphabeta:6?"),
        ("alphabeta:eval=gm3", "did you mean gm2? EVAL is seed, orts or gm2"),
        ("alphabeta:evla=gm2", "did you mean eval=gm2?"),
        ("alphabeta:99", "DEPTH is from 1 to 20"),
        ("alphabeta:6:7", "write alphabeta[:DEPTH][:eval=EVAL][:order=ORDER]"),
        ("alphabeta:6:depth=7", "give depth once"),
    ] {
        let error = AgentSpec::parse(text, KINDS).unwrap_err();
        assert!(error.help.contains(help), "{text}: {}", error.help);
        assert_eq!(error.to_string(), format!("no agent is called \"{text}\""));
    }
}

#[test]
fn values_and_sentences() {
    let about = |text| AgentSpec::parse(text, KINDS).unwrap().about();
    assert_eq!(about("hold-1"), "Stops at 1 point.");
    assert_eq!(about("hold-6"), "Stops at 6 points.");
    assert_eq!(about("alphabeta:1"), "Searches one move with seed.");
    assert_eq!(KINDS[1].about(), "Stops at N points.");
    let spec = AgentSpec::parse("alphabeta:6:eval=gm2", KINDS).unwrap();
    assert_eq!((spec.whole("depth"), spec.choice("eval")), (6, "gm2"));
    assert_eq!(spec.choice("order"), "none");
}

#[test]
fn kinds_as_json() {
    let json = serde_json::to_string(&KINDS[1]).unwrap();
    let expected = "{\"name\":\"hold\",\"about\":\"Stops at N points.\",\"parameters\":\
                    [{\"name\":\"n\",\"about\":\"points\",\"low\":1,\"high\":100,\
                    \"default\":null}]}";
    assert_eq!(json, expected);
}
