//! Every kind of damage is refused with the file, the line and what to do.

use std::fs;

use crate::{edit, line_in, line_of, list, refusal, set};

/// The files that a folder cannot do without, and what writes them.
const FILES: [(&str, &str); 14] = [
    ("odds.csv", "rivals odds --out DIR"),
    ("odds_infer.csv", "rivals odds infer --out DIR"),
    ("values.csv", "rivals solve --out DIR"),
    ("stops.csv", "rivals solve --out DIR"),
    ("tournament/roster.csv", "rivals tournament --resume"),
    ("tournament/traits.csv", "rivals tournament --resume"),
    ("tournament/risk_curves.csv", "rivals tournament --resume"),
    ("tournament/pairings.csv", "rivals tournament --resume"),
    ("tournament/standings.csv", "rivals tournament --resume"),
    ("tournament/cycles.csv", "rivals tournament --resume"),
    ("tournament/fingerprints.csv", "rivals tournament --resume"),
    ("tournament/distances.csv", "rivals tournament --resume"),
    ("tournament/neighbours.csv", "rivals tournament --resume"),
    ("tournament/claims.csv", "rivals tournament --resume"),
];

/// The line of the manifest that lists a file, as messages say it.
fn listed(file: &str) -> String {
    let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
    let manifest = format!(
        "{folder}{}manifest.json",
        if folder.is_empty() { "" } else { "/" }
    );
    let line = line_in(&manifest, &format!("\"{name}\""));
    format!("{manifest}, line {line}")
}

fn lines(file: &str) -> usize {
    fs::read_to_string(crate::results().join(file))
        .unwrap()
        .lines()
        .count()
}

/// The message has all of these words, and the help these.
#[track_caller]
fn says(found: &(String, String), words: &[&str], help: &str) {
    for word in words {
        assert!(found.0.contains(word), "no {word:?} in: {}", found.0);
    }
    assert!(found.1.contains(help), "no {help:?} in: {}", found.1);
    assert!(!found.0.ends_with('.'), "{}", found.0);
}

#[test]
fn missing_files() {
    for (file, help) in FILES {
        let found = refusal(|folder| fs::remove_file(folder.join(file)).unwrap());
        says(
            &found,
            &[&format!(
                "cannot find {file}, which {}, lists",
                listed(file)
            )],
            help,
        );
    }
    let found = refusal(|folder| fs::remove_file(folder.join("manifest.json")).unwrap());
    says(
        &found,
        &["cannot find manifest.json"],
        // The tournament that is there is not to be replaced.
        "run `rivals odds --out DIR`, `rivals odds infer --out DIR` and",
    );
    let found = refusal(|folder| fs::remove_dir_all(folder.join("tournament")).unwrap());
    says(
        &found,
        &["cannot find tournament/manifest.json"],
        "rivals tournament --out",
    );
}

#[test]
fn cut_files() {
    for (file, help) in FILES {
        let (count, listed) = (lines(file), listed(file));
        // At the end of a line; a header alone is all that some files have.
        if count > 2 {
            let found = refusal(|folder| edit(&folder.join(file), |lines| lines.truncate(2)));
            let rows = format!("1 row and not the {} that {listed}, lists", count - 1);
            says(
                &found,
                &[&format!("{file}, line 2: the file ends early"), &rows],
                help,
            );
        }
        // Within the last line, and before its end.
        for cut in [1, 3] {
            let found = refusal(|folder| {
                let text = fs::read_to_string(folder.join(file)).unwrap();
                fs::write(folder.join(file), &text[..text.len() - cut]).unwrap();
            });
            let words = match count {
                // Of the header alone, columns may be cut.
                1 => format!("{file}, line 1: "),
                _ => format!("{file}, line {count}: torn"),
            };
            says(&found, &[&words], help);
        }
        let found = refusal(|folder| fs::write(folder.join(file), "").unwrap());
        says(
            &found,
            &[&format!(
                "{file}, line 1: not the columns of this file: missing"
            )],
            help,
        );
    }
}

