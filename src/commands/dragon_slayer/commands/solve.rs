//! `rivals solve`: solves the game of two seats, evaluates policies against each other, and
//! finds best responses.

use std::time::Instant;

use clap::{Args, Subcommand};

use super::players::{PersonalitiesArg, policies};
use super::rules::{self, ChosenRules, RulesArg, with_positions};
use crate::command::PlayerId;
use crate::command::answer::agreement;
use crate::command::output::print_note;
use crate::command::shared::{ThreadsArg, whole_number};
use crate::command::{Format, Output, Success, help_end};
use crate::commands::SolveOptions;
use crate::commands::dragon_slayer::results::solve as results;
use crate::dragon_slayer::policies::AGENTS;
use crate::dragon_slayer::solver::checks::with_twice_the_cap;
use crate::dragon_slayer::solver::{Play, Solution};
use crate::dragon_slayer::{Error, NAME as GAME, Rules};
use crate::personalities::Member;
use crate::play::AgentKind;
use crate::results::{ManifestEntry, ResultsFolder};
use crate::search::Check;

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(subcommand)]
    command: Option<SolveCommand>,
    #[command(flatten)]
    game: GameArgs,
    /// What to print on standard output
    #[arg(short, long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Also write values.csv and stops.csv to this folder, created if it is missing, and
    /// list them in its manifest.json
    #[arg(short, long, value_name = "DIR")]
    out: Option<std::path::PathBuf>,
    /// Setup to solve, of games that have setups [default: the usual one]
    #[arg(long, value_name = "SETUP")]
    setup: Option<String>,
    /// Largest table of positions in MiB, of games that keep one [default: 1024]
    #[arg(long, value_name = "MIB", value_parser = whole_number(1..=1 << 20))]
    memory: Option<u64>,
    /// Give up after this number of positions, in games that are searched, with exit code 7
    /// [default: 67108864, which is up to half a minute of processor time]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Compare the solver with the known values of all games, and with a solver whose cap on the
    /// points of a turn is twice as large
    #[arg(long)]
    check: bool,
}

/// The arguments that choose the rules to solve.
#[derive(Debug, Args)]
pub(crate) struct GameArgs {
    #[command(flatten)]
    rules: RulesArg,
    /// Target score [default: the target of the rules]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=10_000))]
    target: Option<u64>,
    /// Play without challenge tokens
    #[arg(long)]
    no_challenge: bool,
    /// Number of seats; only games of two seats are solved
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = two_seats)]
    seats: u64,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Show no progress
    #[arg(short, long)]
    pub quiet: bool,
}

/// Reads the number of seats, 2, or says why it cannot be more.
fn two_seats(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(2) => Ok(2),
        Ok(3..=6) => {
            Err("only games of two seats are solved: with more, optimal play has no single value, \
             as it depends on which rivals the other players favour"
                .to_owned())
        }
        _ => Err("write 2; only games of two seats are solved".to_owned()),
    }
}

impl GameArgs {
    /// The rules, with the changes of the flags.
    pub(crate) fn rules(&self) -> miette::Result<ChosenRules> {
        debug_assert_eq!(self.seats, 2);
        let mut chosen = self.rules.read()?;
        if let Some(target) = self.target {
            chosen.rules.target = target as u32;
            chosen.flags.push(format!("--target {target}"));
        }
        if self.no_challenge {
            chosen.rules.challenge.tokens = 0;
            chosen.flags.push("--no-challenge".to_owned());
        }
        match Solution::supports(&chosen.rules) {
            Err(error @ Error::TooLarge { .. }) => Err(error.into()),
            // Policies can be evaluated even if the rules cannot be solved.
            _ => Ok(chosen),
        }
    }

    /// Runs a computation on the number of threads that the user asked for.
    pub(crate) fn on_threads<T: Send>(&self, run: impl FnOnce() -> T + Send) -> miette::Result<T> {
        Ok(self.threads.pool()?.install(run))
    }
}

#[derive(Debug, Subcommand)]
enum SolveCommand {
    Match(MatchArgs),
    Respond(RespondArgs),
}

/// Compute the exact win probability of one player against another.
#[derive(Debug, Args)]
#[command(long_about = match_about(), after_help = help_end("
        # how often optimal play wins against a policy that stops at six points
        rivals solve match optimum hold-6
        # how often Abel in the first seat wins against Carla
        rivals solve match abel carla
    "))]
