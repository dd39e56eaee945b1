//! `rivals review`: what was luck in a game, and what its decisions cost.

use std::path::{Path, PathBuf};

use clap::Args;
use miette::miette;

use super::kept::{GameNumber, opened};
use super::play::{Left, again, replay};
use crate::command::data::DataArg;
use crate::command::progress::{Bar, waiting};
use crate::command::{Answer, Format, Output, Success, help_after_a_game};
use crate::commands::review::{Reviewed, reviewed};
use crate::config::Source;
use crate::document::Document;
use crate::outside::kept_game;
use crate::play::record::Record;
use crate::tables::library::checked;

/// Review a game: the luck of its rolls, and what its decisions cost.
///
/// Figures are exact where the game is solved. Where luck is known as well, the review shows that
/// the result is the value of the start, plus luck, less costs. Where a search values the decisions,
/// a deeper one measures how far it may be wrong. Some games have no review.
#[derive(Debug, Args)]
#[command(after_help = help_after_a_game("review it", "rivals review --data my-games"))]
pub(super) struct ReviewArgs {
    /// The number of a game, `last`, a file with the JSON lines of one game, or - for standard
    /// input [default: the last finished game]
    game: Option<String>,
    /// The game of a file that `rivals tournament --keep-games` wrote
    #[arg(long, value_name = "N", default_value_t = 1)]
    nth: usize,
    /// Format of the output
    #[arg(short, long, value_parser = Format::offered(&[Format::Csv, Format::Svg]), default_value = "table")]
    format: Format,
    /// File to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Ask for the costliest decisions of the people again, without showing the answers first
    #[arg(long, conflicts_with_all = ["format", "out"])]
    try_again: bool,
    /// Go through the game step by step with `[` and `]`, the board marked with what was played and
    /// what was best
    #[arg(long, conflicts_with_all = ["format", "out", "try_again"])]
    replay: bool,
    /// Show the replay in lines and not on a full screen, as for screen readers
    #[arg(long, requires = "replay")]
    plain: bool,
    #[command(flatten)]
    data: DataArg,
}

impl ReviewArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        let (record, source) = self.record()?;
        if self.replay {
            return Ok(Output::without_text(match replay::watch(&record, self.plain)? {
                Left::Interrupted => Success::Interrupted,
                _ => Success::Done,
            }));
        }
        let reviewed = shown(&record, &source, self.try_again)?;
        if self.try_again {
            let exercises = again::costliest(reviewed, &record);
            if exercises.is_empty() {
                return Ok(Output::done("No decision is costly enough to try again.\n".to_owned()));
            }
            return Ok(Output::without_text(match again::in_lines(&exercises, |_, _| Ok(()))? {
                Left::Interrupted => Success::Interrupted,
                _ => Success::Done,
            }));
        }
        let file = self.out.as_deref();
        self.format.written(&reviewed, file)
    }

    /// The record, and what to call it.
    fn record(&self) -> miette::Result<(Record, String)> {
        let number = match self.game.as_deref() {
            None => {
                let history = opened(&self.data)?;
                let games = history.games()?;
                let last = games.iter().rev().find(|game| game.end.is_some());
                let last = last.ok_or_else(|| {
                    let help = "give the number of a game, from `rivals history list`";
                    miette!(help = help, "no finished games are kept")
                })?;
                GameNumber::Number(last.id)
            }
            Some(text) => match text.parse() {
                Ok(number) => number,
                Err(_) => {
                    if let Some(record) = kept_game(Path::new(text), self.nth)? {
                        return Ok((record, format!("game {} of {text}", self.nth)));
                    }
                    let source = Source::read(Path::new(text))?;
                    return Ok((Record::read(source.text())?, source.name()));
                }
            },
        };
        let history = opened(&self.data)?;
        let id = number.of(&history)?;
        Ok((checked(&history, id)?, format!("game {id}")))
    }
}

/// The review of a game, called `source` in it, with its progress on a terminal.
///
/// # Errors
/// If the game has no review, or the record does not follow its rules.
fn shown(record: &Record, source: &str, again: bool) -> miette::Result<Reviewed> {
    let _waiting = waiting("reviewing the game", false);
    let bar = Bar::of_steps(false);
    reviewed(record, source, again, &|unit, more, of| {
        bar.add_to(unit, more, of);
        true
    })
}

impl Answer for Reviewed {
    fn document(&self) -> Document {
        self.document.clone()
    }

    fn csv(&self) -> Option<String> {
        Some(self.csv.clone())
    }
}
