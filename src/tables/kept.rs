//! The pages about the games that are kept: what a person can go on with, what its games say of it,
//! and its costly decisions to be tried again.

use maud::{Markup, PreEscaped, html};
use miette::miette;
use rivals_web::{About, KeptPage, Question, Tried};

use super::date;
use super::home::{Home, days_game, title};
use super::library::{GameRow, Library};
use super::met::{OpenGame, STRANGER_OF};
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
    let (region, page) = match about {
        About::Home => ("home", home(library, &name, day)?),
        About::Person => ("page", person(library, &name)?),
        About::Practice(tried) => ("page", practice(library, &name, day, tried)?),
    };
    Ok((region, page.into_string()))
}

/// The way back.
fn all_games() -> Markup {
    html! { p { a.button href="#/" { "All games" } } }
}

/// The address of what the games of a person say of it.
fn address(name: &str) -> String {
    let escaped = name.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    format!("#/p/{}", escaped.collect::<String>())
}

fn home(library: &dyn Library, name: &str, day: u64) -> miette::Result<Markup> {
    let own = Home::of(Some(library), name)?;
    let table = |row: &GameRow| Some((library.table_of(row.id)?, own.described(row)));
    let date = date::of_day(day);
    let (begun, (game, opponents)) = (own.of_day(&date).is_some(), days_game(&date)?);
    let text = own.day(&date).err().unwrap_or_else(|| own.todays(&date));
    let [(opponent, _)] = &opponents[..] else {
        return Err(miette!("the day's game has one opponent"));
    };
    let mut people: Vec<String> = library.rows()?.iter().flat_map(GameRow::people).collect();
    people.sort();
    people.dedup();
    people.retain(|one| one != name);
    // Only games with tables end with another one.
    let strangers = own.unfinished().filter(|row| {
        library.table_of(row.id).is_some() && OpenGame::find(library, row.id).is_ok()
    });
    Ok(html! {
        select #met hidden {
            @for row in strangers {
                option value=(format!("{STRANGER_OF}{}", row.id)) {
                    (format!("the stranger of game {} ({})", row.id, title(&row.header)))
                }
            }
        }
        ul {
            li { button #now hidden { "Play again as last time" } }
            @for (table, text) in own.unfinished().filter_map(table) {
                li data-table=(table) { a.button href=(format!("#/t/{table}")) { "Go on" } " " (text) }
            }
            @if let Some(last) = own.last() {
                li { a.button href=(format!("#/r/{}", last.id)) { "Look back" } " " (own.described(last)) }
            }
            li {
                @if !begun {
                    button data-day=(date) data-game=(game.info().name) data-opponent=(opponent) { "Play" } " "
                }
                (text)
            }
            li {
                a.button href=(address(name)) { "My games" } " " (own.record()) " "
                a href="#/practice" { "Try costly decisions again" }
            }
            @if !people.is_empty() {
                li {
                    "Others:"
                    @for one in &people { " " a href=(address(one)) translate="no" { (one) } }
                }
            }
        }
    })
}

fn person(library: &dyn Library, name: &str) -> miette::Result<Markup> {
    let own = Home::of(Some(library), name)?;
    let games: Vec<&GameRow> = own.finished().collect();
    let mut kinds: Vec<&String> = games.iter().map(|row| &row.header.game).collect();
    kinds.sort();
    kinds.dedup();
    let report = if games.is_empty() {
        String::new()
    } else {
        region(&Portrait::of(library, name)?.0.drawn())
    };
    Ok(html! {
        (all_games())
        h1 { "Games of " span translate="no" { (name) } }
        @for line in own.whole_record().lines() { p { (line) } }
        @if kinds.len() > 1 {
            label {
                "Games "
                select #kinds {
                    option value="" { "all" }
                    @for kind in kinds { option value=(kind) { (kind) } }
                }
            }
        }
        ol.games reversed {
            @for row in games {
                li value=(row.id) data-kind=(row.header.game) {
                    a href=(format!("#/r/{}", row.id)) { (date::of(row.header.began)) ": " (own.described(row)) }
                }
            }
        }
        section #report { (PreEscaped(report)) }
    })
}

fn practice(
    library: &dyn Library,
    me: &str,
    day: u64,
    tried: Option<Tried>,
) -> miette::Result<Markup> {
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
    let (first, more) = (due.next(), due.count());
    Ok(html! {
        (all_games())
        h1 { "Costly decisions, tried again" }
        @if let Some(verdict) = verdict { p.said role="status" { (verdict) } }
        @match (first, next) {
            (None, None) => { p { "No decision of your games is costly enough to try again." } }
            (None, Some(day)) => { p { "Nothing is due before " (date::of_day(day)) "." } }
            (Some((drill, _, exercise)), _) => {
                pre.text { (exercise.text.trim_end()) }
                fieldset {
                    legend { "What would you do now?" }
                    ol.choices {
                        @for (place, (choice, _)) in exercise.options.iter().enumerate() {
                            li { button data-tried=(place) data-game=(drill.game) data-step=(drill.step) { (choice) } }
                        }
                    }
                    p { (more) " more are due." }
                }
            }
        }
    })
}
