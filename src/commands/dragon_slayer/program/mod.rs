//! The commands of Dragon Slayer, its report, and its built-in roster and claims.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;

pub(crate) use super::commands::{OwnCommand, solve::PolicyCommand};
use super::results::{inference, odds, solve};
use super::{commands, report};
use crate::catalogue::find;
use crate::commands::{GameCommands, GameSolver, Reproduction};
use crate::config::{Error, Source, built};
use crate::dragon_slayer::contest::tournament_files;
use crate::dragon_slayer::odds::Published;
use crate::dragon_slayer::policies::AGENTS;
use crate::dragon_slayer::{DragonSlayer, NAME, Rules};
use crate::personalities::Roster;
use crate::personality_files;
use crate::standings::claims::Claims;
use crate::tournament::config::TournamentConfig;
use rivals_core::contest::Players;

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
    solve: Some(GameSolver {
        flags: &["--rules", "--target", "--no-challenge", "--out"],
        run: commands::solve::run,
        known_answers: || Ok(Vec::new()),
    }),
    fit: Some(commands::fit::run),
    reproduction: Some(Reproduction {
        commands: reproduction,
        files: &[odds::FILE, inference::FILE, solve::VALUES, solve::STOPS],
    }),
    tournament_files,
    report: |folder, played| Ok(report::document(folder, played)?),
    studies: Some("studies/report"),
    report_without_tournament: |folder| Ok(report::without_tournament(folder)?),
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
    TournamentConfig::built_in_roster(game.info())
}

/// The claims of Castells Amat 2018 about its four personalities, the same as in
/// `configs/claims.toml`.
///
/// # Panics
/// Never: a test reads the file.
#[must_use]
pub fn built_in_claims() -> Claims {
    let game = find(NAME).expect("the catalogue has its games");
    game.built_in_claims().expect("the built-in claims are well-formed")
}

#[cfg(test)]
mod tests;
