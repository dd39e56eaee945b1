//! The tables of all games, for a server and for a page: who sits down, what is played, and reviews.
//! They know no file and no clock: what is around them is their [`Host`].

pub(crate) mod date;
pub(crate) mod home;
mod kept;
pub(crate) mod library;
pub(crate) mod met;
pub(crate) mod person;
pub(crate) mod practice;
#[doc(hidden)]
pub mod seating;

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use miette::{Diagnostic, miette};
use rivals_web::{Answer, Card, Chair, Class, Games, Kept, Met, Opponent, Question, Wish, Written};

use crate::catalogue::{GameEntry, Loaded, Playable, catalogue, find};
use crate::commands::review::reviewed;
use crate::config::Source;
use crate::languages::language;
use crate::personalities::Member;
use crate::play::Seat;
use crate::play::fair::Fair;
use crate::play::record::{Header, ME, Participant, Record};
use crate::play::show::escaped;
use crate::report::region;
use crate::session::{self, Session};
use crate::table::{Table, seed_of_day};
use crate::values::Invalid;
use home::{Home, days_game};
pub use library::{GameRow, Library};
use library::{learned_game, seen};
use met::OpenGame;
pub use practice::Drill;
use rivals_core::text::language::Language;
use seating::{Beginning, Opponents, Speakers, game_called};

/// The most games by own rules or personalities that are kept ready.
const READY: usize = 32;

/// What makes two games the same: all in a header that rules and players are made of.
type Made = (String, Option<String>, Vec<String>);

/// What is around tables: files and a memory. Without files, what is built in is used.
#[doc(hidden)]
pub trait Host: Send {
    /// The table of this name, as it was saved last.
    fn kept(&self, table: &str) -> Option<Kept>;

    /// What is kept of this table beside its game.
    fn state(&self, table: &str) -> Option<String> {
        self.kept(table).map(|kept| kept.state)
    }

    /// All games that are kept, to be read without the tables.
    ///
    /// # Errors
    /// If they cannot be read.
    fn library(&self) -> miette::Result<Box<dyn Library>>;

    /// Who can be played against.
    #[doc(hidden)]
    fn opponents(&self, game: &'static GameEntry) -> miette::Result<Opponents> {
        Ok(Opponents::built_in(game))
    }

    /// Lets the programs of others play that sit at a table which is not over.
    #[doc(hidden)]
    fn join(&self, _header: &Header, _session: &mut dyn Session) -> miette::Result<()> {
        Ok(())
    }

    /// What the players say.
    #[doc(hidden)]
    fn speakers(&self, header: &Header) -> miette::Result<Speakers> {
        Ok(seating::built_in_speakers(header))
    }
}

/// All games of the catalogue, by their built-in rules.
#[doc(hidden)]
pub struct Catalogue<H> {
    cards: Vec<Card>,
    /// Rules beside the built-in ones, by the names of their cards.
    rules: HashMap<String, (&'static GameEntry, Source)>,
    host: H,
    /// The language of pages that name no other.
    language: Language,
    /// Games that were begun: tables of the same game have one solution.
    ready: Mutex<HashMap<Made, Loaded>>,
}

impl<H: Host> Catalogue<H> {
    /// The catalogue, at this place.
    ///
    /// # Errors
    /// If a file of personalities is wrong.
    pub fn new(host: H) -> miette::Result<Self> {
        let card = |game| card(game, None, host.opponents(game)?);
        let cards = catalogue().iter().map(card).collect::<miette::Result<_>>()?;
        let language = Language::default();
        Ok(Self { cards, rules: HashMap::new(), host, language, ready: Mutex::default() })
    }

