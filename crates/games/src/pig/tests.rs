//! Searches in games with chance and more than two seats: Pig, with its points as evaluation,
//! and a recursion that lists all values as the oracle.

use std::sync::Arc;

use crate::pig::{Pig, PigAction, PigState};
use rivals_core::play::{
    Bound, Budget, Dice, Game, Logged, Playthrough, Seat, Step, Turn, Valued, Watch,
};
use rivals_core::search::{
    Deepening, Evaluation, FixedDepth, Found, Limits, Method, SearchAgent, Searchable,
    Transpositions, TreeSearch, WIN,
};

/// The points of a seat minus those of the best of the others; points at stake count half.
#[derive(Clone, Copy)]
struct Points;

impl Evaluation<Pig> for Points {
    fn value(&self, _: &Pig, state: &PigState, seat: Seat) -> f64 {
        let points = |seat| {
            let at_stake = if state.mover == seat { state.at_stake } else { 0 };
            f64::from(2 * state.scores[seat] + at_stake)
        };
        let others = state.scores.iter().filter(|&(other, _)| other != seat);
        points(seat) - others.map(|(other, _)| points(other)).fold(0.0, f64::max)
    }

    fn scale(&self) -> f64 {
        10.0
    }
}

impl Searchable for Pig {
    const SLOTS: usize = 2;
    const MAX_DEPTH: u32 = 8;

    fn key(&self, state: &PigState) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        state.hash(&mut hasher);
        hasher.finish()
    }

    fn slot(&self, _: &PigState, action: PigAction) -> usize {
        usize::from(action == PigAction::Hold)
    }
}

/// The expectimax value of a state: the seat maximises, others minimise, chance is averaged.
fn oracle(game: &Pig, state: &PigState, depth: u32, seat: Seat) -> f64 {
    match game.turn(state) {
        Turn::Over(outcome) if outcome.winners().contains(seat) => WIN,
        Turn::Over(_) => -WIN,
        Turn::Chance(_) => {
            let values = (1..=6).map(|face| {
                let after = game.after(state, Step::Event(crate::pig::Face(face)));
                oracle(game, &after, depth, seat)
            });
            values.sum::<f64>() / 6.0
        }
        Turn::Decide(_) if depth == 0 => Points.value(game, state, seat),
        Turn::Decide(decider) => {
            let next = game.actions(state).into_iter();
            let values = next
                .map(|action| oracle(game, &game.after(state, Step::Act(action)), depth - 1, seat));
            if decider == seat {
                values.fold(f64::NEG_INFINITY, f64::max)
            } else {
                values.fold(f64::INFINITY, f64::min)
            }
        }
    }
}

/// States of random games in which a seat decides.
fn states(game: &Pig, seats: usize) -> Vec<PigState> {
    let mut states = Vec::new();
    for number in 0..20 {
        let dice = Dice::new(3, 0, number);
        let mut playthrough = Playthrough::new(game.clone().into(), seats, dice);
        let mut agents = Vec::new();
        agents.resize_with(seats, || Box::new(rivals_core::play::RandomAgent) as Box<_>);
        while playthrough.advance(&mut agents).is_none() {
            if let Turn::Decide(_) = playthrough.turn() {
                states.push(*playthrough.state());
            }
        }
    }
    states
}

#[test]
fn searches_average_chance_and_see_all_other_seats_as_opponents() {
    let game = Pig::to(12);
    let order = |_: &Pig, _: &PigState, _: &mut [PigAction]| {};
    let mut table = Transpositions::new(10);
    for seats in [2, 3] {
        let states = states(&game, seats);
        for state in states.iter().step_by(1 + states.len() / 60) {
            let seat = state.mover;
            for depth in 1..=3 {
                let expected = oracle(&game, state, depth, seat);
                let close = |value: f64| (value - expected).abs() <= 1e-9 * expected.abs().max(1.0);
                let search = || FixedDepth::new(&game, &Points, order, seat).explained(true);
                let minimax = search().minimax(state, depth);
                let alpha_beta = search().alpha_beta(state, depth);
                assert!(close(minimax.value), "{state:?} {depth}");
                assert_eq!(minimax.value, alpha_beta.value);
                assert_eq!(minimax.best, alpha_beta.best);
                assert_eq!(minimax.actions.len(), 2);
                bounded(&minimax, &alpha_beta, 0.0);
                let limits = Limits { nodes: u64::MAX, depth, quiescence: false };
                let deepening = Deepening::new(&game, &Points, seat, limits, &mut table);
                let found = deepening.explained(true).search(state);
                // A search that sees a win goes no deeper.
                if found.depth == depth {
                    bounded(&minimax, &found, 20.0);
                }
                // Won games are worth a little less the later they are won.
                let near = (found.value - expected).abs() <= 20.0;
                assert!(near, "{state:?} {depth}: {} {expected}", found.value);
            }
        }
    }
}

