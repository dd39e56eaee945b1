//! `rivals sweep`: its rows beside other commands, shards, threads, signals, refusals, the report.

mod rules;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::configs::with_target;
use crate::program::{Finished, folder, rivals, short_rules};

type Row = BTreeMap<String, String>;

fn in_folder(words: &str, place: &Path) -> Finished {
    let words: Vec<&str> = words.split(' ').collect();
    Finished::of(rivals(&words).current_dir(place))
}

fn done(words: &str, place: &Path) -> String {
    let finished = in_folder(words, place);
    assert_eq!(finished.code, 0, "{words}: {}", finished.stderr);
    finished.stdout
}

/// An error without the breaks of its lines.
fn one_line(error: &str) -> String {
    let words = error.split_whitespace().filter(|word| *word != "│");
    words.collect::<Vec<_>>().join(" ")
}

fn rows(file: &Path) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(file).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap()
}

/// The variant without a change plays the games of a tournament with the same seed, and has the
/// exact win rate that the tournament has.
#[test]
fn rows_agree_with_a_tournament() {
    let place = folder();
    let settings = "--game pig --games 500 --seed 7 --quiet";
    done(
        &format!("sweep hold-20 n=15..25:3 --against hold-25,hold-30 {settings} --out swept"),
        place.path(),
    );
    done(
        &format!("tournament --roster hold-20,hold-25,hold-30 {settings} --out league"),
        place.path(),
    );
    let swept = rows(&place.path().join("swept/sweep.csv"));
    let values: Vec<f64> = swept.iter().map(|row| number(row, "n")).collect();
    assert_eq!(values, [15.0, 20.0, 25.0]);
    let league = rows(&place.path().join("league/standings.csv"));
    let player = league.iter().find(|row| row["id"] == "hold-20").unwrap();
    for (ours, theirs) in
        [("win_rate", "win_rate"), ("exact", "exact_win_rate"), ("games", "games")]
    {
        let (ours, theirs) = (number(&swept[1], ours), number(player, theirs));
        assert!((ours - theirs).abs() < 1e-12, "{ours} {theirs}");
    }
    // Nothing differs from itself, in any game.
    assert_eq!(number(&swept[1], "difference"), 0.0);
    assert_eq!(swept[1]["difference_low"], "");
    for row in &swept {
        let rate = number(row, "win_rate") - number(&swept[1], "win_rate");
        assert!((rate - number(row, "difference")).abs() < 1e-12);
        let exact = number(row, "exact") - number(&swept[1], "exact");
        assert!((exact - number(row, "exact_difference")).abs() < 1e-12);
        assert!(!row["fingerprint_turns"].is_empty());
    }
    // A paired interval is narrower than that of the rate itself.
    let width = |row: &Row, low: &str, high: &str| number(row, high) - number(row, low);
    let paired = width(&swept[0], "difference_low", "difference_high");
    assert!(paired > 0.0 && paired < 1.5 * width(&swept[0], "low", "high"));
}

#[test]
fn shards_threads_and_reports_give_the_same_bytes() {
    let place = folder();
    let command = "sweep hold:n=18..22 --game pig --against hold-20,hold-25 --games 300 --quiet";
    done(&format!("{command} --out whole --threads 1"), place.path());
    for part in 1..=2 {
        done(&format!("{command} --shard {part}/2 --out part-{part}"), place.path());
    }
    let refused = in_folder("merge part-1 part-2 --claims mine.toml", place.path());
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    assert!(refused.stderr.contains("leave out --claims"));
    for out in ["", " --out merged"] {
        done(&format!("merge part-1 part-2 --quiet{out}"), place.path());
    }
    assert!(place.path().join("results/pig/sweep/sweep.csv").exists());
    let read = |file: &str| fs::read_to_string(place.path().join(file)).unwrap();
    for file in ["sweep.csv", "sweep.svg", "report.html", "report.md", "manifest.json"] {
        assert_eq!(read(&format!("whole/{file}")), read(&format!("merged/{file}")), "{file}");
    }
    let printed = done("report --from whole --format markdown", place.path());
    assert_eq!(printed, read("whole/report.md"));
    // A finished sweep that is repeated plays nothing.
    let again = done(&format!("{command} --out whole"), place.path());
    assert!(again.contains("0 of them now"), "{again}");
    let before = read("whole/sweep.csv");
    done(&format!("{command} --out whole --resume --threads 2"), place.path());
    assert_eq!(read("whole/sweep.csv"), before);
    // Without an unchanged player, differences are to the first variant.
    assert_eq!(rows(&place.path().join("whole/sweep.csv"))[0]["difference"], "0");
}

