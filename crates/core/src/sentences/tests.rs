//! Files of players for a small game: what is refused, and where; and what sentences choose.

use std::collections::BTreeSet;

use super::*;
use crate::contest::{Build, Players};
use crate::play::{
    AgentRow, AgentSpec, BySeat, Decision, Dice, Game, NoEvent, NoRules, Open, Outcome, Seat, Step,
    Turn,
};
use crate::values::NotationError;

/// A game of one decision: a number from 1 to 6, some of which are even.
#[derive(Clone)]
struct Six;

impl Game for Six {
    const NAME: &'static str = "six";
    const ABOUT: &'static str = "One of six numbers.";
    type Rules = NoRules;
    type State = u8;
    type Action = Pick;
    type Event = NoEvent;

    fn new(_: NoRules) -> Result<Self, crate::values::Invalid> {
        Ok(Self)
    }
    fn rules(&self) -> &NoRules {
        &NoRules {}
    }
    fn start(&self, _: usize) -> u8 {
        0
    }
    fn turn(&self, state: &u8) -> Turn<'_, NoEvent> {
        match state {
            0 => Turn::Decide(Seat::FIRST),
            _ => Turn::Over(Outcome::won_by(Seat::FIRST, BySeat::new(0, 2))),
        }
    }
    fn legal(&self, _: &u8, into: &mut Vec<Pick>) {
        into.extend((1..=6).map(Pick));
    }
    fn play(&self, state: &mut u8, step: Step<Self>) {
        let Step::Act(Pick(number)) = step;
        *state = number;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pick(u8);

impl std::fmt::Display for Pick {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl std::str::FromStr for Pick {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Self, NotationError> {
        NotationError::find(text, (1..=6).map(Pick), "write 1 to 6")
    }
}

impl Open for Six {}

impl Players for Six {
    type Counts = ();
    const AGENTS: &'static [AgentRow<Build<Self>>] = &[AgentRow::RANDOM];
    const FACTS: &'static [FactRow<Self>] = FACTS;
}

crate::facts! {
    /// The facts of the game.
    FACTS of Six;
    position |at| {
        /// The seats.
        seats: (2 to 2), "seats == 2" => at.game.seats_of(at.view);
    }
    action |_at, pick| {
        /// It.
        value: (1 to 6), "value > 3" => pick.0;
        /// The half that it is in.
        half: [low, high], "half == 'low'" => pick.0 > 3;
    }
    actions |_at| {
        /// Whether it is even.
        even: bool, "even" => |pick: Pick| pick.0.is_multiple_of(2);
    }
}

fn read(text: &str) -> Result<Sentences, PlayerError> {
    Sentences::read("file.toml", text, Six::KNOWN_FACTS)
}

/// The number that a player chooses, and the sentence that decides.
fn chosen(text: &str) -> (u8, usize) {
    chosen_with(text, 0)
}

/// The same, with the dice of this game.
fn chosen_with(text: &str, game: u64) -> (u8, usize) {
    let spec = AgentSpec::from(read(text).unwrap_or_else(|error| panic!("{text}: {error}")));
    let actions = Six.actions(&0);
    let at = Decision::new(&Six, Seat::FIRST, &0, &actions);
    let thought = Six.agent(&spec).decide(&at, &mut Dice::new(3, 0, game).turn(0, 0)).unwrap();
    (thought.action.0, thought.sentence.map_or(0, |sentence| sentence.number))
}

/// The number that is chosen by one condition.
fn by(condition: &str) -> u8 {
    chosen(&format!("[[sentence]]\nname = \"a\"\nif = {condition:?}\nchoose = true\n")).0
}

#[test]
fn the_language() {
    for (condition, number) in [
        ("value == 4", 4),
        ("value > 2 && even", 4),
        ("value > 2 && !even", 3),
        ("!(value < 5) || half == \"high\" && value == seats + 2", 4),
        ("half != 'low'", 4),
        ("value in [5, 6, 2 + 1]", 3),
        ("half in ['high']", 4),
        ("value * 2 - 1 >= 7 / 2 + seats", 4),
        ("value % 4 == 0", 4),
        ("-value <= -5.0", 5),
        ("abs(value - 7) == 1", 6),
        ("max(value, 3, seats) == value && min(value, 5) == 5", 5),
        ("(even ? value : 10 - value) > 7", 1),
        ("true ? even : false", 2),
        ("1 < 2 && value == 3", 3),
        // Nothing is equal to what is no number, so that the first action is left.
        ("0 / 0 == 0 / 0", 1),
        ("value / 0 > 1e300 && value > 1", 2),
        ("(even) == (value > 3)", 1),
    ] {
        assert_eq!(by(condition), number, "{condition}");
    }
}

#[test]
fn sentences_decide_together() {
    let head = "about = \"It.\"\n[numbers]\nfive = 5\n[terms]\nbig = \"value >= five\"\n";
    let sentence = |text: &str| format!("[[sentence]]\nname = \"s\"\n{text}\n");
    for (decide, sentences, expected) in [
        (
            "first",
            &["if = \"value > 6\"\nchoose = true", "if = \"big\"\nchoose = true"][..],
            (5, 2),
        ),
        ("first", &["if = \"value > 6\"\nchoose = true"], (1, 0)),
        ("first", &["choose = true", "if = \"value < 3\"\nforbid = true"], (3, 1)),
        // What would forbid all that are left forbids nothing.
        ("first", &["if = \"even\"\nforbid = true", "forbid = true", "choose = true"], (1, 3)),
        ("first", &["if = \"even\"\npoints = \"-value\""], (2, 1)),
        ("first", &["points = \"0 / 0\"", "if = \"big\"\npoints = 1"], (5, 2)),
        ("greatest", &["if = \"even\"\npoints = 2", "if = \"big\"\npoints = 3.5"], (5, 2)),
        ("greatest", &["points = 2", "if = \"half == 'high'\"\npoints = 2"], (1, 1)),
        // An action of no sentence comes after all others.
        ("greatest", &["if = \"big\"\npoints = -2"], (5, 1)),
        ("sum", &["if = \"big\"\npoints = -2"], (1, 0)),
        ("sum", &["if = \"even\"\npoints = 2", "points = \"value\""], (6, 2)),
        ("sum", &["if = \"even\"\npoints = 2", "if = \"big\"\npoints = 3"], (6, 2)),
        ("sum", &["if = \"even\"\npoints = 2", "if = \"big\"\nforbid = true"], (2, 1)),
    ] {
        let all: String = sentences.iter().map(|text| sentence(text)).collect();
        let text = format!("decide = {decide:?}\n{head}{all}");
        assert_eq!(chosen(&text), expected, "{text}");
    }
    // A random one of the equal ones.
    let ties = sentence("if = \"even\"\nchoose = true");
    let random = format!("ties = \"random\"\n{head}{ties}");
    let drawn: BTreeSet<u8> = (0..30).map(|game| chosen_with(&random, game).0).collect();
    assert!(drawn.into_iter().eq([2, 4, 6]));
}

#[test]
fn numbers_are_changed_in_the_spelling() {
    let text = "[numbers]\nfive = 5\nsix = 6\n[[sentence]]\nname = \"s\"\nchoose = true\n";
    let read = |spelling| Sentences::read(spelling, text, Six::KNOWN_FACTS);
    for (spelling, id) in [
        ("players/a", "players/a"),
        ("players/a:six=7:five=5", "players/a:six=7"),
        ("../b.toml:six=7:five=-0.5", "../b.toml:five=-0.5:six=7"),
        ("b.toml:six=6.0", "b.toml"),
    ] {
        assert_eq!(read(spelling).unwrap().id(), id);
    }
    for (spelling, message, help) in [
        ("b.toml:sixx=7", "no number \"sixx\"", "did you mean six? its numbers are five, six"),
        ("b.toml:six=a", "six=a gives no number", "write six=NUMBER"),
        ("b.toml:six=1:six=2", "six is given twice", "give six once"),
    ] {
        let error = read(spelling).unwrap_err();
        assert!(error.message.contains(message) && error.help == help, "{error}: {}", error.help);
    }
    assert_eq!(Sentences::split("hold-6"), None);
    assert_eq!(Sentences::split("C:\\b.toml:six=1"), Some(("C:\\b.toml", "six=1")));
    assert_eq!(Sentences::split("players/b.toml"), Some(("players/b.toml", "")));
}

#[test]
fn errors_point_at_the_place() {
    let sentence = |text: &str| format!("[[sentence]]\nname = \"s\"\n{text}\n");
    let condition = |text: &str| sentence(&format!("if = '{text}'\nchoose = true"));
    for (text, place, message, help) in [
        (condition("even && valu > 3"), (3, 15), "called valu", "did you mean value?"),
        (condition("\"value\" == half && valu"), (3, 18), "none of the words", "low, high"),
        (condition("half == \"hihg\""), (3, 7), "\"hihg\" is none", "did you mean high?"),
        (condition("value"), (3, 7), "a number and not true or false", "write true or false"),
        (condition("even + 1 > 2"), (3, 7), "true or false stands", "write a number"),
        (condition("value == half"), (3, 16), "a number is compared with a word", "same type"),
        (condition("value &&"), (3, 15), "cannot be read", "join with &&"),
        (condition("value = 3"), (3, 13), "cannot be read", "compare with =="),
        (condition("[1, 2].exists(x, x > value)"), (3, 7), "a macro", "docs/players.md"),
        (condition("half.matches(\"h.*\")"), (3, 12), "no function matches", "min, max and abs"),
        (condition("even && size(half) > 2"), (3, 15), "no function size", "min, max and abs"),
        (condition("has(half.a)"), (3, 7), "a field with a dot", "docs/players.md"),
        (condition("value == {1: 2}"), (3, 7), "a value in braces", "docs/players.md"),
        (condition("b\"a\" == null"), (3, 7), "a value of this type", "docs/players.md"),
        (condition("abs(value, 2) > 2"), (3, 11), "abs has 2 values", "abs(rank)"),
        (sentence("choose = true\npoints = 3"), (1, 1), "one of choose", "choose = true"),
        (sentence("choose = false"), (3, 10), "says nothing", "choose = true"),
        (sentence("points = \"even\""), (3, 11), "true or false and not a number", "a number"),
        (sentence("chose = true"), (3, 1), "unknown field `chose`", "docs/players.md"),
        (String::new(), (1, 1), "there are 0 sentences", "[[sentence]]"),
        (
            format!("decide = \"sum\"\n{}", sentence("choose = true")),
            (4, 10),
            "belongs to decide = \"first\"",
            "points = NUMBER",
        ),
        (
            format!("[numbers]\nvalue = 3\n{}", sentence("choose = true")),
            (2, 9),
            "value is the name of a fact",
            "another name",
        ),
        (
            // A term uses those before it only.
            format!("[terms]\na = \"b\"\nb = \"even\"\n{}", sentence("choose = true")),
            (2, 6),
            "called b",
            "`rivals games GAME`",
        ),
        (
            sentence("if = \"\"\"\neven &&\n  oddd\"\"\"\nchoose = true"),
            (5, 3),
            "called oddd",
            "`rivals games GAME`",
        ),
        ("a = ".to_owned(), (1, 5), "", "docs/players.md"),
    ] {
        let error = read(&text).expect_err(&text);
        let said = format!("{text}: {error} | {}", error.help);
        assert_eq!((error.line, error.column), place, "{said}");
        assert!(error.message.contains(message) && error.help.contains(help), "{said}");
    }
}

/// Hostile texts are refused, and take no more of the stack than a small thread has.
#[test]
fn hostile_texts() {
    let long = |part: &str| part.repeat(1_000 / part.len());
    let texts = [
        "(",
        ")",
        "[",
        "{",
        "!",
        "-",
        "- ",
        "a?",
        "a?b:",
        "a.",
        "a+",
        "a&&",
        "a||",
        "f(",
        "(!(-",
        "a[",
        "\"",
        "'",
        "a ? (",
        "!(",
        "even?even:",
        "value+",
        "[1].map(x,",
        "a==",
        "1,",
        "\\",
        "é",
        "in ",
        "value in [",
        "{1:",
        "value-(",
        "r'",
        "a\n",
    ];
    let closed =
        |open: &str, inside: &str, close: &str| open.repeat(400) + inside + &close.repeat(400);
    let mut texts: Vec<String> = texts.into_iter().map(long).collect();
    texts.extend([closed("(", "a", ")"), closed("[", "", "]"), closed("!(", "even", ")")]);
    texts.push("even && ".repeat(124) + "even");
    let refused = |text: String| {
        let file = toml::Value::String(text).to_string();
        read(&format!("[[sentence]]\nname = \"s\"\nif = {file}\nchoose = true\n")).is_err()
    };
    let run = move || texts.into_iter().map(refused).collect::<Vec<_>>();
    let thread = std::thread::Builder::new().stack_size(1 << 19).spawn(run).unwrap();
    let refused = thread.join().unwrap();
    let (last, others) = refused.split_last().unwrap();
    assert!(!last, "a long chain is no deep one");
    assert!(others.iter().all(|refused| *refused));
    // A term counts with its depth, so that terms of terms do not go deeper.
    let chain = |count: usize| {
        let of = |at: usize| format!("t{at} = \"t{} + 1\"\n", at - 1);
        let terms: String = (1..count).map(of).collect();
        let sentence = format!("[[sentence]]\nname = \"s\"\npoints = \"t{}\"\n", count - 1);
        format!("[terms]\nt0 = \"value\"\n{terms}{sentence}")
    };
    assert_eq!(chosen(&chain(30)), (6, 1));
    assert!(read(&chain(40)).unwrap_err().message.contains("32 deep"));
}
