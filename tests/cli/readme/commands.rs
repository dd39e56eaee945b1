//! The commands of the documents. Every `console` block is run as it is printed, one command
//! after the other, and prints the output that is shown below the command; a last line `...`
//! stands for the rest. They run in a folder with a copy of `configs`, in which only the
//! tournament has fewer players and games. `cargo test` is what runs this.

use std::fs;
use std::path::Path;

use super::{documents, quoted, read, renew};
use crate::commands::{commands, flags, help};
use crate::help::shell;
use crate::program::{copy, folder};

/// How the documents call the program before it is installed.
const CARGO: &str = "cargo run --release -- ";

/// A line that ends a shown output: the rest is left out.
const REST: &str = "...\n";

/// A command of a document and the output shown below it.
struct Shown {
    command: String,
    output: String,
}

fn shown(text: &str) -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    for block in text.split("\n```console\n").skip(1) {
        for line in block.split_once("\n```").unwrap().0.lines() {
            match line.strip_prefix("$ ") {
                Some(command) => {
                    shown.push(Shown { command: command.to_owned(), output: String::new() })
                }
                None => shown.last_mut().expect("a command").output += &format!("{line}\n"),
            }
        }
    }
    shown
}

/// Words before these differ from run to run.
const UNITS: [&str; 10] = ["ms", "ms;", "ms.", "ms,", "s", "s;", "s.", "s,", "per", "thread"];

/// The words of an output, with times, rates and threads masked. Line breaks depend on them.
fn masked(output: &str) -> String {
    let words: Vec<&str> = output.split_whitespace().collect();
    let masked = words.iter().enumerate().map(|(i, word)| {
        let next = words.get(i + 1).map_or("", |next| next);
        let measured = UNITS.contains(&next) || next.starts_with("thread");
        match *word {
            word if measured && word.starts_with(|c: char| c.is_ascii_digit()) => "_",
            word if word.starts_with("thread") => "thread",
            // On a busy machine milliseconds become seconds.
            word if UNITS.contains(&word) => word.strip_prefix('m').unwrap_or(word),
            word => word,
        }
    });
    masked.collect::<Vec<_>>().join(" ")
}

fn agree(shown: &str, printed: &str) -> bool {
    match shown.strip_suffix(REST) {
        Some(start) => masked(printed).starts_with(&masked(start)),
        None => masked(printed) == masked(shown),
    }
}

/// As much of an output as was shown.
fn cut(shown: &str, printed: &str) -> String {
    match shown.strip_suffix(REST) {
        Some(start) => {
            let lines = printed.split_inclusive('\n').take(start.lines().count());
            lines.chain([REST]).collect()
        }
        None => printed.to_owned(),
    }
}

/// A folder with `configs`, with 40 games of each pair, the thesis's four personalities and two
/// policies.
fn small() -> tempfile::TempDir {
    let place = folder();
    for part in ["configs", "results/benchmarks"] {
        copy(Path::new(part), &place.path().join(part));
    }
    copy(Path::new("examples/agents"), place.path());
    let config = place.path().join("configs/tournament.toml");
    let text = fs::read_to_string(&config).unwrap();
    let line = |line: &str| match line.split(' ').next() {
        Some("games") => "games = 40\n".to_owned(),
        Some("agents") => "agents = [\"greedy\", \"hold-6\"]\n".to_owned(),
        _ => format!("{line}\n"),
    };
    let fewer: String = text.lines().map(line).collect();
    assert_ne!(fewer, text);
    fs::write(&config, fewer).unwrap();
    for entry in fs::read_dir(place.path().join("configs/personalities")).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_string_lossy().contains('-') {
            fs::remove_file(path).unwrap();
        }
    }
    place
}

#[test]
fn every_command_prints_what_is_shown() {
    let place = small();
    let is_there = |tool: &str| shell(&format!("command -v {tool}"), place.path()).code == 0;
    // The shell whose completions are shown.
    if !is_there("bash") {
        eprintln!("skipped: there is no bash");
        return;
    }
    let there_is_man = is_there("man");
    let run = |command: &str| {
        fs::write(place.path().join("script"), command).unwrap();
        let finished = shell("bash -e script", place.path());
        assert_eq!(finished.code, 0, "{command}\n{}", finished.stderr);
        finished.stdout
    };
    let first = shown(&read("README.md"));
    let first: Vec<&str> = first.iter().map(|shown| shown.command.as_str()).collect();
    assert_eq!(first[..2], [&format!("{CARGO}reproduce"), "cargo test"]);
    for (path, text) in documents() {
        for Shown { command, output } in shown(&text) {
            if command == "cargo test" || command.starts_with("man ") && !there_is_man {
                continue;
            }
            let printed = run(&command.replace(CARGO, "rivals "));
            if !output.is_empty() && !agree(&output, &printed) {
                let block = |output: &str| format!("$ {command}\n{output}");
                renew(&path, &block(&output), &block(&cut(&output, &printed)));
            }
        }
    }
    assert!(place.path().join("whole/standings.csv").exists());
}

/// Commands within sentences: they exist, with the flags that are named.
#[test]
fn every_command_that_is_mentioned_exists() {
    let known = commands();
    let mut mentioned = 0;
    for text in documents().iter().flat_map(|(_, text)| quoted(text)) {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["rivals", ..] if words.len() > 1 => {
                let mut command: Vec<String> = (words[1..].iter())
                    .take_while(|word| word.chars().all(|c| c.is_ascii_lowercase()))
                    .map(|word| (*word).to_owned())
                    .collect();
                // The name of a folder or a player may follow.
                if command.len() > 1 && !known.contains(&command) {
                    command.pop();
                }
                assert!(known.contains(&command), "{text}");
                let help = help(&command);
                for flag in words.iter().filter(|word| word.starts_with("--")) {
                    assert!(flags(&help).contains(flag), "{text}");
                }
                mentioned += 1;
            }
            ["cargo", command, ..] => {
                let known = ["bench", "check", "clippy", "doc", "fmt", "install", "run", "test"];
                assert!(known.contains(&command), "{text}");
            }
            ["uv", "run", script] => assert!(Path::new(script).exists(), "{text}"),
            _ => {}
        }
    }
    assert!(mentioned > 20);
    let page = read("docs/command-line.md");
    for command in known.iter().filter(|command| !command.is_empty()) {
        let row = format!("`rivals {}", command.join(" "));
        assert!(page.contains(&row), "docs/command-line.md has no {row}`");
    }
}
