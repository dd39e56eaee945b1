//! The commands that Dragon Slayer adds to the program, odds and advise, and what it does of
//! `rivals solve` and `rivals fit`.

pub(crate) mod advise;
pub(crate) mod fit;
mod infer;
pub(crate) mod odds;
mod players;
mod rules;
pub(crate) mod solve;

use clap::Subcommand;

use crate::command::Output;

#[derive(Debug, Subcommand)]
pub(crate) enum OwnCommand {
    Odds(odds::OddsArgs),
    Advise(advise::AdviseArgs),
}

impl OwnCommand {
    pub(crate) fn run(self) -> miette::Result<Output> {
        match self {
            Self::Odds(args) => args.run(),
            Self::Advise(args) => args.run(),
        }
    }
}
