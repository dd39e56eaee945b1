//! What a run prepares before its first game is kept, and signals are heard meanwhile.

use super::*;

/// The file in which policy tables are kept.
const TABLES: &str = "tournament.tables";

/// `rivals tournament` between personalities, whose tables take a while.
fn league<'a>(out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let out = out.to_str().unwrap();
    let first = ["tournament", "--roster", "abel,carla", "--no-cache"];
    [&first[..], &["--games", "20", "--out", out], more].concat()
}

/// Waits until a file has at least `bytes` bytes, and returns the time that it took.
fn wait_for_bytes(file: &Path, bytes: u64) {
    let start = Instant::now();
    while fs::metadata(file).map_or(0, |found| found.len()) < bytes {
        assert!(start.elapsed() < Duration::from_secs(300), "{file:?}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[cfg(unix)]
#[test]
fn tables_are_taken_up_after_a_kill_and_a_signal() {
    let place = folder();
    let [whole, out] = ["whole", "out"].map(|name| place.path().join(name));
    let tables = out.join(TABLES);
    let given = league(&out, &["--resume"]);

    let mut child = start(&given);
    wait_for_bytes(&tables, 2_000);
    child.kill().unwrap();
    child.wait().unwrap();
    let after_kill = fs::metadata(&tables).unwrap().len();

    let child = start(&given);
    wait_for_bytes(&tables, after_kill + 200);
    let asked = Instant::now();
    let pid = child.id().to_string();
    let kill = Command::new("kill").args(["-s", "TERM", &pid]).status();
    assert!(kill.unwrap().success());
    let ended = child.wait_with_output().unwrap();
    // The tables take many times as long.
    assert!(asked.elapsed() < Duration::from_secs(60), "{asked:?}");
    let stderr = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(4), "{stderr}");
    assert!(stderr.contains("0 of 40 games are saved"), "{stderr}");
    assert_eq!(names(&out), [JOURNAL, TABLES]);

    // A torn end and another run's tables are not taken up.
    let kept = fs::read(&tables).unwrap();
    fs::write(&tables, &kept[..kept.len() - 1]).unwrap();
    let finished = run(&given);
    assert_eq!(finished.code, 0, "{}", finished.stderr);
    let said = "policy tables of an earlier run";
    assert!(finished.stderr.contains(said), "{}", finished.stderr);
    assert!(!tables.exists());

    assert_eq!(run(&league(&whole, &["--quiet"])).code, 0);
    assert_eq!(results(&whole), results(&out));

    // Tables of other players, and those that a flag refuses.
    let other = place.path().join("other");
    for given in [args("20", &other, &["--no-cache"]), league(&other, &["--no-tables"])] {
        fs::create_dir_all(&other).unwrap();
        fs::write(other.join(TABLES), &kept).unwrap();
        let finished = run(&given);
        assert_eq!(finished.code, 0, "{}", finished.stderr);
        assert!(!finished.stderr.contains(said), "{}", finished.stderr);
        assert!(!other.join(TABLES).exists());
        fs::remove_dir_all(&other).unwrap();
    }
}

/// What cannot be read in their place changes no result.
#[cfg(unix)]
#[test]
fn tables_that_cannot_be_removed_fail_no_run() {
    let place = folder();
    let tables = place.path().join(TABLES);
    fs::create_dir(&tables).unwrap();
    let finished = run(&args("20", place.path(), &["--no-cache"]));
    assert_eq!(finished.code, 0, "{}", finished.stderr);
    let said = "cannot remove the policy tables";
    assert!(finished.stderr.contains(said), "{}", finished.stderr);
    assert!(place.path().join("standings.csv").exists());
}

/// Signals at many moments of the last phase: the exit code is that of an interrupted or of a
/// complete run, nothing is left over, and the next run writes all files.
#[cfg(unix)]
#[test]
fn signals_in_the_last_phase_leave_nothing_behind() {
    let place = folder();
    let whole = place.path().join("whole");
    assert_eq!(run(&args("2000", &whole, &["--quiet"])).code, 0);
    let games = fs::metadata(whole.join(JOURNAL)).unwrap().len();
    for wait in [0, 20, 60, 150, 300] {
        let out = place.path().join(wait.to_string());
        let child = start(&args("2000", &out, &["--threads", "1"]));
        wait_for_bytes(&out.join(JOURNAL), games);
        std::thread::sleep(Duration::from_millis(wait));
        let pid = child.id().to_string();
        // The run may have ended.
        let _ = Command::new("kill").args(["-s", "TERM", &pid]).status();
        let ended = child.wait_with_output().unwrap();
        let code = ended.status.code();
        assert!(code == Some(4) || code == Some(0), "{wait}: {:?}", ended.status);
        let left = || names(&out).into_iter().find(|name| name.starts_with(".rivals-"));
        assert_eq!(left(), None);
        // What a killed run leaves is removed.
        let left_over = File::create(out.join(".rivals-abc123.tmp")).unwrap();
        let day = Duration::from_secs(86_400);
        left_over.set_modified(SystemTime::now() - day).unwrap();
        drop(left_over);
        assert_eq!(run(&args("2000", &out, &["--resume", "--quiet"])).code, 0);
        assert_eq!(left(), None);
        assert_eq!(results(&out).2, results(&whole).2);
    }
}

/// A user's own `report.html` is refused as any other file is.
#[test]
fn a_report_of_the_user_is_kept() {
    let place = folder();
    let out = place.path().join("out");
    let report = out.join("report.html");
    fs::create_dir(&out).unwrap();
    fs::write(&report, "<html>mine</html>").unwrap();
    let refused = |args: &[&str]| {
        let finished = run(args);
        assert_eq!(finished.code, 2, "{args:?}: {}", finished.stderr);
        assert!(finished.stderr.contains("report.html is not a report"));
        assert_eq!(fs::read_to_string(&report).unwrap(), "<html>mine</html>");
    };
    refused(&args("5", &out, &[]));
    assert_eq!(names(&out), ["report.html"]);
    assert_eq!(run(&args("5", &out, &["--no-report"])).code, 0);
    refused(&args("5", &out, &[]));
    refused(&["report", out.to_str().unwrap()]);
    let part = place.path().join("part");
    assert_eq!(run(&args("5", &part, &["--shard", "1/1"])).code, 0);
    refused(&["merge", part.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    fs::remove_file(&report).unwrap();
    for _ in 0..2 {
        assert_eq!(run(&args("5", &out, &[])).code, 0);
        assert!(report.exists());
    }
}

/// A merged folder goes on as one that was played without shards.
#[test]
fn a_merged_folder_grows() {
    let place = folder();
    let [one, two, merged, whole] =
        ["one", "two", "merged", "whole"].map(|name| place.path().join(name));
    assert_eq!(run(&args("5", &one, &["--shard", "1/2"])).code, 0);
    assert_eq!(run(&args("5", &two, &["--shard", "2/2"])).code, 0);
    let [one, two, to] = [&one, &two, &merged].map(|path| path.to_str().unwrap());
    for _ in 0..2 {
        let finished = run(&["merge", one, two, "--out", to]);
        assert_eq!(finished.code, 0, "{}", finished.stderr);
    }
    let grown = run(&args("9", &merged, &["--resume"]));
    assert_eq!(grown.code, 0, "{}", grown.stderr);
    assert!(grown.stderr.contains("10 of 18 games are taken over"), "{}", grown.stderr);
    assert_eq!(run(&args("9", &whole, &[])).code, 0);
    assert_eq!(results(&merged).1, results(&whole).1);
    assert_eq!(results(&merged).2, results(&whole).2);
    let refused = run(&["report", one]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("rivals merge DIR"), "{}", refused.stderr);
}

/// A pair is narrow before each of its seats is.
#[test]
fn until_ci_of_pairs_needs_fewer_games() {
    let place = folder();
    let games = ["pairs", "seats"].map(|which| {
        let out = place.path().join(which);
        let more = ["--until-ci", "0.1", "--until-ci-of", which];
        let out = out.to_str().unwrap();
        let first = ["tournament", "--game", "pig", "--roster", "hold-20,hold-25", "--out", out];
        let finished = run(&[&first[..], &more].concat());
        assert_eq!(finished.code, 0, "{}", finished.stderr);
        let entry = fs::read_to_string(Path::new(out).join("manifest.json")).unwrap();
        let entry: Value = serde_json::from_str(&entry).unwrap();
        entry["entries"][0]["tournament"]["games"].as_u64().unwrap()
    });
    assert!(games[0] < games[1], "{games:?}");
    let three = ["tournament", "--game", "pig", "--players", "3", "--until-ci", "0.1"];
    assert_eq!(run(&[&three[..], &["--until-ci-of", "pairs"]].concat()).code, 2);
}

/// What users wrote, and what they are told.
#[cfg(unix)]
#[test]
fn words_of_refusals_and_notes() {
    let place = folder();
    let out = place.path().join("out");
    let out = out.to_str().unwrap();
    let said = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        let finished = run(&[&words[..], &["--out", out]].concat());
        (finished.code, finished.stderr.replace('\n', " "))
    };
    let (code, text) = said("tournament --game pig --roster hold-20,hold-101");
    assert!(code == 2 && text.contains("N is from 1 to 100"), "{text}");
    assert!(!text.contains("did you mean"), "{text}");
    let (code, text) = said("tournament --game pig --pairings random:5 --dry-run");
    assert_eq!((code, text.as_str()), (0, ""));
    let (code, text) = said("sweep target=30..50:3");
    assert!(code == 2 && text.contains("is a range and not a player"), "{text}");
    let script = "sed 's/^target.*/target = 0x9999/' configs/dragon_slayer.toml | \
                  \"$0\" odds --rules /dev/stdin";
    let mut sh = Command::new("sh");
    sh.args(["-c", script, env!("CARGO_BIN_EXE_rivals")]);
    let finished = Finished::of(sh.current_dir(env!("CARGO_MANIFEST_DIR")));
    assert_eq!(finished.code, 2);
    let quoted = "/dev/stdin, line 4: target = 0x9999 is out of range";
    assert!(finished.stderr.contains(quoted), "{}", finished.stderr);
}
