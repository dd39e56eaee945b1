//! The tables of the page of personalities on how they play other games than Dragon Slayer.

use std::fs;

use super::figures::{compare, table};

const PAGE: &str = "docs/personalities.md";

/// What `rivals calibrate` has written for each game: the units, and what each calculation keeps.
#[test]
fn calibration_of_games() {
    let folders = fs::read_dir("configs").unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = folders.map(|folder| folder.join("conduct.toml")).collect();
    files.retain(|file| file.exists());
    files.sort_unstable();
    assert!(!files.is_empty(), "no game is calibrated");
    let mut columns = vec![
        ("game".to_owned(), "---"),
        ("reference agent".to_owned(), "---"),
        ("swing of a usual turn".to_owned(), "---:"),
    ];
    let mut rows: Vec<Vec<String>> = Vec::new();
    for file in &files {
        let units: toml::Table = fs::read_to_string(file).unwrap().parse().unwrap();
        let percent = |value: &toml::Value, digits: usize| {
            format!("{:.digits$}", 100.0 * value.as_float().unwrap())
        };
        let name = |key: &str| format!("`{}`", units[key].as_str().unwrap());
        // The fewest seats come first.
        let swing = format!("{} %", percent(&units["seats"][0]["kappa"], 1));
        let levels = units["calculation"].as_array().unwrap();
        let kept = levels.iter().map(|level| {
            let [kept, error] = ["kept", "error"].map(|key| percent(&level[key], 1));
            format!("{kept} ± {error} %")
        });
        rows.push([name("game"), name("reference"), swing].into_iter().chain(kept).collect());
        if columns.len() == 3 {
            let heading =
                |level: &toml::Value| (format!("kept, c = {}", level["calculation"]), "---:");
            columns.extend(levels.iter().map(heading));
        }
    }
    let columns: Vec<(&str, &str)> =
        columns.iter().map(|(name, side)| (name.as_str(), *side)).collect();
    compare(PAGE, "calibration", &table(&columns, rows));
}

/// The decision of each game in which two personalities differ most by one figure, as the study has
/// found it.
#[test]
fn decisions_of_two_personalities() {
    let decisions = fs::read("results/studies/conduct/decisions.csv").unwrap();
    let mut decisions = csv::Reader::from_reader(&*decisions);
    let heads = decisions.headers().unwrap().clone();
    let row = |record: csv::StringRecord| -> Vec<String> {
        let cell = |name: &str| {
            let at = heads.iter().position(|head| head == name).unwrap();
            record[at].to_owned()
        };
        let player = |who: &str, does: &str| format!("`{}`: {}", cell(who), cell(does));
        let first = player("first", "first_action");
        let second = player("second", "second_action");
        vec![format!("`{}`", cell("game")), first, second, cell("why")]
    };
    let rows: Vec<Vec<String>> = decisions.records().map(|record| row(record.unwrap())).collect();
    assert!(!rows.is_empty());
    let columns = [("game", "---"), ("one", "---"), ("another", "---"), ("why", "---")];
    compare(PAGE, "decisions", &table(&columns, rows));
}
