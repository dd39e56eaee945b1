//! Each kind of damage is refused with the file, the line and what to do.

use std::fs;

use super::{edit, line_in, line_of, packed, refusal, results};

/// The files that a folder must have, and the command that writes each.
const FILES: [(&str, &str); 15] = [
    ("odds.csv", "rivals odds --out DIR"),
    ("odds_infer.csv", "rivals odds infer --out DIR"),
    ("values.csv", "rivals solve --out DIR"),
    ("stops.csv", "rivals solve --out DIR"),
    ("tournament/roster.csv", "rivals tournament --resume"),
    ("tournament/traits.csv", "rivals tournament --resume"),
    ("tournament/risk_curves.csv", "rivals tournament --resume"),
    ("tournament/pairings.csv", "rivals tournament --resume"),
    ("tournament/pairs.csv", "rivals tournament --resume"),
    ("tournament/standings.csv", "rivals tournament --resume"),
    ("tournament/cycles.csv", "rivals tournament --resume"),
    ("tournament/fingerprints.csv", "rivals tournament --resume"),
    ("tournament/distances.csv", "rivals tournament --resume"),
    ("tournament/neighbours.csv", "rivals tournament --resume"),
    ("tournament/claims.csv", "rivals tournament --resume"),
];

/// The line of the manifest that lists a file, in the words of error messages.
fn listed(file: &str) -> String {
    let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
    let manifest = format!("{folder}{}manifest.json", if folder.is_empty() { "" } else { "/" });
    let line = line_in(&manifest, &format!("\"{name}\""));
    format!("{manifest}, line {line}")
}

fn lines(file: &str) -> usize {
    fs::read_to_string(results().join(file)).unwrap().lines().count()
}

/// Checks that the message has all of `words`, and that the help has `help`.
#[track_caller]
fn says(found: &(String, String), words: &[&str], help: &str) {
    for word in words {
        assert!(found.0.contains(&packed(word)), "no {word:?} in: {}", found.0);
    }
    assert!(found.1.contains(&packed(help)), "no {help:?} in: {}", found.1);
    assert!(!found.0.ends_with('.'), "{}", found.0);
}

#[test]
fn missing_files() {
    for (file, help) in FILES {
        let found = refusal(|folder| fs::remove_file(folder.join(file)).unwrap());
        says(&found, &[&format!("cannot find {file}, which {}, lists", listed(file))], help);
    }
    let found = refusal(|folder| fs::remove_file(folder.join("manifest.json")).unwrap());
    says(
        &found,
        &["cannot find manifest.json"],
        // The help must not say to replace the tournament, which is undamaged.
        "run `rivals odds --out DIR`, `rivals odds infer --out DIR` and",
    );
    let found = refusal(|folder| fs::remove_file(folder.join("tournament/manifest.json")).unwrap());
    says(&found, &["cannot find tournament/manifest.json"], "rivals tournament --resume");
}

/// The error message for a changed file.
fn changed(file: &str, found: &str) -> String {
    format!(
        "{file} was changed after it was written: its checksum is not the one in {}{found}",
        listed(file)
    )
}

#[test]
fn cut_files() {
    for (file, help) in FILES {
        let count = lines(file);
        // Cut at the end of a line, except files that have only a header.
        if count > 2 {
            let found = refusal(|folder| edit(&folder.join(file), |lines| lines.truncate(2)));
            let words = format!("; it ends in line 2 with 1 rows, not {}", count - 1);
            says(&found, &[&changed(file, &words)], help);
        }
        // Cut within the last line, and before its end.
        for cut in [1, 3] {
            let found = refusal(|folder| {
                let text = fs::read_to_string(folder.join(file)).unwrap();
                fs::write(folder.join(file), &text[..text.len() - cut]).unwrap();
            });
            let words = format!("; line {count} is cut off");
            says(&found, &[&changed(file, &words)], help);
        }
        let found = refusal(|folder| fs::write(folder.join(file), "").unwrap());
        says(&found, &[&changed(file, "; line 1 is cut off")], help);
    }
}

