//! The odds of Dragon Slayer: fights per second over its nine fights, each equally often, and
//! the time of the exact odds.
//!
//! `simulated` is compared with `dice_by_dice`, which rolls and counts each die as the rules say:
//! the ratio of their fights per second is what drawing whole rolls in 64 lanes gains. The
//! kernels and generators inside of `simulated` are private and are not measured.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rivals::dragon_slayer::Rules;
use rivals::dragon_slayer::odds::exact;
use rivals::dragon_slayer::odds::simulation::simulate;

/// Fights of each of the nine.
const FIGHTS: u64 = 1 << 20;

#[divan::bench(sample_count = 10)]
fn simulated_on_one_core(bench: Bencher) {
    let (rules, pool) = (Rules::built_in(), super::one_core());
    let run = || pool.install(|| simulate(&rules, FIGHTS, 1, &|_| {}));
    bench.counter(ItemsCount::new(9 * FIGHTS)).bench(run);
}

#[divan::bench(sample_count = 10)]
fn simulated_on_all_cores(bench: Bencher) {
    let rules = Rules::built_in();
    let run = || simulate(&rules, FIGHTS, 1, &|_| {});
    bench.counter(ItemsCount::new(9 * FIGHTS)).bench(run);
}

#[divan::bench(sample_count = 10)]
fn dice_by_dice_on_one_core(bench: Bencher) {
    const FIGHTS: u64 = 1 << 14;
    let rules = Rules::built_in();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    bench.counter(ItemsCount::new(9 * FIGHTS)).bench_local(|| {
        let mut won = 0;
        for (dragon, warrior_dice) in (0..3).flat_map(|dragon| [1, 2, 3].map(|n| (dragon, n))) {
            for _ in 0..FIGHTS {
                won += u64::from(fight(&rules, dragon, warrior_dice, &mut rng) > 0);
            }
        }
        black_box(won)
    });
}

/// The warrior dice left after a fight.
fn fight(rules: &Rules, dragon: usize, mut warrior_dice: u8, rng: &mut impl Rng) -> u8 {
    let (dragon, warrior) = (&rules.dragons[dragon], rules.warrior.die);
    let mut dragon_dice = dragon.dice;
    loop {
        let (mut flames, mut shields, mut axes, mut parts) = (0_u8, 0, 0, 0);
        for _ in 0..dragon_dice {
            match rng.random_range(0..6) {
                face if face < dragon.die.part => parts += 1,
                face if face < dragon.die.part + dragon.die.mountain => {}
                _ => flames += 1,
            }
        }
        for _ in 0..warrior_dice {
            match rng.random_range(0..6) {
                face if face < warrior.axe => axes += 1,
                face if face < warrior.axe + warrior.shield => shields += 1,
                _ => flames += 1,
            }
        }
        dragon_dice -= parts;
        warrior_dice = warrior_dice.saturating_sub(flames.saturating_sub(shields));
        if warrior_dice == 0 || (dragon_dice == 0 && axes > 0) {
            return warrior_dice;
        }
    }
}

#[divan::bench(sample_count = 20)]
fn exact_odds_of_all_nine(bench: Bencher) {
    let rules = Rules::built_in();
    bench.bench(|| exact::all(&rules));
}