    /// The same with another language for pages that name none.
    #[must_use]
    pub fn speaking(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// The same with a game by other rules, called GAME:NAME.
    ///
    /// # Errors
    /// If no game or several have such rules, or there are others of this name.
    pub fn with_rules(mut self, name: &str, source: Source) -> miette::Result<Self> {
        let plays = |game: &&GameEntry| game.load(Some(&source)).is_ok();
        let games: Vec<&'static GameEntry> = catalogue().iter().filter(plays).collect();
        let &[game] = &games[..] else {
            let names: Vec<&str> = games.iter().map(|game| game.info().name).collect();
            let help = "rivals play --game GAME --rules FILE says what is wrong with a rule file";
            return Err(match names[..] {
                [] => miette!(help = help, "{name}: these are the rules of no game"),
                _ => miette!(
                    help = "write a key that only one of the games has",
                    "{name}: these may be rules of {}",
                    names.join(" and of ")
                ),
            });
        };
        let called = format!("{}:{name}", game.info().name);
        let card = card(game, Some(&source), self.host.opponents(game)?)?;
        if self.rules.insert(called.clone(), (game, source)).is_some() {
            let help = "give the files names of their own";
            return Err(miette!(help = help, "two files have rules called {called}"));
        }
        self.cards.push(Card { title: format!("{} ({name})", card.title), name: called, ..card });
        Ok(self)
    }

    /// The game of a card, with its rules if they are not the built-in ones.
    fn game(&self, name: &str) -> Result<(&'static GameEntry, Option<&Source>), Invalid> {
        if let Some((game, rules)) = self.rules.get(name) {
            return Ok((game, Some(rules)));
        }
        let game = find(name).map_err(|help| {
            Invalid::new("game", format!("no game is called \"{}\"", escaped(name)), help)
        })?;
        Ok((game, None))
    }

    /// The game of a header, which tables of the same game share.
    fn shared(&self, header: &Header) -> miette::Result<Loaded> {
        let made = (header.game.clone(), header.rule_file.clone(), header.personalities.clone());
        let mut ready = self.ready.lock().expect("no game panics while it is looked up");
        if !ready.contains_key(&made) {
            if ready.len() >= READY {
                ready.clear();
            }
            ready.insert(made.clone(), game_called(&header.game)?.of_record(header)?);
        }
        Ok(ready[&made].clone())
    }

    /// A game before its first step; with what the opponents have learned of the people, if they do.
    fn seated(&self, header: &Header) -> miette::Result<(Box<dyn Session>, Option<String>)> {
        if let Some(known) = &header.learned {
            let mut seen = seen(&*self.host.library()?, &header.seats)?;
            seen.retain(|(number, ..)| known.contains(number));
            let (session, known) = learned_game(header, &seen)?;
            return Ok((session, Some(known)));
        }
        let mut session = self.shared(header)?.seat(header.clone())?;
        seating::timed(&mut *session);
        Ok((session, None))
    }

    fn header(&self, wish: &Wish) -> Result<Header, Invalid> {
        let (game, rules) = self.game(&wish.game)?;
        let card = self.cards.iter().find(|card| card.name == wish.game);
        let seats = card.map(|card| &*card.seats).unwrap_or_default();
        if !seats.contains(&wish.seats.len()) {
            let seats: Vec<String> = seats.iter().map(usize::to_string).collect();
            let help = format!("the numbers of seats are {}", seats.join(", "));
            let message = format!("{} has no {} seats", wish.game, wish.seats.len());
            return Err(Invalid::new("seats", message, help));
        }
        let options = &wish.options;
        let words = wish.seats.iter().enumerate().map(|(place, chair)| word(place, chair));
        let words = words.collect::<Result<Vec<_>, _>>()?;
        let begun = || {
            let mut opponents = self.host.opponents(game)?;
            let met = self.met_again(&mut opponents, &words)?;
            let seed = match &options.day {
                Some(date) => self.day(date, game, &words, wish.began)?,
                None => wish.seed,
            };
            let seating = opponents.seats(&words, ME, seed)?;
            let learned = || {
                let seen = seen(&*self.host.library()?, &seating.seats)?;
                Ok::<_, miette::Report>(seen.iter().map(|game| game.0).collect())
            };
            let learned = options.learn.then(learned).transpose()?;
            let beginning = Beginning {
                rules,
                seed,
                fair: Fair::new(seed, wish.nonce),
                adviser: None,
                learned,
                hints: options.hints,
                began: wish.began,
            };
            let header = opponents.header(seating, beginning)?;
            let header = Header { day: options.day.clone(), met, ..header };
            self.seated(&header)?;
            Ok(header)
        };
        begun().map_err(|error| invalid("seats", &error))
    }

    /// The earlier games whose strangers sit down, by seat. They have tables, which end with this one.
    fn met_again(
        &self,
        opponents: &mut Opponents,
        words: &[String],
    ) -> miette::Result<BTreeMap<u8, i64>> {
        if !met::is_named(words) {
            return Ok(BTreeMap::new());
        }
        let library = self.host.library()?;
        let met = met::named(&*library, words)?;
        if let Some((_, game)) = met.iter().find(|(_, game)| library.table_of(game.id).is_none()) {
            let help = "meet it with rivals play";
            return Err(miette!(help = help, "game {} was played in a terminal", game.id));
        }
        Ok(met::invited(opponents, words, &met))
    }

    /// The earlier games of the strangers of a game, which wait for the guess who they were.
    fn earlier(&self, header: &Header) -> miette::Result<Vec<(Seat, OpenGame)>> {
        if header.met.is_empty() {
            return Ok(Vec::new());
        }
        met::earlier(&*self.host.library()?, header)
    }

    /// The seed of the game of a date, which these players of this game begin.
    ///
    /// # Errors
    /// If it is another game, the day has not come at the time `now`, or the person has begun it: who
    /// knows the dice does not play it again.
    fn day(&self, date: &str, game: &GameEntry, words: &[String], now: u64) -> miette::Result<u64> {
        let wrong = |message: &str, help: String| Invalid::new("day", message, help);
        date::read(date).map_err(|help| wrong("this is no date", help))?;
        let today = date::of(now);
        if *date > *today {
            return Err(wrong("that day has not come", format!("today is {today}")).into());
        }
        let (days, opponents) = days_game(date)?;
        let fits = match words {
            [person, opponent] => person.ends_with(":person") && *opponent == opponents[0].0,
            _ => false,
        };
        if days.info().name != game.info().name || !fits {
            let help = format!("it is {} against {}", days.info().name, opponents[0].0);
            return Err(wrong("this is not the game of that date", help).into());
        }
        let library = self.host.library()?;
        let me = words[0].trim_end_matches(":person").trim();
        if Home::of(Some(&*library), me)?.of_day(date).is_some() {
            let help = "play another game; tomorrow has a new one".to_owned();
            return Err(wrong("you have begun the game of that date", help).into());
        }
        Ok(seed_of_day(date))
    }
}

/// What a game has to offer.
fn card(
    game: &'static GameEntry,
    rules: Option<&Source>,
    opponents: Opponents,
) -> miette::Result<Card> {
    let loaded = game.load(rules)?;
    // A stranger is none of the programs, which are offered as well.
    let programs = opponents.roster.members.into_iter().filter(|member| member.outside().is_some());
    let listed = opponents.listed.into_iter().chain(programs).map(|one| Opponent {
        id: one.id().to_owned(),
        name: one.name().to_owned(),
        about: one.introduction().unwrap_or_default(),
        class: Class::of(loaded.thinking(one.id())),
    });
    Ok(Card {
        name: game.info().name.to_owned(),
        title: game.title().to_owned(),
        about: game.info().about.to_owned(),
        seats: loaded.seats(),
        opponents: listed.collect(),
    })
}

/// A seat as `rivals play --seats` names it.
fn word(place: usize, chair: &Chair) -> Result<String, Invalid> {
    let refused =
        |message: &str, help: &str| Invalid::new(format!("seats[{place}]"), message, help);
    match chair {
        Chair::Person(name) => Ok(format!("{name}:person")),
        // A person has a key, which nobody would have here.
        Chair::Agent(id) if id == ME || id.ends_with(":person") => {
            Err(refused("a person is no agent", "write {\"person\": NAME}"))
        }
        Chair::Agent(id) => Ok(id.clone()),
        Chair::Open => Err(refused("nobody sits here", "wait until every seat is taken")),
    }
}

/// An error for a page.
fn invalid(field: &str, error: &miette::Report) -> Invalid {
    if let Some(invalid) = error.downcast_ref::<Invalid>() {
        return invalid.clone();
    }
    let error: &dyn Diagnostic = error.as_ref();
    let help = error.help().map_or_else(String::new, |help| help.to_string());
    Invalid::new(field, error, help)
}

impl<H: Host> Games for Catalogue<H> {
    fn cards(&self) -> &[Card] {
        &self.cards
    }

