//! A folder of results of all players, which is made once, and its reports.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::program::done;

/// The folder: few games of the whole roster, and the files of the other commands.
static RESULTS: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("report-results");
    let _ = std::fs::remove_dir_all(&folder);
    let out = folder.to_str().unwrap();
    let tournament = folder.join("tournament");
    let tournament = tournament.to_str().unwrap();
    done(&["odds", "--trials", "100000", "--out", out, "--quiet"]);
    done(&["odds", "infer", "--out", out, "--quiet"]);
    done(&["solve", "--out", out]);
    let played = ["tournament", "--games", "300", "--quiet"];
    done(&[&played[..], &["--out", tournament]].concat());
    folder
});

pub(super) fn results() -> &'static Path {
    &RESULTS
}

/// The report of that folder in HTML.
pub(super) fn html() -> String {
    let from = results().to_str().unwrap();
    done(&["report", "--from", from, "--out", "-"])
}
