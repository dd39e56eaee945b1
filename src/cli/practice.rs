//! `rivals practice`: costly decisions of all games of a person, tried again at growing intervals.

use std::collections::BTreeMap;

use clap::Args;

use super::kept::{checked, opened};
use super::play::{Left, again, date};
use crate::command::data::DataArg;
use crate::command::shared::whole_number;
use crate::command::{Output, Success, help_after_a_game};
use crate::commands::Exercise;
use crate::history::{Drill, History};
use crate::play::record::ME;
use crate::table::mistakes;
use crate::tables::seating::person_name;

/// The least win probability that a decision cost which is tried again: an inaccuracy.
const LEAST: f64 = 0.01;

/// After how many days a decision is asked again that was right so often in a row.
const DAYS: [u64; 6] = [1, 3, 7, 14, 30, 90];

/// Try costly decisions of all your games again: those that are due first, then the costliest.
///
/// A decision that was right comes back after 3, 7, 14, 30 and 90 days, and one that was wrong on
/// the next day. These are decisions of games whose optimal play is known; `rivals review
/// --try-again` asks those of a single game.
#[derive(Debug, Args)]
#[command(after_help = help_after_a_game("practise", "rivals practice --as ana --data my-games"))]
pub(super) struct PracticeArgs {
    /// The most decisions that are asked
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole_number(1..=1_000_u64))]
    most: u64,
    /// Your name [default: me]
    #[arg(long = "as", value_name = "NAME", value_parser = person_name)]
    me: Option<String>,
    #[command(flatten)]
    data: DataArg,
}

/// A decision with when it is asked.
type Asked = (Drill, f64, Exercise);

impl PracticeArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        let history = opened(&self.data)?;
        let today = date::day();
        let all = exercises(&history, self.me.as_deref().unwrap_or(ME), today)?;
        let next = all.iter().map(|(drill, ..)| drill.due).min();
        #[expect(clippy::cast_possible_truncation, reason = "at most 1,000")]
        let due: Vec<Asked> = (all.into_iter().filter(|(drill, ..)| drill.due <= today))
            .take(self.most as usize)
            .collect();
        if due.is_empty() {
            return Ok(Output::done(match next {
                None => "No decision of your games is costly enough to try again.\n".to_owned(),
                Some(day) => format!("Nothing is due before {}.\n", date::of_day(day)),
            }));
        }
        let (mut right, mut asked) = (0, 0);
        let left =
            again::in_lines(due.iter().map(|(.., exercise)| exercise), |place, is_right| {
                (right, asked) = (right + u32::from(is_right), asked + 1);
                Ok(history.keep_drill(later(due[place].0, is_right, today))?)
            })?;
        Ok(match left {
            Left::Interrupted => Output::without_text(Success::Interrupted),
            _ => Output::done(format!("{right} of {asked} right.\n")),
        })
    }
}

/// When a decision is asked again that was tried today.
fn later(drill: Drill, is_right: bool, today: u64) -> Drill {
    let right = if is_right { drill.right + 1 } else { 0 };
    let days = DAYS[(right as usize).min(DAYS.len() - 1)];
    Drill { right, due: today + days, ..drill }
}

/// The costly decisions of a person: those that were tried, the longest due first, then the others,
/// the costliest first.
fn exercises(history: &History, me: &str, today: u64) -> miette::Result<Vec<Asked>> {
    let tried = history.drills()?.into_iter().map(|drill| ((drill.game, drill.step), drill));
    let tried: BTreeMap<(i64, usize), Drill> = tried.collect();
    let mut solved = again::Games::default();
    let mut all: Vec<Asked> = Vec::new();
    for row in history.games()? {
        let own = row.header.persons().find(|(_, person)| *person == me);
        let Some((seat, _)) = own.filter(|_| row.end.is_some() && !row.damaged) else {
            continue;
        };
        let record = checked(history, row.id)?;
        let Some(session) = solved.begin(&record.header) else {
            continue;
        };
        for mistake in mistakes(session, &record, seat, LEAST) {
            let new = Drill { game: row.id, step: mistake.entry, right: 0, due: today };
            let drill = tried.get(&(row.id, mistake.entry)).copied().unwrap_or(new);
            let text = format!("Game {}, entry {}.\n{}", row.id, mistake.entry, mistake.text);
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
            let next = later(drill, true, 100);
            days.push(next.due - 100);
            drill = next;
        }
        assert_eq!(days, [3, 7, 14, 30, 90, 90, 90]);
        let wrong = later(drill, false, 100);
        assert_eq!((wrong.right, wrong.due), (0, 101));
    }
}
