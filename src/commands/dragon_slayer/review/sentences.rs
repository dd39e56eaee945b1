//! Decisions in words.

use crate::contest::Present;
use crate::dragon_slayer::review::{Asked, MARKS, Moment, mark};
use crate::dragon_slayer::{Action, DragonSlayer, Rules};
use crate::play::Game;
use crate::text::number::percent;

/// What an action was, with the points at stake: `stopping at 12`.
fn gerund(rules: &Rules, action: Option<Action>, at_stake: u32) -> String {
    match action {
        None => "giving up".to_owned(),
        Some(Action::Fight(dragon)) => {
            let name = &rules.dragons[usize::from(dragon)].name;
            format!("fighting {name} at {at_stake}")
        }
        Some(Action::Stop) => format!("stopping at {at_stake}"),
        Some(Action::Challenge) => format!("challenging a stop at {at_stake}"),
        Some(Action::LetStop) => format!("letting a stop at {at_stake} stand"),
        Some(Action::Accept) => format!("accepting a challenge at {at_stake}"),
        Some(Action::Decline) => format!("declining a challenge at {at_stake}"),
    }
}

/// A decision that cost something, in a sentence: `stopping at 12 cost 3.9 percentage points:
/// fight green`.
pub(super) fn cost(game: &DragonSlayer, moment: &Moment, asked: &Asked) -> String {
    let lost = percent(asked.cost, decimals(asked.cost));
    format!(
        "{} cost {lost} percentage points: {}",
        gerund(game.rules(), asked.action, moment.before.turn.at_stake),
        game.name(&moment.before, asked.best)
    )
}

/// The name of the mark of a decision that cost this win probability; `None` if it is small.
pub(super) fn mark_name(cost: f64) -> Option<&'static str> {
    mark(cost).map(|place| MARKS[place].1)
}

/// The decimals of a cost, so that a cost is not shown as 0.
fn decimals(cost: f64) -> usize {
    match cost {
        cost if cost >= 0.000_5 => 1,
        cost if cost >= 0.000_005 => 3,
        _ => 6,
    }
}
