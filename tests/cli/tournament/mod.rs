//! The program as a user runs it: `rivals tournament` and `rivals merge`, also killed,
//! interrupted, in shards and on a full disk. The library's tests are in
//! `tests/library/tournament`.

mod folders;
mod preparation;
mod sampled;

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use serde::Deserialize;
use serde_json::Value;

use crate::program::{Finished, folder, names, rivals, run};

/// Two players of the default roster.
const ROSTER: &str = "hold-6,hold-12";

/// `rivals tournament` between them.
fn args<'a>(games: &'a str, out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let out = out.to_str().unwrap();
    let first = ["tournament", "--roster", ROSTER, "--games", games];
    [&first[..], &["--out", out], more].concat()
}

/// The file in which a tournament saves its games.
const JOURNAL: &str = "tournament.journal";

/// A line of the journal after the header.
#[derive(Deserialize)]
struct Entry {
    pairing: usize,
    first: u64,
    tally: Tally,
}

/// The sums over the paired games of a line, or of a pairing.
#[derive(Debug, Default, PartialEq, Deserialize)]
struct Tally {
    groups: u64,
    wins: Vec<u64>,
    shares: Vec<u64>,
    metrics: Vec<[i128; 5]>,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.groups += other.groups;
        add(&mut self.wins, &other.wins, |sum, value| *sum += value);
        add(&mut self.shares, &other.shares, |sum, value| *sum += value);
        add(&mut self.metrics, &other.metrics, |sums, values| {
            (sums.iter_mut().zip(values)).for_each(|(sum, value)| *sum += value);
        });
    }
}

fn add<T: Clone + Default>(sums: &mut Vec<T>, values: &[T], add: fn(&mut T, &T)) {
    sums.resize(values.len(), T::default());
    (sums.iter_mut().zip(values)).for_each(|(sum, value)| add(sum, value));
}

/// What a journal says, its entries added up by pairing, and the result files
/// beside it.
type Results = (Value, Vec<Tally>, Vec<(String, Vec<u8>)>);

/// The lines of a journal, without their checksums.
fn journal(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join(JOURNAL)).unwrap();
    let lines = text.lines().map(|line| line.split_once(' ').unwrap().1);
    lines.map(str::to_owned).collect()
}

fn results(folder: &Path) -> Results {
    let lines = journal(folder);
    let mut totals: Vec<Tally> = Vec::new();
    let mut groups = Vec::new();
    for line in &lines[1..] {
        let entry: Entry = serde_json::from_str(line).unwrap();
        if totals.len() <= entry.pairing {
            totals.resize_with(entry.pairing + 1, Tally::default);
        }
        totals[entry.pairing].add(&entry.tally);
        groups.push((entry.pairing, entry.first, entry.first + entry.tally.groups));
    }
    // No paired games are there twice.
    groups.sort_unstable();
    for two in groups.windows(2) {
        assert!(two[0].0 < two[1].0 || two[0].2 <= two[1].1, "{two:?}");
    }
    let files = (names(folder).into_iter())
        // A killed run may leave a temporary file.
        .filter(|name| name != JOURNAL && !name.starts_with(".rivals-"))
        .map(|name| (name.clone(), fs::read(folder.join(&name)).unwrap()));
    let header = serde_json::from_str(&lines[0]).unwrap();
    (header, totals, files.collect())
}

/// Starts the program.
fn start(args: &[&str]) -> Child {
    let mut command = rivals(args);
    (command.stdout(Stdio::null()).stderr(Stdio::piped())).spawn().unwrap()
}

