//! `rivals practice`: costly decisions of all games of a person, tried again at growing intervals.

use clap::Args;

use super::kept::opened;
use super::play::{Left, again};
use crate::command::data::DataArg;
use crate::command::shared::whole_number;
use crate::command::{Output, Success, help_after_a_game};
use crate::play::record::ME;
use crate::tables::practice::{Asked, exercises};
use crate::tables::seating::person_name;
use crate::tables::{Library, date};

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
                history.keep_tried(due[place].0.later(is_right, today))
            })?;
        Ok(match left {
            Left::Interrupted => Output::without_text(Success::Interrupted),
            _ => Output::done(format!("{right} of {asked} right.\n")),
        })
    }
}
