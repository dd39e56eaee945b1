//! The agents of Tic Tac Toe SP.

use std::sync::Arc;
use std::time::Duration;

use rand::Rng;

use super::evaluations::{Rivals, Windows};
use super::forced::{Forced, win_in_one, winning_cells};
use super::priorities::{Corrections, Priorities, Tie};
use super::rules::TicTacToe;
use super::state::{Kind, TicTacToeMove, TicTacToeState};
use crate::play::{
    Agent, AgentKind, AgentSpec, AnyAction, Decision, Forfeit, Parameter, ParameterValues, Rule,
    Thought, Watch, draw,
};
use crate::search::{Evaluation, Method, SearchAgent, WIN};

const fn one_of(
    name: &'static str,
    about: &'static str,
    choices: &'static [&'static str],
) -> Parameter {
    Parameter { name, about, values: ParameterValues::OneOf { choices, default: Some(choices[0]) } }
}

const fn whole(name: &'static str, about: &'static str, most: u64) -> Parameter {
    let values = ParameterValues::whole(1..=most);
    Parameter { name, about, values }
}

const fn switch(name: &'static str, about: &'static str) -> Parameter {
    one_of(name, about, &["on", "off"])
}

const TIE: Parameter = one_of(
    "tie",
    "which of equal cells is played: the first, row by row, or a random one",
    &["first", "random"],
);
const PREVENT: Parameter = one_of(
    "prevent",
    "what is taken first to prevent a line of the enemy",
    &["ice", "plant", "basic"],
);
const FIX: Parameter = one_of(
    "fix",
    "the one fault of the document that is corrected, by the name of its switch in priority-fixed",
    &["none", "split", "threes", "pairs", "reach", "between", "forks", "centre", "blocker"],
);
const EVAL: Parameter = one_of("eval", "evaluation at the horizon", &["windows", "rivals"]);
const BEST_EVAL: Parameter = one_of("eval", "evaluation at the horizon", &["rivals", "windows"]);

/// The agent whose decisions are shown as hints.
pub(super) const ADVISER: &str = "deepening:40000";

/// The agents of the game.
pub(super) const AGENTS: &[AgentKind] = &[
    AgentKind {
        name: "random",
        about: "Draws one of the legal moves, all with the same probability.",
        parameters: &[],
    },
    AgentKind {
        name: "win-block",
        about: "Wins if it can, else blocks a winning cell of the opponent, else plays as random.",
        parameters: &[],
    },
    AgentKind {
        name: "priority",
        about: "Plays by the priority board of the document: ties {tie}, prevents with {prevent} \
                first, corrects {fix}.",
        parameters: &[TIE, PREVENT, FIX],
    },
    AgentKind {
        name: "priority-fixed",
        about: "Plays by the priority board with the faults of the document corrected. Own split \
                threes: {split}; two threats: {threes}; enemy pairs: {pairs}; dead lines: {reach}; \
                blocks between: {between}; double threats: {forks}; centre: {centre}; piece as \
                blocker: {blocker}; ties {tie}.",
        parameters: &[
            switch("split", "a split three is a win in one as well"),
            switch("threes", "answers two threats by destroying what they share"),
            switch("pairs", "an enemy pair that can become an open three comes before an own pair"),
            switch("reach", "counts only what can still become a line"),
            switch("between", "a block between enemy pieces counts if the enemy can clear it"),
            switch("forks", "sees double threats one move ahead"),
            switch("centre", "of equal cells, plays the one with the most open lines"),
            switch("blocker", "blocks with its own piece first"),
            TIE,
        ],
    },
    AgentKind {
        name: "priority-learned",
        about: "Plays by the document's ten functions with priorities learned by self-play: ties \
                {tie}, prevents with {prevent} first.",
        parameters: &[TIE, PREVENT],
    },
    AgentKind {
        name: "minimax",
        about: "Searches all sequences of {depth|one move|moves} with the evaluation {eval}.",
        parameters: &[whole("depth", "moves ahead", 12), EVAL],
    },
    AgentKind {
        name: "alphabeta",
        about: "Searches {depth|one move|moves} ahead by alpha-beta with the evaluation {eval}.",
        parameters: &[whole("depth", "moves ahead", 20), EVAL],
    },
    AgentKind {
        name: "deepening",
        about: "Looks for a win by threats, then searches deeper and deeper until it has visited \
                {nodes|one state|states}, with a transposition table, move ordering, quiescence \
                and the evaluation {eval}.",
        parameters: &[whole("nodes", "states that it visits", 1_000_000_000), BEST_EVAL],
    },
    AgentKind {
        name: "mcts",
        about: "Looks for a win by threats, then builds a tree in {playouts|one playout|playouts} \
                by upper confidence bounds, with the evaluation {eval} at its leaves.",
        parameters: &[whole("playouts", "states that it evaluates", 1_000_000), BEST_EVAL],
    },
];

/// The learned priorities of the ten functions, in the order of the document's list
/// (`tests/tuning.rs` learns them).
const LEARNED: [i32; 10] = [-39, 16, 101, 47, 284, 188, 129, 148, -347, -169];

/// A fresh agent, by its spelling, such as `alphabeta:4`; none if there is no such agent.
#[must_use]
pub fn named(spelling: &str) -> Option<Box<dyn Agent<TicTacToe>>> {
    Some(agent(&AgentSpec::parse(spelling, AGENTS).ok()?))
}

