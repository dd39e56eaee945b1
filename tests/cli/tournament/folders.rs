//! Folders of tournaments: dry runs, refusals, folders of another tournament, own personalities,
//! damage and a full disk.

use super::*;

#[test]
fn a_dry_run_says_what_is_there() {
    let place = folder();
    let out = place.path().join("out");
    assert_eq!(run(&args("500", &out, &["--shard", "1/1"])).code, 0);
    // A torn last line: the tournament is not complete.
    let path = out.join(JOURNAL);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 10]).unwrap();
    let before = fs::read(&path).unwrap();
    let given = args("500", &out, &["--shard", "1/1", "--dry-run"]);
    let looked = run(&given);
    assert_eq!((looked.code, looked.stderr.as_str()), (0, ""));
    assert!(looked.stdout.contains("games     1,000, "), "{}", looked.stdout);
    let hint = "contains this tournament; add --resume to continue";
    assert!(looked.stdout.contains(hint), "{}", looked.stdout);
    let resumed = run(&[&given[..], &["--resume"]].concat());
    assert_eq!(resumed.code, 0);
    assert!(!resumed.stdout.contains(hint), "{}", resumed.stdout);
    assert_eq!(fs::read(&path).unwrap(), before);
    let again = run(&args("500", &out, &["--shard", "1/1"]));
    assert_eq!((again.code, again.stdout.as_str()), (2, ""));
    assert!(again.stderr.contains("contains this tournament already"));
    assert!(again.stderr.contains("--resume"), "{}", again.stderr);
}

/// With more than two seats optimal play is unknown, and the program says how players decide.
#[test]
fn games_of_more_seats_say_how_players_decide() {
    let place = folder();
    let out = place.path().join("out");
    let said = |players: &str, more: &[&str]| {
        let first = ["tournament", "--roster", "abel,daniel,hold-6", "--games", "6"];
        let table = ["--players", players, "--out", out.to_str().unwrap()];
        let finished = run(&[&first[..], &table, more].concat());
        assert_eq!(finished.code, 0, "{}", finished.stderr);
        let words: Vec<&str> = finished.stdout.split_whitespace().collect();
        words.join(" ").contains("look at their strongest rival")
    };
    assert!(said("3", &["--dry-run"]));
    assert!(!said("2", &["--dry-run"]));
    assert!(said("3", &[]));
}

#[test]
fn too_much_memory_is_refused_before_anything_is_written() {
    let place = folder();
    let out = place.path().join("new");
    let given = ["tournament", "--roster", "abel,carla,daniel", "--out"];
    let given = [&given[..], &[out.to_str().unwrap(), "--memory", "0.02"]].concat();
    for more in [&[][..], &["--dry-run"]] {
        let refused = run(&[&given[..], more].concat());
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
        let words = refused.stderr.split_whitespace().filter(|&word| word != "│");
        let said = words.collect::<Vec<_>>().join(" ");
        for part in [
            "this tournament needs about ",
            " (policy tables ",
            " of memory; the limit is 20 MB",
            "name fewer players, or lower the target",
            "raise the limit with --memory",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
        assert!(!out.exists());
    }
    let odd = run(&args("100", &out, &["--memory", "-1"]));
    let said = "write a number of gigabytes";
    assert!(odd.stderr.contains(said), "{}", odd.stderr);
}

#[test]
fn a_dry_run_writes_nothing() {
    let place = folder();
    let out = place.path().join("new");
    let finished = run(&args("2500", &out, &["--dry-run"]));
    assert_eq!((finished.code, finished.stderr.as_str()), (0, ""));
    for said in [
        "hold-6, hold-12",
        "pairings  1",
        "memory    about ",
        "policy tables",
        "5,000",
        "pairings.csv",
        "no file was written",
    ] {
        assert!(finished.stdout.contains(said), "{said}: {}", finished.stdout);
    }
    assert!(!out.exists());
}

#[test]
fn bad_input_is_refused_and_nothing_written() {
    let place = folder();
    let out = place.path().join("new");
    let out = out.to_str().unwrap();
    for (given, said) in [
        (&["--games", "0"][..], "a whole number from 1 to"),
        (&["--games", "many"], "a whole number from 1 to"),
        (&["--shard", "0/4"], "write I/N"),
        (&["--shard", "5/4"], "write I/N"),
        (&["--shard", "x/4"], "write I/N"),
        (&["--shard", "-1/4"], "write I/N"),
        (&["--players", "7"], "a whole number from 2 to 6"),
        (&["--until-ci", "1.5"], "above 0 and below 1"),
        (&["--until-ci", "-0.5"], "above 0 and below 1"),
        (&["--until-ci", "NaN"], "above 0 and below 1"),
        (&["--roster", "hold-6,hodl-12"], "did you mean hold-12?"),
        (&["--roster", "hold-6,hold-6"], "is named twice"),
        (&["--roster", "hold-6"], "at least 2 players"),
        (&["--roster", ""], "no player of the roster is called \"\""),
        (&["--roster", "hold-6,hold-12", "--players", "3"], "too small for 3 seats"),
        (&["--config", "no-such-file.toml"], "no-such-file.toml"),
        (&["--threads", "0"], "a whole number from 1 to 256"),
    ] {
        let finished = run(&[&["tournament", "--out", out], given].concat());
        assert_eq!((finished.code, finished.stdout.as_str()), (2, ""), "{given:?}");
        let words = finished.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(said), "{given:?}: {}", finished.stderr);
    }
    assert_eq!(names(place.path()), [""; 0]);
}

