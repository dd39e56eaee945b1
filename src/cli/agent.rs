//! `rivals agent`: built-in players as programs of their own.

use std::io::{self, BufRead, ErrorKind, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use miette::miette;
use rivals_core::engine::speaker::Speaker;
use rivals_league::tournament::external::External;
use serde_json::{Map, Value};

use crate::catalogue::{GameEntry, Playable, find};
use crate::command::output::cannot_write;
use crate::command::progress::waiting;
use crate::command::{Format, Output, Success, clock, help_end};
use crate::config::Source;
use crate::document::{Block, Cell, Column, Columns, Document, Table};
use crate::outside::check::{Check, check, kept, replay};
use crate::outside::games;
use crate::tables::seating::Opponents;

/// Let a built-in player answer the questions that programs of others are asked.
///
/// Reads one JSON object per line from standard input and writes one per line to standard output, as
/// docs/protocol.md describes it for agents. The rules are those of the question hello.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = help_end(r#"
        # how does a player greet?
        echo '{"id":1,"ask":"hello","protocol":1}' |
            rivals agent pig hold-20
    "#)
)]
pub(super) struct AgentArgs {
    #[command(subcommand)]
    tool: Option<Tool>,
    /// Game that is played; `rivals games` lists all
    #[arg(value_parser = find, required = true)]
    game: Option<&'static GameEntry>,
    /// The player: an agent, a personality or the file of a player
    #[arg(required = true)]
    player: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Tool {
    Check(CheckArgs),
    Replay(ReplayArgs),
}

/// Check that a program answers all questions of a game as docs/protocol.md describes it.
///
/// Exit code 5 says that it does not.
#[derive(Debug, Args)]
#[command(
    after_help = help_end("
        # does the built-in player of Pig keep to the protocol?
        rivals agent check rivals agent pig hold-20
    ")
)]
struct CheckArgs {
    /// Game of the questions; `rivals games` lists all [default: those that the program names]
    #[arg(long, value_name = "GAME", value_parser = find)]
    game: Option<&'static GameEntry>,
    #[command(flatten)]
    program: CommandArg,
}

/// Ask a program the questions of games again, which --keep-failed or --keep-games has kept.
///
/// Exit code 5 says that an answer differs, is missing or comes too late.
#[derive(Debug, Args)]
#[command(
    after_help = help_end(r#"
        # one question in a file, asked again
        echo '> {"ask":"hello","protocol":1}' > game.jsonl
        rivals agent replay game.jsonl rivals agent pig hold-20
    "#)
)]
struct ReplayArgs {
    /// Only this game of the file, from 1 [default: all]
    #[arg(long, value_name = "N")]
    nth: Option<usize>,
    /// File of kept games
    file: PathBuf,
    #[command(flatten)]
    program: CommandArg,
}

/// A program and its arguments.
#[derive(Debug, Args)]
struct CommandArg {
    /// The program and its arguments
    #[arg(
        value_name = "CMD",
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    command: Vec<String>,
}

impl CommandArg {
    /// The program, which begins in the current folder.
    fn external(self) -> External {
        let named = PathBuf::from(&self.command[0]);
        let in_folder = std::path::absolute(&named).ok().filter(|_| self.command[0].contains('/'));
        let program = in_folder.unwrap_or(named);
        let external = External::of_program("the-program".to_owned(), program);
        External { command: self.command, ..external }
    }
}

/// The table of these checks, and what a program that failed wrote to standard error.
fn table(title: &str, checks: &[Check], errors: &str) -> miette::Result<Output> {
    let columns: &Columns<'_, Check> = &[
        (Column::words("check"), &|check| Cell::words(&*check.name)),
        (Column::words("passed"), &|check| {
            Cell::words(if check.found.is_ok() { "yes" } else { "NO" })
        }),
        (Column::words("found"), &|check| {
            Cell::words(&**check.found.as_ref().unwrap_or_else(|wrong| wrong))
        }),
    ];
    let failed = checks.iter().filter(|check| check.found.is_err()).count();
    let all = format!("{} of {} passed.", checks.len() - failed, checks.len());
    let mut blocks = vec![Block::Table(Table::of("", "", checks, columns)), Block::text(all)];
    if failed > 0 && !errors.is_empty() {
        blocks.push(Block::text("It wrote to standard error:"));
        blocks.push(Block::Lines { text: errors.to_owned() });
    }
    let output = Format::Table.output(&Document::answer(title, blocks))?;
    let success = if failed == 0 { Success::Done } else { Success::Different };
    Ok(Output { success, ..output })
}

impl AgentArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        match self.tool {
            Some(Tool::Check(args)) => {
                let external = args.program.external();
                let games = match args.game {
                    Some(game) => vec![game],
                    None => games(&external)?,
                };
                let _waiting = waiting("asking the program", false);
                let (mut checks, mut errors) = (Vec::new(), String::new());
                for game in &games {
                    let (mut found, wrote) = check(&external, &game.load(None)?)?;
                    errors = if errors.is_empty() { wrote } else { errors };
                    for of_game in found.iter_mut().filter(|_| games.len() > 1) {
                        of_game.name = format!("{}: {}", game.info().name, of_game.name);
                    }
                    checks.append(&mut found);
                }
                return table("Checks", &checks, &errors);
            }
            Some(Tool::Replay(args)) => {
                let questions = kept(&args.file, args.nth)?;
                if questions.is_empty() {
                    let help = "give a file that --keep-failed or --keep-games wrote, and --nth a \
                                number of its games";
                    let file = args.file.display();
                    return Err(miette!(help = help, "{file} has no such questions"));
                }
                let _waiting = waiting("asking the program", false);
                let (checks, errors) = replay(&args.program.external(), questions);
                return table("Replay", &checks, &errors);
            }
            None => {}
        }
        let (Some(game), Some(player)) = (self.game, self.player) else {
            unreachable!("both are required without a tool");
        };
        speak(game, &player)
    }
}

/// Answers every line until the input ends, or a line says so.
fn speak(game: &'static GameEntry, player: &str) -> miette::Result<Output> {
    let member = Opponents::built_in(game).member(player)?;
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut speaker: Option<Box<dyn Speaker>> = None;
    let mut line = Vec::new();
    let unreadable = |error| miette!("cannot read standard input: {error}");
    while input.read_until(b'\n', &mut line).map_err(unreadable)? > 0 {
        let read = serde_json::from_slice::<Map<String, Value>>(&line);
        line.clear();
        let question = read.map_err(|error| {
            miette!(help = "write one JSON object per line", "a line is not a question: {error}")
        })?;
        let ask = question.get("ask").and_then(Value::as_str);
        if ask == Some("quit") {
            break;
        }
        if speaker.is_none() || ask == Some("hello") {
            let rules = question.get("rules").and_then(Value::as_str);
            let rules = rules.filter(|rules| !rules.is_empty());
            let rules = rules.map(|rules| Source::new("the rules of the question", rules));
            speaker = Some(game.load(rules.as_ref())?.speaker(&member, clock));
        }
        let answer = speaker.as_mut().and_then(|speaker| speaker.answer(question));
        let Some(answer) = answer else { continue };
        match output.write_all((answer + "\n").as_bytes()).and_then(|()| output.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
            written => written.map_err(|error| cannot_write(&error))?,
        }
    }
    Ok(Output::done(String::new()))
}
