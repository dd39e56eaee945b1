//! The file protocol of BattleTech as a user runs it: `rivals sbt` and its referee.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
#[cfg(unix)]
use std::time::Instant;

use crate::program::{Finished, done, folder, names, rivals, run};

const PROGRAM: &str = env!("CARGO_BIN_EXE_rivals");

/// The ways to move.
const MODES: [&str; 3] = ["Andar\n", "Correr\n", "Saltar\n"];

/// The game that the referee lets two agents play through files.
fn refereed(agents: [&str; 2], setup: &str, seed: &str, files: &Path) -> Finished {
    let [first, second] = agents.map(|agent| format!("{PROGRAM} sbt --agent {agent}"));
    let files = files.to_str().unwrap();
    run(&["sbt", "referee", &first, &second, "--setup", setup, "--seed", seed, "--folder", files])
}

/// The game of two agents without files.
fn engine(agents: [&str; 2], setup: &str, seed: &str) -> String {
    let mut child = rivals(&["engine", "battletech"]);
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let [first, second] = agents;
    let ask = format!(
        r#"{{"ask":"play","agents":["{first}","{second}"],"setup":"{setup}","seed":{seed}}}"#
    );
    writeln!(child.stdin.take().unwrap(), "{ask}").unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn a_game_through_files_is_that_of_the_engine() {
    let place = folder();
    let game = ["seed", "still"];
    let played = refereed(game, "duel", "7", place.path());
    assert_eq!((played.code, &*played.stderr), (0, ""));
    assert_eq!(played.stdout, engine(game, "duel", "7"));
    let files = names(place.path());
    assert_eq!(files.iter().filter(|name| name.ends_with(".sbt")).count(), files.len());
    assert!(files.len() == 16 && files.contains(&"accionJ1.sbt".to_owned()), "{files:?}");
}

/// Agents that draw have the same dice both ways. A file commits before the roll to stand up, and
/// cannot say that heat sinks stay as they are.
#[test]
fn draws_are_those_of_the_engine() {
    let place = folder();
    let game = ["random", "random"];
    let moves = |text: &str| -> Vec<String> {
        let played: serde_json::Value = serde_json::from_str(text).unwrap();
        let moves = played["moves"].as_array().unwrap().iter();
        let moves = moves.map(|action| action.as_str().unwrap().to_owned());
        let moves = moves.take_while(|action| !action.starts_with("stand"));
        moves.filter(|action| !action.starts_with("sinks")).collect()
    };
    let setup = "wooded:JR7-D,JR7-D:turns=7";
    let played = moves(&refereed(game, setup, "16", place.path()).stdout);
    assert!(played.len() > 20, "{played:?}");
    assert_eq!(played, moves(&engine(game, setup, "16")));
}

#[test]
fn random_games_end() {
    let place = folder();
    let played = refereed(["random", "random"], "wooded:GRF-1N,JR7-D:turns=6", "1", place.path());
    assert_eq!((played.code, &*played.stderr), (0, ""));
    assert!(played.stdout.contains("\"winners\""), "{}", played.stdout);
}

#[test]
fn programs_that_do_not_answer_stand_still() {
    let quiet = ["sbt", "referee", "true", "true", "--setup", "open:AS7-D,AS7-D:turns=1"];
    let played = done(&quiet);
    assert!(played.contains(r#""stay","stay","torso:centre","torso:centre","done""#), "{played}");
    let missing = run(&["sbt", "referee", "no-such-program", "true"]);
    assert_eq!(missing.code, 2);
    assert!(missing.stderr.contains("cannot start no-such-program"), "{}", missing.stderr);
    let few = run(&["sbt", "referee", "true", "true", "--setup", "open:AS7-D,AS7-D,AS7-D"]);
    assert!(few.stderr.contains("has more mechs"), "{}", few.stderr);
}

/// A program that takes more than 10 seconds is ended, with what it has started.
#[cfg(unix)]
#[test]
fn programs_that_take_too_long_stand_still() {
    use std::os::unix::fs::PermissionsExt;
    let place = folder();
    let slow = place.path().join("slow");
    let script = "#!/bin/sh\necho Inmovil > accionJ$1.sbt\n[ $2 != Movimiento ] || sleep 60\n";
    fs::write(&slow, script).unwrap();
    fs::set_permissions(&slow, fs::Permissions::from_mode(0o755)).unwrap();
    let slow = slow.to_str().unwrap();
    let begun = Instant::now();
    let played = run(&["sbt", "referee", slow, "true", "--setup", "open:AS7-D,AS7-D:turns=1"]);
    assert!((10..40).contains(&begun.elapsed().as_secs()), "{:?}", begun.elapsed());
    assert_eq!(played.code, 0);
    let late = "seat 1, turn 1, Movimiento: no answer in 10 seconds\n";
    assert!(played.stderr.contains(late), "{}", played.stderr);
    assert!(played.stdout.contains(r#""stay","stay","torso:centre","torso:centre","done""#));
}

#[test]
fn a_broken_file_is_named_and_answered() {
    let place = folder();
    assert_eq!(refereed(["seed", "seed"], "open:GRF-1N,GRF-1N:turns=1", "3", place.path()).code, 0);
    let files = place.path().to_str().unwrap();
    let answer = |phase: &str| {
        let finished = run(&["sbt", "0", phase, "--folder", files]);
        (finished, fs::read_to_string(place.path().join("accionJ0.sbt")).unwrap())
    };
    let (finished, text) = answer("Movimiento");
    assert_eq!((finished.code, &*finished.stderr), (0, ""));
    assert!(MODES.iter().any(|mode| text.starts_with(mode)), "{text}");
    // Swamp, and smoke of no fire: line 5 of the map is the terrain of 0101, line 10 its smoke. A
    // bunker: line 26 is what stands on 0102, line 27 its construction factor.
    let map = place.path().join("mapaJ0.sbt");
    let whole = fs::read_to_string(&map).unwrap();
    let mut lines: Vec<&str> = whole.lines().collect();
    (lines[4], lines[9], lines[25], lines[26]) = ("3", "True", "7", "40");
    fs::write(&map, lines.join("\r\n")).unwrap();
    let (finished, _) = answer("Movimiento");
    assert_eq!(finished.code, 0);
    assert_eq!(
        finished.stderr,
        "note: smoke without a fire is taken for heavy woods\n\
         note: swamp below something else is left out\n\
         note: bunkers are taken for buildings\n"
    );
    lines[4] = "?";
    fs::write(&map, lines.join("\n")).unwrap();
    for (phase, idle) in [
        ("Movimiento", "Inmovil\n"),
        ("Reaccion", "Igual\n"),
        ("AtaqueArmas", "False\n0000\n0\n"),
        ("AtaqueFisico", "0\n"),
        ("FinalTurno", "0\n0\nFalse\n0\n"),
    ] {
        let (finished, text) = answer(phase);
        assert_eq!((finished.code, &*text), (2, idle));
        assert!(finished.stderr.contains("mapaJ0.sbt:5"), "{}", finished.stderr);
    }
    fs::remove_file(&map).unwrap();
    let (finished, text) = answer("Reaccion");
    assert_eq!((finished.code, &*text), (2, "Igual\n"));
    assert!(finished.stderr.contains("mapaJ0.sbt: the file is missing"), "{}", finished.stderr);
}
