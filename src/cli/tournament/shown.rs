//! What a finished tournament prints, and whether it writes a report.

use std::path::Path;

use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};

use super::Chosen;
use super::text::Planned;
use crate::cli::report::{check_report, write_beside};
use crate::command::answer::lines;
use crate::command::output::print_note;
use crate::command::{Answer, Format, Output, Success};
use crate::document::Document;

#[derive(Debug, Args)]
pub(crate) struct ShownArgs {
    /// Format of the output
    #[arg(short, long, value_parser = Format::offered(&[Format::Csv]), default_value = "table")]
    format: Format,
    /// Write no report beside the results
    #[arg(long)]
    pub no_report: bool,
}

/// What a run prints: the standings of a tournament, the variants of a sweep, or of a shard only
/// what was done.
#[derive(Serialize)]
#[serde(transparent)]
pub(crate) struct Shown {
    /// For people.
    #[serde(skip)]
    pub document: Document,
    /// The rows of its file.
    #[serde(skip)]
    pub csv: String,
    /// All of it, as a JSON object.
    pub json: Value,
    /// Whether sampled and exact figures agree.
    #[serde(skip)]
    pub success: Success,
}

impl Answer for Shown {
    fn document(&self) -> Document {
        self.document.clone()
    }

    fn csv(&self) -> Option<String> {
        Some(self.csv.clone())
    }
}

impl ShownArgs {
    /// Refuses a folder of results whose report would replace a file that is none.
    pub(crate) fn check_report(&self, results: &Path) -> miette::Result<()> {
        if self.no_report { Ok(()) } else { check_report(results) }
    }

    /// The output of a finished tournament: its standings, and what was done. Writes the report
    /// into the folder of the results, unless --no-report was given.
    pub(crate) fn finished(
        &self,
        mut standings: Shown,
        done: &str,
        chosen: &Chosen,
        results: &Path,
    ) -> miette::Result<Output> {
        if !self.no_report
            && let Err(error) = write_beside(results)
        {
            print_note(&format!("no report was written: {error}"));
        }
        standings.json["folder"] = json!(results.display().to_string());
        self.with(standings, done, chosen)
    }

    /// The output of a run, with what was done.
    pub(super) fn with(
        &self,
        mut shown: Shown,
        done: &str,
        chosen: &Chosen,
    ) -> miette::Result<Output> {
        shown.json["done"] = json!(done.trim_end());
        if let Some(section) = shown.document.sections.last_mut() {
            section.blocks.push(lines(done));
        }
        let output = self.format.output_by(&chosen.named(), &shown)?;
        Ok(Output { success: shown.success, ..output })
    }

    /// The output of `--dry-run`.
    pub(super) fn planned(&self, planned: &Planned, chosen: &Chosen) -> miette::Result<Output> {
        self.format.output_by(&chosen.named(), planned)
    }

    /// The output of a shard of a tournament: what was done.
    pub(crate) fn done(&self, done: &str, chosen: &Chosen) -> miette::Result<Output> {
        let document = Document::answer("Done", Vec::new());
        let (csv, json, success) = (String::new(), json!({}), Success::Done);
        self.with(Shown { document, csv, json, success }, done, chosen)
    }
}
