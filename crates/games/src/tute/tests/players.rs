//! The files of players decide as the built-in agents of the same names.

use super::super::rules::Tute;
use super::all_rules;
use crate::tests::{decides_alike, measures_facts};

const FILES: [(&str, &str); 3] = [
    ("novice", include_str!("../../../../../configs/tute/players/novice.toml")),
    ("medium", include_str!("../../../../../configs/tute/players/medium.toml")),
    ("expert", include_str!("../../../../../configs/tute/players/expert.toml")),
];

#[test]
fn files_decide_as_built_in_agents() {
    for (name, file) in FILES {
        decides_alike(&Tute::HAND, name, file, 3, 5_000);
        // By all rules, of which some give a player fourteen cards or all declarations.
        all_rules().iter().for_each(|rules| decides_alike(rules, name, file, 3, 200));
        decides_alike(&Tute::MATCH, name, file, 3, 1_000);
    }
}

#[test]
fn numbers_are_those_of_the_agents() {
    for (number, agent) in [(50, "medium:50:w=3"), (0, "medium:0:w=3")] {
        let file = FILES[1].1.replace("threshold = 35", &format!("threshold = {number}"));
        let file = file.replace("weight = 9", "weight = 3");
        decides_alike(&Tute::HAND, agent, &file, 3, 1_000);
    }
}

#[test]
fn facts_have_the_values_that_they_say() {
    all_rules().iter().step_by(7).for_each(|rules| measures_facts(rules, "expert", 3));
}

#[test]
#[ignore = "100,000 positions; a part of them is in another test"]
fn files_decide_as_built_in_agents_in_many_positions() {
    for (name, file) in FILES {
        decides_alike(&Tute::HAND, name, file, 3, 100_000);
    }
}
