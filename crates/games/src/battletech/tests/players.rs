//! The file of the document's procedure decides as the built-in agent.

use super::super::rules::BattleTech;
use crate::tests::{decides_alike, measures_facts};

const FILE: &str = include_str!("../../../../../configs/battletech/players/seed.toml");

#[test]
fn the_file_decides_as_the_built_in_agent() {
    decides_alike(&BattleTech::default(), "seed", FILE, 2, 2_000);
}

#[test]
fn facts_have_the_values_that_they_say() {
    measures_facts(&BattleTech::default(), "seed", 2);
}

#[test]
#[ignore = "10,000 positions; a part of them is in another test"]
fn the_file_decides_as_the_built_in_agent_in_many_positions() {
    decides_alike(&BattleTech::default(), "seed", FILE, 2, 10_000);
}
