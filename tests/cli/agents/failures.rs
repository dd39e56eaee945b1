//! Every way in which a program misbehaves.

use super::*;

/// The word that programs get, and the ways in which they misbehave; `-` where it is no failure.
const MODES: &str = "\
start exits-at-start silent-at-hello protocol-2 refuses refuses-falsely perhaps-deterministic another-game
timeout sleeps-in-new sleeps-in-decide answers-late no-newline reads-no-more
crash exits-in-decide dies-by-signal closes-stdout allocates leaves-a-session
illegal illegal blank long-action
malformed no-json json-list id-before two-answers answers-unasked long-line endless-blank-lines
malformed half-utf-8 nan resigns-falsely resigns-silently
- much-stderr ignores-sigterm grandchild opens-files differs nulls";

/// The file of a program that misbehaves so, which works in this folder.
fn misbehaving(folder: &Path, words: &[&str], more: &str) -> PathBuf {
    let words: String = words.iter().map(|word| format!(", {word:?}")).collect();
    let file = folder.join("bots.toml");
    let command = format!("[\"python3\", {SCRIPT:?}{words}]");
    fs::write(&file, format!("[[external]]\nid = \"bad\"\ncommand = {command}\n{more}\n")).unwrap();
    file
}

#[test]
fn whatever_a_program_does_gets_its_word_and_leaves_nothing() {
    let modes = MODES.lines().flat_map(|line| {
        let (word, modes) = line.split_once(' ').unwrap();
        modes.split(' ').map(move |mode| (mode, word.trim_matches('-')))
    });
    let next = std::sync::Mutex::new(modes);
    let take = || next.lock().unwrap().next();
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                while let Some((mode, word)) = take() {
                    misbehaves(mode, word);
                }
            });
        }
    });
}

fn misbehaves(mode: &str, word: &str) {
    let place = folder();
    let out = place.path().join("out");
    let games = if mode == "differs" { "150" } else { "1" };
    // On a busy machine, even a good answer takes a while.
    let time = if word == "timeout" { "300ms" } else { "10s" };
    let memory = if mode == "allocates" { "memory_mib = 512" } else { "" };
    let bots = misbehaving(place.path(), &[mode], &format!("time = \"move {time}\"\n{memory}"));
    let more = ["-n", games, "--failures", "100%", "--external", bots.to_str().unwrap()];
    let played = tournament("pig", &["hold-20", "bad"], &out, &more);
    nothing_is_left(place.path());
    if word == "start" {
        let end = "bad: stopped after 1 failure (start 1)\n";
        assert!(played.stderr.ends_with(end), "{mode}: {}", played.stderr);
        assert_eq!(played.code, 8, "{mode}");
        let why = match mode {
            "refuses-falsely" => "\"refuse\" is false, and not a text with the reason",
            "perhaps-deterministic" => "\"deterministic\" is \"perhaps\", and not true or false",
            _ => "bad: start: ",
        };
        assert!(played.stderr.contains(why), "{mode}: {}", played.stderr);
        assert!(!out.exists(), "{mode}: nothing is played");
        return;
    }
    assert_eq!(played.code, 0, "{mode}: {}", played.stderr);
    let failures = if word.is_empty() { 0 } else { 2 };
    let log = fs::read_to_string(out.join("externals.log")).unwrap();
    assert_eq!(counted(&out, "bad", "failures"), failures, "{mode}: {log}");
    assert_eq!(log.lines().count() as u64, failures, "{mode}: {log}");
    if !word.is_empty() {
        assert_eq!(counted(&out, "bad", word), 2, "{mode}: {log}");
        assert!(log.lines().all(|line| line.contains(&format!("\"word\":\"{word}\""))), "{log}");
    }
    if mode.starts_with("resigns") {
        assert!(log.contains("and not a text with the reason"), "{log}");
    }
    // A long action is named in few words.
    if word == "illegal" {
        let short = |line: &str| line.contains("\"why_not\":\"") && line.len() < 4_000;
        assert!(log.lines().all(short), "{mode}: {log}");
    }
    if mode == "exits-in-decide" {
        assert!(log.contains("exit code 3") && log.contains("I have had enough"), "{log}");
    }
    let repeats = manifest(&out)["entries"][0]["tournament"].get("reproducible").is_none();
    assert_eq!(repeats, mode != "differs" && word != "timeout", "{mode}");
}

