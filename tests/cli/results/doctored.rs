//! No figure of a file, however wrong, makes the program panic, allocate without bound or hang: it
//! reads it or refuses the file. The checksums of doctored files are made right again, so that the
//! figures themselves are read.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{copy, names};
use crate::program::{folder, run};

/// What stands instead of a figure.
const WRONG: [&str; 11] = [
    "0",
    "-1",
    "2147483648",
    "4294967296",
    "9007199254740993",
    "9223372036854775808",
    "18446744073709551615",
    "1e308",
    "NaN",
    "",
    "text",
];

/// The most memory in KiB, and the longest time of a run.
const MEMORY: &str = "1000000";
const TIME: Duration = Duration::from_secs(60);

/// Runs the program in a folder, within the memory and the time; it must succeed or refuse.
fn survives(what: &str, args: &[&str], folder: &Path) {
    let begun = Instant::now();
    let mut command = Command::new("sh");
    let limited = "ulimit -v \"$0\"; exec \"$@\"";
    command.args(["-c", limited, MEMORY, env!("CARGO_BIN_EXE_rivals")]);
    command.env("RAYON_NUM_THREADS", "2");
    let output = command.args(args).current_dir(folder).output().unwrap();
    let (code, stderr) = (output.status.code(), String::from_utf8(output.stderr));
    assert!(matches!(code, Some(0 | 2)), "{what}: {code:?}, {}", stderr.unwrap());
    assert!(begun.elapsed() < TIME, "{what}: {:?}", begun.elapsed());
}

/// Makes the checksums of a manifest right.
fn seal(folder: &Path) {
    let file = folder.join("manifest.json");
    let mut manifest: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    for entry in manifest["entries"].as_array_mut().unwrap() {
        for listed in entry["files"].as_array_mut().unwrap() {
            let name = listed["file"].as_str().unwrap().to_owned();
            let digest = Sha256::digest(fs::read(folder.join(name)).unwrap());
            let hash: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            listed["sha256"] = hash.into();
        }
    }
    fs::write(&file, manifest.to_string()).unwrap();
}

/// Every column of every file takes `each` of the wrong values, others each time.
fn doctored_columns(each: usize) {
    let (place, copied) = copy();
    let played = copied.join("tournament");
    let mut turn = 0;
    let files = names(&played);
    for name in files.iter().filter(|name| name.ends_with(".csv")) {
        let file = played.join(name);
        let whole = fs::read(&file).unwrap();
        let mut reader = csv::Reader::from_reader(&*whole);
        let header = reader.headers().unwrap().clone();
        let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
        for (at, column) in header.iter().enumerate() {
            for _ in 0..each {
                turn += 1;
                let wrong = WRONG[turn % WRONG.len()];
                let mut writer = csv::Writer::from_path(&file).unwrap();
                writer.write_record(&header).unwrap();
                for (line, row) in rows.iter().enumerate() {
                    // The first row alone, or all.
                    let changed = line == 0 || turn % 2 == 0;
                    let field = |(place, field)| if place == at && changed { wrong } else { field };
                    writer.write_record(row.iter().enumerate().map(field)).unwrap();
                }
                drop(writer);
                seal(&played);
                let what = format!("{name}, {column}: {wrong}");
                survives(&what, &["report", "--format", "json", "DIR/tournament"], place.path());
            }
        }
        fs::write(&file, whole).unwrap();
    }
}

/// The places of the whole numbers and nulls of a JSON text.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut begin = None;
    for (at, c) in text.char_indices() {
        match (begin, c) {
            (None, '-' | '0'..='9') if text[..at].ends_with([':', '[', ',']) => begin = Some(at),
            (Some(from), ',' | ']' | '}') => {
                found.push((from, at));
                begin = None;
            }
            (Some(_), '0'..='9') => {}
            _ => begin = None,
        }
    }
    found
}

/// Every number of the header and of the first entry of a journal takes `each` of the wrong values.
fn doctored_journals(each: usize) {
    let place = folder();
    let shards = ["1/2", "2/2"];
    for (shard, out) in shards.iter().zip(["a", "b"]) {
        let out = place.path().join(out);
        let out = out.to_str().unwrap();
        let finished = run(&[
            "tournament",
            "--game",
            "pig",
            "--roster",
            "hold-10,hold-20,random",
            "--games",
            "20",
            "--shard",
            shard,
            "--out",
            out,
            "--quiet",
        ]);
        assert_eq!(finished.code, 0, "{}", finished.stderr);
    }
    let journal = place.path().join("a/tournament.journal");
    let whole = fs::read_to_string(&journal).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let mut turn = 0;
    for line in 0..2 {
        let json = &lines[line][9..];
        for (from, to) in numbers(json) {
            for _ in 0..each {
                turn += 1;
                let wrong = match WRONG[turn % WRONG.len()] {
                    text @ ("NaN" | "" | "text") => format!("{text:?}"),
                    number => number.to_owned(),
                };
                let changed = format!("{}{wrong}{}", &json[..from], &json[to..]);
                let sealed = format!("{:08x} {changed}", crc32fast::hash(changed.as_bytes()));
                let mut doctored = lines.clone();
                doctored[line] = &sealed;
                fs::write(&journal, doctored.join("\n") + "\n").unwrap();
                let out = place.path().join("out");
                if out.exists() {
                    fs::remove_dir_all(out).unwrap();
                }
                let what = format!("line {}: {}{wrong}", line + 1, &json[..from]);
                survives(&what, &["merge", "a", "b", "--out", "out", "--quiet"], place.path());
            }
        }
    }
}

#[test]
fn no_figure_breaks_a_report() {
    doctored_columns(1);
}

#[test]
fn no_figure_breaks_a_merge() {
    doctored_journals(1);
}

/// All values in turn, as is to be run where rows or charts are changed.
#[test]
#[ignore = "takes minutes"]
fn no_wrong_value_breaks_anything() {
    doctored_columns(WRONG.len());
    doctored_journals(WRONG.len());
}
