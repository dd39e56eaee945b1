//! Costly decisions of all games of a person, tried again at growing intervals.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::home::{Begun, title};
use super::library::{Library, checked};
use crate::commands::review::Exercise;
use crate::table::mistakes;

/// The least win probability that a decision cost which is tried again: an inaccuracy.
const LEAST: f64 = 0.01;

/// After how many days a decision is asked again that was right so often in a row.
const DAYS: [u64; 6] = [1, 3, 7, 14, 30, 90];

/// A decision that is tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drill {
    /// The game.
    pub game: i64,
    /// The place of the decision in its record, from 1.
    pub step: usize,
    /// How often it was right in a row.
    pub right: u32,
    /// The day since 1970 from which on it is asked.
    pub due: u64,
}

impl Drill {
    /// When a decision is asked again that was tried on this day.
    pub(crate) fn later(self, is_right: bool, today: u64) -> Self {
        let right = if is_right { self.right + 1 } else { 0 };
        let days = DAYS[(right as usize).min(DAYS.len() - 1)];
        Self { right, due: today + days, ..self }
    }
}

/// A decision with when it is asked.
pub(crate) type Asked = (Drill, f64, Exercise);

/// The costly decisions of a person: those that were tried, the longest due first, then the others,
/// the costliest first.
///
/// # Errors
/// If the games cannot be read.
pub(crate) fn exercises(library: &dyn Library, me: &str, today: u64) -> miette::Result<Vec<Asked>> {
    let tried = library.tried()?.into_iter().map(|drill| ((drill.game, drill.step), drill));
    let tried: BTreeMap<(i64, usize), Drill> = tried.collect();
    let mut solved = Begun::default();
    let mut all: Vec<Asked> = Vec::new();
    for row in library.rows()? {
        let own = row.header.persons().find(|(_, person)| *person == me);
        let Some((seat, _)) = own.filter(|_| row.end.is_some() && !row.damaged) else {
            continue;
        };
        let record = checked(library, row.id)?;
        let Some(session) = solved.begin(&record.header) else {
            continue;
        };
        for mistake in mistakes(session, &record, seat, LEAST) {
            let new = Drill { game: row.id, step: mistake.entry, right: 0, due: today };
            let drill = tried.get(&(row.id, mistake.entry)).copied().unwrap_or(new);
            let (id, entry, title) = (row.id, mistake.entry, title(&row.header));
            let text = format!("Game {id}, entry {entry} ({title}).\n{}", mistake.text);
            let (options, taken) = (mistake.options, Some(mistake.taken));
            all.push((drill, mistake.cost, Exercise { text, seat, options, taken }));
        }
    }
    let is_new = |drill: &Drill| !tried.contains_key(&(drill.game, drill.step));
    all.sort_by(|(a, a_cost, _), (b, b_cost, _)| {
        (is_new(a), a.due).cmp(&(is_new(b), b.due)).then(b_cost.total_cmp(a_cost))
    });
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_answers_come_back_later_and_wrong_ones_tomorrow() {
        let mut drill = Drill { game: 1, step: 2, right: 0, due: 100 };
        let mut days = Vec::new();
        for _ in 0..7 {
            let next = drill.later(true, 100);
            days.push(next.due - 100);
            drill = next;
        }
        assert_eq!(days, [3, 7, 14, 30, 90, 90, 90]);
        let wrong = drill.later(false, 100);
        assert_eq!((wrong.right, wrong.due), (0, 101));
    }
}
