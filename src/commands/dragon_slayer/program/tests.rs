//! The built-in files, and what is refused in rules.

use super::*;
use crate::tournament::config::Choice;

/// Personalities that a user adds to the folder are not built in, so the file may have more.
#[test]
fn the_built_in_tournament_is_the_one_in_the_file() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs/tournament.toml");
    let choice = Choice {
        find: |name| Err(name.to_owned()),
        default: find(NAME).unwrap().info(),
        asked: None,
    };
    let file = TournamentConfig::read(&path, choice).unwrap();
    let rules = file.rules.expect("the file names rules");
    assert!(rules.name().ends_with("dragon_slayer.toml"));
    assert_eq!(read_rules(Some(&rules)).unwrap(), Rules::built_in());
    let built_in = built_in_roster();
    for member in &built_in.members {
        assert_eq!(file.roster.find(member.id()), Some(member));
    }
    assert_eq!(built_in.members.len(), 22);
}

fn rule_text() -> &'static str {
    find(NAME).unwrap().rule_text().unwrap()
}

/// The error that the built-in file gives after one replacement.
fn refusal(from: &str, to: &str) -> String {
    assert!(rule_text().contains(from), "{from:?} is not in the file");
    let source = Source::new("rules.toml", rule_text().replacen(from, to, 1));
    let error = read_rules(Some(&source)).expect_err(to);
    let help = miette::Diagnostic::help(&error).map(|help| help.to_string());
    format!("{error} | {}", help.unwrap_or_default())
}

/// The rules of the thesis. Journals identify their tournament by this text. If it changed
/// for the same rules, old journals could not be resumed.
#[test]
fn value_stability() {
    let rules = Rules::built_in();
    let dragon = |name, points, mountain, flame| {
        format!(
            "{{ name = \"{name}\", points = {points}, dice = 3, faces = {{ part = 4, mountain = \
             {mountain}, flame = {flame} }} }}"
        )
    };
    let dragons = [dragon("blue", 2, 2, 0), dragon("green", 4, 1, 1), dragon("red", 6, 0, 2)];
    let expected = format!(
        "target = 40\nwarrior = {{ dice = 3, faces = {{ axe = 3, shield = 2, flame = 1 }} }}\n\
         dragon = [{}]\nchallenge = {{ tokens = 1, bonus = 5, declined_share = \"1/2\", \
         accepted_factor = 2 }}\n",
        dragons.join(", ")
    );
    assert_eq!(rules.identity(), expected);
    let again = Source::new("rules.toml", expected);
    assert_eq!(read_rules(Some(&again)).unwrap(), rules);
}

#[test]
fn refusals_name_the_line_and_the_fix() {
    for (from, to, message, help) in [
        ("target = 40", "targt = 40", "line 4: unknown key `targt`", "did you mean target?"),
        ("target = 40", "", "missing key `target` in the file", "add target"),
        ("target = 40", "target = 0", "line 4: target = 0 is out of range", "from 1 to 10000"),
        ("dice = 3", "dice = 5", "line 8: dice = 5", "from 1 to 4"),
        ("axe = 3", "axe = 4", "line 9: the faces add up to 7", "change the counts"),
        (
            "axe = 3, shield = 2",
            "axe = 0, shield = 5",
            "might never end: the warrior die has no axe",
            "at least one face an axe",
        ),
        ("axe = 3", "ax = 3", "unknown key `ax` in [faces]", "did you mean axe?"),
        ("\"green\"", "\"blue\"", "two dragons are called \"blue\"", "own name"),
        ("\"green\"", "\"\"", "cannot be used", "printable"),
        ("\"1/2\"", "\"3/2\"", "\"3/2\" cannot be used", "\"1/2\""),
        ("\"1/2\"", "\"1/0\"", "\"1/0\" cannot be used", "\"1/2\""),
        ("\"1/2\"", "\"+1/2\"", "cannot be used", "such as"),
        ("[warrior]\n", "[[warrior]]\n", "warrior = [[warrior]] cannot be used", "a table"),
        ("{ axe = 3, shield = 2, flame = 1 }", "[3, 2, 1]", "faces = [3, 2, 1]", "{ ... }"),
    ] {
        let refusal = refusal(from, to);
        let (left, right) = refusal.split_once(" | ").unwrap();
        assert!(left.contains(message), "{to:?}: {refusal}");
        assert!(right.contains(help), "{to:?}: {refusal}");
    }
}

#[test]
fn one_to_four_dragons() {
    let dragon = |name: &str| {
        format!(
            "[[dragon]]\nname = \"{name}\"\npoints = 1\ndice = 1\nfaces = {{ part = 6, mountain = 0, flame = 0 }}\n"
        )
    };
    let (head, _) = rule_text().split_once("[[dragon]]").unwrap();
    let (_, tail) = rule_text().split_once("[challenge]").unwrap();
    let read = |names: &[&str]| {
        let dragons: String = names.iter().map(|name| dragon(name)).collect();
        let none = if names.is_empty() { "dragon = []\n" } else { "" };
        let text = format!("{none}{head}{dragons}[challenge]{tail}");
        read_rules(Some(&Source::new("rules.toml", text)))
    };
    assert_eq!(read(&["a"]).unwrap().dragons.len(), 1);
    assert_eq!(read(&["a", "b", "c", "d"]).unwrap().dragons.len(), 4);
    let five = read(&["a", "b", "c", "d", "e"]).unwrap_err();
    assert!(five.to_string().contains("5 dragons are not supported"));
    let none = read(&[]).unwrap_err();
    assert!(none.to_string().contains("line 1: 0 dragons"), "{none}");
}
