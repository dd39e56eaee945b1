//! Tute Cabrero as a game of the registry.

use std::path::Path;

use crate::commands::STUDIES;
use crate::config::{self, Error, Source};
use crate::document::Document;
use crate::games::any_game::{AnyGame, agents_of, seated};
use crate::games::tute::INFO;
use crate::games::tute::engine::TuteEngine;
use crate::personalities::Roster;
use crate::play::GameInfo;
use crate::play::engine::{Engine, EngineOf, Positions};
use crate::play::record::Header;
use crate::play::seated::AnySitting;
use crate::report::tournament;
use crate::results::Tournament;
use crate::tournament::Contest;

fn read(rules: Option<&Source>) -> Result<TuteEngine, Error> {
    config::rules(rules).map(TuteEngine::new)
}

/// Tute Cabrero in the registry.
#[derive(Debug)]
pub(crate) struct TuteGame;

impl AnyGame for TuteGame {
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

    fn claims(&self) -> Option<&'static str> {
        Some(include_str!("../../../configs/tute/claims.toml"))
    }

    fn report(&self, _: &Path, played: &Tournament) -> miette::Result<Document> {
        let lead = [LEAD[0], LEAD[1], STUDIES];
        let sections = tournament::sections(played);
        Ok(Document::new("Rivals: a tournament of Tute Cabrero", &lead, sections))
    }

    fn notation(&self) -> &'static str {
        "Tute: a position is {\"trump\":\"O\",\"muestra\":\"2O\",\"dealer\":3,\"leader\":1,\"trick\":[\"RC\"],\n\
         \"hands\":{\"1\":[\"AO\",\"3C\"],...},\"played\":[[1,\"AB\"],...],\"scores\":[60,30,10],\"tricks\":[7,2,1],\n\
         \"declared\":[[\"C\"],[],[]],\"voids\":{\"2\":[\"C\"]},\"may_declare\":null,\"porotos\":[0,1,2]}. An action is\n\
         a card, \"declare:40\", \"declare:20:C\", \"declare:tute\" or \"pass\"; an event is a card that is dealt.\n\
         Its own question is log {agents, position?, seed?}: the log of a game that these agents play,\n\
         one object for each event."
    }
}

/// The paragraphs that explain the report.
const LEAD: [&str; 2] = [
    "This report shows the results of a tournament of Tute Cabrero, a card game for three players \
     with hidden hands, in which the player in the middle loses. Figures are counts over games; \
     their intervals are 95 % confidence intervals over deals.",
    "Novice, medium and expert are the players of a paper of 2012, which decide at every card \
     whether to go for the most points (más) or for the fewest (menos). The others are baselines, \
     and the same players with a better comparison of the scores, and one that also looks at who gets \
     its points.",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standings::claims::Claims;
    use crate::tournament::config::TournamentConfig;

    #[test]
    fn the_built_in_claims_are_about_players_of_the_tournament() {
        let text = TuteGame.claims().unwrap();
        let claims = Claims::read(&Source::new("claims.toml", text)).unwrap();
        let roster = TournamentConfig::built_in(&INFO).roster;
        let contest = TuteGame.contest(None, &roster).unwrap();
        assert!(claims.claims.iter().filter(|claim| claim.test.is_some()).count() >= 8);
        for claim in &claims.claims {
            assert!(roster.find(&claim.personality).is_some(), "{}", claim.id);
            // One claim only says why it has no test.
            let Some(test) = &claim.test else { continue };
            let known = contest.metrics().iter().any(|known| known.name == test.metric);
            assert!(known, "{}", test.metric);
        }
    }
}
