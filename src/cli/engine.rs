//! `rivals engine`: reads questions about positions of a game and writes the answers.

use std::io::{self, BufRead, ErrorKind, Write};

use clap::Args;
use miette::miette;

use crate::catalogue::{GameEntry, Playable, find};
use crate::command::output::cannot_write;
use crate::command::shared::RulesArg;
use crate::command::{Output, clock, help_end};
use crate::commands;
use crate::player_files;
use crate::values::Invalid;

/// The help, except for how each game writes its positions.
const ABOUT: &str = "\
Answer questions about positions of a game, one JSON object per line.

Reads one JSON object per line from standard input and writes one per line to standard output, in \
the same order, until the input ends. An engine keeps no state: each question carries its position. \
The answer to an invalid question has an \"error\" with the field, a message and help, and the engine \
goes on. An \"id\" is echoed. Seats are numbered from 1.

The field \"ask\" is one of:

  game     {}: seats, setups, agents and rules
  start    {setup?, seats?, seed?}: a first position
  legal    {position}: the actions of a seat, the events with their weights, or the outcome
  apply    {position, moves}: the position after these actions and events
  perft    {position, depth}: the number of move sequences of this length
  decide   {position, agent, seed?}: the action of an agent, or of the file of a player
  view     {position, seat}: what the seat knows
  sample   {view, count, seed?}: positions that agree with what a seat knows
  advise   {position}: the actions with their win probabilities
  play     {agents, position or setup?, seed?}: a game that these agents play to its end";

/// Answer questions about positions of a game, one JSON object per line.
#[derive(Debug, Args)]
#[command(
    long_about = long_about(),
    after_help = help_end(r#"
        # is it better to hold or to roll with 20 points at stake?
        echo '{"ask":"advise","position":{"scores":[0,0],"mover":1,"at_stake":20}}' |
            rivals engine pig
    "#)
)]
pub(super) struct EngineArgs {
    /// Game that the questions are about; `rivals games` lists all
    #[arg(value_parser = find)]
    game: &'static GameEntry,
    #[command(flatten)]
    rules: RulesArg,
}

fn long_about() -> String {
    // A terminal breaks the lines of a paragraph where it ends.
    let notations = commands::all().map(|game| game.notation.replace('\n', " "));
    let notations = notations.filter(|notation| !notation.is_empty());
    [ABOUT.to_owned()].into_iter().chain(notations).collect::<Vec<_>>().join("\n\n")
}

impl EngineArgs {
    /// Answers every line until the input ends or the reader of the answers closes the pipe.
    pub(super) fn run(self) -> miette::Result<Output> {
        let rules = self.rules.read(self.game.info())?;
        let mut engine = self.game.load(rules.as_ref())?.engine();
        engine.timed_by(clock);
        let info = self.game.info();
        engine.with_files(Box::new(|spelling| {
            let refused = |error: rivals_league::Error| Invalid::new("", error.message, error.help);
            Some(player_files::member(info, spelling)?.map_err(refused))
        }));
        let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
        let mut line = Vec::new();
        let unreadable = |error| {
            miette!(
                help = "give a file or a pipe with one JSON object per line",
                "cannot read standard input: {error}"
            )
        };
        while input.read_until(b'\n', &mut line).map_err(unreadable)? > 0 {
            let question = line.strip_suffix(b"\n").unwrap_or(&line);
            let answer = engine.answer(question) + "\n";
            let written = output.write_all(answer.as_bytes());
            match written.and_then(|()| output.flush()) {
                Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
                written => written.map_err(|error| cannot_write(&error))?,
            }
            line.clear();
        }
        Ok(Output::done(String::new()))
    }
}
