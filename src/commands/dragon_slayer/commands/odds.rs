//! `rivals odds`: computes and simulates the odds of all fights.

use std::time::Instant;

use clap::Args;

use super::infer::InferArgs;
use super::rules;
use crate::catalogue::{GameEntry, find};
use crate::command::output::print_note;
use crate::command::progress::Bar;
use crate::command::shared::{OutputArgs, RulesArg, ThreadsArg, whole_number};
use crate::command::{Output, Success, help_end};
use crate::commands::dragon_slayer::results::odds as results;
use crate::dragon_slayer::NAME as GAME;
use crate::dragon_slayer::odds::simulation::{MAX_TRIALS, simulate};
use crate::dragon_slayer::odds::{Cell, OddsTable, Published, exact};
use crate::results::ManifestEntry;

/// Compute the odds of every fight: simulated, exact and published side by side.
///
/// Simulates fights of every number of warrior dice against every dragon, computes the
/// same odds exactly, and shows the odds that Castells Amat 2018 published for them.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = help_end("
        # fewer fights and another seed; also write my-results/odds.csv
        rivals odds --trials 100000 --seed 7 --out my-results
    ")
)]
pub(crate) struct OddsArgs {
    #[command(subcommand)]
    command: Option<OddsCommand>,
    #[command(flatten)]
    run: RunArgs,
}

#[derive(Debug, clap::Subcommand)]
enum OddsCommand {
    Infer(InferArgs),
}

#[derive(Debug, Args)]
struct RunArgs {
    /// Fights per cell (one dragon against one number of warrior dice), 1 to 10000000000
    #[arg(
        short = 'n', long,
        value_name = "N",
        default_value_t = 1_000_000,
        allow_negative_numbers = true,
        value_parser = whole_number(1..=MAX_TRIALS)
    )]
    trials: u64,
    /// Seed; the same seed gives the same figures
    #[arg(long, value_name = "S", default_value_t = 2018, allow_negative_numbers = true, value_parser = whole_number(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    rules: RulesArg,
    #[command(flatten)]
    output: OutputArgs,
    /// As other commands have it; only one game has fights
    #[arg(long = "game", hide = true, value_name = "GAME", value_parser = game_with_odds)]
    _game: Option<&'static GameEntry>,
}

/// The game of these odds.
///
/// # Errors
/// What to use for another game.
fn game_with_odds(name: &str) -> Result<&'static GameEntry, String> {
    let game = find(name)?;
    match game.info().name {
        GAME => Ok(game),
        name => Err(format!(
            "odds are those of the fights of {GAME}; of {name}, `rivals play --game {name} --hints` \
             shows what choices are worth, and `rivals tournament --game {name}` who wins"
        )),
    }
}

impl OddsArgs {
    pub(crate) fn run(self) -> miette::Result<Output> {
        match self.command {
            Some(OddsCommand::Infer(args)) => args.run(),
            None => self.run.run(),
        }
    }
}

impl RunArgs {
    fn run(self) -> miette::Result<Output> {
        let (rules, name) = rules::named(&self.rules)?;
        let rules = &rules;
        let folder = (self.output).prepare_folder(results::COMMAND, &[results::FILE])?;
        let pool = self.threads.pool()?;

        let start = Instant::now();
        let exact = exact::all(rules);
        let solved_in = start.elapsed();

        let fights = Cell::all(rules).len() as u64 * self.trials;
        let progress = Bar::new(fights, "fights", self.output.quiet);
        let start = Instant::now();
        let tallies = pool
            .install(|| simulate(rules, self.trials, self.seed, &|fights| progress.add(fights)));
        let simulated_in = start.elapsed();
        progress.finish();

        let table = OddsTable::new(rules, exact, &tallies, &Published::thesis());
        if let Some(folder) = folder {
            let entry = ManifestEntry {
                seed: Some(self.seed),
                trials: Some(self.trials),
                ..ManifestEntry::new(results::COMMAND, GAME, &rules.identity())
            };
            folder.write(entry, &[(results::FILE, results::csv(&table))])?;
        }
        let run = results::Run {
            trials: self.trials,
            seed: self.seed,
            threads: pool.current_num_threads(),
            solved_in,
            simulated_in,
        };
        let answer = results::OddsAnswer::new(&table, run);
        let success = verdict(&table);
        Ok(Output { success, ..self.output.format.output_by(&name, &answer)? })
    }
}

/// Compares the simulated odds with the exact ones, and prints contradictions on stderr.
fn verdict(table: &OddsTable) -> Success {
    let refuted = table.refuted();
    if refuted.is_empty() {
        return Success::Done;
    }
    print_note(&format!(
        "error: the simulated odds contradict the exact ones: {}",
        results::list(&refuted)
    ));
    Success::Disagreement
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dragon_slayer::Rules;

    #[test]
    fn a_contradiction_has_its_own_verdict() {
        let rules = Rules::built_in();
        let mut tallies = simulate(&rules, 10_000, 1, &|_| {});
        let table = |tallies: &[_]| {
            OddsTable::new(&rules, exact::all(&rules), tallies, &Published::thesis())
        };
        assert_eq!(verdict(&table(&tallies)), Success::Done);
        tallies[0].dice_left.swap(0, 1);
        assert_eq!(verdict(&table(&tallies)), Success::Disagreement);
    }
}