#[test]
fn personalities_are_varied_in_one_or_two_traits() {
    let place = with_target(15);
    let said = done(
        "sweep carla risk_aversion=-1..1:3 harm=0..1 --against abel --games 100 --out map",
        place.path(),
    );
    assert!(said.contains("Carla wins most with"), "{said}");
    let swept = rows(&place.path().join("map/sweep.csv"));
    let traits: Vec<_> =
        (swept.iter()).map(|row| (number(row, "risk_aversion"), number(row, "harm"))).collect();
    let expected = [(-1.0, 0.0), (-1.0, 1.0), (0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)];
    assert_eq!(traits, expected);
    assert_eq!(swept[1]["id"], "carla:risk_aversion=-1:harm=1");
    // Pointing at a cell shows its values.
    let report = fs::read_to_string(place.path().join("map/report.html")).unwrap();
    assert!(report.contains("data-rows=\"-1|0|1\" data-columns=\"0|1\""));
}

#[test]
fn what_is_wrong_is_named_with_the_fix() {
    let place = folder();
    for (words, said) in [
        ("carla risk_aversio=-1..1:3", ["risk_aversio", "did you mean risk_aversion?"]),
        ("carla risk_aversion=-5..1:3", ["-5 is outside", "from -4 to 4"]),
        ("carla calculation=0..0.5", ["steps is missing", "calculation=0..0.5:5"]),
        ("carla risk_aversion=0.4", ["one value varies nothing", "risk_aversion=0..4:3"]),
        ("carla nerves", ["is not a range", "FROM..TO:STEPS or NAME=VALUE,VALUE"]),
        ("carla nerves=0,9", ["9 is outside", "from 0 to"]),
        ("hold-6 n=4,6,4", ["is listed twice", "each once"]),
        ("carla nerves=2..1", ["not below", "grows"]),
        ("carla nerves=0..4 nerves=0..2", ["varied twice", "one range of each"]),
        ("carla", ["nothing of carla is varied", "such as carla risk_aversion=-1..1:9"]),
        ("hold-6 --game pig", ["nothing of hold-6 is varied", "such as hold n=1..6"]),
        ("optimum --game pig", ["nothing of optimum is varied", "such as hold n=1..6"]),
        ("n=1..3 --game pig", ["is a range and not a player", "such as hold n=1..6"]),
        ("carl risk_aversion=0..1", ["carl", "did you mean carla?"]),
        ("hold-6 n=1..2:3", ["1.5 is not a whole number", "leave out"]),
        ("hold-6 m=1..2", ["no parameter", "it has n"]),
        ("hold-6 n=0..2", ["0 is outside", "from 1 to"]),
        ("carla nerves=0..1:1", ["is not a number of steps", "from 2 to"]),
        ("carla nerves=0..1:0", ["is not a number of steps", "from 2 to"]),
        ("carla nerves=0..1:1e9", ["is not a number of steps", "to 1000"]),
        ("carla nerves=0..1:1001", ["is not a number of steps", "to 1000"]),
        ("carla nerves=0..x:3", ["\"x\" is not a number", "numbers from 0"]),
        ("carla nerves=0..inf:3", ["is not a number", "numbers from 0"]),
        (
            "carla nerves=0..4:40 calculation=0..1:40",
            ["1600 variants are too many", "at most 1000"],
        ),
        ("carla nerves=0..1 harm=0..1 glory=0..1", ["3 ranges are too many", "two for a map"]),
        ("greedy n=1..2", ["no parameter", "agent with parameters"]),
    ] {
        let finished = in_folder(&format!("sweep {words} --against abel"), place.path());
        assert_eq!(finished.code, 2, "{words}");
        let error = finished.stderr.split_whitespace().filter(|word| *word != "│");
        let error = error.collect::<Vec<_>>().join(" ");
        for said in said {
            assert!(error.contains(said), "{words}: {error}");
        }
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0, "{words}");
    }
    let seats = in_folder("sweep novice umbral=30..60:2 --game tute --players 4", place.path());
    assert!(seats.code == 2 && seats.stderr.contains("it has 3 seats"), "{}", seats.stderr);
}

