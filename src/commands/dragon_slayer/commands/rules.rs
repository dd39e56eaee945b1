//! The rules of a run, and solving with a progress bar.

use crate::catalogue::find;
use crate::command::progress::Bar;
use crate::command::shared::{RulesArg, RulesName};
use crate::commands::CommonSolveFlags;
use crate::commands::dragon_slayer::read_rules;
use crate::dragon_slayer::solver::{Play, Solution};
use crate::dragon_slayer::{Error, NAME, Rules};
use rivals_core::contest::OnSolving;

/// The rules of a run, and their name.
pub(super) fn named(rules: &RulesArg) -> miette::Result<(Rules, RulesName)> {
    let game = find(NAME).expect("it is a game of the catalogue");
    let source = rules.read(game.info())?;
    let rules = read_rules(source.as_ref())?;
    let name = RulesName::new(rules == Rules::built_in(), source.map(|source| source.name()));
    Ok((rules, name))
}

impl CommonSolveFlags {
    /// The rules with the changes of the flags, and their name.
    pub(super) fn rules(&self) -> miette::Result<(Rules, RulesName)> {
        let (mut rules, mut name) = named(&self.rules)?;
        if let Some(target) = self.target {
            rules.target = target;
            name.flags.push(format!("--target {target}"));
        }
        if self.no_challenge {
            rules.challenge.tokens = 0;
            name.flags.push("--no-challenge".to_owned());
        }
        name.built_in = rules == Rules::built_in();
        match Solution::supports(&rules) {
            Err(error @ Error::TooLarge { .. }) => Err(error.into()),
            // Policies can be evaluated even if the rules cannot be solved.
            _ => Ok((rules, name)),
        }
    }
}

/// Solves a game on the current threads, with a progress bar.
pub(super) fn solve(rules: &Rules, plays: [Play<'_>; 2], quiet: bool) -> Result<Solution, Error> {
    with_positions(quiet, |progress| Solution::solve_with_progress(rules, plays, progress))
}

/// Runs a computation that solves positions, with a progress bar.
pub(super) fn with_positions<T>(quiet: bool, run: impl FnOnce(OnSolving<'_>) -> T) -> T {
    let progress = Bar::new(0, "positions", quiet);
    let solved = run(&|done, all| progress.set(done, all));
    progress.finish();
    solved
}
