//! Pig as a game of the registry.

mod solve;

use crate::command::Output;
use crate::config::{self, Error, Source};
use crate::games::any_game::{AnyGame, SolveOptions, agents_of, seated};
use crate::games::pig::INFO;
use crate::games::pig::contest::contest;
use crate::games::pig::engine::PigEngine;
use crate::personalities::Roster;
use crate::play::GameInfo;
use crate::play::engine::{Engine, EngineOf, Positions};
use crate::play::record::Header;
use crate::play::seated::AnySitting;
use crate::search::Check;
use crate::tournament::Contest;

fn read(rules: Option<&Source>) -> Result<PigEngine, Error> {
    config::rules(rules).map(PigEngine::by)
}

/// Pig in the registry.
#[derive(Debug)]
pub(crate) struct PigGame;

impl AnyGame for PigGame {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn rules(&self, rules: Option<&Source>) -> miette::Result<String> {
        Ok(read(rules)?.rules_text())
    }

    fn contest(&self, rules: Option<&Source>, roster: &Roster) -> miette::Result<Box<dyn Contest>> {
        let specs = agents_of(roster, &INFO)?;
        Ok(Box::new(contest(&read(rules)?, &specs)))
    }

    fn engine(&self, rules: Option<&Source>) -> miette::Result<Box<dyn Engine>> {
        Ok(Box::new(EngineOf::new(read(rules)?)))
    }

    fn sit(&self, header: &Header) -> Option<miette::Result<Box<dyn AnySitting>>> {
        Some(seated(header, |rules| Ok(read(rules)?)))
    }

    fn notation(&self) -> &'static str {
        "Pig: a position is {\"scores\":[20,31],\"mover\":1,\"at_stake\":8}, with \"rolling\":true when the\n\
         die is about to be rolled. The actions are \"roll\" and \"hold\", the events \"1\" to \"6\"."
    }

    fn known_answers(&self) -> miette::Result<Vec<Check>> {
        Ok(solve::known_answers()?)
    }

    fn solve(&self, options: &SolveOptions) -> Option<miette::Result<Output>> {
        Some(solve::run(options))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::config::TournamentConfig;

    #[test]
    fn the_built_in_tournament_is_played() {
        let config = TournamentConfig::built_in(&INFO);
        let contest = PigGame.contest(None, &config.roster).unwrap();
        let names: Vec<&str> = contest.roster().iter().map(|player| &*player.name).collect();
        assert_eq!(names.len(), 6);
        assert_eq!(names[0], "Hold at 10");
        let about = config.roster.members[0].character();
        assert_eq!(contest.roster()[0].character, about);
    }
}
