//! The file of the document's priority board decides as the built-in agent.

use super::super::rules::TicTacToe;
use crate::tests::{decides_alike, measures_facts};

const FILE: &str = include_str!("../../../../../configs/tic_tac_toe_sp/players/priority.toml");

#[test]
fn the_file_decides_as_the_built_in_agent() {
    decides_alike(&TicTacToe::STUDIO, "priority", FILE, 2, 5_000);
    let random = format!("ties = \"random\"\n{FILE}");
    decides_alike(&TicTacToe::STUDIO, "priority:tie=random", &random, 2, 5_000);
}

#[test]
fn facts_have_the_values_that_they_say() {
    measures_facts(&TicTacToe::STUDIO, "priority-fixed", 2);
}

#[test]
#[ignore = "100,000 positions; a part of them is in another test"]
fn the_file_decides_as_the_built_in_agent_in_many_positions() {
    decides_alike(&TicTacToe::STUDIO, "priority", FILE, 2, 100_000);
    let random = format!("ties = \"random\"\n{FILE}");
    decides_alike(&TicTacToe::STUDIO, "priority:tie=random", &random, 2, 100_000);
}
