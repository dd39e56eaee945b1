//! The agents of Tute Cabrero.

use std::time::Duration;

use rand::Rng;

use super::policies::{Level, Policy, Seen, Source};
use super::rules::Tute;
use super::state::TuteMove;
use crate::play::{Agent, AgentKind, AgentSpec, Decision, Forfeit, Parameter, ParameterValues};

const THRESHOLD: Parameter = Parameter {
    name: "umbral",
    about: "points of a hand above which it goes for the most points, without those of trumps",
    values: ParameterValues::Whole {
        low: 0,
        high: 200,
        default: Some(35),
    },
};

const WEIGHT: Parameter = Parameter {
    name: "w",
    about: "points that each trump counts for beside its own",
    values: ParameterValues::Whole {
        low: 0,
        high: 40,
        default: Some(9),
    },
};

/// The agents of Tute Cabrero.
pub(super) const AGENTS: &[AgentKind] = &[
    AgentKind {
        name: "random",
        about: "Draws any legal action (the document's azar).",
        parameters: &[],
    },
    AgentKind {
        name: "always-high",
        about: "Plays its strongest legal card and declares what it can (siempre_mas).",
        parameters: &[],
    },
    AgentKind {
        name: "always-low",
        about: "Plays its weakest legal card and declares only a tute (siempre_menos).",
        parameters: &[],
    },
    AgentKind {
        name: "dumper",
        about: "Loses tricks if it can, with its points in those of players who are not last \
                (tirador).",
        parameters: &[],
    },
    AgentKind {
        name: "novice",
        about: "Goes for the most points if its first hand has more than {umbral|one point|points}, and \
                later by distances; then plays its strongest or weakest legal card (novato).",
        parameters: &[THRESHOLD],
    },
    AgentKind {
        name: "medium",
        about: "As novice, with {w|one point|points} more for each trump; leads the cards that no \
                unseen card beats (medio).",
        parameters: &[THRESHOLD, WEIGHT],
    },
    AgentKind {
        name: "expert",
        about: "As medium, and leads by the voids of the others and by the points played (experto).",
        parameters: &[THRESHOLD, WEIGHT],
    },
    AgentKind {
        name: "novice-calibrated",
        about: "Plays cards as novice, but compares the points that all players may expect at the \
                end.",
        parameters: &[],
    },
    AgentKind {
        name: "medium-calibrated",
        about: "Plays cards as medium, but compares the points that all players may expect at the \
                end.",
        parameters: &[WEIGHT],
    },
    AgentKind {
        name: "medium-looking",
        about: "As medium-calibrated; gives its points to players who are not last, and takes a trick \
                from one who has all.",
        parameters: &[WEIGHT],
    },
    AgentKind {
        name: "expert-calibrated",
        about: "Plays cards as expert, but compares the points that all players may expect at the \
                end.",
        parameters: &[WEIGHT],
    },
];

/// The policy of an agent; none if it decides in another way.
pub(super) fn policy(spec: &AgentSpec) -> Option<Policy> {
    let whole = |name| spec.whole(name) as u8;
    let source = |level, threshold, weight, calibrated| Source {
        level,
        threshold,
        weight,
        calibrated,
        looks: false,
    };
    let looking = Source {
        looks: true,
        ..source(Level::Medium, 0, 0, true)
    };
    Some(match spec.kind.name {
        "random" => Policy::Random,
        "always-high" => Policy::AlwaysHigh,
        "always-low" => Policy::AlwaysLow,
        "dumper" => Policy::Dumper,
        "novice" => Policy::Source(source(Level::Novice, whole("umbral"), 0, false)),
        "medium" => Policy::Source(source(Level::Medium, whole("umbral"), whole("w"), false)),
        "expert" => Policy::Source(source(Level::Expert, whole("umbral"), whole("w"), false)),
        "novice-calibrated" => Policy::Source(source(Level::Novice, 0, 0, true)),
        "medium-calibrated" => Policy::Source(source(Level::Medium, 0, whole("w"), true)),
        "expert-calibrated" => Policy::Source(source(Level::Expert, 0, whole("w"), true)),
        "medium-looking" => Policy::Source(Source {
            weight: whole("w"),
            ..looking
        }),
        _ => return None,
    })
}

/// A fresh agent.
///
/// # Panics
/// If the spec is of another game.
pub(super) fn agent(spec: &AgentSpec) -> Box<dyn Agent<Tute>> {
    match policy(spec) {
        Some(policy) => Box::new(PolicyAgent(policy)),
        None => unreachable!("{spec} is no agent of this game"),
    }
}

/// The approximate time of a decision on one core.
pub(super) fn decision_time(_: &AgentSpec) -> Duration {
    Duration::from_nanos(50)
}

/// An agent that decides by a policy.
struct PolicyAgent(Policy);

impl Agent<Tute> for PolicyAgent {
    fn decide(&mut self, at: &Decision<'_, Tute>, rng: &mut dyn Rng) -> Result<TuteMove, Forfeit> {
        Ok(self.0.decide(&Seen::of(at.game, at.view), rng))
    }
}
