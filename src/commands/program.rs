//! What the program knows of single games as commands: a row of each.

use clap::Subcommand;

use super::{battletech, dragon_slayer, parchis, pig, tic_tac_toe_sp, tute};
use crate::catalogue::GameEntry;
use crate::command::Output;

pub(crate) use super::dragon_slayer::PolicyCommand;
pub(crate) use super::fit::{FitArgs, people, picture};
pub(crate) use super::review::{Behaviour, Exercise, OwnGame, Reviewed};
pub(crate) use super::row::{GameCommands, Reproduction};
pub(crate) use super::solve::{CommonSolveFlags, GameSolver, Known, SolveFlags};

/// The commands that only one game has.
#[derive(Debug, Subcommand)]
pub(crate) enum GameCommand {
    #[command(flatten)]
    DragonSlayer(dragon_slayer::OwnCommand),
    Sbt(battletech::SbtArgs),
}

impl GameCommand {
    pub(crate) fn run(self) -> miette::Result<Output> {
        match self {
            Self::DragonSlayer(command) => command.run(),
            Self::Sbt(command) => command.run(),
        }
    }
}

/// The games of which the program knows more than the catalogue.
const ALL: [&GameCommands; 6] = [
    &dragon_slayer::COMMANDS,
    &battletech::COMMANDS,
    &pig::COMMANDS,
    &parchis::COMMANDS,
    &tic_tac_toe_sp::COMMANDS,
    &tute::COMMANDS,
];

/// What the program knows of single games.
pub(crate) fn all() -> impl Iterator<Item = &'static GameCommands> {
    ALL.into_iter()
}

/// What the program knows of a game.
pub(crate) fn of(game: &GameEntry) -> &'static GameCommands {
    all().find(|own| own.name == game.info().name).unwrap_or(&GameCommands::NONE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Playable, catalogue};
    use crate::tournament::config::TournamentConfig;

    #[test]
    fn all_games_are_in_the_catalogue() {
        for own in all() {
            assert!(catalogue().iter().any(|game| game.info().name == own.name), "{}", own.name);
        }
    }

    /// The built-in claims are about players of the built-in tournaments, and about figures that
    /// these have.
    #[test]
    fn claims_can_be_tested() {
        for game in catalogue() {
            let claims = game.built_in_claims().unwrap();
            if claims.claims.is_empty() {
                continue;
            }
            let roster = TournamentConfig::built_in_roster(game.info());
            let contest = game.load(None).unwrap().contest(&roster, &|_, _| {}).unwrap();
            let tests = claims.claims.iter().filter(|claim| claim.test.is_some());
            assert!(tests.count() >= 6, "{}", claims.game);
            let about_players = claims.claims.iter().filter(|claim| !claim.personality.is_empty());
            for claim in about_players {
                assert!(roster.find(&claim.personality).is_some(), "{}", claim.id);
                let Some(test) = &claim.test else { continue };
                let known = contest.metrics().iter().any(|known| known.name == test.metric);
                let every = ["win_rate", "rating"].contains(&test.metric.as_str());
                assert!(known || every || claims.game == "dragon-slayer", "{}", test.metric);
            }
        }
    }
}
