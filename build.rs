//! Tells the program which commit it is built from, for `rivals --version` and for journals.
//!
//! `RIVALS_COMMIT` is the commit, or missing; it ends in `-dirty` if what the program is built from
//! was changed since. Two builds of a changed tree are not told apart.
//!
//! `RIVALS_VERSION` is `0.1.0 (49e2d36a1b2c)`. It is `0.1.0` without git, and where this folder
//! is not the root of a work tree: a published crate, even one that was unpacked inside another
//! project. Proven by `tests/cli/version.rs`.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the program is built from.
const SOURCES: [&str; 5] = ["src", "configs", "build.rs", "Cargo.toml", "Cargo.lock"];

fn main() {
    let variable = |name| env::var(name).expect("cargo sets it");
    let (commit, watched) = commit(Path::new(&variable("CARGO_MANIFEST_DIR")));
    let version = variable("CARGO_PKG_VERSION");
    let version = match commit {
        Some(commit) => {
            println!("cargo::rustc-env=RIVALS_COMMIT={commit}");
            format!("{version} ({commit})")
        }
        None => version,
    };
    println!("cargo::rustc-env=RIVALS_VERSION={version}");
    println!("cargo::rerun-if-changed=build.rs");
    for path in watched {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

/// The commit that is checked out in a work tree, and the files that change with it. Only
/// existing files are listed, as cargo would run this script every time for a missing one.
pub(crate) fn commit(folder: &Path) -> (Option<String>, Vec<PathBuf>) {
    // `.git` is a file in linked work trees.
    if !folder.join(".git").exists()
        || git(folder, &["rev-parse", "--show-prefix"]) != Some("".into())
    {
        return (None, Vec::new());
    }
    let place = |name: &str| {
        let path = git(folder, &["rev-parse", "--git-path", name])?;
        Some(folder.join(path))
    };
    let mut watched: Vec<PathBuf> = (["HEAD", "packed-refs", "reftable"].into_iter())
        .filter_map(place)
        .filter(|path| path.exists())
        .collect();
    // At a detached HEAD there is no branch: the file HEAD itself names the commit.
    if let Some(branch) = git(folder, &["symbolic-ref", "--quiet", "HEAD"]) {
        // A packed branch gets its file with the next commit; until then, its folder is
        // what changes.
        let branch = place(&branch);
        let nearest = (branch.iter().flat_map(|path| path.ancestors())).find(|path| path.exists());
        watched.extend(nearest.map(Path::to_owned));
    }
    // A change of these builds the program again anyway.
    let sources = SOURCES.map(|name| folder.join(name));
    watched.extend(sources.into_iter().filter(|path| path.exists()));
    let status = ["--no-optional-locks", "status", "--porcelain", "--"];
    let changes = git(folder, &[&status[..], &SOURCES].concat());
    let dirty = changes.is_some_and(|changes| !changes.is_empty());
    let commit = git(folder, &["rev-parse", "--verify", "--short=12", "HEAD"]);
    let commit = commit.map(|commit| if dirty { commit + "-dirty" } else { commit });
    (commit, watched)
}

/// The output of git without its last newline; `None` if git fails.
fn git(folder: &Path, args: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .args(args)
        .current_dir(folder)
        // A git hook that runs the build sets these, perhaps for another repository.
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_COMMON_DIR")
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim_end_matches('\n').to_owned())
}
