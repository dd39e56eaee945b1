//! `rivals merge`: merges the shards of a tournament.

use std::path::PathBuf;

use clap::Args;
use miette::miette;

use super::tournament::{
    Chosen, ConfigArgs, ShownArgs, check_free, claims, finish, keep_games, merged, results_folder,
    sweep, sweep_folder,
};
use crate::command::progress::waiting;
use crate::command::shared::{MemoryArg, ThreadsArg};
use crate::command::{Output, help_end};
use crate::games;
use crate::results::tournament::file_names;
use crate::results::{ResultsFolder, TOURNAMENT};
use crate::tournament::{Header, JOURNAL, Plan, Settings, header, merge};

/// Merge the shards of a tournament or a sweep into its result files.
///
/// Give the folders of all shards, as `rivals tournament --shard` wrote them. The result
/// files have the same bytes as those of a tournament that was played without shards. The merged
/// folder has all games: `rivals tournament --resume --games N` there plays more.
#[derive(Debug, Args)]
#[command(
    after_help = help_end("
        # play a tournament in two halves, on one machine or two, and merge them
        rivals tournament --roster abel,carla --games 500 --shard 1/2 --out half-1
        rivals tournament --roster abel,carla --games 500 --shard 2/2 --out half-2
        rivals merge half-1 half-2 --out merged-league
    ")
)]
pub(super) struct MergeArgs {
    /// The folders of all shards
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// Folder for the results, created if it is missing [default: results/tournament or
    /// results/sweep; results/GAME/... for another game than dragon-slayer]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    claims: claims::ClaimsArg,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    memory: MemoryArg,
    #[command(flatten)]
    shown: ShownArgs,
    /// Show no progress
    #[arg(short, long)]
    quiet: bool,
}

impl MergeArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        let journals: Vec<PathBuf> =
            (self.folders.iter()).map(|folder| folder.join(JOURNAL)).collect();
        // The first journal says what was played; merging checks that the others agree.
        let theirs = header(&journals[0])?;
        let game = games::find(&theirs.game).map_err(|help| {
            let journal = journals[0].display();
            miette!(
                help = help,
                "the results in {journal} are of {}, which this build does not have",
                theirs.game
            )
        })?;
        if theirs.sweep.is_some() && self.claims.is_given() {
            let help = "leave out --claims";
            return Err(miette!(help = help, "a sweep tests no claims"));
        }
        let out = self.out.unwrap_or_else(|| match theirs.sweep {
            Some(_) => sweep_folder(game),
            None => results_folder(game),
        });
        let mut chosen = Chosen::read(Some(game), &self.config)?;
        if theirs.sweep.is_some() {
            let arguments = (&self.threads, &self.memory, &self.shown);
            return sweep::merge(&journals, &theirs, chosen, &out, arguments, self.quiet);
        }
        chosen.config.roster = chosen.config.roster.select(&theirs.roster).map_err(|error| {
            miette!(
                help = "give the flags that the shards were played with: --personalities, \
                            --no-built-in, --config and --rules",
                "the shards have a player that this configuration lacks: {error}"
            )
        })?;
        let contest = chosen.contest(self.quiet)?;
        let claims = self.claims.read(game)?;
        let settings = Settings { shard: None, ..theirs.settings() };
        let plan = Plan::designed(&*contest, settings, theirs.pairings)?;
        self.memory.check(&*contest, &plan, &self.threads)?;
        let header = Header::of_plan(&*contest, &plan);
        // Results of the same tournament are written again, as by `rivals tournament --resume`.
        check_free(&out, &header)?;
        self.shown.check_report(&out)?;
        let pool = self.threads.pool()?;
        let ledger = {
            let _waiting = waiting("reading the journals", self.quiet);
            pool.install(|| merge(&journals, &header, &plan))?
        };
        let seats = plan.settings.seats;
        let names = file_names(seats, contest.file_names(seats));
        let folder = ResultsFolder::prepare(&out, TOURNAMENT, &names)?;
        keep_games(&out, &journals, &header)?;
        let said = merged(journals.len(), &ledger, &out);
        let standings = finish(&*contest, ledger, &claims, &folder, &pool, self.quiet)?;
        self.shown.finished(standings, &said, &chosen, &out)
    }
}
