//! The result of a game, in words.

use crate::play::Outcome;
use crate::play::record::Entry;
use crate::play::show::Names;
use crate::session::Session;

/// The result as a sentence.
#[must_use]
pub fn result(outcome: &Outcome, session: &dyn Session) -> String {
    let drawn = |entry: &Entry| matches!(entry, Entry::End { end } if end.by_lot);
    result_of(outcome, session.names(), session.entries().iter().any(drawn))
}

/// The same for players of these names; a winner may have been drawn by lot.
#[must_use]
pub fn result_of(outcome: &Outcome, names: &Names, by_lot: bool) -> String {
    let mut winners = outcome.winners().iter();
    // Two players of one name are told apart by a number, which is not the score.
    let numbered = |who: &str| {
        let last = who.rsplit_once(' ');
        last.is_some_and(|(_, last)| last.parse::<u8>().is_ok())
    };
    let scores: Vec<String> = (outcome.scores.iter())
        .map(|(seat, score)| match names.who(seat) {
            who if numbered(who) => format!("{who}: {score}"),
            who => format!("{who} {score}"),
        })
        .collect();
    // Some games have no points.
    let scored = outcome.scores.iter().any(|(_, score)| score != 0);
    let who = match (winners.next(), outcome.winners().len()) {
        (Some(winner), 1) => names.does(winner, "win") + " the game",
        (_, all) if all == outcome.scores.seats() => "The game is a draw".to_owned(),
        _ => {
            let winners = outcome.winners().iter().map(|seat| names.who(seat));
            winners.collect::<Vec<_>>().join(" and ") + " share the win"
        }
    };
    let how = if by_lot { " by lot" } else { "" };
    if scored { format!("{who}{how}: {}.", scores.join(", ")) } else { format!("{who}{how}.") }
}
