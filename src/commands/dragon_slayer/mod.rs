//! What the program knows of Dragon Slayer, and its built-in roster and claims.

pub(crate) mod commands;
pub(crate) mod report;
pub(crate) mod results;
pub(crate) mod review;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use miette::{Context, miette};

pub(crate) use commands::{OwnCommand, solve::PolicyCommand};
use results::{inference, odds, solve};

use super::{Behaviour, GameCommands, GameSolver, Learned, OwnGame, Reproduction, Reviews};
use crate::catalogue::{find, game_of};
use crate::config::{Error, Source, built};
use crate::dragon_slayer::contest::tournament_files;
use crate::dragon_slayer::odds::Published;
use crate::dragon_slayer::policies::AGENTS;
use crate::dragon_slayer::{DragonSlayer, NAME, Rules};
use crate::personalities::Roster;
use crate::personality_files;
use crate::play::Seat;
use crate::play::record::{Header, Participant};
use crate::play::session::SessionOf;
use crate::report::person::Profile;
use crate::standings::claims::Claims;
use crate::tournament::config::TournamentConfig;
use rivals_core::contest::Players;

/// The text of the built-in claims.
const CLAIMS: &str = include_str!("../../../configs/claims.toml");

/// Reads rules, or gives the built-in ones.
///
/// # Errors
/// [`Error`], at the first thing that is wrong.
pub(crate) fn read_rules(source: Option<&Source>) -> Result<Rules, Error> {
    built(source, Rules::checked)
}

/// The game by these rules with the built-in personalities.
pub(crate) fn game(rules: Rules) -> DragonSlayer {
    DragonSlayer::by(rules).with_personalities(personality_files::built_in(AGENTS))
}

pub(crate) const COMMANDS: GameCommands = GameCommands {
    name: NAME,
    notation: r#"Dragon Slayer: a position is {"scores":[20,31],"tokens":[1,1],"mover":1,"at_stake":6,
"alive":[1,2],"dice":2,"phase":"may-stop"}, with "challenger" (a seat), "after_big_turn", in
the phase "fighting" "fight":{"dragon":1,"dragon_dice":2} and in the phase "asked" "asked" (a
seat). The other phases are must-fight, challenged and over. The actions are "fight dragon 1",
"stop", "challenge", "let stop", "accept" and "decline", the events "defeat", "slain, dice
left 2" and "roll on with 1 dragon and 3 warrior dice". Dragons have their numbers in the
rules."#,
    has_days: true,
    claims: Some(CLAIMS),
    solve: Some(GameSolver {
        flags: &["--rules", "--target", "--no-challenge", "--out"],
        run: commands::solve::run,
        known_answers: || Ok(Vec::new()),
    }),
    reproduction: Some(Reproduction {
        commands: reproduction,
        files: &[odds::FILE, inference::FILE, solve::VALUES, solve::STOPS],
    }),
    tournament_files,
    report: |folder, played| Ok(report::document(folder, played)?),
    studies: Some("studies/report"),
    report_without_tournament: |folder| Ok(report::without_tournament(folder)?),
    reviews: Some(Reviews { review: review::of_record, profile, behaviour, learned }),
    ..GameCommands::NONE
};

/// See [`Reproduction::commands`].
fn reproduction(rules: Option<&Path>, folder: &Path) -> miette::Result<Vec<Vec<OsString>>> {
    let source = rules.map(Source::read).transpose()?;
    let mut end: Vec<OsString> = vec!["--out".into(), folder.into()];
    if let Some(path) = rules {
        end.extend(["--rules".into(), path.into()]);
    }
    // The thesis has no rates of other dragons than its own: simulated ones are used for them.
    let frequencies: &[OsString] = if published_are_of(&read_rules(source.as_ref())?) {
        &[]
    } else {
        &["--frequencies".into(), folder.join(odds::FILE).into()]
    };
    let command = |words: &[&str]| {
        let words = words.iter().map(OsString::from);
        words.chain(end.iter().cloned()).collect::<Vec<_>>()
    };
    let infer = [command(&["odds", "infer"]), frequencies.to_vec()].concat();
    Ok(vec![command(&["odds"]), infer, command(&["solve"])])
}

/// See [`Reviews::learned`].
fn learned(header: &Header, seen: &[OwnGame]) -> miette::Result<Learned> {
    let game: DragonSlayer = game_of(header)?;
    let learns = |participant: &Participant| matches!(participant, Participant::Agent { agent, .. } if game.is_personality(agent));
    if !header.seats.iter().any(learns) || header.persons().next().is_none() {
        let help = "seat a personality, such as abel, against a person, or play without --learn";
        return Err(miette!(help = help, "nobody at this table learns"));
    }
    let (mut rates, mut games) = (review::Seen::default(), 0);
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
    Ok(review::behaviour(all.iter().map(|(replayed, seat)| (replayed, *seat))))
}

/// A game, played again.
fn again((number, record, seat): &OwnGame) -> miette::Result<(review::Replayed, Seat)> {
    let replayed = review::Replayed::new(record);
    let replayed = replayed.wrap_err_with(|| format!("game {number} cannot be played again"));
    Ok((replayed?, *seat))
}

/// The games that were played by these rules, played again.
fn replayed(rules: &str, games: &[OwnGame]) -> miette::Result<Vec<(review::Replayed, Seat)>> {
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
            ..review::profile(person, &replayed, &solution)
        });
    }
    Ok(Profile { other_rules: games.len(), ..Profile::default() })
}

/// Whether the thesis published rates of exactly these dragons.
fn published_are_of(rules: &Rules) -> bool {
    let cells = Published::thesis().frequencies();
    let published: BTreeSet<&str> = cells.iter().map(|cell| &*cell.dragon).collect();
    published == rules.dragons.iter().map(|dragon| &*dragon.name).collect()
}

/// The players of the built-in tournament: sixteen personalities by id, then six policies to
/// measure them against.
///
/// # Examples
/// ```
/// let roster = rivals::built_in_roster();
/// assert_eq!(roster.members.len(), 22);
/// assert_eq!(roster.members[0].name(), "Abel");
/// ```
#[must_use]
pub fn built_in_roster() -> Roster {
    let game = find(NAME).expect("it is a game of the catalogue");
    TournamentConfig::built_in(game.info()).roster
}

/// The claims of Castells Amat 2018 about its four personalities, the same as in
/// `configs/claims.toml`.
///
/// # Panics
/// Never: a test reads the file.
#[must_use]
pub fn built_in_claims() -> Claims {
    let source = Source::new("configs/claims.toml", CLAIMS);
    Claims::read(&source).expect("the built-in claims are well-formed")
}

#[cfg(test)]
mod tests;