#[test]
fn rows_too_many() {
    let count = lines("values.csv");
    let found = refusal(|folder| {
        edit(&folder.join("values.csv"), |lines| {
            lines.push(lines[1].clone())
        });
    });
    let place = format!("values.csv, line {}: the file goes on", count + 1);
    says(&found, &[&place, &listed("values.csv")], "rivals solve");
}

#[test]
fn wrong_columns() {
    for (file, help) in FILES {
        let found = refusal(|folder| {
            edit(&folder.join(file), |lines| {
                let (_, rest) = lines[0].split_once(',').unwrap();
                lines[0] = format!("colour,{rest}");
            });
        });
        let place = format!("{file}, line 1: not the columns of this file: missing ");
        says(&found, &[&place, "; not known colour"], help);
    }
    let found = refusal(|folder| {
        edit(&folder.join("odds.csv"), |lines| {
            lines[0] = lines[0].replace("dragon,warrior_dice", "warrior_dice,dragon");
        });
    });
    says(
        &found,
        &["odds.csv, line 1: the columns are in another order"],
        "rivals odds",
    );
}

#[test]
fn rows_that_are_none() {
    let found = refusal(|folder| edit(&folder.join("odds.csv"), |lines| lines[4] = "a,b".into()));
    says(
        &found,
        &["odds.csv, line 5: 2 fields and not the 12"],
        "rivals odds",
    );
    for (file, line, column, value, accepted) in [
        ("odds.csv", 4, "count", "many", "a whole number"),
        ("odds.csv", 5, "exact", "0.3x", "a number"),
        (
            "tournament/distances.csv",
            3,
            "distinguishable",
            "yes",
            "true or false",
        ),
        ("stops.csv", 9, "dice", "-1", "a whole number"),
    ] {
        let found = refusal(|folder| set(folder, file, line, column, value));
        let words = format!("{file}, line {line}: {column} is `{value}`; it has to be {accepted}");
        says(&found, &[&words], "run `rivals");
    }
    let found = refusal(|folder| {
        let path = folder.join("odds.csv");
        let mut bytes = fs::read(&path).unwrap();
        let second = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        bytes[second] = 0xff;
        fs::write(&path, bytes).unwrap();
    });
    says(&found, &["odds.csv, line 2: not UTF-8"], "rivals odds");
}

#[test]
fn values_out_of_range() {
    for (file, line, column, value, accepted) in [
        ("odds.csv", 4, "exact", "1.5", "0..=1"),
        ("odds.csv", 4, "low", "1", "at most high"),
        ("odds.csv", 4, "z", "NaN", "finite"),
        ("odds.csv", 4, "count", "2001", "at most trials, 2000"),
        ("odds.csv", 4, "estimate", "0.5", "/ 2000"),
        ("odds_infer.csv", 5, "flame", "6", "faces 6"),
        ("odds_infer.csv", 5, "chi_square", "-1", "0 or more"),
        ("odds_infer.csv", 5, "role", "king", "warrior or dragon"),
        ("values.csv", 7, "first_wins", "-0.1", "0..=1"),
        ("values.csv", 7, "to_move", "third", "first or second"),
        (
            "tournament/pairings.csv",
            3,
            "first_wins",
            "301",
            "at most games, 300",
        ),
        ("tournament/pairings.csv", 3, "low", "inf", "finite"),
        ("tournament/standings.csv", 2, "win_rate", "61.8", "0..=1"),
        (
            "tournament/standings.csv",
            2,
            "rating_low",
            "9999",
            "at most rating_high",
        ),
        ("tournament/fingerprints.csv", 3, "value", "inf", "finite"),
        ("tournament/distances.csv", 3, "distance", "-2", "0 or more"),
        (
            "tournament/neighbours.csv",
            3,
            "distance",
            "-2",
            "0 or more",
        ),
    ] {
        let found = refusal(|folder| {
            set(folder, file, line, column, value);
            // Whatever the manifest says of it.
            list(folder, file);
        });
        let words = format!("{file}, line {line}: {column} is `");
        says(&found, &[&words, accepted], "run `rivals");
    }
}

