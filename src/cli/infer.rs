//! `rivals odds infer`: which dice give such odds?

use std::fs::File;
use std::path::{Path, PathBuf};

use clap::Args;

use super::output::{print, terminal_width};
use super::progress::Progress;
use super::shared::{Format, OutputArgs, RulesArg, ThreadsArg};
use super::{EXIT_CODES, Failure, Success};
use crate::odds::infer::{infer, steps};
use crate::odds::{FrequencyCell, FrequencyError, Published, read_frequencies};
use crate::report::inference as report;

/// Rank all dice that may have given these frequencies, the likeliest first.
///
/// Solves the exact odds of every face count of the warrior die and of each
/// dragon's, and ranks them by the likelihood of the frequencies. The rules say
/// only how many dice each dragon throws.
#[derive(Debug, Args)]
#[command(
    after_help = EXIT_CODES,
    after_long_help = format!("Example:\n  rivals odds infer --frequencies results/odds.csv\n\n{EXIT_CODES}")
)]
pub struct InferArgs {
    /// CSV file with columns dragon, warrior_dice, dice_left, and count or percent
    /// [default: the published tables of Castells Amat 2018]
    #[arg(long, value_name = "FILE")]
    frequencies: Option<PathBuf>,
    /// Fights behind each table of a file that gives percentages
    #[arg(long, value_name = "N", requires = "frequencies", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    fights: Option<u64>,
    /// Candidates shown for each die; the CSV file and JSON have all 21
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=21))]
    top: u8,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    rules: RulesArg,
    #[command(flatten)]
    output: OutputArgs,
}

impl InferArgs {
    pub fn run(self) -> Result<Success, Failure> {
        let rules = self.rules.read()?;
        let cells = match &self.frequencies {
            Some(path) => read(path, self.fights)?,
            None => Published::thesis().frequencies(),
        };
        let folder = self.output.folder(report::FILE)?;
        let pool = self.threads.pool()?;
        let progress = Progress::new(steps(), "warrior dice", self.output.quiet);
        let inference = pool
            .install(|| infer(&rules, &cells, &|| progress.add(1)))
            .map_err(|dragon| self.unknown_dragon(&dragon))?;
        progress.finish();

        let csv = report::csv(&inference);
        if let Some(folder) = folder {
            folder.write(report::FILE, csv.as_bytes())?;
        }
        print(&match self.output.format {
            Format::Csv => csv,
            Format::Json => report::json(&inference),
            Format::Table => {
                let fights = cells.iter().flat_map(|cell| &cell.dice_left).sum();
                report::text(&inference, fights, self.top.into(), terminal_width())
            }
        })?;
        Ok(Success::Done)
    }

    fn unknown_dragon(&self, dragon: &str) -> FrequencyError {
        FrequencyError {
            file: match &self.frequencies {
                Some(path) => path.display().to_string(),
                None => "the published tables".to_owned(),
            },
            line: None,
            message: format!("the rules have no dragon called \"{dragon}\""),
            help: "give --rules and --frequencies that name the same dragons".to_owned(),
        }
    }
}

fn read(path: &Path, fights: Option<u64>) -> Result<Vec<FrequencyCell>, FrequencyError> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| FrequencyError {
        file: name.clone(),
        line: None,
        message: error.to_string(),
        help: "give the path of a readable CSV file".to_owned(),
    })?;
    read_frequencies(&name, file, fights)
}
