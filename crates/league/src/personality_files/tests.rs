//! The files of personalities and remarks, and what is refused in them.

use rivals_core::play::AgentKinds;
use std::collections::HashSet;
use std::path::Path;

use miette::Diagnostic;
use rivals_core::personalities::remarks::filled;
use rivals_core::personalities::{Traits, Values};
use rivals_core::play::Seat;
use rivals_core::play::show::{Cue, Trigger};

use super::*;

const EVA: &str = "id = \"eva\"\nname = \"Eva\"\ncharacter = \"Hums.\"\n";

fn eva(text: &str) -> Result<Personality, Error> {
    read(&Source::new("eva.toml", text), fake::KINDS)
}

#[test]
fn what_is_not_given_is_neutral() {
    let hums = eva(EVA).unwrap();
    let neutral = Personality::neutral("eva");
    assert_eq!((hums.traits, hums.values), (neutral.traits, neutral.values));
    assert_eq!((hums.name.as_str(), hums.character.as_str()), ("Eva", "Hums."));
    assert_eq!(hums.manner, None);
    let mannered = format!("{EVA}manner = \"Yawns.\"\n");
    let mannered = eva(&mannered).unwrap();
    assert_eq!(mannered.manner.as_deref(), Some("Yawns."));
    assert_eq!(eva(&mannered.to_toml()).unwrap(), mannered);
    let bent = format!("{EVA}[traits]\nnerves = 2\nthinking_seconds = 1.5\n[values]\nharm = 0.5\n");
    let bent = eva(&bent).unwrap();
    assert_eq!(bent.traits.nerves, 2.0);
    assert_eq!(bent.traits.thinking_seconds, 1.5);
    assert_eq!((bent.values.winning, bent.values.harm), (1.0, 0.5));
    assert_eq!((bent.traits.calculation, bent.traits.intuition), (1.0, 1.0));
}

#[test]
fn names_are_any_printable_text() {
    for name in ["<b>", "Å. & \\\"O'Neill\\\"", "龍を倒す人", "{{0}}", "%s, 100 %"] {
        let text = EVA.replace("\"Eva\"", &format!("\"{name}\""));
        assert_eq!(eva(&text).unwrap().name, name.replace('\\', ""));
    }
}

#[test]
fn refusals_name_the_line_and_the_fix() {
    let traits = |line: &str| format!("{EVA}[traits]\n{line}\n");
    let values = |line: &str| format!("{EVA}[values]\n{line}\n");
    for (text, message, help) in [
        (traits("risk_aversion = 4.5"), "line 5: risk_aversion = 4.5", "from -4 to 4"),
        (traits("calculation = 2"), "calculation = 2 is out of range", "from 0 to 1"),
        (traits("thinking_seconds = 601"), "out of range", "from 0 to 600"),
        (traits("risk_averson = 1"), "`risk_averson` in [traits]", "mean risk_aversion?"),
        (values("harm = 1.5"), "line 5: harm = 1.5 is out of range", "from 0 to 1"),
        (values("winning = 0"), "line 4: every value is 0", "above 0"),
        (format!("{EVA}traits = 1"), "traits = 1 cannot be used", "a table"),
        (EVA.replace("\"eva\"", "\"Eva\""), "line 1: id = \"Eva\"", "lower-case letters"),
        (EVA.replace("eva", "greedy"), "line 1: id = \"greedy\" is the name", "another id"),
        (EVA.replace("eva", "hold-7"), "is the name of an agent", "another id"),
        (EVA.replace("\"Eva\"", "\"\""), "line 2: name = \"\"", "1 to 40 printable"),
        (EVA.replace("Hums.", &"m".repeat(201)), "line 3: character", "1 to 200 printable"),
        (EVA.replace("Hums.", "One.\\nTwo."), "line 3: character", "one line"),
        (format!("{EVA}manner = \"\"\n"), "line 4: manner", "1 to 200 printable"),
        (EVA.replace("name = \"Eva\"\n", ""), "missing key `name`", "add name"),
    ] {
        let error = eva(&text).expect_err(&text);
        let said = miette::Diagnostic::help(&error).unwrap().to_string();
        assert!(error.to_string().contains(message), "{text}: {error}");
        assert!(said.contains(help), "{text}: {said}");
    }
}

/// The built-in personalities, and two agents.
fn of_built_in() -> Roster {
    let mut roster = built_in(fake::KINDS);
    for name in ["tree-2", "greedy"] {
        roster.members.push(roster.member(name).unwrap());
    }
    roster
}

