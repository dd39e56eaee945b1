//! The program as a user runs it: `rivals roster`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{Finished, folder, run};

/// Writes a personality's file with these lines after its id, name and character.
fn write(folder: &Path, file: &str, id: &str, name: &str, more: &str) {
    let text = format!("id = \"{id}\"\nname = \"{name}\"\ncharacter = \"Hums.\"\n{more}");
    fs::write(folder.join(file), text).unwrap();
}

/// Runs `roster` on a folder of personalities.
fn roster(folder: &Path, args: &[&str]) -> Finished {
    let folder = folder.to_str().unwrap();
    run(&[&["roster"], args, &["--no-built-in", "--personalities", folder]].concat())
}

/// The error of a refused run without spaces, as lines are broken at the width.
fn refusal(folder: &Path, args: &[&str]) -> String {
    refused(roster(folder, args))
}

fn refused(finished: Finished) -> String {
    assert_eq!((finished.code, finished.stdout.as_str()), (2, ""));
    // Long paths are broken at any character.
    let words = finished.stderr.split_whitespace();
    words.filter(|&word| word != "│").collect()
}

/// The text without spaces, as [`refused`] gives it.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

fn json(finished: &Finished) -> Value {
    assert_eq!((finished.code, finished.stderr.as_str()), (0, ""));
    serde_json::from_str(&finished.stdout).unwrap()
}

#[test]
fn all_players_are_listed() {
    let listed = run(&["roster"]);
    assert_eq!((listed.code, listed.stderr.as_str()), (0, ""));
    for expected in ["Beatriu", "killer-impulsive", "tree-2", "Always one more dragon"] {
        assert!(listed.stdout.contains(expected), "{}", listed.stdout);
    }
    let members = json(&run(&["roster", "--format", "json"]));
    let members = members.as_array().unwrap();
    assert_eq!(members.len(), 22);
    let kinds = |kind: &str| members.iter().filter(|one| one["kind"] == kind).count();
    assert_eq!((kinds("personality"), kinds("policy")), (16, 6));
    let neutral: Vec<_> = (members.iter())
        .filter(|one| one["neutral"] == true)
        .map(|one| one["id"].as_str().unwrap())
        .collect();
    assert_eq!(neutral, ["abel"]);
}

#[test]
fn the_tournaments_file_names_at_least_the_built_in_roster() {
    let listed = run(&["roster", "--config", "configs/tournament.toml"]);
    assert_eq!(listed.code, 0, "{}", listed.stderr);
    for member in json(&run(&["roster", "--format", "json"])).as_array().unwrap() {
        let id = member["id"].as_str().unwrap();
        let line = listed.stdout.lines().find(|line| line.starts_with(id));
        assert!(line.is_some(), "{id}: {}", listed.stdout);
    }
}

#[test]
fn one_player_is_shown_without_colour() {
    let place = folder();
    let more = "[traits]\nnerves = 1.5\n[values]\nharm = 0.25\n";
    write(place.path(), "eva.toml", "eva", "Eva", more);
    let drawn = roster(place.path(), &["show", "eva"]).stdout;
    let nerves = "nerves                    0  │━━━━━━━●────────────  4      1.5";
    assert!(drawn.contains(nerves), "{drawn}");
    assert!(!drawn.contains('\u{1b}'), "{drawn}");
    let figures = json(&roster(place.path(), &["show", "eva", "--format", "json"]));
    assert_eq!(figures["traits"]["nerves"], 1.5);
    assert_eq!(figures["traits"]["calculation"], 1.0);
    assert_eq!(figures["values"]["harm"], 0.25);
    let abel = run(&["roster", "show", "abel"]).stdout;
    assert!(abel.contains("It plays optimally"), "{abel}");
    let policy = run(&["roster", "show", "hold-9"]).stdout;
    assert!(policy.contains("stops at 9 points"), "{policy}");
}

