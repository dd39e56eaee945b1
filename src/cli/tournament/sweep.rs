//! `rivals sweep`: variants of a player against fixed opponents.

use std::path::PathBuf;

use clap::Args;
use miette::miette;
use serde_json::json;

use super::contest::{Chosen, SettingsArgs, results_root};
use super::run::{self, Ending, RunArgs, Task, Within, success_of};
use super::{Shown, ShownArgs};
use crate::command::progress::waiting;
use crate::command::shared::{MemoryArg, ThreadsArg};
use crate::command::{Output, help_end};
use crate::outside::ProgramArgs;
use crate::personalities::{Member, Roster};
use crate::personality_files::{Variants, split_ranges, variants};
use crate::player_files::with_files;
use crate::report::{html, markdown, picture, sweep as report};
use crate::results::SWEEP;
use crate::results::sweep::{FILES, SweepResults, WITHOUT_REPORTS};
use crate::standings::Analysis;
use crate::standings::claims::Claims;
use crate::tournament::sweep::Sweep;
use crate::tournament::{Contest, Header, Ledger, Plan, Settings, SweepWords};
use rivals_core::sentences::Sentences;

/// The word for all other players of the configuration.
const ALL: &str = "all";

/// Vary traits of a player, and compare the variants against the same opponents.
///
/// A range TRAIT=FROM..TO:STEPS has STEPS values, both ends included; without STEPS, a range
/// between whole numbers has every whole number. One range gives a curve, two give a map. Values
/// of a personality and whole-number parameters of an agent are varied in the same way; the range
/// of an agent may also stand in its name, such as alphabeta:DEPTH=1..6. The numbers of a player made of
/// sentences are varied likewise.
///
/// Variants play the opponents, not each other, all with the same random numbers; in a game of three
/// seats, two copies of each. Differences are to the unchanged player, in paired games. Games are saved while they are played, as in a tournament.
#[derive(Debug, Args)]
#[command(
    after_help = help_end("
        # does a more risk-averse Carla win more?
        rivals sweep carla risk_aversion=-2..2:9 --against abel,beatriu -o averse
        # at how many points should a player of Pig hold?
        rivals sweep hold-20 n=15..30:4 --game pig --against hold-20 -n 2000 -o hold
        # from how many points should a novice of Tute go for the most points?
        rivals sweep players/novice threshold=20..50:4 --game tute --against medium
    ")
)]
pub(crate) struct SweepArgs {
    /// Player to vary: a personality by id, or an agent, whose parameter may be a range, such as
    /// hold:n=4..8
    #[arg(value_name = "ID")]
    player: String,
    /// Traits, values or parameters to vary, one or two; `rivals roster show ID` lists traits
    #[arg(value_name = "TRAIT=FROM..TO:STEPS")]
    ranges: Vec<String>,
    /// Opponents, by id; `all` stands for all other players of the configuration
    #[arg(long, value_name = "ID,...", value_delimiter = ',', default_value = ALL)]
    against: Vec<String>,
    #[command(flatten)]
    settings: SettingsArgs,
    /// Folder for the results, created if it is missing [default: results/sweep, or
    /// results/GAME/sweep for another game than the default]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    run: RunArgs,
}

/// A sweep that is ready to be played.
struct Prepared {
    variants: Variants,
    sweep: Sweep,
    plan: Plan,
    header: Header,
}

impl Prepared {
    /// The sweep of a player over these ranges against these opponents.
    fn new(
        chosen: &mut Chosen,
        (player, ranges, against): (&str, &[String], &[String]),
        settings: Settings,
        quiet: bool,
    ) -> miette::Result<Self> {
        let game = chosen.config.game;
        let mut roster = chosen.config.roster.clone();
        let (mut player, mut ranges) = (player.to_owned(), ranges.to_vec());
        if Sentences::split(&player).is_some() {
            // Ranges inside the text are read as those after it.
            let (inside, plain) = split_ranges(&player);
            let read = with_files(roster, game, &[plain])?;
            (roster, player) = (read.0, read.1.concat());
            ranges = [inside, ranges].concat();
        }
        let variants = variants(&roster, &player, &ranges)?;
        let (roster, against) = with_files(roster, game, against)?;
        let opponents = opponents(&roster, &against, &variants.id)?;
        let named = |(values, member): &(Vec<f64>, Member)| match member {
            Member::Agent(spec) => (spec.as_str().to_owned(), spec.as_str().to_owned()),
            Member::Personality(personality) => {
                let pairs = || variants.keys.iter().zip(values);
                let id = pairs().map(|((key, _), value)| format!("{key}={value}"));
                let name = pairs().map(|((key, _), value)| format!(", {key} {value}"));
                let name = name.collect::<String>().replace('_', " ");
                (
                    format!("{}:{}", personality.id, id.collect::<Vec<_>>().join(":")),
                    format!("{}{name}", personality.name),
                )
            }
        };
        let names: Vec<_> = variants.members.iter().map(named).collect();
        let against = opponents.iter().map(|member| member.id().to_owned()).collect();
        let members = variants.members.iter().map(|(_, member)| member.clone());
        let members = members.chain(opponents).chain(variants.unchanged.clone());
        chosen.config.roster = Roster::new(members.collect(), chosen.config.game.agents);
        let contest = chosen.contest(quiet)?;
        let sweep = Sweep::new(contest, &names, variants.unchanged.is_none());
        let plan = Plan::against(&sweep, settings, sweep.variants(), &variants.id)?;
        let words = SweepWords {
            player: variants.id.clone(),
            unchanged: sweep.unchanged(),
            ranges: variants.ranges.clone(),
            variants: sweep.variants(),
            against,
        };
        let header = Header { sweep: Some(words), ..Header::new(&sweep, &plan.settings) };
        Ok(Self { variants, sweep, plan, header })
    }

