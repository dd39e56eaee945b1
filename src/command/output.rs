//! Printing to standard output and standard error.

use std::io::{self, ErrorKind, Write};

use miette::miette;

/// Prints results. A reader that closes the pipe early, such as `head`, is no error.
pub(crate) fn print(text: &str) -> miette::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(cannot_write(&error)),
        _ => Ok(()),
    }
}

/// The error of results that cannot be printed.
pub(crate) fn cannot_write(error: &io::Error) -> miette::Report {
    miette!(
        help = "free space where standard output is written, or redirect it elsewhere",
        "cannot write to standard output: {error}"
    )
}

/// Prints a line on standard error; a failure to do so is ignored.
pub fn print_note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// The width of the terminal in columns. If stdout is no terminal, the width that the environment
/// variable COLUMNS asks for, if there is one.
pub(crate) fn terminal_width() -> Option<usize> {
    let terminal = terminal_size::terminal_size_of(io::stdout());
    let asked = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal.map(|(width, _)| usize::from(width.0)).or_else(asked).filter(|&width| width > 0)
}