/// Waits until a journal has more than its header.
fn wait_for_entries(folder: &Path) {
    let start = Instant::now();
    while fs::read(folder.join(JOURNAL))
        .map_or(0, |bytes| bytes.iter().filter(|&&byte| byte == b'\n').count())
        < 3
    {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing is played");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_tournament_is_played_and_resumed_when_it_is_over() {
    let place = folder();
    let out = place.path().join("new/folder");
    let args = args("2000", &out, &["--seed", "5"]);
    let finished = run(&args);
    assert_eq!((finished.code, finished.stderr.as_str()), (0, ""));
    assert!(finished.stdout.contains("Played 4,000 games of 1 pairing"), "{}", finished.stdout);
    let before = results(&out);
    assert_eq!(before.1[0].groups, 2_000);
    assert_eq!(before.0["seed"], 5);

    let again = run(&args);
    assert_eq!(again.code, 0, "{}", again.stderr);
    assert!(again.stdout.contains("0 of them now"));
    assert_eq!(results(&out), before);
    let resumed = run(&[&args[..], &["--resume"]].concat());
    assert_eq!(resumed.code, 0);
    assert!(resumed.stderr.contains("nothing is left to play"), "{}", resumed.stderr);
    assert_eq!(results(&out), before);
}

#[test]
fn the_same_files_on_any_number_of_threads() {
    let place = folder();
    let results = ["1", "2", "8"].map(|threads| {
        let out = place.path().join(threads);
        assert_eq!(run(&args("3000", &out, &["--threads", threads, "--no-cache"])).code, 0);
        results(&out)
    });
    assert_eq!(results[0], results[1]);
    assert_eq!(results[0], results[2]);
}

#[cfg(unix)]
#[test]
fn killed_runs_lose_nothing_and_play_nothing_twice() {
    let place = folder();
    let (killed, whole) = (place.path().join("killed"), place.path().join("whole"));
    let games = "150000";
    assert_eq!(run(&args(games, &whole, &["--quiet"])).code, 0);
    let mut kills = 0;
    loop {
        let mut child = start(&args(games, &killed, &["--resume", "--quiet", "--no-cache"]));
        // Times from the very start of the program to the middle of the games.
        std::thread::sleep(Duration::from_millis(3 + kills * 7 % 60));
        if kills < 25 {
            child.kill().unwrap();
        }
        if child.wait().unwrap().success() {
            break;
        }
        kills += 1;
    }
    assert!(kills > 3, "the games are over too soon");
    assert_eq!(results(&killed).1, results(&whole).1);
    assert_eq!(results(&killed).2, results(&whole).2);
}

#[cfg(unix)]
#[test]
fn signals_finish_what_is_played_and_say_how_to_go_on() {
    let place = folder();
    let whole = place.path().join("whole");
    let games = "300000";
    assert_eq!(run(&args(games, &whole, &["--quiet"])).code, 0);
    for signal in ["INT", "TERM"] {
        let out = place.path().join(format!("it's {signal}"));
        let child = start(&args(games, &out, &["--threads", "1", "--no-cache"]));
        wait_for_entries(&out);
        let pid = child.id().to_string();
        let kill = Command::new("kill").args(["-s", signal, &pid]).status();
        assert!(kill.unwrap().success());
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(4), "{stderr}");
        assert!(stderr.contains("of 600,000 games are saved"), "{stderr}");
        // The policy tables wait beside the journal until the games are done.
        assert_eq!(names(&out), [JOURNAL, "tournament.tables"]);
        let command = stderr.lines().last().unwrap();
        assert!(command.ends_with("--resume"), "{command}");
        // The command is run as a user would type it.
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).current_dir(env!("CARGO_MANIFEST_DIR"));
        let resumed = Finished::of(&mut shell);
        assert_eq!(resumed.code, 0, "{}", resumed.stderr);
        assert!(resumed.stderr.contains("were played before"), "{}", resumed.stderr);
        assert_eq!(results(&out).1, results(&whole).1);
        assert_eq!(results(&out).2, results(&whole).2);
    }
}

#[test]
fn shards_are_merged() {
    let place = folder();
    let whole = place.path().join("whole");
    assert_eq!(run(&args("1001", &whole, &[])).code, 0);
    let parts: Vec<_> = (1..=4)
        .map(|number| {
            let out = place.path().join(number.to_string());
            let part = format!("{number}/4");
            let finished = run(&args("1001", &out, &["--shard", &part]));
            assert_eq!(finished.code, 0);
            assert!(finished.stdout.contains("rivals merge"), "{}", finished.stdout);
            assert_eq!(names(&out), [JOURNAL]);
            out
        })
        .collect();
    let merged = place.path().join("merged");
    let merge = |parts: &[std::path::PathBuf], out: &Path| {
        let parts = parts.iter().map(|part| part.to_str().unwrap());
        let args: Vec<&str> = ["merge"].into_iter().chain(parts).collect();
        run(&[&args[..], &["--out", out.to_str().unwrap()]].concat())
    };
    let missing = merge(&parts[1..3], &merged);
    assert_eq!((missing.code, missing.stdout.as_str()), (2, ""));
    assert!(missing.stderr.contains("missing shards: 1 and 4 of 4"), "{}", missing.stderr);
    assert!(!merged.exists());
    let joined = merge(&parts, &merged);
    assert_eq!(joined.code, 0, "{}", joined.stderr);
    assert!(joined.stdout.contains("Merged 4 shards with 2,002 games into"), "{}", joined.stdout);
    for (name, contents) in results(&whole).2 {
        assert_eq!(fs::read(merged.join(&name)).unwrap(), contents, "{name}");
    }
    // Never over a journal.
    let over = merge(&parts, &parts[0]);
    assert_eq!(over.code, 2);
    assert!(over.stderr.contains("contains a journal"), "{}", over.stderr);
}

