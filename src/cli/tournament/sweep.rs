//! `rivals sweep`: variants of a player against fixed opponents. [`Rules`] are varied in a file of
//! their own.

use std::path::PathBuf;

use clap::Args;
use miette::miette;
use serde_json::json;

use super::contest::{Chosen, SettingsArgs, results_root};
use super::rule_sweep::Rules;
use super::run::{self, Ending, RunArgs, Task, Within, success_of};
use super::{Shown, ShownArgs};
use crate::command::output::print_note;
use crate::command::progress::waiting;
use crate::command::shared::{MemoryArg, ThreadsArg, whole_number};
use crate::command::{Output, help_end};
use crate::document::Document;
use crate::outside::ProgramArgs;
use crate::personalities::{Member, Roster};
use crate::personality_files::{Variants, split_ranges, variants};
use crate::play::MAX_SEATS;
use crate::report::{html, markdown, picture, sweep as report};
use crate::results::sweep::{FILES, SweepResults, WITHOUT_REPORTS};
use crate::results::{ManifestEntry, SWEEP};
use crate::standings::Analysis;
use crate::standings::claims::Claims;
use crate::tournament::sweep::Sweep;
use crate::tournament::{Contest, Header, Ledger, Plan, Settings, SweepWords};
use rivals_core::sentences::Sentences;

/// The values of each trait with `--all-traits`.
pub(super) const DEFAULT_STEPS: usize = 5;

/// The word for all other players of the configuration.
pub(super) const ALL: &str = "all";

