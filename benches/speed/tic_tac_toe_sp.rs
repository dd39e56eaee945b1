//! Tic Tac Toe SP on one core: sequences of moves, decisions, games, and proofs.

use std::hint::black_box;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use rivals::games::tic_tac_toe_sp::{TicTacToe, TicTacToeState, named, value};
use rivals::play::{Agent, Dice, Game, Sitting};

/// The number of sequences of moves from a state.
fn sequences(
    state: &TicTacToeState,
    depth: u32,
    actions: &mut Vec<<TicTacToe as Game>::Action>,
) -> u64 {
    let listed = actions.len();
    TicTacToe::STUDIO.actions(state, actions);
    let mut count = (actions.len() - listed) as u64;
    if depth > 1 {
        count = 0;
        for at in listed..actions.len() {
            let after = TicTacToe::STUDIO.after(state, actions[at]);
            count += sequences(&after, depth - 1, actions);
        }
    }
    actions.truncate(listed);
    count
}

#[divan::bench(sample_count = 10)]
fn sequences_of_4_moves(bench: Bencher) {
    let start = TicTacToe::STUDIO.start(2);
    let counter = ItemsCount::new(sequences(&start, 4, &mut Vec::new()));
    bench
        .counter(counter)
        .bench(|| sequences(&start, 4, &mut Vec::new()));
}

/// Setups that are solved from the start.
#[divan::bench(sample_count = 10, sample_size = 1, args = [
    "3x3:k=3:stocks=1,1,1,1",
    "4x4:k=4:stocks=0,0,1,0",
    "5x5:k=4:stocks=0,0,0,0",
])]
fn proofs(setup: &str) {
    black_box(value(setup));
}

fn agent(spelling: &str) -> Box<dyn Agent<TicTacToe>> {
    named(spelling).expect("it is an agent")
}

fn sitting(number: u64) -> Sitting<TicTacToe> {
    Sitting::new(Arc::new(TicTacToe::STUDIO), 2, Dice::new(2017, 2, number))
}

/// Games between an agent and `random`; items are the games.
#[divan::bench(sample_count = 10, args = ["priority", "priority-fixed", "deepening:1000"])]
fn games_against_random(bench: Bencher, spelling: &str) {
    bench.counter(ItemsCount::new(100_u64)).bench_local(|| {
        for number in 0..100 {
            let mut agents = [agent(spelling), agent("random")];
            black_box(sitting(number).run(&mut agents));
        }
    });
}

/// The first decision; items are decisions.
#[divan::bench(args = ["priority", "priority-fixed", "deepening:20000", "mcts:1000"])]
fn decisions(bench: Bencher, spelling: &str) {
    bench
        .counter(ItemsCount::new(1_u64))
        .with_inputs(|| (sitting(0), agent(spelling)))
        .bench_local_values(|(mut sitting, mut agent)| black_box(sitting.ask(&mut *agent)));
}
