//! `rivals tournament`: round-robin tournaments.

pub(crate) mod claims;
mod contest;
mod folder;
mod jobs;
mod run;
mod shown;
pub(crate) mod sweep;
mod text;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use miette::miette;
use rayon::ThreadPool;

use crate::command::output::{print_note, terminal_width};
use crate::command::progress::waiting;
use crate::command::{Output, help_end};
use crate::report::tournament::{standings_document, standings_json};
use crate::results::tournament::{file_names, result_files};
use crate::results::{ManifestEntry, ResultsFolder, TOURNAMENT, Tournament};
use crate::standings::Analysis;
use crate::standings::claims::Claims;
use crate::text::number::counted;
use crate::tournament::{
    Contest, Header, JOURNAL, Ledger, Memory, Plan, QUIETLY, Settings, check, sample, stopping,
};
use claims::ClaimsArg;
use contest::ContestArgs;
pub(crate) use contest::{
    Chosen, ConfigArgs, TOURNAMENT_FILE, configs_of, results_folder, results_root, sweep_folder,
};
pub(super) use contest::{in_game_configs, personalities};
pub(crate) use folder::{check_free, keep_games};
use jobs::{Estimate, Job, JobArgs, Kept, SAMPLE, Shards};
use rivals_league::Error;
pub(super) use run::Within;
use run::{RunArgs, Task, success_of};
pub(crate) use shown::{ShownArgs, Standings};
pub(super) use text::merged;

/// Run a round-robin tournament of a game, with ratings and metrics of all players.
///
/// The players of a pairing play the same dice from every seat. Games are saved while the
/// tournament runs: --resume continues an interrupted run, and the files are then the same
/// as those of a run without a break.
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
    #[command(flatten)]
    contest: ContestArgs,
    #[command(flatten)]
    claims: ClaimsArg,
    /// Folder for the results, created if it is missing [default: results/tournament, or
    /// results/GAME/tournament for another game than dragon-slayer]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[arg(long, value_name = "W", allow_negative_numbers = true, help = until_ci_help())]
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
        let chosen = self.contest.settings()?;
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
        let chosen = self.contest.settings()?;
        if self.until_ci_of == CiOf::Pairs && chosen.config.seats != 2 {
            let help = "leave out --until-ci-of: the intervals are then those of each player in a \
                        line-up, over all seats";
            return Err(miette!(help = help, "--until-ci-of pairs needs games of two seats"));
        }
        let contest = chosen.contest(self.run.quiet)?;
        let solved = begun.elapsed();
        self.contest.note_all_meet(&chosen, self.run.quiet);
        let claims = self.claims.read(chosen.game)?;
        let out = self.folder(&chosen);
        let plan = self.plan(&*contest, &chosen)?;
        let header = Header::of_plan(&*contest, &plan);
        let seats = plan.settings.seats;
        let task = Task {
            contest: &*contest,
            plan: &plan,
            header: &header,
            chosen: &chosen,
            out: &out,
            command: TOURNAMENT,
            names: &file_names(seats, contest.file_names(seats)),
            within,
        };
        let RunArgs { shown, quiet, .. } = &self.run;
        let job = self.job(&*contest, &plan, (&header, &out), solved)?;
        if let (Some((job, _)), Some(emit)) = (&job, self.job.emit) {
            Memory::new(&*contest, &plan, self.cores()).check(self.run.memory.limit())?;
            let mut words = self.contest.words();
            let width = self.until_ci.map(|width| width.to_string());
            words.extend(width.into_iter().flat_map(|width| ["--until-ci".to_owned(), width]));
            if self.until_ci_of == CiOf::Pairs {
                words.extend(["--until-ci-of", "pairs"].map(str::to_owned));
            }
            words.extend(self.run.memory.words());
            let merge = [
                self.contest.settings.config.words(),
                self.claims.words(),
                self.run.memory.words(),
                shown.words(),
            ];
            let merge = merge.concat();
            let named = &chosen.config.paths;
            let text = job.file(emit, (&*contest, &plan), (&out, named), [&words, &merge])?;
            return Ok(Output::done(text));
        }
        self.run.play(
            interrupt,
            &task,
            |ledger, memory, found| {
                let cores = self.run.threads.count();
                let told = job.map_or_else(String::new, |(job, estimate)| {
                    estimate.map_or_else(String::new, |of| job.told(&plan, &of, cores))
                });
                let found = told + found;
                text::dry_run(&*contest, ledger, memory, &out, &found, terminal_width())
            },
            |ledger, folder, pool, said| {
                let standings = finish(&*contest, ledger, &claims, folder, pool, *quiet)?;
                shown.finished(standings, said, &chosen, &out)
            },
        )
    }

    fn plan(&self, contest: &dyn Contest, chosen: &Chosen) -> Result<Plan, Error> {
        Plan::designed(contest, self.settings(chosen), self.contest.pairings)
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
        contest: &dyn Contest,
        plan: &Plan,
        (header, out): (&Header, &Path),
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
        if let Some(refused) = job.refuses(&refused, out) {
            print_note(&refused);
        }
        if let Some(kept) = kept {
            print_note(&kept.told(&job, out));
        }
        Ok(Some((job, estimate)))
    }

    fn folder(&self, chosen: &Chosen) -> PathBuf {
        (self.out.clone()).unwrap_or_else(|| results_folder(chosen.game))
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

/// Writes the files of a complete tournament, and returns its standings.
pub(super) fn finish(
    contest: &dyn Contest,
    ledger: Ledger<'_>,
    claims: &Claims,
    folder: &ResultsFolder,
    pool: &ThreadPool,
    quiet: bool,
) -> miette::Result<Standings> {
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
    Ok(Standings {
        document: standings_document(&results),
        csv: crate::text::csv(Tournament::of(&results).standings),
        json: standings_json(&results),
        success: success_of(&results),
    })
}