#[test]
fn a_folder_with_another_tournament_is_left_alone() {
    let place = folder();
    let out = place.path();
    assert_eq!(run(&args("100", out, &["--seed", "1"])).code, 0);
    let before: Vec<_> =
        (names(out).into_iter()).map(|name| fs::read(out.join(name)).unwrap()).collect();
    let more: [(&[&str], &str); 4] = [
        (&["--seed", "2"], "seed 1 -> 2"),
        (&["--seed", "2", "--resume"], "seed 1 -> 2"),
        (&["--seed", "1", "--shard", "1/2", "--resume"], "shard none -> 1/2"),
        (&["--seed", "1", "--until-ci", "0.5", "--dry-run"], "until_ci none -> 0.5"),
    ];
    for (given, said) in more {
        let finished = run(&args("100", out, given));
        assert_eq!((finished.code, finished.stdout.as_str()), (2, ""), "{given:?}");
        let words = finished
            .stderr
            .split_whitespace()
            .filter(|&word| word != "│")
            .collect::<Vec<_>>()
            .join(" ");
        assert!(words.contains("belongs to another tournament"), "{}", finished.stderr);
        assert!(words.contains(said), "{}", finished.stderr);
        assert!(words.contains("--out"), "{}", finished.stderr);
    }
    let after: Vec<_> =
        (names(out).into_iter()).map(|name| fs::read(out.join(name)).unwrap()).collect();
    assert_eq!(before, after);

    // Without the journal, the same tournament is played again, to the same bytes.
    fs::remove_file(out.join(JOURNAL)).unwrap();
    assert_eq!(run(&args("100", out, &["--seed", "1"])).code, 0);
    for (name, contents) in results(out).2 {
        let before = names(out).iter().position(|other| *other == name).unwrap();
        assert_eq!(contents, after[before], "{name}");
    }
    // Results of another tournament without a journal are not overwritten either.
    fs::remove_file(out.join(JOURNAL)).unwrap();
    fs::write(out.join("manifest.json"), b"{}").unwrap();
    for resume in [&[][..], &["--resume"]] {
        let finished = run(&args("100", out, resume));
        assert_eq!(finished.code, 2);
        assert!(finished.stderr.contains("not a manifest of this program"), "{}", finished.stderr);
        assert!(!out.join(JOURNAL).exists());
    }
    assert_eq!(fs::read(out.join("manifest.json")).unwrap(), b"{}");
}

