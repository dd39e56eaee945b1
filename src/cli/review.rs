//! `rivals review`: what was luck in a game, and what its decisions cost.

use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use miette::{IntoDiagnostic, miette};

use super::history::{GameNumber, no_games, opened, written};
use crate::command::data::DataArg;
use crate::command::output::{cannot_write, terminal_width};
use crate::command::{Output, help_end};
use crate::files::read_text;
use crate::games::any_game::{Exercise, Reviewed};
use crate::games::find;
use crate::play::record::{Record, Sitter};
use crate::report::{html, markdown};
use crate::text::number::percent;

/// Review a game: the luck of its rolls, and what its decisions cost.
///
/// In a game of two seats of Dragon Slayer all figures are exact: the result is the value of the
/// start, plus luck, less costs, and the review shows that they add up. With more seats they are
/// estimates.
#[derive(Debug, Args)]
#[command(after_help = help_end("
    # play a game against Abel, always with the first choice, and review it
    yes 1 | rivals play --against abel --as ana --data my-games > /dev/null
    rivals review --data my-games
"))]
pub(super) struct ReviewArgs {
    /// The number of a game, `last`, a file with the JSON lines of one game, or - for standard
    /// input [default: the last finished game]
    game: Option<String>,
    /// Format of the review
    #[arg(long, value_enum, default_value_t = PageFormat::Text)]
    format: PageFormat,
    /// File to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Ask for the costliest decisions of the persons again, without showing the answers first
    #[arg(long, conflicts_with_all = ["format", "out"])]
    try_again: bool,
    #[command(flatten)]
    data: DataArg,
}

/// The format of a page about games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PageFormat {
    /// Text for people
    Text,
    /// Unrounded figures for programs
    Json,
    /// A page for a browser
    Html,
}

/// The largest record that is read from standard input, in bytes.
const LARGEST: u64 = 16 << 20;

/// How many decisions are tried again.
const TRIED: usize = 3;

impl ReviewArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        let (record, source) = self.record()?;
        let name = &record.header.game;
        let game =
            find(name).map_err(|help| miette!(help = help, "this build has no game {name}"))?;
        let reviewed = game.review(&record, &source).ok_or_else(|| {
            miette!(
                help = "`rivals history show` shows its steps",
                "games of {name} are not reviewed, as the game is not solved"
            )
        })??;
        if self.try_again {
            return try_again(&reviewed, &record);
        }
        let text = match self.format {
            PageFormat::Text => {
                let width = terminal_width().filter(|_| self.out.is_none());
                reviewed.chart + "\n" + &markdown(&reviewed.document, width)
            }
            PageFormat::Json => reviewed.json,
            PageFormat::Html => html(&reviewed.document),
        };
        written(text, self.out)
    }

    /// The record, and what to call it.
    fn record(&self) -> miette::Result<(Record, String)> {
        let number = match self.game.as_deref() {
            None => {
                let history = opened(&self.data)?;
                let games = history.games()?;
                let last = games.iter().rev().find(|game| game.end.is_some());
                GameNumber::Number(last.ok_or_else(no_games)?.id)
            }
            Some("-") => {
                let mut text = String::new();
                let read = io::stdin().lock().take(LARGEST).read_to_string(&mut text);
                read.map_err(|error| {
                    let help = "give the JSON lines of one game, from `rivals history export`";
                    miette!(help = help, "cannot read standard input: {error}")
                })?;
                return Ok((Record::read(&text)?, "standard input".to_owned()));
            }
            Some(text) => match text.parse() {
                Ok(number) => number,
                Err(_) if Path::new(text).exists() => {
                    let record = Record::read(&read_text(Path::new(text))?)?;
                    return Ok((record, text.to_owned()));
                }
                Err(_) => {
                    let help = "write the number of a game, from `rivals history list`, last, a \
                                file, or -";
                    return Err(miette!(help = help, "there is no game or file {text:?}"));
                }
            },
        };
        let history = opened(&self.data)?;
        let id = number.of(&history)?;
        Ok((history.record(id)?, format!("game {id}")))
    }
}

/// Asks for the costliest decisions of the persons again; of all players if no person sat.
fn try_again(reviewed: &Reviewed, record: &Record) -> miette::Result<Output> {
    let is_person = |seat: usize| matches!(record.header.seats[seat], Sitter::Person { .. });
    let anybody = !(0..record.header.seats.len()).any(is_person);
    let mut exercises = (reviewed.costly.iter())
        .filter(|exercise| anybody || is_person(usize::from(exercise.seat.0)))
        .take(TRIED)
        .peekable();
    if exercises.peek().is_none() {
        return Ok(Output::done("No decision cost anything.\n".to_owned()));
    }
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut say = |text: &str| {
        let said = output
            .write_all(text.as_bytes())
            .and_then(|()| output.flush());
        said.map_err(|error| cannot_write(&error))
    };
    for exercise in exercises {
        say(&question(exercise))?;
        loop {
            say("> ")?;
            let mut line = String::new();
            if input.read_line(&mut line).into_diagnostic()? == 0 {
                say("\n")?;
                return Ok(Output::done(String::new()));
            }
            let words = line.trim().to_lowercase();
            let number = words
                .parse::<usize>()
                .ok()
                .and_then(|number| number.checked_sub(1));
            let named = exercise
                .options
                .iter()
                .position(|option| option.0.to_lowercase() == words);
            let chosen = named
                .or(number)
                .filter(|&place| place < exercise.options.len());
            match chosen {
                Some(chosen) => break say(&(verdict(exercise, chosen) + "\n"))?,
                None => say("Write the number or the words of one of the actions above.\n")?,
            }
        }
    }
    Ok(Output::done(String::new()))
}

fn question(exercise: &Exercise) -> String {
    let options = exercise.options.iter().zip(1..);
    let options = options.map(|((name, _), number)| format!("  {number}  {name}\n"));
    exercise.text.clone() + &options.collect::<String>()
}

/// What an answer costs, what is best, and what was played.
fn verdict(exercise: &Exercise, chosen: usize) -> String {
    let options = &exercise.options;
    let points = |place: usize| {
        let cost: f64 = options[place].1;
        format!("{} points", percent(cost, 2))
    };
    let best = (0..options.len()).min_by(|&a, &b| options[a].1.total_cmp(&options[b].1));
    let best = &options[best.unwrap_or(0)].0;
    let answer = match options[chosen].1 {
        cost if cost < 5e-5 => "That is optimal.".to_owned(),
        _ => format!("That costs {}; the best action is: {best}.", points(chosen)),
    };
    match exercise.taken {
        Some(taken) => format!(
            "{answer} In the game it was: {}, which cost {}.\n",
            options[taken].0,
            points(taken)
        ),
        None => format!("{answer} In the game the player gave up.\n"),
    }
}
