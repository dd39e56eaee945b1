//! What the program knows of BattleTech: the file protocol.

mod referee;
mod sbt;

use clap::{FromArgMatches, Subcommand};
use miette::miette;

use super::{GameCommands, OwnCommands};
use crate::games::battletech::BattleTech;
use crate::play::Game;

/// The commands that BattleTech adds to the program.
#[derive(Debug, Subcommand)]
enum OwnCommand {
    Sbt(sbt::SbtArgs),
}

pub(super) const COMMANDS: GameCommands = GameCommands {
    name: BattleTech::NAME,
    own: Some(OwnCommands {
        add: OwnCommand::augment_subcommands,
        run: |program| {
            OwnCommand::has_subcommand(program.subcommand_name()?).then(|| {
                // clap has accepted the words, so an error is a fault of this program.
                let command = OwnCommand::from_arg_matches(program);
                let OwnCommand::Sbt(args) = command.map_err(|error| miette!("{error}"))?;
                args.run()
            })
        },
    }),
    ..GameCommands::NONE
};