/// At tables of three, the unchanged player has the games of a tournament with the same players, and
/// a single opponent has all other seats.
#[test]
fn a_sweep_at_three_seats_is_a_tournament() {
    let place = folder();
    let settings = "--game pig --players 3 --games 60 --seed 7 --quiet";
    let swept = |against: &str, out: &str| {
        let words = format!("sweep hold-20 n=15..25:3 --against {against} {settings} --out {out}");
        done(&words, place.path());
        rows(&place.path().join(out).join("sweep.csv"))
    };
    let three = swept("hold-25,hold-30,random", "three");
    let ids = "hold-20,hold-25,hold-30,random";
    done(&format!("tournament --roster {ids} {settings} --out league"), place.path());
    let league = rows(&place.path().join("league/standings.csv"));
    let player = league.iter().find(|row| row["id"] == "hold-20").unwrap();
    for column in ["games", "win_rate", "low", "high"] {
        assert!((number(&three[1], column) - number(player, column)).abs() < 1e-12, "{column}");
    }
    assert_eq!(three[1]["exact"], "");
    // A table of one opponent with itself.
    assert_eq!(swept("random", "one")[0]["games"], "180");
}

/// Every trait varies alone, over its scale or the range that is given; the variants are those of
/// sweeps of one trait each, and the ranking is that of the largest exact differences.
#[test]
fn all_traits_are_ranked() {
    let place = folder();
    short_rules(place.path());
    let settings = "--against hold-6 --games 40 --rules short.toml --seed 5 --quiet";
    let said = done(
        &format!("sweep carla nerves=0..3:2 --all-traits --steps 2 {settings} --out all -f json"),
        place.path(),
    );
    let json: serde_json::Value = serde_json::from_str(&said).unwrap();
    let swept = rows(&place.path().join("all/sweep.csv"));
    let file = done("roster show carla --format json", place.path());
    let file: serde_json::Value = serde_json::from_str(&file).unwrap();
    let traits = json["traits"].as_array().unwrap();
    assert_eq!(traits.len(), json["effects"].as_array().unwrap().len());
    assert!(traits.len() > 5 && !file.is_null());
    for row in &swept {
        let differs = traits.iter().filter(|of| {
            number(row, of["name"].as_str().unwrap()) != of["unchanged"].as_f64().unwrap()
        });
        assert_eq!(differs.count(), 1, "{row:?}");
    }
    let nerves: Vec<f64> = (swept.iter())
        .filter(|row| row["id"].starts_with("carla:nerves="))
        .map(|row| number(row, "nerves"))
        .collect();
    assert!(!nerves.is_empty() && nerves.iter().all(|value| [0.0, 3.0].contains(value)));
    // The same variant in a sweep of its trait alone.
    let alone = format!("sweep carla risk_aversion=-4..4:2 {settings} --out alone")
        .replace("--quiet", "-q");
    done(&alone, place.path());
    let alone = rows(&place.path().join("alone/sweep.csv"));
    let same = swept.iter().find(|row| row["id"] == alone[1]["id"]).unwrap();
    for column in ["win_rate", "low", "high", "exact", "difference", "exact_difference"] {
        assert_eq!(same[column], alone[1][column], "{column}");
    }
    // Two intervals that hold together are wider.
    assert!(number(same, "difference_low") < number(&alone[1], "difference_low"));
    let effects: Vec<f64> = (json["effects"].as_array().unwrap().iter())
        .map(|of| of["effect"]["exact"].as_f64().unwrap().abs())
        .collect();
    assert!(effects.is_sorted_by(|a, b| a >= b), "{effects:?}");
    let largest = swept.iter().map(|row| number(row, "exact_difference").abs()).fold(0.0, f64::max);
    assert_eq!(effects[0], largest);
    let printed = done("report all --format markdown", place.path());
    assert_eq!(printed, fs::read_to_string(place.path().join("all/report.md")).unwrap());
    assert!(printed.contains("matters most"), "{printed}");
}

