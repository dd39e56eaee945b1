//! Parchis on one core: sequences of moves, decisions and games of agents.

use std::hint::black_box;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use rivals::games::parchis::{Parchis, ParchisState};
use rivals::play::{Agent, Dice, Game, Playthrough, Step};
use rivals::tournament::Players;

/// The number of sequences of moves from a state.
fn sequences(state: &ParchisState, depth: u32) -> u64 {
    let mut actions = Vec::new();
    Parchis::UGR22.legal(state, &mut actions);
    if depth == 1 {
        return actions.len() as u64;
    }
    let after = |action| Parchis::UGR22.after(state, Step::Act(action));
    let counts = actions.into_iter().map(|action| sequences(&after(action), depth - 1));
    counts.sum()
}

#[divan::bench(sample_count = 10)]
fn sequences_of_5_moves(bench: Bencher) {
    let start = Parchis::UGR22.start(2);
    let counter = ItemsCount::new(sequences(&start, 5));
    bench.counter(counter).bench(|| sequences(&start, 5));
}

fn agent(spelling: &str) -> Box<dyn Agent<Parchis>> {
    Parchis::UGR22.player(spelling).expect("it is an agent")
}

fn playthrough() -> Playthrough<Parchis> {
    Playthrough::new(Arc::new(Parchis::UGR22), 2, Dice::new(2022, 2, 0))
}

/// A decision from the start; items are the states that are visited.
#[divan::bench(sample_count = 10, sample_size = 1, args = [
    "minimax:4",
    "alphabeta:6",
    "alphabeta:6:order=desc",
    "alphabeta:6:eval=gm2:order=desc",
    "deepening:10000:eval=rivals",
    "mcts:10000:eval=rivals",
])]
fn decisions(bench: Bencher, spelling: &str) {
    let once = playthrough().ask(&mut *agent(spelling)).expect("a seat decides");
    let nodes = once.and_then(|thought| thought.nodes).expect("it searches");
    bench
        .counter(ItemsCount::new(nodes))
        .with_inputs(|| (playthrough(), agent(spelling)))
        .bench_local_values(|(mut playthrough, mut agent)| black_box(playthrough.ask(&mut *agent)));
}

/// A game between two of the same agent; items are its moves.
#[divan::bench(sample_count = 10, sample_size = 1, args = [
    "random",
    "alphabeta:4",
    "alphabeta:6:eval=gm2:order=desc",
])]
fn games(bench: Bencher, spelling: &str) {
    let agents = || [agent(spelling), agent(spelling)];
    let mut once = playthrough();
    once.run(&mut agents());
    bench
        .counter(ItemsCount::new(once.steps().count()))
        .with_inputs(|| (playthrough(), agents()))
        .bench_local_values(|(mut playthrough, mut agents)| {
            black_box(playthrough.run(&mut agents))
        });
}
