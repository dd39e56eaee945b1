//! `rivals solve`: optimal play and exact values of a game.

use clap::Args;
use miette::miette;

use crate::command::{GameArg, Output, default_game, help_end};
use crate::commands;

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
pub(super) struct SolveGameArgs {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    args: commands::dragon_slayer::SolveArgs,
}

impl SolveGameArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        let game = self.game.game.unwrap_or_else(default_game);
        let name = game.info().name;
        if name == crate::dragon_slayer::NAME {
            let known_answers = || {
                let solvers = commands::all().filter_map(|game| game.solve);
                let all: miette::Result<Vec<_>> =
                    solvers.map(|solver| (solver.known_answers)()).collect();
                Ok(all?.concat())
            };
            let own = ["a subcommand of solve", "--rules", "--no-challenge", "--target", "--out"];
            self.args
                .for_any_game(&own)
                .map_err(|flag| miette!(help = "leave it out", "{name} does not take {flag}"))?;
            return self.args.run(&known_answers);
        }
        let solver = commands::of(game).solve.ok_or_else(|| {
            let help = "choose another game; `rivals games` lists all";
            miette!(help = help, "{name} has no solver")
        })?;
        let options = self.args.for_any_game(solver.flags).map_err(|flag| {
            miette!(
                help = format!(
                    "leave it out; {name} takes only {}, --format and --check",
                    solver.flags.join(", ")
                ),
                "{name} does not take {flag}"
            )
        })?;
        (solver.run)(&options)
    }
}
