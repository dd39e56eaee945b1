//! The program with another game than Dragon Slayer: `rivals games`, and Pig in every command
//! that takes `--game`.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{Finished, folder, rivals, run};

/// Runs the program in a folder; it must succeed.
fn done(words: &str, place: &Path) -> Finished {
    let finished = in_folder(words, place);
    assert_eq!(finished.code, 0, "{words}: {}", finished.stderr);
    finished
}

fn in_folder(words: &str, place: &Path) -> Finished {
    let words: Vec<&str> = words.split(' ').collect();
    Finished::of(rivals(&words).current_dir(place))
}

/// The error for these words, on one line.
fn refusal(words: &str) -> String {
    let place = folder();
    let finished = in_folder(words, place.path());
    assert_eq!((finished.code, &*finished.stdout), (2, ""), "{words}");
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0, "{words}");
    let words = finished.stderr.split_whitespace();
    let words: Vec<&str> = words.filter(|&word| word != "│").collect();
    words.join(" ")
}

#[test]
fn games_are_listed_with_their_agents() {
    let all = run(&["games"]).stdout;
    for name in ["dragon-slayer", "pig", "tree-K"] {
        assert!(all.contains(name), "{all}");
    }
    let pig = run(&["games", "pig"]).stdout;
    for expected in ["hold-N", "from 1 to 100", "2 to 6", "target = 100"] {
        assert!(pig.contains(expected), "{pig}");
    }
    let json: Value = serde_json::from_str(&run(&["games", "--format", "json"]).stdout).unwrap();
    let object = |name: &str| {
        let mut games = json.as_array().unwrap().iter();
        games.find(|game| game["name"] == name).unwrap()
    };
    assert_eq!(object("pig")["seats"], serde_json::json!([2, 3, 4, 5, 6]));
    let hold = &object("pig")["agents"][1];
    assert_eq!((&hold["name"], &hold["parameters"][0]["high"]), (&"hold".into(), &100.into()));
    let dragons: Value =
        serde_json::from_str(&run(&["games", "dragon-slayer", "--format", "json"]).stdout).unwrap();
    assert_eq!(&dragons, object("dragon-slayer"));
}

/// The agent whose decisions are shown as hints is the one of the catalogue, and no agent of its
/// game that decides as fast has beaten it: in the committed games, and in a few that are played
/// now where its decisions take well below a second.
#[test]
fn hints_are_those_of_the_best_player() {
    let place = folder();
    let rules = fs::read_to_string("configs/dragon_slayer.toml").unwrap();
    let rules = rules.replace("target = 40", "target = 12");
    fs::write(place.path().join("short.toml"), rules).unwrap();
    let json: Value = serde_json::from_str(&run(&["games", "--format", "json"]).stdout).unwrap();
    for game in json.as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        let Some(adviser) = game["adviser"].as_str() else { continue };
        let row = format!("hints: {adviser}\n");
        assert!(run(&["games", name]).stdout.contains(&row), "{name}: {row}");
        // Porotos are lost hands: the fewer the better.
        let best = |value: f64, other: f64| match name {
            "tute" => value < other,
            _ => value >= 0.5,
        };
        let file = format!("results/{}/benchmarks/games.csv", name.replace('-', "_"));
        if Path::new(&file).exists() {
            let rows = csv::Reader::from_path(&file).unwrap();
            let rows = rows.into_deserialize::<HashMap<String, String>>();
            let rows = rows.map(Result::unwrap);
            let rows: Vec<_> = rows.filter(|row| row["table"] == "adviser").collect();
            assert!(!rows.is_empty(), "{file}");
            for row in rows {
                let number = |column: &str| row[column].parse().unwrap_or(f64::NAN);
                assert_eq!(row["player"], adviser, "{file}");
                assert!(best(number("value"), number("others")), "{file}: {row:?}");
            }
        }
        let (fast, games) = match name {
            "dragon-slayer" => ("greedy --rules short.toml", 500),
            "pig" => ("hold-20", 2_000),
            "tic-tac-toe-sp" => ("win-block", 1),
            // Decisions take too long for a test.
            _ => continue,
        };
        let words = format!(
            "tournament --game {name} --roster {adviser},{fast} --games {games} --no-report \
             --quiet --out {name}"
        );
        done(&words, place.path());
        let pairs = place.path().join(name).join("pairs.csv");
        let mut pairs = csv::Reader::from_path(pairs).unwrap();
        let pair: HashMap<String, String> = pairs.deserialize().next().unwrap().unwrap();
        assert_eq!(pair["a"], adviser);
        assert!(best(pair["a_win_rate"].parse().unwrap(), f64::NAN), "{pair:?}");
    }
}