/// The parameters of an agent vary from half to twice, words over all words; shards are merged.
#[test]
fn all_parameters_of_an_agent_are_ranked() {
    let place = folder();
    let ids = |words: &str, out: &str| -> Vec<String> {
        done(&format!("sweep {words} --quiet --out {out}"), place.path());
        let swept = rows(&place.path().join(out).join("sweep.csv"));
        swept.into_iter().map(|row| row["id"].clone()).collect()
    };
    let pig = "hold-20 --all-traits --game pig --against hold-25 --games 100";
    assert_eq!(ids(pig, "whole"), ["hold-10", "hold-18", "hold-26", "hold-34", "hold-42"]);
    let told = one_line(&done("report whole --format markdown", place.path()));
    assert!(told.contains("percentage points (exact) less."), "{told}");
    for part in 1..=2 {
        done(&format!("sweep {pig} --quiet --shard {part}/2 --out part-{part}"), place.path());
    }
    done("merge part-1 part-2 --quiet --out merged", place.path());
    for file in ["sweep.csv", "report.md", "manifest.json"] {
        let read = |folder: &str| fs::read(place.path().join(folder).join(file)).unwrap();
        assert_eq!(read("whole"), read("merged"), "{file}");
    }
    let words = "minimax:1 --all-traits --steps 3 --game tic-tac-toe-sp --against random --games 2";
    let found = ids(words, "words");
    assert!(found.contains(&"minimax:2".to_owned()), "{found:?}");
    assert!(found.iter().any(|id| id.starts_with("minimax:1:eval=")), "{found:?}");
    let refused = in_folder("sweep greedy --all-traits --against abel", place.path());
    assert!(
        one_line(&refused.stderr).contains("nothing of greedy is varied"),
        "{}",
        refused.stderr
    );
    // What a refusal says to write works.
    let mcts = |player: &str| {
        let words = format!("sweep {player} --all-traits --game battletech --against still -n 2");
        in_folder(&format!("{words} --dry-run"), place.path())
    };
    let refused = one_line(&mcts("mcts").stderr);
    for said in ["mcts leaves out playouts", "such as mcts:6"] {
        assert!(refused.contains(said), "{said}: {refused}");
    }
    let planned = mcts("mcts:6");
    assert_eq!(planned.code, 0, "{}", planned.stderr);
}

/// Words of parameters are shown as words in all places, and some of them may be listed.
#[test]
fn words_of_parameters_are_words() {
    let place = folder();
    let played = "--game battletech --against still --games 2 --quiet -f json";
    let said = done(&format!("sweep seed fault=7,6 {played} --out listed"), place.path());
    let json: serde_json::Value = serde_json::from_str(&said).unwrap();
    let swept = rows(&place.path().join("listed/sweep.csv"));
    let faults: Vec<&str> = swept.iter().map(|row| &*row["fault"]).collect();
    assert_eq!(faults, ["6", "7"]);
    for (row, variant) in swept.iter().zip(json["variants"].as_array().unwrap()) {
        assert!(row["id"].ends_with(&row["fault"]), "{row:?}");
        assert_eq!(variant["traits"]["fault"], *row["fault"]);
    }
    let picture = fs::read_to_string(place.path().join("listed/sweep.svg")).unwrap();
    for said in [">6</text>", ">7</text>"] {
        assert!(picture.contains(said), "{said}: {picture}");
    }
    let page = fs::read_to_string(place.path().join("listed/report.html")).unwrap();
    assert!(page.contains(": fault 6, ") && page.contains(": fault 7, "), "{page}");
    let report = fs::read_to_string(place.path().join("listed/report.md")).unwrap();
    assert_eq!(done("report listed --format markdown", place.path()), report);
    let word =
        "sweep priority-fixed:centre=off,on --game tic-tac-toe-sp --against random --games 2";
    let said = one_line(&done(&format!("{word} --quiet --out word"), place.path()));
    assert!(said.contains(" on ") && said.contains(" off "), "{said}");
    // With all parameters, too.
    let all = "sweep priority-fixed --all-traits --game tic-tac-toe-sp --against random --games 2";
    let said = done(&format!("{all} --quiet -f json --out all"), place.path());
    let json: serde_json::Value = serde_json::from_str(&said).unwrap();
    let effects = json["effects"].as_array().unwrap();
    let centre = effects.iter().find(|of| of["trait"] == "centre").unwrap();
    assert_eq!((&centre["unchanged"], &centre["value"]), (&"on".into(), &"off".into()));
    let off = rows(&place.path().join("all/sweep.csv"));
    assert!(off.iter().any(|row| row["centre"] == "off"));
    // A list of numbers has the variants of the range.
    let pig = "--game pig --against hold-25 --games 50 --quiet";
    done(&format!("sweep hold-20 n=30,15,20 {pig} --out numbers"), place.path());
    let values = rows(&place.path().join("numbers/sweep.csv"));
    assert_eq!(values.iter().map(|row| number(row, "n")).collect::<Vec<_>>(), [15.0, 20.0, 30.0]);
}

