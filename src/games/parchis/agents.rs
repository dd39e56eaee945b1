//! The agents of Parchis.

use std::time::Duration;

use rand::Rng;

use super::board::GOAL;
use super::evaluations::{Course, Gm2, Orts};
use super::printed::Printed;
use super::rivals::Rivals;
use super::rules::{Parchis, distance};
use super::state::{ParchisMove, ParchisState};
use crate::play::{
    Agent, AgentKind, AgentSpec, Decision, Game, Node, Parameter, ParameterValues, Rule, draw,
};
use crate::search::{Evaluation, Method, Order, SearchAgent};

const EVALUATIONS: &[&str] = &["course", "orts", "gm2", "rivals"];

const fn depth(about: &'static str) -> Parameter {
    Parameter { name: "depth", about, values: ParameterValues::whole(1..=30) }
}

const fn evaluation(default: &'static str) -> Parameter {
    Parameter {
        name: "eval",
        about: "evaluation at the horizon",
        values: ParameterValues::OneOf { choices: EVALUATIONS, default: Some(default) },
    }
}

const ORDER: Parameter = Parameter {
    name: "order",
    about: "order of the dice, ascending or descending",
    values: ParameterValues::OneOf { choices: &["asc", "desc"], default: Some("asc") },
};

/// The agent whose decisions are shown as hints.
pub(super) const ADVISER: &str = "deepening:100000";

/// The agents of Parchis.
pub(super) const AGENTS: &[AgentKind] = &[
    AgentKind {
        name: "random",
        about: "Draws one of its dice, then one of the pieces that this die can move.",
        parameters: &[],
    },
    AgentKind {
        name: "random-smart",
        about: "Draws one of the dice that can move a piece, then one of these pieces.",
        parameters: &[],
    },
    AgentKind {
        name: "advance",
        about: "Draws one of the dice that can move a piece, and moves the piece nearest to its \
                goal.",
        parameters: &[],
    },
    AgentKind {
        name: "greedy",
        about: "Captures, reaches a goal or wins if it can, and otherwise plays as advance.",
        parameters: &[],
    },
    AgentKind {
        name: "minimax",
        about: "Searches all sequences of {depth|one move|moves} with the evaluation {eval}, dice in \
                the order {order}.",
        parameters: &[depth("moves ahead"), evaluation("course"), ORDER],
    },
    AgentKind {
        name: "alphabeta",
        about: "Searches {depth|one move|moves} ahead by alpha-beta with the evaluation {eval}, \
                dice in the order {order}.",
        parameters: &[depth("moves ahead"), evaluation("course"), ORDER],
    },
    AgentKind {
        name: "deepening",
        about: "Searches deeper and deeper until it has visited {nodes|one state|states}, with a \
                transposition table, move ordering, quiescence and the evaluation {eval}.",
        parameters: &[
            Parameter {
                name: "nodes",
                about: "states that it visits",
                values: ParameterValues::whole(1..=1_000_000_000),
            },
            evaluation("rivals"),
        ],
    },
    AgentKind {
        name: "mcts",
        about: "Builds a tree in {playouts|one playout|playouts} by upper confidence bounds, with \
                the evaluation {eval} at its leaves.",
        parameters: &[
            Parameter {
                name: "playouts",
                about: "states that it evaluates",
                values: ParameterValues::whole(1..=1_000_000),
            },
            evaluation("rivals"),
        ],
    },
    AgentKind {
        name: "orts-printed",
        about: "Searches {depth|one move|moves} ahead by alpha-beta as Orts 2022 prints it, with \
                the test for MAX nodes inverted, so that it prefers the worst moves. It is here \
                as evidence and not to be played against.",
        parameters: &[depth("moves ahead"), evaluation("orts"), ORDER],
    },
];

/// A fresh agent, by its spelling, such as `alphabeta:6:eval=gm2`; none if there is no such agent.
#[must_use]
pub fn named(spelling: &str) -> Option<Box<dyn Agent<Parchis>>> {
    Some(agent(&AgentSpec::parse(spelling, AGENTS).ok()?))
}

/// A fresh agent.
pub(super) fn agent(spec: &AgentSpec) -> Box<dyn Agent<Parchis>> {
    match spec.kind.name {
        "random" => Box::new(Rule(random)),
        "random-smart" => Box::new(Rule(random_smart)),
        "advance" => Box::new(Rule(advance)),
        "greedy" => Box::new(Rule(greedy)),
        _ => match spec.choice("eval") {
            "course" => searching(spec, Course),
            "orts" => searching(spec, Orts),
            "gm2" => searching(spec, Gm2),
            _ => searching(spec, Rivals::TUNED),
        },
    }
}

