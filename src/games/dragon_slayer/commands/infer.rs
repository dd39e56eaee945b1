//! `rivals odds infer`: which dice give such odds?

use std::path::PathBuf;

use clap::Args;

use super::rules::RulesArg;
use crate::command::output::terminal_width;
use crate::command::progress::Progress;
use crate::command::shared::{Format, OutputArgs, ThreadsArg, whole_number};
use crate::command::{Output, help_end};
use crate::files::{read_text, sha256};
use crate::games::dragon_slayer::NAME as GAME;
use crate::games::dragon_slayer::odds::infer::{Observations, infer};
use crate::games::dragon_slayer::odds::{Published, read_frequencies};
use crate::games::dragon_slayer::results::inference as report;
use crate::results::entries::{Command, Entry};

/// Rank all dice that may have given these frequencies, the likeliest first.
///
/// Solves the exact odds of every face count of the warrior die and of each
/// dragon's, and ranks them by the likelihood of the frequencies. The rules say
/// only how many dice each dragon throws.
#[derive(Debug, Args)]
#[command(
    after_help = help_end("
        # simulate, and find the dice again from the figures
        rivals odds --trials 100000 --out my-results
        rivals odds infer --frequencies my-results/odds.csv --top 2
    ")
)]
pub struct InferArgs {
    /// CSV file with columns dragon, warrior_dice, dice_left, and count or percent
    /// [default: the published tables of Castells Amat 2018]
    #[arg(long, value_name = "FILE")]
    frequencies: Option<PathBuf>,
    /// Fights behind each cell of a file that gives percentages
    #[arg(long, value_name = "N", requires = "frequencies", value_parser = whole_number(1..=1_000_000_000_000))]
    fights: Option<u64>,
    /// Candidates shown for each die; the CSV file and JSON have all 21
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole_number(1..=21))]
    top: u64,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    rules: RulesArg,
    #[command(flatten)]
    output: OutputArgs,
}

impl InferArgs {
    pub fn run(self) -> miette::Result<Output> {
        let chosen = self.rules.read()?;
        let rules = &chosen.rules;
        let mut frequencies = None;
        let cells = match &self.frequencies {
            Some(path) => {
                let text = read_text(path)?;
                frequencies = Some(sha256(text.as_bytes()));
                read_frequencies(&path.display().to_string(), &text, self.fights)?
            }
            None => Published::thesis().frequencies(),
        };
        let observations = Observations::new(rules, &cells)?;
        let folder = (self.output).prepare_folder(Command::OddsInfer, report::FILE)?;
        let pool = self.threads.pool()?;
        let progress = Progress::new(observations.steps(), "warrior dice", self.output.quiet);
        let inference = pool.install(|| infer(&observations, &|| progress.add(1)));
        progress.finish();

        let csv = report::csv(&inference);
        if let Some(folder) = folder {
            let entry = Entry {
                frequencies,
                ..Entry::new(Command::OddsInfer, GAME, &rules.identity())
            };
            folder.write(entry, &[(report::FILE, csv.clone())])?;
        }
        let text = match self.output.format {
            Format::Csv => csv,
            Format::Json => report::json(&inference, chosen.name().as_deref()),
            Format::Table => {
                let (fights, top) = (observations.fights(), self.top as usize);
                chosen.above(&report::text(&inference, fights, top, terminal_width()))
            }
        };
        Ok(Output::done(text))
    }
}
