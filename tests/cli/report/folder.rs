//! The committed results, those of all players, and their reports. `reproduce --check` says whether
//! they are what the program plays.

use std::path::Path;
use std::sync::LazyLock;

use crate::program::done;

/// Tests must not write in it.
pub(super) fn results() -> &'static Path {
    Path::new("results")
}

static HTML: LazyLock<String> = LazyLock::new(|| report("html"));
static MARKDOWN: LazyLock<String> = LazyLock::new(|| report("markdown"));

/// The report of that folder in HTML.
pub(super) fn html() -> &'static str {
    &HTML
}

pub(super) fn markdown() -> &'static str {
    &MARKDOWN
}

pub(super) fn report(format: &str) -> String {
    done(&["report", "--from", results().to_str().unwrap(), "--format", format, "--out", "-"])
}