/// The example of a refusal is right for the same trait, parameter or rule.
#[test]
fn examples_of_refusals_work() {
    let place = folder();
    short_rules(place.path());
    for (player, wrong, settings) in [
        ("--vary-rules ", "ultima=10..10", "--game tute --roster random,novice"),
        ("--vary-rules ", "ultima", "--game tute --roster random,novice"),
        ("--vary-rules ", "contrafallo=0..1", "--game tute --roster random,novice"),
        ("--vary-rules ", "muestra=fuera", "--game tute --roster random,novice"),
        ("--vary-rules ", "target=15..15", "--rules short.toml --roster hold-6,greedy"),
        ("--vary-rules ", "challenge.tokens=1", "--rules short.toml --roster hold-6,greedy"),
        ("hold-20 ", "n=20", "--game pig --against hold-25"),
        ("hold-20 ", "n=1..1", "--game pig --against hold-25"),
        ("seed ", "fault=1..3", "--game battletech --against still"),
        ("carla ", "harm=1..0", "--rules short.toml --against hold-6"),
        ("carla ", "risk_aversion=0..0", "--rules short.toml --against hold-6"),
        ("players/novice ", "threshold=35", "--game tute --against medium"),
    ] {
        let command = |range: &str| format!("sweep {player}{range} {settings} -n 2 --dry-run");
        let refused = in_folder(&command(wrong), place.path());
        let error = one_line(&refused.stderr);
        assert_eq!(refused.code, 2, "{wrong}: {error}");
        let example = error.split_once("such as ").map(|(_, example)| example);
        let example = example.and_then(|text| text.split([' ', ';']).next());
        let example = example.unwrap_or_else(|| panic!("{wrong}: {error}"));
        let key = |range: &str| range.split('=').next().unwrap().to_owned();
        assert_eq!(key(example), key(wrong), "{error}");
        done(&command(example), place.path());
    }
}

/// The exact win rate of a variant is that of the same player by `solve match`, over both seats
/// and all opponents.
#[test]
fn exact_rates_are_those_of_solved_matches() {
    let place = folder();
    short_rules(place.path());
    let command = "sweep carla risk_aversion=-1..1:2 --against abel,hold-6 --games 50 --out o";
    done(&format!("{command} --rules short.toml"), place.path());
    let file = done("roster show carla --format toml", place.path());
    let swept = rows(&place.path().join("o/sweep.csv"));
    for row in &swept {
        let line = format!("risk_aversion = {:?}", number(row, "risk_aversion"));
        let varied = file.replace("risk_aversion = -1.6", &line);
        assert_ne!(varied, file);
        fs::write(place.path().join("varied.toml"), varied).unwrap();
        let first_wins = |players: &str| -> f64 {
            let text = done(
                &format!("solve match {players} --rules short.toml --format json"),
                place.path(),
            );
            let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
            answer["first_wins"].as_f64().unwrap()
        };
        let rates = ["abel", "hold-6"].map(|other| {
            let first = first_wins(&format!("varied.toml {other}"));
            let second = 1.0 - first_wins(&format!("{other} varied.toml"));
            f64::midpoint(first, second)
        });
        let expected = f64::midpoint(rates[0], rates[1]);
        assert!((number(row, "exact") - expected).abs() < 1e-9, "{row:?} {expected}");
    }
}