/// Checks the values and bounds of a search against the values of minimax.
fn bounded(minimax: &Found<PigAction>, other: &Found<PigAction>, tolerance: f64) {
    assert_eq!(other.actions.len(), minimax.actions.len());
    assert_eq!(other.variation[0], other.best);
    for &Valued { action, value, bound } in &other.actions {
        let exact = minimax.actions.iter().find(|of| of.action == action).unwrap();
        assert_eq!(exact.bound, Bound::Exact);
        assert!(match bound {
            Bound::Exact => (value - exact.value).abs() <= tolerance,
            Bound::Upper => value >= exact.value - tolerance,
            Bound::Lower | Bound::Rough => false,
        });
    }
}

#[test]
fn tree_search_holds_when_holding_wins() {
    let game = Pig::to(20);
    let mut state = game.start(2);
    (state.scores[Seat::FIRST], state.at_stake) = (10, 10);
    let mut rng = Dice::new(1, 2, 3).turn(0, 0);
    let found = TreeSearch::new(&game, &Points, Seat::FIRST).search(&state, 300, &mut rng);
    assert_eq!(found.best, PigAction::Hold);
    assert!(found.value > 0.99, "{found:?}");
    assert!(found.depth > 1 && found.nodes > 300);
}

#[test]
fn a_budget_is_kept() {
    let game = Pig::to(50);
    let mut table = Transpositions::new(10);
    for nodes in [1, 10, 500, 5_000] {
        let limits = Limits { nodes, depth: 8, quiescence: true };
        let deepening = Deepening::new(&game, &Points, Seat::FIRST, limits, &mut table);
        let found = deepening.search(&game.start(2));
        // The first iteration is always finished.
        assert!(found.nodes <= nodes.max(20), "{} of {nodes}", found.nodes);
        assert!(found.depth >= 1);
    }
}

#[test]
fn agents_play_games_with_chance() {
    for method in [
        Method::Minimax(2, |_, _, _| {}),
        Method::Deepening(Budget::States(200)),
        Method::TreeSearch(50),
    ] {
        let mut playthrough = Playthrough::new(Pig::to(20).into(), 2, Dice::new(7, 0, 0));
        let agent = SearchAgent::new(method, Points);
        playthrough.run(&mut [Box::new(agent), Box::new(rivals_core::play::RandomAgent)]);
        assert!(playthrough.steps().len() > 2);
    }
}

/// Every search ends soon after it is asked to, and its agent then gives no action.
#[test]
fn a_stopped_search_gives_up() {
    for method in [
        Method::Minimax(15, |_, _, _| {}),
        Method::AlphaBeta(20, |_, _, _| {}),
        Method::Deepening(Budget::States(1_000_000_000)),
        Method::TreeSearch(10_000_000),
    ] {
        let watch = Arc::new(Watch::default());
        watch.set_stopped(true);
        let mut agent = SearchAgent::new(method, Points);
        let playthrough = Playthrough::new(Pig::to(300).into(), 2, Dice::new(7, 0, 0));
        let mut playthrough = playthrough.watched_by(&watch);
        assert_eq!(playthrough.ask(&mut agent), Ok(None));
        assert_eq!(playthrough.steps().last(), Some(Logged::Forfeit(Seat::FIRST)));
        assert!((1..1_000_000).contains(&watch.visited()));
    }
}
