//! What the program knows of BattleTech: the file protocol.

mod referee;
mod sbt;

pub(crate) use sbt::SbtArgs;

use super::GameCommands;
use crate::games::battletech::BattleTech;
use crate::play::Game;

pub(super) const COMMANDS: GameCommands =
    GameCommands { name: BattleTech::NAME, ..GameCommands::NONE };