/// What did not change is taken over, and the files are those of a fresh run.
#[test]
fn a_changed_sweep_is_played_on_top_of_the_old_one() {
    let place = folder();
    let play = |words: &str| format!("sweep {words} --game pig --quiet");
    let same = |one: &str, other: &str| {
        for file in ["sweep.csv", "sweep.svg", "report.html", "report.md", "manifest.json"] {
            let read = |folder: &str| fs::read(place.path().join(folder).join(file)).unwrap();
            assert_eq!(read(one), read(other), "{file}");
        }
    };
    let [old, more, field] = [
        play("hold:n=18..20 --against hold-25,hold-30 --games 200"),
        play("hold:n=18..21 --against hold-25,hold-30 --games 200"),
        play("hold:n=18..21 --against hold-25,hold-35 --games 300"),
    ];
    done(&format!("{old} --out o"), place.path());
    // Another spelling of the same sweep is the same sweep.
    done(
        "sweep hold N=18..20:3 --against hold-25,hold-30 --games 200 --game pig --out o",
        place.path(),
    );
    let refused = in_folder(&format!("{more} --out o"), place.path());
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    for said in ["n=18..20:3 -> n=18..21:4", "--overwrite", "--out"] {
        let error = one_line(&refused.stderr);
        assert!(error.contains(said), "{said}: {error}");
    }
    let dry = done(&format!("{more} --out o --overwrite --dry-run"), place.path());
    assert!(dry.contains("games     3,200, 2,400 done"), "{dry}");
    let played = done(&format!("{more} --out o --overwrite"), place.path());
    assert!(played.contains("2,400 of them taken over"), "{played}");
    done(&format!("{old} --out fresh-old"), place.path());
    same("o.1", "fresh-old");
    done(&format!("{more} --out fresh"), place.path());
    same("o", "fresh");

    let grown = more.replace("--games 200", "--games 300");
    let played = done(&format!("{grown} --out o --resume"), place.path());
    assert!(played.contains("3,200 of them taken over"), "{played}");
    done(&format!("{grown} --out fresh-grown"), place.path());
    same("o", "fresh-grown");
    let refused = in_folder(&format!("{field} --out o --resume"), place.path());
    let error = one_line(&refused.stderr);
    assert!(error.contains("hold-30: left out"), "{error}");
    let league = "tournament --game pig --roster hold-20,hold-25 --games 100 --out o";
    let refused = in_folder(league, place.path());
    assert_eq!(refused.code, 2);
    let error = one_line(&refused.stderr);
    assert!(error.contains("kind: a sweep of hold -> a tournament"), "{error}");

    // Without a journal, results of another sweep are not overwritten.
    fs::remove_file(place.path().join("o/tournament.journal")).unwrap();
    let refused = in_folder(&format!("{field} --out o"), place.path());
    let error = one_line(&refused.stderr);
    assert!(error.contains("contains results already"), "{error}");
    done(&format!("{grown} --out o"), place.path());
    same("o", "fresh-grown");
}

