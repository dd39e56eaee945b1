//! Tute Cabrero as a game of the registry.

use super::agents::AGENTS;
use super::engine::TuteEngine;
use crate::config::Source;
use crate::games::any_game::{AnyGame, agents_of};
use crate::personalities::Roster;
use crate::play::GameInfo;
use crate::play::engine::{Engine, EngineOf, Positions};
use crate::tournament::Contest;

static INFO: GameInfo = GameInfo {
    name: TuteEngine::NAME,
    about: "Take the most points or the fewest: of three card players, the middle one loses.",
    seats: 3..=3,
    agents: AGENTS,
    personalities: false,
    rule_file: None,
    tournament: include_str!("../../../configs/tute/tournament.toml"),
};

/// Tute Cabrero in the registry.
#[derive(Debug)]
pub(crate) struct TuteGame;

impl AnyGame for TuteGame {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn rules(&self, rules: Option<&Source>) -> miette::Result<String> {
        Ok(TuteEngine::from_rules(rules)?.rules_text())
    }

    fn contest(&self, rules: Option<&Source>, roster: &Roster) -> miette::Result<Box<dyn Contest>> {
        let specs = agents_of(roster, &INFO)?;
        Ok(Box::new(TuteEngine::from_rules(rules)?.sittings(&specs)))
    }

    fn engine(&self, rules: Option<&Source>) -> miette::Result<Box<dyn Engine>> {
        Ok(Box::new(EngineOf::new(TuteEngine::from_rules(rules)?)))
    }

    fn notation(&self) -> &'static str {
        "Tute: a position is {\"trump\":\"O\",\"muestra\":\"2O\",\"dealer\":3,\"leader\":1,\"trick\":[\"RC\"],\n\
         \"hands\":{\"1\":[\"AO\",\"3C\"],...},\"played\":[[1,\"AB\"],...],\"scores\":[60,30,10],\"tricks\":[7,2,1],\n\
         \"declared\":[[\"C\"],[],[]],\"voids\":{\"2\":[\"C\"]},\"may_declare\":null,\"porotos\":[0,1,2]}. An action is\n\
         a card, \"declare:40\", \"declare:20:C\", \"declare:tute\" or \"pass\"; an event is a card that is dealt."
    }
}