fn searching(
    spec: &AgentSpec,
    evaluation: impl Evaluation<Parchis> + 'static,
) -> Box<dyn Agent<Parchis>> {
    match method(spec) {
        Some(method) => Box::new(SearchAgent::new(method, evaluation)),
        None => Box::new(Printed::new(depth_of(spec), order(spec), evaluation)),
    }
}

/// How an agent searches; none if it does not search, or as no other game does.
fn method(spec: &AgentSpec) -> Option<Method<Parchis>> {
    Some(match spec.kind.name {
        "minimax" => Method::Minimax(depth_of(spec), order(spec)),
        "alphabeta" => Method::AlphaBeta(depth_of(spec), order(spec)),
        "deepening" => Method::Deepening(spec.whole("nodes")),
        "mcts" => Method::TreeSearch(spec.whole("playouts")),
        _ => return None,
    })
}

fn depth_of(spec: &AgentSpec) -> u32 {
    spec.whole("depth") as u32
}

fn order(spec: &AgentSpec) -> Order<Parchis> {
    match spec.choice("order") {
        "desc" => descending,
        _ => |_, _, _| {},
    }
}

/// The approximate memory of an agent, in bytes.
pub(super) fn memory(spec: &AgentSpec) -> u64 {
    method(spec).map_or(0, |method| method.bytes())
}

/// The approximate time of a decision on one core.
pub(super) fn decision_time(spec: &AgentSpec) -> Duration {
    // About 100 nanoseconds for a state. Alpha-beta visits about four times as many for every
    // move further, minimax nine times.
    let states = match spec.kind.name {
        "minimax" => 9_u64.saturating_pow(spec.whole("depth") as u32),
        "alphabeta" | "orts-printed" => 4_u64.saturating_pow(spec.whole("depth") as u32),
        "deepening" => 3 * spec.whole("nodes"),
        "mcts" => 10 * spec.whole("playouts"),
        _ => 1,
    };
    Duration::from_nanos(states.saturating_mul(100))
}

/// Dice descending, pieces of one die ascending.
pub(super) fn descending(_: &Parchis, _: &ParchisState, moves: &mut [ParchisMove]) {
    moves.reverse();
    for of_one_die in moves.chunk_by_mut(|one, next| one.die == next.die) {
        of_one_die.reverse();
    }
}

/// Draws a die, then a piece.
fn random(at: &Decision<'_, Parchis>, rng: &mut dyn Rng) -> ParchisMove {
    drawn(at.actions, rng)
}

fn random_smart(at: &Decision<'_, Parchis>, rng: &mut dyn Rng) -> ParchisMove {
    let moving: Vec<ParchisMove> = moving(at.actions);
    drawn(if moving.is_empty() { at.actions } else { &moving }, rng)
}

fn advance(at: &Decision<'_, Parchis>, rng: &mut dyn Rng) -> ParchisMove {
    let die = random_smart(at, rng).die;
    let of_die = at.actions.iter().filter(|action| action.die == die);
    let colour = usize::from(at.view.mover);
    let far = |action: &&ParchisMove| {
        if action.is_skip() {
            u8::MAX
        } else {
            distance(colour, at.view.of(colour)[usize::from(action.piece)])
        }
    };
    *of_die.min_by_key(far).expect("the die has a move")
}

fn greedy(at: &Decision<'_, Parchis>, rng: &mut dyn Rng) -> ParchisMove {
    let gains = |action: &&ParchisMove| {
        let after = at.game.after(at.view, **action);
        let goals = |state: &ParchisState| state.count(usize::from(at.view.mover), GOAL);
        let over = matches!(at.game.node(&after), Node::Over(_));
        after.bonus != 0 || over && goals(&after) > goals(at.view)
    };
    match at.actions.iter().find(gains) {
        Some(action) => *action,
        None => advance(at, rng),
    }
}

/// The moves that move a piece.
fn moving(moves: &[ParchisMove]) -> Vec<ParchisMove> {
    let moving = moves.iter().filter(|action| !action.is_skip());
    moving.copied().collect()
}

/// One of the dice of these moves, then one of its moves, each with the same probability.
fn drawn(moves: &[ParchisMove], rng: &mut dyn Rng) -> ParchisMove {
    let dice = || moves.chunk_by(|one, next| one.die == next.die);
    let of_die = dice().nth(draw(rng, dice().count()));
    let of_die = of_die.expect("one of them is drawn");
    of_die[draw(rng, of_die.len())]
}
