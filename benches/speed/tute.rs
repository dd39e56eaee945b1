//! Tute Cabrero on one core: hands between three players.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use rivals::games::tute::contest;
use rivals::play::Dice;
use rivals::tournament::{Contest, GameRecord};

/// Hands between three of the same player; items are hands.
#[divan::bench(sample_count = 20, args = ["random", "novice", "medium", "expert"])]
fn hands(bench: Bencher, player: &str) {
    let contest = contest(&[player]).expect("it is an agent");
    let dice: Vec<Dice> = (0..10_000).map(|hand| Dice::new(2012, 0, hand)).collect();
    let mut records = vec![GameRecord::new(3, contest.metrics().len()); dice.len()];
    bench.counter(ItemsCount::new(dice.len())).bench_local(|| {
        contest.play_many(&[0, 0, 0], &dice, black_box(&mut records));
    });
}
