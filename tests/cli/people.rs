//! What games say of the people who played them: results, learning, strangers and wins.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::program::{Finished, folder, rivals};

/// Runs the program with this folder of games.
fn with(data: &Path, args: &[&str]) -> Finished {
    let mut command: Command = rivals(args);
    Finished::of(command.env("RIVALS_DATA", data))
}

/// What the program prints, if it succeeds.
fn done(data: &Path, args: &[&str]) -> String {
    let finished = with(data, args);
    assert_eq!(finished.code, 0, "{args:?}: {}", finished.stderr);
    finished.stdout
}

/// Plays a game with these answers.
fn play(data: &Path, args: &[&str], answers: &str) -> String {
    let script = data.join("answers.txt");
    fs::write(&script, answers).unwrap();
    let script = ["play", "--quiet-rivals", "--script", script.to_str().unwrap()];
    done(data, &[&script, args].concat())
}

/// Rules by which hardly a dragon is ever slain.
const HOPELESS: &str = "target = 40
[warrior]
dice = 3
faces = { axe = 1, shield = 0, flame = 5 }
[[dragon]]
name = \"red\"
points = 6
dice = 4
faces = { part = 1, mountain = 0, flame = 5 }
[challenge]
tokens = 0
bonus = 5
declined_share = \"1/2\"
accepted_factor = 2
";

/// A game without progress is decided by lot, which is said at once and wherever it is told later.
/// Games that end by their rules say nothing of a lot.
#[test]
fn a_game_that_is_decided_by_lot_says_so() {
    let place = folder();
    let data = place.path();
    let rules = data.join("rules.toml");
    fs::write(&rules, HOPELESS).unwrap();
    let rules = ["--seed", "1", "--rules", rules.to_str().unwrap()];
    let said = "Nothing has changed in 1,000 rounds: a lot decides";
    for (seats, number) in [("me,ana:person", "1"), ("me,ana:person,eva:person", "2")] {
        let args = ["--game", "dragon-slayer", "--seats", seats];
        let played = play(data, &[&args[..], &rules].concat(), &"1\n".repeat(4_000));
        assert!(played.contains(said), "{seats}");
        let told = done(data, &["history", "show", number]);
        let lines: Vec<&str> = told.lines().rev().take(2).collect();
        assert!(lines[0].contains(" the game by lot."), "{lines:?}");
        assert!(lines[1].starts_with(said), "{lines:?}");
        assert!(played.contains(lines[0]), "{seats}: {}", lines[0]);
        let review: Value =
            serde_json::from_str(&done(data, &["review", number, "--format", "json"])).unwrap();
        assert_eq!(review["by_lot"], true);
        assert!(done(data, &["review", number]).contains(" by lot"));
    }
    let args = ["--against", "abel", "--seed", "7"];
    play(data, &args, &"1\n".repeat(300));
    let told = done(data, &["history", "show", "3"]);
    let last = told.lines().last().unwrap();
    assert!(last.contains(" the game: ") && !last.contains(" lot"), "{last}");
    let list: Value =
        serde_json::from_str(&done(data, &["history", "list", "--format", "json"])).unwrap();
    let lots: Vec<_> = (0..3).map(|game| &list[game]["by_lot"]).collect();
    assert_eq!(lots, [true, true, false]);
    let listed = done(data, &["history", "list"]);
    assert_eq!(listed.matches(" won by lot").count(), 2, "{listed}");
}

/// What the program says of learning: from how many games at the start, and at the end what it
/// changed. It is refused where nobody learns.
#[test]
fn learning_is_said_and_refused_where_nobody_learns() {
    let place = folder();
    let data = place.path();
    for other in ["greedy", "random", "optimum", "ana:person"] {
        let seats = format!("me,{other}");
        let refused = with(data, &["play", "--seats", &seats, "--learn"]);
        let said = refused.stderr.contains("nobody at this table learns");
        assert!(refused.code == 2 && said, "{other}: {}", refused.stderr);
    }
    let alone = with(data, &["play", "--seats", "abel,daniel", "--learn"]);
    assert!(alone.code == 2, "{}", alone.stderr);
    // A person who challenges at once, whatever that gains.
    let challenges = "challenge\naccept\n1\n".repeat(400);
    let game = |seed: &str, more: &[&str]| {
        let args = ["--against", "abel", "--seed", seed];
        play(data, &[&args[..], more].concat(), &challenges)
    };
    let first = game("1", &["--learn"]);
    assert!(first.contains("The opponents expect optimal play: no earlier game shows"));
    let plain = game("2", &[]);
    assert!(!plain.contains("expect"), "{plain}");
    for seed in 3..9 {
        game(&seed.to_string(), &[]);
    }
    let used = |seed: i32| {
        let played = game(&seed.to_string(), &["--learn", "--no-save"]);
        assert!(played.contains("What the opponents expect comes from 8 earlier games."));
        let steps = |played: &str| {
            let steps = played.lines().filter(|line| !line.starts_with("What the opponents"));
            steps.map(str::to_owned).collect::<Vec<_>>()
        };
        steps(&played) != steps(&game(&seed.to_string(), &["--no-save"]))
    };
    assert!((9..15).any(used));
}

