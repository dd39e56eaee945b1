//! Programs of others as players: tournaments in which all agents are programs have the results of
//! those in which they are built in, and whatever a program does, it gets its word and leaves nothing.

mod examples;
mod failures;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{Finished, folder, names, rivals, run};

/// The file of programs which are the built-in agents of these ids.
fn built_in(folder: &Path, game: &str, ids: &[&str]) -> PathBuf {
    let program = env!("CARGO_BIN_EXE_rivals");
    let tables = ids.iter().map(|id| {
        let command = format!("[{program:?}, \"agent\", {game:?}, {id:?}]");
        format!("[[external]]\nid = {id:?}\ncommand = {command}\nfolder = \"work\"\n")
    });
    fs::create_dir(folder.join("work")).unwrap();
    let file = folder.join("bots.toml");
    fs::write(&file, tables.collect::<String>()).unwrap();
    file
}

/// `rivals tournament` of a game between these players.
fn tournament(game: &str, ids: &[&str], out: &Path, more: &[&str]) -> Finished {
    let (roster, out) = (ids.join(","), out.to_str().unwrap());
    let first = ["tournament", "--game", game, "--roster", &roster, "--quiet", "--out", out];
    run(&[&first, more].concat())
}

/// A CSV file without the columns that say what is known of built-in agents alone: exact results,
/// and the aims of policies of Tute.
fn shown(folder: &Path, name: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_path(folder.join(name)).unwrap();
    let unknown = |column: &str| column.contains("exact") || ["z", "equity_loss"].contains(&column);
    let header = reader.headers().unwrap().clone();
    let rows = reader.records().map(Result::unwrap);
    let known = |row: csv::StringRecord| -> Vec<String> {
        let columns = header.iter().zip(&row).filter(|(column, _)| !unknown(column));
        columns.map(|(_, field)| field.to_owned()).collect()
    };
    rows.map(known).collect()
}

/// Compares all CSV files of two tournaments but the one that says what programs took.
fn same_results(one: &Path, other: &Path, whole: bool) {
    let [all, others] = [one, other].map(|folder| {
        let mut names = names(folder);
        names.retain(|name| name.ends_with(".csv") && name != "externals.csv");
        names
    });
    assert_eq!(all, others);
    for name in all {
        if whole {
            let [one, other] = [one, other].map(|of| fs::read_to_string(of.join(&name)).unwrap());
            assert_eq!(one, other, "{name}");
        } else {
            assert_eq!(shown(one, &name), shown(other, &name), "{name}");
        }
    }
}

/// A table of `externals.csv`, by the id of the player.
fn counted(folder: &Path, id: &str, column: &str) -> u64 {
    let mut reader = csv::Reader::from_path(folder.join("externals.csv")).unwrap();
    let at = reader.headers().unwrap().iter().position(|name| name == column).unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    rows.iter().find(|row| &row[0] == id).unwrap()[at].parse().unwrap()
}

fn manifest(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("manifest.json")).unwrap()).unwrap()
}

#[test]
fn programs_play_as_the_built_in_agents_that_they_are() {
    for (game, ids, more, whole) in [
        ("pig", "hold-20,hold-30,optimum,random", "-n 5 --players 3", true),
        ("pig", "hold-20,optimum,random", "-n 10", false),
        ("parchis", "greedy,minimax:2,random", "-n 1", true),
        ("tic-tac-toe-sp", "win-block,priority,minimax:2", "-n 2", true),
        ("tute", "random,pimc:2,ismcts:50", "-n 1", true),
        ("battletech", "seed,charge", "-n 1", true),
    ] {
        let place = folder();
        let [own, others] = ["own", "others"].map(|name| place.path().join(name));
        let ids: Vec<&str> = ids.split(',').collect();
        let more: Vec<&str> = more.split(' ').collect();
        let bots = built_in(place.path(), game, &ids);
        let played = tournament(game, &ids, &own, &more);
        assert_eq!(played.code, 0, "{game}: {}", played.stderr);
        let bots = ["--external", bots.to_str().unwrap()];
        let played = tournament(game, &ids, &others, &[&more[..], &bots].concat());
        assert_eq!((played.code, &*played.stderr), (0, ""), "{game}");
        same_results(&own, &others, whole);
        let of = &manifest(&others)["entries"][0]["tournament"];
        assert!(of.get("reproducible").is_none(), "{game}: {of}");
        assert_eq!(counted(&others, ids[0], "failures"), 0, "{game}");
        assert!(counted(&others, ids[0], "decisions") > 0, "{game}");
    }
}

