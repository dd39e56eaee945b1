//! `rivals solve`: solves the game with two seats, evaluates policies against each other, and
//! finds best responses.

use std::time::Instant;

use clap::{Args, Subcommand};

use super::players::{PersonalitiesArg, policies};
use super::rules::{self, with_positions};
use crate::command::PlayerId;
use crate::command::answer::agreement;
use crate::command::output::print_note;
use crate::command::{Format, Output, Success, help_end};
use crate::commands::dragon_slayer::results::solve as results;
use crate::commands::{CommonSolveFlags, Known, SolveFlags};
use crate::dragon_slayer::policies::AGENTS;
use crate::dragon_slayer::solver::checks::with_twice_the_cap;
use crate::dragon_slayer::solver::{Play, Solution};
use crate::dragon_slayer::{Error, NAME as GAME, Rules};
use crate::personalities::Member;
use crate::play::AgentKind;
use crate::results::{ManifestEntry, ResultsFolder};

/// The subcommands of `rivals solve`, which evaluate policies.
#[derive(Debug, Subcommand)]
pub(crate) enum PolicyCommand {
    Match(MatchArgs),
    Respond(RespondArgs),
}

impl PolicyCommand {
    pub(crate) fn run(self) -> miette::Result<Output> {
        match self {
            Self::Match(args) => args.run(),
            Self::Respond(args) => args.run(),
        }
    }
}

/// Compute the exact win probability of one player against another.
#[derive(Debug, Args)]
#[command(long_about = match_about(), after_help = help_end("
        # how often optimal play wins against a policy that stops at six points
        rivals solve match optimum hold-6
        # how often Abel in the first seat wins against Carla
        rivals solve match abel carla
    "))]
pub(crate) struct MatchArgs {
    /// The first seat's policy, personality or FILE.toml
    #[arg(value_parser = PlayerId, hide_possible_values = true)]
    first: String,
    /// The second seat's policy, personality or FILE.toml
    #[arg(value_parser = PlayerId, hide_possible_values = true)]
    second: String,
    #[command(flatten)]
    personalities: PersonalitiesArg,
    #[command(flatten)]
    game: CommonSolveFlags,
    /// Format of the output
    #[arg(short, long, value_parser = Format::offered(&[Format::Csv]), default_value = "table")]
    format: Format,
}

/// The long help of `rivals solve match`.
fn match_about() -> String {
    let usages: Vec<String> = AGENTS.iter().map(AgentKind::usage).collect();
    format!(
        "Compute the exact win probability of one player against another.\n\nA player is a \
         personality by id, such as carla; FILE.toml, the file of a personality; or a policy: {}. \
         `rivals games {GAME}` explains the policies. A game that 1,000 rounds in a row do not \
         change is adjudicated with the win probabilities of optimal play.",
        usages.join(", ")
    )
}

/// Compute how often a best response wins against a player, from each seat.
///
/// Best responses are solved without the rule that a game is adjudicated if 1,000 rounds in
/// a row do not change it. They cannot gain by that rule; the printed bound includes what they
/// may lose by it.
#[derive(Debug, Args)]
#[command(after_help = help_end("
        # how much an opponent that knows greedy wins against it
        rivals solve respond greedy
        # how exploitable Daniel is in a game to 12 points
        rivals solve respond daniel --target 12
    "))]
pub(crate) struct RespondArgs {
    /// The policy, personality or FILE.toml to respond to
    #[arg(value_parser = PlayerId, hide_possible_values = true)]
    policy: String,
    #[command(flatten)]
    personalities: PersonalitiesArg,
    #[command(flatten)]
    game: CommonSolveFlags,
    /// Format of the output
    #[arg(short, long, value_parser = Format::offered(&[Format::Csv]), default_value = "table")]
    format: Format,
}

/// Solves the game; with checks, which are `known` answers, compares the solution with another one
/// as well.
pub(crate) fn run(flags: &SolveFlags, known: Known<'_>) -> miette::Result<Output> {
    let (args, quiet) = (&flags.solver, flags.solver.quiet);
    let (rules, name) = args.rules()?;
    Solution::supports(&rules)?;
    let names = [results::VALUES, results::STOPS];
    let folder = flags.out.as_deref();
    let folder = folder.map(|path| ResultsFolder::prepare(path, results::COMMAND, &names));
    let folder = folder.transpose()?;
    let start = Instant::now();
    let solution = args.on_threads(|| solve(&rules, quiet))??;
    let time = start.elapsed();
    let mut checks = known()?;
    if flags.check {
        let twice = || with_positions(quiet, |progress| with_twice_the_cap(&solution, progress));
        checks.push(args.on_threads(twice)??);
    }
    if let Some(folder) = folder {
        let files = [
            (results::VALUES, results::values(&solution)),
            (results::STOPS, results::stops(&solution)),
        ];
        let entry = ManifestEntry::new(results::COMMAND, GAME, &rules.identity());
        folder.write(entry, &files)?;
    }
    let without_challenges = || {
        let mut plain = rules.clone();
        plain.challenge.tokens = 0;
        args.on_threads(|| solve(&plain, quiet))
    };
    let plain = (!flags.check).then(without_challenges).transpose()?.transpose()?;
    let answer = results::GameAnswer::new(&solution, plain.as_ref(), time, &checks);
    let success = agreement(&checks);
    if success != Success::Done {
        print_note("error: the solver contradicts known values");
    }
    Ok(Output { success, ..flags.format.output_by(&name, &answer)? })
}

fn solve(rules: &Rules, quiet: bool) -> Result<Solution, Error> {
    rules::solve(rules, [Play::Optimal; 2], quiet)
}

impl MatchArgs {
    fn run(self) -> miette::Result<Output> {
        let (rules, name) = self.game.rules()?;
        let rules = &rules;
        let [first, second] =
            [&self.first, &self.second].map(|name| self.personalities.player(name));
        let members = [&first?, &second?];
        let solution = self.game.on_threads(|| -> miette::Result<_> {
            let policies = policies(&members, rules, self.game.quiet)?;
            let plays = [0, 1].map(|seat: usize| Play::As(&*policies[seat]));
            Ok(rules::solve(rules, plays, self.game.quiet)?)
        })??;
        let answer = results::MatchAnswer::new(members.map(Member::id), &solution);
        self.format.output_by(&name, &answer)
    }
}

impl RespondArgs {
    fn run(self) -> miette::Result<Output> {
        let (rules, name) = self.game.rules()?;
        let rules = &rules;
        let member = self.personalities.player(&self.policy)?;
        let (responses, optimum) = self.game.on_threads(|| -> miette::Result<_> {
            let quiet = self.game.quiet;
            let policies = policies(&[&member], rules, quiet)?;
            let play = Play::As(&*policies[0]);
            let first = rules::solve(rules, [Play::Optimal, play], quiet)?;
            let second = rules::solve(rules, [play, Play::Optimal], quiet)?;
            Ok(([first, second], solve(rules, quiet)?))
        })??;
        let answer = results::ResponseAnswer::new(member.id(), &responses, &optimum);
        self.format.output_by(&name, &answer)
    }
}
