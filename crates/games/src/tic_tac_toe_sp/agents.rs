//! The agents of Tic Tac Toe SP.

use rand::Rng;

use super::board::first;
use super::evaluations::{Rivals, Windows};
use super::forced::{Forced, win_in_one, winning_cells};
use super::priorities::{Corrections, Priorities, Tie};
use super::rules::TicTacToe;
use super::solve;
use super::state::{Kind, TicTacToeMove, TicTacToeState};
use rivals_core::contest::{Build, Sampler, Solve};
use rivals_core::play::{
    Agent, AgentRow, AgentSpec, Budget, Cost, Decision, FnAgent, Forfeit, Parameter, RandomAgent,
    Seat, Thought, draw,
};
use rivals_core::search::{Evaluation, Method, SearchAgent, WIN, as_listed, win_probability};
use rivals_core::values::Invalid;

const TIE: Parameter = Parameter::one_of(
    "tie",
    "which of equal cells is played: the first, row by row, or a random one",
    &["first", "random"],
);
const PREVENT: Parameter = Parameter::one_of(
    "prevent",
    "what is taken first to prevent a line of the enemy",
    &["ice", "plant", "basic"],
);
const FIX: Parameter = Parameter::one_of(
    "fix",
    "the one fault of the document that is corrected, by the name of its switch in priority-fixed",
    &["none", "split", "threes", "pairs", "reach", "between", "forks", "centre", "blocker"],
);
const EVAL: Parameter =
    Parameter::one_of("eval", "evaluation at the horizon", &["windows", "rivals"]);
const BEST_EVAL: Parameter =
    Parameter::one_of("eval", "evaluation at the horizon", &["rivals", "windows"]);

/// The agents.
pub const AGENTS: &[AgentRow<Build<TicTacToe>>] = &[
    AgentRow::new(
        "random",
        "Draws one of the legal moves, all with the same probability.",
        &[],
        |_, _| Box::new(RandomAgent),
    ),
    AgentRow::new(
        "win-block",
        "Wins if it can, else blocks a winning cell of the opponent, else plays as random.",
        &[],
        |_, _| Box::new(FnAgent(win_block)),
    ),
    AgentRow::new(
        "priority",
        "Plays by the priority board of the document: ties {tie}, prevents with {prevent} \
         first, corrects {fix}.",
        &[TIE, PREVENT, FIX],
        |_, spec| {
            let corrections = Corrections::by_name(|name| spec.choice("fix") == name);
            Box::new(Priorities::corrected(corrections, tie(spec), prevent(spec)))
        },
    ),
    AgentRow::new(
        "priority-fixed",
        "Plays by the priority board with the faults of the document corrected. Own split \
         threes: {split}; two threats: {threes}; enemy pairs: {pairs}; dead lines: {reach}; \
         blocks between: {between}; double threats: {forks}; centre: {centre}; piece as \
         blocker: {blocker}; ties {tie}.",
        &[
            Parameter::switch("split", "a split three is a win in one as well"),
            Parameter::switch("threes", "answers two threats by destroying what they share"),
            Parameter::switch(
                "pairs",
                "an enemy pair that can become an open three comes before an own pair",
            ),
            Parameter::switch("reach", "counts only what can still become a line"),
            Parameter::switch(
                "between",
                "a block between enemy pieces counts if the enemy can clear it",
            ),
            Parameter::switch("forks", "sees double threats one move ahead"),
            Parameter::switch("centre", "of equal cells, plays the one with the most open lines"),
            Parameter::switch("blocker", "blocks with its own piece first"),
            TIE,
        ],
        |_, spec| {
            let corrections = Corrections::by_name(|name| spec.is_on(name));
            Box::new(Priorities::corrected(corrections, tie(spec), Kind::Ice))
        },
    ),
    AgentRow::new(
        "priority-learned",
        "Plays by the document's ten functions with priorities learned by self-play: ties \
         {tie}, prevents with {prevent} first.",
        &[TIE, PREVENT],
        |_, spec| Box::new(Priorities::document(LEARNED, tie(spec), prevent(spec))),
    ),
    AgentRow::new(
        "minimax",
        "Searches all sequences of {depth moves} with the evaluation {eval}.",
        &[Parameter::whole("depth", "moves ahead", 1..=12), EVAL],
        |_, spec| searching(spec, Method::Minimax(spec.whole("depth"), as_listed)),
    ),
    AgentRow::new(
        "alphabeta",
        "Searches {depth moves} ahead by alpha-beta with the evaluation {eval}.",
        &[Parameter::whole("depth", "moves ahead", 1..=20), EVAL],
        |_, spec| searching(spec, Method::AlphaBeta(spec.whole("depth"), as_listed)),
    ),
    AgentRow::new(
        "deepening",
        "Looks for a win by threats, then searches deeper and deeper until it has visited \
         {nodes states}, with a transposition table, move ordering, quiescence and the \
         evaluation {eval}.",
        &[
            Parameter::whole("nodes", "states that it visits", 1..=1_000_000_000),
            BEST_EVAL,
            Parameter::time(),
        ],
        |_, spec| {
            let then = searching(spec, Method::Deepening(spec.budget()));
            let threats = match spec.budget() {
                Budget::States(nodes) => nodes,
                // Some milliseconds.
                Budget::Time(_) => 20_000,
            };
            Box::new(FirstForced::new(then, threats))
        },
    ),
    AgentRow::new(
        "mcts",
        "Looks for a win by threats, then builds a tree in {playouts playouts} by upper \
         confidence bounds, with the evaluation {eval} at its leaves.",
        &[Parameter::whole("playouts", "states that it evaluates", 1..=1_000_000), BEST_EVAL],
        |_, spec| {
            let playouts = spec.whole("playouts");
            Box::new(FirstForced::new(searching(spec, Method::TreeSearch(playouts)), playouts))
        },
    ),
];

