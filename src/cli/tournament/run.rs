//! What `rivals tournament` and `rivals sweep` share: the arguments of a run, its games, and the
//! journal that keeps them.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;
use rayon::ThreadPool;

use super::super::interrupt::{End, Interrupt, resume_command};
use super::folder::{self, Start};
use super::jobs::long;
use super::text::{self, Planned};
use super::{Chosen, ShownArgs};
use crate::command::output::print_note;
use crate::command::progress::{Bar, waiting};
use crate::command::shared::{MemoryArg, ThreadsArg};
use crate::command::{Output, Success};
use crate::commands;
use crate::files::pieces::{self, Pieces};
use crate::outside::{ProgramArgs, go_on, merge_logs, said};
use crate::results::tournament::file_names;
use crate::results::{ResultsFolder, SWEEP, TOURNAMENT};
use crate::standings::Analysis;
use crate::text::number::{count, counted};
use crate::tournament::{
    Bytes, Contest, ExactPairs, Finished, Header, JOURNAL, Keep, Ledger, Plan, Progress,
    STOP_GRACE, Shard, TABLES, TournamentJournal, VALUES, config_hash, merge, play, resume,
};

/// The size of a journal, in bytes, from which on it is announced before the first game.
const LARGE_JOURNAL: u64 = 50_000_000;

/// What to do when a shard is finished.
const THEN_MERGE: &str = "When all shards are finished, merge them: rivals merge DIR... --out DIR";

/// The arguments of a run that do not change what is played.
#[derive(Debug, Args)]
pub(super) struct RunArgs {
    #[command(flatten)]
    pub threads: ThreadsArg,
    #[command(flatten)]
    pub memory: MemoryArg,
    /// Resume the run in the folder; with a larger --games, play the missing games
    #[arg(long)]
    resume: bool,
    /// If the folder holds other results, keep it under another name (DIR.1, DIR.2, ...), and play
    /// only the games that it does not have
    #[arg(long)]
    overwrite: bool,
    /// Play shard I of N only; `rivals merge` merges the shards
    #[arg(long, value_name = "I/N", allow_hyphen_values = true)]
    pub shard: Option<Shard>,
    /// Do not keep policy tables in the folder until the run is done, and remove those that an
    /// interrupted run left there. They save the time of computing them again
    #[arg(long)]
    pub no_tables: bool,
    /// Print what would be played; play and write nothing
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub shown: ShownArgs,
    /// Show no progress
    #[arg(short, long)]
    pub quiet: bool,
}

/// A tournament or a sweep, and where its files are.
pub(super) struct Task<'a> {
    pub contest: &'a dyn Contest,
    pub plan: &'a Plan,
    pub header: Header,
    pub chosen: &'a Chosen,
    pub programs: ProgramArgs,
    pub out: PathBuf,
    /// The names of the files.
    pub names: Vec<&'static str>,
}

/// What the files of complete games are written with.
pub(super) struct Ending<'a> {
    pub folder: &'a ResultsFolder,
    pub pool: &'a ThreadPool,
    pub shown: &'a ShownArgs,
    /// The sentence about the games.
    pub said: &'a str,
    pub quiet: bool,
}

impl<'a> Task<'a> {
    /// A tournament.
    pub(super) fn new(
        contest: &'a dyn Contest,
        plan: &'a Plan,
        chosen: &'a Chosen,
        out: PathBuf,
    ) -> Self {
        let seats = plan.settings.seats;
        let header = Header::of_plan(contest, plan);
        let names = file_names(seats, (commands::of(chosen.game).tournament_files)(seats));
        let programs = ProgramArgs::default();
        Self { contest, plan, header, chosen, programs, out, names }
    }

    /// The folder for the files.
    fn folder(&self) -> miette::Result<ResultsFolder> {
        let command = if self.header.sweep.is_some() { SWEEP } else { TOURNAMENT };
        Ok(ResultsFolder::prepare(&self.out, command, &self.names)?)
    }

