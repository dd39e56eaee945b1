//! What the program knows of Parchis.

mod report;

use crate::commands::GameCommands;
use crate::games::parchis::{Parchis, Setup};
use crate::play::Game;

pub(super) const COMMANDS: GameCommands = GameCommands {
    name: Parchis::NAME,
    notation: "Parchis: a position is {\"to_move\":\"yellow\",\"pieces\":{\"yellow\":[\"H\",\"4\",\"Q1\",\"G\"],...}}, with\n\
         \"dice\", \"bonus\", \"rem6\", \"bounces\" and \"moves\" if they are not as at the start. An action is\n\
         a die or bonus and a piece from 0 to 3, \"5:0\" or \"20:3\", or \"6:skip\". Where dice are thrown,\n\
         \"dice\" is null or the die, \"sixes\" and \"last\" replace \"rem6\" and \"bounces\", and events are \"1\" to \"6\".",
    board: Some(|| Setup::Grouped.state().to_string()),
    report: |_, played| Ok(report::document(played)),
    ..GameCommands::NONE
};
