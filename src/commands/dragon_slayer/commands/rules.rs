//! The flag `--rules`, and solving with a progress bar.

use std::path::PathBuf;

use clap::Args;

use crate::command::progress::Bar;
use crate::command::shared::{RulesName, in_configs};
use crate::commands::dragon_slayer::read_rules;
use crate::config::{Error as ConfigError, Source};
use crate::dragon_slayer::solver::{Play, Report, Solution};
use crate::dragon_slayer::{Error, Rules};

/// The rules of a run, and where they come from.
#[derive(Debug)]
pub(crate) struct ChosenRules {
    pub rules: Rules,
    /// The name of their file; none for the built-in rules.
    pub file: Option<String>,
    /// The flags that changed them.
    pub flags: Vec<String>,
}

impl ChosenRules {
    /// The name of the rules, for the user.
    pub(super) fn name(&self) -> RulesName {
        let built_in = self.rules == Rules::built_in();
        RulesName { flags: self.flags.clone(), ..RulesName::new(built_in, self.file.clone()) }
    }
}

#[derive(Debug, Args)]
pub(super) struct RulesArg {
    /// Rule file [default: configs/dragon_slayer.toml if it exists, else the built-in copy]
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
}

/// The name of the rule file in `configs`.
const RULE_FILE: &str = "dragon_slayer.toml";

impl RulesArg {
    pub(super) fn read(&self) -> Result<ChosenRules, ConfigError> {
        let path = self.rules.clone().or_else(|| in_configs(RULE_FILE));
        let source = path.map(|path| Source::read(&path)).transpose()?;
        Ok(ChosenRules {
            rules: read_rules(source.as_ref())?,
            file: source.map(|source| source.name()),
            flags: Vec::new(),
        })
    }

    /// Whether the user named a rule file.
    pub(super) fn is_given(&self) -> bool {
        self.rules.is_some()
    }
}

/// Solves a game on the current threads, with a progress bar.
pub(super) fn solve(rules: &Rules, plays: [Play<'_>; 2], quiet: bool) -> Result<Solution, Error> {
    with_positions(quiet, |report| Solution::solve_and_report(rules, plays, report))
}

/// Runs a computation that solves positions, with a progress bar.
pub(super) fn with_positions<T>(quiet: bool, run: impl FnOnce(Report<'_>) -> T) -> T {
    let progress = Bar::new(0, "positions", quiet);
    let solved = run(&|done, all| progress.set(done, all));
    progress.finish();
    solved
}
