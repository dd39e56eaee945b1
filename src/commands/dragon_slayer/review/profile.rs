//! What the games of one player say of it: its results without luck, its challenges, and its
//! character.

use std::sync::Arc;

use crate::dragon_slayer::Phase;
use crate::dragon_slayer::fit::{Observed, fit};
use crate::dragon_slayer::policies::AGENTS;
use crate::dragon_slayer::solver::{Position, SolvedGame, Stage};
use crate::personalities::{Personality, is_id};
use crate::personality_files;
use crate::play::{AgentSpec, Seat};
use crate::report::person::{Character, Judged, Measured, Profile};
use crate::text::number::counted;

use super::Replayed;
use super::seen::Seen;
use crate::dragon_slayer::review::{Kind, Review};

/// The fewest different decisions from which a character is estimated.
const FEWEST: usize = 20;

/// The profile of a player in these games, each with the player's seat.
pub(crate) fn profile(name: &str, games: &[(Replayed, Seat)], solved: &Arc<SolvedGame>) -> Profile {
    let (mut observed, mut seen) = (Observed::of_person(), Seen::default());
    let mut judged = Vec::new();
    // Only games of two seats are reviewed exactly.
    let pairs = || games.iter().filter(|(game, _)| game.players().len() == 2);
    for (replayed, seat) in pairs() {
        let review = replayed.review(solved);
        observe(&review, replayed, *seat, solved, &mut observed);
        seen.add(&review, &replayed.hints, *seat);
        judged.extend(judge(&review, replayed, *seat));
    }
    Profile {
        games: judged,
        sections: vec![seen.section()],
        character: character(name, pairs().count(), &observed, solved),
        other_rules: 0,
    }
}

/// A finished game of two seats; `None` for others.
fn judge(review: &Review, replayed: &Replayed, seat: Seat) -> Option<Judged> {
    let outcome = review.outcome.as_ref().filter(|_| review.is_exact())?;
    let other = seat.next(2);
    let (own, others) = (&review.players[seat], &review.players[other]);
    let result = outcome.returns[seat].value();
    Some(Judged {
        opponent: if replayed.strangers[usize::from(other.0)] {
            "a stranger".to_owned()
        } else {
            replayed.names.name(other).to_owned()
        },
        result,
        without_luck: result - own.luck + others.luck,
        equity_lost: own.equity_lost,
        decisions: own.decisions,
        optimal: own.best,
    })
}

/// Adds the player's decisions without a hint.
fn observe(
    review: &Review,
    replayed: &Replayed,
    seat: Seat,
    solved: &SolvedGame,
    observed: &mut Observed,
) {
    for (moment, hint) in review.moments.iter().zip(&replayed.hints) {
        let (Kind::Decision(asked), false) = (&moment.kind, *hint) else {
            continue;
        };
        let state = &moment.before;
        let moves = matches!(state.turn.phase, Phase::MustFight | Phase::MayStop);
        let Some(action) = asked.action.filter(|_| moves && moment.seat == seat) else {
            continue;
        };
        if let Some(mut position) = Position::of(state, solved.rules().target) {
            position.after_big_turn = state.after_big_turn && position.stage != Stage::Overtime;
            let position = solved.solution.clamped(&position);
            observed.see(solved, &position, &state.turn, action);
        }
    }
}

/// The character that explains these decisions best; `None` if there are too few.
fn character(
    name: &str,
    games: usize,
    observed: &Observed,
    solved: &Arc<SolvedGame>,
) -> Option<Character> {
    let fitted = fit(solved, &Personality::neutral("person"), observed)?;
    if fitted.decisions < FEWEST {
        return None;
    }
    let mut personality = Personality::neutral(id(name));
    personality.name =
        if name.chars().count() <= 40 { name.to_owned() } else { personality.id.clone() };
    personality.character = format!(
        "Estimated from {} in {}.",
        counted(fitted.decisions as u64, "decision", "decisions"),
        counted(games as u64, "game", "games")
    );
    let estimates = fitted.traits().map(|(key, estimate)| Measured {
        key,
        low: estimate.low,
        best: estimate.best,
        high: estimate.high,
    });
    let traits = &mut personality.traits;
    for estimate in estimates.iter().filter(|estimate| estimate.is_known()) {
        let value = (estimate.best * 1_000.0).round() / 1_000.0;
        match estimate.key {
            // Nothing else is known of how the person accepts challenges.
            "risk_aversion" => (traits.risk_aversion, traits.accept_aversion) = (value, value),
            "nerves" => traits.nerves = value,
            _ => traits.calculation = value,
        }
    }
    Some(Character {
        personality,
        estimates: estimates.to_vec(),
        decisions: fitted.decisions,
        assumed: "accept aversion is taken to be the risk aversion",
    })
}

/// An id for a player of this name: its letters and digits, as far as ids have them.
fn id(name: &str) -> String {
    let lower = name.to_lowercase();
    let kept = lower.chars().map(|c| match c {
        'a'..='z' | '0'..='9' => c,
        _ => '-',
    });
    let kept: String = kept.take(24).collect();
    let id = kept.trim_matches('-').to_owned();
    let is_taken = personality_files::built_in(AGENTS).find(&id).is_some()
        || AgentSpec::parse(&id, AGENTS).is_ok();
    match is_id(&id) {
        true if is_taken => format!("person-{id}"),
        true => id,
        false => "person".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::id;

    #[test]
    fn ids_of_names() {
        for (name, expected) in [
            ("Ana", "ana"),
            ("Åsa & Bo", "sa---bo"),
            ("greedy", "person-greedy"),
            ("Abel", "person-abel"),
            ("龍", "person"),
            ("-x-", "x"),
        ] {
            assert_eq!(id(name), expected);
        }
    }
}
