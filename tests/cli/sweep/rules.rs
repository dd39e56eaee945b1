//! `rivals sweep --vary-rules`.

use super::*;

/// By each set of rules, the figures are those of a tournament by these rules.
#[test]
fn rules_are_varied_as_in_tournaments() {
    let place = folder();
    for players in [2, 3] {
        let settings = format!(
            "--game pig --roster hold-20,hold-25,random --players {players} --games 200 --seed 7 -q"
        );
        let out = format!("swept-{players}");
        done(&format!("sweep --vary-rules target=20..40:2 {settings} --out {out}"), place.path());
        let swept = rows(&place.path().join(&out).join("sweep.csv"));
        for target in ["20", "40"] {
            fs::write(place.path().join("rules.toml"), format!("target = {target}")).unwrap();
            let league = format!("league-{players}-{target}");
            let words = format!("tournament --rules rules.toml {settings} --out {league}");
            done(&words, place.path());
            let theirs = |file: &str| rows(&place.path().join(&league).join(file));
            let mut expected = Vec::new();
            for row in theirs("standings.csv") {
                let cells = ["win_rate", "low", "high", "exact_win_rate"];
                expected.push(("win_rate", row["id"].clone(), cells.map(|key| row[key].clone())));
            }
            for row in theirs("seats.csv") {
                let cells = ["advantage", "advantage_low", "advantage_high", "exact_advantage"];
                expected.push((
                    "advantage",
                    row["seat"].clone(),
                    cells.map(|key| row[key].clone()),
                ));
            }
            for (measure, of, cells) in expected {
                let found = swept.iter().find(|row| {
                    row["rules"] == format!("target={target}")
                        && (&*row["measure"], &row["of"]) == (measure, &of)
                });
                let found = found.unwrap();
                let ours = ["value", "low", "high", "exact"].map(|key| found[key].clone());
                assert_eq!(ours, cells, "{measure} of {of} to {target}");
            }
            let turns =
                theirs("fingerprints.csv").into_iter().filter(|row| row["metric"] == "turns");
            let turns: Vec<f64> = turns.map(|row| number(&row, "value")).collect();
            let length = swept
                .iter()
                .find(|row| row["target"] == target && row["measure"] == "length")
                .unwrap();
            let mean = turns.iter().sum::<f64>() / turns.len() as f64;
            assert!((number(length, "value") - mean).abs() < 1e-9);
            assert!(number(length, "low") < mean && mean < number(length, "high"));
        }
        for row in &swept {
            let same = |of: &&Row| (&of["measure"], &of["of"]) == (&row["measure"], &row["of"]);
            let unchanged = |of: &&Row| of["target"] == "100" && same(of);
            let before = swept.iter().find(unchanged).unwrap();
            let less = number(row, "value") - number(before, "value");
            assert!((number(row, "difference") - less).abs() < 1e-9, "{row:?}");
            if !row["exact"].is_empty() {
                let less = number(row, "exact") - number(before, "exact");
                assert!((number(row, "exact_difference") - less).abs() < 1e-12, "{row:?}");
            }
            let is_sampled = row["measure"] != "optimal" && row["target"] != "100";
            assert_eq!(row["difference_low"].is_empty(), !is_sampled, "{row:?}");
        }
        let is_optimal = |row: &&Row| row["measure"] == "optimal" && row["of"] == "1";
        let optimal: Vec<&Row> = swept.iter().filter(is_optimal).collect();
        // The unchanged rules, to 100 points, are played beside the others.
        assert_eq!(optimal.len(), if players == 2 { 3 } else { 0 });
        for row in optimal {
            let target = &row["target"];
            let solved = done(&format!("solve --game pig --target {target} -f json"), place.path());
            let solved: serde_json::Value = serde_json::from_str(&solved).unwrap();
            assert!((number(row, "exact") - solved["first_wins"].as_f64().unwrap()).abs() < 1e-6);
        }
    }
    let printed = done("report swept-3 --format markdown", place.path());
    assert_eq!(printed, fs::read_to_string(place.path().join("swept-3/report.md")).unwrap());
}

