//! `rivals tournament`: round-robin tournaments.

pub(crate) mod claims;
mod contest;
mod folder;
mod text;

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use miette::miette;
use rayon::ThreadPool;

use super::interrupt::{Interrupt, resume_command};
use crate::command::output::{print_note, terminal_width};
use crate::command::progress::{Bar, waiting};
use crate::command::shared::{MemoryArg, ThreadsArg};
use crate::command::{Output, Success, help_end};
use crate::report::tournament::standings_text;
use crate::results::tournament::{file_names, result_files};
use crate::results::{ManifestEntry, ResultsFolder, TOURNAMENT};
use crate::standings::Analysis;
use crate::standings::claims::Claims;
use crate::text::number::{count, counted};
use crate::tournament::{
    Bytes, Contest, Header, JOURNAL, Ledger, Plan, Progress, Settings, Shard, TournamentJournal,
    check, look, play, resume, stopping,
};
use claims::ClaimsArg;
use contest::ContestArgs;
pub(crate) use contest::{Chosen, TOURNAMENT_FILE, personalities, results_folder};
pub(crate) use folder::check_free;

/// The size of a journal, in bytes, from which on it is announced before the first game.
const LARGE_JOURNAL: u64 = 50_000_000;

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
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    memory: MemoryArg,
    /// Folder for the results, created if it is missing [default: results/tournament, or
    /// results/GAME for another game than dragon-slayer]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Resume the tournament in the folder
    #[arg(long)]
    resume: bool,
    /// Play shard I of N only; `rivals merge` merges the shards
    #[arg(long, value_name = "I/N", allow_hyphen_values = true)]
    shard: Option<Shard>,
    #[arg(long, value_name = "W", allow_negative_numbers = true, help = until_ci_help())]
    until_ci: Option<f64>,
    /// Print what would be played; play and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

fn until_ci_help() -> String {
    format!(
        "Play each pairing until its confidence intervals are narrower than W, a fraction such as \
         0.01; --games is then the maximum, {} by default. The intervals of pairings correct for \
         this optional stopping; those of standings, ratings, metrics and claims do not, and a \
         column of their files says so",
        stopping::DEFAULT_CAP
    )
}

impl TournamentArgs {
    /// Checks that the folder has no journal, or the journal of this tournament.
    ///
    /// # Errors
    /// `ResumeError` for the journal of another tournament.
    pub(super) fn belongs(&self) -> miette::Result<()> {
        let chosen = self.contest.settings()?;
        let contest = chosen.contest(self.quiet)?;
        let plan = Plan::new(&*contest, self.settings(&chosen))?;
        let path = self.folder(&chosen).join(JOURNAL);
        match path.exists() {
            true => Ok(check(&path, &Header::new(&*contest, &plan.settings))?),
            false => Ok(()),
        }
    }

    pub(super) fn run(self) -> miette::Result<Output> {
        self.run_and_keep(true)
    }

    /// Plays the tournament. If it is interrupted, it says whether the games are kept.
    pub(super) fn run_and_keep(self, keep: bool) -> miette::Result<Output> {
        // Listening comes first, as solving the game takes a while.
        let interrupt = match self.dry_run {
            true => None,
            false => Some(Interrupt::listen().map_err(|error| {
                let help = "run on a system where signals can be handled";
                miette!(help = help, "cannot listen for signals: {error}")
            })?),
        };
        let chosen = self.contest.settings()?;
        let contest = chosen.contest(self.quiet)?;
        let claims = self.claims.read(chosen.game)?;
        let plan = Plan::new(&*contest, self.settings(&chosen))?;
        let memory = self.memory.check(&*contest, &plan, &self.threads)?;
        let header = Header::new(&*contest, &plan.settings);
        let out = self.folder(&chosen);
        let begun = folder::has_journal(&out, &header, self.resume || self.dry_run)?;
        let path = out.join(JOURNAL);
        let Some(interrupt) = interrupt else {
            let ledger = match begun {
                true => look(&path, &header, &plan)?,
                false => Ledger::new(&plan),
            };
            let must_resume = begun && !self.resume;
            let said = text::dry_run(
                &*contest,
                &ledger,
                &memory,
                &out,
                must_resume,
                terminal_width(),
            );
            return Ok(Output::done(chosen.rules.above(&said)));
        };
        let pool = self.threads.pool()?;
        let seats = plan.settings.seats;
        let names = file_names(seats, contest.file_names(seats));
        let folder = ResultsFolder::prepare(&out, TOURNAMENT, &names)?;
        let (mut journal, mut ledger) = match begun {
            true => self.go_on(&path, &header, &plan)?,
            false => {
                let journal = TournamentJournal::create(&path, &header)?;
                (journal, Ledger::new(&plan))
            }
        };

        if !interrupt.asked() {
            let bar = Bar::of_steps(self.quiet);
            pool.install(|| contest.prepare_with(&|unit, more, of| bar.add_to(unit, more, of)));
            bar.finish();
        }
        let bytes = text::journal_bytes(&*contest, &plan);
        if bytes >= LARGE_JOURNAL && !self.quiet {
            print_note(&format!(
                "the journal {} grows to {}about {}",
                path.display(),
                self.until_ci.map_or("", |_| "at most "),
                Bytes(bytes)
            ));
        }
        let start = Instant::now();
        let before = ledger.games_done();
        let bar = Bar::new(ledger.games_due(), "games", self.quiet).from(before);
        let mut told = false;
        let mut watch = |standing: Progress| {
            bar.set(standing.done, standing.due);
            if interrupt.asked() && !told {
                told = true;
                bar.say(
                    "finishing the games being played; a second signal ends the program at once",
                );
            }
        };
        let outcome = match interrupt.asked() {
            true => Ok(()),
            false => play(
                &*contest,
                &mut ledger,
                Some(&mut journal),
                &pool,
                interrupt.flag(),
                &mut watch,
            ),
        };
        bar.finish();
        if outcome.is_err() || !ledger.is_complete() {
            let (done, due) = (count(ledger.games_done()), count(ledger.games_due()));
            print_note(&match keep {
                true => format!(
                    "{done} of {due} games are saved; continue with\n  {}",
                    resume_command()
                ),
                false => format!(
                    "the check ended after {done} of {due} games; nothing was compared, and \
                     these games are not kept"
                ),
            });
        }
        outcome?;
        if !ledger.is_complete() {
            return Ok(Output::without_text(Success::Interrupted));
        }
        let asked = interrupt.asked();
        // All games are in the journal: from here on, a signal ends the program at once.
        drop(interrupt);
        let played = ledger.games_done() - before;
        let mut said = text::done(&ledger, played, start.elapsed(), &out, terminal_width());
        let success = match self.shard {
            Some(shard) => {
                said += &text::shard(shard);
                Success::Done
            }
            None => {
                let finished = finish(&*contest, ledger, &claims, &folder, &pool, self.quiet);
                let (standings, success) = finished?;
                said = format!("{standings}\n{said}");
                success
            }
        };
        if asked {
            print_note("the signal came after the last game; all files are written");
        }
        Ok(Output {
            text: chosen.rules.above(&said),
            success,
        })
    }

