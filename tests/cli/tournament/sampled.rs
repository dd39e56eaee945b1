//! Sampled pairings, and job files: `tests/job_files.py` plays these with real schedulers.

use super::*;
use crate::program::short_rules;

/// Forty players of Pig with sampled pairings.
fn league<'a>(ids: &'a str, design: &'a str, out: &'a str) -> Vec<&'a str> {
    let game = ["tournament", "--game", "pig", "--games", "60", "--quiet"];
    let sampled = ["--roster", ids, "--pairings", design, "--out", out];
    [game, sampled].concat()
}

fn holds(players: std::ops::RangeInclusive<u32>) -> String {
    let ids: Vec<String> = players.map(|points| format!("hold-{points}")).collect();
    ids.join(",")
}

/// All files but the journal.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    (names(folder).into_iter())
        .filter(|name| name != JOURNAL)
        .map(|name| (name.clone(), fs::read(folder.join(name)).unwrap()))
        .collect()
}

fn rows(folder: &Path, file: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(folder.join(file)).unwrap();
    let rows = text.lines().skip(1);
    rows.map(|row| row.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn sampled_pairings_in_shards_and_interrupted() {
    let place = folder();
    let ids = holds(1..=40);
    let design = "random:5";
    let at = |name: &str| place.path().join(name);
    let whole = at("whole");
    let played = run(&league(&ids, design, whole.to_str().unwrap()));
    assert_eq!(played.code, 0, "{}", played.stderr);
    assert!(played.stdout.contains("These pairings are a sample"), "{}", played.stdout);
    // Every player has its pairings, with exact rates, and a rating with an interval.
    let pairs = rows(&whole, "pairs.csv");
    for id in ids.split(',') {
        let met = pairs.iter().filter(|row| row[0] == id || row[1] == id).count();
        assert_eq!(met, 5, "{id}");
    }
    assert!(pairs.iter().all(|row| !row[6].is_empty()));
    let standings = rows(&whole, "standings.csv");
    assert_eq!(standings.len(), 40);
    assert!(standings.iter().all(|row| !row[9].is_empty() && !row[10].is_empty()));
    assert!(rows(&whole, "distances.csv").len() < 40 * 39 / 2);
    assert_eq!(rows(&whole, "neighbours.csv").len(), 40);

    let parts: Vec<_> = ["1/3", "2/3", "3/3"].map(|shard| (shard, at(&shard[..1]))).to_vec();
    for (shard, part) in &parts {
        let args = league(&ids, design, part.to_str().unwrap());
        assert_eq!(run(&[&args[..], &["--shard", shard]].concat()).code, 0);
    }
    let merged = at("merged");
    let mut args = vec!["merge", "--quiet", "--out", merged.to_str().unwrap()];
    args.extend(parts.iter().map(|(_, part)| part.to_str().unwrap()));
    let said = run(&args);
    assert_eq!(said.code, 0, "{}", said.stderr);
    assert!(files(&merged) == files(&whole), "other bytes");

    // Half of the journal, as after a kill.
    let torn = at("torn");
    fs::create_dir(&torn).unwrap();
    let journal = fs::read(whole.join(JOURNAL)).unwrap();
    fs::write(torn.join(JOURNAL), &journal[..journal.len() / 2]).unwrap();
    let args = league(&ids, design, torn.to_str().unwrap());
    assert_eq!(run(&args).code, 2);
    assert_eq!(run(&[&args[..], &["--resume"]].concat()).code, 0);
    assert!(files(&torn) == files(&whole), "other bytes");
    assert_eq!(fs::read(torn.join(JOURNAL)).unwrap().len(), journal.len());
}

/// A larger sample, or all pairings, take over the games of a smaller one.
#[test]
fn a_larger_sample_takes_over() {
    let place = folder();
    let out = place.path().join("out");
    let ids = holds(1..=12);
    let played = |design: &str, more: &[&str]| {
        run(&[&league(&ids, design, out.to_str().unwrap())[..], more].concat())
    };
    assert_eq!(played("random:4", &[]).code, 0);
    let other = played("all", &[]);
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("pairings"), "{}", other.stderr);
    let all = played("all", &["--overwrite"]);
    assert_eq!(all.code, 0, "{}", all.stderr);
    let taken = "2,880 of 7,920 games are taken over";
    assert!(all.stderr.contains(taken), "{}", all.stderr);
    let fresh = place.path().join("fresh");
    assert_eq!(run(&league(&ids, "all", fresh.to_str().unwrap())).code, 0);
    assert!(files(&out) == files(&fresh), "other bytes");
    let odd = played("random:1", &[]);
    assert_eq!(odd.code, 2);
    assert!(odd.stderr.contains("such as random:20"), "{}", odd.stderr);
}

#[test]
fn job_files_name_every_shard() {
    let place = folder();
    let in_folder = |more: &[&str]| {
        let args = ["tournament", "--game", "pig", "--games", "40", "--out", "it's"];
        let mut command = rivals(&[&args[..], more].concat());
        Finished::of(command.current_dir(place.path()))
    };
    let list = in_folder(&["--shards", "3", "--emit", "list", "--seed", "7"]).stdout;
    let shard = |number: u32| {
        format!(
            "rivals tournament --game pig --games 40 --seed 7 --shard {number}/3 --threads 1 \
             --resume --quiet --out 'it'\\''s/parts'/{number}-of-3\n"
        )
    };
    let merge = "rivals merge 'it'\\''s/parts'/*-of-3 --out 'it'\\''s'\n";
    assert_eq!(list, shard(1) + &shard(2) + &shard(3) + merge);
    for (kind, words) in [
        ("slurm", "#SBATCH --array=1-3\n"),
        ("slurm", "#SBATCH --cpus-per-task=2\n"),
        ("kubernetes", "\n  completions: 3\n"),
        ("parallel", " --shard 3/3 "),
    ] {
        let file = in_folder(&["--shards", "3", "--emit", kind, "-j", "2"]);
        assert!(file.stdout.contains(words), "{kind}: {}", file.stdout);
        assert!(file.stdout.contains("--threads 2"), "{kind}: {}", file.stdout);
    }
    let auto = in_folder(&["--shards", "auto", "--dry-run"]).stdout;
    for words in ["\ntime      about ", "\nshards    1 of about ", "losing one costs at most"] {
        assert!(auto.contains(words), "{auto}");
    }
    let many = in_folder(&["--shards", "auto", "--dry-run", "--games", "1e10"]).stdout;
    assert!(!many.contains("shards    1 of"), "{many}");
    for (more, words) in [
        (&["--shards", "3"][..], "--shards alone plays nothing"),
        (&["--emit", "list"], "--shards <N|auto>"),
        (&["--shards", "3", "--shard", "1/3"], "cannot be used with"),
        (&["--shards", "0", "--dry-run"], "or auto"),
    ] {
        let refused = in_folder(more);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{more:?}");
        assert!(refused.stderr.contains(words), "{more:?}: {}", refused.stderr);
    }
    assert!(names(place.path()).is_empty());
}

/// Shards of an earlier job that the new one cannot go on with are named when its file is made.
#[test]
fn a_job_file_says_which_shards_are_refused() {
    let place = folder();
    let out = place.path().to_str().unwrap();
    let game = ["tournament", "--game", "pig", "--games", "40"];
    let part = place.path().join("parts/1-of-3");
    let part = ["--shard", "1/3", "--out", part.to_str().unwrap()];
    assert_eq!(run(&[&game[..], &part].concat()).code, 0);
    let job = |more: &[&str]| {
        let job = ["--emit", "list", "--out", out];
        run(&[&game[..], &job, more].concat()).stderr
    };
    assert!(job(&["--shards", "3"]).contains("the job goes on with them"));
    let other = job(&["--shards", "3", "--seed", "7"]);
    assert!(other.contains("cannot use") && other.contains("-> 7"), "{other}");
}

/// Players of a sample met different opponents, so that no claim compares their figures; and no three
/// are said to be no cycle who did not meet.
#[test]
fn samples_decide_no_claims_on_opponents() {
    let place = folder();
    let out = place.path().to_str().unwrap();
    short_rules(place.path());
    let rules = place.path().join("short.toml");
    let game = ["tournament", "--games", "20", "--quiet", "--out", out];
    let sample = ["--pairings", "random:4", "--rules", rules.to_str().unwrap()];
    let played = run(&[&game[..], &sample].concat());
    assert_eq!(played.code, 0, "{}", played.stderr);
    assert!(!played.stdout.contains("no three players beat each other"));
    let claims = rows(place.path(), "claims.csv");
    assert!(claims.len() > 20);
    for row in claims.iter().filter(|row| row[3] != "rating" && row[5] != "same_as") {
        assert!(row[1] != "holds" && row[1] != "fails", "{row:?}");
    }
}
