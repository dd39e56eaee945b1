//! The optimal policy against itself and against other policies.

use crate::Rules;
use crate::policies::named;
use crate::solver::{Play, Solution};

use super::best;

#[test]
fn the_optimal_policy_against_itself_has_the_value_of_the_solution() {
    let rules = Rules::built_in();
    let solution = best(&rules);
    let optimum = named("optimum", &rules).unwrap();
    let plays = [Play::As(&*optimum), Play::As(&*optimum)];
    let evaluated = Solution::solve(&rules, plays).unwrap();
    assert!((evaluated.first_wins() - solution.first_wins()).abs() < 1e-10);
    // A best response to the optimal policy gains nothing.
    let left = Solution::solve(&rules, [Play::Optimal, Play::As(&*optimum)]).unwrap();
    assert!((left.first_wins() - solution.first_wins()).abs() < 1e-10);
}

#[test]
fn other_policies_lose_to_the_optimal_policy_and_to_best_responses() {
    let rules = Rules::built_in();
    let value = best(&rules).first_wins();
    let optimum = named("optimum", &rules).unwrap();
    for name in ["hold-6", "hold-12", "greedy", "tree-1", "tree-2"] {
        let policy = named(name, &rules).unwrap();
        let first_wins = |plays| Solution::solve(&rules, plays).unwrap().first_wins();
        let first = first_wins([Play::As(&*policy), Play::As(&*optimum)]);
        let second = first_wins([Play::As(&*optimum), Play::As(&*policy)]);
        assert!(first < value && value < second, "{name}: {first} {value} {second}");
        let response = first_wins([Play::Optimal, Play::As(&*policy)]);
        assert!(response >= second - 1e-12, "{name}: {response} {second}");
    }
}
