//! The agents of Parchis.

use rand::Rng;

use super::board::GOAL;
use super::evaluations::{Course, Gm2, Orts};
use super::printed::Printed;
use super::rivals::Rivals;
use super::rules::{Parchis, Variant, distance};
use super::sides::{Against, Sides};
use super::state::{ParchisMove, ParchisState};
use rivals_core::contest::{Build, Sampler, Solve};
use rivals_core::play::{
    Agent, AgentRow, AgentSpec, Decision, FnAgent, Game, Parameter, ParameterValues, Seat, Step,
    Turn, draw,
};
use rivals_core::search::{
    Evaluation, Method, Order, SearchAgent, as_listed, proven, win_probability,
};

/// The most states that are visited to prove what an action is worth.
const PROVEN: u64 = 50_000;

const DEPTH: Parameter = Parameter::whole("depth", "moves ahead", 1..=30);
const NODES: Parameter = Parameter::whole("nodes", "states that it visits", 1..=1_000_000_000);
const PLAYOUTS: Parameter = Parameter::whole("playouts", "states that it evaluates", 1..=1_000_000);
const ORDER: Parameter =
    Parameter::one_of("order", "order of the dice, ascending or descending", &["asc", "desc"]);

const fn evaluation(default: &'static str) -> Parameter {
    let choices = &["course", "orts", "gm2", "rivals"];
    let about = "evaluation at the horizon";
    Parameter { name: "eval", about, values: ParameterValues::OneOf { choices, default } }
}

/// The agents.
pub const AGENTS: &[AgentRow<Build<Parchis>>] = &[
    AgentRow::new(
        "random",
        "Draws one of its dice, then one of the pieces that this die can move.",
        &[],
        |_, _| Box::new(FnAgent(random)),
    ),
    AgentRow::new(
        "random-smart",
        "Draws one of the dice that can move a piece, then one of these pieces.",
        &[],
        |_, _| Box::new(FnAgent(random_smart)),
    ),
    AgentRow::new(
        "advance",
        "Draws one of the dice that can move a piece, and moves the piece nearest to its goal.",
        &[],
        |_, _| Box::new(FnAgent(advance)),
    ),
    AgentRow::new(
        "greedy",
        "Captures, reaches a goal or wins if it can, and otherwise plays as advance.",
        &[],
        |_, _| Box::new(FnAgent(greedy)),
    ),
    AgentRow::new(
        "minimax",
        "Searches all sequences of {depth moves} with the evaluation {eval}, dice in the order \
         {order}.",
        &[DEPTH, evaluation("course"), ORDER],
        |game, spec| searching(game, spec, Some(Method::Minimax(spec.whole("depth"), order(spec)))),
    ),
    AgentRow::new(
        "alphabeta",
        "Searches {depth moves} ahead by alpha-beta with the evaluation {eval}, dice in the \
         order {order}.",
        &[DEPTH, evaluation("course"), ORDER],
        |game, spec| {
            searching(game, spec, Some(Method::AlphaBeta(spec.whole("depth"), order(spec))))
        },
    ),
    AgentRow::new(
        "deepening",
        "Searches deeper and deeper until it has visited {nodes states}, with a transposition \
         table, move ordering, quiescence and the evaluation {eval}.",
        &[NODES, evaluation("rivals"), Parameter::time()],
        |game, spec| searching(game, spec, Some(Method::Deepening(spec.budget()))),
    ),
    AgentRow::new(
        "mcts",
        "Builds a tree in {playouts playouts} by upper confidence bounds, with the evaluation \
         {eval} at its leaves.",
        &[PLAYOUTS, evaluation("rivals")],
        |game, spec| searching(game, spec, Some(Method::TreeSearch(spec.whole("playouts")))),
    ),
    AgentRow::new(
        "orts-printed",
        "Searches {depth moves} ahead by alpha-beta as Orts 2022 prints it, with the test for \
         MAX nodes inverted, so that it prefers the worst moves. It is here as evidence and \
         not to be played against.",
        &[DEPTH, evaluation("orts"), ORDER],
        |game, spec| searching(game, spec, None),
    ),
];

impl Solve for Parchis {
    const ADVISER: Option<&'static str> = Some("deepening:100000");

    /// The value of more seats than two is no share of the win.
    fn judges(&self, seats: usize) -> Option<[&'static str; 2]> {
        (seats == 2).then_some(["deepening:100000", "deepening:1000000"])
    }

    fn share(&self, value: f64) -> f64 {
        win_probability(value, Evaluation::<Self>::scale(&Rivals::TUNED))
    }

    fn proven(&self, state: &ParchisState, seat: Seat) -> Option<f64> {
        if state.is_thrown() {
            return None;
        }
        proven(self, state, seat, PROVEN).map(|wins| f64::from(u8::from(wins)))
    }

    fn sampler(&self) -> Sampler {
        // Thrown dice make games differ.
        let slips = if self.variant == Variant::Thrown { 0 } else { 10 };
        Sampler { agent: "deepening:100", games: 100, most: 600, slips }
    }
}

/// An agent that searches by this method, or as Orts prints it.
fn searching(
    game: &Parchis,
    spec: &AgentSpec,
    method: Option<Method<Parchis>>,
) -> Box<dyn Agent<Parchis>> {
    fn with(
        game: &Parchis,
        spec: &AgentSpec,
        method: Option<Method<Parchis>>,
        evaluation: impl Sides,
    ) -> Box<dyn Agent<Parchis>> {
        // A search for each evaluation is faster; one for all is shorter.
        #[cfg(rivals_page)]
        let evaluation: Box<dyn Sides> = Box::new(evaluation);
        match method {
            Some(method) if game.variant == Variant::Thrown => {
                Box::new(SearchAgent::new(method, Against(evaluation)))
            }
            Some(method) => Box::new(SearchAgent::new(method, evaluation)),
            None => Box::new(Printed::new(spec.whole("depth"), order(spec), evaluation)),
        }
    }
    match spec.choice("eval") {
        "course" => with(game, spec, method, Course),
        "orts" => with(game, spec, method, Orts),
        "gm2" => with(game, spec, method, Gm2),
        _ => with(game, spec, method, Rivals::TUNED),
    }
}

fn order(spec: &AgentSpec) -> Order<Parchis> {
    match spec.choice("order") {
        "desc" => descending,
        _ => as_listed,
    }
}

/// Dice descending, pieces of one die ascending.
pub fn descending(_: &Parchis, _: &ParchisState, moves: &mut [ParchisMove]) {
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
        let after = at.game.after(at.view, Step::Act(**action));
        let goals = |state: &ParchisState| state.count(usize::from(at.view.mover), GOAL);
        let over = matches!(at.game.turn(&after), Turn::Over(_));
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