    fn language(&self, tag: Option<&str>) -> Language {
        tag.and_then(language).unwrap_or(self.language)
    }

    fn begin(&self, wish: &Wish) -> Result<Header, Invalid> {
        self.header(wish)
    }

    fn table(&self, record: &Record) -> Result<Table, Invalid> {
        let laid = || {
            let (mut session, learned) = self.seated(&record.header)?;
            let told = session.recalled(&record.entries)?;
            if record.end().is_none() {
                self.host.join(&record.header, &mut *session)?;
            }
            let opening = seating::opening(&*session, learned);
            let speakers = self.host.speakers(&record.header)?;
            Ok(seating::table(session, &opening, told, record.entries.len(), speakers, true))
        };
        laid().map_err(|error| invalid("table", &error))
    }

    fn candidates(&self, header: &Header) -> Vec<Member> {
        let candidates = self.earlier(header).and_then(|met| met::candidates(header, &met));
        candidates.unwrap_or_default()
    }

    fn met(&self, header: &Header) -> Vec<Met> {
        let met = || -> miette::Result<Vec<Met>> {
            let games = self.earlier(header)?;
            let library = if games.is_empty() { None } else { Some(self.host.library()?) };
            let games = games.into_iter().filter_map(|(seat, game)| {
                let table = library.as_ref()?.table_of(game.id)?;
                let begun = seating::session_of(&game.record);
                let OpenGame { record, stranger, .. } = game;
                Some(begun.map(|begun| Met { seat, table, begun, record, stranger }))
            });
            games.collect()
        };
        met().unwrap_or_default()
    }

