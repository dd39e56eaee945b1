//! What the program knows of Pig.

mod solve;

use crate::commands::{GameCommands, GameSolver};
use crate::games::pig::Pig;
use crate::play::Game;

pub(super) const COMMANDS: GameCommands = GameCommands {
    name: Pig::NAME,
    notation: "Pig: a position is {\"scores\":[20,31],\"mover\":1,\"at_stake\":8}, with \"rolling\":true when the\n\
         die is about to be rolled. The actions are \"roll\" and \"hold\", the events \"1\" to \"6\".",
    solve: Some(GameSolver {
        flags: &["--target"],
        run: solve::run,
        known_answers: || Ok(solve::known_answers()?),
    }),
    ..GameCommands::NONE
};
