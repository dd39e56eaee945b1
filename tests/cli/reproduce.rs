//! `rivals reproduce` writes the same files as the commands that it runs, and `--check`
//! compares them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::program::{Finished, done, rivals, run};

/// A folder of configurations: a small tournament, and rules of short games.
fn configs(folder: &Path) -> String {
    let configs = folder.join("configs");
    fs::create_dir_all(configs.join("personalities")).unwrap();
    for name in ["dragon_slayer.toml", "personalities/abel.toml", "personalities/daniel.toml"] {
        fs::copy(Path::new("configs").join(name), configs.join(name)).unwrap();
    }
    let rules = configs.join("dragon_slayer.toml");
    let short = text(&rules).replace("target = 40", "target = 12");
    assert!(short.contains("target = 12"));
    fs::write(&rules, short).unwrap();
    let tournament = "players = 2\ngames = 50\nseed = 3\npersonalities = \"personalities\"\n\
                      agents = [\"hold-6\"]\nrules = \"dragon_slayer.toml\"\n";
    fs::write(configs.join("tournament.toml"), tournament).unwrap();
    configs.to_str().unwrap().to_owned()
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn all_results_are_written_and_checked() {
    let place = tempfile::tempdir().unwrap();
    let configs = configs(place.path());
    let out = place.path().join("results");
    let args = ["reproduce", "--configs", &configs, "--out", out.to_str().unwrap(), "--quiet"];
    let said = done(&args);
    assert!(said.contains("Wrote 21 files"), "{said}");
    assert!(!out.join(".reproduce").exists());
    // The entry lists every file except the manifest that it is in.
    let manifest: Value = serde_json::from_str(&text(&out.join("manifest.json"))).unwrap();
    let mut entries = manifest["entries"].as_array().unwrap().iter();
    let entry = entries.find(|entry| entry["command"] == "reproduce");
    let files = entry.unwrap()["files"].as_array().unwrap();
    assert_eq!(files.len(), 20);
    for listed in files {
        let name = listed["file"].as_str().unwrap();
        let bytes = fs::read(out.join(name)).unwrap();
        let hash: String =
            (Sha256::digest(&bytes).iter()).map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(listed["sha256"], hash, "{name}");
        let rows = csv::Reader::from_reader(&bytes[..]).records().count();
        let rows = name.ends_with(".csv").then_some(rows);
        assert_eq!(listed.get("rows").cloned(), rows.map(Value::from), "{name}");
    }

    // The command alone writes the same bytes, and so does a second run.
    let alone = place.path().join("alone");
    let config = format!("{configs}/tournament.toml");
    let path = alone.to_str().unwrap();
    done(&["tournament", "--config", &config, "--out", path, "--quiet"]);
    for name in ["pairings.csv", "standings.csv", "manifest.json", "risk_curves.csv"] {
        assert_eq!(text(&alone.join(name)), text(&out.join("tournament").join(name)), "{name}");
    }
    let check = [&args[..], &["--check"]].concat();
    assert!(done(&check).contains("All 21 files"));
    assert!(done(&args).contains("Wrote 21 files"));

    // Files that differ, are missing or do not belong there are named.
    fs::remove_file(out.join("stops.csv")).unwrap();
    fs::write(out.join("strange.csv"), "x\n").unwrap();
    fs::write(out.join("README.md"), "mine\n").unwrap();
    let odds = text(&out.join("odds.csv")).replacen("blue,1,1", "blue,1,9", 1);
    fs::write(out.join("odds.csv"), odds).unwrap();
    let output = run(&check);
    assert_eq!(output.code, 5);
    let said = output.stdout;
    let lines: Vec<&str> = said.lines().map(|line| line.rsplit('/').next().unwrap()).collect();
    assert_eq!(
        lines,
        [
            "dragon_slayer.toml (not the built-in ones)",
            "",
            "odds.csv differs from line 3 on",
            "stops.csv is missing",
            "strange.csv is not a file that the program writes"
        ]
    );
    // The check wrote nothing.
    assert!(!out.join("stops.csv").exists());
    // A changed file counts as the user's and is not replaced.
    let mine = text(&out.join("odds.csv"));
    let output = run(&args);
    assert_eq!(output.code, 2);
    let error = output.stderr;
    assert!(error.contains("odds.csv") && error.contains("--out"), "{error}");
    assert!(!error.contains("values.csv"), "{error}");
    assert_eq!(text(&out.join("odds.csv")), mine);
}

/// The journal of another tournament in the folder is not lost.
#[test]
fn the_journal_of_another_tournament_is_not_replaced() {
    let place = tempfile::tempdir().unwrap();
    let configs = configs(place.path());
    let out = place.path().join("results");
    let own = out.join("tournament");
    let games = ["--roster", "hold-6,greedy", "--games", "7", "--quiet", "--out"];
    done(&[&["tournament"][..], &games, &[own.to_str().unwrap()]].concat());
    let before = fs::read(own.join("tournament.journal")).unwrap();
    let output =
        run(&["reproduce", "--configs", &configs, "--out", out.to_str().unwrap(), "--quiet"]);
    assert_eq!(output.code, 2);
    assert_eq!(fs::read(own.join("tournament.journal")).unwrap(), before);
    assert!(!out.join("odds.csv").exists());
}

/// The error message of a refused run, without line breaks. Checks that the folder is
/// unchanged.
fn refused(configs: &str, out: &Path) -> String {
    let before = tree(out);
    let output =
        run(&["reproduce", "--configs", configs, "--out", out.to_str().unwrap(), "--quiet"]);
    let error = output.stderr;
    assert_eq!(output.code, 2, "{error}");
    assert_eq!(tree(out), before);
    let words = error.split_whitespace().filter(|word| *word != "│");
    words.collect::<Vec<_>>().join(" ")
}

/// Every file below a folder with its bytes.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(tree(&path));
        } else {
            found.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    found
}