    /// The sweep, and where its files are.
    fn task<'a>(&'a self, chosen: &'a Chosen, out: PathBuf, shown: &ShownArgs) -> Task<'a> {
        let names = if shown.no_report { WITHOUT_REPORTS } else { &FILES };
        let header = self.header.clone();
        let (programs, names) = (ProgramArgs::default(), names.to_vec());
        Task { contest: &self.sweep, plan: &self.plan, header, chosen, programs, out, names }
    }

    /// Writes the files of a complete sweep: without reports, the first two.
    fn finish(
        &self,
        task: &Task<'_>,
        ledger: Ledger<'_>,
        &Ending { folder, pool, shown, said, quiet }: &Ending<'_>,
    ) -> miette::Result<Output> {
        let finished = ledger.finished(&self.sweep);
        run::solve(&self.sweep, None, pool, quiet);
        let waiting = waiting("writing the files", quiet);
        let claims = Claims::none(self.sweep.name());
        let results = pool.install(|| Analysis::new(&self.sweep, &finished, &claims));
        let swept = SweepResults::of(&self.sweep, &self.variants, &results);
        let document = report::document(&swept);
        let picture = picture(&document, report::PICTURE).unwrap_or_default();
        let csv = swept.csv();
        let texts = [csv.clone(), picture, html(&document), markdown(&document, None)];
        let files: Vec<_> = task.names.iter().copied().zip(texts).collect();
        folder.write(swept.entry.clone(), &files)?;
        drop(waiting);
        let mut variants = Shown {
            document: report::variants_document(&swept),
            csv,
            json: report::sweep_json(&swept),
            success: success_of(&results),
        };
        let wrote = format!("Wrote {} to {}.", task.names.join(", "), task.out.display());
        let said = format!("{said}{wrote}\n");
        variants.json["folder"] = json!(task.out.display().to_string());
        shown.with(variants, &said, task.chosen)
    }
}

/// The players that the variants of a player meet.
fn opponents(roster: &Roster, against: &[String], player: &str) -> miette::Result<Vec<Member>> {
    if against != [ALL] {
        return Ok(roster.select(against)?.members);
    }
    let others = roster.members.iter().filter(|member| member.id() != player);
    let others: Vec<_> = others.cloned().collect();
    if others.is_empty() {
        let help = "name opponents with --against";
        return Err(miette!(help = help, "the configuration has no other player"));
    }
    Ok(others)
}

impl SweepArgs {
    pub(crate) fn run(self) -> miette::Result<Output> {
        let interrupt = self.run.interrupt(&Within::Itself)?;
        let mut chosen = self.settings.read()?;
        if !chosen.config.externals.is_empty() {
            let help = "take the tables [[external]] out of a copy of the configuration";
            return Err(miette!(help = help, "programs of others play in tournaments alone"));
        }
        let (game, seats) = (chosen.game.info(), chosen.config.seats);
        let least = *game.seats.start();
        if seats != least {
            let help = format!(
                "write players = {least} in the configuration, or name another with --config"
            );
            let message =
                format!("a sweep plays games of {least} seats, and the configuration has {seats}");
            return Err(miette!(help = help, "{message}"));
        }
        let settings = Settings {
            seats,
            seed: chosen.config.seed,
            games: chosen.config.games,
            until_ci: None,
            until_pairs: false,
            shard: self.run.shard,
        };
        let words = (&*self.player, &*self.ranges, &*self.against);
        let prepared = Prepared::new(&mut chosen, words, settings, self.run.quiet)?;
        let out = (self.out.clone()).unwrap_or_else(|| results_root(chosen.game).join(SWEEP));
        let task = prepared.task(&chosen, out, &self.run.shown);
        self.run.play(interrupt, (&task, &Within::Itself), "", |ledger, ending| {
            prepared.finish(&task, ledger, ending)
        })
    }
}

/// Merges the shards of a sweep, whose journals have these headers.
pub(super) fn merge(
    journals: &[PathBuf],
    theirs: &Header,
    mut chosen: Chosen,
    out: PathBuf,
    arguments: (&ThreadsArg, &MemoryArg, &ShownArgs),
    quiet: bool,
) -> miette::Result<Output> {
    let settings = Settings { shard: None, ..theirs.settings() };
    let words = theirs.sweep.as_ref().expect("the caller found a sweep");
    let words = (&*words.player, &*words.ranges, &*words.against);
    let prepared = Prepared::new(&mut chosen, words, settings, quiet)?;
    let task = prepared.task(&chosen, out, arguments.2);
    task.merge(journals, arguments, quiet, |ledger, ending| prepared.finish(&task, ledger, ending))
}