#[test]
fn other_files_of_as_many_rows() {
    // A row that contradicts another is named as well.
    let found = refusal(|folder| set(folder, "tournament/standings.csv", 3, "games", "7"));
    says(
        &found,
        &[
            "tournament/standings.csv, line 3 is not the file that",
            &format!(
                "{}, lists: its checksum differs; 7 games, but 1800",
                listed("tournament/standings.csv")
            ),
        ],
        "rivals tournament --resume",
    );
    // Else the manifest's line alone.
    let found = refusal(|folder| set(folder, "values.csv", 7, "first_wins", "0.5"));
    let words = format!(
        "values.csv is not the file that {}, lists: its checksum",
        listed("values.csv")
    );
    says(&found, &[&words], "rivals solve");
}

#[test]
fn mixed_versions_and_rules() {
    let manifest = "manifest.json";
    let place = |key: &str, word: &str| {
        let text = fs::read_to_string(crate::results().join(manifest)).unwrap();
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let at = line_of(&lines, key);
        at + line_of(&lines[at..], word)
    };
    let ours = env!("CARGO_PKG_VERSION");
    let (odds, solve) = (
        place("\"command\": \"odds\"", "version"),
        place("\"command\": \"solve\"", "version"),
    );
    let found = refusal(|folder| {
        edit(&folder.join(manifest), |lines| {
            lines[solve - 1] = "\"version\": \"9.8.7\",".into()
        });
    });
    let words = format!(
        "mixed versions: manifest.json, line {odds}, says {ours}, but manifest.json, line {solve}, says 9.8.7"
    );
    says(&found, &[&words], "rivals solve --out DIR");
    let played = "tournament/manifest.json";
    let line = line_in(played, "\"version\"");
    let found = refusal(|folder| {
        edit(&folder.join(played), |lines| {
            lines[line - 1] = "\"version\": \"9.8.7\",".into()
        });
    });
    says(
        &found,
        &[&format!("but {played}, line {line}, says 9.8.7")],
        "rivals tournament",
    );
    // All of another version.
    let found = refusal(|folder| {
        for file in [manifest, played] {
            edit(&folder.join(file), |lines| {
                for line in lines
                    .iter_mut()
                    .filter(|line| line.contains("\"version\":"))
                {
                    *line = "\"version\": \"9.8.7\",".into();
                }
            });
        }
    });
    let words = format!("manifest.json, line {odds}: written by version 9.8.7, but this is {ours}");
    says(&found, &[&words], "with this version");
    // The rules.
    let (first, line) = (
        place("\"command\": \"odds\"", "\"rules\""),
        line_in(played, "\"rules\":"),
    );
    let found = refusal(|folder| {
        edit(&folder.join(played), |lines| {
            lines[line - 1] = "\"rules\": \"ab12\",".into()
        });
    });
    let words = format!("mixed rules: manifest.json, line {first}, says ");
    says(
        &found,
        &[&words, &format!("{played}, line {line}, says ab12")],
        "one rule file",
    );
}

#[test]
fn manifests_that_are_none() {
    let found = refusal(|folder| fs::write(folder.join("manifest.json"), "{\n]").unwrap());
    says(
        &found,
        &["manifest.json, line 2: not what this program writes"],
        "rivals odds --out DIR",
    );
    let empty = "{\"program\": \"rivals\", \"entries\": []}";
    let found = refusal(|folder| fs::write(folder.join("manifest.json"), empty).unwrap());
    says(
        &found,
        &["manifest.json, line 1: there is no entry of `rivals odds`"],
        "rivals odds",
    );
    let played = "tournament/manifest.json";
    let seats = line_in(played, "\"seats\"");
    let found = refusal(|folder| {
        edit(&folder.join(played), |lines| {
            lines[seats - 1] = "\"seats\": 3,".into()
        });
    });
    says(
        &found,
        &[&format!("{played}, line {seats}: a tournament of 3 seats")],
        "rivals",
    );
    let found = refusal(|folder| {
        edit(&folder.join(played), |lines| {
            let at = line_of(lines, "\"cycles.csv\"") - 1;
            lines[at] = lines[at].replace("cycles.csv", "circles.csv");
        });
    });
    let files = line_in(played, "\"files\"");
    says(
        &found,
        &[&format!("{played}, line {files}: cycles.csv is not listed")],
        "rivals",
    );
}

