//! The program as a user runs it: `rivals tournament` and `rivals merge`, also killed,
//! interrupted, in shards and on a full disk. The library's tests are in
//! `tests/library/tournament`.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

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
    (command.stdout(Stdio::null()).stderr(Stdio::piped()))
        .spawn()
        .unwrap()
}

/// Waits until a journal has more than its header.
fn wait_for_entries(folder: &Path) {
    let start = Instant::now();
    while fs::read(folder.join(JOURNAL)).map_or(0, |bytes| {
        bytes.iter().filter(|&&byte| byte == b'\n').count()
    }) < 3
    {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "nothing is played"
        );
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
    assert!(
        finished.stdout.contains("Played 4,000 games of 1 pairing"),
        "{}",
        finished.stdout
    );
    let before = results(&out);
    assert_eq!(before.1[0].groups, 2_000);
    assert_eq!(before.0["seed"], 5);

    let again = run(&args);
    assert_eq!(again.code, 0, "{}", again.stderr);
    assert!(again.stdout.contains("all of them in earlier runs"));
    assert_eq!(results(&out), before);
    let resumed = run(&[&args[..], &["--resume"]].concat());
    assert_eq!(resumed.code, 0);
    assert!(
        resumed.stderr.contains("nothing is left to play"),
        "{}",
        resumed.stderr
    );
    assert_eq!(results(&out), before);
}

