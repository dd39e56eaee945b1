//! The answer of a command, and the formats in which it is printed.

use clap::ValueEnum;
use miette::Diagnostic;
use thiserror::Error;

use super::output::terminal_width;
use super::shared::RulesName;
use super::success::{Output, Success};
use crate::document::{Block, Cell, Column, Document};
use crate::report::terminal;
use crate::report::{html, markdown};
use crate::search::Check;

/// The format of standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text and tables for a terminal
    #[value(alias = "text")]
    Table,
    /// The rows of the table, for programs
    Csv,
    /// Unrounded figures for programs
    Json,
    /// Text for a code host
    Markdown,
    /// A page for a browser
    Html,
}

/// What a command found.
pub(crate) trait Answer {
    /// The answer for people.
    fn document(&self) -> Document;

    /// The answer as JSON. `rules` names the rules if they are not the built-in ones.
    fn json(&self, rules: Option<&str>) -> String;

    /// The rows of an answer that is one table.
    fn csv(&self) -> Option<String> {
        None
    }
}

/// The refusal of `--format csv`.
#[derive(Debug, Error, Diagnostic)]
#[error("CSV has the rows of one table, and this command prints more than that")]
#[diagnostic(help("give --format json"))]
pub(crate) struct NotOneTable;

impl Format {
    /// The answer in this format, with text for a terminal of `width` columns.
    pub(crate) fn render(
        self,
        answer: &dyn Answer,
        rules: Option<&RulesName>,
        width: Option<usize>,
    ) -> Result<String, NotOneTable> {
        let name = rules.and_then(RulesName::name);
        let document = || {
            let mut document = answer.document();
            let above = rules.map(RulesName::lines).unwrap_or_default();
            if let Some(section) = document.sections.first_mut() {
                section.blocks.splice(..0, above.into_iter().map(Block::text));
            }
            document
        };
        Ok(match self {
            Self::Table => terminal::text(&document(), width),
            Self::Csv => answer.csv().ok_or(NotOneTable)?,
            Self::Json => answer.json(name.as_deref()),
            Self::Markdown => markdown(&document(), width),
            Self::Html => html(&document()),
        })
    }

    /// The output of a command that has this answer.
    pub(crate) fn output(self, answer: &dyn Answer) -> miette::Result<Output> {
        Ok(Output::done(self.render(answer, None, terminal_width())?))
    }

    /// The output of a command that has this answer by these rules.
    pub(crate) fn output_by(
        self,
        rules: &RulesName,
        answer: &dyn Answer,
    ) -> miette::Result<Output> {
        Ok(Output::done(self.render(answer, Some(rules), terminal_width())?))
    }
}

/// A table that compares values of a solver with known ones.
pub(crate) fn checked(checks: &[Check]) -> Document {
    let columns = vec![
        Column::words(""),
        Column::words("value"),
        Column::figures("expected"),
        Column::figures("solved"),
    ];
    let rows = checks.iter().map(|check| {
        let [expected, solved] =
            [check.expected, check.solved].map(|value| Cell::figure(value, format!("{value:.7}")));
        let mark = if check.agrees() { "agrees" } else { "DIFFERS" };
        vec![Cell::words(mark), Cell::words(check.what), expected, solved]
    });
    Document::answer("Values of the solver", vec![Block::table("", "", columns, rows)])
}

/// How a comparison with known values ended.
pub(crate) fn agreement(checks: &[Check]) -> Success {
    if checks.iter().all(Check::agrees) { Success::Done } else { Success::Disagreement }
}
