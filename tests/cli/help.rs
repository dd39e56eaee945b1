//! The program as a user runs it: its help texts.

use std::path::Path;
use std::process::Command;

use crate::commands::{commands, help};
use crate::program::{Finished, TABLES, folder};

/// Runs lines as a shell does, with the program on its path, until one fails.
pub(crate) fn shell(lines: &str, folder: &Path) -> Finished {
    let program = Path::new(env!("CARGO_BIN_EXE_rivals"));
    let mut path = program.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap());
    let data = crate::program::folder();
    let mut sh = Command::new("sh");
    sh.args(["-e", "-c", lines]).env("PATH", path);
    sh.env("RIVALS_DATA", data.path()).env("RIVALS_CACHE", TABLES);
    Finished::of(sh.current_dir(folder))
}

/// The part of a help below a title.
fn section<'a>(help: &'a str, title: &str) -> &'a str {
    let (_, after) = help.split_once(&format!("\n{title}:\n")).expect(title);
    after.split_once("\n\n").map_or(after, |(section, _)| section)
}

/// Each example runs in an empty folder of its own, but that of `reproduce`, which makes all results.
#[test]
fn every_example_works_as_printed() {
    for command in commands() {
        let place = folder();
        let help = help(&command);
        let example = section(&help, "Example");
        let name = [&["rivals".to_owned()], &command[..]].concat().join(" ");
        let runs = |line: &str| line.trim_start().starts_with(&name);
        assert!(example.lines().any(runs), "{name}: {example}");
        if command == ["reproduce"] {
            continue;
        }
        let finished = shell(example, place.path());
        // What is going to be played is said where no terminal shows the progress.
        let errors = finished.stderr.lines().filter(|line| !line.starts_with("playing "));
        assert_eq!((finished.code, errors.collect::<Vec<_>>()), (0, vec![]), "{example}");
    }
}

/// A terminal of 80 columns would break a wider line, and it could not be copied.
#[test]
fn no_example_is_wider_than_a_terminal() {
    for command in commands() {
        let help = help(&command);
        for line in section(&help, "Example").lines() {
            assert!(line.len() <= 80, "{line}");
        }
    }
}

#[test]
fn the_short_help_has_the_example_too() {
    let short = crate::program::run(&["solve", "match", "-h"]).stdout;
    assert!(section(&short, "Example").contains("rivals solve match"));
}

#[test]
fn exit_codes_are_in_every_help_and_in_the_documents() {
    let page = std::fs::read_to_string("docs/command-line.md").unwrap();
    for command in commands() {
        let help = help(&command);
        let codes: Vec<_> = (section(&help, "Exit codes").lines())
            .map(|line| line.trim().split_once("  ").unwrap())
            .collect();
        let numbers: Vec<_> = codes.iter().map(|(code, _)| *code).collect();
        assert_eq!(numbers, ["0", "2", "3", "4", "5", "6", "7", "8"]);
        for (code, meaning) in codes {
            let meaning = meaning.replace("--resume", "`--resume`");
            let meaning = meaning.replace("reproduce --check", "`reproduce --check`");
            let row = format!("| {code} | {meaning} |");
            assert!(page.contains(&row), "docs/command-line.md has no row {row:?}");
        }
    }
}