    fn folder(&self, chosen: &Chosen) -> PathBuf {
        (self.out.clone()).unwrap_or_else(|| results_folder(chosen.game))
    }

    fn settings(&self, chosen: &Chosen) -> Settings {
        let games = match self.until_ci {
            // The configuration's number of games is not meant as a maximum.
            Some(_) => self.contest.games.unwrap_or(stopping::DEFAULT_CAP),
            None => chosen.config.games,
        };
        Settings {
            seats: chosen.config.seats,
            seed: chosen.config.seed,
            games,
            until_ci: self.until_ci,
            shard: self.shard,
        }
    }

    /// Opens the journal of an earlier run, and reports how many games it has.
    fn go_on<'a>(
        &self,
        journal: &Path,
        header: &Header,
        plan: &'a Plan,
    ) -> miette::Result<(TournamentJournal, Ledger<'a>)> {
        let (journal, ledger, recovery) = resume(journal, header, plan)?;
        if recovery.torn_bytes > 0 {
            print_note(&format!(
                "the journal's last line was torn when the earlier run ended ({}); \
                 its games are played again",
                counted(recovery.torn_bytes, "byte", "bytes")
            ));
        }
        if recovery.hole_bytes > 0 {
            print_note(&format!(
                "the journal has a gap of {}, probably from a power cut; these games are played \
                 again",
                counted(recovery.hole_bytes, "byte", "bytes")
            ));
        }
        if !self.quiet {
            print_note(&match ledger.is_complete() {
                true => "nothing is left to play; the files are written again".to_owned(),
                false => format!(
                    "{} of {} games were played before",
                    count(ledger.games_done()),
                    count(ledger.games_due())
                ),
            });
        }
        Ok((journal, ledger))
    }
}

/// Writes the files of a complete tournament, and returns the text of its standings.
pub(super) fn finish(
    contest: &dyn Contest,
    ledger: Ledger<'_>,
    claims: &Claims,
    folder: &ResultsFolder,
    pool: &ThreadPool,
    quiet: bool,
) -> miette::Result<(String, Success)> {
    let capped = ledger.capped();
    if capped > 0 {
        let pairings = counted(capped as u64, "pairing", "pairings");
        let their = if capped == 1 { "its" } else { "their" };
        print_note(&format!(
            "{pairings} reached the maximum number of games before {their} intervals were narrow \
             enough"
        ));
    }
    let finished = ledger.finished(contest);
    if finished.seats == 2 {
        let bar = Bar::of_steps(quiet);
        let progress = |unit, more, of| bar.add_to(unit, more, of);
        pool.install(|| {
            contest.prepare_with(&progress);
            if let Some(solved) = contest.solved() {
                solved.prepare_exact(&progress);
            }
        });
        bar.finish();
    }
    let waiting = waiting("computing ratings and writing the files", quiet);
    let results = pool.install(|| Analysis::new(contest, &finished, claims));
    folder.write(
        ManifestEntry::of_tournament(&results),
        &result_files(&results),
    )?;
    drop(waiting);
    let success = match &results.disagreement {
        None => Success::Done,
        Some(disagreement) => {
            print_note(&format!("error: {disagreement}"));
            Success::Disagreement
        }
    };
    Ok((standings_text(&results, terminal_width()), success))
}
