//! Words around figures.

use std::collections::HashMap;

use crate::report::number::{percent, significant};
use crate::results::Folder;

/// From ids to names.
pub struct Names<'a>(HashMap<&'a str, &'a str>);

impl<'a> Names<'a> {
    pub fn new(results: &'a Folder) -> Self {
        let players = results.tournament.roster.iter();
        Self(players.map(|player| (&*player.id, &*player.name)).collect())
    }

    /// The name; where there is none, the id does.
    pub fn of(&self, id: &'a str) -> &'a str {
        self.0.get(id).copied().unwrap_or(id)
    }
}

/// `a, b and c`.
pub fn list<S: AsRef<str>>(words: &[S]) -> String {
    match words {
        [] => "none".to_owned(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<_> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

/// A number of things, small ones as words.
pub fn several(count: usize, thing: &str, things: &str) -> String {
    let words = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    let thing = if count == 1 { thing } else { things };
    match words.get(count) {
        Some(word) => format!("{word} {thing}"),
        None => format!("{count} {thing}"),
    }
}

/// With a capital letter.
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// `12.34 %`, never broken between lines.
pub fn share(rate: f64) -> String {
    percentage(rate, 2)
}

/// The same, with so many decimals.
pub fn percentage(rate: f64, decimals: usize) -> String {
    format!("{}\u{a0}%", percent(rate, decimals))
}

/// The same with two decimals, or as many as it takes to see that it is not 0.
fn visible_share(rate: f64) -> String {
    match rate != 0.0 && rate.abs() < 0.5e-4 {
        true => format!("{}\u{a0}%", significant(100.0 * rate, 2)),
        false => percentage(rate, 2),
    }
}

/// A figure in its unit; shares as percentages.
pub fn in_unit(value: f64, unit: &str) -> String {
    match unit {
        unit if is_share(unit) => visible_share(value),
        "" => significant(value, 3),
        unit => format!("{} {unit}", significant(value, 3)),
    }
}

/// Whether a unit is one that people read in percent.
pub fn is_share(unit: &str) -> bool {
    ["share", "probability", "win probability"].contains(&unit)
}

/// The name of a column as people read it.
pub fn plain(key: &str) -> String {
    key.replace('_', " ")
}
