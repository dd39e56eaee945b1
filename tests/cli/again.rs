//! Editing and playing again: what changed is named, what did not change is taken over, over shards
//! as well, and the files are those of a fresh run.

use std::fs;
use std::path::Path;

use crate::program::{Finished, folder, names, rivals};

const JOURNAL: &str = "tournament.journal";

fn at(words: &str, place: &Path) -> Finished {
    let words: Vec<&str> = words.split(' ').collect();
    Finished::of(rivals(&words).current_dir(place))
}

fn done(words: &str, place: &Path) -> String {
    let finished = at(words, place);
    assert_eq!(finished.code, 0, "{words}: {}", finished.stderr);
    finished.stdout
}

/// The error of a run that is refused, in one line.
fn refused(words: &str, place: &Path) -> String {
    let finished = at(words, place);
    assert_eq!((finished.code, finished.stdout.as_str()), (2, ""), "{words}");
    let words = finished.stderr.split_whitespace();
    words.filter(|word| *word != "│").collect::<Vec<_>>().join(" ")
}

/// Replaces text in a file, which must be there.
fn edit(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains(from), "{} has no {from}", file.display());
    fs::write(file, text.replace(from, to)).unwrap();
}

/// All files but the journal, whose lines depend on who played which chunk.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut names = names(folder);
    names.retain(|name| name != JOURNAL);
    let read = |name: String| {
        let bytes = fs::read(folder.join(&name)).unwrap();
        (name, bytes)
    };
    names.into_iter().map(read).collect()
}

/// A tournament with a search of limited time says that it cannot be repeated.
#[test]
fn limited_time_is_allowed_and_told() {
    let place = folder();
    let words =
        "tournament --game tic-tac-toe-sp --roster random,deepening:time=0.1s -n 1 --out timed";
    let error = refused(words, place.path());
    assert!(error.contains("cannot be repeated") && error.contains("--allow-time"), "{error}");
    done(&format!("{words} --allow-time"), place.path());
    let manifest = fs::read_to_string(place.path().join("timed/manifest.json")).unwrap();
    assert!(manifest.contains(r#""reproducible": false"#), "{manifest}");
    let report = done("report timed --format markdown", place.path());
    assert!(report.contains("These games cannot be played again"), "{report}");
}

/// Each shard takes over the games of the pairings that did not change.
#[test]
fn shards_are_played_again_after_an_edit() {
    let place = folder();
    let place = place.path();
    done("init my", place);
    edit(&place.join("my/dragon_slayer.toml"), "target = 40", "target = 15");
    let play = "tournament --config my/tournament.toml --roster abel,carla,greedy --quiet";
    for part in [1, 2] {
        done(&format!("{play} --games 300 --shard {part}/2 --out part-{part}"), place);
    }
    let carla = place.join("my/personalities/carla.toml");
    edit(&carla, "risk_aversion = -1.6", "risk_aversion = 0.6");
    let error = refused(&format!("{play} --games 300 --shard 1/2 --out part-1"), place);
    for said in ["carla: risk aversion -1.6 -> 0.6", "--overwrite", "--out"] {
        assert!(error.contains(said), "{said}: {error}");
    }
    for part in [1, 2] {
        let again = format!("{play} --games 300 --shard {part}/2 --out part-{part} --overwrite");
        let said = done(&again, place);
        assert!(said.contains("300 of them taken over"), "{said}");
    }
    done("merge part-1 part-2 --config my/tournament.toml --out merged --quiet", place);
    done(&format!("{play} --games 300 --out fresh"), place);
    assert_eq!(files(&place.join("merged")), files(&place.join("fresh")));

    // More games move the limits of the shards; the results stay those of a fresh run.
    for part in [1, 2] {
        let more = format!("{play} --games 900 --shard {part}/2 --out part-{part} --resume");
        done(&more, place);
    }
    done("merge part-1 part-2 --config my/tournament.toml --out grown --quiet", place);
    done(&format!("{play} --games 900 --out fresh-grown"), place);
    assert_eq!(files(&place.join("grown")), files(&place.join("fresh-grown")));
}

/// A finished tournament that is repeated plays nothing, and --until-ci takes games over.
#[test]
fn what_is_finished_is_not_played_again() {
    let place = folder();
    let place = place.path();
    let play = "tournament --roster hold-6,greedy --quiet --out o";
    done(&format!("{play} --games 1000"), place);
    let before = files(&place.join("o"));
    let again = done(&format!("{play} --games 1000"), place);
    assert!(again.contains("(0 of them now"), "{again}");
    assert_eq!(files(&place.join("o")), before);

    let until = format!("{play} --until-ci 0.1 --overwrite");
    let dry = done(&format!("{until} --dry-run"), place);
    let said = dry.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("kept under another name"), "{dry}");
    assert!(!place.join("o.1").exists());
    let played = done(&until, place);
    // All of its games are whole rounds of those that were played.
    assert!(played.contains("of them taken over, 0 of them now"), "{played}");
    assert_eq!(files(&place.join("o.1")), before);
    done(&until.replace("--out o", "--out fresh"), place);
    assert_eq!(files(&place.join("o")), files(&place.join("fresh")));
    let error = refused(&format!("{play} --games 1000"), place);
    assert!(error.contains("until_ci 0.1 of each seat -> none"), "{error}");
}

/// A journal of another format is refused by name, and --overwrite keeps it.
#[test]
fn journals_of_another_format_are_refused_and_kept() {
    let place = folder();
    let place = place.path();
    let play = "tournament --roster hold-6,greedy --games 100 --quiet --out o";
    done(play, place);
    let path = place.join("o").join(JOURNAL);
    let text = fs::read_to_string(&path).unwrap();
    let (header, rest) = text.split_once('\n').unwrap();
    let other = header[9..].replace("\"format\":4", "\"format\":3");
    assert_ne!(other, header[9..]);
    let sum = crc32fast::hash(other.as_bytes());
    fs::write(&path, format!("{sum:08x} {other}\n{rest}")).unwrap();
    let error = refused(play, place);
    for said in ["tournament.journal", "its format is 3, and this program reads 4", "--overwrite"] {
        assert!(error.contains(said), "{said}: {error}");
    }
    let played = done(&format!("{play} --overwrite"), place);
    assert!(played.contains("Played 200 games"), "{played}");
    assert!(fs::read_to_string(place.join("o.1").join(JOURNAL)).unwrap().contains("\"format\":3"));
}
