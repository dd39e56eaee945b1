//! `rivals solve`: optimal play and exact values of a game.

use clap::Args;
use miette::miette;

use crate::command::shared::Given;
use crate::command::{GameArg, Output, default_game, help_end};
use crate::commands::{self, PolicyCommand};

/// Solve a game with two seats: optimal play and exact win probabilities.
///
/// Every position is solved under optimal play by both players. Win probabilities at scores
/// below the target are proven to lie within the printed bound, unless it is called an
/// estimate. No dice are rolled. `rivals games` shows which games have a solver, and `rivals
/// games GAME` which of the flags it takes.
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
pub(super) struct SolveArgs {
    // The first, as every other field takes its values from the matches.
    #[command(flatten)]
    given: Given,
    #[command(subcommand)]
    command: Option<PolicyCommand>,
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    flags: commands::SolveFlags,
}

impl SolveArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        if let Some(command) = self.command {
            return command.run();
        }
        let game = self.game.game.unwrap_or_else(default_game);
        let name = game.info().name;
        let solvers = || commands::all().filter_map(|game| Some((game.name, game.solve?)));
        let (_, solver) = solvers().find(|(solved, _)| *solved == name).ok_or_else(|| {
            let solved: Vec<&str> = solvers().map(|(solved, _)| solved).collect();
            let help = format!("choose another game: {}", solved.join(", "));
            miette!(help = help, "{name} has no solver")
        })?;
        let mut flags = solvers().flat_map(|(_, other)| other.flags);
        if let Some(flag) = flags.find(|flag| !solver.flags.contains(flag) && self.given.has(flag))
        {
            let taken = solver.flags.join(", ");
            let help = format!("leave it out; of the flags of single games {name} takes {taken}");
            return Err(miette!(help = help, "{name} does not take {flag}"));
        }
        // The default game compares the values of all.
        let all = name == default_game().info().name;
        let known = solvers().filter(|(solved, _)| self.flags.check && (all || *solved == name));
        let known: Vec<_> = known.map(|(_, solver)| solver.known_answers).collect();
        let known =
            || Ok(known.iter().map(|solve| solve()).collect::<miette::Result<Vec<_>>>()?.concat());
        (solver.run)(&self.flags, &known)
    }
}
