//! `rivals play`: people sit down at a game, against agents or each other.

pub(super) mod again;
mod at_table;
mod beginning;
mod game_loop;
mod home;
mod lines;
pub(super) mod replay;
mod screen;
mod seed;
mod setup;
#[cfg(test)]
mod tests;
mod translated;
mod ui;
pub(super) mod words;

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::Args;
use miette::miette;

use super::interrupt::Interrupt;
use crate::catalogue::find;
use crate::command::data::DataArg;
use crate::command::shared::{LangArg, RulesArg, whole_number};
use crate::command::{GameArg, Output, Success, help_end, print};
use crate::files::read_text;
use crate::history::History;
use crate::play::record::ME;
use crate::tables::date;
use crate::tables::seating::person_name;
use game_loop::Mode;
use home::Wish;
use lines::Lines;
use screen::Screen;
pub(super) use seed::drawn;
use translated::Translated;
pub(super) use ui::Left;
use ui::{Then, Ui};

/// Play a game against personalities, agents, or other people at the same keyboard.
///
/// Without --against and --seats, the program asks which game you play and against whom. A
/// stranger is one of the opponents that you could have chosen: you may guess at the end who it
/// was. If you answer "later", you may meet the same stranger in another game, where it is
/// called stranger-of= and the number of the first game, and guess there.
///
/// On a terminal of at least 80 columns and 24 lines the game is a full screen, else it is
/// lines. Answer with the number of a choice or its words, such as "fight green". Other words
/// are hint, why, log, board, undo, automatic, interactive, quiet, ? and quit. The end of the
/// input saves the game and leaves it, as quit and Ctrl-C do.
#[derive(Debug, Args)]
#[command(after_help = help_end(r#"
    # two opponents play, and nobody is asked
    rivals play --seats abel,carla --seed 7 --mode automatic --no-save
    # a person against Beatriu, whose answers are in a file
    printf 'fight blue\nstop\nquit\n' > answers.txt
    rivals play --against beatriu --seed 7 --script answers.txt --no-save
"#))]
pub(super) struct PlayArgs {
    #[command(flatten)]
    game: GameArg,
    /// Opponents by id, or "stranger"; you sit first. `rivals roster` and `rivals games` list ids
    #[arg(long, value_name = "ID,...", value_delimiter = ',', conflicts_with_all = ["seats", "resume"])]
    against: Option<Vec<String>>,
    /// All players by seat: "me", other people as NAME:person, opponents by id, or "stranger"
    #[arg(long, value_name = "PLAYER,...", value_delimiter = ',', conflicts_with = "resume")]
    seats: Option<Vec<String>>,
    /// File with tables [[external]], each an opponent that is a program of its own. cmd:PATH is a
    /// program without arguments
    #[arg(long, value_name = "FILE")]
    external: Option<PathBuf>,
    /// Folder of your own personalities. They are added to the built-in ones, and replace those
    /// with the same id [default: configs/personalities if it exists]
    #[arg(long, value_name = "DIR")]
    personalities: Option<PathBuf>,
    #[command(flatten)]
    rules: RulesArg,
    /// Seed of the dice; the same seed and the same answers give the same game. A player who gives it
    /// knows the dice. [default: a new one, shown at the end of the game]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole_number(0..=u64::MAX), conflicts_with = "resume")]
    seed: Option<u64>,
    /// Where the game stops; it can be changed while playing [default: as the last time at a
    /// terminal, at first interactive; else automatic]
    #[arg(long, value_enum)]
    mode: Option<Mode>,
    #[command(flatten)]
    lang: LangArg,
    /// Play in lines and not on a full screen, as for screen readers
    #[arg(long)]
    plain: bool,
    /// Show at each decision what the choices are worth
    #[arg(long)]
    hints: bool,
    /// Player whose decisions are the hints, such as players/novice [default: what the game knows;
    /// `rivals games` names the agent]
    #[arg(long, value_name = "ID", conflicts_with = "resume")]
    adviser: Option<String>,
    /// Let the opponents expect of you what your earlier games show, instead of optimal play.
    /// With --resume, a game that began with this flag goes on with it
    #[arg(long)]
    learn: bool,
    /// Silence the opponents' remarks
    #[arg(long)]
    quiet_rivals: bool,
    /// Do not save the game
    #[arg(long, conflicts_with_all = ["resume", "data"])]
    no_save: bool,
    #[command(flatten)]
    data: DataArg,
    /// Your name, 1 to 40 characters [default: me]
    #[arg(long = "as", value_name = "NAME", value_parser = person_name)]
    me: Option<String>,
    /// Play the answers of this file, one a line, instead of standard input; lines that begin
    /// with # are comments
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Go on with your last unfinished game
    #[arg(long, conflicts_with = "rules")]
    resume: bool,
    /// Play the game of a day, such as 2026-11-28: game, opponents and dice follow from the date,
    /// and are the same for everyone [default of DATE: today, in UTC]
    #[arg(
        long, value_name = "DATE", num_args = 0..=1, default_missing_value = "today",
        value_parser = date::read,
        conflicts_with_all = ["against", "seats", "seed", "resume", "rules", "game", "personalities"],
    )]
    day: Option<String>,
}

