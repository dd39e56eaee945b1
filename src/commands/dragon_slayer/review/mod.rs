//! The review of a game in words: a document, a summary, a profile of a person.

mod behaviour;
mod document;
mod profile;
mod records;
mod seen;
mod sentences;
mod summary;

use std::sync::Arc;

use miette::{Context, miette};

use crate::catalogue::game_of;
use crate::commands::review::{Behaviour, Learned, OwnGame, Reviews};
use crate::dragon_slayer::DragonSlayer;
use crate::play::Seat;
use crate::play::record::{Header, Participant};
use crate::report::person::Profile;
use crate::session::SessionOf;
use seen::Seen;

#[cfg(test)]
pub(crate) use document::{Page, document, json};
pub(crate) use records::Replayed;

/// The number of costliest decisions that a review names.
const NAMED: usize = 3;

pub(in crate::commands) const REVIEWS: Reviews =
    Reviews { review: records::of_record, profile, behaviour, learned };

/// See [`Reviews::learned`].
fn learned(header: &Header, seen: &[OwnGame]) -> miette::Result<Learned> {
    let game: DragonSlayer = game_of(header)?;
    let learns = |participant: &Participant| matches!(participant, Participant::Agent { agent, .. } if game.is_personality(agent));
    if !header.seats.iter().any(learns) || header.persons().next().is_none() {
        let help = "seat a personality, such as abel, against a person, or play without --learn";
        return Err(miette!(help = help, "nobody at this table learns"));
    }
    let (mut rates, mut games) = (Seen::default(), 0);
    for (replayed, seat) in replayed(&header.rules, seen)? {
        let review = replayed.review(&*game.solution()?);
        games += u64::from(rates.add(&review, &replayed.hints, seat));
    }
    let expects = rates.rates().in_words();
    let game = Arc::new(game.knowing(rates.rates().clone()));
    Ok(Learned { session: Box::new(SessionOf::new(game, header.clone())?), games, expects })
}

/// See [`Reviews::behaviour`].
fn behaviour(games: &[OwnGame]) -> miette::Result<Vec<Behaviour>> {
    let all = games.iter().map(again).collect::<miette::Result<Vec<_>>>()?;
    Ok(behaviour::behaviour(all.iter().map(|(replayed, seat)| (replayed, *seat))))
}

/// A game, played again.
fn again((number, record, seat): &OwnGame) -> miette::Result<(Replayed, Seat)> {
    let replayed = Replayed::new(record);
    let replayed = replayed.wrap_err_with(|| format!("game {number} cannot be played again"));
    Ok((replayed?, *seat))
}

/// The games that were played by these rules, played again.
fn replayed(rules: &str, games: &[OwnGame]) -> miette::Result<Vec<(Replayed, Seat)>> {
    games.iter().filter(|(_, record, _)| record.header.has_rules(rules)).map(again).collect()
}

/// The profile of a person, by the rules of its last game.
fn profile(person: &str, games: &[OwnGame]) -> miette::Result<Profile> {
    // The rules of the last game whose rules can be solved.
    for (_, last, _) in games.iter().rev() {
        let game: DragonSlayer = game_of(&last.header)?;
        let Ok(solution) = game.solution() else {
            continue;
        };
        let replayed = replayed(&last.header.rules, games)?;
        return Ok(Profile {
            other_rules: games.len() - replayed.len(),
            ..profile::profile(person, &replayed, &solution)
        });
    }
    Ok(Profile { other_rules: games.len(), ..Profile::default() })
}