/// The files of a folder without its journal, whose lines depend on who played which chunk.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    results(folder).2
}

/// A tournament of an edited personality is played on top of the games that did not change.
#[test]
fn after_an_edit_only_what_changed_is_played() {
    let place = folder();
    let at = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        Finished::of(rivals(&words).current_dir(place.path()))
    };
    assert_eq!(at("init my").code, 0);
    let refused = at("init my");
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    assert!(refused.stderr.contains("exists already"), "{}", refused.stderr);
    let rules = place.path().join("my/dragon_slayer.toml");
    let text = fs::read_to_string(&rules).unwrap();
    fs::write(&rules, text.replace("target = 40", "target = 15")).unwrap();
    let play = "tournament --config my/tournament.toml --roster abel,carla,greedy";
    assert_eq!(at(&format!("{play} --games 200 --out o")).code, 0);
    let before = results(&place.path().join("o"));
    let carla = place.path().join("my/personalities/carla.toml");
    let text = fs::read_to_string(&carla).unwrap();
    fs::write(&carla, text.replace("risk_aversion = -1.6", "risk_aversion = 0.6")).unwrap();
    let refused = at(&format!("{play} --games 200 --out o"));
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    let said = refused.stderr.replace("\n  │ ", " ");
    for expected in ["carla: risk aversion -1.6 -> 0.6", "--overwrite", "--out"] {
        assert!(said.contains(expected), "{said}");
    }
    let played = at(&format!("{play} --games 200 --out o --overwrite"));
    assert!(played.stdout.contains("400 of them taken over"), "{}", played.stdout);
    assert_eq!(results(&place.path().join("o.1")), before);
    assert_eq!(at(&format!("{play} --games 200 --out fresh")).code, 0);
    assert_eq!(files(&place.path().join("o")), files(&place.path().join("fresh")));

    let more = at(&format!("{play} --games 500 --out o --resume"));
    assert!(more.stdout.contains("1,200 of them taken over"), "{}", more.stdout);
    assert_eq!(at(&format!("{play} --games 500 --out all")).code, 0);
    assert_eq!(files(&place.path().join("o")), files(&place.path().join("all")));
    assert!(!place.path().join("o.2").exists());
}

/// A folder of one's own adds to the built-in personalities, and rules are named by a flag.
#[test]
fn own_personalities_and_rules_play_in_any_folder() {
    let place = folder();
    let at = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        Finished::of(rivals(&words).current_dir(place.path()))
    };
    let own = place.path().join("own");
    fs::create_dir(&own).unwrap();
    let carla = at("roster show carla --format toml").stdout;
    let eva = carla.replace("\"carla\"", "\"eva\"");
    fs::write(own.join("eva.toml"), &eva).unwrap();
    assert_eq!(at("roster show own/eva.toml --format toml").stdout, eva);
    assert_eq!(at("roster show greedy --format toml").code, 2);
    fs::write(own.join("carla.toml"), carla.replace("nerves = 0.0", "nerves = 1.0")).unwrap();
    assert_eq!(at("init my").code, 0);
    let rules = place.path().join("my/dragon_slayer.toml");
    let text = fs::read_to_string(&rules).unwrap();
    fs::write(&rules, text.replace("target = 40", "target = 20")).unwrap();
    let flags = "--personalities own --rules my/dragon_slayer.toml";
    let play = format!("tournament {flags} --roster eva,carla,abel --games 50");
    let played = at(&format!("{play} --out q"));
    assert_eq!(played.code, 0, "{}", played.stderr);
    for expected in ["Rules: my/dragon_slayer.toml", "that replace built-in ones: carla\n"] {
        assert!(played.stdout.contains(expected), "{}", played.stdout);
    }
    for part in ["1/2", "2/2"] {
        let out = part.replace('/', "-");
        assert_eq!(at(&format!("{play} --out {out} --shard {part}")).code, 0);
    }
    assert_eq!(at(&format!("merge 1-2 2-2 {flags} --out merged")).code, 0);
    for (name, bytes) in files(&place.path().join("q")) {
        let merged = fs::read(place.path().join("merged").join(&name)).unwrap();
        assert_eq!(merged, bytes, "{name}");
    }
    let alone = at("roster --personalities own --no-built-in").stdout;
    assert!(alone.contains("eva") && !alone.contains("abel"), "{alone}");
}

