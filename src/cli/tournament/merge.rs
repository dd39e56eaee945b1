//! `rivals merge`: merges the shards of a tournament.

use std::path::PathBuf;

use clap::Args;
use miette::miette;

use super::run::Task;
use super::{Chosen, ConfigArgs, ShownArgs, claims, finish, results_root, sweep};
use crate::command::shared::{MemoryArg, ThreadsArg};
use crate::command::{Output, help_end};
use crate::outside::with_absent;
use crate::personalities::Member;
use crate::personality_files::drawn_with_id;
use crate::player_files::with_files;
use crate::results::{SWEEP, TOURNAMENT};
use crate::tables::seating::game_called;
use crate::tournament::{JOURNAL, Plan, Settings, header};

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
pub(crate) struct MergeArgs {
    /// The folders of all shards
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// Folder for the results, created if it is missing [default: results/tournament or
    /// results/sweep; results/GAME/... for another game than the default]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    config: ConfigArgs,
    /// Players that the shards had from files, by path; the other players need not be named
    #[arg(long, value_name = "FILE,...", value_delimiter = ',')]
    roster: Vec<String>,
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
    pub(crate) fn run(self) -> miette::Result<Output> {
        let journals: Vec<PathBuf> =
            (self.folders.iter()).map(|folder| folder.join(JOURNAL)).collect();
        if let Some(missing) = journals.iter().find(|journal| !journal.exists()) {
            let help = "name the folders that `rivals tournament --shard I/N --out DIR` wrote";
            return Err(miette!(
                help = help,
                "there is no shard: {} is missing",
                missing.display()
            ));
        }
        // The first journal says what was played; merging checks that the others agree.
        let theirs = header(&journals[0])?;
        let game = game_called(&theirs.game)?;
        if theirs.sweep.is_some() && self.claims.is_given() {
            let help = "leave out --claims";
            return Err(miette!(help = help, "a sweep tests no claims"));
        }
        let command = if theirs.sweep.is_some() { SWEEP } else { TOURNAMENT };
        let out = self.out.unwrap_or_else(|| results_root(game).join(command));
        let mut chosen = Chosen::read(Some(game), &self.config)?;
        let own = chosen.config.roster.clone();
        chosen.config.roster = with_files(own, chosen.config.game, &self.roster)?.0;
        let arguments = (&self.threads, &self.memory, &self.shown);
        if theirs.sweep.is_some() {
            return sweep::merge(&journals, &theirs, chosen, out, arguments, self.quiet);
        }
        let mut roster = with_absent(chosen.config.roster, &theirs);
        let drawn = theirs.roster.iter().filter(|id| roster.find(id).is_none());
        let drawn = drawn.filter_map(|id| drawn_with_id(theirs.seed, id)).map(Member::Personality);
        roster.members.extend(drawn.collect::<Vec<_>>());
        let (roster, ids) = with_files(roster, chosen.config.game, &theirs.roster)?;
        chosen.config.roster = roster.select(&ids).map_err(|error| {
            miette!(
                help = "give the flags that the shards were played with: --roster, \
                            --personalities, --no-built-in, --config and --rules",
                "the shards have a player that this configuration lacks: {error}"
            )
        })?;
        chosen.allows_time = true;
        let contest = chosen.contest(self.quiet)?;
        let claims = self.claims.read(game)?;
        let settings = Settings { shard: None, ..theirs.settings() };
        let plan = Plan::designed(&*contest, settings, theirs.pairings)?;
        let task = Task::new(&*contest, &plan, &chosen, out);
        task.merge(&journals, arguments, self.quiet, |ledger, ending| {
            finish(&task, &claims, ledger, ending)
        })
    }
}
