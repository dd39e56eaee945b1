//! How a game of `rivals play` begins: which game is wished for, who sits at its table, and what
//! was kept of it before.

use std::time::{SystemTime, UNIX_EPOCH};

use miette::miette;

use rivals_league::tournament::external::External;

use super::PlayArgs;
use super::home::{Wish, ask_home, day};
use super::seed::Dice;
use super::setup;
use super::ui::{Left, Ui};
use crate::catalogue::{GameEntry, Playable};
use crate::cli::seating::opponents;
use crate::command::{clock, default_game};
use crate::commands::OwnGame;
use crate::history::{GameKeeper, History, Keeper};
use crate::outside::{invite, programs};
use crate::play::record::{Header, ME, Participant};
use crate::play::show::LogLine;
use crate::player_files::with_files;
use crate::session::Session;
use crate::table::seed_of_day;
use crate::tables::home::{Home, days_game};
use crate::tables::library::{checked, learned_game, seen};
use crate::tables::met::{self, OpenGame};
use crate::tables::seating::{Beginning, Opponents, game_called};
use crate::tables::{Library, date};
use crate::tournament::VALUES;

/// A game whose players sit at the table.
pub(super) struct StartedGame {
    pub(super) session: Box<dyn Session>,
    pub(super) keeper: Option<GameKeeper>,
    /// What happened in it before, by seat.
    pub(super) told: Vec<Vec<LogLine>>,
    /// The number of entries that are kept.
    pub(super) kept: usize,
    /// From how many games the opponents have learned, as a sentence; `None` if they do not learn.
    pub(super) learned: Option<String>,
}

impl PlayArgs {
    /// What is played, from the flags or from a question; or how the program ends without a game.
    pub(super) fn wish(&self, ui: &mut dyn Ui) -> miette::Result<Result<Wish, (Left, String)>> {
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
    pub(super) fn started(
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

/// When a game begins: now, or 0 if a script plays it.
fn began(live: bool) -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.ok().filter(|_| live).map_or(0, |now| now.as_secs())
}
