//! The agents.

use super::rules::BattleTech;
use rivals_core::contest::{Build, Players, Solve};
use rivals_core::play::AgentRow;

impl Players for BattleTech {
    type Counts = ();

    const AGENTS: &'static [AgentRow<Build<Self>>] = &[AgentRow::RANDOM];
}

impl Solve for BattleTech {}
