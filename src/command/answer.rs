//! The answer of a command, and the formats in which it is printed.

use std::path::Path;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use miette::Diagnostic;
use serde::Serialize;
use thiserror::Error;

use super::output::{terminal_width, written};
use super::shared::RulesName;
use super::success::{Output, Success};
use crate::document::{Block, Cell, Column, Document};
use crate::report::terminal;
use crate::report::{html, markdown, picture, pictures};
use crate::search::Check;
use crate::text::{by_rules, json, table};

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
    /// The file of a personality
    Toml,
    /// The first figure as a picture
    Svg,
}

/// What a command found; serialised, it is the JSON.
pub(crate) trait Answer: Serialize {
    /// The answer for people.
    fn document(&self) -> Document;

    /// The answer as JSON. `rules` names the rules if they are not the built-in ones.
    fn json(&self, rules: Option<&str>) -> String {
        match rules {
            None => json(&self),
            Some(_) => json(&by_rules(rules, self)),
        }
    }

    /// The rows of an answer that is one table.
    fn csv(&self) -> Option<String> {
        None
    }

    /// The file of a personality, of an answer that is one.
    fn toml(&self) -> Option<String> {
        None
    }
}

impl Answer for Document {
    fn document(&self) -> Document {
        self.clone()
    }
}

/// What a command did, in these lines.
pub(crate) fn lines(text: &str) -> Block {
    let text = text.lines().map(|text| table::line(text, 0, terminal_width())).collect();
    Block::Lines { text }
}

/// The output of a command that says what it did.
pub(crate) fn said(rules: &RulesName, text: &str) -> miette::Result<Output> {
    Format::Table.output_by(rules, &Document::answer("Done", vec![lines(text)]))
}

/// Rows as a JSON array of objects that each name the rules.
pub(crate) fn json_rows(rules: Option<&str>, rows: &[impl Serialize]) -> String {
    json(&rows.iter().map(|row| by_rules(rules, row)).collect::<Vec<_>>())
}

/// The error for a format that an answer does not have.
#[derive(Debug, Error, Diagnostic)]
#[error("this answer has no {0}")]
#[diagnostic(help("give --format json, which has all of it"))]
pub(crate) struct NoSuchForm(&'static str);

/// A document for a page, which has the title above: a paragraph that says the same is for a
/// terminal.
fn titled(mut document: Document) -> Document {
    let title = document.title.clone();
    let repeated = |block: &Block| matches!(block, Block::Text { text } if *text == title);
    if let Some(section) = document.sections.first_mut() {
        section.blocks.retain(|block| !repeated(block));
    }
    document
}

impl Format {
    /// The parser of the formats that a command has: those of every document, and these.
    pub(crate) fn offered(own: &[Self]) -> impl TypedValueParser<Value = Self> {
        let every = [Self::Table, Self::Json, Self::Markdown, Self::Html];
        let has = |format: &&Self| every.contains(format) || own.contains(format);
        let formats = Self::value_variants().iter().filter(has);
        PossibleValuesParser::new(formats.filter_map(Self::to_possible_value))
            .map(|name| Self::from_str(&name, false).expect("a possible value is a format"))
    }

    /// The answer in this format, with text for a terminal of `width` columns.
    pub(crate) fn render(
        self,
        answer: &impl Answer,
        rules: Option<&RulesName>,
        width: Option<usize>,
    ) -> Result<String, NoSuchForm> {
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
            Self::Csv => {
                answer.csv().ok_or(NoSuchForm("CSV, as it is not the rows of one table"))?
            }
            Self::Json => answer.json(name.as_deref()),
            Self::Markdown => markdown(&titled(document()), width),
            Self::Html => html(&titled(document())),
            Self::Toml => answer.toml().ok_or(NoSuchForm("TOML, as it is not a personality"))?,
            Self::Svg => {
                let document = document();
                let first = pictures(&document).into_iter().next();
                let first = first.and_then(|(id, _)| picture(&document, &id));
                first.ok_or(NoSuchForm("SVG, as it has no figure"))?
            }
        })
    }

    /// The output of a command that writes this answer to a file, or prints it. Text for a file has
    /// no largest width.
    pub(crate) fn written(
        self,
        answer: &impl Answer,
        file: Option<&Path>,
    ) -> miette::Result<Output> {
        let width = terminal_width().filter(|_| file.is_none());
        written(self.render(answer, None, width)?, file)
    }

    /// The output of a command that has this answer.
    pub(crate) fn output(self, answer: &impl Answer) -> miette::Result<Output> {
        Ok(Output::done(self.render(answer, None, terminal_width())?))
    }

    /// The output of a command that has this answer by these rules.
    pub(crate) fn output_by(
        self,
        rules: &RulesName,
        answer: &impl Answer,
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
