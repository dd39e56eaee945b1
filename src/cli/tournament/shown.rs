//! What a finished tournament prints, and whether it writes a report.

use std::path::Path;

use clap::Args;
use serde_json::{Value, json};

use super::Chosen;
use crate::cli::report::{check_report, write_beside};
use crate::command::output::print_note;
use crate::command::shared::TextFormat;
use crate::text;

#[derive(Debug, Args)]
pub(crate) struct ShownArgs {
    /// Format of standard output
    #[arg(short, long, value_enum, default_value_t = TextFormat::Table)]
    format: TextFormat,
    /// Write no report beside the results
    #[arg(long)]
    pub no_report: bool,
}

/// The standings of a finished tournament, or the variants of a sweep, in both formats.
pub(crate) struct Standings {
    /// The text for a terminal.
    pub text: String,
    /// The same and all columns, as a JSON object.
    pub json: Value,
}

impl ShownArgs {
    /// Whether the output is text for people.
    pub(crate) fn is_text(&self) -> bool {
        self.format == TextFormat::Table
    }

    /// Refuses a folder of results whose report would replace a file that is none.
    pub(crate) fn check_report(&self, results: &Path) -> miette::Result<()> {
        if self.no_report { Ok(()) } else { check_report(results) }
    }

    /// The output of a finished tournament: its standings, and what was done. Writes the report
    /// into the folder of the results, unless --no-report was given.
    pub(crate) fn finished(
        &self,
        standings: &Standings,
        done: &str,
        chosen: &Chosen,
        results: &Path,
    ) -> String {
        if !self.no_report
            && let Err(error) = write_beside(results)
        {
            print_note(&format!("no report was written: {error}"));
        }
        self.with_results(standings, done, chosen, results)
    }

    /// The output of results that are written: the standings, and what was done.
    pub(super) fn with_results(
        &self,
        standings: &Standings,
        done: &str,
        chosen: &Chosen,
        results: &Path,
    ) -> String {
        match self.format {
            TextFormat::Table => self.text(&format!("{}\n{done}", standings.text), chosen),
            TextFormat::Json => {
                let mut object = standings.json.clone();
                object["folder"] = json!(results.display().to_string());
                object["done"] = json!(done.trim_end());
                text::json(&text::by_rules(chosen.rules.name().as_deref(), object))
            }
        }
    }

    /// The output of a shard of a tournament: what was done.
    pub(crate) fn text(&self, done: &str, chosen: &Chosen) -> String {
        match self.format {
            TextFormat::Table => chosen.above(done),
            TextFormat::Json => {
                let object = json!({ "done": done.trim_end() });
                text::json(&text::by_rules(chosen.rules.name().as_deref(), object))
            }
        }
    }
}
