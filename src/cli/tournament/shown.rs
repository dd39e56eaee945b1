//! What a finished tournament prints, and whether it writes a report.

use std::path::Path;

use clap::Args;
use serde_json::{Value, json};

use super::Chosen;
use crate::cli::report::{check_report, write_beside};
use crate::command::output::print_note;
use crate::command::{Answer, Format, Output, Success};
use crate::document::{Block, Document};
use crate::text;

#[derive(Debug, Args)]
pub(crate) struct ShownArgs {
    /// Format of standard output
    #[arg(short, long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Write no report beside the results
    #[arg(long)]
    pub no_report: bool,
}

/// The standings of a finished tournament, or the variants of a sweep.
pub(crate) struct Standings {
    /// For people.
    pub document: Document,
    /// The rows of its file.
    pub csv: String,
    /// All of it, as a JSON object.
    pub json: Value,
    /// Whether sampled and exact figures agree.
    pub success: Success,
}

impl Standings {
    /// The standings with what was done.
    fn with(mut self, done: &str, results: &Path) -> Self {
        let done = done.trim_end();
        self.json["folder"] = json!(results.display().to_string());
        self.json["done"] = json!(done);
        let blocks = self.document.sections.last_mut().map(|section| &mut section.blocks);
        blocks.into_iter().for_each(|blocks| blocks.extend(lines(done)));
        self
    }
}

fn lines(done: &str) -> impl Iterator<Item = Block> {
    [Block::Lines { text: done.to_owned() + "\n" }].into_iter()
}

impl Answer for Standings {
    fn document(&self) -> Document {
        self.document.clone()
    }

    fn json(&self, rules: Option<&str>) -> String {
        text::json(&text::by_rules(rules, &self.json))
    }

    fn csv(&self) -> Option<String> {
        Some(self.csv.clone())
    }
}

/// What was done, without results.
struct Done<'a>(&'a str);

impl Answer for Done<'_> {
    fn document(&self) -> Document {
        Document::answer("Done", lines(self.0).collect())
    }

    fn json(&self, rules: Option<&str>) -> String {
        text::json(&text::by_rules(rules, json!({ "done": self.0 })))
    }

    fn csv(&self) -> Option<String> {
        Some(String::new())
    }
}

impl ShownArgs {
    /// Whether the output is text for a terminal.
    pub(crate) fn is_text(&self) -> bool {
        self.format == Format::Table
    }

    /// Refuses a folder of results whose report would replace a file that is none.
    pub(crate) fn check_report(&self, results: &Path) -> miette::Result<()> {
        if self.no_report { Ok(()) } else { check_report(results) }
    }

    /// The output of a finished tournament: its standings, and what was done. Writes the report
    /// into the folder of the results, unless --no-report was given.
    pub(crate) fn finished(
        &self,
        standings: Standings,
        done: &str,
        chosen: &Chosen,
        results: &Path,
    ) -> miette::Result<Output> {
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
        standings: Standings,
        done: &str,
        chosen: &Chosen,
        results: &Path,
    ) -> miette::Result<Output> {
        let success = standings.success;
        let output = self.format.output_by(&chosen.named(), &standings.with(done, results))?;
        Ok(Output { success, ..output })
    }

    /// The output of a shard of a tournament: what was done.
    pub(crate) fn done(&self, done: &str, chosen: &Chosen) -> miette::Result<Output> {
        self.format.output_by(&chosen.named(), &Done(done.trim_end()))
    }
}