struct MatchArgs {
    /// The first seat's policy, personality or FILE.toml
    #[arg(value_parser = PlayerId, hide_possible_values = true)]
    first: String,
    /// The second seat's policy, personality or FILE.toml
    #[arg(value_parser = PlayerId, hide_possible_values = true)]
    second: String,
    #[command(flatten)]
    personalities: PersonalitiesArg,
    #[command(flatten)]
    game: GameArgs,
    /// What to print on standard output
    #[arg(short, long, value_enum, default_value_t = Format::Table)]
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
        # how exploitable Daniel is
        rivals solve respond daniel
    "))]
struct RespondArgs {
    /// The policy, personality or FILE.toml to respond to
    #[arg(value_parser = PlayerId, hide_possible_values = true)]
    policy: String,
    #[command(flatten)]
    personalities: PersonalitiesArg,
    #[command(flatten)]
    game: GameArgs,
    /// What to print on standard output
    #[arg(short, long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

impl SolveArgs {
    /// The options for a game that takes these flags; fails with the first other one that is
    /// given.
    pub(crate) fn for_any_game(&self, flags: &[&str]) -> Result<SolveOptions, &'static str> {
        let given = [
            (self.command.is_some(), "a subcommand of solve"),
            (self.game.rules.is_given(), "--rules"),
            (self.game.no_challenge, "--no-challenge"),
            (self.game.target.is_some(), "--target"),
            (self.setup.is_some(), "--setup"),
            (self.memory.is_some(), "--memory"),
            (self.nodes.is_some(), "--nodes"),
            (self.out.is_some(), "--out"),
        ];
        match (given.into_iter()).find(|(given, name)| *given && !flags.contains(name)) {
            Some((_, name)) => Err(name),
            None => Ok(SolveOptions {
                target: self.game.target.map(|target| target as u32),
                setup: self.setup.clone(),
                memory: self.memory,
                nodes: self.nodes,
                out: self.out.clone(),
                quiet: self.game.quiet,
                format: self.format,
                check: self.check,
            }),
        }
    }

    /// Solves Dragon Slayer; `known_answers` returns the comparisons with known values of all
    /// games.
    pub(crate) fn run(
        self,
        known_answers: &dyn Fn() -> miette::Result<Vec<Check>>,
    ) -> miette::Result<Output> {
        match self.command {
            Some(SolveCommand::Match(args)) => return args.run(),
            Some(SolveCommand::Respond(args)) => return args.run(),
            None => {}
        }
        let chosen = self.game.rules()?;
        let rules = &chosen.rules;
        Solution::supports(rules)?;
        let names = [results::VALUES, results::STOPS];
        let folder =
            self.out.as_deref().map(|path| ResultsFolder::prepare(path, results::COMMAND, &names));
        let folder = folder.transpose()?;
        let start = Instant::now();
        let solution = self.game.on_threads(|| solve(rules, self.game.quiet))??;
        let time = start.elapsed();
        let checks = if self.check {
            let twice =
                || with_positions(self.game.quiet, |report| with_twice_the_cap(&solution, report));
            let mut checks = known_answers()?;
            checks.push(self.game.on_threads(twice)??);
            checks
        } else {
            Vec::new()
        };
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
            self.game.on_threads(|| solve(&plain, self.game.quiet))
        };
        let plain = (!self.check).then(without_challenges).transpose()?.transpose()?;
        let answer = results::GameAnswer::new(&solution, plain.as_ref(), time, &checks);
        let success = agreement(&checks);
        if success != Success::Done {
            print_note("error: the solver contradicts known values");
        }
        Ok(Output { success, ..self.format.output_by(&chosen.name(), &answer)? })
    }
}

fn solve(rules: &Rules, quiet: bool) -> Result<Solution, Error> {
    rules::solve(rules, [Play::Optimal; 2], quiet)
}

impl MatchArgs {
    fn run(self) -> miette::Result<Output> {
        let chosen = self.game.rules()?;
        let rules = &chosen.rules;
        let [first, second] =
            [&self.first, &self.second].map(|name| self.personalities.player(name));
        let members = [&first?, &second?];
        let solution = self.game.on_threads(|| -> miette::Result<_> {
            let policies = policies(&members, rules, self.game.quiet)?;
            let plays = [0, 1].map(|seat: usize| Play::As(&*policies[seat]));
            Ok(rules::solve(rules, plays, self.game.quiet)?)
        })??;
        let answer = results::MatchAnswer::new(members.map(Member::id), &solution);
        self.format.output_by(&chosen.name(), &answer)
    }
}

impl RespondArgs {
    fn run(self) -> miette::Result<Output> {
        let chosen = self.game.rules()?;
        let rules = &chosen.rules;
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
        self.format.output_by(&chosen.name(), &answer)
    }
}