/// Damage that the manifest was adapted to, so that only the rows tell.
#[test]
fn rows_against_each_other() {
    let roster = line_in("tournament/manifest.json", "\"roster\"");
    let stranger = format!("`eve` is not in the roster of tournament/manifest.json, line {roster}");
    for (file, column) in [
        ("pairings", "second"),
        ("standings", "id"),
        ("standings", "worst_opponent"),
        ("fingerprints", "id"),
        ("distances", "b"),
        ("neighbours", "nearest"),
    ] {
        let file = format!("tournament/{file}.csv");
        let found = refusal(|folder| {
            set(folder, &file, 4, column, "eve");
            list(folder, &file);
        });
        says(
            &found,
            &[&format!("{file}, line 4: "), &stranger],
            "rivals tournament",
        );
    }
    let found = refusal(|folder| {
        set(folder, "odds_infer.csv", 30, "dragon", "pink");
        list(folder, "odds_infer.csv");
    });
    says(
        &found,
        &["odds_infer.csv, line 30: the dragon `pink` is not in odds.csv"],
        "infer",
    );
    // A row in place of another.
    for (file, words) in [
        (
            "odds.csv",
            "blue with 1 warrior die and 0 left is there twice",
        ),
        (
            "values.csv",
            "0:0 with 0 and 0 tokens and the first to move is there twice",
        ),
        ("stops.csv", "is there twice"),
        (
            "tournament/pairings.csv",
            "`abel` against `carla` is there twice",
        ),
        ("tournament/fingerprints.csv", "of `abel` is there twice"),
        (
            "tournament/distances.csv",
            "`abel` and `carla` are there twice",
        ),
        ("tournament/neighbours.csv", "`abel` is there twice"),
        ("tournament/claims.csv", "is there twice"),
    ] {
        let found = refusal(|folder| {
            edit(&folder.join(file), |lines| lines[2] = lines[1].clone());
            list(folder, file);
        });
        says(
            &found,
            &[&format!("{file}, line 3: "), words],
            "run `rivals",
        );
    }
}

#[test]
fn counts_that_do_not_add_up() {
    let file = "tournament/pairings.csv";
    let last = lines(file);
    let found = refusal(|folder| {
        edit(&folder.join(file), |lines| drop(lines.remove(2)));
        list(folder, file);
    });
    let words = format!(
        "{file}, line {}: incomplete: no row of `abel` against `random`",
        last - 1
    );
    says(&found, &[&words], "rivals tournament");
    // Wins that the standings do not know.
    let found = refusal(|folder| {
        set(folder, file, 2, "first_wins", "30");
        set(folder, file, 2, "first_win_rate", "0.1");
        set(folder, file, 2, "low", "0.05");
        set(folder, file, 2, "high", "0.2");
        list(folder, file);
    });
    says(
        &found,
        &["tournament/standings.csv, line ", "_seat is ", file],
        "rivals",
    );
    let games = line_in("tournament/manifest.json", "\"games\":");
    let found = refusal(|folder| {
        edit(&folder.join("tournament/manifest.json"), |lines| {
            lines[games - 1] = "\"games\": 5,".into();
        });
    });
    let words = format!("tournament/manifest.json, line {games}: games is 5, but 3600 by {file}");
    says(&found, &[&words], "rivals");
    let found = refusal(|folder| {
        set(folder, "odds.csv", 2, "count", "1");
        set(folder, "odds.csv", 2, "estimate", "0.0005");
        set(folder, "odds.csv", 2, "low", "0");
        list(folder, "odds.csv");
    });
    says(
        &found,
        &["odds.csv, line 3: the counts of blue with 1 warrior die add up"],
        "odds",
    );
    let found = refusal(|folder| {
        edit(&folder.join("values.csv"), |lines| drop(lines.pop()));
        list(folder, "values.csv");
    });
    says(
        &found,
        &["values.csv, line ", "1,151 positions, not the 1,152"],
        "solve",
    );
}