#[test]
fn the_same_files_on_any_number_of_threads() {
    let place = folder();
    let results = ["1", "2", "8"].map(|threads| {
        let out = place.path().join(threads);
        assert_eq!(run(&args("3000", &out, &["--threads", threads])).code, 0);
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
        let mut child = start(&args(games, &killed, &["--resume", "--quiet"]));
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
        let child = start(&args(games, &out, &["--threads", "1"]));
        wait_for_entries(&out);
        let pid = child.id().to_string();
        let kill = Command::new("kill").args(["-s", signal, &pid]).status();
        assert!(kill.unwrap().success());
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(4), "{stderr}");
        assert!(stderr.contains("of 600,000 games are saved"), "{stderr}");
        assert_eq!(names(&out), [JOURNAL]);
        let command = stderr.lines().last().unwrap();
        assert!(command.ends_with("--resume"), "{command}");
        // The command is run as a user would type it.
        let mut shell = Command::new("sh");
        shell
            .args(["-c", command])
            .current_dir(env!("CARGO_MANIFEST_DIR"));
        let resumed = Finished::of(&mut shell);
        assert_eq!(resumed.code, 0, "{}", resumed.stderr);
        assert!(
            resumed.stderr.contains("were played before"),
            "{}",
            resumed.stderr
        );
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
            assert!(
                finished.stdout.contains("rivals merge"),
                "{}",
                finished.stdout
            );
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
    assert!(
        missing.stderr.contains("missing shards: 1 and 4 of 4"),
        "{}",
        missing.stderr
    );
    assert!(!merged.exists());
    let joined = merge(&parts, &merged);
    assert_eq!(joined.code, 0, "{}", joined.stderr);
    assert!(
        joined
            .stdout
            .contains("Merged 4 shards with 2,002 games into"),
        "{}",
        joined.stdout
    );
    for (name, contents) in results(&whole).2 {
        assert_eq!(fs::read(merged.join(&name)).unwrap(), contents, "{name}");
    }
    // Never over a journal.
    let over = merge(&parts, &parts[0]);
    assert_eq!(over.code, 2);
    assert!(
        over.stderr.contains("contains a journal"),
        "{}",
        over.stderr
    );
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
    assert!(
        roster[1].starts_with("daniel,Daniel,personality,"),
        "{roster:?}"
    );
    assert!(roster[2].starts_with("hold-6,hold-6,policy,"), "{roster:?}");
    let traits = lines("traits.csv");
    assert_eq!(
        traits[0],
        "id,kind,trait,scale_low,scale_high,neutral,value,meaning"
    );
    // Eight traits and five values of Daniel's, and nothing of a policy.
    assert_eq!(traits.len(), 14);
    assert!(
        traits[1].starts_with("daniel,trait,risk_aversion,-4.0,4.0,0.0,"),
        "{traits:?}"
    );
    assert!(
        traits[9].starts_with("daniel,value,winning,0.0,1.0,1.0,"),
        "{traits:?}"
    );
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
    assert!(
        written.contains("\nheld,holds,hold-12,win_rate,"),
        "{written}"
    );
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
        let finished = run(&args(
            "100000",
            &out,
            &["--until-ci", "0.1", "--threads", threads],
        ));
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
    let played = run(&[
        "tournament",
        "--roster",
        "hold-60,hold-72",
        "--games",
        "500",
        "--out",
        out,
    ]);
    assert_eq!(played.code, 0, "{}", played.stderr);
    assert!(
        played.stdout.contains(" games were adjudicated"),
        "{}",
        played.stdout
    );
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
        words.contains("THEY DISAGREE at a level of 0.000001"),
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
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("SigCgt:"))?;
        u64::from_str_radix(line.trim(), 16).ok()
    };
    // SIGTERM is 15, of which the first bit is signal 1.
    while caught().is_none_or(|signals| signals & 1 << 14 == 0) {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "it never listens"
        );
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
    let given = args("400", &out, &["--resume"]);
    let (code, stderr) = signalled(&given);
    assert_eq!(code, Some(4), "{stderr}");
    assert!(stderr.contains("0 of 800 games are saved"), "{stderr}");
    assert_eq!(names(&out), [JOURNAL]);
    assert_eq!(run(&given).code, 0);
    let whole = results(&out);
    let (code, stderr) = signalled(&given);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(
        stderr.contains("the signal came after the last game; all files are written"),
        "{stderr}"
    );
    assert_eq!(results(&out), whole);
}

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
    assert!(
        looked.stdout.contains("games     1,000, "),
        "{}",
        looked.stdout
    );
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
        let first = [
            "tournament",
            "--roster",
            "abel,daniel,hold-6",
            "--games",
            "6",
        ];
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
        let words = refused
            .stderr
            .split_whitespace()
            .filter(|&word| word != "│");
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
        assert!(
            finished.stdout.contains(said),
            "{said}: {}",
            finished.stdout
        );
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
        (
            &["--roster", "hold-6,hold-12", "--players", "3"],
            "too small for 3 seats",
        ),
        (&["--config", "no-such-file.toml"], "no-such-file.toml"),
        (&["--threads", "0"], "a whole number from 1 to 256"),
    ] {
        let finished = run(&[&["tournament", "--out", out], given].concat());
        assert_eq!(
            (finished.code, finished.stdout.as_str()),
            (2, ""),
            "{given:?}"
        );
        let words = finished
            .stderr
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        assert!(words.contains(said), "{given:?}: {}", finished.stderr);
    }
    assert_eq!(names(place.path()), [""; 0]);
}

#[test]
fn a_folder_with_another_tournament_is_left_alone() {
    let place = folder();
    let out = place.path();
    assert_eq!(run(&args("100", out, &["--seed", "1"])).code, 0);
    let before: Vec<_> = (names(out).into_iter())
        .map(|name| fs::read(out.join(name)).unwrap())
        .collect();
    let more: [(&[&str], &str); 4] = [
        (&["--seed", "2"], "seed 1 -> 2"),
        (&["--seed", "2", "--resume"], "seed 1 -> 2"),
        (
            &["--seed", "1", "--shard", "1/2", "--resume"],
            "shard none -> 1/2",
        ),
        (
            &["--seed", "1", "--until-ci", "0.5", "--dry-run"],
            "until_ci none -> 0.5",
        ),
    ];
    for (given, said) in more {
        let finished = run(&args("100", out, given));
        assert_eq!(
            (finished.code, finished.stdout.as_str()),
            (2, ""),
            "{given:?}"
        );
        let words = finished
            .stderr
            .split_whitespace()
            .filter(|&word| word != "│")
            .collect::<Vec<_>>()
            .join(" ");
        assert!(
            words.contains("belongs to another tournament"),
            "{}",
            finished.stderr
        );
        assert!(words.contains(said), "{}", finished.stderr);
        assert!(words.contains("--out"), "{}", finished.stderr);
    }
    let after: Vec<_> = (names(out).into_iter())
        .map(|name| fs::read(out.join(name)).unwrap())
        .collect();
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
        assert!(
            finished.stderr.contains("not a manifest of this program"),
            "{}",
            finished.stderr
        );
        assert!(!out.join(JOURNAL).exists());
    }
    assert_eq!(fs::read(out.join("manifest.json")).unwrap(), b"{}");
}

