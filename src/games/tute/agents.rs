//! The agents of Tute Cabrero.

use std::time::Duration;

use rand::Rng;

use super::endgame::Ending;
use super::policies::{Level, Policy, Seen, Source, source};
use super::rules::Tute;
use super::state::TuteMove;
use super::thinking::{Method, Thinker, Thinking};
use crate::play::{Agent, AgentKind, AgentSpec, Decision, Forfeit, Parameter, ParameterValues};
use crate::search::information_sets_bytes;

const THRESHOLD: Parameter = Parameter {
    name: "umbral",
    about: "points of a hand above which it goes for the most points, without those of trumps",
    values: ParameterValues::Whole { low: 0, high: 200, default: Some(35) },
};

const WEIGHT: Parameter = Parameter {
    name: "w",
    about: "points that each trump counts for beside its own",
    values: ParameterValues::Whole { low: 0, high: 40, default: Some(9) },
};

const fn one_of(
    name: &'static str,
    about: &'static str,
    choices: &'static [&'static str],
) -> Parameter {
    Parameter { name, about, values: ParameterValues::OneOf { choices, default: Some(choices[0]) } }
}

const fn switch(name: &'static str, about: &'static str) -> Parameter {
    one_of(name, about, &["on", "off"])
}

const fn whole(name: &'static str, about: &'static str, values: ParameterValues) -> Parameter {
    Parameter { name, about, values }
}

const ROLLOUT: Parameter = one_of(
    "rollout",
    "the player that decides for all seats after the action that is tried",
    &["random", "medium", "expert", "medium-calibrated", "expert-calibrated"],
);

const ENDGAME: Parameter = one_of(
    "endgame",
    "how the last tricks are solved in every deal: the others play against the player, each for \
     itself, or not at all",
    &["paranoid", "maxn", "off"],
);

const TRICKS: Parameter = Parameter {
    name: "tricks",
    about: "the number of last tricks that are solved",
    values: ParameterValues::Whole { low: 1, high: 5, default: Some(3) },
};

/// The agent whose decisions are shown as hints.
pub(super) const ADVISER: &str = "cabrero:400";

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
    AgentKind {
        name: "pimc",
        about: "Tries every action in {worlds|one deal|deals} that its view allows, with \
                {rollout} for all seats, and solves the last tricks ({endgame}).",
        parameters: &[
            whole("worlds", "deals for a decision", ParameterValues::whole(1..=100_000)),
            ROLLOUT,
            ENDGAME,
            TRICKS,
        ],
    },
    AgentKind {
        name: "ismcts",
        about: "Builds a tree for all deals that its view allows in {playouts|one playout|playouts}, \
                with {rollout} for all seats, and solves the last tricks ({endgame}).",
        parameters: &[
            whole("playouts", "deals for a decision", ParameterValues::whole(1..=1_000_000)),
            ROLLOUT,
            ENDGAME,
            TRICKS,
        ],
    },
    AgentKind {
        name: "cabrero",
        about: "Tries every action with several plans for the rest of the hand in about \
                {worlds|one deal|deals} each, and gives up the worse half from time to time \
                ({halving}, plans {plans}). Weighs deals and opponents by what they have played \
                ({infer}), looks at the porotos of a match ({porotos}), and solves the last tricks \
                ({endgame}).",
        parameters: &[
            whole(
                "worlds",
                "deals for an action and a plan, in the mean",
                ParameterValues::Whole { low: 1, high: 100_000, default: Some(20) },
            ),
            switch("infer", "weighs deals by what the others have played"),
            switch("plans", "tries several own policies after an action"),
            switch("halving", "gives up the worse half of actions and plans from time to time"),
            switch("porotos", "looks at the chances in a match, not only at the hand"),
            ENDGAME,
            TRICKS,
        ],
    },
];

