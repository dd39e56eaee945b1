//! Reports of folders without a tournament.

use std::fs;

use crate::program::{done, folder, run};

/// Odds, the dice behind them and the solved game each make a report, alone and together.
#[test]
fn each_file_makes_a_report_alone() {
    let commands: [(&[&str], &str); 3] = [
        (&["odds", "--trials", "1000", "--quiet"], "The tables of odds"),
        (&["odds", "infer", "--quiet"], "The dice behind the rates"),
        (&["solve", "--target", "12", "--quiet"], "The game solved"),
    ];
    for (command, title) in commands {
        let place = folder();
        let out = place.path().to_str().unwrap();
        done(&[command, &["--out", out]].concat());
        let text = done(&["report", out, "--format", "markdown"]);
        let titles: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        assert_eq!(titles, [title, "Method and limits"], "{text}");
        // Nothing is said of a tournament's figures.
        assert!(!text.contains("NaN") && !text.contains("Elo"), "{text}");
        done(&["report", out]);
        let page = fs::read_to_string(place.path().join("report.html")).unwrap();
        assert!(page.contains(title), "{title}");
    }
    let place = folder();
    let out = place.path().to_str().unwrap();
    done(&["odds", "--trials", "1000", "--quiet", "--out", out]);
    done(&["odds", "infer", "--quiet", "--out", out]);
    let text = done(&["report", out, "--format", "markdown"]);
    for (_, title) in &commands[..2] {
        assert!(text.contains(title), "{title}");
    }
    // Odds of other rules do not belong to these.
    let rules = place.path().join("rules.toml");
    let built_in = fs::read_to_string("configs/dragon_slayer.toml").unwrap();
    fs::write(&rules, built_in.replace("target = 40", "target = 12")).unwrap();
    let rules = rules.to_str().unwrap();
    done(&["odds", "--trials", "1000", "--quiet", "--out", out, "--rules", rules]);
    let refused = run(&["report", out]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("different rules"), "{}", refused.stderr);
}

/// A folder with a damaged tournament is no folder without a tournament.
#[test]
fn a_damaged_tournament_is_refused() {
    let place = folder();
    let out = place.path().to_str().unwrap();
    done(&["odds", "--trials", "1000", "--quiet", "--out", out]);
    let tournament = place.path().join("tournament");
    fs::create_dir(&tournament).unwrap();
    fs::write(tournament.join("manifest.json"), "{").unwrap();
    let refused = run(&["report", out]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("manifest.json"), "{}", refused.stderr);
}

/// A report in the folder of the tournament names the files as they are called there.
#[test]
fn files_are_named_from_the_folder_of_the_report() {
    let place = folder();
    let inside = place.path().join("tournament");
    let players = ["--game", "pig", "--roster", "hold-10,hold-20,hold-25"];
    let rest = ["--games", "20", "--quiet", "--out", inside.to_str().unwrap()];
    done(&[&["tournament"], &players[..], &rest].concat());
    let report = |folder: &std::path::Path| {
        done(&["report", folder.to_str().unwrap(), "--format", "markdown"])
    };
    assert!(report(&inside).contains("From standings.csv."));
    assert!(report(place.path()).contains("From tournament/standings.csv."));
}
