//! Tute Cabrero on one core: hands between three players, and decisions.

use std::hint::black_box;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use rivals::games::tute::Tute;
use rivals::play::{AgentSpec, Decision, Dice, Game, Hidden, Seat, Step, Turn};
use rivals::tournament::{Contest, GameRecord, Players};

/// Hands between three of the same player; items are hands.
#[divan::bench(sample_count = 20, args = ["random", "novice", "medium", "expert"])]
fn hands(bench: Bencher, player: &str) {
    let contest = Tute::agent_contest(
        &Arc::new(Tute::HAND),
        &[AgentSpec::parse(player, Tute::KINDS).unwrap()],
    );
    let dice: Vec<Dice> = (0..10_000).map(|hand| Dice::new(2012, 0, hand)).collect();
    let mut records = vec![GameRecord::new(3, contest.metrics().len()); dice.len()];
    bench.counter(ItemsCount::new(dice.len())).bench_local(|| {
        contest.play_many(&[0, 0, 0], &dice, black_box(&mut records));
    });
}

/// The first card of a hand, which has 13 choices.
#[divan::bench(sample_count = 20, sample_size = 1, args = ["pimc:20", "pimc:200", "ismcts:200", "cabrero"])]
fn first_card(bench: Bencher, player: &str) {
    let game = &Tute::HAND;
    let (mut state, mut dice) = (game.start(3), Dice::new(2012, 0, 0).turn(0, 0));
    while let Turn::Chance(cards) = game.turn(&state) {
        let card = cards.sample(&mut dice);
        game.play(&mut state, Step::Event(card));
    }
    let (view, actions) = (game.view(&state, Seat(0)), game.actions(&state));
    let mut agent = Tute::HAND.player(player).expect("it is an agent");
    bench.bench_local(|| {
        let decision = Decision::new(game, Seat(0), &view, &actions);
        agent.decide(black_box(&decision), &mut dice)
    });
}
