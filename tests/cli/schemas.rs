//! `docs/results.md` compared with the files: the page has every file with exactly its columns
//! in order, and all values are as the page says.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{folder, run};

/// A row of a table of the page: it describes a column, or a key of JSON.
#[derive(Debug)]
struct Column {
    name: String,
    /// As the page has it, but for the seats.
    values: String,
    /// The fewest seats with which the column is there.
    seats: usize,
}

/// The tables of the page by the file that they describe; a journal has two.
fn page() -> BTreeMap<String, Vec<Vec<Column>>> {
    let text = fs::read_to_string("docs/results.md").unwrap();
    let mut tables: BTreeMap<String, Vec<Vec<Column>>> = BTreeMap::new();
    let mut file = String::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix('#') {
            file = heading.trim_start_matches('#').trim().replace('`', "");
        }
        if line.starts_with("| column ") || line.starts_with("| key ") {
            tables.entry(file.clone()).or_default().push(Vec::new());
        }
        let Some(cells) = line.strip_prefix("| `") else {
            continue;
        };
        let cells: Vec<&str> = cells.trim_end_matches(" |").split(" | ").collect();
        // The list of files has no units.
        if let [name, unit, values, meaning] = cells[..] {
            assert!(!unit.is_empty() && !meaning.is_empty(), "{line}");
            // Columns that only some tournaments have are not in the files that are checked.
            let (values, seats) = match values.split_once("; only ") {
                Some((values, _)) => (values, "99"),
                None => values.split_once("; from ").unwrap_or((values, "2")),
            };
            tables.get_mut(&file).unwrap().last_mut().unwrap().push(Column {
                name: name.trim_end_matches('`').to_owned(),
                values: values.to_owned(),
                seats: seats.split(' ').next().unwrap().parse().unwrap(),
            });
        }
    }
    tables
}

/// Whether a value is as the page says.
fn fits(value: &str, said: &str) -> bool {
    if let Some(said) = said.strip_suffix(" or empty") {
        return value.is_empty() || fits(value, said);
    }
    if let Some(said) = said.strip_suffix(" or null") {
        return value == "null" || fits(value, said);
    }
    if let Some(said) = said.strip_prefix("whole, ") {
        return value.parse::<u64>().is_ok() && fits(value, said);
    }
    if said.starts_with('`') {
        return said.split(", ").any(|word| word.trim_matches('`') == value);
    }
    match said {
        "text" => return !value.is_empty(),
        "a list" => return value.starts_with('['),
        "a part" | "sums" => return value.starts_with('{'),
        _ => {}
    }
    let Some(number) = value.parse().ok().filter(|number: &f64| number.is_finite()) else {
        return false;
    };
    // Rounding is allowed for.
    let end = |text: &str| -> f64 { text.parse().expect("the page says what the values are") };
    let (above, below) = (|end: f64| number >= end - 1e-9, |end: f64| number <= end + 1e-9);
    match said.split(' ').collect::<Vec<_>>()[..] {
        ["a", "number"] => true,
        [low, "or", "more"] => above(end(low)),
        [high, "or", "less"] => below(end(high)),
        [low, "to", high] => above(end(low)) && below(end(high)),
        _ => panic!("{said:?} is not understood"),
    }
}

fn check_csv(file: &Path, columns: &[Column], seats: usize) {
    let columns: Vec<&Column> = columns.iter().filter(|column| column.seats <= seats).collect();
    let mut reader = csv::Reader::from_path(file).unwrap();
    let header: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(header, names, "{}", file.display());
    for row in reader.records() {
        for (value, column) in row.unwrap().iter().zip(&columns) {
            let said = &column.values;
            assert!(fits(value, said), "{}: {column:?}: {value}", file.display());
        }
    }
}

/// Checks that an object has the keys of the page and no others; `optional` keys may be missing.
fn check_json(object: &Value, columns: &[Column], optional: &[&str]) {
    let object = object.as_object().unwrap();
    let known: BTreeSet<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let found: BTreeSet<&str> = object.keys().map(String::as_str).collect();
    assert!(found.is_subset(&known), "{found:?}");
    for missing in known.difference(&found) {
        assert!(optional.contains(missing), "{missing}");
    }
    for column in columns {
        let Some(value) = object.get(&column.name) else {
            continue;
        };
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        assert!(fits(&value, &column.values), "{column:?}: {value}");
    }
}

/// Writes all files of the program into `out`, with this number of seats per game.
fn write(out: &Path, seats: usize) {
    let (seats, tournament) = (seats.to_string(), out.join("tournament"));
    let (out, tournament) = (out.to_str().unwrap(), tournament.to_str().unwrap());
    let roster = "abel,carla,random,hold-6,hold-12,greedy";
    for words in [
        vec!["odds", "--trials", "1000", "--out", out],
        vec!["odds", "infer", "--out", out],
        vec!["solve", "--out", out],
        vec![
            "tournament",
            "--roster",
            roster,
            "--players",
            &seats,
            "--games",
            "20",
            "--out",
            tournament,
        ],
    ] {
        let finished = run(&words);
        assert_eq!(finished.code, 0, "{words:?}: {}", finished.stderr);
    }
}

