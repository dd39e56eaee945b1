//! The commands that Dragon Slayer adds to the program, odds, advise and fit, and its arguments of
//! `rivals solve`.

pub(crate) mod advise;
mod fit;
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
    Fit(fit::FitArgs),
}

impl OwnCommand {
    pub(crate) fn run(self) -> miette::Result<Output> {
        match self {
            Self::Odds(args) => args.run(),
            Self::Advise(args) => args.run(),
            Self::Fit(args) => args.run(),
        }
    }
}
