//! Measures the speed of the odds: `cargo bench --bench odds`.
//!
//! Throughput is in fights per second over the nine fights of Dragon Slayer, each equally
//! often. `generator` draws the random bits of the same number of rolls and does not use
//! them: this is the limit that `kernel` can approach.
//!
//! On a shared Intel Xeon with AVX-512, in one process and on one core, the generators
//! alone were fast enough for 4.3 billion fights per second (1.7 with AVX2 alone, 0.87 with
//! neither); the fights reached 0.85 billion (0.45, 0.28), which is a fifth (a quarter, a
//! third) of the limit. With wide registers the loop is bound by gathered loads, not by the
//! generator. A single serial generator would allow at most 0.82 billion.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rivals::games::dragon_slayer::Rules;
use rivals::games::dragon_slayer::odds::simulation::{
    AliasTable, BATCH, Kernel, LANES, fight, simulate,
};
use rivals::games::dragon_slayer::odds::{Cell, exact};
use rivals::random::{Key, Purpose, Streams};

fn tables(rules: &Rules) -> Vec<AliasTable> {
    let cells = Cell::all(rules).into_iter();
    cells
        .map(|cell| AliasTable::new(cell.fight(rules)))
        .collect()
}

fn key(unit: u64) -> Key {
    Key::new(1, Purpose::OddsSimulation, &[unit])
}

/// Draws `steps` times from all streams of a batch.
#[inline(always)]
fn draw(steps: u64) -> u64 {
    let mut streams = Streams::<{ LANES / 2 }>::new(key(0), 0);
    let mut all = [0; LANES / 2];
    for _ in 0..steps {
        for (sum, word) in all.iter_mut().zip(streams.draw()) {
            *sum ^= word;
        }
    }
    all.into_iter().fold(0, |sum, word| sum ^ word)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn draw_avx2(steps: u64) -> u64 {
    draw(steps)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq")]
fn draw_avx512(steps: u64) -> u64 {
    draw(steps)
}

fn draw_with(kernel: Kernel, steps: u64) -> u64 {
    match kernel {
        Kernel::Portable => draw(steps),
        // SAFETY: only available kernels are measured.
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx2 => unsafe { draw_avx2(steps) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx512 => unsafe { draw_avx512(steps) },
    }
}

fn one_core(criterion: &mut Criterion) {
    let rules = Rules::built_in();
    let tables = tables(&rules);
    let mut group = criterion.benchmark_group("one core");
    group.throughput(Throughput::Elements(tables.len() as u64 * BATCH));
    for kernel in Kernel::available() {
        group.bench_function(format!("kernel {kernel:?}"), |bench| {
            bench.iter(|| {
                for (unit, table) in tables.iter().enumerate() {
                    black_box(fight(table, key(unit as u64), BATCH, kernel));
                }
            });
        });
        // The number of draws of 32 bits equals the number of rolls of these fights.
        let rolls: u64 = (tables.iter().enumerate())
            .map(|(unit, table)| fight(table, key(unit as u64), BATCH, kernel).rolls)
            .sum();
        group.bench_function(format!("generator {kernel:?}"), |bench| {
            bench.iter(|| draw_with(kernel, black_box(rolls / LANES as u64)));
        });
    }
    group.finish();
}

fn all_cores(criterion: &mut Criterion) {
    const TRIALS: u64 = 10_000_000;
    let rules = Rules::built_in();
    let mut group = criterion.benchmark_group("all cores");
    group.throughput(Throughput::Elements(
        Cell::all(&rules).len() as u64 * TRIALS,
    ));
    group.bench_function("simulate", |bench| {
        bench.iter(|| black_box(simulate(&rules, TRIALS, 1, &|_| {})));
    });
    group.finish();
}

fn exact_nine(criterion: &mut Criterion) {
    let rules = Rules::built_in();
    criterion.bench_function("exact, all nine", |bench| {
        bench.iter(|| black_box(exact::all(&rules)));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(3));
    targets = one_core, all_cores, exact_nine
}
criterion_main!(benches);
