//! All commands and subcommands, as their helps list them.

use crate::program::run;

/// The help of a command.
pub(crate) fn help(command: &[String]) -> String {
    let words: Vec<&str> = command.iter().map(String::as_str).collect();
    let finished = run(&[&words[..], &["--help"]].concat());
    assert_eq!((finished.code, finished.stderr.as_str()), (0, ""));
    finished.stdout
}

/// The words after `rivals` of every command, the program itself first.
pub(crate) fn commands() -> Vec<Vec<String>> {
    let mut found = vec![Vec::new()];
    let mut next = 0;
    while let Some(command) = found.get(next).cloned() {
        found.extend(subcommands(&help(&command)).map(|name| {
            let mut words = command.clone();
            words.push(name);
            words
        }));
        next += 1;
    }
    found
}

fn subcommands(help: &str) -> impl Iterator<Item = String> {
    let list = help.split_once("\nCommands:\n").map_or("", |(_, list)| list);
    let list = list.split_once("\n\n").map_or(list, |(list, _)| list);
    let names = list.lines().filter(|line| !line.starts_with("   "));
    names
        .filter_map(|line| line.split_whitespace().next())
        .filter(|&name| name != "help")
        .map(str::to_owned)
        .collect::<Vec<_>>()
        .into_iter()
}

/// The flags that a help lists.
pub(crate) fn flags(help: &str) -> Vec<&str> {
    let options = help.split_once("\nOptions:\n").expect("all have --help").1;
    let options = options.split_once("\nExample:\n").expect("all have one").0;
    let words = options.lines().filter(|line| line.trim_start().starts_with('-'));
    words.flat_map(|line| line.split([' ', ','])).filter(|word| word.starts_with("--")).collect()
}

#[test]
fn all_are_found() {
    let commands = commands();
    let names: Vec<_> = commands.iter().map(|words| words.join(" ")).collect();
    for name in ["", "odds infer", "games", "solve match", "solve respond", "roster show", "man"] {
        assert!(names.iter().any(|found| found == name), "{name:?} of {names:?}");
    }
    let advise = help(&["advise".to_owned()]);
    assert!(flags(&advise).contains(&"--just-accepted"), "{advise}");
    assert!(flags(&advise).contains(&"--version"), "{advise}");
}
