//! What the commands share: arguments, answers, output, exit codes and progress bars.

pub(crate) mod answer;
pub(crate) mod cache;
pub(crate) mod data;
mod game;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod shared;
mod success;

pub(crate) use crate::tables::seating::clock;
pub(crate) use answer::{Answer, Format};
pub(crate) use game::{GameArg, PlayerId, default_game};
pub(crate) use output::print;
pub use output::print_note;
pub(crate) use success::Output;
pub use success::{REFUSED, Success};

/// The exit codes, as listed at the end of every help.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0  done
  2  the input was refused, or results could not be written
  3  a simulated figure contradicts its exact one, at a level of 0.000001 per run
  4  interrupted by Ctrl-C or SIGTERM; games are kept, and --resume continues
  5  reproduce --check, agent check or replay: something differs
  6  compare --exit-code: a difference is shown beyond chance
  7  solve: the limit of positions was reached first; what is known is printed
  8  a program of others failed too often; games are kept, and --resume continues";

/// The end of every help: examples, as they are typed in a shell, and the exit codes.
///
/// The examples keep the indentation of the source. No line may be wider than a terminal, as
/// clap would break it. `tests/cli/help.rs` runs all examples.
pub(crate) fn help_end(examples: &str) -> String {
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

/// The end of the help of a command about games that are kept: its example first plays one.
pub(crate) fn help_after_a_game(what: &str, command: &str) -> String {
    help_end(&format!(
        "# play a game against Abel, always with the first choice, and {what}\n\
         yes 1 | rivals play --against abel --as ana --data my-games > /dev/null\n\
         {command}"
    ))
}
