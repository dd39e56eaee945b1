//! Parchis as a game of the registry.

use std::path::Path;

use miette::miette;

use super::agents::AGENTS;
use super::table::ParchisTable;
use crate::config::Source;
use crate::games::any_game::AnyGame;
use crate::personalities::{Member, Roster};
use crate::play::engine::{Engine, Positions};
use crate::play::{AgentSpec, GameInfo};
use crate::report::Document;
use crate::results::Tournament;
use crate::tournament::Contest;

static INFO: GameInfo = GameInfo {
    name: ParchisTable::NAME,
    about: "Choose the dice yourself and bring the four pieces of one of your two colours home.",
    seats: 2..=2,
    agents: AGENTS,
    personalities: false,
    rule_file: None,
    tournament: include_str!("../../../configs/parchis/tournament.toml"),
};

/// Parchis in the registry.
#[derive(Debug)]
pub(crate) struct ParchisGame;

impl ParchisGame {
    fn table(rules: Option<&Source>) -> miette::Result<ParchisTable> {
        Ok(match rules {
            Some(source) => ParchisTable::from_source(source)?,
            None => ParchisTable::built_in(),
        })
    }
}

impl AnyGame for ParchisGame {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn rules(&self, rules: Option<&Source>) -> miette::Result<String> {
        Ok(Self::table(rules)?.rules_text())
    }

    fn contest(&self, rules: Option<&Source>, roster: &Roster) -> miette::Result<Box<dyn Contest>> {
        let spec = |member: &Member| match member {
            Member::Agent(spec) => Ok(spec.clone()),
            Member::Personality(personality) => Err(miette!(
                help = "name agents alone; `rivals games parchis` lists them",
                "the personality {} does not play parchis",
                personality.id
            )),
        };
        let specs: miette::Result<Vec<AgentSpec>> = roster.members.iter().map(spec).collect();
        Ok(Box::new(Self::table(rules)?.sittings(&specs?)))
    }

    fn claims(&self) -> Option<&'static str> {
        Some(include_str!("../../../configs/parchis/claims.toml"))
    }

    fn report(&self, _: &Path, played: &Tournament) -> miette::Result<Document> {
        Ok(super::report::document(played))
    }

    fn engine(&self, rules: Option<&Source>) -> miette::Result<Box<dyn Engine>> {
        Ok(Self::table(rules)?.engine())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standings::claims::Claims;
    use crate::tournament::config::TournamentConfig;

    #[test]
    fn the_built_in_claims_are_about_players_of_the_tournament() {
        let text = ParchisGame.claims().unwrap();
        let claims = Claims::read(&Source::new("claims.toml", text)).unwrap();
        let roster = TournamentConfig::built_in(&INFO).roster;
        let contest = ParchisGame.contest(None, &roster).unwrap();
        assert!(claims.claims.len() >= 6);
        for claim in &claims.claims {
            assert!(roster.find(&claim.personality).is_some(), "{}", claim.id);
            let metric = &claim.test.as_ref().unwrap().metric;
            let known = contest.metrics().iter().any(|known| known.name == *metric);
            assert!(
                known || ["win_rate", "rating"].contains(&metric.as_str()),
                "{metric}"
            );
        }
    }
}