/// Personalities and programs meet in playthroughs, which have the metrics of other games, but for
/// the times that personalities take to think.
#[test]
fn programs_play_dragon_slayer_against_personalities() {
    let place = folder();
    let (out, bots) =
        (place.path().join("out"), built_in(place.path(), "dragon-slayer", &["hold-10"]));
    let more = ["-n", "20", "--external", bots.to_str().unwrap()];
    let played = tournament("dragon-slayer", &["hold-10", "abel", "greedy"], &out, &more);
    assert_eq!((played.code, &*played.stderr), (0, ""));
    assert!(counted(&out, "hold-10", "decisions") > 0);
    let metrics = fs::read_to_string(out.join("fingerprints.csv")).unwrap();
    let value = |metric: &str| {
        let row = metrics.lines().find_map(|row| row.strip_prefix(&format!("hold-10,{metric},")));
        row.unwrap().split(',').nth(1).unwrap()
    };
    assert!(value("points_when_stopping").parse::<f64>().unwrap() > 0.0, "{metrics}");
    assert_eq!((value("thinking_seconds"), value("optimal_decisions")), ("", ""), "{metrics}");
    assert!(out.join("report.html").exists());
}

/// A run that is killed leaves no program; resumed, and in shards, it has the same results.
#[test]
fn a_killed_run_leaves_no_program_and_goes_on() {
    let place = folder();
    let [own, killed, merged] = ["own", "killed", "merged"].map(|name| place.path().join(name));
    let ids = ["hold-20", "random"];
    let bots = built_in(place.path(), "pig", &ids);
    let work = place.path().join("work");
    let more = ["-n", "120", "--external", bots.to_str().unwrap()];
    assert_eq!(tournament("pig", &ids, &own, &["-n", "120"]).code, 0);

    let mut run = rivals(&["tournament", "--game", "pig", "--roster", "hold-20,random", "--quiet"]);
    run.args(["--out", killed.to_str().unwrap()]).args(more).stdout(Stdio::null());
    let mut run = run.spawn().unwrap();
    let begun = Instant::now();
    let lines = || fs::read_to_string(killed.join("tournament.journal")).unwrap_or_default();
    while lines().lines().count() < 5 {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing is played");
        thread::sleep(Duration::from_millis(2));
    }
    assert!(!working_in(&work).is_empty() || cfg!(not(target_os = "linux")));
    run.kill().unwrap();
    run.wait().unwrap();
    nothing_is_left(&work);
    assert!(!killed.join("manifest.json").exists(), "it was over before it was killed");
    let resumed = tournament("pig", &ids, &killed, &[&more[..], &["--resume"]].concat());
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    same_results(&own, &killed, false);
    assert_eq!(counted(&killed, "random", "games"), 240);

    fs::remove_dir_all(&own).unwrap();
    assert_eq!(tournament("pig", &ids, &own, &["-n", "20"]).code, 0);
    let more = ["-n", "20", "--external", bots.to_str().unwrap()];
    let shards = ["1/2", "2/2"].map(|shard| {
        let out = place.path().join(shard.replace('/', "-"));
        let played = tournament("pig", &ids, &out, &[&more[..], &["--shard", shard]].concat());
        assert_eq!(played.code, 0, "{}", played.stderr);
        out
    });
    // No program is started for it.
    fs::remove_file(&bots).unwrap();
    let [one, two, out] = [&shards[0], &shards[1], &merged].map(|of| of.to_str().unwrap());
    let joined = crate::program::run(&["merge", one, two, "--quiet", "--out", out]);
    assert_eq!(joined.code, 0, "{}", joined.stderr);
    same_results(&own, &merged, false);
    assert_eq!(counted(&merged, "random", "games"), 40);
}