#[test]
fn changed_files() {
    let change = |file: &str, words: &str, change: fn(&mut Vec<String>)| {
        let found = refusal(|folder| edit(&folder.join(file), change));
        says(&found, &[&changed(file, words)], "run `rivals");
    };
    change("values.csv", "; it ends in line 1154 with 1153 rows, not 1152", |lines| {
        lines.push(lines[1].clone());
    });
    change("odds.csv", "; line 5: 2 fields, but the first line has 12", |lines| {
        lines[4] = "a,b".to_owned();
    });
    change("odds.csv", "; line 4: count: not a whole number of this column", |lines| {
        let fields: Vec<&str> = lines[3].split(',').collect();
        lines[3] = [&fields[..4], &["many"], &fields[5..]].concat().join(",");
    });
    change("stops.csv", "; line 2: missing field `dice`", |lines| {
        lines[0] = lines[0].replace("dice", "colour");
    });
    // Where each line is still a row, only the checksum shows the change.
    change("odds.csv", "", |lines| lines.swap(3, 4));
    change("tournament/standings.csv", "", |lines| lines[2] = lines[2].replace("1800", "7"));
    let found = refusal(|folder| {
        let path = folder.join("odds.csv");
        let mut bytes = fs::read(&path).unwrap();
        let second = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        bytes[second] = 0xff;
        fs::write(&path, bytes).unwrap();
    });
    says(&found, &[&changed("odds.csv", "; line 2: ")], "rivals odds");
}

#[test]
fn other_versions_and_rules() {
    let (manifest, played) = ("manifest.json", "tournament/manifest.json");
    let ours = env!("CARGO_PKG_VERSION");
    for (file, help) in
        [(manifest, "run `rivals odds --out DIR`"), (played, "run `rivals tournament --resume")]
    {
        let (version, values) = (line_in(file, "\"version\""), line_in(file, "\"values\""));
        let found = refusal(|folder| {
            edit(&folder.join(file), |lines| lines[version - 1] = "\"version\": \"9.8.7\",".into());
        });
        let words = format!("{file}, line {version}: written by version 9.8.7, but this is {ours}");
        says(&found, &[&words], help);
        let found = refusal(|folder| {
            edit(&folder.join(file), |lines| lines[values - 1] = "\"values\": 999,".into());
        });
        let words = format!("{file}, line {values}: written by a build with values 999, but");
        says(&found, &[&words], help);
    }
    let (first, second) = (line_in(manifest, "\"rules\":"), line_in(played, "\"rules\":"));
    let found = refusal(|folder| {
        edit(&folder.join(played), |lines| lines[second - 1] = "\"rules\": \"ab12\",".into());
    });
    let words =
        format!("{manifest}, line {first}: the entries have different rules: this one has ");
    let other = format!("; {played}, line {second}, has ab12");
    says(&found, &[&words, &other], "rivals odds --out DIR");
}

#[test]
fn manifests_that_are_none() {
    let found = refusal(|folder| fs::write(folder.join("manifest.json"), "{\n]").unwrap());
    says(&found, &["manifest.json, line 2: not a manifest of this program"], "rivals");
    let empty = "{\"program\": \"rivals\", \"entries\": []}";
    let found = refusal(|folder| fs::write(folder.join("manifest.json"), empty).unwrap());
    says(&found, &["manifest.json, line 1: there is no entry of `rivals odds`"], "rivals odds");
    let played = "tournament/manifest.json";
    let found = refusal(|folder| {
        edit(&folder.join(played), |lines| {
            let at = line_of(lines, "\"cycles.csv\"") - 1;
            lines[at] = lines[at].replace("cycles.csv", "circles.csv");
        });
    });
    let files = line_in(played, "\"files\"");
    says(&found, &[&format!("{played}, line {files}: cycles.csv is not listed")], "rivals");
}
