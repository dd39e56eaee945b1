//! The costly decisions of a person in a solved game, to be tried again.

use crate::play::Seat;
use crate::play::record::{Entry, Record};
use crate::session::{Next, Session};

/// A decision that cost something.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The place of its entry in the record, from 1.
    pub entry: usize,
    /// The win probability that it cost.
    pub cost: f64,
    /// The game as the person saw it, and what is asked: whole lines.
    pub text: String,
    /// The choices, with what each costs.
    pub options: Vec<(String, f64)>,
    /// What was chosen, by its place.
    pub taken: usize,
}

/// The decisions of a seat that cost at least this much, in the order of the game, which is played
/// again in a session that begins. Decisions that optimal play does not value are left out.
#[must_use]
pub fn mistakes(
    mut session: Box<dyn Session>,
    record: &Record,
    seat: Seat,
    least: f64,
) -> Vec<Mistake> {
    let places = record.standing();
    let steps: Vec<Entry> = places.iter().map(|&at| record.entries[at].clone()).collect();
    let mut found = Vec::new();
    for (place, step) in steps.iter().enumerate() {
        if let (Entry::Act { act, .. }, Next::Person(by)) = (step, session.next())
            && by == seat
        {
            let mistake = mistake(&*session, act, seat, places[place] + 1);
            found.extend(mistake.filter(|mistake| mistake.cost >= least));
        }
        if session.replay_at(&steps, place).is_err() {
            break;
        }
    }
    found
}

/// What the decision that is next costs if this is played.
fn mistake(session: &dyn Session, act: &str, seat: Seat, entry: usize) -> Option<Mistake> {
    let wins = session.wins()?;
    let taken = session.find(&act.to_lowercase())?;
    let best = wins.iter().copied().fold(0.0, f64::max);
    let costs = wins.into_iter().map(|wins| best - wins);
    let options: Vec<(String, f64)> = session.choices().into_iter().zip(costs).collect();
    let text = format!("{}{}\n", session.scene(seat), session.question());
    Some(Mistake { entry, cost: options[taken].1, text, options, taken })
}