#[test]
fn tic_tac_toe_sp_is_solved() {
    for (setup, value) in [("3x3", "draw"), ("3x3:k=3:stocks=1,1,1,1", "win")] {
        let words = ["solve", "--game", "tic-tac-toe-sp", "--format", "json", "--setup", setup];
        let solved: Value = serde_json::from_str(&run(&words).stdout).unwrap();
        assert_eq!((&solved["setup"], &solved["value"]), (&setup.into(), &value.into()));
        assert!(solved["nodes"].as_u64().unwrap() > 0 && solved["seconds"].is_number());
        assert!(
            solved["table_bytes"].as_u64().unwrap()
                <= solved["memory_limit_bytes"].as_u64().unwrap()
        );
        assert!(solved["action"].as_str().unwrap().starts_with("basic:"));
    }
    let place = folder();
    let words = "solve --game tic-tac-toe-sp --out all --nodes 2000";
    let solved = in_folder(words, place.path());
    assert_eq!(solved.code, 7, "{}", solved.stderr);
    assert!(solved.stdout.contains("5x5: not solved"), "{}", solved.stdout);
    let file = fs::read_to_string(place.path().join("all/solved.csv")).unwrap();
    assert_eq!(file.lines().count(), 39);
    assert!(file.contains("3x3,draw,draw,draw,"), "{file}");
}

#[test]
fn tic_tac_toe_sp_is_played_in_every_way() {
    let roster = "priority,priority-fixed:tie=random,alphabeta:2,deepening:2000,mcts:100";
    crate::parchis::same_games_in_every_way("tic-tac-toe-sp", roster);
}

#[test]
fn pig_is_solved() {
    let text = run(&["solve", "--game", "pig"]).stdout;
    assert!(text.contains("53.059"), "{text}");
    let checked = run(&["solve", "--game", "pig", "--check"]);
    assert_eq!(checked.code, 0);
    assert_eq!(checked.stdout.matches("agrees").count(), 3, "{}", checked.stdout);
    let json = run(&["solve", "--game", "pig", "--target", "10", "--format", "json"]).stdout;
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["target"], 10);
    let rows = run(&["solve", "--game", "pig", "--target", "10", "--format", "csv"]).stdout;
    assert_eq!(rows.lines().count(), 101);
    let first = format!("0,0,{},", json["first_wins"]);
    assert!(rows.lines().nth(1).unwrap().starts_with(&first), "{rows}");
}

/// An uninterrupted run, an interrupted one and two shards write the same bytes.
#[test]
fn pig_is_played_in_parts() {
    let place = folder();
    let play = "tournament --game pig --roster hold-20,hold-25,hold-1 --games 3000 --quiet";
    done(play, place.path());
    let whole = place.path().join("results/pig/tournament");
    for shard in ["1/2", "2/2"] {
        let out = shard.replace('/', "-of-");
        done(&format!("{play} --shard {shard} --out {out}"), place.path());
    }
    done("merge 1-of-2 2-of-2 --out merged", place.path());
    let mut files = 0;
    for entry in fs::read_dir(&whole).unwrap() {
        let name = entry.unwrap().file_name();
        if name.to_str().unwrap().ends_with(".journal") {
            continue;
        }
        files += 1;
        let bytes = |folder: &Path| fs::read(folder.join(&name)).unwrap();
        assert_eq!(bytes(&whole), bytes(&place.path().join("merged")), "{name:?}");
    }
    assert!(files > 8, "{files}");
    let manifest = fs::read_to_string(whole.join("manifest.json")).unwrap();
    assert!(manifest.contains("\"pig\""), "{manifest}");
    // The journal loses its last line, as in a killed run.
    let journal = whole.join("tournament.journal");
    let text = fs::read_to_string(&journal).unwrap();
    let (kept, _) = text.trim_end().rsplit_once('\n').unwrap();
    fs::write(&journal, format!("{kept}\n")).unwrap();
    let before = fs::read(whole.join("standings.csv")).unwrap();
    fs::remove_file(whole.join("standings.csv")).unwrap();
    done(&format!("{play} --resume"), place.path());
    assert_eq!(fs::read(whole.join("standings.csv")).unwrap(), before);
}

