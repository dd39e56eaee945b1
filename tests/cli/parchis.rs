//! Parchis as a user plays it: tournaments of agents that search, in parts, killed and
//! interrupted; the board; and what is refused.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::{Finished, done, folder, names, rivals, run};

/// Agents whose decisions take from nanoseconds to a millisecond.
const ROSTER: &str =
    "greedy,alphabeta:4:eval=gm2:order=desc,deepening:2000:eval=rivals,mcts:100,random";

/// The arguments of a tournament.
fn tournament<'a>(
    roster: &'a str,
    games: &'a str,
    out: &'a Path,
    more: &[&'a str],
) -> Vec<&'a str> {
    let first = ["tournament", "--game", "parchis", "--roster", roster];
    let rest = ["--games", games, "--out", out.to_str().unwrap()];
    [&first[..], &rest, more].concat()
}

/// The files of a folder but for the journal, with their contents.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let files = names(folder).into_iter();
    let files = files.filter(|name| name.contains(".csv") || name == "manifest.json");
    files.map(|name| (name.clone(), fs::read(folder.join(&name)).unwrap())).collect()
}

/// Waits until the journal of a tournament has this number of lines.
fn wait_for_lines(folder: &Path, lines: usize) {
    let begun = Instant::now();
    let journal = folder.join("tournament.journal");
    while fs::read_to_string(&journal).map_or(0, |text| text.lines().count()) < lines {
        assert!(begun.elapsed() < Duration::from_secs(120), "nothing is played");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn searching_agents_play_the_same_games_in_every_way() {
    same_games_in_every_way("parchis", ROSTER);
}

/// A tournament of these five agents writes the same bytes on one and on three threads, in shards,
/// and after it was killed twice.
pub(crate) fn same_games_in_every_way(game: &str, roster: &str) {
    let tournament = |out: &Path, more: &[&str]| {
        let first = ["tournament", "--game", game, "--roster", roster];
        let rest = ["--games", "4", "--quiet", "--out", out.to_str().unwrap()];
        let words = [&first[..], &rest, more].concat();
        words.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let play = |out: &Path, more: &[&str]| {
        let words = tournament(out, more);
        done(&words.iter().map(String::as_str).collect::<Vec<_>>());
    };
    let place = folder();
    let at = |name: &str| place.path().join(name);
    let (whole, killed) = (at("whole"), at("killed"));
    play(&whole, &["--threads", "1"]);
    let expected = files(&whole);
    assert!(expected.len() > 8);
    play(&at("threads"), &["--threads", "3"]);
    assert!(files(&at("threads")) == expected);
    // Shards.
    let parts = ["1/2", "2/2"].map(|shard| {
        let part = at(&shard.replace('/', "-"));
        play(&part, &["--shard", shard]);
        part.to_str().unwrap().to_owned()
    });
    let merged = at("merged");
    done(&["merge", &parts[0], &parts[1], "--out", merged.to_str().unwrap(), "--quiet"]);
    assert!(files(&merged) == expected);
    // Killed after some games, and resumed.
    for lines in [3, 6] {
        let words = tournament(&killed, &["--resume"]);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut child = rivals(&words).stdout(Stdio::null()).spawn().unwrap();
        wait_for_lines(&killed, lines);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    play(&killed, &["--resume"]);
    assert!(files(&killed) == expected);
}

/// A decision that takes hours is not refused. Ctrl-C leaves it, and keeps the games before it.
#[test]
fn ctrl_c_leaves_a_long_decision() {
    let place = folder();
    let out = place.path().join("out");
    let args = tournament("random,greedy,minimax:15", "1", &out, &["--threads", "1"]);
    let child = rivals(&args).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_lines(&out, 2);
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-s", "INT", &pid]).status();
    assert!(sent.unwrap().success());
    let begun = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(60));
    let said = String::from_utf8(output.stderr).unwrap();
    let resume = format!("--out {} --threads 1 --resume", out.display());
    for part in ["for at most 2 seconds", "2 of 6 games are saved; continue with", &resume] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert_eq!(output.status.code(), Some(4), "{said}");
    let kept = done(&[&args[..], &["--dry-run"]].concat());
    assert!(kept.contains("games     6, 2 done"), "{kept}");
}

#[test]
fn the_board_fits_a_terminal() {
    let text = done(&["games", "parchis"]);
    let (_, board) = text.split_once("\nboard\n").unwrap();
    assert!(board.lines().count() > 18 && board.lines().all(|line| line.chars().count() <= 80));
    assert!(board.contains("yellow to move"), "{board}");
}

/// The error of a run, on one line.
fn refused(finished: &Finished) -> String {
    assert_eq!((finished.code, &*finished.stdout), (2, ""), "{}", finished.stderr);
    let words = finished.stderr.split_whitespace();
    let words: Vec<&str> = words.filter(|&word| word != "│").collect();
    words.join(" ")
}

#[test]
fn what_cannot_be_played_is_refused() {
    let place = folder();
    let out = place.path().join("out");
    for (roster, said) in [
        ("random,alphabeta:31", "DEPTH is from 1 to 30"),
        ("random,deepening:0", "NODES is from 1 to 1000000000"),
        ("random,mcts:1000001", "PLAYOUTS is from 1 to 1000000"),
        ("random,alphbeta:3", "did you mean alphabeta"),
        ("random,minimax:3:eval=gm3", "EVAL is course, orts, gm2 or rivals"),
        ("random,greedy,random", "\"random\" is named twice"),
        // The same agent in two spellings.
        (
            "minimax:3:order=desc:eval=gm2,minimax:3:eval=gm2:order=desc",
            "\"minimax:3:eval=gm2:order=desc\" is named twice",
        ),
        ("abbel,random", "did you mean abel"),
    ] {
        let refusal = refused(&run(&tournament(roster, "1", &out, &[])));
        assert!(refusal.contains(said), "{roster}: {refusal}");
    }
    let config = place.path().join("tournament.toml");
    let agents = "agents = [\"random\", \"greedy\"]";
    for (rules, said) in [
        ("variant = \"ugr23\"", "ugr22-fixed"),
        ("boards = [\"alternate\"]", "did you mean alterned?"),
        ("opening_plies = 100", "from 0 to 40"),
        ("colours = 4", "from 1 to 2"),
    ] {
        let numbers = "players = 2\ngames = 1\nseed = 1";
        let text = format!("game = \"parchis\"\n{numbers}\n{agents}\n[rules]\n{rules}\n");
        fs::write(&config, text).unwrap();
        let path = config.to_str().unwrap();
        let given = ["tournament", "--config", path, "--out", out.to_str().unwrap()];
        let refusal = refused(&run(&given));
        assert!(refusal.contains(said), "{rules}: {refusal}");
    }
    assert!(!out.exists());
}
