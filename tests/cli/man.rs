//! The program as a user runs it: `rivals man`.

use std::fs;
use std::path::Path;

use crate::commands::{commands, flags, help};
use crate::program::{Finished, folder, names, run};

fn man(folder: &Path) -> Finished {
    run(&["man", folder.to_str().unwrap()])
}

/// The text of a page, with its escapes replaced.
fn read(folder: &Path, name: &str) -> String {
    let page = fs::read_to_string(folder.join(name)).unwrap();
    page.replace(r"\-", "-").replace(r"\fB", "").replace(r"\fR", "")
}

#[test]
fn every_command_has_a_page_with_all_its_flags() {
    let place = folder();
    let pages = place.path().join("made/on the way");
    let finished = man(&pages);
    assert_eq!((finished.code, finished.stderr.as_str()), (0, ""));
    let mut expected = Vec::new();
    for command in commands() {
        let title = [&["rivals".to_owned()], &command[..]].concat().join("-");
        let page = read(&pages, &format!("{title}.1"));
        let version = env!("CARGO_PKG_VERSION");
        let first =
            format!(".TH \"{title}\" \"1\" \"\" \"rivals {version}\" \"The rivals manual\"\n");
        assert!(page.starts_with(&first), "{page}");
        let help = help(&command);
        for flag in flags(&help) {
            assert!(page.contains(flag), "{flag}: {page}");
        }
        // No line of the usage, the examples and the exit codes is lost or joined.
        let end = help.split_once("\nExample:\n").unwrap().1;
        let usage = help.lines().filter_map(|line| line.strip_prefix("Usage: "));
        let end = end.lines().filter_map(|line| line.strip_prefix("  "));
        for line in usage.chain(end) {
            let line = format!("\n{}\n", line.replace('\\', r"\\").replace('\'', r"\*(Aq"));
            assert!(page.contains(&line), "{line}: {page}");
        }
        expected.push(format!("{title}.1"));
    }
    expected.sort_unstable();
    assert_eq!(names(&pages), expected);
    assert!(finished.stdout.starts_with(&format!("Wrote {} pages", expected.len())));
}

/// The pages have neither the date nor the commit, and replace older pages.
#[test]
fn the_same_bytes_every_time() {
    let [once, again] = [folder(), folder()];
    fs::write(again.path().join("rivals.1"), "an older page").unwrap();
    assert_eq!((man(once.path()).code, man(again.path()).code), (0, 0));
    let version = run(&["--version"]).stdout;
    let commit = version.split_once('(').map(|(_, rest)| rest.trim_end_matches(")\n"));
    for name in names(once.path()) {
        let page = fs::read_to_string(once.path().join(&name)).unwrap();
        assert_eq!(page, fs::read_to_string(again.path().join(&name)).unwrap());
        assert!(!commit.is_some_and(|commit| page.contains(commit)), "{name}");
    }
}

#[test]
fn a_folder_that_takes_no_files_is_refused() {
    let place = folder();
    let file = place.path().join("file");
    fs::write(&file, "").unwrap();
    let finished = man(&file);
    assert_eq!((finished.code, finished.stdout.as_str()), (2, ""));
    assert!(finished.stderr.contains("cannot write to the folder"), "{}", finished.stderr);

    fs::create_dir(place.path().join("rivals-solve.1")).unwrap();
    let finished = man(place.path());
    assert_eq!((finished.code, finished.stdout.as_str()), (2, ""));
    assert!(finished.stderr.contains("is not a file"), "{}", finished.stderr);
    assert_eq!(names(place.path()), ["file", "rivals-solve.1"]);
}
