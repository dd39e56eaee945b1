//! Printing to standard output and standard error.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

use miette::miette;

use super::success::Output;
use crate::files::OutputFolder;

/// Prints results. A reader that closes the pipe early, such as `head`, is not an error.
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

/// Writes a complete file, in a folder that is created if it is missing.
pub(crate) fn write(file: &Path, text: &str) -> miette::Result<()> {
    let (folder, name) = writable(file)?;
    folder.write(name, text.as_bytes())?;
    Ok(())
}

/// The folder of a file, which is created if it is missing, and the file's name in it. Refuses what
/// cannot be written.
pub(crate) fn writable(file: &Path) -> miette::Result<(OutputFolder, &str)> {
    let folder = file.parent().filter(|folder| *folder != Path::new(""));
    let name = file.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| {
        let help = "name a file in a folder, such as my-results/report.html";
        miette!(help = help, "{} names no file", file.display())
    })?;
    let folder = folder.unwrap_or(Path::new("."));
    Ok((OutputFolder::prepare(folder, &[name])?, name))
}

/// The output of a text that is printed, or written to a file.
pub(crate) fn written(text: String, file: Option<&Path>) -> miette::Result<Output> {
    let Some(file) = file else {
        return Ok(Output::done(text));
    };
    write(file, &text)?;
    Ok(Output::done(format!("Wrote {}.\n", file.display())))
}

/// Prints a line on standard error; a failure to do so is ignored.
pub fn print_note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// The width of the terminal in columns. If stdout is not a terminal, the width that the environment
/// variable COLUMNS asks for, if there is one.
pub(crate) fn terminal_width() -> Option<usize> {
    let terminal = terminal_size::terminal_size_of(io::stdout());
    let asked = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal.map(|(width, _)| usize::from(width.0)).or_else(asked).filter(|&width| width > 0)
}
