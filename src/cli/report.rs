//! `rivals report`: what a folder of results says, for people.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::command::progress::Waiting;
use crate::command::{Failure, Output, help_end};
use crate::files::OutputFolder;
use crate::games::dragon_slayer;
use crate::report::{html, json, markdown, tournament};
use crate::results::Tournament;

/// Write the report of a folder of results: tables, pictures, and what they say.
///
/// Reads the files of `rivals reproduce`, or of a tournament and of odds, odds infer and
/// solve where they are there, and plays nothing. HTML is one file that needs no network; Markdown and JSON are
/// printed, unless --out names a file. Results that do not belong together are refused,
/// and an earlier report then stays.
#[derive(Debug, Args)]
#[command(after_help = help_end("
    # new results, and what they say in a terminal
    rivals reproduce --out all-results
    rivals report --from all-results --format markdown
"))]
pub struct ReportArgs {
    /// Folder of results
    #[arg(long, value_name = "DIR", default_value = "results")]
    from: PathBuf,
    /// File to write, or - to print [default: report.html in the folder of results]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// What to write
    #[arg(long, value_enum, default_value_t = ReportFormat::Html)]
    format: ReportFormat,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    /// One file for a browser
    Html,
    /// Text for a terminal or a code host
    Markdown,
    /// Words and unrounded figures for programs
    Json,
}

impl ReportArgs {
    pub fn run(self) -> Result<Output, Failure> {
        let _waiting = Waiting::new("writing the report", self.quiet);
        let played = Tournament::find(&self.from)?;
        let document = match &*played.entry.game {
            dragon_slayer::NAME => dragon_slayer::report::document(&self.from, &played)?,
            _ => tournament::document(&played),
        };
        let text = match self.format {
            ReportFormat::Html => html(&document),
            ReportFormat::Markdown => markdown(&document),
            ReportFormat::Json => json(&document),
        };
        let file = match (self.out, self.format) {
            (Some(file), _) if file == Path::new("-") => None,
            (Some(file), _) => Some(file),
            (None, ReportFormat::Html) => Some(self.from.join("report.html")),
            (None, _) => None,
        };
        let Some(file) = file else {
            return Ok(Output::done(text));
        };
        write(&file, &text)?;
        Ok(Output::done(format!("Wrote {}.\n", file.display())))
    }
}

/// Writes a file as a whole, in a folder that is made if it is missing.
fn write(file: &Path, text: &str) -> Result<(), Failure> {
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let Some(name) = file.file_name().and_then(|name| name.to_str()) else {
        return Err(Failure::NoFileName(file.to_owned()));
    };
    OutputFolder::prepare(folder, &[name])?.write(name, text.as_bytes())?;
    Ok(())
}