/// The folder names the players, and so do merged shards.
#[test]
fn the_players_are_written() {
    let place = folder();
    let part = |name: &str, more: &[&str]| {
        let out = place.path().join(name);
        let first = ["tournament", "--roster", "daniel,hold-6", "--games", "2"];
        let args = [&first[..], &["--out", out.to_str().unwrap()], more].concat();
        assert_eq!(run(&args).code, 0);
        out
    };
    let whole = part("whole", &[]);
    let mut expected = [
        JOURNAL,
        "claims.csv",
        "cycles.csv",
        "distances.csv",
        "fingerprints.csv",
        "manifest.json",
        "neighbours.csv",
        "pairings.csv",
        "pairs.csv",
        "report.html",
        "risk_curves.csv",
        "roster.csv",
        "seats.csv",
        "standings.csv",
        "traits.csv",
    ];
    expected.sort_unstable();
    assert_eq!(names(&whole), expected);
    let lines = |name: &str| {
        let text = fs::read_to_string(whole.join(name)).unwrap();
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let roster = lines("roster.csv");
    assert_eq!(roster[0], "id,name,kind,character");
    assert!(roster[1].starts_with("daniel,Daniel,personality,"), "{roster:?}");
    assert!(roster[2].starts_with("hold-6,hold-6,policy,"), "{roster:?}");
    let traits = lines("traits.csv");
    assert_eq!(traits[0], "id,kind,trait,scale_low,scale_high,neutral,value,meaning");
    // Eight traits and five values of Daniel's, and nothing of a policy.
    assert_eq!(traits.len(), 14);
    assert!(traits[1].starts_with("daniel,trait,risk_aversion,-4.0,4.0,0.0,"), "{traits:?}");
    assert!(traits[9].starts_with("daniel,value,winning,0.0,1.0,1.0,"), "{traits:?}");
    let curves = lines("risk_curves.csv");
    // Every turn begins with a fight, for which nothing is at stake yet.
    assert!(curves[1].starts_with("daniel,0,"), "{curves:?}");
    assert!(curves[1].ends_with(",0.0"), "{curves:?}");
    assert!(curves.iter().any(|line| line.starts_with("hold-6,6,")));

    let parts = ["1/2", "2/2"].map(|shard| part(&shard.replace('/', "-"), &["--shard", shard]));
    let [first, second] = parts.each_ref().map(|part| part.to_str().unwrap());
    let merged = place.path().join("merged");
    let joined = run(&["merge", first, second, "--out", merged.to_str().unwrap()]);
    assert_eq!(joined.code, 0, "{}", joined.stderr);
    for (name, contents) in results(&whole).2 {
        assert_eq!(fs::read(merged.join(&name)).unwrap(), contents, "{name}");
    }
}

/// Claims of a user's file are tested, by a merge as well; an invalid file is refused before
/// anything is written.
#[test]
fn claims_of_a_file() {
    let place = folder();
    let file = place.path().join("claims.toml");
    let claims = "game = \"dragon-slayer\"\n[[claim]]\nid = \"held\"\n\
                  sentence = \"Holding at 12 wins more.\"\npersonality = \"hold-12\"\n\
                  metric = \"win_rate\"\ncomparison = \"highest\"\n";
    fs::write(&file, claims).unwrap();
    let given = ["--claims", file.to_str().unwrap(), "--quiet"];
    let out = place.path().join("out");
    let finished = run(&args("500", &out, &given));
    assert_eq!((finished.code, finished.stderr.as_str()), (0, ""));
    let written = fs::read_to_string(out.join("claims.csv")).unwrap();
    assert!(written.contains("\nheld,holds,hold-12,win_rate,"), "{written}");
    let part = place.path().join("part");
    assert_eq!(run(&args("500", &part, &["--shard", "1/1"])).code, 0);
    let merged = place.path().join("merged");
    let both = [part.to_str().unwrap(), "--out", merged.to_str().unwrap()];
    let joined = run(&[&["merge"], &both[..], &given, &["--threads", "1"]].concat());
    assert_eq!((joined.code, joined.stderr.as_str()), (0, ""));
    let joined = fs::read_to_string(merged.join("claims.csv")).unwrap();
    assert_eq!(joined, written);

    let new = place.path().join("new");
    for (from, to, message) in [
        ("dragon-slayer", "pig", "the claims are about pig; the"),
        ("highest", "higher", "line 7: comparison = \"higher\""),
    ] {
        fs::write(&file, claims.replace(from, to)).unwrap();
        let refused = run(&args("500", &new, &given));
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
        assert!(refused.stderr.contains(message), "{}", refused.stderr);
        assert!(!new.exists());
        let both = [part.to_str().unwrap(), "--out", new.to_str().unwrap()];
        assert_eq!(run(&[&["merge"], &both[..], &given].concat()).code, 2);
        assert!(!new.exists());
    }
}

#[test]
fn until_ci_stops_early_and_reproducibly() {
    let place = folder();
    let once = ["1", "2"].map(|threads| {
        let out = place.path().join(threads);
        let more = ["--until-ci", "0.1", "--threads", threads, "--no-cache"];
        let finished = run(&args("100000", &out, &more));
        assert_eq!((finished.code, finished.stderr.as_str()), (0, ""));
        results(&out)
    });
    assert_eq!(once[0], once[1]);
    let groups = once[0].1[0].groups;
    assert!((256..100_000).contains(&groups), "{groups}");
    let out = place.path().join("short");
    let finished = run(&args("300", &out, &["--until-ci", "0.01"]));
    assert_eq!(finished.code, 0);
    assert!(
        finished
            .stderr
            .contains("1 pairing reached the maximum number of games before its intervals"),
        "{}",
        finished.stderr
    );
}

/// Rewrites the journal of one pairing with the wins of its players exchanged, and with valid
/// checksums.
fn forge(folder: &Path) {
    let mut text = String::new();
    for (at, line) in journal(folder).into_iter().enumerate() {
        let mut line: Value = serde_json::from_str(&line).unwrap();
        let mut rotate = |key: &str, places| {
            let numbers = line["tally"][key].as_array_mut().unwrap();
            numbers.rotate_left(places);
        };
        // The first line is the header.
        if at > 0 {
            rotate("wins", 2);
            rotate("shares", 3);
        }
        let line = line.to_string();
        text += &format!("{:08x} {line}\n", crc32fast::hash(line.as_bytes()));
    }
    fs::write(folder.join(JOURNAL), text).unwrap();
}

/// Games that stall are adjudicated, as the exact win probabilities assume.
#[test]
fn players_that_hardly_ever_score_agree_with_their_exact_results() {
    let dir = folder();
    let out = dir.path().to_str().unwrap();
    let played =
        run(&["tournament", "--roster", "hold-60,hold-72", "--games", "500", "--out", out]);
    assert_eq!(played.code, 0, "{}", played.stderr);
    assert!(played.stdout.contains(" games were adjudicated"), "{}", played.stdout);
}

#[test]
fn impossible_results_are_a_disagreement() {
    let place = folder();
    let out = place.path().join("out");
    assert_eq!(run(&args("2000", &out, &[])).code, 0);
    let before = results(&out);
    forge(&out);
    let resumed = run(&args("2000", &out, &["--resume"]));
    assert_eq!(resumed.code, 3, "{}", resumed.stderr);
    assert!(resumed.stderr.contains("error: "), "{}", resumed.stderr);
    let words: Vec<&str> = resumed.stdout.split_whitespace().collect();
    let words = words.join(" ");
    assert!(
        words.contains(
            "THEY DISAGREE: the games played contradict the solved game, at a level of 0.000001"
        ),
        "{words}"
    );
    // The files record the disagreement.
    let after = results(&out);
    assert_eq!(before.1[0].wins[..2], after.1[0].wins[2..]);
    assert_ne!(before.2, after.2);
}

/// Waits until a process handles SIGTERM.
#[cfg(target_os = "linux")]
fn wait_until_it_listens(child: &Child) {
    let start = Instant::now();
    let caught = || -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        u64::from_str_radix(line.trim(), 16).ok()
    };
    // SIGTERM is 15, of which the first bit is signal 1.
    while caught().is_none_or(|signals| signals & 1 << 14 == 0) {
        assert!(start.elapsed() < Duration::from_secs(60), "it never listens");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Signals before the first game, and after the last.
#[cfg(target_os = "linux")]
#[test]
fn signals_are_heard_from_beginning_to_end() {
    let place = folder();
    let out = place.path().join("out");
    let signalled = |args: &[&str]| {
        let child = start(args);
        wait_until_it_listens(&child);
        let pid = child.id().to_string();
        let kill = Command::new("kill").args(["-s", "TERM", &pid]).status();
        assert!(kill.unwrap().success());
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), stderr)
    };
    let given = args("400", &out, &["--resume", "--no-cache"]);
    // On a busy machine the signal may come before the folder is made, or before it is read.
    let heard = || {
        loop {
            let heard = signalled(&given);
            if !heard.1.contains("before the first game") {
                break heard;
            }
        }
    };
    let (code, stderr) = heard();
    assert_eq!(code, Some(4), "{stderr}");
    assert!(stderr.contains("0 of 800 games are saved"), "{stderr}");
    assert_eq!(names(&out), [JOURNAL]);
    assert_eq!(run(&given).code, 0);
    let whole = results(&out);
    let (code, stderr) = heard();
    assert_eq!(code, Some(0), "{stderr}");
    assert!(
        stderr.contains("the signal came after the last game; all files are written"),
        "{stderr}"
    );
    assert_eq!(results(&out), whole);
}
