//! The program as a user runs it: `rivals odds` and `rivals odds infer`.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::program::{Finished, folder, names, rivals, run};

const HEADER: &str =
    "dragon,warrior_dice,dice_left,trials,count,estimate,low,high,exact,exact_fraction,z,published";

#[test]
fn the_table_has_nine_rows_and_notes() {
    let finished = run(&["odds", "--trials", "20000"]);
    assert_eq!((finished.code, finished.stderr.as_str()), (0, ""));
    let dragons = ["blue ", "green ", "red "];
    let rows = finished.stdout.lines().filter(|line| {
        let named = dragons.iter().any(|dragon| line.starts_with(dragon));
        named && line.contains('–')
    });
    assert_eq!(rows.count(), 9);
    for expected in ["11/36", "970 s", "30.56", "chi-square 10.3 on 18", "they agree", "seed 2018"]
    {
        assert!(finished.stdout.contains(expected), "{expected}: {}", finished.stdout);
    }
    assert!(!finished.stdout.contains('\u{1b}'), "colours in a pipe");
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    for format in ["csv", "json"] {
        let outputs = ["1", "2", "8"].map(|threads| {
            let args = ["odds", "--trials", "300001", "--threads", threads, "--format", format];
            run(&args).stdout
        });
        assert!(outputs[0].len() > 1_000);
        assert_eq!(outputs[0], outputs[1]);
        assert_eq!(outputs[0], outputs[2]);
    }
    let other = |seed| run(&["odds", "--trials", "1000", "--seed", seed, "--format", "csv"]).stdout;
    assert_ne!(other("1"), other("2"));
}

#[test]
fn csv_rows_add_up() {
    let place = folder();
    let out = place.path().join("new/folder");
    let args = ["odds", "--trials", "70000", "--format", "csv", "--out", out.to_str().unwrap()];
    let finished = run(&args);
    assert_eq!(finished.code, 0);
    assert_eq!(fs::read_to_string(out.join("odds.csv")).unwrap(), finished.stdout);
    assert_eq!(names(&out), ["manifest.json", "odds.csv"]);

    let mut reader = csv::Reader::from_reader(finished.stdout.as_bytes());
    let header: Vec<_> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(header.join(","), HEADER);
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 27);
    let float = |row: &csv::StringRecord, column: usize| row[column].parse::<f64>().unwrap();
    let mut cells = std::collections::BTreeMap::new();
    for row in &rows {
        let (trials, count) = (float(row, 3), float(row, 4));
        assert_eq!(trials, 70_000.0);
        assert_eq!(float(row, 5), count / trials);
        assert!(float(row, 6) <= float(row, 5) && float(row, 5) <= float(row, 7));
        assert!(float(row, 10).abs() < 5.0);
        let (numerator, denominator) = row[9].split_once('/').unwrap();
        let exact = numerator.parse::<f64>().unwrap() / denominator.parse::<f64>().unwrap();
        assert!((exact - float(row, 8)).abs() < 1e-12);
        assert!((float(row, 11) - float(row, 8)).abs() < 0.02);
        let sums: &mut (f64, f64) =
            cells.entry((row[0].to_owned(), row[1].to_owned())).or_default();
        sums.0 += count;
        sums.1 += float(row, 8);
    }
    assert_eq!(cells.len(), 9);
    assert!(cells.values().all(|sums| sums.0 == 70_000.0 && (sums.1 - 1.0).abs() < 1e-12));
}