fn ids(roster: &Roster) -> Vec<&str> {
    roster.members.iter().map(Member::id).collect()
}

fn help(error: &impl Diagnostic) -> String {
    error.help().unwrap().to_string()
}

#[test]
fn the_built_in_ones_are_those_of_the_folder() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/personalities");
    let read = from_folder(&folder, fake::KINDS).unwrap();
    let read = read.with_agents_of(&of_built_in());
    for member in &of_built_in().members {
        assert_eq!(read.find(member.id()), Some(member));
    }
    let mut sorted = BUILT_IN_FILES.map(|(name, _)| name);
    sorted.sort_unstable();
    assert_eq!(sorted, BUILT_IN_FILES.map(|(name, _)| name));
}

#[test]
fn abel_alone_is_neutral_and_no_two_are_the_same() {
    let roster = of_built_in();
    for member in &roster.members {
        if let Some(personality) = member.personality() {
            assert_eq!(personality.is_neutral(), personality.id == "abel");
            let sentence = &personality.character;
            assert!(sentence.ends_with('.') && sentence.len() > 40, "{sentence}");
        }
    }
    let identity = roster.identity();
    let figures: HashSet<_> =
        (identity.lines().take(16)).map(|line| line.split_once(' ').unwrap().1).collect();
    assert_eq!(figures.len(), 16);
}

#[test]
fn the_identity_has_every_figure() {
    let hold = of_built_in().member("hold-6").unwrap();
    let eva = Member::Personality(Personality::neutral("eva"));
    let mut roster = Roster::new(vec![eva, hold], fake::KINDS);
    let neutral = "eva risk_aversion=0 accept_aversion=0 nerves=0 nerves_after_big_turn=0 \
                   calculation=1 intuition=1 eagerness=0 thinking_seconds=0 \
                   winning=1 own_points=0 harm=0 closeness=0 variety=0\nhold-6\n";
    assert_eq!(roster.identity(), neutral);
    let Member::Personality(eva) = &mut roster.members[0] else { unreachable!() };
    eva.traits.nerves = 0.1 + 0.2;
    eva.name = "Another".to_owned();
    let bent = neutral.replace("nerves=0 ", "nerves=0.30000000000000004 ");
    assert_eq!(roster.identity(), bent);
}

#[test]
fn selected_in_the_order_asked_for() {
    let roster = of_built_in();
    let select = |names: &[&str]| {
        let names: Vec<_> = names.iter().map(ToString::to_string).collect();
        roster.select(&names)
    };
    let chosen = select(&["tree-2", "carla", "abel", "hold-9"]).unwrap();
    assert_eq!(ids(&chosen), ["tree-2", "carla", "abel", "hold-9"]);
    assert_eq!(select(&[]).unwrap_err().to_string(), "the roster is empty");
    let twice = select(&["abel", "carla", "abel"]).unwrap_err();
    assert_eq!(twice.to_string(), "\"abel\" is named twice");
    for (id, said) in [
        ("Abel", "did you mean abel?"),
        ("beatrice", "did you mean beatriu?"),
        ("killer-avers", "did you mean killer-averse?"),
        ("optimun", "did you mean optimum?"),
        ("zzz", "there are abel, achiever-averse"),
    ] {
        let error = select(&["carla", id]).unwrap_err();
        assert!(error.to_string().contains(id), "{error}");
        assert!(help(&error).starts_with(said), "{}", help(&error));
    }
}

/// Those beside a roster do not play unless they are named; where they are, habits can vary.
#[test]
fn personalities_beside_a_roster() {
    let hold = of_built_in().member("hold-6").unwrap();
    let alone = Roster::new(vec![hold], fake::KINDS);
    let roster = alone.clone().beside(built_in(fake::KINDS));
    assert_eq!(ids(&roster), ["hold-6"]);
    let named = roster.select(&["carla".to_owned(), "hold-6".to_owned()]).unwrap();
    assert_eq!((ids(&named), named.beside.len()), (vec!["carla", "hold-6"], 0));
    let ranges = ["attention=0..1:3".to_owned()];
    let varied = variants(&roster, "carla", &ranges, None).unwrap();
    let attention = varied.members.iter().map(|(_, member)| match member {
        Member::Personality(personality) => personality.habits.attention,
        Member::Agent(_) => unreachable!(),
    });
    assert_eq!(attention.collect::<Vec<_>>(), [0.0, 0.5, 1.0]);
    let own = Roster::new(built_in(fake::KINDS).members, fake::KINDS);
    assert!(variants(&own, "carla", &ranges, None).is_err());
    assert!(alone.select(&["carla".to_owned()]).is_err());
}