fn json(file: &Path) -> Value {
    serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
}

#[test]
fn files_are_as_described() {
    let page = page();
    let place = folder();
    let (mut described, mut written) = (BTreeSet::new(), BTreeSet::new());
    // Two seats have files of their own, and six all columns of seats.
    for seats in [2, 6] {
        let out = place.path().join(seats.to_string());
        write(&out, seats);
        for (file, tables) in page.iter().filter(|(file, _)| !file.starts_with("benchmarks/")) {
            let path = out.join(file);
            if file.ends_with(".csv") && path.exists() {
                check_csv(&path, &tables[0], seats);
                described.insert(file.clone());
            }
        }
        // One form for all commands.
        let [manifest, entry, tournament] = &page["manifest.json"][..] else {
            panic!("a manifest has three kinds of objects");
        };
        let optional = ["seed", "trials", "frequencies", "tournament"];
        let mut commands = Vec::new();
        for folder in ["", "tournament/"] {
            let found = json(&out.join(folder).join("manifest.json"));
            check_json(&found, manifest, &[]);
            for found in found["entries"].as_array().unwrap() {
                check_json(found, entry, &optional);
                let files = found["files"].as_array().unwrap().iter();
                written.extend(
                    files.map(|file| format!("{folder}{}", file["file"].as_str().unwrap())),
                );
                commands.push(found["command"].as_str().unwrap().to_owned());
                if let Some(found) = found.get("tournament") {
                    check_json(found, tournament, &["pairing_design"]);
                }
            }
        }
        assert_eq!(commands, ["odds", "odds infer", "solve", "tournament"]);
        let journal = fs::read_to_string(out.join("tournament/tournament.journal")).unwrap();
        let lines = journal.lines().map(|line| line.split_once(' ').unwrap().1);
        let mut lines = lines.map(|line| serde_json::from_str(line).unwrap());
        let [header, entry] = &page["tournament/tournament.journal"][..] else {
            panic!("a journal has two kinds of lines");
        };
        check_json(&lines.next().unwrap(), header, &["pairings"]);
        check_json(&lines.next().unwrap(), entry, &[]);
    }

    // Only games of hidden hands have players with copies, and only players in files have sentences.
    let out = place.path().join("tute");
    let words = ["tournament", "--game", "tute", "--roster", "players/novice,random"];
    let finished = run(&[&words[..], &["--games", "20", "--out", out.to_str().unwrap()]].concat());
    assert_eq!(finished.code, 0, "{}", finished.stderr);
    for file in ["tournament/copies.csv", "tournament/sentences.csv"] {
        check_csv(&place.path().join(file.replace("tournament", "tute")), &page[file][0], 3);
        described.insert(file.to_owned());
        written.insert(file.to_owned());
    }

    // Only programs of others have counts of failures.
    let bots = place.path().join("bots.toml");
    let command = format!("[{:?}, \"agent\", \"pig\", \"random\"]", env!("CARGO_BIN_EXE_rivals"));
    fs::write(&bots, format!("[[external]]\nid = \"bot\"\ncommand = {command}\n")).unwrap();
    let out = place.path().join("pig");
    let words = ["tournament", "--game", "pig", "--roster", "bot,hold-20", "--games", "20"];
    let places = ["--external", bots.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let finished = run(&[&words[..], &places].concat());
    assert_eq!(finished.code, 0, "{}", finished.stderr);
    let file = "tournament/externals.csv".to_owned();
    check_csv(&out.join("externals.csv"), &page[&file][0], 2);
    described.insert(file.clone());
    written.insert(file);

    // The page describes all files and no others.
    assert_eq!(described, written);
    for file in page.keys().filter(|file| file.ends_with(".csv")) {
        assert!(described.contains(file) || file.starts_with("benchmarks/"), "{file}");
    }
}

/// The committed files, large ones too.
#[test]
fn committed_files_are_as_described() {
    let mut checked = 0;
    for (file, tables) in page() {
        let path = Path::new("results").join(&file);
        if file.ends_with(".csv") && path.exists() {
            check_csv(&path, &tables[0], 2);
            checked += 1;
        }
    }
    assert!(checked >= 5);
}

#[test]
fn every_committed_benchmark_is_described() {
    let page = page();
    for entry in fs::read_dir("results/benchmarks").unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(page.contains_key(&format!("benchmarks/{name}")), "{name}");
    }
}

#[test]
fn values_are_told_from_others() {
    for (value, said) in [
        ("0.5", "0 to 1"),
        ("", "0 to 1 or empty"),
        ("7", "whole, 1 or more"),
        ("cannot hold", "`holds`, `cannot hold`"),
        ("-2", "0 or less"),
        ("null", "0 to 1 or null"),
    ] {
        assert!(fits(value, said), "{value} {said}");
    }
    for (value, said) in [
        ("1.1", "0 to 1"),
        ("", "0 to 1"),
        ("7.5", "whole, 1 or more"),
        ("0", "whole, 1 or more"),
        ("hold", "`holds`, `cannot hold`"),
        ("NaN", "a number"),
        ("", "text"),
    ] {
        assert!(!fits(value, said), "{value} {said}");
    }
}
