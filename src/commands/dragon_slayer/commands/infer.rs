//! `rivals odds infer`: finds the dice that best explain given frequencies.

use std::path::PathBuf;

use clap::Args;

use super::rules;
use crate::command::progress::Bar;
use crate::command::shared::{OutputArgs, RulesArg, ThreadsArg, whole_number};
use crate::command::{Output, help_end};
use crate::commands::dragon_slayer::results::inference as results;
use crate::commands::dragon_slayer::results::odds::read_frequencies;
use crate::dragon_slayer::NAME as GAME;
use crate::dragon_slayer::odds::Published;
use crate::dragon_slayer::odds::infer::{Observations, infer};
use crate::files::{file_name, read_text};
use crate::results::ManifestEntry;
use rivals_core::sha256::sha256;

/// Rank all dice by how well they explain given frequencies, the likeliest first.
///
/// Computes the exact odds for every warrior die and every die of each dragon, and ranks the
/// dice by the likelihood of the frequencies. Of the rules, only the number of dice of each
/// dragon is used.
#[derive(Debug, Args)]
#[command(
    after_help = help_end("
        # simulate fights, and infer the dice from their frequencies
        rivals odds --trials 100000 --out my-results
        rivals odds infer --frequencies my-results/odds.csv --top 2
    ")
)]
pub(super) struct InferArgs {
    /// CSV file with columns dragon, warrior_dice, dice_left, and count or percent
    /// [default: the published tables of Castells Amat 2018]
    #[arg(long, value_name = "FILE")]
    frequencies: Option<PathBuf>,
    /// Number of fights per cell, for a file with percentages
    #[arg(long, value_name = "N", requires = "frequencies", value_parser = whole_number(1..=1_000_000_000_000_u64))]
    fights: Option<u64>,
    /// Candidates shown for each die; the CSV file and JSON have all 21
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole_number(1..=21_usize))]
    top: usize,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    rules: RulesArg,
    #[command(flatten)]
    output: OutputArgs,
}

impl InferArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        let (rules, name) = rules::named(&self.rules)?;
        let rules = &rules;
        let path = self.frequencies.as_deref();
        let text = path.map(read_text).transpose()?;
        let cells = match path.zip(text.as_ref()) {
            Some((path, text)) => read_frequencies(&file_name(path), text, self.fights)?,
            None => Published::thesis().frequencies(),
        };
        let observations = Observations::new(rules, &cells)?;
        let folder = (self.output).prepare_folder(results::COMMAND, &[results::FILE])?;
        let pool = self.threads.pool()?;
        let progress = Bar::new(observations.steps(), "warrior dice", self.output.quiet);
        let inference = pool.install(|| infer(&observations, &|| progress.add(1)));
        progress.finish();

        let rows = results::rows(&inference);
        if let Some(folder) = folder {
            let entry = ManifestEntry {
                frequencies: text.map(|text| sha256(text.as_bytes())),
                ..ManifestEntry::new(results::COMMAND, GAME, &rules.identity())
            };
            folder.write(entry, &[(results::FILE, crate::text::csv(&rows))])?;
        }
        let fights = observations.fights();
        let ranking = results::Ranking::new(rows, &inference, fights, self.top);
        self.output.format.output_by(&name, &ranking)
    }
}
