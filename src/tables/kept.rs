//! The pages about the games that are kept.

use miette::miette;
use rivals_web::{About, Exercise, Home, KeptPage, Person, Practice, Question, Today, Tried};

use super::date;
use super::home::{self, days_game};
use super::library::{GameRow, Library};
use super::person::Portrait;
use super::practice::exercises;
use crate::commands::review::FREE;
use crate::report::region;

/// The page that answers a question.
///
/// # Errors
/// If the games cannot be read.
pub(super) fn page(library: &dyn Library, question: Question) -> miette::Result<KeptPage> {
    let Question { name, day, about } = question;
    Ok(match about {
        About::Home => KeptPage::Home(home(library, name, day)?),
        About::Person => KeptPage::Person(person(library, name)?),
        About::Practice(tried) => KeptPage::Practice(practice(library, &name, day, tried)?),
    })
}

fn home(library: &dyn Library, name: String, day: u64) -> miette::Result<Home> {
    let own = home::Home::of(Some(library), &name)?;
    let table = |row: &GameRow| Some((library.table_of(row.id)?, own.described(row)));
    let date = date::of_day(day);
    let (begun, (game, opponents)) = (own.of_day(&date).is_some(), days_game(&date)?);
    let text = own.day(&date).err().unwrap_or_else(|| own.todays(&date));
    let [(opponent, _)] = &opponents[..] else {
        return Err(miette!("the day's game has one opponent"));
    };
    let (game, opponent) = (game.info().name.to_owned(), opponent.clone());
    let mut people: Vec<String> = library.rows()?.iter().flat_map(GameRow::people).collect();
    people.sort();
    people.dedup();
    Ok(Home {
        unfinished: own.unfinished().filter_map(table).collect(),
        last: own.last().map(|row| (row.id, own.described(row))),
        today: Today { date, game, opponent, text, begun },
        record: own.record(),
        people,
        name: name.clone(),
    })
}

fn person(library: &dyn Library, name: String) -> miette::Result<Person> {
    let own = home::Home::of(Some(library), &name)?;
    let finished = own.finished().map(|row| {
        let text = format!("{}: {}", date::of(row.header.began), own.described(row));
        (row.id, row.header.game.clone(), text)
    });
    let games: Vec<(i64, String, String)> = finished.collect();
    let report = if games.is_empty() {
        String::new()
    } else {
        region(&Portrait::of(library, &name)?.0.drawn())
    };
    Ok(Person { record: own.whole_record(), report, games, name: name.clone() })
}

fn practice(
    library: &dyn Library,
    me: &str,
    day: u64,
    tried: Option<Tried>,
) -> miette::Result<Practice> {
    let mut all = exercises(library, me, day)?;
    let verdict = match tried {
        Some(Tried { game, step, choice }) => {
            let asked = all.iter_mut().find(|(drill, ..)| (drill.game, drill.step) == (game, step));
            let (drill, _, exercise) = asked.ok_or_else(|| {
                miette!(help = "load the page again", "there is no such decision")
            })?;
            let Some((_, cost)) = exercise.options.get(choice) else {
                return Err(miette!(help = "choose one of the list", "there is no such choice"));
            };
            // One that was answered before is not due, and counts once.
            if drill.due <= day {
                *drill = drill.later(*cost < FREE, day);
                library.keep_tried(*drill)?;
            }
            Some(exercise.verdict(choice))
        }
        None => None,
    };
    let next = all.iter().map(|(drill, ..)| drill.due).min();
    let mut due = all.into_iter().filter(|(drill, ..)| drill.due <= day);
    let first = due.next().map(|(drill, _, exercise)| Exercise {
        game: drill.game,
        step: drill.step,
        text: exercise.text,
        choices: exercise.options.into_iter().map(|(words, _)| words).collect(),
        more: 0,
    });
    let more = due.count();
    let none = || match next {
        None => "No decision of your games is costly enough to try again.".to_owned(),
        Some(day) => format!("Nothing is due before {}.", date::of_day(day)),
    };
    let next = first.map(|exercise| Exercise { more, ..exercise }).ok_or_else(none);
    Ok(Practice { verdict, next })
}
