//! `rivals play`: people sit down at a game, against agents or each other.

pub(super) mod again;
mod game_loop;
mod lines;
mod screen;
mod setup;
#[cfg(test)]
mod tests;
mod translated;
mod ui;
pub(super) mod words;

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, ValueEnum};
use miette::miette;

use super::interrupt::Interrupt;
use super::kept::{checked, own_games};
use super::seating::{opponents, speakers};

use crate::catalogue::Playable;
use crate::command::data::DataArg;
use crate::command::shared::{LangArg, RulesArg, whole_number};
use crate::command::{GameArg, clock, default_game};
use crate::command::{Output, Success, help_end, print};
use crate::commands::{self, Learned, OwnGame};
use crate::files::read_text;
use crate::history::{GameKeeper, History, Keeper};
use crate::play::fair::Fair;
use crate::play::record::{Header, ME, Participant};
use crate::play::session::Session;
use crate::play::show::LogLine;
use crate::tables::seating::{self, Beginning, Opponents, game_called, person_name};
use crate::text::number::counted;
use game_loop::{GameLoop, Options, Services};
use lines::Lines;
use screen::Screen;
use translated::Translated;
pub(super) use ui::Left;
use ui::Ui;

/// Play a game against personalities, agents, or other people at the same keyboard.
///
/// Without --against and --seats, the program asks which game you play and against whom. A
/// stranger is one of the opponents that you could have chosen: you may guess at the end who it
/// was.
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
    /// Whether the game stops at every event; it can be changed while playing [default:
    /// interactive at a terminal, else automatic]
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
}

/// Where the game stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Mode {
    /// At every event.
    Interactive,
    /// For decisions only.
    Automatic,
}

