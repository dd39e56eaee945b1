//! Each kind of damage is refused with the file and what to do; a manifest that cannot be read also
//! with the line.

use std::fs;
use std::path::Path;

use super::{edit, line_in, line_of, packed, refusal};

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

/// The manifest that lists a file, and the entry, in the words of error messages.
fn listed(file: &str) -> String {
    let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
    let manifest = format!("{folder}{}manifest.json", if folder.is_empty() { "" } else { "/" });
    let command = match name {
        "odds.csv" => "odds",
        "odds_infer.csv" => "odds infer",
        "values.csv" | "stops.csv" => "solve",
        _ => "tournament",
    };
    format!("{manifest} (entry of `rivals {command}`)")
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
        says(&found, &[&format!("cannot find {file}, which {} lists", listed(file))], help);
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

#[test]
fn changed_files() {
    for (file, help) in FILES {
        let path = |folder: &Path| folder.join(file);
        let changes: [&dyn Fn(&Path); 4] = [
            // One cell, by a digit or a letter.
            &|folder| {
                edit(&path(folder), |lines| {
                    let last = lines.last_mut().unwrap();
                    let other = if last.ends_with('1') { "2" } else { "1" };
                    last.replace_range(last.len() - 1.., other);
                });
            },
            // Cut within the last line.
            &|folder| {
                let text = fs::read_to_string(path(folder)).unwrap();
                fs::write(path(folder), &text[..text.len() - 3]).unwrap();
            },
            &|folder| fs::write(path(folder), "").unwrap(),
            // Each line is still a row.
            &|folder| edit(&path(folder), |lines| lines.push(lines[lines.len() - 1].clone())),
        ];
        for change in changes {
            let words = format!(
                "{file} was changed after it was written: its checksum is not the one in {}",
                listed(file)
            );
            says(&refusal(change), &[&words], help);
        }
    }
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
        let words = format!("` was written by version 9.8.7, but this is {ours}");
        says(&found, &[file, &words], help);
        let found = refusal(|folder| {
            edit(&folder.join(file), |lines| lines[values - 1] = "\"values\": 999,".into());
        });
        says(&found, &[file, "` was written by a build with values 999, but"], help);
    }
    let rules = line_in(played, "\"rules\":");
    let found = refusal(|folder| {
        edit(&folder.join(played), |lines| lines[rules - 1] = "\"rules\": \"ab12\",".into());
    });
    let words = format!(
        "{manifest} (entry of `rivals odds`): the entries have different rules: this one has "
    );
    let other = format!("; the one in {played} (entry of `rivals tournament`) has ab12");
    says(&found, &[&words, &other], "rivals odds --out DIR");
}

#[test]
fn invalid_manifests() {
    let found = refusal(|folder| fs::write(folder.join("manifest.json"), "{\n]").unwrap());
    says(&found, &["manifest.json, line 2: not a manifest of this program"], "rivals");
    let empty = "{\"program\": \"rivals\", \"entries\": []}";
    let found = refusal(|folder| fs::write(folder.join("manifest.json"), empty).unwrap());
    says(&found, &["manifest.json: the entry of `rivals odds` is missing"], "rivals odds");
    let played = "tournament/manifest.json";
    let found = refusal(|folder| {
        edit(&folder.join(played), |lines| {
            let at = line_of(lines, "\"cycles.csv\"") - 1;
            lines[at] = lines[at].replace("cycles.csv", "circles.csv");
        });
    });
    says(
        &found,
        &[&format!("{played} (entry of `rivals tournament`): cycles.csv is not listed")],
        "rivals",
    );
    let seats = line_in(played, "\"seats\":");
    let found = refusal(|folder| {
        edit(&folder.join(played), |lines| lines[seats - 1] = "\"seats\": 9,".into());
    });
    says(&found, &["(entry of `rivals tournament`): no game has 9 seats"], "rivals");
}
