//! BattleTech on one core: reach, lines of sight, decisions and games of agents.

use std::hint::black_box;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use rivals::games::battletech::hex::Hex;
use rivals::games::battletech::movement::Mode;
use rivals::games::battletech::sight::{Stance, sight};
use rivals::games::battletech::{BattleTech, Map, State};
use rivals::play::{Dice, Game, Logged, Playthrough, Seat};
use rivals::tournament::Players;

fn start(setup: &str) -> State {
    BattleTech::default().set_up(setup, 2, &mut Dice::new(2010, 0, 0).opening()).expect("it is one")
}

/// All hexes, facings and modes that a Jenner reaches.
#[divan::bench]
fn reach_of_a_jenner(bench: Bencher) {
    let state = start("survive");
    let occupied = state.occupied(Seat(0));
    let mover = state.mover(Seat(0), &occupied);
    bench.bench(|| Mode::MOVES.map(|mode| mover.reach(black_box(&state.map), mode)));
}

/// The lines of sight between all hexes; items are pairs of hexes.
#[divan::bench(sample_count = 10)]
fn lines_of_sight(bench: Bencher) {
    let map = Map::named("wooded").expect("it is a map");
    let stances: Vec<Stance> = map.hexes().map(|hex: Hex| Stance { hex, prone: false }).collect();
    bench.counter(ItemsCount::new(stances.len() * stances.len())).bench(|| {
        let seen = |from: &Stance| {
            stances.iter().filter(|to| sight(black_box(&map), *from, **to).is_some()).count()
        };
        stances.iter().map(seen).sum::<usize>()
    });
}

/// Games between two of the same agent; items are decisions.
#[divan::bench(sample_count = 10, sample_size = 1, args = [
    ("seed", "duel"),
    ("evaluate", "cup-1"),
    ("commander", "cup-1"),
])]
fn games(bench: Bencher, (agent, setup): (&str, &str)) {
    let game = Arc::new(BattleTech::default());
    let agents = || [agent, agent].map(|agent| game.player(agent).expect("it is an agent"));
    let playthrough =
        || Playthrough::from_state(Arc::clone(&game), start(setup), 2, Dice::new(2010, 1, 0));
    let mut once = playthrough();
    once.run(&mut agents());
    let decisions = once.steps().filter(|step| matches!(step, Logged::Act(..)));
    bench
        .counter(ItemsCount::new(decisions.count()))
        .with_inputs(|| (playthrough(), agents()))
        .bench_local_values(|(mut playthrough, mut agents)| {
            black_box(playthrough.run(&mut agents))
        });
}
