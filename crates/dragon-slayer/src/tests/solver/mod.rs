//! The solver, compared with a reference implementation, with games played with dice, and
//! with claims of the thesis.

mod caps;
mod dice;
mod erratic;
mod fixed_plays;
mod hard;
mod optimum;
mod reference;
mod turns;

use crate::Rules;
use crate::solver::{Play, Solution};

/// The solution under optimal play by both seats.
fn best(rules: &Rules) -> Solution {
    Solution::solve(rules, [Play::Optimal; 2]).unwrap()
}

/// Small rules that have two dragons, a challenge and ties.
fn small() -> Rules {
    let mut rules = Rules::built_in();
    rules.target = 7;
    rules.dragons.remove(0);
    rules.dragons[0].points = 2;
    rules.dragons[0].dice = 1;
    rules.dragons[1].points = 3;
    rules.dragons[1].dice = 1;
    rules.warrior.dice = 2;
    rules.challenge.bonus = 2;
    rules
}