/// The AI with a priority board that an agent is; none for other agents.
pub(super) fn priorities(spec: &AgentSpec) -> Option<Priorities> {
    let tie = || match spec.choice("tie") {
        "random" => Tie::Random,
        _ => Tie::First,
    };
    let prevent = || match spec.choice("prevent") {
        "ice" => Kind::Ice,
        "plant" => Kind::Plant,
        _ => Kind::Basic,
    };
    match spec.kind.name {
        "priority" => {
            let corrections = Corrections::by_name(|name| spec.choice("fix") == name);
            Some(Priorities::corrected(corrections, tie(), prevent()))
        }
        "priority-learned" => Some(Priorities::document(LEARNED, tie(), prevent())),
        "priority-fixed" => {
            let corrections = Corrections::by_name(|name| spec.choice(name) == "on");
            Some(Priorities::corrected(corrections, tie(), Kind::Ice))
        }
        _ => None,
    }
}

/// A fresh agent.
pub(super) fn agent(spec: &AgentSpec) -> Box<dyn Agent<TicTacToe>> {
    match spec.kind.name {
        "random" => Box::new(AnyAction),
        "win-block" => Box::new(Rule(win_block)),
        _ => match priorities(spec) {
            Some(priorities) => Box::new(priorities),
            None => match spec.choice("eval") {
                "windows" => searching(spec, Windows),
                _ => searching(spec, Rivals),
            },
        },
    }
}

impl Agent<TicTacToe> for Priorities {
    fn decide(
        &mut self,
        at: &Decision<'_, TicTacToe>,
        rng: &mut dyn Rng,
    ) -> Result<TicTacToeMove, Forfeit> {
        Ok(self.choose(at.view, rng))
    }
}

fn searching(
    spec: &AgentSpec,
    evaluation: impl Evaluation<TicTacToe> + 'static,
) -> Box<dyn Agent<TicTacToe>> {
    let method = method(spec).expect("the other agents do not evaluate");
    let budget = match method {
        Method::Deepening(budget) | Method::TreeSearch(budget) => Some(budget),
        Method::Minimax(..) | Method::AlphaBeta(..) => None,
    };
    let search = SearchAgent::new(method, evaluation);
    match budget {
        Some(budget) => Box::new(FirstForced::new(search, budget)),
        None => Box::new(search),
    }
}

/// How an agent searches; none if it does not search.
fn method(spec: &AgentSpec) -> Option<Method<TicTacToe>> {
    let depth = || spec.whole("depth") as u32;
    let as_listed = |_: &TicTacToe, _: &TicTacToeState, _: &mut [TicTacToeMove]| {};
    Some(match spec.kind.name {
        "minimax" => Method::Minimax(depth(), as_listed),
        "alphabeta" => Method::AlphaBeta(depth(), as_listed),
        "deepening" => Method::Deepening(spec.whole("nodes")),
        "mcts" => Method::TreeSearch(spec.whole("playouts")),
        _ => return None,
    })
}

/// The approximate memory of an agent, in bytes.
pub(super) fn memory(spec: &AgentSpec) -> u64 {
    method(spec).map_or(0, |method| method.bytes())
}

/// An agent that first looks for a win by threats, and asks another one if it finds none.
struct FirstForced<A> {
    then: A,
    /// The most states of the search for threats.
    budget: u64,
    nodes: u64,
    /// The win of the last decision, with the states that were visited.
    won: Option<(TicTacToeMove, u64)>,
    watch: Option<Arc<Watch>>,
}

impl<A> FirstForced<A> {
    fn new(then: A, budget: u64) -> Self {
        let budget = budget / 4 + 10;
        Self { then, budget, nodes: 0, won: None, watch: None }
    }
}

impl<A: Agent<TicTacToe>> Agent<TicTacToe> for FirstForced<A> {
    fn decide(
        &mut self,
        at: &Decision<'_, TicTacToe>,
        rng: &mut dyn Rng,
    ) -> Result<TicTacToeMove, Forfeit> {
        let mut forced = Forced::new(self.budget).watched(self.watch.as_deref());
        let found = forced.win(at.view);
        let nodes = forced.nodes();
        self.nodes += nodes;
        self.won = found.map(|action| (action, nodes));
        found.map_or_else(|| self.then.decide(at, rng), Ok)
    }

    fn watched_by(&mut self, watch: &Arc<Watch>) {
        self.watch = Some(Arc::clone(watch));
        self.then.watched_by(watch);
    }

    fn thought(&self) -> Option<Thought<TicTacToeMove>> {
        match self.won {
            None => self.then.thought(),
            Some((_, nodes)) => Some(Thought {
                value: Some(WIN),
                nodes: Some(nodes),
                depth: None,
                actions: Vec::new(),
            }),
        }
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.nodes + self.then.nodes().unwrap_or(0))
    }
}

/// The approximate time of a decision on one core.
pub(super) fn decision_time(spec: &AgentSpec) -> Duration {
    // About 200 nanoseconds for a state.
    let states = match spec.kind.name {
        "minimax" => 45_u64.saturating_pow(spec.whole("depth") as u32),
        "alphabeta" => 12_u64.saturating_pow(spec.whole("depth") as u32),
        "deepening" => 2 * spec.whole("nodes"),
        "mcts" => 10 * spec.whole("playouts"),
        _ => 1,
    };
    Duration::from_nanos(states.saturating_mul(200))
}

fn win_block(at: &Decision<'_, TicTacToe>, rng: &mut dyn Rng) -> TicTacToeMove {
    if let Some(action) = win_in_one(at.view) {
        return action;
    }
    match winning_cells(at.view) {
        [_, 0] => at.actions[draw(rng, at.actions.len())],
        [_, threats] => TicTacToeMove { kind: Kind::Basic, cell: threats.trailing_zeros() as u8 },
    }
}
