//! Arguments that several subcommands take.

use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use miette::miette;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::answer::Format;
use crate::config::{Error as ConfigError, Source};
use crate::languages::{TAGS, language};
use crate::results::ResultsFolder;
use crate::text::number::counted;
use crate::tournament::{Contest, GameInfo, Memory, Plan};
use rivals_core::text::language::Language;
use rivals_league::Error;

/// The whole number that a text like `1000`, `1_000`, `10k`, `2M` or `1e6` stands for.
fn whole(text: &str) -> Option<u64> {
    let split = |marks: [char; 2]| text.rsplit_once(marks);
    let (digits, zeros) = match (split(['k', 'K']), split(['m', 'M']), split(['e', 'E'])) {
        (Some((digits, "")), ..) => (digits, 3),
        (_, Some((digits, "")), _) => (digits, 6),
        (.., Some((digits, power))) => {
            let plain = !power.is_empty() && power.bytes().all(|byte| byte.is_ascii_digit());
            (digits, power.parse().ok().filter(|_| plain)?)
        }
        _ => (text, 0_u32),
    };
    let (before, after) = digits.split_once('.').unwrap_or((digits, ""));
    let groups = before.split('_');
    let are_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let point = digits.contains('.');
    if !groups.clone().all(are_digits) || (point && !are_digits(after)) {
        return None;
    }
    // Decimals must be used up by the power of ten: 1.5k is whole, and 1.5 is not.
    let left = zeros.checked_sub(u32::try_from(after.len()).ok()?)?;
    let number = (before.replace('_', "") + after).parse::<u64>().ok()?;
    number.checked_mul(10_u64.checked_pow(left)?)
}

/// A parser of whole numbers in `range`, whose error says which are accepted.
pub(crate) fn whole_number<N: TryFrom<u64> + PartialOrd + ToString + Clone + Send + Sync>(
    range: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync {
    move |text| {
        let number = whole(text).and_then(|number| number.try_into().ok());
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            let (low, high) = (range.start().to_string(), range.end().to_string());
            let forms = if high.len() < 7 { "" } else { ", such as 1_000, 10k or 1e6" };
            format!("write a whole number from {low} to {high}{forms}")
        })
    }
}

/// The language of what games say.
#[derive(Debug, Args)]
pub(crate) struct LangArg {
    /// Language of the game's words and of remarks; what is saved stays English [default: that of
    /// LC_ALL, LC_MESSAGES or LANG if it is one of these, else en]
    #[arg(long, value_name = "LANG", value_parser = PossibleValuesParser::new(TAGS))]
    lang: Option<String>,
}

impl LangArg {
    /// The language that was asked for, or that of the environment.
    pub(crate) fn language(&self) -> Language {
        let given = |name: &&str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = || ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(given);
        let tag = self.lang.clone().or_else(locale);
        tag.and_then(|tag| language(&tag)).unwrap_or_default()
    }
}

/// Whether the error says that a file does not exist. A path with a file instead of a folder
/// counts as well: it is refused when the folder is created.
pub(crate) fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// The folder of configurations that commands read instead of the built-in ones.
pub(crate) const CONFIGS: &str = "configs";

/// The name of the folder of personalities in `configs/`.
pub(crate) const PERSONALITIES_FOLDER: &str = "personalities";

/// The path of a file in `configs/` of the current folder, which every command reads in
/// place of the built-in copy; `None` if there is no such file.
///
/// A file that exists and cannot be read, such as a dangling link, is returned too: reading it
/// then fails, so that it is never silently ignored.
pub(crate) fn in_configs(name: &str) -> Option<PathBuf> {
    existing(Path::new(CONFIGS).join(name))
}

/// The path of a file, if there is one.
pub(crate) fn existing(path: PathBuf) -> Option<PathBuf> {
    match path.symlink_metadata() {
        Err(error) if is_missing(&error) => None,
        _ => Some(path),
    }
}

/// The name of the rules of a run, for the user.
#[derive(Clone, Debug)]
pub(crate) struct RulesName {
    /// Whether they equal the built-in rules, whatever file they were read from.
    pub built_in: bool,
    /// The name of their file; `None` for the built-in rules.
    pub file: Option<String>,
    /// The flags that changed them.
    pub flags: Vec<String>,
    /// The personalities that are played instead of built-in ones.
    pub replaced: Vec<String>,
}

impl RulesName {
    /// The name of rules that no flags changed.
    pub(crate) fn new(built_in: bool, file: Option<String>) -> Self {
        Self { built_in, file, flags: Vec::new(), replaced: Vec::new() }
    }

    /// Where the rules come from; `None` if they equal the built-in ones.
    pub(crate) fn name(&self) -> Option<String> {
        if self.built_in {
            return None;
        }
        let mut name = match &self.file {
            Some(file) => file.clone(),
            None => "the built-in ones".to_owned(),
        };
        if !self.flags.is_empty() {
            name += &format!(" with {}", self.flags.join(" "));
        }
        Some(name)
    }

    /// The sentences that name the rules and the personalities that are not built in.
    pub(crate) fn lines(&self) -> Vec<String> {
        let other = if self.file.is_some() { " (not the built-in ones)" } else { "" };
        let rules = self.name().map(|name| format!("Rules: {name}{other}"));
        let replaced = (!self.replaced.is_empty()).then(|| {
            format!("Custom personalities that replace built-in ones: {}", self.replaced.join(", "))
        });
        rules.into_iter().chain(replaced).collect()
    }
}

