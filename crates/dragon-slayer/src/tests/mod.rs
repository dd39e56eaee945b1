//! Tests of the crate from outside of its modules.

mod odds;
mod personality_policies;
mod policies;
mod rules;
mod solver;

use rivals_core::personalities::Roster;
use rivals_league::config::{Error, Source, built};
use rivals_league::personality_files;
use rivals_league::tournament::GameInfo;
use rivals_league::tournament::config::TournamentConfig;

use crate::policies::AGENTS;
use crate::{DragonSlayer, Rules};
use rivals_core::contest::Players;

/// The facts about the game, with its built-in tournament.
static INFO: GameInfo =
    GameInfo::of::<DragonSlayer>(include_str!("../../../../configs/tournament.toml"));

/// The players of the built-in tournament.
pub(crate) fn built_in_roster() -> Roster {
    TournamentConfig::built_in(&INFO).roster
}

/// The rules of this text.
fn rules(text: &str) -> Result<Rules, Error> {
    built(Some(&Source::new("rules.toml", text)), Rules::checked)
}

/// The game by these rules with the built-in personalities.
fn dragons(rules: Rules) -> DragonSlayer {
    DragonSlayer::by(rules).with_personalities(personality_files::built_in(AGENTS))
}