#[test]
fn a_file_that_is_added_is_listed() {
    let place = folder();
    write(place.path(), "eva.toml", "eva", "Eva", "[traits]\nrisk_aversion = 0.25\n");
    let listed = roster(place.path(), &[]).stdout;
    assert!(listed.contains("Hums.") && listed.contains("0.25"), "{listed}");
    assert!(listed.contains("hold-12"), "the agents play as well: {listed}");
    assert!(!listed.contains("Beatriu"), "{listed}");
    assert!(roster(place.path(), &["show", "eva"]).stdout.starts_with("Eva (eva)\n"));
    write(place.path(), "kim.toml", "kim", "Kim", "");
    assert!(roster(place.path(), &[]).stdout.contains("Kim"));
}

/// The README's recipe: one more personality file, and its id in the tournament's file.
#[test]
fn a_copy_of_the_configs_with_one_more() {
    let place = folder();
    let people = place.path().join("personalities");
    fs::create_dir(&people).unwrap();
    for name in ["tournament.toml", "dragon_slayer.toml"] {
        let from = Path::new("configs").join(name);
        fs::copy(from, place.path().join(name)).unwrap();
    }
    let carla = fs::read_to_string("configs/personalities/carla.toml").unwrap();
    fs::write(people.join("carla.toml"), &carla).unwrap();
    fs::write(people.join("eva.toml"), carla.replace("\"carla\"", "\"eva\"")).unwrap();
    let config = place.path().join("tournament.toml");
    let listed = json(&run(&["roster", "--format", "json", "--config", config.to_str().unwrap()]));
    assert_eq!(listed.as_array().unwrap().len(), 2 + 6);
    assert_eq!(listed[1]["id"], "eva");
}

#[test]
fn markup_in_a_name_is_text() {
    let place = folder();
    write(place.path(), "b.toml", "b", "<b>", "");
    assert!(roster(place.path(), &[]).stdout.contains("<b>"));
    assert!(roster(place.path(), &["show", "b"]).stdout.starts_with("<b> (b)\n"));
    let listed = json(&roster(place.path(), &["--format", "json"]));
    assert_eq!(listed[0]["name"], "<b>");
}

#[test]
fn an_unknown_id_is_refused_with_a_suggestion() {
    let said = refused(run(&["roster", "show", "beatrice"]));
    for expected in ["called \"beatrice\"", "did you mean beatriu?"] {
        assert!(said.contains(&squeezed(expected)), "{said}");
    }
}

#[test]
fn two_personalities_with_one_id_are_refused_with_their_files() {
    let place = folder();
    write(place.path(), "eva.toml", "eva", "Eva", "");
    write(place.path(), "kim.toml", "eva", "Kim", "");
    let said = refusal(place.path(), &[]);
    for expected in
        ["kim.toml, line 1: id = \"eva\" is also the id of", "eva.toml", "such as \"kim\""]
    {
        assert!(said.contains(&squeezed(expected)), "{said}");
    }
}

#[test]
fn a_trait_out_of_range_is_refused_with_its_place_and_range() {
    let place = folder();
    write(place.path(), "eva.toml", "eva", "Eva", "[traits]\nnerves = 5\n");
    let said = refusal(place.path(), &["show", "eva"]);
    for expected in ["eva.toml, line 5: nerves = 5 is out of range", "a number from 0 to 4"] {
        assert!(said.contains(&squeezed(expected)), "{said}");
    }
}

#[test]
fn folders_without_personalities_are_refused() {
    let place = folder();
    let said = refusal(place.path(), &[]);
    assert!(said.contains("thereisnopersonalityin") && said.contains("carla.toml"), "{said}");
    let said = refusal(&place.path().join("missing"), &[]);
    assert!(said.contains("cannotreadthefolder"), "{said}");
    let config = place.path().join("t.toml");
    let text = fs::read_to_string("configs/tournament.toml").unwrap();
    fs::write(&config, text).unwrap();
    let said = refused(run(&["roster", "--config", config.to_str().unwrap()]));
    let expected = squeezed("t.toml, line 9: cannot read the folder");
    assert!(said.contains(&expected), "{said}");
}
