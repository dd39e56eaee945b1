//! The engine of Tute Cabrero: the rules that a file names, and tournaments.

use std::sync::Arc;

use super::INFO;
use super::agents::KINDS;
use super::contest::play;
use super::policies::Policy;
use super::rules::{Tute, Unit};
use rivals_core::contest::{FastPath, Players, Sittings};
use rivals_core::play::AgentSpec;
use rivals_core::play::engine::Positions;

/// One winner, or two or three that share the win.
const SHARE_UNIT: u32 = 6;

/// Tute Cabrero with positions and agents.
#[derive(Clone)]
pub struct TuteEngine {
    pub game: Arc<Tute>,
}

impl TuteEngine {
    /// Tute by these rules.
    #[must_use]
    pub fn new(rules: Tute) -> Self {
        Self { game: Arc::new(rules) }
    }

    /// The contest of these agents. Games between policies alone are played on the fast path.
    pub fn sittings(self, specs: &[AgentSpec]) -> Sittings<Tute> {
        let policies = specs.iter().map(|spec| self.game.agent(spec).downcast().copied());
        let policies: Vec<Option<Policy>> = policies.collect();
        let game = Arc::clone(&self.game);
        let fast: FastPath = Box::new(move |line_up, dice, record| {
            let [Some(first), Some(second), Some(third)] =
                [0, 1, 2].map(|seat: usize| policies[line_up[seat]].as_ref())
            else {
                return false;
            };
            play(&game, [first, second, third], dice, record);
            true
        });
        let hands = match self.game.unit {
            Unit::Hand => 1,
            Unit::Match => 7,
        };
        let mut sittings = Sittings::of(INFO.name, &self.game, self.rules_text(), specs);
        sittings.share_unit = SHARE_UNIT;
        sittings.every_seating = true;
        sittings.ranking = Some(Tute::metric("porotos"));
        sittings.decisions = hands * 39;
        sittings.fast = Some(fast);
        sittings
    }
}

/// The contest of these agents in hands by the usual rules; none if one is unknown.
#[must_use]
pub fn contest(agents: &[&str]) -> Option<Sittings<Tute>> {
    let specs = agents.iter().map(|agent| AgentSpec::parse(agent, KINDS).ok());
    let specs: Option<Vec<AgentSpec>> = specs.collect();
    Some(TuteEngine::new(Tute::HAND).sittings(&specs?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rivals_league::config::{self, Source};

    fn read(text: &str) -> Result<String, String> {
        let source = Source::new("rules.toml", text);
        match config::rules(Some(&source)).map(TuteEngine::new) {
            Ok(engine) => Ok(engine.rules_text()),
            Err(error) => {
                let help = miette::Diagnostic::help(&error).unwrap().to_string();
                Err(format!("{error} | {help}"))
            }
        }
    }

    #[test]
    fn rules_are_read() {
        let built_in = "unit = \"hand\"\nmuestra = \"fuera\"\ncontrafallo = false\nultima = 10\n\
                        cantes = \"uno\"\nsin_baza = \"salva\"\n";
        assert_eq!(read("").unwrap(), built_in);
        let text = "unit = \"match\"\nmuestra = \"mano14\"\ncontrafallo = true\nultima = 0\n\
                    cantes = \"todos\"\nsin_baza = \"pierde\"\n";
        assert_eq!(read(text).unwrap(), text);
        assert!(read("muestra = \"ultima_baza\"").unwrap().contains("ultima_baza"));
        for (text, message, help) in [
            ("unit = \"game\"", "unit = \"game\" cannot be used", "hand, match"),
            ("ultima = 5", "the last trick cannot have 5 points", "10 or 0"),
            ("contrafallo = 1", "contrafallo = 1 cannot be used", "true or false"),
            ("cante = \"uno\"", "unknown key `cante`", "did you mean cantes?"),
        ] {
            let refusal = read(text).unwrap_err();
            let (left, right) = refusal.split_once(" | ").unwrap();
            assert!(left.contains(message) && right.contains(help), "{refusal}");
        }
    }
}