/// A killed sweep is resumed to the same bytes.
#[test]
fn a_killed_sweep_loses_nothing() {
    let place = with_target(15);
    let words = "sweep carla harm=0..1:4 --against abel,daniel --games 10000 --quiet --threads 1";
    let killed = format!("{words} --out killed");
    let mut child =
        rivals(&killed.split(' ').collect::<Vec<_>>()).current_dir(place.path()).spawn().unwrap();
    let journal = place.path().join("killed/tournament.journal");
    let start = std::time::Instant::now();
    // The header is the first line.
    while fs::read(&journal).map_or(0, |bytes| bytes.iter().filter(|&&b| b == b'\n').count()) < 3 {
        assert!(start.elapsed().as_secs() < 600, "no game was saved");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!place.path().join("killed/sweep.csv").exists());
    let refused = in_folder(&killed, place.path());
    let error = one_line(&refused.stderr);
    assert!(error.contains("contains this sweep already"), "{error}");
    done(&format!("{killed} --resume"), place.path());
    done(&format!("{words} --out whole").replace("--threads 1", "-j 2"), place.path());
    for file in ["sweep.csv", "sweep.svg", "report.html", "manifest.json"] {
        let read = |folder: &str| fs::read(place.path().join(folder).join(file)).unwrap();
        assert_eq!(read("killed"), read("whole"), "{file}");
    }
}

/// A decision that takes hours is left at Ctrl-C.
#[test]
fn ctrl_c_leaves_a_long_decision() {
    let place = folder();
    let words = "sweep minimax:depth=1..2 --game parchis --against minimax:14 --games 1 -j 1 -q";
    let mut child = rivals(&format!("{words} --out o").split(' ').collect::<Vec<_>>())
        .current_dir(place.path())
        .spawn()
        .unwrap();
    let start = std::time::Instant::now();
    while !place.path().join("o/tournament.journal").exists() {
        assert!(start.elapsed().as_secs() < 60, "no journal was begun");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let pid = child.id().to_string();
    let sent = std::process::Command::new("kill").args(["-s", "INT", &pid]).status();
    assert!(sent.unwrap().success());
    let code = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        if start.elapsed().as_secs() >= 120 {
            child.kill().unwrap();
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    assert_eq!(code, Some(4));
}

/// JSON has every figure of the file, and what the text says.
#[test]
fn json_has_everything() {
    let place = folder();
    let words = "sweep hold-20 n=19..21 --game pig --against hold-25 -n 300 -q -j 1 -o o -f json";
    let printed: serde_json::Value = serde_json::from_str(&done(words, place.path())).unwrap();
    let swept = rows(&place.path().join("o/sweep.csv"));
    assert_eq!(printed["variants"].as_array().unwrap().len(), swept.len());
    for (variant, row) in printed["variants"].as_array().unwrap().iter().zip(&swept) {
        assert_eq!(variant["id"], row["id"].as_str());
        assert_eq!(variant["traits"]["n"], number(row, "n"));
        for (path, column) in [
            (["win_rate", "sampled"], "win_rate"),
            (["win_rate", "low"], "low"),
            (["win_rate", "exact"], "exact"),
            (["difference", "sampled"], "difference"),
            (["difference", "exact"], "exact_difference"),
            (["fingerprint", "turns"], "fingerprint_turns"),
        ] {
            let [group, key] = path;
            assert_eq!(variant[group][key], number(row, column), "{column}");
        }
    }
    assert_eq!((&printed["seed"], &printed["game"]), (&2019.into(), &"pig".into()));
    let notes = printed["notes"].to_string();
    for said in ["wins most with", "against Hold at 25"] {
        assert!(notes.contains(said), "{notes}");
    }
    assert_eq!(printed["folder"], "o");
    // Without reports, the rest is the same.
    done(&words.replace("-o o", "-o plain --no-report"), place.path());
    let mut names = crate::program::names(&place.path().join("plain"));
    names.retain(|name| !name.ends_with(".journal"));
    assert_eq!(names, ["manifest.json", "sweep.csv", "sweep.svg"]);
}

/// The range of an agent's parameter may stand in the agent's name, in any case.
#[test]
fn searching_agents_are_varied() {
    let place = folder();
    done(
        "sweep alphabeta:DEPTH=1..2 --game parchis --against greedy --games 2 --out o",
        place.path(),
    );
    let swept = rows(&place.path().join("o/sweep.csv"));
    let depths: Vec<f64> = swept.iter().map(|row| number(row, "depth")).collect();
    assert_eq!(depths, [1.0, 2.0]);
    assert!(swept.iter().all(|row| row["exact"].is_empty()));
}
