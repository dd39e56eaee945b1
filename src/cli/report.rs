//! `rivals report`: writes the report of a folder of results.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use miette::miette;

use super::tournament::{assess, compare, plan};
use crate::catalogue::find;
use crate::command::output::{write, written};
use crate::command::progress::waiting;
use crate::command::shared::is_missing;
use crate::command::{Format, Output, help_end};
use crate::commands;
use crate::config::did_you_mean;
use crate::document::{Document, Link};
use crate::report::{START, html, is_report, picture, pictures, rule_sweep, sweep};
use crate::results::rule_sweep::RuleSweepResults;
use crate::results::sweep::SweepResults;
use crate::results::{MANIFEST, Manifest, TOURNAMENT, Tournament};
use crate::tables::seating::game_called;
use crate::tournament::JOURNAL;

/// The name of the report for a browser, in its folder of results.
const REPORT: &str = "report.html";

/// Write the report of a folder of results: tables, charts and explanations.
///
/// The folder is one that `rivals tournament`, `rivals merge`, `rivals sweep` or `rivals reproduce`
/// wrote. Results of odds, odds infer and solve in it get sections of their own, and need no
/// tournament. No games are played. As a page belongs to its folder, HTML is written to report.html
/// there, one file that needs no network, unless --out names another file or is -, which prints it;
/// all other formats are printed, unless --out names a file. There is no CSV, as the folder has the
/// CSV files of all tables. Results that do not belong together are refused, and an earlier report
/// is then kept.
#[derive(Debug, Args)]
#[command(after_help = help_end("
    # play a tournament, and print its report
    rivals tournament --roster abel,carla,greedy --games 500 --out my-league
    rivals report my-league --format markdown
    # one of its figures, as a picture
    rivals report my-league --figure matrix --out league.svg
"))]
pub(super) struct ReportArgs {
    /// Folder of results [default: results]
    #[arg(value_name = "FOLDER", conflicts_with = "from")]
    folder: Option<PathBuf>,
    /// The same as FOLDER
    #[arg(long, value_name = "DIR")]
    from: Option<PathBuf>,
    /// File to write, or - to print [default: for HTML report.html in the folder of results, else -]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Format of the output
    #[arg(short, long, value_parser = Format::offered(&[Format::Svg]), default_value = "html")]
    format: Format,
    /// Write only this figure of the report, as SVG; it is printed unless --out names a file. An
    /// unknown ID is refused with a list of all
    #[arg(long, value_name = "ID", conflicts_with = "format")]
    figure: Option<String>,
    /// Show no progress
    #[arg(short, long)]
    quiet: bool,
}

impl ReportArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        self.run_within(None)
    }

    /// As [`Self::run`], for results that will lie in another folder.
    pub(super) fn run_within(self, place: Option<&Path>) -> miette::Result<Output> {
        let _waiting = waiting("writing the report", self.quiet);
        let from = self.folder.or(self.from);
        let from = from.unwrap_or_else(|| PathBuf::from("results"));
        let document = document(&from, place.unwrap_or(&from))?;
        let file = match self.out {
            Some(file) if file == Path::new("-") => None,
            None if self.format == Format::Html && self.figure.is_none() => {
                check_report(&from)?;
                Some(from.join(REPORT))
            }
            file => file,
        };
        let Some(id) = &self.figure else {
            return self.format.written(&document, file.as_deref());
        };
        let picture = picture(&document, id).ok_or_else(|| {
            let ids = pictures(&document);
            let near = did_you_mean(id, ids.iter().map(|(id, _)| id.as_str()));
            let lines = ids.iter().map(|(id, title)| format!("\n{id}: {title}"));
            let help = format!("{near}the figures are{}", lines.collect::<String>());
            miette!(help = help, "the report has no figure \"{id}\"")
        })?;
        written(picture, file.as_deref())
    }
}

/// The commands whose own formats are their reports.
const ANSWERS: [&str; 3] = [assess::COMMAND, compare::COMMAND, plan::COMMAND];

/// The largest number of players of a report, whose tables and charts have a row for each.
const MOST_PLAYERS: usize = 60;

/// The report of a folder of results, which lies in `place` and has links from there.
fn document(from: &Path, place: &Path) -> miette::Result<Document> {
    if SweepResults::is_in(from) {
        if let Some(of_rules) = RuleSweepResults::read(from)? {
            return Ok(rule_sweep::document(&of_rules));
        }
        return Ok(sweep::document(&SweepResults::read(from)?));
    }
    if !Tournament::is_in(from)
        && let Ok(manifest) = Manifest::of(from)
        && let Some(entry) = manifest.entries.first()
    {
        if let Ok(game) = find(&entry.game)
            && let Some(document) = (commands::of(game).report_without_tournament)(from)?
        {
            return Ok(document);
        }
        if ANSWERS.contains(&&*entry.command) {
            let (from, command) = (from.display(), &entry.command);
            return Err(miette!(
                help =
                    "run that command again with -f html or -f markdown, which writes its report",
                "{from} has the files of `rivals {command}`, and no tournament or sweep"
            ));
        }
    }
    if let Err(error) = fs::read_dir(from)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(miette!(
            help = "name a folder with results that you may read",
            "cannot read the folder {}: {error}",
            from.display()
        ));
    }
    let has_files =
        |folder: &Path| [MANIFEST, JOURNAL].iter().any(|name| folder.join(name).exists());
    if ![from, &from.join(TOURNAMENT)].into_iter().any(has_files) {
        let from = from.display();
        return Err(miette!(
            help = format!("run `rivals tournament --out {from}`, or name a folder with results"),
            "there are no results in {from}"
        ));
    }
    let played = Tournament::find(from)?.strongest(MOST_PLAYERS);
    let game = game_called(&played.entry.game)?;
    let own = commands::of(game);
    let mut document = (own.report)(from, &played)?;
    if played.settings.reproducible == Some(false) {
        document.lead.insert(0, UNREPEATABLE.to_owned());
    }
    let studies = own.studies.filter(|path| place.join(path).with_extension("md").exists());
    let text = "studies of this game and of others";
    document.see_also = studies.map(|path| Link { text, path });
    Ok(if played.path == from { document.within(TOURNAMENT) } else { document })
}

/// The first words of the report of a tournament with a player whose search was limited by time.
const UNREPEATABLE: &str = "These games cannot be played again: the search of a player was limited \
                            by time, so that its decisions depend on the machine.";

/// Refuses a folder of results whose `report.html` is not a report of this program.
pub(super) fn check_report(results: &Path) -> miette::Result<()> {
    let path = results.join(REPORT);
    // A report is not small, and it says in its first lines what wrote it.
    let mut start = Vec::new();
    match File::open(&path).and_then(|file| file.take(START).read_to_end(&mut start)) {
        Err(error) if is_missing(&error) => Ok(()),
        Ok(_) if is_report(&start) => Ok(()),
        _ => Err(miette!(
            help = "move it away, choose another folder with --out, or write no report there: \
                    `rivals tournament` has --no-report, `rivals report` has --out FILE",
            "{} is not a report that this program wrote, and would be replaced",
            path.display()
        )),
    }
}

/// Writes the report for a browser into its folder of results.
pub(super) fn write_beside(results: &Path) -> miette::Result<()> {
    check_report(results)?;
    write(&results.join(REPORT), &html(&document(results, results)?))
}
