//! The catalogue and the history, as a hall of tables needs them.

use std::collections::HashMap;
use std::sync::Mutex;

use miette::Diagnostic;
use rivals_web::{Card, Chair, Games, Kept, Opponent, Wish};

use crate::catalogue::{GameEntry, Loaded, Playable, catalogue, find};
use crate::cli::kept::game_called;
use crate::cli::review::reviewed;
use crate::cli::seating::{self, Beginning, Opponents};
use crate::command::{Answer, clock, print_note};
use crate::history::History;
use crate::personalities::Member;
use crate::play::fair::Fair;
use crate::play::record::{Header, ME, Record};
use crate::play::show::escaped;
use crate::report::region;
use crate::table::Table;
use crate::values::Invalid;

/// The most games by own rules or personalities that are kept ready.
const READY: usize = 32;

/// What makes two games the same: all in a header that rules and players are made of.
type Made = (String, Option<String>, Vec<String>);

/// All games of the catalogue, by their built-in rules.
pub(super) struct Catalogue {
    cards: Vec<Card>,
    history: History,
    /// Games that were begun: tables of the same game have one solution.
    ready: Mutex<HashMap<Made, Loaded>>,
}

impl Catalogue {
    /// The catalogue, with the tables of a history.
    ///
    /// # Errors
    /// If a file of personalities is wrong.
    pub(super) fn new(history: History) -> miette::Result<Self> {
        let cards = catalogue().iter().map(card).collect::<miette::Result<_>>()?;
        Ok(Self { cards, history, ready: Mutex::default() })
    }

    fn seated(&self, header: &Header) -> miette::Result<Box<dyn crate::play::session::Session>> {
        let made = (header.game.clone(), header.rule_file.clone(), header.personalities.clone());
        let mut ready = self.ready.lock().expect("no game panics while it is looked up");
        if !ready.contains_key(&made) {
            if ready.len() >= READY {
                ready.clear();
            }
            ready.insert(made.clone(), game_called(&header.game)?.of_record(header)?);
        }
        let mut session = ready[&made].seat(header.clone())?;
        session.timed_by(clock);
        Ok(session)
    }

    fn header(&self, wish: &Wish) -> Result<Header, Invalid> {
        let game = find(&wish.game).map_err(|help| {
            Invalid::new("game", format!("no game is called \"{}\"", escaped(&wish.game)), help)
        })?;
        let card = self.cards.iter().find(|card| card.name == game.info().name);
        let seats = card.map(|card| &*card.seats).unwrap_or_default();
        if !seats.contains(&wish.seats.len()) {
            let seats: Vec<String> = seats.iter().map(usize::to_string).collect();
            let help = format!("the numbers of seats are {}", seats.join(", "));
            let message = format!("{} has no {} seats", wish.game, wish.seats.len());
            return Err(Invalid::new("seats", message, help));
        }
        let words = wish.seats.iter().enumerate().map(|(place, chair)| word(place, chair));
        let words = words.collect::<Result<Vec<_>, _>>()?;
        let begun = || {
            let opponents = Opponents::of(game, None)?;
            let seating = opponents.seats(&words, ME, wish.seed)?;
            let beginning = Beginning {
                rules: None,
                seed: wish.seed,
                fair: Fair::new(wish.seed, wish.nonce),
                adviser: None,
                learned: None,
                hints: wish.hints,
                began: wish.began,
            };
            let header = opponents.header(seating, beginning)?;
            self.seated(&header)?;
            Ok(header)
        };
        begun().map_err(|error| invalid("seats", &error))
    }
}

/// What a game has to offer.
fn card(game: &'static GameEntry) -> miette::Result<Card> {
    let listed = Opponents::of(game, None)?.listed.into_iter().map(|one| Opponent {
        id: one.id().to_owned(),
        name: one.name().to_owned(),
        about: one.introduction().unwrap_or_default(),
    });
    Ok(Card {
        name: game.info().name.to_owned(),
        about: game.info().about.to_owned(),
        seats: game.load(None)?.seats(),
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

impl Games for Catalogue {
    fn cards(&self) -> &[Card] {
        &self.cards
    }

    fn begin(&self, wish: &Wish) -> Result<Header, Invalid> {
        self.header(wish)
    }

    fn table(&self, record: &Record) -> Result<Table, Invalid> {
        let laid = || {
            let mut session = self.seated(&record.header)?;
            let told = session.recalled(&record.entries)?;
            let opening = seating::opening(&*session, None);
            seating::table(session, &opening, told, record.entries.len(), None, true)
        };
        laid().map_err(|error| invalid("table", &error))
    }

    fn candidates(&self, header: &Header) -> Vec<Member> {
        let game = game_called(&header.game);
        let opponents = game.and_then(|game| Opponents::of_header(game, header));
        opponents.map(|opponents| opponents.listed).unwrap_or_default()
    }

    fn kept(&self, table: &str) -> Option<Kept> {
        self.history.room(table).unwrap_or_else(|error| {
            print_note(&format!("note: the table {}: {error}", escaped(table)));
            None
        })
    }

    fn review(&self, record: Record) -> Box<dyn FnOnce() -> Option<String> + Send> {
        Box::new(move || {
            let reviewed = reviewed(&record, "this game", false).ok()?;
            Some(region(&reviewed.document()))
        })
    }
}
