//! The rules of a command, and solving them with a progress bar.

use std::path::PathBuf;

use clap::Args;

use crate::command::progress::Bar;
use crate::command::shared::{RulesName, in_configs};
use crate::config::{ConfigError, Source};
use crate::games::dragon_slayer::solver::{Play, Report, Solution, SolveError};
use crate::games::dragon_slayer::{RULE_FILE, Rules};

/// Rules, and the name of their source.
#[derive(Debug)]
pub(crate) struct ChosenRules {
    pub rules: Rules,
    name: RulesName,
}

impl ChosenRules {
    fn new(rules: Rules, file: Option<String>) -> Self {
        let name = RulesName {
            built_in: is_built_in(&rules),
            file,
            flags: Vec::new(),
        };
        Self { rules, name }
    }

    /// Changes the rules as a flag says.
    pub(crate) fn change(&mut self, flag: impl Into<String>, change: impl FnOnce(&mut Rules)) {
        change(&mut self.rules);
        self.name.flags.push(flag.into());
        self.name.built_in = is_built_in(&self.rules);
    }

    /// Where the rules come from; none if they equal the built-in ones.
    pub(crate) fn name(&self) -> Option<String> {
        self.name.name()
    }

    /// The flag or the file that sets the target.
    pub(crate) fn place_of_target(&self) -> String {
        let target = self.rules.target;
        let mut flags = self.name.flags.iter();
        match (
            &self.name.file,
            flags.find(|flag| flag.starts_with("--target")),
        ) {
            (_, Some(flag)) => flag.clone(),
            (Some(file), None) => format!("{file}, target = {target}"),
            (None, None) => format!("the built-in rules, target = {target}"),
        }
    }

    /// Text for people, below a line that names the rules if they are not the built-in ones.
    pub(crate) fn above(&self, text: &str) -> String {
        self.name.above(text)
    }
}

#[derive(Debug, Args)]
pub(super) struct RulesArg {
    /// Rule file [default: configs/dragon_slayer.toml if it exists, else the built-in copy]
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
}

impl RulesArg {
    pub(super) fn read(&self) -> Result<ChosenRules, ConfigError> {
        let Some(path) = self.rules.clone().or_else(|| in_configs(RULE_FILE)) else {
            return Ok(ChosenRules::new(Rules::built_in(), None));
        };
        let source = Source::read(&path)?;
        Ok(ChosenRules::new(
            Rules::from_source(&source)?,
            Some(source.name()),
        ))
    }

    /// Whether the user named a rule file.
    pub(super) fn is_given(&self) -> bool {
        self.rules.is_some()
    }
}

/// Solves a game on the current threads, with a progress bar.
pub(super) fn solve(
    rules: &Rules,
    plays: [Play<'_>; 2],
    quiet: bool,
) -> Result<Solution, SolveError> {
    with_positions(quiet, |report| {
        Solution::solve_and_report(rules, plays, report)
    })
}

/// Runs a computation that solves positions, with a progress bar.
pub(super) fn with_positions<T>(quiet: bool, run: impl FnOnce(Report<'_>) -> T) -> T {
    let progress = Bar::new(0, "positions", quiet);
    let solved = run(&|done, all| progress.set(done, all));
    progress.finish();
    solved
}

/// Whether rules equal the built-in ones, whatever file they were read from.
fn is_built_in(rules: &Rules) -> bool {
    rules.identity() == Rules::built_in().identity()
}