/// Shards of a sweep of rules are merged to the same bytes, it is resumed with more games, and what
/// changed is named.
#[test]
fn a_sweep_of_rules_is_merged_and_resumed() {
    let place = folder();
    short_rules(place.path());
    let two = "--vary-rules target=6..10:2 --vary-rules dragon.blue.points=1..2";
    let sweep = format!("sweep {two} --rules short.toml --roster hold-6,greedy --seed 5 --quiet");
    done(&format!("{sweep} --games 60 --out whole --threads 1"), place.path());
    for part in 1..=2 {
        done(&format!("{sweep} --games 60 --shard {part}/2 --out part-{part}"), place.path());
    }
    done("merge part-1 part-2 --rules short.toml --quiet --out merged", place.path());
    let same = |one: &str, other: &str| {
        for file in ["sweep.csv", "sweep.svg", "report.html", "report.md", "manifest.json"] {
            let read = |folder: &str| fs::read(place.path().join(folder).join(file)).unwrap();
            assert_eq!(read(one), read(other), "{file}");
        }
    };
    same("whole", "merged");
    let swept = rows(&place.path().join("whole/sweep.csv"));
    let mut rules: Vec<&str> = swept.iter().map(|row| &*row["rules"]).collect();
    rules.dedup();
    assert_eq!(rules.len(), 5);
    assert_eq!(rules[1], "target=6:dragon.blue.points=2");
    // Another blue dragon is worth something.
    let rate = |rules: &str| {
        let of = |row: &&Row| row["rules"] == rules && row["of"] == "hold-6";
        number(swept.iter().find(of).unwrap(), "exact")
    };
    assert_ne!(rate("target=6:dragon.blue.points=1"), rate("target=6:dragon.blue.points=2"));
    let more = format!("{sweep} --games 90 --out whole");
    let refused = in_folder(&more, place.path());
    assert!(one_line(&refused.stderr).contains("games 60 -> 90"), "{}", refused.stderr);
    let played = done(&format!("{more} --resume"), place.path());
    assert!(played.contains("600 of them taken over"), "{played}");
    done(&format!("{sweep} --games 90 --out fresh"), place.path());
    same("whole", "fresh");
    let other = sweep.replace("hold-6,greedy", "hold-6,random").replace("6..10:2", "6..9:2");
    let refused = in_folder(&format!("{other} --games 90 --out whole"), place.path());
    let error = one_line(&refused.stderr);
    for said in ["greedy: left out", "random: added", "ranges target=6..10:2"] {
        assert!(error.contains(said) || error.contains(&said.replace(':', "")), "{said}: {error}");
    }
}

/// Words and switches are varied by a list, and the figures are those of tournaments.
#[test]
fn words_of_rules_are_varied() {
    let place = folder();
    let settings = "--game tute --roster random,medium,novice --games 4 --quiet";
    let two = "--vary-rules contrafallo=false,true --vary-rules muestra=fuera,mano14";
    let sweep = format!("sweep {two} {settings}");
    done(&format!("{sweep} --out whole"), place.path());
    for part in 1..=2 {
        done(&format!("{sweep} --shard {part}/2 --out part-{part}"), place.path());
    }
    done("merge part-1 part-2 --quiet --out merged", place.path());
    let read = |file: &str| fs::read_to_string(place.path().join(file)).unwrap();
    assert_eq!(read("whole/sweep.csv"), read("merged/sweep.csv"));
    fs::write(place.path().join("rules.toml"), "contrafallo = true\nmuestra = \"mano14\"").unwrap();
    done(&format!("tournament --rules rules.toml {settings} --out league"), place.path());
    let swept = rows(&place.path().join("whole/sweep.csv"));
    for row in rows(&place.path().join("league/standings.csv")) {
        let same = |of: &&Row| {
            of["rules"] == "contrafallo=true:muestra=mano14"
                && (of["measure"] == "win_rate" && of["of"] == row["id"])
        };
        let found = swept.iter().find(same).unwrap();
        assert_eq!(
            (&found["value"], &found["contrafallo"], &found["muestra"]),
            (&row["win_rate"], &"true".to_owned(), &"mano14".to_owned())
        );
    }
    let report = one_line(&read("whole/report.md"));
    for said in ["mano14", "The configuration has contrafallo false and muestra fuera."] {
        assert!(report.contains(said), "{said}: {report}");
    }
}

#[test]
fn rules_that_cannot_be_varied_are_refused() {
    let place = folder();
    for (words, said) in [
        ("targe=1..2 --game pig", ["no rule is called", "did you mean target?"]),
        ("target=0..10:2 --game pig", ["target = 0 is out of range", "1 to"]),
        ("target=1..2:4 --game pig", ["is not a whole number", "leave out"]),
        ("variant=1..2 --game parchis", ["variant is no number", "such as variant=ugr22,course"]),
        ("variant=course --game parchis", ["one value varies nothing", "thrown"]),
        ("variant=course,thrown,course --game parchis", ["is listed twice", "ugr22-fixed"]),
        ("variant=course,curse --game parchis", ["cannot be used", "ugr22-fixed"]),
        ("contrafallo=0..1 --game tute", ["is no number", "write true or false"]),
        ("variants=a,b --game parchis", ["no rule is called", "did you mean variant?"]),
        ("challenge=1..2", ["is not a number", "--rules FILE"]),
        (
            "target=1..2 --rules target=3..4",
            ["it names a file", "rules with --vary-rules target=3..4"],
        ),
        ("target=20 --game pig", ["one value varies nothing", "such as target=100,"]),
        ("target --game pig", ["is not a range", "such as target=100,"]),
        ("target=1,2,1.5 --game pig", ["1.5 is not a whole number", "write whole numbers"]),
        ("target=20,30,20 --game pig", ["is listed twice", "each once"]),
        ("dragon.purple.dice=1..2", ["no rule is called", "dragon.blue.dice"]),
        ("target=1..2 --vary-rules target=3..4", ["varied twice", "one range"]),
        (
            "target=30..40:2 --players 3 --roster abel,carla",
            ["too small for 3 seats", "at least 3"],
        ),
        ("a=1..2 --game battletech", ["no rule is called", "these rules"]),
        ("rows=3..99:2 --game tic-tac-toe-sp", ["rows = 99", "write"]),
        ("target=30..40:2 --against abel", ["--against", "cannot be used"]),
    ] {
        let finished = in_folder(&format!("sweep --vary-rules {words}"), place.path());
        assert_eq!(finished.code, 2, "{words}");
        let error = one_line(&finished.stderr);
        for said in said {
            assert!(error.contains(said), "{words}: {error}");
        }
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0, "{words}");
    }
}

