//! The program as a user runs it: `rivals --version`, and how `build.rs` finds the commit.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::program::{folder, run};

#[path = "../../build.rs"]
#[allow(dead_code, reason = "cargo runs main, the tests ask for the commit")]
mod build;

use build::commit;

/// Runs git with a user name; false if git is not installed.
fn git(folder: &Path, args: &[&str]) -> bool {
    let named = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
    let mut git = Command::new("git");
    // A git hook that runs the tests sets these.
    git.env_remove("GIT_DIR").env_remove("GIT_WORK_TREE").env_remove("GIT_INDEX_FILE");
    git.current_dir(folder).args(named).args(["-c", "commit.gpgsign=false"]);
    match git.args(args).output() {
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{args:?}: {said}");
            true
        }
        Err(error) => {
            eprintln!("skipped: git cannot be run: {error}");
            false
        }
    }
}

fn commit_something(folder: &Path) {
    git(folder, &["commit", "--quiet", "--allow-empty", "--message", "something"]);
}

/// The commit, which must be found, and the newest time of the watched files.
fn found(folder: &Path) -> (String, std::time::SystemTime) {
    let (commit, watched) = commit(folder);
    let commit = commit.unwrap();
    assert!(commit.len() >= 12 && commit.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let times = watched.iter().map(|path| {
        let data = fs::metadata(path).expect("what is missing would be looked for every time");
        data.modified().unwrap()
    });
    (commit, times.max().unwrap())
}

#[test]
fn the_version_names_the_crates_and_a_commit() {
    let version = run(&["--version"]).stdout;
    let rest = version.strip_prefix(concat!("rivals ", env!("CARGO_PKG_VERSION"))).unwrap();
    let commit = rest.strip_prefix(" (").and_then(|rest| rest.strip_suffix(")\n"));
    match commit {
        Some(commit) => {
            let commit = commit.strip_suffix("-dirty").unwrap_or(commit);
            assert!(commit.bytes().all(|byte| byte.is_ascii_hexdigit()), "{version}");
            assert!(commit.len() >= 12, "{version}");
        }
        None => assert_eq!(rest, "\n"),
    }
    let nested = run(&["odds", "infer", "--version"]).stdout;
    assert!(nested.ends_with(rest), "{nested}");
}

/// Files name only the crate's version, so that they are the same for every commit.
#[test]
fn files_do_not_name_the_commit() {
    let place = folder();
    let out = place.path().to_str().unwrap();
    let args = ["tournament", "--roster", "hold-6,hold-9", "--games", "10", "--out", out];
    assert_eq!(run(&args).code, 0);
    let manifest = fs::read_to_string(place.path().join("manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["entries"][0]["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn a_new_commit_is_noticed() {
    let place = folder();
    let here = place.path();
    if !git(here, &["init", "--quiet"]) {
        return;
    }
    assert_eq!(commit(here).0, None, "nothing is committed");
    commit_something(here);
    let (first, before) = found(here);
    // Times of files are as coarse as the system's clock.
    let wait = || std::thread::sleep(std::time::Duration::from_millis(20));
    wait();
    commit_something(here);
    let (second, after) = found(here);
    assert!(after >= before && commit(here).1.len() >= 2);

    // A packed branch has no file of its own.
    git(here, &["pack-refs", "--all"]);
    let (same, packed) = found(here);
    assert_eq!(same, second);
    wait();
    git(here, &["commit", "--quiet", "--amend", "--allow-empty", "--message", "other"]);
    let (third, after) = found(here);
    assert!(after > packed);
    assert_ne!(third, second);
    assert_ne!(first, third);

    git(here, &["checkout", "--quiet", "--detach"]);
    assert_eq!(found(here).0, third);

    // A page is no part of the program.
    fs::write(here.join("page.md"), "").unwrap();
    assert_eq!(found(here).0, third);
    fs::create_dir(here.join("src")).unwrap();
    fs::write(here.join("src/main.rs"), "").unwrap();
    let (dirty, watched) = commit(here);
    assert_eq!(dirty, Some(third + "-dirty"));
    assert!(watched.contains(&here.join("src")));
}

#[test]
fn a_linked_work_tree_has_its_own_commit() {
    let place = folder();
    let [main, linked] = ["main", "linked"].map(|name| place.path().join(name));
    fs::create_dir(&main).unwrap();
    if !git(&main, &["init", "--quiet"]) {
        return;
    }
    commit_something(&main);
    let add = ["worktree", "add", "--quiet", "-b", "side", "../linked"];
    git(&main, &add);
    assert!(linked.join(".git").is_file());
    assert_eq!(found(&linked).0, found(&main).0);
    std::thread::sleep(std::time::Duration::from_millis(20));
    let before = [found(&main), found(&linked)];
    git(&linked, &["commit", "--quiet", "--allow-empty", "--message", "aside"]);
    let after = [found(&main), found(&linked)];
    assert_eq!(after[0], before[0]);
    assert_ne!(after[1].0, before[1].0);
    assert!(after[1].1 > before[1].1);
}

/// An unpacked crate, alone and inside of another project.
#[test]
fn without_a_work_tree_of_its_own_there_is_no_commit() {
    let place = folder();
    assert_eq!(commit(place.path()), (None, Vec::new()));
    if !git(place.path(), &["init", "--quiet"]) {
        return;
    }
    commit_something(place.path());
    let vendored = place.path().join("vendored");
    fs::create_dir(&vendored).unwrap();
    assert_eq!(commit(&vendored), (None, Vec::new()));
    // A folder that is not a repository does not become one.
    fs::write(vendored.join(".git"), "").unwrap();
    assert_eq!(commit(&vendored), (None, Vec::new()));
    fs::remove_file(vendored.join(".git")).unwrap();
    fs::create_dir(vendored.join(".git")).unwrap();
    assert_eq!(commit(&vendored), (None, Vec::new()));
}
