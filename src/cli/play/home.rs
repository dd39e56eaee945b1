//! The home: what a person who names no game can do.

use super::setup::{as_last_time, ask, ask_game, games_list};
use super::ui::{Left, Ui};
use super::words::{Meaning, meaning};
use crate::catalogue::{GameEntry, catalogue, find};
use crate::play::record::Header;
use crate::tables::home::Home;

/// What is played.
pub(super) enum Wish {
    /// An unfinished game goes on.
    Resume(i64),
    /// A game of the players of this one, with the seats turned.
    Rematch(Box<Header>),
    /// The day's game of this date.
    Day(String),
    /// A new game.
    New(&'static GameEntry),
}

/// The words of the home that are always there.
const TODAY: &str = "today";
const RECORD: &str = "record";
const NEW: &str = "new";

/// The day's game, begun or gone on with.
///
/// # Errors
/// What came of it, if it was played: who knows the dice does not play it again.
pub(super) fn day(home: &Home<'_>, date: &str) -> Result<Wish, String> {
    let begun = home.day(date)?;
    Ok(begun.map_or_else(|| Wish::Day(date.to_owned()), |row| Wish::Resume(row.id)))
}

/// Asks what is played; `today` is the date.
///
/// # Errors
/// How the program was left.
pub(super) fn ask_home(home: &Home<'_>, ui: &mut dyn Ui, today: &str) -> Result<Wish, Left> {
    let unfinished = home.unfinished().next();
    let last = home.last();
    let mut list = String::new();
    if let Some(row) = unfinished {
        list += &format!("continue: {}\n", home.described(row));
    }
    if let Some(row) = last {
        list += &format!("rematch: {}, with the seats turned\n", home.described(row));
    }
    list += &format!("{TODAY}: {}\n{RECORD}: {}\n", home.todays(today), home.record());
    list += &format!("{NEW}: choose a game, or name one:\n{}", games_list());
    let latest = home.latest().and_then(|row| find(&row.header.game).ok());
    let name = latest.map(|game| game.info().name.to_owned());
    let question = format!("Which game do you play?{}", as_last_time(name.as_ref()));
    let help = format!(
        "Answer with one of the words, or with the number or the name of a game; the beginning \
         of a word is enough. {TODAY} plays the day's game, whose dice are the same for \
         everyone; {RECORD} says more of your games. quit leaves; rivals play --game NAME \
         --against ID asks nothing.\n{list}"
    );
    let names: Vec<&str> = catalogue().iter().map(|game| game.info().name).collect();
    let words = names.iter().copied().chain(["continue", "rematch", TODAY, RECORD, NEW]);
    let words: Vec<String> = words.map(str::to_owned).collect();
    let read = |answer: &str, _| {
        if let Some(game) = latest.filter(|_| answer.is_empty()) {
            return Ok(Some(Wish::New(game)));
        }
        let place = match meaning(&words, answer) {
            Meaning::Choice(place) => place,
            _ => return Err("Answer with a number or a name of the list.".to_owned()),
        };
        let numbered = answer.parse::<usize>().is_ok();
        match (catalogue().get(place), &*words[place]) {
            (Some(game), _) => Ok(Some(Wish::New(game))),
            _ if numbered => Err("Answer with a number or a name of the list.".to_owned()),
            (_, "continue") => {
                let none = || "You have no unfinished game.".to_owned();
                unfinished.map(|row| Some(Wish::Resume(row.id))).ok_or_else(none)
            }
            (_, "rematch") => {
                let none = || "You have finished no game that could be played again.".to_owned();
                last.map(|row| Some(Wish::Rematch(Box::new(row.header.clone())))).ok_or_else(none)
            }
            (_, TODAY) => day(home, today).map(Some),
            (_, RECORD) => Err(home.whole_record() + "\nrivals person show says more."),
            _ => Ok(None),
        }
    };
    match ask(ui, &question, &[], [&list, &help], read)? {
        Some(wish) => Ok(wish),
        None => Ok(Wish::New(ask_game(ui, latest)?)),
    }
}
