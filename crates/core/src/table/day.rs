//! The day's game: one game a day on the same dice for everyone, and what optimal play makes of
//! these dice.

use crate::play::{Outcome, Seat};
use crate::session::{Next, Session};
use crate::sha256::sha256;

/// How much win probability two choices may differ and still be equal: rounding is not a choice.
const EQUAL: f64 = 1e-9;

/// The seed of the game of a date, which is written as `2026-11-28`: the first 64 bits of the
/// SHA-256 of `rivals-1 day 2026-11-28`.
///
/// # Panics
/// Never: a hash has 64 hexadecimal digits.
#[must_use]
pub fn seed_of_day(date: &str) -> u64 {
    let hash = sha256(format!("rivals-1 day {date}").as_bytes());
    u64::from_str_radix(&hash[..16], 16).expect("hexadecimal digits")
}

/// How a game that begins ends if optimal play decides for the people, on the same dice; `None`
/// where optimal play is not known.
#[must_use]
pub fn played_optimally(mut session: Box<dyn Session>) -> Option<Outcome> {
    loop {
        match session.next() {
            Next::Over(outcome) => return Some(outcome),
            Next::Person(_) => {
                let wins = session.wins()?;
                let best = wins.iter().copied().fold(0.0, f64::max);
                // The first of equals, as the solution chooses.
                let choice = wins.iter().position(|&one| one >= best - EQUAL)?;
                session.choose(choice, None, false);
            }
            Next::Agent(_) | Next::Chance => session.advance(),
        }
    }
}

/// How a seat fared, beside how optimal play would have fared on the same dice, as a sentence.
#[must_use]
pub fn compared(mine: &Outcome, optimal: &Outcome, seat: Seat) -> String {
    format!(
        "You {}. Abel, who plays optimally, would have {} with your dice.",
        fared(mine, seat),
        fared(optimal, seat)
    )
}

/// What came of a game for a seat, with its score before those of the others.
fn fared(outcome: &Outcome, seat: Seat) -> String {
    let winners = outcome.winners();
    let came = match (winners.contains(seat), winners.len()) {
        (true, 1) => "won",
        (true, _) => "shared the win",
        (false, _) => "lost",
    };
    let others = outcome.scores.iter().filter(|(other, _)| *other != seat);
    let scores: Vec<String> = std::iter::once(outcome.scores[seat])
        .chain(others.map(|(_, score)| score))
        .map(|score| score.to_string())
        .collect();
    if outcome.scores.iter().any(|(_, score)| score != 0) {
        format!("{came} {}", scores.join(" to "))
    } else {
        came.to_owned()
    }
}