/// Players of files, such as drawn or evolved ones, play in shards, and the merge of a job file has
/// them.
#[test]
fn players_of_files_play_in_shards() {
    let place = folder();
    let at = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        Finished::of(rivals(&words).current_dir(place.path()))
    };
    fs::create_dir(place.path().join("own")).unwrap();
    let carla = at("roster show carla --format toml").stdout;
    let eva = carla.replace("\"carla\"", "\"eva\"").replace("nerves = 0.0", "nerves = 1.0");
    fs::write(place.path().join("own/eva.toml"), eva).unwrap();
    let play = "tournament --roster own/eva.toml,abel --games 50 --quiet";
    assert_eq!(at(&format!("{play} --out whole")).code, 0);
    let job = at(&format!("{play} --out league --shards 2 --emit list")).stdout;
    let done = crate::help::shell(&job, place.path());
    assert_eq!(done.code, 0, "{job}{}", done.stderr);
    for (name, bytes) in files(&place.path().join("whole")) {
        let merged = fs::read(place.path().join("league").join(&name)).unwrap();
        assert_eq!(merged, bytes, "{name}");
    }
    let pod = at(&format!("{play} --out league --shards 2 --emit kubernetes")).stdout;
    assert!(pod.contains("\n#   own/eva.toml\n"), "{pod}");
    let refused = at("merge league/parts/1-of-2 league/parts/2-of-2 --out other");
    assert_eq!(refused.code, 2);
    for said in ["called \"eva\"", "--roster"] {
        assert!(refused.stderr.contains(said), "{}", refused.stderr);
    }
    let sweep = "sweep abel risk_aversion=0..1:2 --against own/eva.toml --games 20 --quiet";
    for part in 1..=2 {
        assert_eq!(at(&format!("{sweep} --shard {part}/2 --out swept-{part}")).code, 0);
    }
    let swept = at("merge swept-1 swept-2 --roster own/eva.toml --quiet --out swept");
    assert_eq!(swept.code, 0, "{}", swept.stderr);
}

#[test]
fn a_torn_line_is_reported() {
    let place = folder();
    let out = place.path().join("out");
    assert_eq!(run(&args("500", &out, &[])).code, 0);
    let before = results(&out);
    let path = out.join(JOURNAL);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 10]).unwrap();
    let resumed = run(&args("500", &out, &["--resume"]));
    assert_eq!(resumed.code, 0);
    assert!(resumed.stderr.contains("were torn when"), "{}", resumed.stderr);
    assert_eq!(results(&out), before);
}

#[cfg(unix)]
#[test]
fn on_a_full_disk_games_are_kept() {
    let place = folder();
    let (out, whole) = (place.path().join("out"), place.path().join("whole"));
    let given = args("200000", &out, &["--quiet"]);
    // Files may grow to 4 KiB (or 8), and the signal for it is ignored: writing
    // more fails half-way, as on a full disk.
    let mut shell = Command::new("sh");
    shell
        .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "sh"])
        .arg(env!("CARGO_BIN_EXE_rivals"))
        .args(&given);
    let full = Finished::of(&mut shell);
    assert_eq!((full.code, full.stdout.as_str()), (2, ""), "{}", full.stderr);
    assert!(full.stderr.contains("cannot write to the journal"), "{}", full.stderr);
    assert!(full.stderr.contains("free disk space and run again with --resume"), "{}", full.stderr);
    assert_eq!(run(&[&given[..], &["--resume"]].concat()).code, 0);
    assert_eq!(run(&args("200000", &whole, &["--quiet"])).code, 0);
    assert_eq!(results(&out).1, results(&whole).1);
}
