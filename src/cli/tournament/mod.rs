//! `rivals tournament`: round-robin tournaments.

pub(crate) mod assess;
pub(crate) mod claims;
pub(crate) mod compare;
mod contest;
pub(crate) mod evolve;
mod folder;
mod jobs;
pub(crate) mod merge;
pub(crate) mod plan;
mod rule_sweep;
mod run;
mod shown;
pub(crate) mod sweep;
mod text;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use miette::miette;

use crate::command::output::print_note;
use crate::command::progress::waiting;
use crate::command::shared::Given;
use crate::command::{Output, help_end};
use crate::outside::ProgramArgs;
use crate::report::tournament::{standings_document, standings_json};
use crate::results::tournament::result_files;
use crate::results::{ManifestEntry, TOURNAMENT};
use crate::standings::Analysis;
use crate::standings::claims::Claims;
use crate::text::number::counted;
use crate::tournament::{
    Contest, Header, JOURNAL, Ledger, Memory, Plan, QUIETLY, Settings, check, sample, stopping,
};
use claims::ClaimsArg;
use contest::ContestArgs;
pub(crate) use contest::{Chosen, ConfigArgs, TOURNAMENT_FILE, configs_of, results_root};
pub(super) use contest::{in_game_configs, personalities};
use jobs::{Estimate, Job, JobArgs, Kept, SAMPLE, Shards};
pub(super) use run::Within;
use run::{Ending, RunArgs, Task, success_of};
use shown::{Shown, ShownArgs};

/// Run a round-robin tournament of a game, with ratings and metrics of all players.
///
/// The players of a pairing play with the same random numbers from every seat. Games are saved while
/// the tournament runs: --resume continues an interrupted run, and the files are then the same as
/// those of a run without a break.
///
/// Distances and nearest neighbours compare how players decide. They use every sampled metric
/// except thinking_seconds (column in_distances of fingerprints.csv).
#[derive(Debug, Args)]
#[command(
    after_help = help_end("
        # three players, a thousand games of each ordered pair
        rivals tournament --roster abel,carla,greedy --games 1000 --out my-tournament
    ")
)]
pub(super) struct TournamentArgs {
    // The first, as every other field takes its values from the matches.
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    contest: ContestArgs,
    #[command(flatten)]
    programs: ProgramArgs,
    #[command(flatten)]
    claims: ClaimsArg,
    /// Folder for the results, created if it is missing [default: results/tournament, or
    /// results/GAME/tournament for another game than the default]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[arg(long, value_name = "W", allow_negative_numbers = true, help = until_ci_help(), value_parser = width)]
    until_ci: Option<f64>,
    /// The interval that --until-ci means: that of each seat of a pairing, which pairings.csv has, or
    /// that of a pair over both seats, which pairs.csv has and which needs about half as many games
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = CiOf::Seats, requires = "until_ci")]
    until_ci_of: CiOf,
    #[command(flatten)]
    job: JobArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// The interval that `--until-ci` means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CiOf {
    /// The interval of each seat
    Seats,
    /// The interval of a pair over both seats; only with two seats
    Pairs,
}

/// Reads the width of an interval; whether it can be reached is checked with the other settings.
fn width(text: &str) -> Result<f64, &'static str> {
    text.parse().map_err(|_| "write a fraction between 0 and 1, such as 0.01")
}

fn until_ci_help() -> String {
    format!(
        "Play each pairing until the confidence interval of each seat (or what --until-ci-of says) \
         is narrower than W, a fraction such as 0.01; --games is then the maximum, {} by default. The intervals of pairings correct for \
         this optional stopping; those of standings, ratings, metrics and claims do not, and a \
         column of their files says so",
        stopping::DEFAULT_CAP
    )
}

impl TournamentArgs {
    /// Checks that the folder has no journal, or the journal of this tournament.
    ///
    /// # Errors
    /// An error for the journal of another tournament.
    pub(super) fn belongs(&self) -> miette::Result<()> {
        let chosen = self.contest.settings(&self.programs)?;
        let contest = chosen.contest(self.run.quiet)?;
        let plan = self.plan(&*contest, &chosen)?;
        let path = self.folder(&chosen).join(JOURNAL);
        if path.exists() { Ok(check(&path, &Header::of_plan(&*contest, &plan))?) } else { Ok(()) }
    }

    pub(super) fn run(self) -> miette::Result<Output> {
        self.run_within(&Within::Itself)
    }

