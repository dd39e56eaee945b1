//! `rivals report`: writes the report of a folder of results.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use miette::miette;

use crate::command::progress::waiting;
use crate::command::{Output, help_end};
use crate::files::OutputFolder;
use crate::games::find;
use crate::report::{html, json, markdown};
use crate::results::Tournament;

/// Write the report of a folder of results: tables, charts and explanations.
///
/// The folder has the files of `rivals reproduce`, or those of `rivals tournament` and
/// optionally of odds, odds infer and solve. No games are played. HTML is one file that needs
/// no network; Markdown and JSON are printed, unless --out names a file. Results that do not
/// belong together are refused, and an earlier report is then kept.
#[derive(Debug, Args)]
#[command(after_help = help_end("
    # make all results, and print their report
    rivals reproduce --out all-results
    rivals report --from all-results --format markdown
"))]
pub(super) struct ReportArgs {
    /// Folder of results
    #[arg(long, value_name = "DIR", default_value = "results")]
    from: PathBuf,
    /// File to write, or - to print [default: report.html in the folder of results]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Format of the report
    #[arg(long, value_enum, default_value_t = ReportFormat::Html)]
    format: ReportFormat,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    /// One file for a browser
    Html,
    /// Text for a terminal or a code host
    Markdown,
    /// Text and unrounded figures for programs
    Json,
}

impl ReportArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        let _waiting = waiting("writing the report", self.quiet);
        let played = Tournament::find(&self.from)?;
        let game = find(&played.entry.game).map_err(|help| {
            miette!(
                help = help,
                "the results in {} are of {}, which this build does not have",
                self.from.display(),
                played.entry.game
            )
        })?;
        let document = game.report(&self.from, &played)?;
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

/// Writes a complete file, in a folder that is created if it is missing.
pub(super) fn write(file: &Path, text: &str) -> miette::Result<()> {
    let folder = file.parent().filter(|folder| *folder != Path::new(""));
    let name = file.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| {
        let help = "name a file in a folder, such as my-results/report.html";
        miette!(help = help, "{} names no file", file.display())
    })?;
    let folder = folder.unwrap_or(Path::new("."));
    OutputFolder::prepare(folder, &[name])?.write(name, text.as_bytes())?;
    Ok(())
}