    /// Merges the journals of all shards into the folder. `finish` writes the files.
    pub(super) fn merge(
        &self,
        journals: &[PathBuf],
        (threads, memory, shown): (&ThreadsArg, &MemoryArg, &ShownArgs),
        quiet: bool,
        finish: impl FnOnce(Ledger<'_>, &Ending<'_>) -> miette::Result<Output>,
    ) -> miette::Result<Output> {
        memory.check(self.contest, self.plan, threads)?;
        // Results of the same tournament are written again, as by `rivals tournament --resume`.
        folder::check_free(&self.out, &self.header)?;
        shown.check_report(&self.out)?;
        let pool = &threads.pool()?;
        let ledger = {
            let _waiting = waiting("reading the journals", quiet);
            pool.install(|| merge(journals, &self.header, self.plan))?
        };
        let folder = &self.folder()?;
        folder::keep_games(&self.out, journals, &self.header)?;
        merge_logs(journals, &self.out)?;
        let shards = counted(journals.len() as u64, "shard", "shards");
        let games = counted(ledger.games_done(), "game", "games");
        let said = &format!("Merged {shards} with {games} into {}.\n", self.out.display());
        finish(ledger, &Ending { folder, pool, shown, said, quiet })
    }
}

/// What a run is part of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Within {
    /// The program ends with the run.
    Itself,
    /// `rivals reproduce`.
    Reproduce,
    /// `rivals reproduce --check`, which keeps no games and has this temporary folder.
    Check(PathBuf),
}

impl Within {
    /// How a run ends if it is interrupted before its journal begins.
    fn early_end(&self) -> End {
        let note = "interrupted before the first game; no game is lost".to_owned();
        End {
            note,
            after: Duration::ZERO,
            scratch: match self {
                Self::Itself | Self::Reproduce => None,
                Self::Check(scratch) => Some(scratch.clone()),
            },
        }
    }

    /// How a run ends if it is interrupted after the games of the ledger.
    fn end(&self, ledger: &Ledger<'_>) -> End {
        let [done, due] = [ledger.games_done(), ledger.games_due()].map(count);
        let note = match self {
            Self::Itself | Self::Reproduce => {
                format!("{done} of {due} games are saved; continue with\n  {}", resume_command())
            }
            Self::Check(_) => format!(
                "the check ended after {done} of {due} games; nothing was compared, and these \
                 games are not kept"
            ),
        };
        End { note, ..self.early_end() }
    }
}

impl RunArgs {
    /// Begins to listen for signals, unless nothing is played. This comes first in a run, as
    /// solving the game takes a while.
    pub(super) fn interrupt(&self, within: &Within) -> miette::Result<Option<Interrupt>> {
        if self.dry_run {
            return Ok(None);
        }
        let interrupt = Interrupt::listen()?.watched();
        // A run that soon has its journal says how to continue.
        interrupt.set_end(Some(End { after: STOP_GRACE, ..within.early_end() }));
        Ok(Some(interrupt))
    }

    /// Prepares the contest. What is prepared is kept beside the journal, and what an interrupted
    /// run kept is taken up.
    fn prepare(&self, contest: &dyn Contest, out: &Path, pool: &ThreadPool) {
        let file = out.join(TABLES);
        let bar = Bar::of_steps(self.quiet);
        let progress = |unit, more, of| bar.add_to(unit, more, of);
        if self.no_tables {
            remove_tables(out);
        }
        let kept = (!self.no_tables).then(|| Pieces::new(&file, &tables_identity(contest)));
        let keep = kept.as_ref().map(|kept| kept as &dyn Keep);
        pool.install(|| contest.prepare(keep, &progress));
        bar.finish();
        let Some(kept) = kept else {
            return;
        };
        if let Some(failure) = kept.failure() {
            print_note(&format!("no policy tables are kept: {failure}"));
        }
        if kept.taken_up() > 0 && !self.quiet {
            let folder = out.display();
            print_note(&format!("policy tables of an earlier run in {folder} were taken up"));
        }
    }

    /// The line of `--dry-run` on how long a run takes before its first game, by a sample; empty
    /// where nothing is prepared.
    fn preparation(&self, contest: &dyn Contest) -> String {
        let begun = Instant::now();
        let parts = contest.prepare_part();
        if parts == 0 {
            return String::new();
        }
        let cores = self.threads.count();
        let time = begun.elapsed().mul_f64(parts as f64 / cores as f64);
        format!(
            "prepare   about {} on {} for policy tables, before the first game; less with those that \
             the cache has\n",
            long(time),
            counted(cores as u64, "core", "cores"),
        )
    }