/// Plays a small tournament of the user's own.
fn play(out: &Path, more: &[&str]) {
    let games = ["tournament", "--roster", "hold-6,hold-9", "--games", "7", "--quiet"];
    done(&[&games[..], more, &["--out", out.to_str().unwrap()]].concat());
}

/// The user's own results are neither replaced nor mixed with others.
#[test]
fn results_of_the_user_are_not_replaced() {
    let place = tempfile::tempdir().unwrap();
    let configs = configs(place.path());
    // A tournament in the folder itself, whose manifest has the same name.
    let own = place.path().join("own");
    play(&own, &[]);
    let said = refused(&configs, &own);
    assert!(said.contains("manifest.json (its entry of `rivals tournament`)"), "{said}");
    assert!(said.contains("choose another folder with --out"), "{said}");
    // A merged tournament in its place.
    let (part, merged) = (place.path().join("part"), place.path().join("merged"));
    play(&part, &["--shard", "1/1"]);
    let (part, whole) = (part.to_str().unwrap(), merged.join("tournament"));
    done(&["merge", part, "--out", whole.to_str().unwrap(), "--quiet"]);
    let said = refused(&configs, &merged);
    assert!(said.contains("tournament/tournament.journal"), "{said}");
    // Odds with other settings.
    let odds = place.path().join("odds");
    done(&["odds", "--trials", "99", "--quiet", "--out", odds.to_str().unwrap()]);
    let said = refused(&configs, &odds);
    assert!(said.contains("odds.csv") && said.contains("`rivals odds`"), "{said}");
}

/// The games of an interrupted run are continued or left unchanged, even if they are damaged.
#[test]
fn interrupted_games_are_never_deleted() {
    let place = tempfile::tempdir().unwrap();
    let configs = configs(place.path());
    let out = place.path().join("results");
    let growing = out.join(".reproduce");
    let games = growing.join("tournament");
    play(&games, &[]);
    let said = refused(&configs, &out);
    assert!(said.contains("with other settings: "), "{said}");
    assert!(said.contains("seed 2019 -> 3"), "{said}");
    assert!(said.contains("delete"), "{said}");
    // A journal that cannot be read.
    let journal = games.join("tournament.journal");
    fs::write(&journal, "00000000 {}\nmore\n").unwrap();
    assert!(refused(&configs, &out).contains("is not a journal"));
    fs::remove_file(&journal).unwrap();
    fs::create_dir(&journal).unwrap();
    assert!(refused(&configs, &out).contains("it is not a file"));
}

