//! Every way in which a program misbehaves.

use super::*;

/// Each way, with the word that it gets; none where it is no failure.
const MODES: [(&str, &str); 30] = [
    ("exits-at-start", "start"),
    ("silent-at-hello", "start"),
    ("protocol-2", "start"),
    ("refuses", "start"),
    ("another-game", "start"),
    ("sleeps-in-new", "timeout"),
    ("sleeps-in-decide", "timeout"),
    ("answers-late", "timeout"),
    ("exits-in-decide", "crash"),
    ("dies-by-signal", "crash"),
    ("closes-stdout", "crash"),
    ("illegal", "illegal"),
    ("blank", "illegal"),
    ("no-json", "malformed"),
    ("json-list", "malformed"),
    ("no-newline", "timeout"),
    ("id-before", "malformed"),
    ("two-answers", "malformed"),
    ("answers-unasked", "malformed"),
    ("long-line", "malformed"),
    ("endless-blank-lines", "malformed"),
    ("much-stderr", ""),
    ("reads-no-more", "timeout"),
    ("ignores-sigterm", ""),
    ("grandchild", ""),
    ("half-utf-8", "malformed"),
    ("nan", "malformed"),
    ("allocates", "crash"),
    ("opens-files", ""),
    ("differs", ""),
];

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/agents/misbehave.py");

/// The file of a program that misbehaves so, whose processes are found by the mark.
fn misbehaving(folder: &Path, words: &[&str], more: &str) -> PathBuf {
    let words: String = words.iter().map(|word| format!(", {word:?}")).collect();
    let file = folder.join("bots.toml");
    let command = format!("[\"python3\", {SCRIPT:?}{words}, {:?}]", mark(folder));
    fs::write(&file, format!("[[external]]\nid = \"bad\"\ncommand = {command}\n{more}\n")).unwrap();
    file
}

fn mark(folder: &Path) -> String {
    format!("mark{}", folder.display())
}

/// Waits until no process has the mark.
fn nothing_is_left(folder: &Path) {
    let begun = Instant::now();
    loop {
        let left = left(&mark(folder));
        if left.is_empty() {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(5), "{left:?}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The command lines of processes that have this mark, on Linux.
fn left(mark: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = processes.filter_map(|of| fs::read(of.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines.filter(|line| line.contains(mark)).collect()
}

#[test]
fn whatever_a_program_does_gets_its_word_and_leaves_nothing() {
    let next = std::sync::Mutex::new(MODES.iter());
    let take = || next.lock().unwrap().next();
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                while let Some((mode, word)) = take() {
                    misbehaves(mode, word);
                }
            });
        }
    });
}

fn misbehaves(mode: &str, word: &str) {
    let place = folder();
    let out = place.path().join("out");
    let games = if mode == "differs" { "150" } else { "1" };
    let time = if mode == "endless-blank-lines" { "10s" } else { "300ms" };
    let memory = if mode == "allocates" { "memory_mib = 512" } else { "" };
    let bots = misbehaving(place.path(), &[mode], &format!("time = \"move {time}\"\n{memory}"));
    let more = ["-n", games, "--failures", "100%", "--external", bots.to_str().unwrap()];
    let played = tournament("pig", &["hold-20", "bad"], &out, &more);
    nothing_is_left(place.path());
    if word == "start" {
        let end = "bad: stopped after 1 failure (start 1)\n";
        assert!(played.stderr.ends_with(end), "{mode}: {}", played.stderr);
        assert_eq!(played.code, 8, "{mode}");
        assert!(!out.exists(), "{mode}: nothing is played");
        return;
    }
    assert_eq!(played.code, 0, "{mode}: {}", played.stderr);
    let failures = if word.is_empty() { 0 } else { 2 };
    let log = fs::read_to_string(out.join("externals.log")).unwrap();
    assert_eq!(counted(&out, "bad", "failures"), failures, "{mode}: {log}");
    assert_eq!(log.lines().count() as u64, failures, "{mode}: {log}");
    if !word.is_empty() {
        assert_eq!(counted(&out, "bad", word), 2, "{mode}: {log}");
        assert!(log.lines().all(|line| line.contains(&format!("\"word\":\"{word}\""))), "{log}");
    }
    if mode == "exits-in-decide" {
        assert!(log.contains("exit code 3") && log.contains("I have had enough"), "{log}");
    }
    let repeats = manifest(&out)["entries"][0]["tournament"].get("reproducible").is_none();
    assert_eq!(repeats, mode != "differs" && word != "timeout", "{mode}");
}

#[test]
fn a_program_that_fails_too_often_ends_the_run() {
    let place = folder();
    let (out, bots) = (place.path().join("out"), misbehaving(place.path(), &["illegal"], ""));
    let bots = ["--external", bots.to_str().unwrap(), "--threads", "1"];
    for (failures, games, said) in [
        ("1%", "50", "bad: stopped after 2 failures (illegal 2)\n"),
        ("100%", "50", "bad: stopped after 11 failures (illegal 11)\n"),
    ] {
        let more = [&["-n", games, "--failures", failures][..], &bots].concat();
        let played = tournament("pig", &["hold-20", "bad"], &out, &more);
        assert!(played.stderr.ends_with(said), "{}", played.stderr);
        assert_eq!(played.code, 8);
        nothing_is_left(place.path());
        fs::remove_dir_all(&out).unwrap();
    }
}

/// What is thrown at a long tournament: no game, process or file is lost.
#[test]
#[ignore = "100,000 games take some minutes"]
fn a_program_that_crashes_now_and_then_loses_no_game() {
    let place = folder();
    let out = place.path().join("out");
    // About one of a hundred games, of some 40 decisions each.
    let bots = misbehaving(place.path(), &["crashes-sometimes", "0.00025"], "");
    let more = ["-n", "50000", "--failures", "5%", "--external", bots.to_str().unwrap()];
    let played = tournament("pig", &["hold-20", "bad"], &out, &more);
    assert_eq!(played.code, 0, "{}", played.stderr);
    nothing_is_left(place.path());
    assert_eq!(counted(&out, "bad", "games"), 100_000);
    let crashes = counted(&out, "bad", "crash");
    assert!((200..3_000).contains(&crashes), "{crashes}");
    assert_eq!(counted(&out, "bad", "failures"), crashes);
}