/// A game whose players sit at the table.
struct StartedGame {
    session: Box<dyn Session>,
    keeper: Option<GameKeeper>,
    /// What happened in it before, by seat.
    told: Vec<Vec<LogLine>>,
    /// The number of entries that are kept.
    kept: usize,
    /// From how many games the opponents have learned, as a sentence; `None` if they do not learn.
    learned: Option<String>,
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
            Left::Over | Left::Unfinished => Success::Done,
            Left::Interrupted => Success::Interrupted,
        }))
    }

    /// Plays on an interface; returns how the game was left, and a note for the user.
    fn play(&self, ui: &mut dyn Ui, live: bool) -> miette::Result<(Left, String)> {
        // What cannot be written is said before anything is asked.
        let history = if self.no_save { None } else { Some(self.data.open()?) };
        let started = match (self.resume, history) {
            (true, Some(history)) => self.resumed(history)?,
            (_, history) => match self.begin(ui, live)? {
                Ok(header) => {
                    let mut started = self.sit(&header, history.map(GameKeeper::new))?;
                    if let Some(keeper) = &mut started.keeper {
                        keeper.begin(&header)?;
                    }
                    started
                }
                Err(left) => return Ok((left, String::new())),
            },
        };
        let StartedGame { session, mut keeper, told, kept, learned } = started;
        let header = session.header();
        let options = Options {
            interactive: self.mode.map_or(live, |mode| mode == Mode::Interactive),
            hints: self.hints || header.hints,
        };
        let game = game_called(&header.game)?;
        let services = Services {
            opening: seating::opening(&*session, learned),
            keeper: keeper.as_mut().map(|keeper| keeper as &mut dyn Keeper),
            candidates: Opponents::of_header(game, header)?.listed,
            review: &|record| Some((commands::review::solved(game)?.review)(record, "this game")),
        };
        let folder = self.personalities.as_deref();
        let remarks = !self.quiet_rivals;
        let speakers = speakers(header, folder)?;
        let mut table = seating::table(session, &services.opening, told, kept, speakers, remarks);
        let mut game_loop = GameLoop::new(&mut table, ui, options, services);
        let left = game_loop.run();
        let (saved, result) = (game_loop.is_saved(), game_loop.result().to_owned());
        let over = !result.is_empty();
        let note = match (over, saved) {
            (true, _) if ui.stays() && (saved || self.no_save) => String::new(),
            (true, true) => result,
            (true, false) if self.no_save => result,
            (false, true) => format!(
                "The game is saved; rivals play --resume{} goes on with it.",
                self.data.flag()
            ),
            (false, false) if self.no_save => "The game is not saved.".to_owned(),
            (_, false) => written_aside(table.session(), &self.data)?,
        };
        Ok((left, note))
    }

    /// The last unfinished game, as it was left.
    fn resumed(&self, history: History) -> miette::Result<StartedGame> {
        let game = self.game.game.map(|game| game.info().name);
        let mine = |header: &Header| {
            let is_mine = |me: &String| header.persons().any(|(_, person)| person == me);
            game.is_none_or(|game| header.game == game) && self.me.as_ref().is_none_or(is_mine)
        };
        let games = history.games()?;
        let last = games
            .iter()
            .rev()
            .find(|game| game.end.is_none() && !game.damaged && mine(&game.header));
        let id = last.map(|game| game.id).ok_or_else(|| {
            miette!(help = "begin one: rivals play", "there is no unfinished game that fits")
        })?;
        let record = checked(&history, id)?;
        let keeper = GameKeeper::resume(history, id, &record);
        let mut started = self.sit(&record.header, Some(keeper))?;
        started.told = started.session.recalled(&record.entries)?;
        started.kept = record.entries.len();
        Ok(started)
    }

    /// A game that begins. Its opponents may know the people from their games: those that the
    /// header lists, or with --learn all.
    fn sit(&self, header: &Header, keeper: Option<GameKeeper>) -> miette::Result<StartedGame> {
        let game = game_called(&header.game)?;
        let started = |mut session: Box<dyn Session>, learned| {
            session.timed_by(clock);
            StartedGame { session, keeper, told: Vec::new(), kept: 0, learned }
        };
        if !self.learn && header.learned.is_none() {
            return Ok(started(game.of_record(header)?.seat(header.clone())?, None));
        }
        let mut seen = self.seen(&header.seats)?;
        if let Some(known) = &header.learned {
            seen.retain(|(number, ..)| known.contains(number));
        }
        let none = || miette!(help = "play without --learn", "no agent of {} learns", header.game);
        let reviews = commands::review::solved(game).ok_or_else(none)?;
        let Learned { session, games } = (reviews.learned)(header, &seen)?;
        let known = match games {
            0 => {
                "The opponents expect optimal play: no earlier game shows anything else.".to_owned()
            }
            games => format!(
                "What the opponents expect comes from {}.",
                counted(games, "earlier game", "earlier games")
            ),
        };
        Ok(started(session, Some(known)))
    }

    /// The earlier games of the people, the oldest first.
    fn seen(&self, seats: &[Participant]) -> miette::Result<Vec<OwnGame>> {
        let Some(history) = self.data.find()? else {
            return Ok(Vec::new());
        };
        let mut games = Vec::new();
        for person in history.persons()? {
            if seats.iter().any(|participant| participant.person() == Some(&person.name)) {
                games.extend(own_games(&history, &person.name)?.0);
            }
        }
        games.sort_by_key(|(number, ..)| *number);
        Ok(games)
    }

    /// The game that begins, from the flags or from questions.
    fn begin(&self, ui: &mut dyn Ui, live: bool) -> miette::Result<Result<Header, Left>> {
        let given = self.against.is_some() || self.seats.is_some();
        let game = match (self.game.game, given) {
            (Some(game), _) => game,
            (None, true) => default_game(),
            (None, false) => match setup::ask_game(ui) {
                Ok(game) => game,
                Err(left) => return Ok(Err(left)),
            },
        };
        let rules = self.rules.read(game.info())?;
        let loaded = game.load(rules.as_ref())?;
        let opponents = opponents(game, self.personalities.as_deref())?;
        let with_me = |against: &[String]| [&[ME.to_owned()][..], against].concat();
        let words = match (&self.against, &self.seats) {
            (_, Some(seats)) => seats.clone(),
            (Some(against), None) => with_me(against),
            (None, None) => match setup::ask_opponents(ui, &loaded, &opponents) {
                Ok(against) => with_me(&against),
                Err(left) => return Ok(Err(left)),
            },
        };
        let (seed, fair) = match self.seed {
            Some(seed) => (seed, Fair::of_given(seed)),
            None => {
                let (seed, high, low) = (drawn()?, drawn()?, drawn()?);
                (seed, Fair::new(seed, u128::from(high) << 64 | u128::from(low)))
            }
        };
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let seating = opponents.seats(&words, self.me.as_deref().unwrap_or(ME), seed)?;
        let adviser = self.adviser.as_deref().map(|word| opponents.adviser(word)).transpose()?;
        let seen = if self.learn { Some(self.seen(&seating.seats)?) } else { None };
        let header = opponents.header(
            seating,
            Beginning {
                rules: rules.as_ref(),
                seed,
                fair,
                adviser,
                learned: seen.map(|seen| seen.iter().map(|game| game.0).collect()),
                hints: self.hints,
                began: now.ok().filter(|_| live).map_or(0, |now| now.as_secs()),
            },
        )?;
        Ok(Ok(header))
    }
}

/// 64 random bits of the system.
pub(super) fn drawn() -> miette::Result<u64> {
    getrandom::u64().map_err(|error| {
        miette!(help = "give a seed with --seed", "the system gives no random numbers: {error}")
    })
}

/// Writes a game that could not be saved into a new file of the current folder, or else prints it;
/// returns a note.
fn written_aside(session: &dyn Session, data: &DataArg) -> miette::Result<String> {
    let text = session.record().write_sealed();
    let name = |number: u32| PathBuf::from(format!("rivals-game-{number}.jsonl"));
    let path = (1..).map(name).find(|path| !path.exists());
    let path = path.expect("some number is free");
    if let Err(error) = File::create_new(&path).and_then(|mut file| file.write_all(text.as_bytes()))
    {
        print(&text)?;
        return Ok(format!(
            "The game could not be saved, and {} cannot be written: {error}. Its record is above.",
            path.display()
        ));
    }
    Ok(format!(
        "The game could not be saved; it is in {0}. When it can be: rivals history import {0}{1}, \
         which also completes what is kept of it",
        path.display(),
        data.flag()
    ))
}