impl Solve for TicTacToe {
    const ADVISER: Option<&'static str> = Some("deepening:40000");

    fn judges(&self, _seats: usize) -> Option<[&'static str; 2]> {
        Some(["deepening:40000", "deepening:1000000"])
    }

    fn share(&self, value: f64) -> f64 {
        win_probability(value, Evaluation::<Self>::scale(&Rivals))
    }

    fn solved(&self, state: &TicTacToeState) -> Result<Option<Vec<f64>>, Invalid> {
        Ok(solve::shares(state))
    }

    fn proven(&self, state: &TicTacToeState, seat: Seat) -> Option<f64> {
        solve::proven(self, state, seat)
    }

    fn sampler(&self) -> Sampler {
        Sampler { agent: "priority-fixed", games: 200, most: u64::MAX, slips: 10 }
    }
}

/// The learned priorities of the ten functions, in the order of the document's list
/// (`rivals-studies tune-priorities` learns them).
const LEARNED: [i32; 10] = [-39, 16, 101, 47, 284, 188, 129, 148, -347, -169];

fn tie(spec: &AgentSpec) -> Tie {
    if spec.choice("tie") == "random" { Tie::Random } else { Tie::First }
}

fn prevent(spec: &AgentSpec) -> Kind {
    match spec.choice("prevent") {
        "ice" => Kind::Ice,
        "plant" => Kind::Plant,
        _ => Kind::Basic,
    }
}

fn searching(spec: &AgentSpec, method: Method<TicTacToe>) -> Box<dyn Agent<TicTacToe>> {
    if spec.choice("eval") == "windows" {
        Box::new(SearchAgent::new(method, Windows))
    } else {
        Box::new(SearchAgent::new(method, Rivals))
    }
}

impl Agent<TicTacToe> for Priorities {
    fn decide(
        &mut self,
        at: &Decision<'_, TicTacToe>,
        rng: &mut dyn Rng,
    ) -> Result<Thought<TicTacToeMove>, Forfeit> {
        Ok(self.choose(at.view, rng).into())
    }
}

/// An agent that first looks for a win by threats, and asks another one if it finds none.
struct FirstForced {
    then: Box<dyn Agent<TicTacToe>>,
    /// The most states of the search for threats.
    budget: u64,
}

impl FirstForced {
    fn new(then: Box<dyn Agent<TicTacToe>>, budget: u64) -> Self {
        Self { then, budget: budget / 4 + 10 }
    }
}

impl Agent<TicTacToe> for FirstForced {
    fn decide(
        &mut self,
        at: &Decision<'_, TicTacToe>,
        rng: &mut dyn Rng,
    ) -> Result<Thought<TicTacToeMove>, Forfeit> {
        let mut forced = Forced::new(self.budget).watched(at.watch);
        let found = forced.win(at.view);
        let nodes = forced.nodes();
        Ok(match found {
            Some(win) => Thought {
                value: Some(WIN),
                nodes: Some(nodes),
                variation: at.explained.then_some(win).into_iter().collect(),
                ..win.into()
            },
            None => Thought { before: nodes, ..self.then.decide(at, rng)? },
        })
    }

    fn cost(&self) -> Cost {
        self.then.cost()
    }
}

fn win_block(at: &Decision<'_, TicTacToe>, rng: &mut dyn Rng) -> TicTacToeMove {
    if let Some(action) = win_in_one(at.view) {
        return action;
    }
    match winning_cells(at.view) {
        [_, 0] => at.actions[draw(rng, at.actions.len())],
        [_, threats] => TicTacToeMove { kind: Kind::Basic, cell: first(threats) },
    }
}