    fn kept(&self, table: &str) -> Option<Kept> {
        self.host.kept(table)
    }

    fn state(&self, table: &str) -> Option<String> {
        self.host.state(table)
    }

    fn instant(&self, header: &Header) -> Vec<bool> {
        let Ok(game) = self.shared(header) else { return Vec::new() };
        let instant = |participant: &Participant| match participant {
            Participant::Agent { agent, .. } => {
                Class::of(game.thinking(agent)) == Some(Class::Instant)
            }
            Participant::Person { .. } => true,
        };
        header.seats.iter().map(instant).collect()
    }

    fn review(&self, record: Record, wanted: Arc<AtomicBool>) -> Written {
        Box::new(move || {
            let wanted = |_, _, _| wanted.load(Ordering::Relaxed);
            let reviewed = reviewed(&record, "this game", false, &wanted).ok()?;
            Some(region(&reviewed.document))
        })
    }

    fn ask(&self, question: Question) -> Answer {
        let library = self.host.library();
        Box::new(move || {
            let page = library.and_then(|library| kept::page(&*library, question));
            page.map_err(|error| invalid("name", &error))
        })
    }
}

/// Plays a record again.
///
/// # Errors
/// If this program does not know its game, rules or players, and at the first step that does not fit.
#[doc(hidden)]
pub fn replays(record: &Record) -> miette::Result<()> {
    let mut game = seating::seat(game_called(&record.header.game)?, record)?;
    Ok(game.replay(&record.entries)?)
}

/// The same, but a record of another program's game or rules is not wrong.
///
/// # Errors
/// At the first step that does not fit.
#[doc(hidden)]
pub fn follows_rules(record: &Record) -> miette::Result<()> {
    if find(&record.header.game).is_err() {
        return Ok(());
    }
    let replayed = replays(record);
    let field = |error: &miette::Report| Some(error.downcast_ref::<Invalid>()?.field.clone());
    replayed.or_else(|error| match field(&error).as_deref() {
        Some(session::RULES) => Ok(()),
        // The error may name a stranger.
        Some(session::AGENTS) if record.end().is_none() => {
            let help = "use the program that played it";
            Err(miette!(help = help, "a player of it cannot be seated"))
        }
        _ => Err(error),
    })
}

#[doc(hidden)]
pub use crate::languages::{FILES as LANGUAGES, learn as learn_language};
#[doc(hidden)]
pub use crate::report::region_style as review_style;
#[doc(hidden)]
pub use rivals_core::sha256::sha256;
