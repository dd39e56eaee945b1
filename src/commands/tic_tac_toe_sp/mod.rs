//! What the program knows of Tic Tac Toe SP.

mod report;
mod solve;

use std::ffi::OsString;

use crate::commands::{GameCommands, GameSolver, Reproduction};
use crate::games::tic_tac_toe_sp::TicTacToe;
use crate::games::tic_tac_toe_sp::solve::{FILE, known_answers};
use crate::games::tic_tac_toe_sp::state::Setup;
use crate::play::Game;

pub(super) const COMMANDS: GameCommands = GameCommands {
    name: TicTacToe::NAME,
    notation: "Tic Tac Toe SP: a position is {\"rows\":[\"XX.X.\",...],\"win\":4,\"to_move\":\"X\",\"stocks\":\n\
         {\"X\":{\"ice\":2,\"plant\":2,\"torch\":1,\"bomb\":1},\"O\":{...}}} with i for ice, p for a plant and #\n\
         for an obstacle. An action is its kind and its cell, \"basic:0,3\" or \"torch:2,2\". There are no\n\
         events. Setups are 5x5, 3x3 and any other, such as 4x4:k=4:stocks=1,1,1,1:blocked=0,0;3,3,\n\
         with the stocks of O behind a / where they differ. Its own question is\n\
         priorities {position, agent, seed?}: the numbers from which an agent with priorities decides.",
    board: Some(|| Setup::STUDIO.state().to_string()),
    solve: Some(GameSolver {
        flags: &["--setup", "--position", "--memory", "--nodes", "--rules", "--out"],
        run: solve::run,
        known_answers: || Ok(known_answers()),
    }),
    reproduction: Some(Reproduction {
        commands: |_, folder| {
            let words = ["solve", "--game", TicTacToe::NAME, "--out"].map(OsString::from);
            Ok(vec![[&words[..], &[folder.into()]].concat()])
        },
        files: &[FILE],
    }),
    report: report::document,
    studies: Some("../studies/report"),
    ..GameCommands::NONE
};
