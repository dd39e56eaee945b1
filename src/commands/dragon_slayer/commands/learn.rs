//! `rivals learn`: how much an opponent gains that learns how its rival challenges.

use clap::Args;

use super::rules::RulesArg;
use crate::command::progress::Bar;
use crate::command::shared::{Format, OutputArgs, ThreadsArg, whole_number};
use crate::command::{Output, help_end};
use crate::commands::dragon_slayer::learn::{HABITS, study};
use crate::commands::dragon_slayer::results::learning as results;
use crate::dragon_slayer::NAME as GAME;
use crate::results::ManifestEntry;
use crate::text::csv;

/// Measure how much an opponent gains that learns how its rival challenges.
///
/// A simulated person never challenges, always challenges, or challenges where it should not, and
/// else plays optimally; a fourth one plays optimally throughout. Abel plays against it and learns.
/// The win probabilities after some numbers of games are exact.
#[derive(Debug, Args)]
#[command(after_help = help_end("
    # a quick look, with a single run
    rivals learn --runs 1 --games 0,5
"))]
pub(crate) struct LearnArgs {
    /// Numbers of games that are learned from, ascending
    #[arg(long, value_name = "N,...", default_value = "0,10,50", value_delimiter = ',', value_parser = whole_number(0..=1_000))]
    games: Vec<u64>,
    /// Number of runs, each on its own dice
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole_number(1..=1_000))]
    runs: u64,
    /// Seed; the same seed gives the same figures
    #[arg(long, value_name = "S", default_value_t = 2018, allow_negative_numbers = true, value_parser = whole_number(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    rules: RulesArg,
    #[command(flatten)]
    output: OutputArgs,
}

impl LearnArgs {
    pub(crate) fn run(mut self) -> miette::Result<Output> {
        let chosen = self.rules.read()?;
        let folder = (self.output).prepare_folder(results::COMMAND, results::FILE)?;
        self.games.sort_unstable();
        self.games.dedup();
        let games: Vec<u32> = self.games.iter().map(|&count| count as u32).collect();
        let progress = Bar::new(HABITS.len() as u64, "habits", self.output.quiet);
        let rows = self.threads.pool()?.install(|| {
            let runs = self.runs as u32;
            study(&chosen.rules, &games, runs, self.seed, &|done| progress.add(done))
        })?;
        progress.finish();
        if let Some(folder) = folder {
            let entry = ManifestEntry {
                seed: Some(self.seed),
                ..ManifestEntry::new(results::COMMAND, GAME, &chosen.rules.identity())
            };
            folder.write(entry, &[(results::FILE, csv(&rows))])?;
        }
        Ok(Output::done(match self.output.format {
            Format::Csv => csv(&rows),
            Format::Json => chosen.json_rows(&rows),
            Format::Table => chosen.text(&results::text(&rows)),
        }))
    }
}
