//! Parchis as a game of the registry.

mod report;

use std::path::Path;

use crate::config::{self, Error, Source};
use crate::document::Document;
use crate::games::any_game::{AnyGame, agents_of, seated};
use crate::games::parchis::INFO;
use crate::games::parchis::engine::ParchisEngine;
use crate::games::parchis::state::Setup;
use crate::personalities::Roster;
use crate::play::GameInfo;
use crate::play::engine::{Engine, EngineOf, Positions};
use crate::play::record::Header;
use crate::play::seated::AnySitting;
use crate::results::Tournament;
use crate::tournament::Contest;

fn read(rules: Option<&Source>) -> Result<ParchisEngine, Error> {
    config::rules(rules).map(ParchisEngine::new)
}

/// Parchis in the registry.
#[derive(Debug)]
pub(crate) struct ParchisGame;

impl AnyGame for ParchisGame {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn rules(&self, rules: Option<&Source>) -> miette::Result<String> {
        Ok(read(rules)?.rules_text())
    }

    fn contest(&self, rules: Option<&Source>, roster: &Roster) -> miette::Result<Box<dyn Contest>> {
        let specs = agents_of(roster, &INFO)?;
        Ok(Box::new(read(rules)?.sittings(&specs)))
    }

    fn engine(&self, rules: Option<&Source>) -> miette::Result<Box<dyn Engine>> {
        Ok(Box::new(EngineOf::new(read(rules)?)))
    }

    fn sit(&self, header: &Header) -> Option<miette::Result<Box<dyn AnySitting>>> {
        Some(seated(header, |rules| Ok(read(rules)?)))
    }

    fn notation(&self) -> &'static str {
        "Parchis: a position is {\"to_move\":\"yellow\",\"pieces\":{\"yellow\":[\"H\",\"4\",\"Q1\",\"G\"],...}}, with\n\
         \"dice\", \"bonus\", \"rem6\", \"bounces\" and \"moves\" if they are not as at the start. An action is\n\
         a die or bonus and a piece from 0 to 3, \"5:0\" or \"20:3\", or \"6:skip\". There are no events."
    }

    fn board(&self) -> Option<String> {
        Some(Setup::Grouped.state().to_string())
    }

    fn claims(&self) -> Option<&'static str> {
        Some(include_str!("../../../configs/parchis/claims.toml"))
    }

    fn report(&self, _: &Path, played: &Tournament) -> miette::Result<Document> {
        Ok(report::document(played))
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
            assert!(known || ["win_rate", "rating"].contains(&metric.as_str()), "{metric}");
        }
    }
}