impl PlayArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        let interrupt = Interrupt::listen_at_a_terminal()?;
        let live = self.script.is_none() && io::stdin().is_terminal();
        let script = self.script.as_deref().map(read_text).transpose()?;
        let left = if live && !self.plain && screen::is_possible() {
            let mut ui = Screen::open(interrupt.flag()).map_err(|error| {
                let help = "play in lines, with --plain";
                miette!(help = help, "the screen cannot be used: {error}")
            })?;
            ui.speak(self.lang.language());
            self.play(&mut Translated::new(&mut ui, self.lang.language()), live)
        } else {
            let source = match &script {
                Some(text) => lines::Source::script(text),
                None => lines::Source::input(),
            };
            let mut ui = Lines::new(source, io::stdout(), interrupt.flag());
            ui.clears = lines::can_clear();
            ui.width = lines::width();
            ui.language = self.lang.language();
            let left = self.play(&mut Translated::new(&mut ui, self.lang.language()), live);
            ui.finish()?;
            left
        };
        // The screen is gone, so that the note stays to be read.
        let (left, note) = left?;
        if !note.is_empty() {
            let note = self.lang.language().text(&note);
            print(&(lines::broken(&note, lines::width()) + "\n"))?;
        }
        Ok(Output::without_text(match left {
            Left::Interrupted => Success::Interrupted,
            _ => Success::Done,
        }))
    }

    /// Plays on an interface, game after game; returns how the last one was left, and a note for the
    /// user.
    fn play(&self, ui: &mut dyn Ui, live: bool) -> miette::Result<(Left, String)> {
        let mut wish = match self.wish(ui)? {
            Ok(wish) => wish,
            Err(ended) => return Ok(ended),
        };
        loop {
            let started = match self.started(wish, ui, live)? {
                Ok(started) => started,
                Err(left) => return Ok((left, String::new())),
            };
            let header = started.session.header().clone();
            let (left, note) = self.at_table(started, ui, live)?;
            wish = match left {
                Left::Next(Then::Rematch) => Wish::Rematch(Box::new(header)),
                Left::Next(Then::New) => match setup::ask_game(ui, find(&header.game).ok()) {
                    Ok(game) => Wish::New(game),
                    Err(left) => return Ok((left, note)),
                },
                left => return Ok((left, note)),
            };
        }
    }

    fn my_name(&self) -> &str {
        self.me.as_deref().unwrap_or(ME)
    }

    /// The history; `None` if nothing is saved.
    fn history(&self) -> miette::Result<Option<History>> {
        Ok(if self.no_save { None } else { Some(self.data.open()?) })
    }
}