/// What sentences are worth is asked of no program: shards are merged without starting one.
#[test]
fn shards_with_sentences_are_merged_without_programs() {
    let place = folder();
    let bots = built_in(place.path(), "tic-tac-toe-sp", &["random"]);
    let rules =
        concat!(env!("CARGO_MANIFEST_DIR"), "/configs/tic_tac_toe_sp/players/priority.toml");
    let [whole, one, two, merged] =
        ["whole", "one", "two", "merged"].map(|name| place.path().join(name));
    for (out, more) in [(&whole, &[][..]), (&one, &["--shard", "1/2"]), (&two, &["--shard", "2/2"])]
    {
        let more = [&["-n", "6", "--external", bots.to_str().unwrap()], more].concat();
        let played = tournament("tic-tac-toe-sp", &[rules, "random", "win-block"], out, &more);
        assert_eq!(played.code, 0, "{}", played.stderr);
    }
    let [one, two, out] = [&one, &two, &merged].map(|of| of.to_str().unwrap());
    let joined =
        crate::program::run(&["merge", one, two, "--roster", rules, "--quiet", "--out", out]);
    assert_eq!(joined.code, 0, "{}", joined.stderr);
    let [whole, merged] =
        [whole, merged].map(|of| fs::read_to_string(of.join("sentences.csv")).unwrap());
    assert_eq!(whole, merged);
    assert!(whole.lines().count() > 1, "{whole}");
}

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/agents/misbehave.py");
const BOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/agents/my_bot.py");

/// What decides how a program plays is in its identity: its environment, memory and arguments that
/// are files too.
#[test]
fn games_of_a_program_that_is_set_differently_are_refused() {
    let place = folder();
    let (out, bots) = (place.path().join("out"), place.path().join("bots.toml"));
    let script = place.path().join("v.py");
    let bot = fs::read_to_string(BOT).unwrap();
    let set = |more: &str, bot: &str| {
        let declared =
            format!("[[external]]\nid = \"v\"\ncommand = [\"python3\", \"v.py\"]\n{more}\n");
        fs::write(&bots, declared).unwrap();
        fs::write(&script, bot).unwrap();
    };
    let first = "memory_mib = 4096\nenvironment = { LEVEL = \"secret-1\" }";
    set(first, &bot);
    let more = ["-n", "2", "--external", bots.to_str().unwrap()];
    assert_eq!(tournament("pig", &["random", "v"], &out, &more).code, 0);
    let again = [&more[..], &["--resume"]].concat();
    let changed = format!("{bot}\n");
    for (declared, bot, named) in [
        ("memory_mib = 4097\nenvironment = { LEVEL = \"secret-1\" }", &bot, "4097"),
        ("memory_mib = 4096\nenvironment = { LEVEL = \"secret-2\" }", &bot, "environment"),
        (first, &changed, "v.py"),
    ] {
        set(declared, bot);
        let refused = tournament("pig", &["random", "v"], &out, &again);
        assert_eq!(refused.code, 2, "{named}: {}", refused.stderr);
        assert!(refused.stderr.contains(named), "{named}: {}", refused.stderr);
        assert!(!refused.stderr.contains("secret"), "{}", refused.stderr);
    }
    set(first, &bot);
    let resumed = tournament("pig", &["random", "v"], &out, &again);
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
}

/// The processes that work in a folder, on Linux.
fn working_in(folder: &Path) -> Vec<PathBuf> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten().map(|of| of.path());
    let works = |of: &PathBuf| fs::read_link(of.join("cwd")).is_ok_and(|cwd| cwd == folder);
    processes.filter(works).collect()
}

/// Waits until no process works in a folder.
fn nothing_is_left(folder: &Path) {
    let begun = Instant::now();
    while !working_in(folder).is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", working_in(folder));
        thread::sleep(Duration::from_millis(20));
    }
}
