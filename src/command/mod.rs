//! What commands share: arguments, output, exit codes, progress.

pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod shared;
mod success;

pub use output::{complain, print};
pub use success::{Output, REFUSED, Success};

/// Listed in every help.
pub const EXIT_CODES: &str = "\
Exit codes:
  0  done
  2  something given was refused, or results could not be written
  3  a simulated figure contradicts its exact one, at a level of 0.000001 per run
  4  interrupted by Ctrl-C or SIGTERM; what was played is kept, and --resume goes on
  5  reproduce --check: files are not what the program writes";

/// What every help ends with: worked examples, as a shell takes them, and the exit codes.
///
/// Indented as in the source; no line may be wider than a terminal, as clap would break it.
/// `tests/cli/help.rs` runs them.
pub fn help_end(examples: &str) -> String {
    let lines: Vec<&str> = examples.trim().lines().collect();
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let margin = lines.iter().skip(1).map(indent).min().unwrap_or(0);
    let lines = lines.iter().map(|line| {
        let (spaces, text) = line.split_at(indent(line));
        format!("  {}{text}", &spaces[margin.min(spaces.len())..])
    });
    let lines: Vec<String> = lines.collect();
    format!("Example:\n{}\n\n{EXIT_CODES}", lines.join("\n"))
}