#[test]
fn a_program_that_fails_too_often_ends_the_run() {
    let place = folder();
    let (out, bots) = (place.path().join("out"), misbehaving(place.path(), &["illegal"], ""));
    let bots = ["--external", bots.to_str().unwrap(), "--threads", "1"];
    for (failures, limit, said) in [
        ("1%", "more than 1 % of its 100", "bad: stopped after 2 failures (illegal 2)\n"),
        ("100%", "more than 10 games", "bad: stopped after 11 failures (illegal 11)\n"),
    ] {
        let more = [&["-n", "50", "--failures", failures][..], &bots].concat();
        let played = tournament("pig", &["hold-20", "bad"], &out, &more);
        assert!(played.stderr.ends_with(said), "{}", played.stderr);
        assert!(played.stderr.contains(limit), "{}", played.stderr);
        assert_eq!(played.code, 8);
        nothing_is_left(place.path());
        fs::remove_dir_all(&out).unwrap();
    }
}

/// A program ends with its guard, whatever ends that.
#[test]
#[cfg(target_os = "linux")]
fn a_guard_that_is_killed_leaves_no_program() {
    let place = folder();
    let time = "time = \"move 60s\"";
    let (out, bots) =
        (place.path().join("out"), misbehaving(place.path(), &["sleeps-in-decide"], time));
    let more = ["-n", "1", "--threads", "1", "--external", bots.to_str().unwrap()];
    thread::scope(|scope| {
        let run = scope.spawn(|| tournament("pig", &["hold-20", "bad"], &out, &more));
        let begun = Instant::now();
        let has = |of: &PathBuf, word: &str| {
            let line = fs::read(of.join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).contains(word)
        };
        // The guard starts itself again, and that becomes the program.
        let is_guard = |of: &PathBuf| has(of, "agent-guard");
        let plays = |of: &PathBuf| has(of, SCRIPT) && !is_guard(of);
        while !working_in(place.path()).iter().any(plays) {
            assert!(begun.elapsed() < Duration::from_secs(60), "nothing is played");
            thread::sleep(Duration::from_millis(5));
        }
        for guard in working_in(place.path()).into_iter().filter(is_guard) {
            let mut kill = std::process::Command::new("kill");
            let killed = kill.arg("-9").arg(guard.file_name().unwrap()).status();
            assert!(killed.unwrap().success());
        }
        nothing_is_left(place.path());
        let run = run.join().unwrap();
        assert_eq!(run.code, 8, "{}", run.stderr);
        assert!(run.stderr.contains("its guard was ended by signal 9"), "{}", run.stderr);
    });
}

/// What cannot be used is named before anything is played, with what to do instead.
#[test]
#[cfg(target_os = "linux")]
fn folders_and_files_that_are_missing_are_named() {
    let place = folder();
    let at = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    let bots = misbehaving(place.path(), &["nulls"], "");
    let [missing, file, place_of] = [at("missing/games"), at("bots.toml"), at("")];
    for (flags, said) in [
        (["--keep-games", missing.as_str()], "create the folder that is missing"),
        (["--keep-games", place_of.as_str()], "it is a folder: name a file"),
        (["--log", file.as_str()], "name a folder, and not a file"),
        (["--keep-failed", file.as_str()], "name a folder, and not a file"),
    ] {
        let more = [&["-n", "1", "--external", bots.to_str().unwrap()][..], &flags].concat();
        let played = tournament("pig", &["hold-20", "bad"], &place.path().join("out"), &more);
        assert_eq!(played.code, 2, "{flags:?}: {}", played.stderr);
        assert!(played.stderr.contains(said), "{flags:?}: {}", played.stderr);
    }
    let bots = misbehaving(place.path(), &["nulls"], "folder = \"nowhere\"");
    let more = ["-n", "1", "--external", bots.to_str().unwrap()];
    let played = tournament("pig", &["hold-20", "bad"], &place.path().join("out"), &more);
    assert_eq!(played.code, 8, "{}", played.stderr);
    let said = format!("its folder {} does not exist", at("nowhere"));
    assert!(played.stderr.contains(&said), "{}", played.stderr);
}