#[test]
fn json_has_every_cell() {
    let finished = run(&["odds", "--trials", "1000", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_str(&finished.stdout).unwrap();
    let cells = document["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 9);
    assert_eq!(cells[6]["dragon"], "red");
    assert_eq!(cells[6]["win"]["exact_fraction"], "11/36");
    assert_eq!(cells[8]["dice_left"].as_array().unwrap().len(), 4);
    assert_eq!(document["published_fit"]["degrees_of_freedom"], 18);
}

/// Four dragons, four dice: the largest rules there are.
const LARGEST: &str = r#"
target = 60
[warrior]
dice = 4
faces = { axe = 3, shield = 2, flame = 1 }
[[dragon]]
name = "blue"
points = 2
dice = 3
faces = { part = 4, mountain = 2, flame = 0 }
[[dragon]]
name = "white, or \"so\""
points = 1
dice = 1
faces = { part = 6, mountain = 0, flame = 0 }
[[dragon]]
name = "black"
points = 9
dice = 4
faces = { part = 2, mountain = 1, flame = 3 }
[[dragon]]
name = "green"
points = 4
dice = 2
faces = { part = 4, mountain = 1, flame = 1 }
[challenge]
tokens = 2
bonus = 3
declined_share = "1/3"
accepted_factor = 3
"#;

#[test]
fn other_rules() {
    let place = folder();
    let path = place.path().join("rules.toml");
    fs::write(&path, LARGEST).unwrap();
    let path = path.to_str().unwrap();
    let finished = run(&["odds", "--rules", path, "--trials", "50000", "--format", "csv"]);
    assert_eq!((finished.code, finished.stderr.as_str()), (0, ""));
    let rows: Vec<csv::StringRecord> = csv::Reader::from_reader(finished.stdout.as_bytes())
        .records()
        .map(Result::unwrap)
        .collect();
    assert_eq!(rows.len(), 4 * (2 + 3 + 4 + 5));
    assert_eq!(&rows[14][0], "white, or \"so\"");
    // Blue has the thesis's dice, green has one less, and four dice are not in the thesis.
    for row in &rows {
        let published = &row[0] == "blue" && &row[1] != "4";
        assert_eq!(!row[11].is_empty(), published, "{row:?}");
    }
    let table = run(&["odds", "--rules", path, "--trials", "1000"]);
    assert!(table.stdout.contains("4 left"), "{}", table.stdout);
    assert_eq!(table.code, 0);
}

#[test]
fn few_trials_are_no_contradiction() {
    for seed in 0..40 {
        let finished = run(&["odds", "--trials", "1", "--seed", &seed.to_string()]);
        assert_eq!(finished.code, 0, "{}", finished.stderr);
    }
}

#[test]
fn bad_arguments_are_refused_with_code_2() {
    for (args, message) in [
        (vec![], "Usage"),
        (vec!["ods"], "similar subcommand"),
        (vec!["odds", "--trails", "5"], "--trials"),
        (
            vec!["odds", "--trials", "0"],
            "whole number from 1 to 10000000000, such as 1_000, 10k or 1e6",
        ),
        (vec!["odds", "--trials", "99999999999999"], "whole number from 1 to 10000000000"),
        (vec!["odds", "--trials", "-5"], "whole number"),
        (vec!["odds", "--trials", "1e-6"], "whole number"),
        (vec!["odds", "--threads", "0"], "whole number from 1 to 256"),
        (vec!["odds", "--seed", "x"], "whole number from 0"),
        (vec!["odds", "--format", "xml"], "possible values: table, csv, json"),
        (vec!["odds", "--rules", "/no/such/rules.toml"], "cannot read /no/such/rules.toml"),
        (vec!["odds", "--rules", "/"], "cannot read /"),
        (vec!["odds", "--rules", "Cargo.toml"], "Cargo.toml, line"),
        (vec!["odds", "--rules", "README.md"], "README.md, line"),
        (vec!["odds", "--out", "Cargo.toml"], "cannot write to the folder Cargo.toml"),
        (vec!["odds", "--out", "Cargo.toml/below"], "cannot write to the folder"),
        (vec!["odds", "infer", "--frequencies", "/no/such.csv"], "cannot read /no/such.csv"),
        (vec!["odds", "infer", "--frequencies", "Cargo.toml"], "Cargo.toml, line"),
        (vec!["odds", "infer", "--top", "22"], "whole number from 1 to 21"),
        (vec!["odds", "--trials", "5", "infer"], "cannot be used with"),
    ] {
        let finished = run(&args);
        assert_eq!(finished.code, 2, "{args:?}");
        assert_eq!(finished.stdout, "", "{args:?}");
        let words = finished.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(message), "{args:?}: {}", finished.stderr);
    }
}

#[test]
fn a_bad_rule_file_is_shown_and_nothing_is_written() {
    let place = folder();
    let out = place.path().join("out");
    for (from, to, message) in [
        ("target = 40", "targt = 40", "did you mean target?"),
        ("axe = 3", "axe = 2", "the faces add up to 5"),
        ("axe = 3, shield = 2", "axe = 0, shield = 5", "might"),
        ("part = 4, mountain = 2", "part = 0, mountain = 6", "might"),
        ("[warrior]", "[warrior", "line 7"),
    ] {
        let path = place.path().join("rules.toml");
        let rules = fs::read_to_string("configs/dragon_slayer.toml").unwrap();
        fs::write(&path, rules.replacen(from, to, 1)).unwrap();
        let out = out.to_str().unwrap();
        let finished = run(&["odds", "--rules", path.to_str().unwrap(), "--out", out]);
        assert_eq!(finished.code, 2);
        assert!(finished.stderr.contains(message), "{}", finished.stderr);
        assert!(finished.stderr.contains("rules.toml, line"), "{}", finished.stderr);
    }
    assert!(!out.exists());
}

#[test]
#[cfg(unix)]
fn a_full_disk_leaves_the_old_files() {
    let place = folder();
    let out = place.path().to_str().unwrap();
    assert_eq!(run(&["odds", "--trials", "1000", "--out", out]).code, 0);
    let files = ["manifest.json", "odds.csv"];
    let before = files.map(|name| fs::read(place.path().join(name)).unwrap());
    // Files may grow to 1 KiB (or 2), which the manifest fits into, and the signal for it is
    // ignored: writing more fails as on a full disk.
    let script = format!(
        "trap '' XFSZ; ulimit -f 2; exec '{}' odds --trials 2000 --out '{out}'",
        env!("CARGO_BIN_EXE_rivals"),
    );
    let finished = Finished::of(std::process::Command::new("sh").args(["-c", &script]));
    assert_eq!(finished.code, 2, "{}", finished.stderr);
    assert!(finished.stderr.contains("cannot write"), "{}", finished.stderr);
    assert_eq!(names(place.path()), files);
    let after = files.map(|name| fs::read(place.path().join(name)).unwrap());
    assert_eq!(after, before);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_standard_output_is_an_error() {
    for args in [&["odds", "--trials", "100"][..], &["--help"], &["play", "-h"], &["--version"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let finished = Finished::of(rivals(args).stdout(full));
        assert_eq!(finished.code, 2, "{args:?}");
        assert!(finished.stderr.contains("standard output"), "{}", finished.stderr);
    }
}

#[test]
fn a_reader_that_closes_the_pipe_is_no_error() {
    let mut child = rivals(&["odds", "--trials", "1000000", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn a_killed_run_leaves_what_was_there() {
    let place = folder();
    fs::write(place.path().join("odds.csv"), "old").unwrap();
    let out = place.path().to_str().unwrap();
    let mut child = rivals(&["odds", "--trials", "10000000000", "--out", out])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(300));
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success());
    assert_eq!(fs::read_to_string(place.path().join("odds.csv")).unwrap(), "old");
    assert_eq!(names(place.path()), ["odds.csv"]);
}

#[test]
fn the_results_are_what_the_program_writes() {
    let place = folder();
    let out = place.path().to_str().unwrap();
    for args in
        [&["odds", "--out", out][..], &["odds", "infer", "--out", out], &["solve", "--out", out]]
    {
        assert_eq!(run(args).code, 0);
    }
    for file in ["odds.csv", "odds_infer.csv"] {
        let fresh = fs::read_to_string(place.path().join(file)).unwrap();
        let committed = fs::read_to_string(format!("results/{file}")).unwrap();
        assert!(fresh == committed, "results/{file} is out of date");
    }
    // `reproduce` adds an entry of its own.
    let entries = |folder: &Path| -> serde_json::Value {
        let manifest = fs::read(folder.join("manifest.json")).unwrap();
        let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
        (manifest["entries"].as_array().unwrap().iter())
            .filter(|entry| entry["command"] != "reproduce")
            .cloned()
            .collect()
    };
    assert_eq!(entries(place.path()), entries(Path::new("results")));
}