/// Rules that vary alone are ranked by their largest differences, and have the figures that they have
/// when only one of them varies. A list of numbers is the range that has them.
#[test]
fn rules_that_vary_alone_are_ranked() {
    let place = folder();
    short_rules(place.path());
    let settings = "--rules short.toml --roster hold-6,greedy --games 60 --seed 5 --quiet";
    let two = "--vary-rules target=10,20 --vary-rules challenge.bonus=0,10";
    let said = done(&format!("sweep {two} --alone {settings} --out both -f json"), place.path());
    let json: serde_json::Value = serde_json::from_str(&said).unwrap();
    let ids: Vec<&str> = (json["variants"].as_array().unwrap().iter())
        .map(|of| of["id"].as_str().unwrap())
        .collect();
    let each = ["target=10", "target=20", "challenge.bonus=0", "challenge.bonus=10"];
    assert_eq!(ids, [&each[..], &["unchanged"]].concat());
    let both = rows(&place.path().join("both/sweep.csv"));
    for (range, others) in [("target=10..20:2", 2), ("challenge.bonus=0..10:2", 2)] {
        done(&format!("sweep --vary-rules {range} {settings} --out one"), place.path());
        let one = rows(&place.path().join("one/sweep.csv"));
        fs::remove_dir_all(place.path().join("one")).unwrap();
        let same = both.iter().filter(|row| one.iter().any(|of| of["rules"] == row["rules"]));
        let same: Vec<&Row> = same.collect();
        assert_eq!(same.len() * (others + 1), one.len() * others);
        for row in same {
            let is_it = |of: &&Row| {
                (&of["rules"], &of["measure"], &of["of"])
                    == (&row["rules"], &row["measure"], &row["of"])
            };
            let it = one.iter().find(is_it).unwrap();
            for column in ["value", "low", "exact", "difference", "difference_low"] {
                assert_eq!(row[column], it[column], "{column}: {row:?}");
            }
        }
    }
    // Of each measure, the greatest effect first: the largest difference by one rule alone.
    let effects = json["effects"].as_array().unwrap();
    for two in effects.chunks(2) {
        assert_eq!((&two[0]["measure"], &two[0]["of"]), (&two[1]["measure"], &two[1]["of"]));
        let sizes: Vec<f64> = (two.iter())
            .map(|of| {
                let effect = &of["effect"];
                effect["exact"].as_f64().or(effect["sampled"].as_f64()).unwrap().abs()
            })
            .collect();
        assert!(sizes[0] >= sizes[1], "{two:?}");
        for (of, size) in two.iter().zip(sizes) {
            let rule = of["rule"].as_str().unwrap();
            let largest = (both.iter())
                .filter(|row| row["rules"].starts_with(rule))
                .filter(|row| {
                    (&*row["measure"], &*row["of"])
                        == (of["measure"].as_str().unwrap(), of["of"].as_str().unwrap())
                })
                .map(|row| match &*row["exact_difference"] {
                    "" => number(row, "difference").abs(),
                    _ => number(row, "exact_difference").abs(),
                })
                .fold(0.0, f64::max);
            assert!((largest - size).abs() < 1e-12, "{of}");
        }
    }
    let report = fs::read_to_string(place.path().join("both/report.md")).unwrap();
    assert_eq!(done("report both --format markdown", place.path()), report);
    let report = one_line(&report);
    for said in ["Of the rules", "challenge.bonus 5", "instead of 15"] {
        assert!(report.contains(said), "{said}: {report}");
    }
    // More than two rules vary alone without a word, and their shards are merged.
    let three = "sweep --vary-rules contrafallo=false,true --vary-rules muestra=mano14,ultima_baza \
                 --vary-rules ultima=0,10 --game tute --roster random,novice --games 4 --quiet";
    done(&format!("{three} --out whole"), place.path());
    for part in 1..=2 {
        done(&format!("{three} --shard {part}/2 --out part-{part}"), place.path());
    }
    done("merge part-1 part-2 --quiet --out merged", place.path());
    let read = |file: &str| fs::read_to_string(place.path().join(file)).unwrap();
    assert_eq!(read("whole/sweep.csv"), read("merged/sweep.csv"));
    let mut found = rows(&place.path().join("whole/sweep.csv"));
    found.dedup_by(|a, b| a["rules"] == b["rules"]);
    let found: Vec<&str> = found.iter().map(|row| &*row["rules"]).collect();
    let expected =
        ["contrafallo=true", "muestra=mano14", "muestra=ultima_baza", "ultima=0", "unchanged"];
    assert_eq!(found, expected);
}