#[test]
fn a_margin_forgives_what_comes_a_little_late() {
    let place = folder();
    let time = "time = \"move 20ms\"\nmargin_ms = 60000\n";
    let bots = misbehaving(place.path(), &["slow"], time);
    let out = place.path().join("out");
    let more = ["-n", "1", "--external", bots.to_str().unwrap()];
    let played = tournament("pig", &["hold-20", "bad"], &out, &more);
    assert_eq!(played.code, 0, "{}", played.stderr);
    assert_eq!((counted(&out, "bad", "failures"), counted(&out, "bad", "margin_ms")), (0, 60_000));
    assert_eq!(counted(&out, "bad", "above_half"), counted(&out, "bad", "decisions"));
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_kept_is_said_and_the_games_are_not_lost() {
    let place = folder();
    let (out, bots) = (place.path().join("out"), misbehaving(place.path(), &["nulls"], ""));
    let bots = bots.to_str().unwrap();
    let full = ["-n", "500", "--external", bots, "--keep-games", "/dev/full"];
    let played = tournament("pig", &["hold-20", "bad"], &place.path().join("long"), &full);
    assert_eq!(played.code, 2);
    // The run ends when the first game is lost to the file, and not with the last one.
    for said in ["cannot write /dev/full", "of 1,000 games are saved; continue with"] {
        assert!(played.stderr.contains(said), "{}", played.stderr);
    }
    misbehaving(place.path(), &["illegal"], "");
    let full = ["-n", "2", "--external", bots, "--keep-games", "/dev/full"];
    let played = tournament("pig", &["hold-20", "bad"], &place.path().join("often"), &full);
    assert_eq!(played.code, 8, "{}", played.stderr);
    for said in ["cannot write /dev/full", "bad: stopped after "] {
        assert!(played.stderr.contains(said), "{}", played.stderr);
    }
    let more = ["-n", "2", "--failures", "100%", "--external", bots, "--keep-games"];
    let full = [&more[..], &["/dev/full"]].concat();
    let played = tournament("pig", &["hold-20", "bad"], &out, &full);
    assert_eq!((played.code, out.join("standings.csv").exists()), (2, false));
    let kept = place.path().join("games.jsonl");
    let again = [&more[..], &[kept.to_str().unwrap(), "--resume"]].concat();
    let played = tournament("pig", &["hold-20", "bad"], &out, &again);
    assert_eq!(played.code, 0, "{}", played.stderr);
    assert_eq!(counted(&out, "bad", "illegal"), 4);
}

/// Where all games of a player are forfeits, what ranks has no value, and its columns stay.
#[test]
fn a_player_that_only_forfeits_is_the_last_one() {
    let place = folder();
    let (out, bots) = (place.path().join("out"), place.path().join("bots.toml"));
    let bot = "import json,sys\nfor line in sys.stdin:\n q=json.loads(line)\n if 'id' in q:\n  \
               print(json.dumps({'id':q['id'],'protocol':1,'name':'No','games':['tute'],\
               'ready':True,'resign':'no'}),flush=True)\n";
    fs::write(place.path().join("no.py"), bot).unwrap();
    fs::write(&bots, "[[external]]\nid = \"no\"\ncommand = [\"python3\", \"no.py\"]\n").unwrap();
    let more = ["-n", "1", "--external", bots.to_str().unwrap()];
    let played = tournament("tute", &["no,medium,random"], &out, &more);
    assert_eq!(played.code, 0, "{}", played.stderr);
    // Where two of its kind sit at a table, the first ends the game.
    let [games, resigned] = ["games", "resigned"].map(|column| counted(&out, "no", column));
    let said = format!("no gave up {resigned} of {games} games.");
    assert!(resigned > 0 && played.stdout.contains(&said), "{}", played.stdout);
    let standings = fs::read_to_string(out.join("standings.csv")).unwrap();
    let rows: Vec<&str> = standings.lines().skip(1).collect();
    assert!(rows[2].starts_with("3,no,"), "{standings}");
    assert!(rows.iter().all(|row| row.contains(",porotos,")), "{standings}");
}

/// What is thrown at a long tournament: no game, process or file is lost.
#[test]
#[ignore = "100,000 games take some minutes"]
fn a_program_that_crashes_now_and_then_loses_no_game() {
    let place = folder();
    let out = place.path().join("out");
    // About one of a hundred games, of some 40 decisions each.
    let bots = misbehaving(place.path(), &["crashes-sometimes", "0.00025"], "");
    let more = ["-n", "50000", "--failures", "5%", "--external", bots.to_str().unwrap()];
    let played = tournament("pig", &["hold-20", "bad"], &out, &more);
    assert_eq!(played.code, 0, "{}", played.stderr);
    nothing_is_left(place.path());
    assert_eq!(counted(&out, "bad", "games"), 100_000);
    let crashes = counted(&out, "bad", "crash");
    assert!((200..3_000).contains(&crashes), "{crashes}");
    assert_eq!(counted(&out, "bad", "failures"), crashes);
}
