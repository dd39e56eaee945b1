//! Spellings of agents: parsing, errors and help.

use super::*;

const ROWS: &[AgentKind] = &[
    AgentKind::new("greedy", "Takes the most points.", &[]),
    AgentKind::new("hold", "Stops at {n points}.", &[Parameter::whole("n", "points", 1..=100)]),
    AgentRow::new(
        "minimax",
        "Searches {depth moves}.",
        &[Parameter::defaulted("depth", "moves", 1..=20, 2)],
        (),
    )
    .with_colon()
    .kind,
    AgentKind::new(
        "novice",
        "Risks {n points}.",
        &[Parameter::defaulted("n", "points", 0..=200, 30)],
    ),
    AgentKind::new(
        "alphabeta",
        "Searches {depth moves} with {eval}.",
        &[
            Parameter::defaulted("depth", "moves", 1..=20, 4),
            Parameter::one_of("eval", "evaluation", &["seed", "orts", "gm2"]),
            Parameter::one_of("order", "order of moves", &["none", "desc"]),
        ],
    ),
];

const KINDS: AgentKinds = AgentKinds::new(ROWS.len(), |at| &ROWS[at]);

/// A time takes the place of the first parameter.
#[test]
fn times() {
    static DEEPENING: [AgentKind; 1] = [AgentKind::new(
        "deepening",
        "Visits {nodes states}.",
        &[
            Parameter::whole("nodes", "states", 1..=100),
            Parameter::one_of("eval", "evaluation", &["seed", "gm2"]),
            Parameter::time(),
        ],
    )];
    let kinds = AgentKinds::new(1, |at| &DEEPENING[at]);
    let parse = |text| AgentSpec::parse(text, kinds);
    assert_eq!(DEEPENING[0].usage(), "deepening:NODES|time=TIME[:eval=EVAL]");
    let timed = parse("deepening:time=1.5s:eval=gm2").unwrap();
    assert_eq!(timed.as_str(), "deepening:eval=gm2:time=1.5s");
    assert_eq!(timed.budget(), Budget::Time(Duration::from_millis(1500)));
    assert_eq!(timed.about(), "Visits what 1.5 seconds allow.");
    assert_eq!(parse("deepening:7").unwrap().budget(), Budget::States(7));
    for text in
        ["deepening:time=1", "deepening:time=61s", "deepening:time=0.05s", "deepening:time="]
    {
        assert_eq!(
            parse(text).unwrap_err().help,
            "TIME is seconds such as 1s or 0.5s, from 0.1s to 60s",
            "{text}"
        );
    }
    assert_eq!(parse("deepening:7:time=1s").unwrap_err().help, "give nodes or time, not both");
    assert!(parse("deepening").is_err());
}

/// Keys have any order and may have their defaults.
#[test]
fn spellings() {
    for (text, spelling) in [
        ("greedy", "greedy"),
        ("hold-1", "hold-1"),
        ("hold-100", "hold-100"),
        ("novice-39", "novice-39"),
        ("novice-30", "novice"),
        ("minimax:4", "minimax:4"),
        ("minimax:2", "minimax"),
        ("alphabeta:6", "alphabeta:6"),
        ("alphabeta:6:eval=gm2:order=desc", "alphabeta:6:eval=gm2:order=desc"),
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
        ("Greedy", "write greedy"),
        ("gredy", "did you mean greedy?"),
        ("hold-06", "N is from 1 to 100"),
        ("hold-101", "N is from 1 to 100"),
        ("hold-", "write hold-N (N from 1 to 100)"),
        ("hold--6", "write hold-N (N from 1 to 100)"),
        ("hold:6", "write hold-N (N from 1 to 100)"),
        ("hold:n=6", "did you mean hold-6?"),
        ("hold", "write hold-N (N from 1 to 100)"),
        ("hodl-6", "did you mean hold-N?"),
        ("greedy:6", "write greedy"),
        ("zzz", "there are greedy, hold-N"),
        ("alphabeta-6", "write alphabeta[:DEPTH][:eval=EVAL][:order=ORDER]"),
        ("alphabeta:depth=6", "did you mean alphabeta:6?"),
        ("alphabeta:6:7", "write alphabeta[:DEPTH]"),
        ("alphabeta:order=desc:order=none", "give order once"),
        ("alphabeta:eval=gm3", "did you mean gm2? EVAL is seed, orts or gm2"),
        ("alphabeta:evla=gm2", "did you mean eval?"),
        ("alphabeta:99", "DEPTH is from 1 to 20"),
    ] {
        let error = AgentSpec::parse(text, KINDS).unwrap_err();
        assert!(error.help.contains(help), "{text}: {}", error.help);
    }
}

#[test]
fn values_and_sentences() {
    let about = |text| AgentSpec::parse(text, KINDS).unwrap().about();
    assert_eq!(about("hold-6"), "Stops at 6 points.");
    assert_eq!(about("alphabeta:1"), "Searches one move with seed.");
    assert_eq!(ROWS[1].about(), "Stops at N points.");
    let spec = AgentSpec::parse("alphabeta:6:eval=gm2", KINDS).unwrap();
    assert_eq!((spec.whole("depth"), spec.choice("eval")), (6_u8, "gm2"));
}

#[test]
fn kinds_as_json() {
    let json = serde_json::to_string(&ROWS[1]).unwrap();
    let expected = "{\"name\":\"hold\",\"about\":\"Stops at N points.\",\"parameters\":\
                    [{\"name\":\"n\",\"about\":\"points\",\"low\":1,\"high\":100,\
                    \"default\":null}]}";
    assert_eq!(json, expected);
}