/// The files of a folder without its journal, whose lines depend on who played which block.
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
    assert!(
        refused.stderr.contains("exist already"),
        "{}",
        refused.stderr
    );
    let play = "tournament --config my/tournament.toml --roster abel,carla,greedy";
    assert_eq!(at(&format!("{play} --games 200 --out o")).code, 0);
    let before = results(&place.path().join("o"));
    let carla = place.path().join("my/personalities/carla.toml");
    let text = fs::read_to_string(&carla).unwrap();
    fs::write(
        &carla,
        text.replace("risk_aversion = -1.6", "risk_aversion = 0.6"),
    )
    .unwrap();
    let refused = at(&format!("{play} --games 200 --out o"));
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    let said = refused.stderr.replace("\n  │ ", " ");
    for expected in ["carla: risk aversion -1.6 -> 0.6", "--overwrite", "--out"] {
        assert!(said.contains(expected), "{said}");
    }
    let played = at(&format!("{play} --games 200 --out o --overwrite"));
    assert!(
        played.stdout.contains("400 of them taken over"),
        "{}",
        played.stdout
    );
    assert_eq!(results(&place.path().join("o.1")), before);
    assert_eq!(at(&format!("{play} --games 200 --out fresh")).code, 0);
    assert_eq!(
        files(&place.path().join("o")),
        files(&place.path().join("fresh"))
    );

    let more = at(&format!("{play} --games 500 --out o --resume"));
    assert!(
        more.stdout.contains("1,200 of them taken over"),
        "{}",
        more.stdout
    );
    assert_eq!(at(&format!("{play} --games 500 --out all")).code, 0);
    assert_eq!(
        files(&place.path().join("o")),
        files(&place.path().join("all"))
    );
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
    fs::write(
        own.join("carla.toml"),
        carla.replace("nerves = 0.0", "nerves = 1.0"),
    )
    .unwrap();
    assert_eq!(at("init my").code, 0);
    let rules = place.path().join("my/dragon_slayer.toml");
    let text = fs::read_to_string(&rules).unwrap();
    fs::write(&rules, text.replace("target = 40", "target = 20")).unwrap();
    let flags = "--personalities own --rules my/dragon_slayer.toml";
    let play = format!("tournament {flags} --roster eva,carla,abel --games 50");
    let played = at(&format!("{play} --out q"));
    assert_eq!(played.code, 0, "{}", played.stderr);
    for expected in [
        "Rules: my/dragon_slayer.toml",
        "in place of the built-in ones: carla\n",
    ] {
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
    assert!(
        resumed.stderr.contains("last line was torn"),
        "{}",
        resumed.stderr
    );
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
    assert_eq!(
        (full.code, full.stdout.as_str()),
        (2, ""),
        "{}",
        full.stderr
    );
    assert!(
        full.stderr.contains("cannot write to the journal"),
        "{}",
        full.stderr
    );
    assert!(
        full.stderr
            .contains("free disk space and run again with --resume"),
        "{}",
        full.stderr
    );
    assert_eq!(run(&[&given[..], &["--resume"]].concat()).code, 0);
    assert_eq!(run(&args("200000", &whole, &["--quiet"])).code, 0);
    assert_eq!(results(&out).1, results(&whole).1);
}