/// How an agent thinks; none if it does not think.
fn thinking(spec: &AgentSpec) -> Option<Thinking> {
    let ending = || {
        let ending = match spec.choice("endgame") {
            "paranoid" => Ending::Paranoid,
            "maxn" => Ending::MaxN,
            _ => return None,
        };
        Some((ending, spec.whole("tricks") as u8))
    };
    let policy = || match spec.choice("rollout") {
        "random" => Policy::Random,
        "medium" => source(Level::Medium, 35, 9, false),
        "expert" => source(Level::Expert, 35, 9, false),
        "medium-calibrated" => source(Level::Medium, 0, 9, true),
        _ => source(Level::Expert, 0, 9, true),
    };
    let is_on = |name| spec.choice(name) == "on";
    let plain = |method| Thinking {
        method,
        policy: policy(),
        plans: Vec::new(),
        ending: ending(),
        infers: false,
        halves: false,
        sees_match: false,
    };
    Some(match spec.kind.name {
        "pimc" => plain(Method::Worlds(spec.whole("worlds") as u32)),
        "ismcts" => plain(Method::Tree(spec.whole("playouts") as u32)),
        "cabrero" => Thinking {
            method: Method::Worlds(spec.whole("worlds") as u32),
            policy: Policy::Random,
            plans: if is_on("plans") {
                vec![
                    source(Level::Medium, 0, 9, true),
                    source(Level::Medium, 35, 9, false),
                    Policy::Dumper,
                    Policy::AlwaysLow,
                    Policy::AlwaysHigh,
                    Policy::Random,
                ]
            } else {
                Vec::new()
            },
            ending: ending(),
            infers: is_on("infer"),
            halves: is_on("halving"),
            sees_match: is_on("porotos"),
        },
        _ => return None,
    })
}

/// A fresh agent, by its spelling, such as `pimc:20`; none if there is no such agent.
#[must_use]
pub fn named(spelling: &str) -> Option<Box<dyn Agent<Tute>>> {
    Some(agent(&AgentSpec::parse(spelling, AGENTS).ok()?))
}

/// The policy of an agent; none if it decides in another way.
pub(super) fn policy(spec: &AgentSpec) -> Option<Policy> {
    let whole = |name| spec.whole(name) as u8;
    Some(match spec.kind.name {
        "random" => Policy::Random,
        "always-high" => Policy::AlwaysHigh,
        "always-low" => Policy::AlwaysLow,
        "dumper" => Policy::Dumper,
        "novice" => source(Level::Novice, whole("umbral"), 0, false),
        "medium" => source(Level::Medium, whole("umbral"), whole("w"), false),
        "expert" => source(Level::Expert, whole("umbral"), whole("w"), false),
        "novice-calibrated" => source(Level::Novice, 0, 0, true),
        "medium-calibrated" => source(Level::Medium, 0, whole("w"), true),
        "expert-calibrated" => source(Level::Expert, 0, whole("w"), true),
        "medium-looking" => Policy::Source(Source {
            level: Level::Medium,
            threshold: 0,
            weight: whole("w"),
            calibrated: true,
            looks: true,
        }),
        _ => return None,
    })
}

/// The approximate memory of an agent, in bytes.
pub(super) fn memory(spec: &AgentSpec) -> u64 {
    match thinking(spec).map(|thinking| thinking.method) {
        Some(Method::Tree(playouts)) => information_sets_bytes::<Tute>(playouts.into()),
        _ => 0,
    }
}

/// A fresh agent.
///
/// # Panics
/// If the spec is of another game.
pub(super) fn agent(spec: &AgentSpec) -> Box<dyn Agent<Tute>> {
    match (policy(spec), thinking(spec)) {
        (Some(policy), _) => Box::new(PolicyAgent(policy)),
        (_, Some(thinking)) => Box::new(Thinker::new(thinking)),
        _ => unreachable!("{spec} is no agent of this game"),
    }
}

/// The approximate time of a decision on one core.
pub(super) fn decision_time(spec: &AgentSpec) -> Duration {
    // About a microsecond for a roll-out, and four actions in the mean.
    let Some(thinking) = thinking(spec) else {
        return Duration::from_nanos(50);
    };
    let roll_outs = match thinking.method {
        Method::Worlds(worlds) => 4 * u64::from(worlds) * thinking.plans.len().max(1) as u64,
        Method::Tree(playouts) => 2 * u64::from(playouts),
    };
    Duration::from_micros(roll_outs + if thinking.infers { 1_000 } else { 0 })
}

/// An agent that decides by a policy.
struct PolicyAgent(Policy);

impl Agent<Tute> for PolicyAgent {
    fn decide(&mut self, at: &Decision<'_, Tute>, rng: &mut dyn Rng) -> Result<TuteMove, Forfeit> {
        Ok(self.0.decide(&Seen::of(at.game, at.view), rng))
    }
}
