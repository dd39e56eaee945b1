//! Costly decisions that are asked again: the answers are told only after the player's.

use std::io;

use super::lines::{Lines, Source};
use super::ui::{Kind, Left, Prompt, Ui};
use super::words::{Command, Meaning, meaning, plain};
use crate::cli::interrupt::Interrupt;
use crate::commands::review::FREE;
use crate::commands::{Exercise, Reviewed};
use crate::play::Seat;
use crate::play::record::Record;

/// The most decisions that are asked again.
const MOST: usize = 3;

/// The costliest decisions of the people; of all players if no person sat.
pub(in crate::cli) fn costliest(reviewed: Reviewed, record: &Record) -> Vec<Exercise> {
    let persons: Vec<Seat> = record.header.persons().map(|(seat, _)| seat).collect();
    let costly = reviewed.costly.into_iter();
    let own = costly.filter(|exercise| persons.is_empty() || persons.contains(&exercise.seat));
    own.take(MOST).collect()
}

/// Asks decisions again, in lines on standard input and output; `answered` is told of each by its
/// place whether it was answered right.
///
/// # Errors
/// If signals cannot be handled, or `answered` fails.
pub(in crate::cli) fn in_lines<'a>(
    exercises: impl IntoIterator<Item = &'a Exercise>,
    mut answered: impl FnMut(usize, bool) -> miette::Result<()>,
) -> miette::Result<Left> {
    let interrupt = Interrupt::listen_at_a_terminal()?;
    let mut ui = Lines::new(Source::input(), io::stdout(), interrupt.flag());
    let mut left = Left::Over;
    for (place, exercise) in exercises.into_iter().enumerate() {
        match ask_one(&mut ui, exercise) {
            Ok(cost) => answered(place, cost < FREE)?,
            Err(ended) => {
                left = ended;
                break;
            }
        }
    }
    ui.finish()?;
    Ok(left)
}

/// Asks decisions again, until all are answered or the input ends.
pub(super) fn ask(ui: &mut dyn Ui, exercises: &[Exercise]) -> Left {
    let asked = exercises.iter().try_for_each(|exercise| ask_one(ui, exercise).map(drop));
    asked.err().unwrap_or(Left::Over)
}

/// Asks a decision again; returns what the answer costs.
///
/// # Errors
/// How the program was left.
fn ask_one(ui: &mut dyn Ui, exercise: &Exercise) -> Result<f64, Left> {
    ui.say(&exercise.text);
    // A screen may have closed the text above.
    let question =
        if ui.stays() { "" } else { "What would you do now? (? shows the decision again)" };
    let choices = exercise.options.iter().map(|option| option.0.clone()).collect();
    let prompt = Prompt { choices, ..Prompt::new(Kind::Question, question) };
    loop {
        let text = match meaning(&prompt.choices, &plain(&ui.ask(&prompt)?)) {
            Meaning::Choice(chosen) => {
                ui.say(&exercise.verdict(chosen));
                return Ok(exercise.options[chosen].1);
            }
            Meaning::Command(Command::Quit) => return Err(Left::Unfinished),
            // The screen has removed the decision with the answer.
            Meaning::Command(Command::Help) => format!(
                "{}Answer with what you would do now, by its number or its words; then you \
                 learn what each costs. quit leaves.",
                if ui.stays() { "" } else { &exercise.text }
            ),
            _ if ui.stays() => {
                "Write the number or the words of one of the actions above.".to_owned()
            }
            _ => format!(
                "Write the number or the words of one of the actions below.\n{}",
                exercise.text
            ),
        };
        ui.say(&text);
    }
}
