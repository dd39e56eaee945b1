//! `rivals merge`: the shards of a tournament, joined.

use std::path::PathBuf;

use clap::Args;

use super::tournament::{check_free, chosen_rules, contest, finish, read};
use crate::command::progress::Waiting;
use crate::command::shared::{ClaimsArg, MemoryArg, ThreadsArg};
use crate::command::{Failure, Output, help_end};
use crate::results::tournament::file_names;
use crate::results::{ResultsFolder, TOURNAMENT};
use crate::text::number::counted;
use crate::tournament::{Header, JOURNAL, Plan, Settings, header, merge};

/// Join the shards of a tournament into the files of the whole.
///
/// The folders are those that `rivals tournament --shard` has played in, one for every
/// shard. The files are the same bytes as those of a run in one go.
#[derive(Debug, Args)]
#[command(
    after_help = help_end("
        # two halves, each on a machine of its own, are the whole
        rivals tournament --roster abel,carla --games 500 --shard 1/2 --out half-1
        rivals tournament --roster abel,carla --games 500 --shard 2/2 --out half-2
        rivals merge half-1 half-2 --out merged-league
    ")
)]
pub struct MergeArgs {
    /// The shards' folders
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// Folder for the results, which is made if it is missing
    #[arg(long, value_name = "DIR", default_value = "results/tournament")]
    out: PathBuf,
    /// Configuration file that the shards were played with [default: configs/tournament.toml if
    /// it exists, else the built-in copy]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    claims: ClaimsArg,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    memory: MemoryArg,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

impl MergeArgs {
    pub fn run(self) -> Result<Output, Failure> {
        check_free(&self.out)?;
        let journals: Vec<PathBuf> = (self.folders.iter())
            .map(|folder| folder.join(JOURNAL))
            .collect();
        // Any of them says what was played; the others have to say the same.
        let theirs = header(&journals[0])?;
        let config = read(self.config.as_deref())?;
        let roster = config.roster.select(&theirs.roster)?;
        let contest = contest(&config.rules, &roster, self.quiet)?;
        let claims = self.claims.read(contest.name())?;
        let settings = Settings {
            shard: None,
            ..theirs.settings()
        };
        let plan = Plan::new(&*contest, settings)?;
        self.memory.check(&*contest, &plan, &self.threads)?;
        let header = Header::new(&*contest, &plan.settings);
        let pool = self.threads.pool()?;
        let waiting = Waiting::new("reading what was played", self.quiet);
        let ledger = merge(&journals, &header, &plan);
        drop(waiting);
        let ledger = ledger?;
        let seats = plan.settings.seats;
        let names = file_names(seats, contest.file_names(seats));
        let folder = ResultsFolder::prepare(&self.out, TOURNAMENT, &names)?;
        let said = format!(
            "Joined {} with {}, in {}.\n",
            counted(journals.len() as u64, "shard", "shards"),
            counted(ledger.games_done(), "game", "games"),
            self.out.display()
        );
        let (standings, success) = finish(&*contest, ledger, &claims, &folder, &pool, self.quiet)?;
        Ok(Output {
            text: chosen_rules(&config).above(&format!("{standings}\n{said}")),
            success,
        })
    }
}
