//! The pages about the games that are kept: what a person can go on with, what its games say of it,
//! and its costly decisions to be tried again.

use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

use crate::games::{Exercise, Home, KeptPage, Person, Practice, Today};

/// A page as the answer to a message.
pub(crate) fn page(page: &KeptPage) -> Value {
    let (region, html) = match page {
        KeptPage::Home(page) => ("home", home(page)),
        KeptPage::Person(page) => ("page", person(page)),
        KeptPage::Practice(page) => ("page", practice(page)),
    };
    json!({"is": "page", "put": {region: html.into_string()}})
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

fn home(Home { name, unfinished, last, today, record, people }: &Home) -> Markup {
    html! {
        ul {
            li { button #now hidden { "Play again as last time" } }
            @for (table, text) in unfinished {
                li data-table=(table) { a.button href=(format!("#/t/{table}")) { "Go on" } " " (text) }
            }
            @if let Some((game, text)) = last {
                li { a.button href=(format!("#/r/{game}")) { "Look back" } " " (text) }
            }
            (self::today(today))
            li {
                a.button href=(address(name)) { "My games" } " " (record) " "
                a href="#/practice" { "Try costly decisions again" }
            }
            @let others: Vec<&String> = people.iter().filter(|one| *one != name).collect();
            @if !others.is_empty() {
                li {
                    "Others:"
                    @for one in others { " " a href=(address(one)) translate="no" { (one) } }
                }
            }
        }
    }
}

fn today(Today { date, game, opponent, text, begun }: &Today) -> Markup {
    html! {
        li {
            @if !begun {
                button data-day=(date) data-game=(game) data-opponent=(opponent) { "Play" } " "
            }
            (text)
        }
    }
}

fn person(Person { name, record, report, games }: &Person) -> Markup {
    let mut kinds: Vec<&String> = games.iter().map(|(_, game, _)| game).collect();
    kinds.sort();
    kinds.dedup();
    html! {
        (all_games())
        h1 { "Games of " span translate="no" { (name) } }
        @for line in record.lines() { p { (line) } }
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
            @for (number, game, text) in games {
                li value=(number) data-kind=(game) { a href=(format!("#/r/{number}")) { (text) } }
            }
        }
        section #report { (PreEscaped(report)) }
    }
}

fn practice(Practice { verdict, next }: &Practice) -> Markup {
    html! {
        (all_games())
        h1 { "Costly decisions, tried again" }
        @if let Some(verdict) = verdict { p.said role="status" { (verdict) } }
        @match next {
            Err(none) => { p { (none) } }
            Ok(Exercise { game, step, text, choices, more }) => {
                pre.text { (text.trim_end()) }
                fieldset {
                    legend { "What would you do now?" }
                    ol.choices {
                        @for (place, choice) in choices.iter().enumerate() {
                            li { button data-tried=(place) data-game=(game) data-step=(step) { (choice) } }
                        }
                    }
                    p { (more) " more are due." }
                }
            }
        }
    }
}