    /// Plays the tournament.
    pub(super) fn run_within(self, within: &Within) -> miette::Result<Output> {
        if self.job.shards.is_some() && self.job.emit.is_none() && !self.run.dry_run {
            let help = "add --emit or --dry-run, or give --shard I/N to play one of them";
            return Err(miette!(help = help, "--shards alone plays nothing"));
        }
        let begun = Instant::now();
        let interrupt = match self.job.emit {
            Some(_) => None,
            None => self.run.interrupt(within)?,
        };
        let chosen = self.contest.settings(&self.programs)?;
        if self.until_ci_of == CiOf::Pairs && chosen.config.seats != 2 {
            let help = "leave out --until-ci-of: the intervals are then those of each player in a \
                        line-up, over all seats";
            return Err(miette!(help = help, "--until-ci-of pairs needs games of two seats"));
        }
        let contest = chosen.contest(self.run.quiet)?;
        let solved = begun.elapsed();
        let claims = self.claims.read(chosen.game)?;
        let plan = self.plan(&*contest, &chosen)?;
        let task = Task {
            programs: self.programs.clone(),
            ..Task::new(&*contest, &plan, &chosen, self.folder(&chosen))
        };
        let job = self.job(&task, solved)?;
        if let (Some((job, _)), Some(emit)) = (&job, self.job.emit) {
            Memory::new(&*contest, &plan, self.cores()).check(self.run.memory.limit())?;
            return Ok(Output::done(job.file(emit, &task, &self.given)?));
        }
        let cores = self.run.threads.count();
        let estimate = job.and_then(|(job, estimate)| Some(job.told(&plan, &estimate?, cores)));
        let estimate = estimate.unwrap_or_default();
        self.run.play(interrupt, (&task, within), &estimate, |ledger, ending| {
            finish(&task, &claims, ledger, ending)
        })
    }

    fn plan(&self, contest: &dyn Contest, chosen: &Chosen) -> miette::Result<Plan> {
        let planned = Plan::designed(contest, self.settings(chosen), self.contest.pairings);
        planned.map_err(|error| match &chosen.config.source {
            Some(file) if self.contest.too_few_in_file(&chosen.config) => {
                let help = "name more agents, or write a smaller number of players";
                file.wrong("players", error.to_string(), help).into()
            }
            _ => error.into(),
        })
    }

    /// The cores of each shard.
    fn cores(&self) -> usize {
        self.run.threads.given().unwrap_or(1)
    }

    /// The shards that were asked for, with the sample of games that tells how long they take.
    /// `solved` is the time that making the contest took. Says what is done with the games of an
    /// earlier job in the folder.
    fn job(
        &self,
        &Task { contest, plan, ref header, ref out, .. }: &Task<'_>,
        solved: Duration,
    ) -> miette::Result<Option<(Job, Option<Estimate>)>> {
        let Some(shards) = self.job.shards else {
            return Ok(None);
        };
        let measured = shards == Shards::Auto || self.run.dry_run;
        let estimate = if measured {
            let _waiting = waiting("playing a sample of the games", self.run.quiet);
            let pool = self.run.threads.pool()?;
            Some(pool.install(|| {
                let begun = Instant::now();
                contest.prepare(None, QUIETLY);
                let preparation = solved + begun.elapsed();
                let sample = sample(contest, plan, SAMPLE);
                Estimate { sample, preparation }
            }))
        } else {
            None
        };
        let (kept, refused) = Kept::find(out, header);
        let job = Job::new(shards, self.cores(), plan, estimate.as_ref(), kept);
        if let Some(error) = refused {
            let parts = out.join("parts");
            print_note(&format!("{} has games that the job cannot use: {error}", parts.display()));
        }
        if let Some(kept) = kept {
            print_note(&kept.told(&job, out));
        }
        Ok(Some((job, estimate)))
    }

    fn folder(&self, chosen: &Chosen) -> PathBuf {
        (self.out.clone()).unwrap_or_else(|| results_root(chosen.game).join(TOURNAMENT))
    }

    fn settings(&self, chosen: &Chosen) -> Settings {
        let games = match self.until_ci {
            // The configuration's number of games is not meant as a maximum.
            Some(_) => self.contest.settings.games.unwrap_or(stopping::DEFAULT_CAP),
            None => chosen.config.games,
        };
        Settings {
            seats: chosen.config.seats,
            seed: chosen.config.seed,
            games,
            until_ci: self.until_ci,
            until_pairs: self.until_ci_of == CiOf::Pairs,
            shard: self.run.shard,
        }
    }
}

/// Writes the files of a complete tournament.
fn finish(
    task: &Task<'_>,
    claims: &Claims,
    ledger: Ledger<'_>,
    &Ending { folder, pool, shown, said, quiet }: &Ending<'_>,
) -> miette::Result<Output> {
    let contest = task.contest;
    let capped = ledger.capped();
    if capped > 0 {
        let pairings = counted(capped as u64, "pairing", "pairings");
        let their = if capped == 1 { "its" } else { "their" };
        print_note(&format!(
            "{pairings} reached the maximum number of games before {their} intervals were narrow \
             enough"
        ));
    }
    let mut finished = ledger.finished(contest);
    if finished.seats == 2 {
        finished.exact = run::solve(contest, Some(&finished), pool, quiet);
    }
    let waiting = waiting("computing ratings and writing the files", quiet);
    let results = pool.install(|| Analysis::new(contest, &finished, claims));
    folder.write(ManifestEntry::of_tournament(&results), &result_files(&results))?;
    drop(waiting);
    let standings = Shown {
        document: standings_document(&results),
        csv: crate::text::csv(&results.standings),
        json: standings_json(&results),
        success: success_of(&results),
    };
    shown.finished(standings, said, task.chosen, &task.out)
}
