//! The solved game: against a stupid twin, against games played with dice, and
//! against what the thesis says.

mod caps;
mod dice;
mod erratic;
mod fixed_plays;
mod hard;
mod optimum;
mod stops;
mod turns;
mod twin;

use crate::games::dragon_slayer::Rules;
use crate::games::dragon_slayer::solver::{Play, Solution};

fn best(rules: &Rules) -> Solution {
    Solution::solve(rules, [Play::Best; 2]).unwrap()
}

/// Small rules with everything in them: two dragons, a challenge, ties.
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