#[test]
fn folders() {
    let place = tempfile::tempdir().unwrap();
    let write = |name: &str, id: &str| {
        let text = format!("id = \"{id}\"\nname = \"x\"\ncharacter = \"x\"\n");
        std::fs::write(place.path().join(name), text).unwrap();
    };
    let read = || from_folder(place.path(), fake::KINDS);
    assert!(read().unwrap_err().to_string().contains("no personality"));
    write("README.md", "no");
    write(".hidden.toml", "hidden");
    assert!(read().unwrap_err().to_string().contains("no personality"));
    write("1.toml", "zoe");
    write("2.toml", "eva");
    assert_eq!(ids(&read().unwrap()), ["eva", "zoe"]);
    write("kim.toml", "eva");
    let error = read().unwrap_err();
    for expected in ["kim.toml, line 1", "id = \"eva\"", "2.toml"] {
        assert!(error.to_string().contains(expected), "{error}");
    }
    assert!(help(&error).contains("such as \"kim\""));
    let missing = from_folder(&place.path().join("missing"), AgentKinds::NONE).unwrap_err();
    assert!(missing.to_string().starts_with("cannot read the folder"));
}

/// No text names what a player is to find out.
#[test]
fn the_built_in_remarks_are_read_and_name_no_trait() {
    let scales = Traits::SCALES.into_iter().chain(Values::SCALES);
    let keys = scales.flat_map(|scale| scale.key.split('_'));
    let common = ["after", "big", "turn", "own", "points", "winning", "seconds"];
    let mut traits: Vec<&str> = keys.filter(|word| !common.contains(word)).collect();
    traits.extend(["risk-", "averse", "calculating", "intuitive", "nervous", "impulsive"]);
    for (name, _) in REMARKS {
        let id = name.trim_end_matches(".toml");
        let remarks = built_in_remarks(id);
        let texts: Vec<&String> = remarks.iter().flat_map(|remark| &remark.texts).collect();
        let mut unique = texts.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), texts.len(), "{id} repeats a text");
        let of_thesis = ["abel", "beatriu", "carla", "daniel"].contains(&id);
        assert!(texts.len() >= if of_thesis { 70 } else { 14 }, "{id}: {}", texts.len());
        for text in texts {
            let words = text.to_lowercase();
            let mut words = words.split(|c: char| !c.is_alphabetic() && c != '-');
            assert!(!words.any(|word| traits.contains(&word)), "{id}: {text}");
            assert!(text.is_ascii(), "{text}");
        }
        let kinds: HashSet<Trigger> = remarks.iter().map(|remark| remark.on).collect();
        assert!(kinds.len() == 8 || !of_thesis, "{id} says nothing on some of {kinds:?}");
    }
}

#[test]
fn conditions_and_placeholders() {
    let text = "[[remark]]\non = \"luck\"\nwhose = \"theirs\"\nfrom = 0.3\ntexts = [\"{name} {percent}\"]\n";
    let read = super::remarks(&Source::new("r.toml", text)).unwrap();
    let cue = |amount| Cue { trigger: Trigger::Luck, seat: Seat::FIRST, amount };
    assert!(read[0].fits(&cue(0.3), false));
    assert!(!read[0].fits(&cue(0.3), true) && !read[0].fits(&cue(0.2), false));
    assert_eq!(filled(&read[0].texts[0], &cue(-0.304), "Ana"), "Ana 30");
    assert!(read[0].is_said(0, "pig") && read[0].is_said(0, "tute"));
    let only = format!("{text}[only]\npig = [\"{{name}} {{percent}}\"]\n");
    let read = super::remarks(&Source::new("r.toml", &*only)).unwrap();
    assert!(read[0].is_said(0, "pig") && !read[0].is_said(0, "tute"));
    for (text, said) in [
        (text.replace("{name}", "{nam}"), "texts = \"{nam} {percent}\" cannot be used"),
        (text.replace("luck", "rain"), "on"),
        (text.replace("[\"{name} {percent}\"]", "[]"), "there are no texts"),
        (format!("{text}[only]\npig = [\"Oink.\"]\n"), "\"Oink.\" is the text of no remark"),
    ] {
        let error = super::remarks(&Source::new("r.toml", text)).unwrap_err();
        assert!(error.to_string().contains(said), "{error}");
    }
}
