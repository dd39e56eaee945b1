//! `rivals play`: people sit down at a game, against agents or each other.

pub(super) mod again;
mod game_loop;
mod home;
mod lines;
pub(super) mod replay;
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

use clap::Args;
use miette::miette;

use super::interrupt::Interrupt;
use super::seating::{opponents, speakers};

use rivals_league::tournament::external::External;

use crate::catalogue::{GameEntry, Playable, find};
use crate::command::data::DataArg;
use crate::command::shared::{LangArg, RulesArg, whole_number};
use crate::command::{GameArg, clock, default_game};
use crate::command::{Output, Success, help_end, print};
use crate::commands::{self, OwnGame};
use crate::files::read_text;
use crate::history::{GameKeeper, History, Keeper};
use crate::outside::{invite, programs};
use crate::play::fair::Fair;
use crate::play::record::{Header, ME, Participant};
use crate::play::session::{Next, Session};
use crate::play::show::LogLine;
use crate::player_files::with_files;
use crate::table::seed_of_day;
use crate::tables::home::{Home, days_game};
use crate::tables::library::{checked, learned_game, seen};
use crate::tables::met::{self, OpenGame, STRANGER_OF, candidates, earlier};
use crate::tables::seating::{self, Beginning, Opponents, game_called, person_name};
use crate::tables::{Library, date};
use crate::tournament::VALUES;
use game_loop::{GameLoop, Mode, Options, Services};
use home::{Wish, ask_home, day};
use lines::Lines;
use screen::Screen;
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

    /// What is played, from the flags or from a question; or how the program ends without a game.
    fn wish(&self, ui: &mut dyn Ui) -> miette::Result<Result<Wish, (Left, String)>> {
        // What cannot be written is said before anything is asked.
        let history = self.history()?;
        if let (true, Some(history)) = (self.resume, &history) {
            return Ok(Ok(Wish::Resume(self.last_unfinished(history)?)));
        }
        let library = history.as_ref().map(|history| history as &dyn Library);
        let home = || Home::of(library, self.my_name());
        if let Some(date) = &self.day {
            return Ok(day(&home()?, date).map_err(|played| (Left::Over, played)));
        }
        Ok(match (self.game.game, self.against.is_some() || self.seats.is_some()) {
            (Some(game), _) => Ok(Wish::New(game)),
            (None, true) => Ok(Wish::New(default_game())),
            (None, false) => {
                ask_home(&home()?, ui, &date::today()).map_err(|left| (left, String::new()))
            }
        })
    }

    /// The game that is wished for, with its players at the table; or how the program was left.
    fn started(
        &self,
        wish: Wish,
        ui: &mut dyn Ui,
        live: bool,
    ) -> miette::Result<Result<StartedGame, Left>> {
        let header = match wish {
            Wish::Resume(id) => return self.resumed(self.data.open()?, id).map(Ok),
            Wish::New(game) => match self.begin(game, ui, live)? {
                Ok(header) => header,
                Err(left) => return Ok(Err(left)),
            },
            Wish::Rematch(header) => self.rematch(&header, live)?,
            Wish::Day(date) => self.begin_day(date, live)?,
        };
        let mut started = self.sit(&header, self.history()?.map(GameKeeper::new))?;
        if let Some(keeper) = &mut started.keeper {
            keeper.begin(&header)?;
        }
        Ok(Ok(started))
    }

    /// Plays a game to its end, or until it is left; returns how, and a note for the user.
    fn at_table(
        &self,
        started: StartedGame,
        ui: &mut dyn Ui,
        live: bool,
    ) -> miette::Result<(Left, String)> {
        let StartedGame { session, mut keeper, told, kept, learned } = started;
        let header = session.header();
        let options = Options {
            mode: self.mode.map_or_else(|| self.usual_mode(live), Ok)?,
            hints: self.hints || header.hints,
        };
        let game = game_called(&header.game)?;
        let library = if header.met.is_empty() { None } else { self.data.find()? };
        let met = library.map_or_else(|| Ok(Vec::new()), |library| earlier(&library, header))?;
        let services = Services {
            opening: seating::opening(&*session, learned.clone()),
            learned,
            tally: &|| self.tally(),
            keeper: keeper.as_mut().map(|keeper| keeper as &mut dyn Keeper),
            candidates: candidates(header, &met)?,
            met: &met,
            review: &|record| Some((commands::review::solved(game)?.review)(record, "this game")),
        };
        let folder = self.personalities.as_deref();
        let remarks = !self.quiet_rivals;
        let speakers = speakers(header, folder)?;
        if let Some(work) = session.prepare() {
            // Without a thread, the work is done when it must be.
            let _ = std::thread::Builder::new().spawn(work);
        }
        let mut table = seating::table(session, &services.opening, told, kept, speakers, remarks);
        let mut game_loop = GameLoop::new(&mut table, ui, options, services);
        let left = game_loop.run();
        let mode = game_loop.mode();
        let (saved, result) = (game_loop.is_saved(), game_loop.result().to_owned());
        let over = !result.is_empty();
        if over {
            // Who the stranger was is told: the games that waited for it end as well.
            for (_, game) in &met {
                let history = self.data.open()?;
                GameKeeper::resume(history, game.id, &game.record).add(&game.ending)?;
            }
        }
        let waits = matches!(table.session().next(), Next::Over(_));
        let note = match (over, saved) {
            (true, _) if ui.stays() && (saved || self.no_save) => String::new(),
            (true, true) => result,
            (true, false) if self.no_save => result,
            (false, true) if waits => format!(
                "The game waits until you say who the stranger was: rivals play --resume{0} asks \
                 again. In another game, {STRANGER_OF}{1} seats the same stranger.",
                self.data.flag(),
                keeper.as_ref().and_then(GameKeeper::id).unwrap_or_default()
            ),
            (false, true) => format!(
                "The game is saved; rivals play --resume{} goes on with it.",
                self.data.flag()
            ),
            (false, false) if self.no_save => "The game is not saved.".to_owned(),
            (_, false) => written_aside(table.session(), &self.data)?,
        };
        if matches!(left, Left::Next(_)) && !saved && !self.no_save {
            ui.say(&note);
        }
        if saved && live {
            // The game is kept; that its mode is not remembered is no reason to fail.
            let _ = self.data.open().map(|history| history.set_setting(MODE, mode.word()));
        }
        Ok((left, note))
    }

    /// How many of my guesses were right, and how many there were.
    fn tally(&self) -> Option<[usize; 2]> {
        let history = self.data.find().ok().flatten()?;
        Home::of(Some(&history), self.my_name()).ok()?.tally()
    }

    /// The mode of the last game at a terminal.
    fn usual_mode(&self, live: bool) -> miette::Result<Mode> {
        if !live {
            return Ok(Mode::Automatic);
        }
        let kept = self.history()?.map(|history| history.setting(MODE)).transpose()?.flatten();
        Ok(kept.and_then(|word| Mode::of(&word)).unwrap_or(Mode::Interactive))
    }

    /// The last unfinished game.
    fn last_unfinished(&self, history: &History) -> miette::Result<i64> {
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
        last.map(|game| game.id).ok_or_else(|| {
            miette!(help = "begin one: rivals play", "there is no unfinished game that fits")
        })
    }

    /// An unfinished game, as it was left.
    fn resumed(&self, history: History, id: i64) -> miette::Result<StartedGame> {
        let record = checked(&history, id)?;
        let keeper = GameKeeper::resume(history, id, &record);
        let mut started = self.sit(&record.header, Some(keeper))?;
        started.told = started.session.recalled(&record.entries)?;
        started.kept = record.entries.len();
        Ok(started)
    }

    /// The game of a date.
    fn begin_day(&self, date: String, live: bool) -> miette::Result<Header> {
        let (game, opponents) = days_game(&date)?;
        let seed = seed_of_day(&date);
        let words: Vec<String> =
            std::iter::once(ME.to_owned()).chain(opponents.into_iter().map(|(id, _)| id)).collect();
        let opponents = Opponents::of_header(game, &Header::default())?;
        let header = self.header(game, &opponents, &words, Dice::Given(seed), live)?;
        Ok(Header { day: Some(date), ..header })
    }

    /// A game of the same players as this one, with the seats turned.
    fn rematch(&self, last: &Header, live: bool) -> miette::Result<Header> {
        let (seed, fair) = Dice::of(self.seed).drawn()?;
        let mut header = last.rematch(seed, fair, began(live));
        header.program = env!("CARGO_PKG_VERSION").to_owned();
        header.values = VALUES;
        header.rules = game_called(&header.game)?.of_record(&header)?.rules_text();
        header.hints = self.hints;
        if self.learn {
            header.learned = Some(self.seen(&header.seats)?.iter().map(|game| game.0).collect());
        }
        Ok(header)
    }

    /// A game that begins. Its opponents may know the people from their games: those that the
    /// header lists, or with --learn all.
    fn sit(&self, header: &Header, keeper: Option<GameKeeper>) -> miette::Result<StartedGame> {
        let game = game_called(&header.game)?;
        let programs =
            programs(header, &game.of_record(header)?, self.externals(&mut self.words())?, false)?;
        let started = |mut session: Box<dyn Session>, learned| {
            session.timed_by(clock);
            session.join(programs.clone());
            StartedGame { session, keeper, told: Vec::new(), kept: 0, learned }
        };
        if !self.learn && header.learned.is_none() {
            return Ok(started(game.of_record(header)?.seat(header.clone())?, None));
        }
        let mut seen = self.seen(&header.seats)?;
        if let Some(known) = &header.learned {
            seen.retain(|(number, ..)| known.contains(number));
        }
        let (session, known) = learned_game(header, &seen)?;
        Ok(started(session, Some(known)))
    }

    /// The players that were named.
    fn words(&self) -> Vec<String> {
        self.against.iter().chain(&self.seats).flatten().cloned().collect()
    }

    /// The programs that are declared, and those among these words, which become their ids.
    fn externals(&self, words: &mut [String]) -> miette::Result<Vec<External>> {
        crate::outside::externals(self.external.as_deref(), words)
    }

    /// The earlier games of the people, the oldest first.
    fn seen(&self, seats: &[Participant]) -> miette::Result<Vec<OwnGame>> {
        self.data.find()?.map_or_else(|| Ok(Vec::new()), |history| seen(&history, seats))
    }

    /// A game that begins, from the flags or from questions.
    fn begin(
        &self,
        game: &'static GameEntry,
        ui: &mut dyn Ui,
        live: bool,
    ) -> miette::Result<Result<Header, Left>> {
        let mut opponents = opponents(game, self.personalities.as_deref())?;
        let mut named = self.words();
        invite(&mut opponents.roster, self.externals(&mut named)?);
        (opponents.roster, named) = with_files(opponents.roster, game.info(), &named)?;
        let with_me = |against: &[String]| [&[ME.to_owned()][..], against].concat();
        let words = match (&self.against, &self.seats) {
            (_, Some(_)) => named,
            (Some(_), None) => with_me(&named),
            (None, None) => {
                let history = self.history()?;
                let library = history.as_ref().map(|history| history as &dyn Library);
                let home = Home::of(library, self.my_name())?;
                let last = home.last_opponents(game.info().name);
                let loaded = game.load(self.rules.read(game.info())?.as_ref())?;
                match setup::ask_opponents(ui, &loaded, &opponents, last) {
                    Ok(against) => with_me(&against),
                    Err(left) => return Ok(Err(left)),
                }
            }
        };
        let met = self.met(&words)?;
        let met = met::invited(&mut opponents, &words, &met);
        let header = self.header(game, &opponents, &words, Dice::of(self.seed), live)?;
        Ok(Ok(Header { met, ..header }))
    }

    /// The earlier games whose strangers are among these words of `--seats`, with their places.
    fn met(&self, words: &[String]) -> miette::Result<Vec<(usize, OpenGame)>> {
        if !met::is_named(words) {
            return Ok(Vec::new());
        }
        let Some(history) = self.history()? else {
            let help = "leave out --no-save, or seat another player";
            return Err(miette!(
                help = help,
                "strangers are met again only in games that are saved"
            ));
        };
        met::named(&history, words)
    }

    /// The header of a game that begins, of these players as words of `--seats`.
    fn header(
        &self,
        game: &'static GameEntry,
        opponents: &Opponents,
        words: &[String],
        dice: Dice,
        live: bool,
    ) -> miette::Result<Header> {
        let rules = self.rules.read(game.info())?;
        let (seed, fair) = dice.drawn()?;
        let seating = opponents.seats(words, self.my_name(), seed)?;
        let adviser = self.adviser.as_deref().map(|word| opponents.adviser(word)).transpose()?;
        let seen = if self.learn { Some(self.seen(&seating.seats)?) } else { None };
        opponents.header(
            seating,
            Beginning {
                rules: rules.as_ref(),
                seed,
                fair,
                adviser,
                learned: seen.map(|seen| seen.iter().map(|game| game.0).collect()),
                hints: self.hints,
                began: began(live),
            },
        )
    }
}

/// The setting that remembers the mode.
const MODE: &str = "mode";

/// Where the seed of the dice comes from.
enum Dice {
    /// A player knows it.
    Given(u64),
    /// Nobody does.
    Drawn,
}

impl Dice {
    fn of(seed: Option<u64>) -> Self {
        seed.map_or(Self::Drawn, Self::Given)
    }

    /// The seed, and the promise of it.
    fn drawn(self) -> miette::Result<(u64, Fair)> {
        Ok(match self {
            Self::Given(seed) => (seed, Fair::of_given(seed)),
            Self::Drawn => {
                let (seed, high, low) = (drawn()?, drawn()?, drawn()?);
                (seed, Fair::new(seed, u128::from(high) << 64 | u128::from(low)))
            }
        })
    }
}

/// When a game begins: now, or 0 if a script plays it.
fn began(live: bool) -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.ok().filter(|_| live).map_or(0, |now| now.as_secs())
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