/// An interrupted check says that its games are not kept, and leaves no files behind.
#[cfg(unix)]
#[test]
fn an_interrupted_check_promises_nothing() {
    use std::process::{Command, Stdio};

    let place = tempfile::tempdir().unwrap();
    let configs = configs(place.path());
    let tournament = Path::new(&configs).join("tournament.toml");
    let many = text(&tournament).replace("games = 50", "games = 1000000000");
    fs::write(&tournament, many).unwrap();
    let temporary = place.path().join("tmp");
    fs::create_dir(&temporary).unwrap();
    let out = place.path().join("results");
    fs::create_dir(&out).unwrap();
    fs::write(out.join("odds.csv"), "old").unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_rivals"))
        .args(["reproduce", "--check", "--configs", &configs, "--out"])
        .arg(&out)
        .env("TMPDIR", &temporary)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Once there is a journal, the program handles signals.
    let has_journal = || {
        // Files appear and disappear meanwhile, so only their names are read.
        let folders = fs::read_dir(&temporary).unwrap().flatten();
        folders
            .map(|folder| folder.path().join("tournament/tournament.journal"))
            .any(|journal| journal.exists())
    };
    while !has_journal() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(4), "{error}");
    assert!(error.contains("these games are not kept"), "{error}");
    assert!(!error.contains("continue with"), "{error}");
    assert!(tree(&temporary).is_empty() && tree(&out).len() == 1);
}

#[test]
fn wrong_arguments_are_refused() {
    for args in [
        &["reproduce", "--threads", "none", "--out"][..],
        &["reproduce", "--configs", "/dev/null", "--out"],
        // It says so before it computes anything.
        &["reproduce", "--check", "--out"],
    ] {
        let place = tempfile::tempdir().unwrap();
        let out = place.path().join("results");
        let output = run(&[args, &[out.to_str().unwrap()]].concat());
        assert_eq!(output.code, 2, "{args:?}");
        assert!(!out.join("odds.csv").exists());
    }
}

/// The steps are commands of the program, to which such a folder could be a flag.
#[test]
fn a_folder_may_begin_with_a_hyphen() {
    let place = tempfile::tempdir().unwrap();
    fs::create_dir(place.path().join("-x")).unwrap();
    fs::write(place.path().join("-x/odds.csv"), "mine").unwrap();
    let mut command = rivals(&["reproduce", "--out=-x"]);
    let output = Finished::of(command.current_dir(place.path()));
    assert_eq!(output.code, 2, "{}", output.stderr);
    assert!(output.stderr.contains("./-x holds files that `rivals reproduce` did not write"));
}

/// Two different rule files would give mixed results, and are refused before any game.
#[test]
fn two_rule_files_are_refused() {
    let place = tempfile::tempdir().unwrap();
    let configs = configs(place.path());
    let rules = Path::new(&configs).join("dragon_slayer.toml");
    fs::copy(&rules, Path::new(&configs).join("other.toml")).unwrap();
    fs::write(&rules, text(&rules).replace("target = 12", "target = 30")).unwrap();
    let tournament = Path::new(&configs).join("tournament.toml");
    let named = text(&tournament).replace("dragon_slayer.toml", "other.toml");
    fs::write(&tournament, named).unwrap();
    let out = place.path().join("results");
    let output = run(&["reproduce", "--configs", &configs, "--out", out.to_str().unwrap()]);
    assert_eq!(output.code, 2);
    let error = output.stderr;
    assert!(error.contains("contain different rules"), "{error}");
    assert!(!out.exists());
}

/// A changed configuration gives new results: other games, and dragons of other names.
#[test]
fn configurations_may_change() {
    let place = tempfile::tempdir().unwrap();
    let configs = configs(place.path());
    let out = place.path().join("results");
    let args = ["reproduce", "--configs", &configs, "--out", out.to_str().unwrap(), "--quiet"];
    done(&args);
    let before = text(&out.join("tournament/pairings.csv"));
    let tournament = Path::new(&configs).join("tournament.toml");
    fs::write(&tournament, text(&tournament).replace("games = 50", "games = 60")).unwrap();
    let rules = Path::new(&configs).join("dragon_slayer.toml");
    fs::write(&rules, text(&rules).replace("\"red\"", "\"black\"")).unwrap();
    done(&args);
    assert_ne!(text(&out.join("tournament/pairings.csv")), before);
    assert!(text(&out.join("odds_infer.csv")).contains("black"));
    let report = text(&out.join("report.md"));
    assert!(report.contains("inferred from a file of rates"), "{report}");

    fs::write(&tournament, text(&tournament).replace("players = 2", "players = 3")).unwrap();
    let output = run(&args);
    assert_eq!(output.code, 2);
    let error = output.stderr;
    assert!(error.contains("has players = 3"), "{error}");
    assert!(!out.join(".reproduce").exists());
}
