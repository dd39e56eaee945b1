//! Measures the time to solve games: `cargo bench --bench solve`. Policies remember
//! their decisions, so all rounds of a pairing except the first measure known
//! decisions.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use rivals::games::dragon_slayer::Rules;
use rivals::games::dragon_slayer::policies::named;
use rivals::games::dragon_slayer::solver::{Play, Solution};
use rivals::games::pig::solver::{PigPlay, PigSolution};

fn solve(criterion: &mut Criterion) {
    let rules = Rules::built_in();
    criterion.bench_function("Dragon Slayer, odds included, all cores", |bench| {
        bench.iter(|| black_box(Solution::solve(&rules, [Play::Optimal; 2])));
    });
    criterion.bench_function("Pig to 100, one core", |bench| {
        bench.iter(|| black_box(PigSolution::solve(100, [PigPlay::Best; 2])));
    });
}

fn pairings(criterion: &mut Criterion) {
    let rules = Rules::built_in();
    for names in [
        ["hold-6", "hold-12"],
        ["greedy", "tree-2"],
        ["optimum", "hold-12"],
    ] {
        let policies = names.map(|name| named(name, &rules).expect("it is a policy"));
        let plays = [Play::As(&*policies[0]), Play::As(&*policies[1])];
        let name = format!("{} against {}, decisions remembered", names[0], names[1]);
        criterion.bench_function(&name, |bench| {
            bench.iter(|| black_box(Solution::solve(&rules, plays)));
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(3));
    targets = solve, pairings
}
criterion_main!(benches);
