//! The commands that Dragon Slayer adds to the program: odds, solve and advise.

pub(crate) mod advise;
mod infer;
pub(crate) mod odds;
mod rules;
pub(crate) mod solve;

use clap::{Args, Subcommand};
use miette::miette;

use super::NAME;
use crate::command::{Output, help_end};
use crate::games::{ALL, GameArg, default_game};

#[derive(Debug, Subcommand)]
pub(crate) enum GameCommand {
    Odds(odds::OddsArgs),
    Solve(SolveGameArgs),
    Advise(advise::AdviseArgs),
}

impl GameCommand {
    pub(crate) fn run(self) -> miette::Result<Output> {
        match self {
            Self::Odds(args) => args.run(),
            Self::Solve(args) => args.run(),
            Self::Advise(args) => args.run(),
        }
    }
}

/// Solve the game of two seats: optimal play and exact win probabilities.
///
/// Every position is solved under optimal play by both players. Win probabilities at scores
/// below the target are proven to lie within the printed bound, unless it is called an
/// estimate. No dice are rolled. Other games take only some of the flags; a refusal lists
/// them.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = help_end("
        # solve a shorter game; my-results/values.csv gets the value of every position
        rivals solve --target 30 --out my-results
        # is 5x5 with four in a row and no powers a win for the first player?
        rivals solve --game tic-tac-toe-sp --setup 5x5:k=4:stocks=0,0,0,0
        # compare the solution of Pig with its published value
        rivals solve --game pig --check
    ")
)]
pub(crate) struct SolveGameArgs {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    args: solve::SolveArgs,
}

impl SolveGameArgs {
    fn run(self) -> miette::Result<Output> {
        let game = self.game.game.unwrap_or_else(default_game);
        let name = game.info().name;
        if name == NAME {
            let known_answers = || {
                let of_others: miette::Result<Vec<_>> =
                    ALL.iter().map(|game| game.known_answers()).collect();
                Ok(of_others?.concat())
            };
            let own = [
                "a subcommand of solve",
                "--rules",
                "--no-challenge",
                "--target",
                "--out",
            ];
            self.args
                .for_any_game(&own)
                .map_err(|flag| miette!(help = "leave it out", "{name} does not take {flag}"))?;
            return self.args.run(&known_answers);
        }
        let flags = game.solve_flags();
        let options = self.args.for_any_game(flags).map_err(|flag| {
            miette!(
                help = format!(
                    "leave it out; {name} takes only {}, --format and --check",
                    flags.join(", ")
                ),
                "{name} does not take {flag}"
            )
        })?;
        game.solve(&options).unwrap_or_else(|| {
            Err(miette!(
                help = "name a game that has a solver, such as dragon-slayer or pig",
                "{name} has no solver"
            ))
        })
    }
}