/// The configuration file names the game, and `configs/pig` is read instead of the built-in
/// copy.
#[test]
fn the_file_of_a_tournament_names_the_game() {
    let place = folder();
    let text = "game = \"pig\"\nplayers = 3\ngames = 5\nseed = 1\n\
                agents = [\"hold-3\", \"hold-7\", \"hold-9\"]\n";
    fs::write(place.path().join("t.toml"), text).unwrap();
    let run = done("tournament --config t.toml --dry-run", place.path());
    assert!(run.stdout.contains("pig, 3 seats"), "{}", run.stdout);
    assert!(run.stdout.contains("hold-3, hold-7, hold-9"), "{}", run.stdout);
    fs::create_dir_all(place.path().join("configs/pig")).unwrap();
    fs::write(place.path().join("configs/pig/tournament.toml"), text).unwrap();
    for command in ["roster --game pig", "tournament --game pig --dry-run"] {
        let run = done(command, place.path());
        assert!(run.stdout.contains("hold-7"), "{}", run.stdout);
        assert!(!run.stdout.contains("hold-10"), "{}", run.stdout);
    }
    let run = in_folder("roster --game dragon-slayer --config t.toml", place.path());
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("a tournament of pig, not of"), "{}", run.stderr);
}

/// Rules may stand in the tournament's file, and an error in them points at its line.
#[test]
fn rules_in_the_file_of_a_tournament() {
    let place = folder();
    let rules = fs::read_to_string("configs/dragon_slayer.toml").unwrap();
    let rules = rules.replace("target = 40", "target = 12");
    let rules = rules.replace("[[", "[[rules.").replace("\n[w", "\n[rules.w");
    let rules = rules.replace("\n[c", "\n[rules.c");
    let text = format!(
        "players = 2\ngames = 5\nseed = 1\nagents = [\"hold-3\", \"hold-7\"]\n[rules]\n{rules}"
    );
    fs::write(place.path().join("t.toml"), &text).unwrap();
    let run = done("tournament --config t.toml --dry-run", place.path());
    let named = "Rules: t.toml, [rules] (not the built-in ones)\n\n";
    assert!(run.stdout.starts_with(named), "{}", run.stdout);
    let wrong = text.replace("target = 12", "target = 0");
    let line = 1 + wrong.lines().position(|line| line.starts_with("target")).unwrap();
    fs::write(place.path().join("t.toml"), &wrong).unwrap();
    let run = in_folder("tournament --config t.toml --dry-run", place.path());
    assert_eq!(run.code, 2);
    let said = format!("t.toml, line {line}: target = 0 is out of range");
    assert!(run.stderr.contains(&said), "{}", run.stderr);
}

#[test]
fn what_a_game_does_not_have_is_refused() {
    let games: Value = serde_json::from_str(&run(&["games", "--format", "json"]).stdout).unwrap();
    let games = games.as_array().unwrap().iter();
    let games: Vec<&str> = games.map(|game| game["name"].as_str().unwrap()).collect();
    for (words, said) in [
        ("games chess", &*format!("the games are {}", games.join(", "))),
        ("tournament --game pigg", "did you mean pig?"),
        ("solve --game pig --no-challenge", "pig does not take --no-challenge"),
        ("solve --game pig --rules x.toml", "pig does not take --rules"),
        ("solve --game pig --out x", "pig does not take --out"),
        ("solve --game pig --target 301", "the target 301 is outside 1 to 300"),
        (
            "solve --game tic-tac-toe-sp --target 5",
            "takes --setup, --position, --memory, --nodes, --rules, --out",
        ),
        ("solve --game tic-tac-toe-sp --setup 9x9", "--setup \"9x9\" is not a setup"),
        ("solve --setup 3x3", "dragon-slayer does not take --setup"),
        ("roster show hold-101 --game pig", "N is from 1 to 100"),
        ("roster --game pig --personalities x", "cannot read the folder x"),
        ("tournament --game pig --roster abl,hold-1", "no player of the roster is called \"abl\""),
    ] {
        let refusal = refusal(words);
        assert!(refusal.contains(said), "{words}: {refusal}");
    }
}
