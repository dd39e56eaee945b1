//! Arguments that several subcommands take.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::Failure;
use crate::config::{ConfigError, Source};
use crate::games::dragon_slayer::Rules;
use crate::results::{OutputFolder, WriteError};
use crate::standings::claims::Claims;
use crate::tournament::{Contest, Memory, MemoryError, Plan};

/// Reads a whole number in `range`, or says which are accepted.
pub fn whole_number(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync {
    move |text| {
        (text.parse().ok())
            .filter(|number| range.contains(number) && !text.starts_with('+'))
            .ok_or_else(|| {
                let (low, high) = (range.start(), range.end());
                format!("write a whole number from {low} to {high}, in digits alone")
            })
    }
}

/// What stdout gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A table for people.
    Table,
    /// The rows of the CSV file.
    Csv,
    /// The same figures and more, as JSON.
    Json,
}

/// What stdout gets where there are no rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TextFormat {
    /// Text for people.
    Table,
    /// The same figures as JSON.
    Json,
}

#[derive(Debug, Args)]
pub struct RulesArg {
    /// Rule file, as configs/dragon_slayer.toml [default: the built-in rules]
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
}

impl RulesArg {
    pub fn read(&self) -> Result<Rules, ConfigError> {
        match &self.rules {
            Some(path) => Rules::from_source(&Source::read(path)?),
            None => Ok(Rules::built_in()),
        }
    }
}

#[derive(Debug, Args)]
pub struct ClaimsArg {
    /// Claims to put to the test, as configs/claims.toml [default: the built-in ones]
    #[arg(long, value_name = "FILE")]
    claims: Option<PathBuf>,
}

impl ClaimsArg {
    /// Claims about `game`; others would be tested in vain.
    pub fn read(&self, game: &str) -> Result<Claims, ConfigError> {
        let Some(path) = &self.claims else {
            return Ok(Claims::built_in());
        };
        let source = Source::read(path)?;
        let claims = Claims::read(&source)?;
        if claims.game != game {
            let message = format!("these are claims about {}", claims.game);
            let help = format!("give claims about {game:?}");
            return source.parse(|file| Err(file.error("game", message, help)));
        }
        Ok(claims)
    }
}

#[derive(Debug, Args)]
pub struct ThreadsArg {
    /// Threads; the results do not depend on it [default: one per core]
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = whole_number(1..=256))]
    threads: Option<u64>,
}

impl ThreadsArg {
    /// How many threads work.
    pub fn count(&self) -> usize {
        match self.threads {
            Some(threads) => threads as usize,
            None => std::thread::available_parallelism().map_or(1, usize::from),
        }
    }

    pub fn pool(&self) -> Result<ThreadPool, Failure> {
        let threads = self.count();
        (ThreadPoolBuilder::new().num_threads(threads).build()).map_err(|error| Failure::Threads {
            threads,
            reason: error.to_string(),
        })
    }
}

#[derive(Debug, Args)]
pub struct MemoryArg {
    /// Refuse a tournament that needs more memory than this, in gigabytes; --dry-run says how
    /// much it needs
    #[arg(long, value_name = "GB", default_value = "4", allow_negative_numbers = true, value_parser = gigabytes)]
    memory: u64,
}

impl MemoryArg {
    /// Computes the memory of a tournament, and refuses too much.
    pub fn check(
        &self,
        contest: &dyn Contest,
        plan: &Plan,
        threads: &ThreadsArg,
    ) -> Result<Memory, MemoryError> {
        let memory = Memory::new(contest, plan, threads.count());
        memory.check(self.memory)?;
        Ok(memory)
    }
}

/// Reads a number of gigabytes, in bytes.
fn gigabytes(text: &str) -> Result<u64, String> {
    (text.parse().ok())
        .filter(|number: &f64| (0.001..=1e6).contains(number))
        .map(|number| (number * 1e9) as u64)
        .ok_or_else(|| "write a number of gigabytes from 0.001 to 1000000, such as 4".to_owned())
}

#[derive(Debug, Args)]
pub struct OutputArgs {
    /// What to print on standard output
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Also write the CSV file to this folder, which is made if it is missing, and list it in
    /// its manifest.json
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

impl OutputArgs {
    /// Finds out whether `file` can be written, before any work is done.
    pub fn prepare_folder(&self, file: &str) -> Result<Option<OutputFolder>, WriteError> {
        let prepare = |path: &Path| OutputFolder::prepare(path, &[file]);
        self.out.as_deref().map(prepare).transpose()
    }
}
