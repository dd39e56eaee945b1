//! What the program knows of BattleTech: the file protocol, its report and its claims.

mod referee;
mod report;
mod sbt;

pub(crate) use sbt::SbtArgs;

use super::GameCommands;
use crate::games::battletech::BattleTech;
use crate::games::battletech::board::board;
use crate::play::Game;
use crate::play::show::Names;

pub(super) const COMMANDS: GameCommands = GameCommands {
    name: BattleTech::NAME,
    notation: "BattleTech: a position is {\"map\":\"open\",\"mechs\":[{\"model\":\"HBK-4G\",\"hex\":\"0802\",\"facing\":4},...]},\n\
         with turn, phase, order and more if they are not as at the start. Actions are walk:0805:4,\n\
         torso:left, fire:RA:5:0811, kick:RL:0811 or done, events the number that dice show. Its own\n\
         questions are distance, arc, line_of_sight, reach, to_hit, expected_damage and knapsack.",
    board: Some(|| {
        let names = Names::new(["seat 1", "seat 2"].map(str::to_owned), None);
        board(&BattleTech::default().start(2), &names).text
    }),
    report: |_, played| Ok(report::document(played)),
    studies: Some("../studies/report"),
    ..GameCommands::NONE
};
