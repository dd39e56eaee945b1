//! The commands of the README, from `reproduce` on, are run as they are printed, one
//! after the other, in a folder with a copy of `configs`: only the players and games of
//! the tournament are fewer there. `cargo test` is what runs this. Then come examples of
//! helps that need results as well.

use std::fs;
use std::path::Path;

use super::{quoted, readme};
use crate::commands::{commands, flags, help};
use crate::help::{WITH_RESULTS, example, shell};
use crate::program::folder;

/// How the README calls the program before it is installed.
const CARGO: &str = "cargo run --release -- ";

/// The lines of all blocks of commands, as a shell takes them.
fn lines(readme: &str) -> Vec<String> {
    let blocks = readme.split("```console\n").skip(1);
    let blocks = blocks.map(|block| block.split_once("```").unwrap().0);
    let lines = blocks.flat_map(str::lines);
    lines
        .map(|line| line.strip_prefix("$ ").expect("a prompt"))
        .map(|line| match line.strip_prefix(CARGO) {
            Some(rest) => format!("rivals {rest}"),
            None => line.to_owned(),
        })
        .collect()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let place = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &place),
            false => drop(fs::copy(entry.path(), place).unwrap()),
        }
    }
}

#[test]
fn every_command_works_as_printed() {
    let place = folder();
    copy(Path::new("configs"), &place.path().join("configs"));
    copy(
        Path::new("results/benchmarks"),
        &place.path().join("results/benchmarks"),
    );
    let config = place.path().join("configs/tournament.toml");
    let text = fs::read_to_string(&config).unwrap();
    let fewer = text.replace("\ngames = 10000", "\ngames = 40");
    assert_ne!(fewer, text);
    fs::write(&config, fewer).unwrap();
    // The thesis's four stay, of sixteen.
    for entry in fs::read_dir(place.path().join("configs/personalities")).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_string_lossy().contains('-') {
            fs::remove_file(path).unwrap();
        }
    }

    let lines = lines(&readme());
    assert_eq!(lines[..2], ["rivals reproduce", "cargo test"]);
    let there_is = |tool: &str| shell(&format!("command -v {tool}"), place.path()).code == 0;
    // The shell whose completions the README takes.
    if !there_is("bash") {
        eprintln!("skipped: there is no bash");
        return;
    }
    let there_is_man = there_is("man");
    let lines = (lines.iter().map(String::as_str))
        .filter(|&line| line != "cargo test")
        .filter(|line| there_is_man || !line.starts_with("man "));
    let mut script: Vec<&str> = lines.collect();
    let examples = WITH_RESULTS.map(|command| example(&[command.to_owned()]));
    script.extend(examples.iter().map(String::as_str));
    fs::write(place.path().join("script"), script.join("\n")).unwrap();
    let finished = shell("bash -ex script", place.path());
    assert_eq!(finished.code, 0, "{}", finished.stderr);
    for expected in [
        "files to results in ",
        "files in results are what",
        " pages to my-manual.",
    ] {
        assert!(finished.stdout.contains(expected), "{expected}");
    }
    assert!(place.path().join("whole/standings.csv").exists());
}

/// Commands within sentences: they exist, with the flags that are named.
#[test]
fn every_command_that_is_mentioned_exists() {
    let readme = readme();
    let known = commands();
    let mut mentioned = 0;
    for text in quoted(&readme) {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["rivals", ..] if words.len() > 1 => {
                let command: Vec<String> = (words[1..].iter())
                    .take_while(|word| word.chars().all(|c| c.is_ascii_lowercase()))
                    .map(|word| (*word).to_owned())
                    .collect();
                assert!(known.contains(&command), "{text}");
                let help = help(&command);
                for flag in words.iter().filter(|word| word.starts_with("--")) {
                    assert!(flags(&help).contains(flag), "{text}");
                }
                mentioned += 1;
            }
            ["cargo", "run", "--release", "--example", name, ..] => {
                assert!(
                    Path::new("examples")
                        .join(name)
                        .with_extension("rs")
                        .exists()
                );
            }
            ["cargo", "run", ..] => assert_eq!(text, CARGO.trim()),
            ["cargo", ..] => assert!(["bench", "install"].contains(&words[1]), "{text}"),
            ["uv", "run", script] => assert!(Path::new(script).exists(), "{text}"),
            _ => {}
        }
    }
    assert!(mentioned > 20);
    for command in known.iter().filter(|command| !command.is_empty()) {
        let row = format!("`rivals {}", command.join(" "));
        assert!(readme.contains(&row), "the README does not mention {row}`");
    }
}
