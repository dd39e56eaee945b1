//! The time to solve games. Policies remember their decisions, so all rounds of a pairing except
//! the first measure known decisions.

use divan::Bencher;
use rivals::dragon_slayer::Rules;
use rivals::dragon_slayer::policies::named;
use rivals::dragon_slayer::solver::{Play, Solution};
use rivals::games::pig::solver::{PigPlay, PigSolution};

#[divan::bench(sample_count = 20)]
fn dragon_slayer_with_its_odds_on_all_cores(bench: Bencher) {
    let rules = Rules::built_in();
    bench.bench(|| Solution::solve(&rules, [Play::Optimal; 2]));
}

#[divan::bench(sample_count = 20)]
fn pig_on_one_core() {
    let solution = PigSolution::solve(100, [PigPlay::Optimal; 2]);
    divan::black_box_drop(solution);
}

#[divan::bench(sample_count = 20, args = ["hold-6 hold-12", "greedy tree-2", "optimum hold-12"])]
fn two_policies(bench: Bencher, names: &str) {
    let rules = Rules::built_in();
    let policies: Vec<_> =
        names.split(' ').map(|name| named(name, &rules).expect("it is a policy")).collect();
    let plays = [Play::As(&*policies[0]), Play::As(&*policies[1])];
    bench.bench(|| Solution::solve(&rules, plays));
}