    /// Plays the games that the folder lacks; `finish` writes the files. With --dry-run, says what
    /// would be played, and how long that takes if there is an `estimate`.
    pub(super) fn play(
        &self,
        interrupt: Option<Interrupt>,
        (task, within): (&Task<'_>, &Within),
        estimate: &str,
        finish: impl FnOnce(Ledger<'_>, &Ending<'_>) -> miette::Result<Output>,
    ) -> miette::Result<Output> {
        let &Task { contest, plan, chosen, ref header, ref out, .. } = task;
        let memory = self.memory.check(contest, plan, &self.threads)?;
        let flags = [self.resume, self.overwrite, self.dry_run];
        let start = folder::start(out, header, plan, flags)?;
        if self.shard.is_none() && !matches!(start, Start::Replace { .. }) {
            self.shown.check_report(out)?;
        }
        let path = out.join(JOURNAL);
        let Some(interrupt) = interrupt else {
            let ledger = start.ledger(&path, header, plan)?;
            let found = start.remark(self.resume || self.overwrite);
            let before =
                if estimate.is_empty() { self.preparation(contest) } else { String::new() };
            let told = format!("{estimate}{before}{found}");
            let planned = Planned::new(task, &ledger, &memory, &told);
            return self.shown.planned(&planned, chosen);
        };
        let threads = chosen.programs.iter().map(|program| program.threads()).max();
        let pool = &self.threads.pool_of(threads.unwrap_or(1))?;
        let taken = folder::take_over(start, out, header, plan)?;
        let folder = &task.folder()?;
        let told = self.quiet || taken.is_some();
        let (mut journal, mut ledger) = open(start, &path, header, plan, told)?;
        task.programs.bear(&chosen.programs, (contest, plan, &ledger), out)?;
        if interrupt.asked() && !ledger.is_complete() {
            interrupt.set_end(None);
            print_note(&within.end(&ledger).note);
            return Ok(Output::without_text(Success::Interrupted));
        }
        // A complete run that was asked to stop before writes its files.
        interrupt.set_end((!interrupt.asked()).then(|| within.end(&ledger)));
        self.prepare(contest, out, pool);
        // From here on, the games that are being played are finished after a signal.
        interrupt.set_end(None);
        let listening = (&interrupt, within);
        let pace = self.play_games(task, listening, pool, &mut ledger, &mut journal)?;
        go_on(&chosen.programs)?;
        let Some(pace) = pace else {
            return Ok(Output::without_text(Success::Interrupted));
        };
        // All games are in the journal: from here on, a signal ends the program at once.
        interrupt.set_end((!interrupt.asked()).then(|| within.end(&ledger)));
        let of_programs: String = said(&chosen.programs, contest, &ledger);
        let said = &(text::done(&ledger, &pace, taken, out) + &of_programs);
        let (shown, quiet) = (&self.shown, self.quiet);
        let output = match self.shard {
            Some(_) => shown.done(&format!("{said}{THEN_MERGE}\n"), chosen)?,
            None => finish(ledger, &Ending { folder, pool, shown, said, quiet })?,
        };
        interrupt.set_end(None);
        remove_tables(out);
        if interrupt.asked() {
            print_note("the signal came after the last game; all files are written");
        }
        if *within == Within::Itself {
            interrupt.done();
        }
        Ok(output)
    }

    /// Plays the games that the ledger lacks, and writes them to the journal; `None` if the run was
    /// interrupted.
    fn play_games(
        &self,
        task: &Task<'_>,
        (interrupt, within): (&Interrupt, &Within),
        pool: &ThreadPool,
        ledger: &mut Ledger<'_>,
        journal: &mut TournamentJournal,
    ) -> miette::Result<Option<Pace>> {
        let (contest, quiet) = (task.contest, self.quiet);
        let bytes = text::journal_bytes(contest, task.plan);
        if bytes >= LARGE_JOURNAL && !quiet {
            print_note(&format!(
                "the journal {} grows to {}about {}",
                task.out.join(JOURNAL).display(),
                task.plan.settings.until_ci.map_or("", |_| "at most "),
                Bytes(bytes)
            ));
        }
        let begun_at = Instant::now();
        let before = ledger.games_done();
        let bar = Bar::new(ledger.games_due(), "games", quiet).from(before);
        let mut told = false;
        let mut watch = |standing: Progress| {
            bar.set(standing.done, standing.due);
            if standing.visited > 0 {
                bar.explain(format!("games, {} states searched", count(standing.visited)));
            }
            if task.chosen.programs.iter().any(|program| program.unkept().is_some()) {
                told = true;
                interrupt.flag().store(true, Ordering::Relaxed);
            }
            if interrupt.asked() && !told {
                told = true;
                bar.say(&format!(
                    "finishing the games being played, for at most {} seconds; a second signal \
                     ends the program at once",
                    STOP_GRACE.as_secs()
                ));
            }
        };
        let outcome = if interrupt.asked() {
            Ok(())
        } else {
            play(contest, ledger, Some(journal), pool, interrupt.flag(), &mut watch)
        };
        bar.finish();
        if outcome.is_err() || !ledger.is_complete() {
            print_note(&within.end(ledger).note);
        }
        outcome?;
        Ok(ledger
            .is_complete()
            .then(|| Pace { games: ledger.games_done() - before, time: begun_at.elapsed() }))
    }
}

/// What the policy tables of a contest depend on, as one line: as for journals, also the commit of
/// the build.
fn tables_identity(contest: &dyn Contest) -> String {
    let version = env!("RIVALS_VERSION");
    format!("{version} {VALUES} {}", config_hash(contest))
}

/// Removes the policy tables that a run kept. If they stay, no result is wrong.
fn remove_tables(out: &Path) {
    let file = out.join(TABLES);
    if let Err(error) = pieces::remove(&file) {
        print_note(&format!("cannot remove the policy tables {}: {error}", file.display()));
    }
}

/// Computes all exact results of a contest; where the pairings are a sample, it returns those of
/// the pairs that met, and computes no others.
pub(super) fn solve(
    contest: &dyn Contest,
    finished: Option<&Finished>,
    pool: &ThreadPool,
    quiet: bool,
) -> Option<ExactPairs> {
    let bar = Bar::of_steps(quiet);
    let progress = |unit, more, of| bar.add_to(unit, more, of);
    let exact = pool.install(|| {
        contest.prepare(None, &progress);
        let sampled = finished.filter(|finished| finished.design.is_some());
        match (contest.solved(), sampled) {
            (Some(solved), Some(finished)) => {
                let pairs = finished.pairings.iter().map(|pairing| &pairing.players[..]);
                let pairs = pairs.flat_map(|pair| [(pair[0], pair[1]), (pair[1], pair[0])]);
                let pairs: Vec<_> = pairs.collect();
                let exact = solved.exact_of_pairs(&pairs, &progress);
                let known = pairs.into_iter().zip(exact);
                Some(known.filter_map(|(pair, exact)| Some((pair, exact?))).collect())
            }
            (Some(solved), None) => {
                solved.prepare_exact(&progress);
                None
            }
            (None, _) => None,
        }
    });
    bar.finish();
    exact
}

/// Whether sampled and exact results agree; says so if they do not.
pub(super) fn success_of(results: &Analysis<'_>) -> Success {
    match &results.disagreement {
        None => Success::Done,
        Some(disagreement) => {
            print_note(&format!("error: {disagreement}"));
            Success::Disagreement
        }
    }
}

/// The games that a run played, and how long that took.
pub(super) struct Pace {
    pub games: u64,
    pub time: Duration,
}

/// Begins a journal, or opens that of an earlier run and reports how many games it has.
fn open<'a>(
    start: Start,
    journal: &Path,
    header: &Header,
    plan: &'a Plan,
    quiet: bool,
) -> miette::Result<(TournamentJournal, Ledger<'a>)> {
    if matches!(start, Start::Begin | Start::Replace { journal: false }) {
        return Ok((TournamentJournal::create(journal, header)?, Ledger::new(plan)));
    }
    let (journal, ledger, recovery) = resume(journal, header, plan)?;
    let lost = recovery.torn_bytes + recovery.hole_bytes;
    if lost > 0 {
        print_note(&format!(
            "{} of the journal were torn when the earlier run ended; their games are played again",
            counted(lost, "byte", "bytes")
        ));
    }
    if !quiet {
        print_note(&if ledger.is_complete() {
            "nothing is left to play; the files are written again".to_owned()
        } else {
            format!(
                "{} of {} games were played before",
                count(ledger.games_done()),
                count(ledger.games_due())
            )
        });
    }
    Ok((journal, ledger))
}
