//! Kinds of fake agents, which belong to no game, for tests.

use rivals_core::play::{AgentKind, AgentKinds, Parameter, ParameterValues};

const NUMBER: &[Parameter] =
    &[Parameter { name: "n", about: "a number", values: ParameterValues::whole(1..=100) }];

const fn kind(name: &'static str, parameters: &'static [Parameter]) -> AgentKind {
    AgentKind::new(name, "Plays in a way that is described in one sentence.", parameters)
}

const ALL: &[AgentKind] =
    &[kind("optimum", &[]), kind("greedy", &[]), kind("hold", NUMBER), kind("tree", NUMBER)];

pub const KINDS: AgentKinds = AgentKinds::new(ALL.len(), |at| &ALL[at]);
