//! The contents of the report in its three formats.

use std::fs;

use unicode_width::UnicodeWidthStr;

use super::folder::{html, markdown, report, results};
use crate::program::{copy, done, run};

#[test]
fn one_file_that_needs_nothing() {
    let page = html();
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
    for needed in ["<script src", "src=", "@import", "url(", "<link rel=\"stylesheet\""] {
        assert!(!page.contains(needed), "{needed}");
    }
    // The name of SVG's namespace is not an address that a browser opens.
    let named = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!named.contains("http"), "an address");
}

#[test]
fn every_picture_names_its_file_and_says_what_is_seen() {
    let page = html();
    let figures: Vec<&str> = page.split("<figure").skip(1).collect();
    assert!(figures.len() >= 10, "{}", figures.len());
    for figure in figures {
        let figure = figure.split("</figure>").next().unwrap();
        let caption = figure.split("<figcaption>").nth(1).unwrap();
        assert!(caption.contains(".csv"), "{caption}");
        assert_eq!(figure.matches("<svg").count(), figure.matches("<desc").count());
    }
}

#[test]
fn markdown_fits_a_terminal() {
    let text = markdown();
    for line in text.lines() {
        assert!(line.width() <= 100, "{} columns: {line}", line.width());
    }
    for section in ["odds", "solved", "Tournament", "Personalities", "thesis", "Method"] {
        let title = |line: &str| line.starts_with("## ") && line.contains(section);
        assert!(text.lines().any(title), "{section}");
    }
}

/// The report says what its figures measure and whether they are evidence.
#[test]
fn figures_say_what_they_are_of() {
    let text = markdown().split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in [
        "With 3 dice left while no token is left",
        "so those rates are no independent test of them",
        "(used in tuning; ",
        "(true by construction; exact: ",
        "Source: Castells Amat 2018, section 6.3, paraphrase",
        "It is a distance of behaviour",
    ] {
        assert!(text.contains(sentence), "{sentence}");
    }
    let distances = text.split("It is a distance of behaviour").nth(1).unwrap();
    assert!(!distances.split("The closest two").next().unwrap().contains("thinking seconds"));
}

/// The report has the same columns as `rivals tournament` prints on a terminal of that width.
#[test]
fn standings_are_those_that_the_tournament_prints() {
    let text = markdown();
    let standings = fs::read_to_string(results().join("tournament/standings.csv")).unwrap();
    let mut rows = csv::Reader::from_reader(standings.as_bytes());
    let headers = rows.headers().unwrap().clone();
    let at = |name: &str| headers.iter().position(|header| header == name).unwrap();
    for row in rows.records() {
        let row = row.unwrap();
        let percent = |name: &str| format!("{:.2}", 100.0 * row[at(name)].parse::<f64>().unwrap());
        let line = text.lines().find(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            cells.len() == 9 && cells[0] == &row[at("rank")] && cells[1] == &row[at("name")]
        });
        let line = line.unwrap_or_else(|| panic!("{} is missing", &row[at("name")]));
        for name in ["win_rate", "exact_win_rate", "equity_loss", "worst_win_rate"] {
            assert!(line.contains(&percent(name)), "{name}: {line}");
        }
    }
}

#[test]
fn json_has_figures_that_are_not_rounded() {
    let document: serde_json::Value = serde_json::from_str(&report("json")).unwrap();
    let sections = document["sections"].as_array().unwrap();
    assert_eq!(sections.len(), 8);
    assert_eq!(sections[0]["blocks"][0]["figures"].as_array().unwrap().len(), 4);
    let odds = sections.iter().find(|section| section["id"] == "odds");
    let odds = &odds.unwrap()["blocks"];
    let table = odds.as_array().unwrap().iter().find(|block| block["kind"] == "table");
    let exact = table.unwrap()["rows"][6][4].as_f64().unwrap();
    assert!((exact - 11.0 / 36.0).abs() < 1e-15, "{exact}");
}

/// Names with special characters are shown as text.
#[test]
fn names_are_escaped() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    let personalities = folder.join("personalities");
    fs::create_dir(&personalities).unwrap();
    let carla = fs::read_to_string("configs/personalities/carla.toml").unwrap();
    let odd =
        carla.replace("\"Carla\"", "\"<b>Bold & *loud* | x\"").replace("\"carla\"", "\"bold\"");
    fs::write(personalities.join("bold.toml"), odd).unwrap();
    let config = "players = 2\ngames = 20\nseed = 1\npersonalities = \"personalities\"\n\
                  agents = [\"greedy\", \"hold-6\"]\n";
    fs::write(folder.join("tournament.toml"), config).unwrap();
    let out = folder.to_str().unwrap();
    done(&["odds", "--trials", "1000", "--out", out, "--quiet"]);
    done(&["odds", "infer", "--out", out, "--quiet"]);
    done(&["solve", "--out", out]);
    let config = folder.join("tournament.toml");
    let tournament = folder.join("tournament");
    done(&[
        "tournament",
        "--quiet",
        "--roster",
        "bold,greedy,hold-6",
        "--config",
        config.to_str().unwrap(),
        "--out",
        tournament.to_str().unwrap(),
    ]);
    let page = done(&["report", "--from", out, "--out", "-"]);
    assert!(page.contains("&lt;b&gt;Bold &amp; *loud* | x"), "not escaped");
    assert!(!page.contains("<b>Bold"));
    let text = done(&["report", "--from", out, "--format", "markdown"]);
    assert!(text.contains(r"\<b\>Bold & \*loud\* \| x"), "not escaped");
}

/// Damaged results leave the old report unchanged.
#[test]
fn a_cut_file_is_named_and_nothing_written() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("results");
    copy(&results().join("tournament"), &folder.join("tournament"));
    let report = folder.join("report.html");
    fs::write(&report, "old").unwrap();
    let cut = folder.join("tournament/pairings.csv");
    let text = fs::read_to_string(&cut).unwrap();
    let kept: String = text.lines().take(9).map(|line| format!("{line}\n")).collect();
    fs::write(&cut, kept).unwrap();
    let output = run(&["report", "--from", folder.to_str().unwrap()]);
    assert_eq!(output.code, 2);
    let error = output.stderr.replace("\n  │ ", "");
    assert!(error.contains("pairings.csv") && error.contains("was changed"), "{error}");
    assert_eq!(fs::read_to_string(&report).unwrap(), "old");
}

#[test]
fn what_cannot_be_written_is_said() {
    let from = results().to_str().unwrap();
    let output = run(&["report", "--from", from, "--out", "/proc/none/report.html"]);
    assert_eq!(output.code, 2);
    let output = run(&["report", "--from", from, "--out", "/"]);
    assert_eq!(output.code, 2);
    let error = output.stderr;
    assert!(error.contains("names no file"), "{error}");
}
