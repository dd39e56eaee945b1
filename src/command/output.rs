//! Standard output.

use std::io::{self, ErrorKind, Write};

use miette::miette;

/// Prints results. A reader that has seen enough, such as `head`, is no error.
pub fn print(text: &str) -> miette::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
    {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(cannot_write(&error)),
        _ => Ok(()),
    }
}

/// The error of results that cannot be printed.
pub fn cannot_write(error: &io::Error) -> miette::Report {
    miette!(
        help = "make room where standard output goes",
        "cannot write to standard output: {error}"
    )
}

/// Prints a line on standard error; a failure to do so is ignored.
pub fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Columns of the terminal, if stdout is one.
pub fn terminal_width() -> Option<usize> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0))
}