/// After a wrong guess, the game says what tells the stranger from the player that was named.
#[test]
fn a_guess_is_answered_with_how_to_tell() {
    let place = folder();
    let data = place.path();
    let args = ["--against", "stranger", "--seed", "8"];
    let played = play(data, &args, &"1\n".repeat(400));
    let was = played.lines().find_map(|line| line.strip_prefix("The stranger was "));
    let was = was.unwrap().split('.').next().unwrap().to_owned();
    assert!(played.contains("You guessed wrong."), "{played}");
    for said in [format!("\n{was}: "), "\nAbel: Counts every chance, fears none".to_owned()] {
        assert!(played.contains(&said), "{said}: {played}");
    }
}

/// Statistics name the game in each row, keep games of different sizes and learners apart, and
/// compare only with a league of as many seats.
#[test]
fn statistics_do_not_mix_kinds_of_games() {
    let place = folder();
    let data = place.path();
    for seats in ["me,abel", "me,abel,daniel", "me,random"] {
        play(data, &["--seats", seats, "--seed", "1"], &"1\n".repeat(400));
    }
    let learned = ["--seats", "me,abel", "--seed", "2", "--learn"];
    play(data, &learned, &"1\n".repeat(400));
    let pig = ["--game", "pig", "--against", "random", "--seed", "1"];
    play(data, &pig, &"hold\nroll\n".repeat(400));
    let stats: Value =
        serde_json::from_str(&done(data, &["history", "stats", "--format", "json"])).unwrap();
    let rows = stats.as_array().unwrap().iter();
    let wins: Vec<&Value> = rows.filter(|row| row["figure"] == "win_rate").collect();
    let kinds: Vec<String> = (wins.iter())
        .map(|row| format!("{} {} {} {}", row["game"], row["seats"], row["player"], row["learned"]))
        .collect();
    let expected = [
        "dragon-slayer 2 abel false",
        "dragon-slayer 2 abel true",
        "dragon-slayer 2 random false",
        "dragon-slayer 3 abel false",
        "dragon-slayer 3 daniel false",
        "pig 2 random false",
    ];
    assert_eq!(kinds.join("\n").replace('"', ""), expected.join("\n"));
    for row in &wins {
        let comparable =
            row["game"] == "dragon-slayer" && row["seats"] == 2 && row["learned"] == false;
        assert!(comparable || row["league"].is_null(), "{row}");
        assert_eq!(row["of"], 1);
    }
    let table = done(data, &["history", "stats"]);
    let random: Vec<&str> = table.lines().filter(|line| line.contains(" random ")).collect();
    let named = |line: &&str| line.contains("dragon-slayer") || line.contains("pig");
    assert!(random.len() > 1 && random.iter().all(named), "{table}");
    assert!(table.contains("abel, learning"), "{table}");
}

/// Draws are counted as such, strangers share a row, and one game is one game.
#[test]
fn a_person_is_shown_with_draws_and_strangers() {
    let place = folder();
    let data = place.path();
    for seed in ["1", "2", "3"] {
        let args = ["--seats", "me,stranger,stranger", "--seed", seed];
        play(data, &args, &"1\n".repeat(400));
        let args = ["--against", "stranger", "--seed", seed];
        play(data, &args, &"1\n".repeat(400));
    }
    play(data, &["--against", "abel", "--seed", "1"], &"1\n".repeat(400));
    let shown: Value =
        serde_json::from_str(&done(data, &["person", "show", "me", "--format", "json"])).unwrap();
    let text = shown.to_string();
    assert!(text.contains("a stranger and a stranger"), "{text}");
    assert!(text.contains("there is 1 game.") && !text.contains("there are 1"), "{text}");
    let page = done(data, &["person", "show", "me"]);
    let rows: Vec<&str> = page.lines().filter(|line| line.contains("dragon-slayer")).collect();
    assert_eq!(rows.iter().filter(|row| row.contains("stranger")).count(), 2, "{page}");
    assert!(page.contains("drawn") && page.contains("score %"), "{page}");
}
