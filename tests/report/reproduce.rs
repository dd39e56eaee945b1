//! `rivals reproduce`: the same as the commands it stands for, and its check.

use std::fs;
use std::path::Path;

use crate::folder::{done, run};

/// A small tournament, and rules that are the built-in ones.
fn configs(folder: &Path) -> String {
    let configs = folder.join("configs");
    fs::create_dir_all(configs.join("personalities")).unwrap();
    for name in [
        "dragon_slayer.toml",
        "personalities/abel.toml",
        "personalities/daniel.toml",
    ] {
        fs::copy(Path::new("configs").join(name), configs.join(name)).unwrap();
    }
    let tournament = "players = 2\ngames = 50\nseed = 3\npersonalities = \"personalities\"\n\
                      baselines = [\"hold-6\"]\nrules = \"dragon_slayer.toml\"\n";
    fs::write(configs.join("tournament.toml"), tournament).unwrap();
    configs.to_str().unwrap().to_owned()
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn everything_is_made_and_checked() {
    let place = tempfile::tempdir().unwrap();
    let configs = configs(place.path());
    let out = place.path().join("results");
    let args = [
        "reproduce",
        "--configs",
        &configs,
        "--out",
        out.to_str().unwrap(),
        "--quiet",
    ];
    let said = done(&args);
    assert!(said.contains("Wrote 19 files"), "{said}");
    assert!(!out.join(".reproduce").exists());

    // The same bytes as the command alone, and again.
    let alone = place.path().join("alone");
    let config = format!("{configs}/tournament.toml");
    let path = alone.to_str().unwrap();
    done(&["tournament", "--config", &config, "--out", path, "--quiet"]);
    for name in [
        "pairings.csv",
        "standings.csv",
        "manifest.json",
        "risk_curves.csv",
    ] {
        assert_eq!(
            text(&alone.join(name)),
            text(&out.join("tournament").join(name)),
            "{name}"
        );
    }
    let check = [&args[..], &["--check"]].concat();
    assert!(done(&check).contains("All 19 files"));
    assert!(done(&args).contains("Wrote 19 files"));

    // What differs, is missing or strange is named.
    fs::remove_file(out.join("stops.csv")).unwrap();
    fs::write(out.join("strange.csv"), "x\n").unwrap();
    fs::write(out.join("README.md"), "mine\n").unwrap();
    let odds = text(&out.join("odds.csv")).replacen("blue,1,1", "blue,1,9", 1);
    fs::write(out.join("odds.csv"), odds).unwrap();
    let output = run(&check);
    assert_eq!(output.status.code(), Some(5));
    let said = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = said
        .lines()
        .map(|line| line.rsplit('/').next().unwrap())
        .collect();
    assert_eq!(
        lines,
        [
            "odds.csv differs from line 3 on",
            "stops.csv is missing",
            "strange.csv is not among the results"
        ]
    );
    // It wrote nothing.
    assert!(!out.join("stops.csv").exists());
}

/// A tournament that somebody played there is not lost.
#[test]
fn anothers_journal_is_not_replaced() {
    let place = tempfile::tempdir().unwrap();
    let configs = configs(place.path());
    let out = place.path().join("results");
    let own = out.join("tournament");
    let games = [
        "--roster",
        "hold-6,greedy",
        "--games",
        "7",
        "--quiet",
        "--out",
    ];
    done(&[&["tournament"][..], &games, &[own.to_str().unwrap()]].concat());
    let before = fs::read(own.join("tournament.journal")).unwrap();
    let output = run(&[
        "reproduce",
        "--configs",
        &configs,
        "--out",
        out.to_str().unwrap(),
        "--quiet",
    ]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read(own.join("tournament.journal")).unwrap(), before);
    assert!(!out.join("odds.csv").exists());
}

#[test]
fn bad_words_are_refused() {
    for args in [
        &["reproduce", "--threads", "none", "--out"][..],
        &["reproduce", "--configs", "/dev/null", "--out"],
    ] {
        let place = tempfile::tempdir().unwrap();
        let out = place.path().join("results");
        let output = run(&[args, &[out.to_str().unwrap()]].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!out.join("odds.csv").exists());
    }
}

/// What would end as mixed results is refused before anything is played.
#[test]
fn two_rule_files_are_refused() {
    let place = tempfile::tempdir().unwrap();
    let configs = configs(place.path());
    let rules = Path::new(&configs).join("dragon_slayer.toml");
    fs::copy(&rules, Path::new(&configs).join("other.toml")).unwrap();
    fs::write(&rules, text(&rules).replace("target = 40", "target = 30")).unwrap();
    let tournament = Path::new(&configs).join("tournament.toml");
    let named = text(&tournament).replace("dragon_slayer.toml", "other.toml");
    fs::write(&tournament, named).unwrap();
    let out = place.path().join("results");
    let output = run(&[
        "reproduce",
        "--configs",
        &configs,
        "--out",
        out.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("are not the same"), "{error}");
    assert!(!out.exists());
}

/// Results follow their configurations: new games, and dragons of other names.
#[test]
fn configurations_may_change() {
    let place = tempfile::tempdir().unwrap();
    let configs = configs(place.path());
    let out = place.path().join("results");
    let args = [
        "reproduce",
        "--configs",
        &configs,
        "--out",
        out.to_str().unwrap(),
        "--quiet",
    ];
    done(&args);
    let before = text(&out.join("tournament/pairings.csv"));
    let tournament = Path::new(&configs).join("tournament.toml");
    fs::write(
        &tournament,
        text(&tournament).replace("games = 50", "games = 60"),
    )
    .unwrap();
    let rules = Path::new(&configs).join("dragon_slayer.toml");
    fs::write(&rules, text(&rules).replace("\"red\"", "\"black\"")).unwrap();
    done(&args);
    assert_ne!(text(&out.join("tournament/pairings.csv")), before);
    assert!(text(&out.join("odds_infer.csv")).contains("black"));
    let report = text(&out.join("report.md"));
    assert!(report.contains("inferred from a file of rates"), "{report}");

    fs::write(
        &tournament,
        text(&tournament).replace("players = 2", "players = 3"),
    )
    .unwrap();
    let output = run(&args);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("3 players at a table"), "{error}");
    assert!(!out.join(".reproduce").exists());
}