/// Vary traits of a player against the same opponents, or rules for all players.
///
/// A range TRAIT=FROM..TO:STEPS has STEPS values, both ends included; without STEPS, a range
/// between whole numbers has every whole number. A list TRAIT=A,B has these numbers or words. One
/// range or list gives a curve, two give a map. Values of a personality and parameters of an agent are
/// varied in the same way; the range of an agent may also stand in its name, such as
/// alphabeta:DEPTH=1..6. The numbers of a player made of sentences are varied likewise.
///
/// Variants play the opponents, not each other, all with the same random numbers. Differences are to
/// the unchanged player, in paired games. Tables of more than two seats have every choice of
/// different opponents, or copies of each where they are too few or the tournaments of the game have
/// such tables. Games are saved while they are played, as in a tournament.
///
/// With --vary-rules, all players meet by every set of rules, with the same random numbers: the
/// answer is the win rate of each, the advantage of each seat, the length of a game and draws, each
/// with its difference from the unchanged rules. More than two rules, or rules with --alone, each vary
/// alone, and are ranked by their effects.
#[derive(Debug, Args)]
#[command(
    after_help = help_end("
        # does a more risk-averse Carla win more?
        rivals sweep carla risk_aversion=-2..2:5 --against abel -n 500 -o averse
        # at how many points should a player of Pig hold?
        rivals sweep hold-20 n=15..30:4 --game pig --against hold-20 -n 2000 -o hold
        # from how many points should a novice of Tute go for the most points?
        rivals sweep players/novice threshold=20..50:4 --game tute \\
            --against medium -n 20
        # which trait of Abel matters most?
        rivals sweep abel --all-traits --steps 2 --against carla -n 100 -o traits -q
        # what does a longer game of Pig change?
        rivals sweep --vary-rules target=50..150:3 --game pig -n 500 -o target
        # which of two rules of Tute matters more?
        rivals sweep --alone --vary-rules ultima=0,10 --game tute -n 9 -o two \\
            --vary-rules contrafallo=false,true --roster random,novice
    ")
)]
pub(crate) struct SweepArgs {
    /// Player to vary: a personality by id, or an agent, whose parameter may be a range, such as
    /// hold:n=4..8
    #[arg(value_name = "ID", required_unless_present = "vary_rules")]
    player: Option<String>,
    /// Traits, values or parameters to vary, one or two, or TRAIT=A,B for a list of numbers or words;
    /// `rivals roster show ID` lists traits
    #[arg(value_name = "TRAIT=FROM..TO:STEPS")]
    ranges: Vec<String>,
    /// Vary every trait, value or parameter alone, each over its scale, and rank them by their
    /// effects; a range says otherwise. Parameters, whose scales have no end, vary from half their
    /// value to twice their value, and words over all words
    #[arg(long, conflicts_with = "vary_rules")]
    all_traits: bool,
    /// Number of values of each trait that has no range
    #[arg(
        long, value_name = "N", requires = "all_traits", default_value_t = DEFAULT_STEPS,
        value_parser = whole_number(2..=101_usize)
    )]
    steps: usize,
    /// Opponents, by id; `all` stands for all other players of the configuration. If the player to
    /// vary is named, its variants meet it unchanged
    #[arg(long, value_name = "ID,...", value_delimiter = ',', default_value = ALL)]
    against: Vec<String>,
    /// Rule to vary, any number of times, or RULE=A,B for a list of numbers, of words or of true and
    /// false; a dot leads into a table, or into a list by the name of an entry or its number from 1
    #[arg(long, value_name = "RULE=FROM..TO:STEPS", conflicts_with_all = ["player", "against"])]
    vary_rules: Vec<String>,
    /// Vary each rule alone, as more than two rules are, and rank them by their effects
    #[arg(long, requires = "vary_rules")]
    alone: bool,
    /// Players who meet by all rules [default: those of the configuration]
    #[arg(long, value_name = "ID,...", value_delimiter = ',', requires = "vary_rules")]
    roster: Option<Vec<String>>,
    /// Number of players in each game [default: the fewest that the rules allow; with --vary-rules
    /// from the configuration]
    #[arg(long, value_name = "N", value_parser = whole_number(2..=MAX_SEATS))]
    players: Option<usize>,
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
        (player, ranges, all, against): (&str, &[String], Option<usize>, &[String]),
        settings: Settings,
        quiet: bool,
    ) -> miette::Result<Self> {
        let (mut player, mut ranges) = (player.to_owned(), ranges.to_vec());
        if Sentences::split(&player).is_some() {
            // Ranges inside the text are read as those after it.
            let (inside, plain) = split_ranges(&player);
            (player, ranges) = (plain, [inside, ranges].concat());
        }
        let (roster, ids) = chosen.roster_with(&[player])?;
        let variants = variants(&roster, &ids.concat(), &ranges, all)?;
        chosen.config.roster = roster;
        for reason in variants.left_out.iter().filter(|_| !quiet) {
            print_note(&format!("left out: {reason}"));
        }
        let (roster, against) = chosen.roster_with(against)?;
        let opponents = opponents(&roster, &against, &variants.id)?;
        let named = |(values, member): &(Vec<f64>, Member)| match member {
            Member::Agent(spec) => (spec.as_str().to_owned(), spec.as_str().to_owned()),
            Member::Personality(personality) => {
                let is_varied = |((_, unchanged), value): &(&(String, Option<f64>), &f64)| {
                    !variants.alone || *unchanged != Some(**value)
                };
                let pairs = || variants.keys.iter().zip(values).filter(is_varied);
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
        let sweep = Sweep::new(contest, settings.seats, &names, variants.unchanged.is_none())?;
        let plan = Plan::against(&sweep, settings, sweep.variants(), &variants.id)?;
        let words = SweepWords {
            player: variants.id.clone(),
            unchanged: sweep.unchanged(),
            ranges: variants.ranges.clone(),
            variants: sweep.variants(),
            against,
            alone: variants.alone,
            of_rules: false,
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
        ending @ &Ending { pool, quiet, .. }: &Ending<'_>,
    ) -> miette::Result<Output> {
        let finished = ledger.finished(&self.sweep);
        run::solve(&self.sweep, None, pool, quiet);
        let waiting = waiting("writing the files", quiet);
        let claims = Claims::none(self.sweep.name());
        let results = pool.install(|| Analysis::new(&self.sweep, &finished, &claims));
        let swept = SweepResults::of(&self.sweep, &self.variants, &results);
        drop(waiting);
        let variants = Shown {
            document: report::variants_document(&swept),
            csv: swept.csv(),
            json: report::sweep_json(&swept),
            success: success_of(&results),
        };
        write(task, ending, swept.entry.clone(), &report::document(&swept), variants)
    }
}

/// Writes the files of a sweep, and returns what it prints.
pub(super) fn write(
    task: &Task<'_>,
    ending: &Ending<'_>,
    entry: ManifestEntry,
    document: &Document,
    mut shown: Shown,
) -> miette::Result<Output> {
    let picture = picture(document, report::PICTURE).unwrap_or_default();
    let texts = [shown.csv.clone(), picture, html(document), markdown(document, None)];
    let files: Vec<_> = task.names.iter().copied().zip(texts).collect();
    ending.folder.write(entry, &files)?;
    let wrote = format!("Wrote {} to {}.", task.names.join(", "), task.out.display());
    shown.json["folder"] = json!(task.out.display().to_string());
    ending.shown.with(shown, &format!("{}{wrote}\n", ending.said), task.chosen)
}

/// The players that the variants of a player meet.
pub(super) fn opponents(
    roster: &Roster,
    against: &[String],
    player: &str,
) -> miette::Result<Vec<Member>> {
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
        let least = *chosen.game.info().seats.start();
        let seats = if self.vary_rules.is_empty() { least } else { chosen.config.seats };
        let settings = Settings {
            seats: self.players.unwrap_or(seats),
            seed: chosen.config.seed,
            games: chosen.config.games,
            until_ci: None,
            until_pairs: false,
            shard: self.run.shard,
        };
        let out = (self.out.clone()).unwrap_or_else(|| results_root(chosen.game).join(SWEEP));
        let Some(player) = self.player.as_deref() else {
            let alone = self.alone || self.vary_rules.len() > 2;
            let words = (&*self.vary_rules, alone, self.roster.as_deref());
            let rules = Rules::new(&mut chosen, words, settings, self.run.quiet)?;
            let task = rules.task(&chosen, out, &self.run.shown);
            return self.run.play(interrupt, (&task, &Within::Itself), "", |ledger, ending| {
                rules.finish(&task, ledger, ending)
            });
        };
        let all = self.all_traits.then_some(self.steps);
        let words = (player, &*self.ranges, all, &*self.against);
        let prepared = Prepared::new(&mut chosen, words, settings, self.run.quiet)?;
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
    if words.of_rules {
        let words = (&*words.ranges, words.alone, Some(&*words.against));
        let rules = Rules::new(&mut chosen, words, settings, quiet)?;
        let task = rules.task(&chosen, out, arguments.2);
        return task.merge(journals, arguments, quiet, |ledger, ending| {
            rules.finish(&task, ledger, ending)
        });
    }
    // All ranges are known, so that any number of steps makes no other.
    let all = words.alone.then_some(DEFAULT_STEPS);
    let words = (&*words.player, &*words.ranges, all, &*words.against);
    let prepared = Prepared::new(&mut chosen, words, settings, quiet)?;
    let task = prepared.task(&chosen, out, arguments.2);
    task.merge(journals, arguments, quiet, |ledger, ending| prepared.finish(&task, ledger, ending))
}