/// The arguments as they were given.
#[derive(Debug)]
pub(crate) struct Given(ArgMatches);

impl Given {
    /// Whether a flag of the command was given.
    pub(crate) fn has(&self, flag: &str) -> bool {
        let id = flag.trim_start_matches('-').replace('-', "_");
        self.0.value_source(&id) == Some(ValueSource::CommandLine)
    }

    /// The given ones of these arguments, as words of a command line.
    pub(crate) fn words(&self, ids: &str) -> Vec<String> {
        let words = ids.split(' ').filter(|id| self.has(id)).flat_map(|id| {
            let values = self.0.get_raw(id).into_iter().flatten();
            let values: Vec<_> = values.map(|value| value.to_string_lossy()).collect();
            let name = format!("--{}", id.replace('_', "-"));
            // clap has this value for a flag without one.
            if values == ["true"] { vec![name] } else { vec![name, values.join(",")] }
        });
        words.collect()
    }
}

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self(matches.clone()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0 = matches.clone();
        Ok(())
    }
}

impl Args for Given {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

/// The flag that names the rules of a game.
#[derive(Debug, Args)]
pub(crate) struct RulesArg {
    /// Rule file [default: the game's file in configs/ if it exists, else the built-in rules]
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
}

impl RulesArg {
    /// Whether the flag was given.
    pub(crate) fn given(&self) -> bool {
        self.rules.is_some()
    }

    /// The rule file of a game; `None` for the built-in rules.
    pub(crate) fn read(&self, game: &GameInfo) -> Result<Option<Source>, ConfigError> {
        let path = self.rules.clone().or_else(|| in_configs(game.rule_file?));
        path.map(|path| Source::read(&path)).transpose()
    }
}

#[derive(Debug, Args)]
pub(crate) struct ThreadsArg {
    /// Number of threads; the results do not depend on it [default: one per core]
    #[arg(short = 'j', long, value_name = "T", allow_negative_numbers = true, value_parser = whole_number(1..=256_usize))]
    threads: Option<usize>,
}

impl ThreadsArg {
    /// The number of threads that was asked for.
    pub(crate) fn given(&self) -> Option<usize> {
        self.threads
    }

    /// The number of threads.
    pub(crate) fn count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(cores)
    }

    pub(crate) fn pool(&self) -> miette::Result<ThreadPool> {
        self.pool_of(1)
    }

    /// A pool of the threads for games that each take this number of cores.
    pub(crate) fn pool_of(&self, cores: usize) -> miette::Result<ThreadPool> {
        let threads = (self.count() / cores).max(1);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map_err(|error| {
            let help = "give a smaller --threads";
            let threads = counted(threads as u64, "thread", "threads");
            miette!(help = help, "cannot start {threads}: {error}")
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct MemoryArg {
    /// Refuse a tournament that needs more memory than this, in gigabytes; --dry-run says how
    /// much it needs
    #[arg(long, value_name = "GB", default_value = "6", allow_negative_numbers = true, value_parser = gigabytes)]
    memory: u64,
}

impl MemoryArg {
    /// The limit, in bytes.
    pub(crate) fn limit(&self) -> u64 {
        self.memory
    }

    /// Computes the memory that a tournament needs, and refuses too much.
    pub(crate) fn check(
        &self,
        contest: &dyn Contest,
        plan: &Plan,
        threads: &ThreadsArg,
    ) -> Result<Memory, Error> {
        let memory = Memory::new(contest, plan, threads.count());
        memory.check(self.memory)?;
        Ok(memory)
    }
}

/// Reads a number of gigabytes, in bytes.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 10^15")]
fn gigabytes(text: &str) -> Result<u64, String> {
    (text.parse().ok())
        .filter(|number: &f64| (0.001..=1e6).contains(number))
        .map(|number| (number * 1e9) as u64)
        .ok_or_else(|| "write a number of gigabytes from 0.001 to 1000000, such as 4".to_owned())
}

#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Format of the output
    #[arg(short, long, value_parser = Format::offered(&[Format::Csv]), default_value = "table")]
    pub format: Format,
    /// Also write the CSV file to this folder, created if it is missing, and list it in
    /// its manifest.json
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Show no progress
    #[arg(short, long)]
    pub quiet: bool,
}

impl OutputArgs {
    /// Finds out whether the command can write these files, before any work is done.
    pub(crate) fn prepare_folder(
        &self,
        command: &str,
        files: &[&str],
    ) -> Result<Option<ResultsFolder>, Error> {
        let prepare = |path: &Path| ResultsFolder::prepare(path, command, files);
        self.out.as_deref().map(prepare).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers() {
        for (text, number) in [
            ("0", 0),
            ("1000", 1000),
            ("1_000_000", 1_000_000),
            ("10k", 10_000),
            ("2M", 2_000_000),
            ("1e6", 1_000_000),
            ("2.5e6", 2_500_000),
            ("1.5k", 1_500),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(whole(text), Some(number), "{text}");
        }
        for text in [
            "", "+1", "-1", "1.5", "1e", "e6", "1e-3", "1e+3", "_1", "1_", "1__0", "k", "1.k",
            ".5k", "1kk", "1e99", "1e20", "0x10", " 1", "1 k",
        ] {
            assert_eq!(whole(text), None, "{text}");
        }
    }
}
