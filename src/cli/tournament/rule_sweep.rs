//! `rivals sweep --vary-rules`: the same players by several sets of rules.

use std::path::PathBuf;

use super::run::{self, Ending, Task, success_of};
use super::sweep::write;
use super::{Chosen, Shown, ShownArgs};
use crate::catalogue::Playable;
use crate::command::progress::waiting;
use crate::command::{Output, Success};
use crate::config::Source;
use crate::outside::ProgramArgs;
use crate::personalities::{Member, Roster};
use crate::personality_files::RuleVariants;
use crate::player_files::with_files;
use crate::report::rule_sweep as report;
use crate::results::rule_sweep::RuleSweepResults;
use crate::results::sweep::{FILES, WITHOUT_REPORTS};
use crate::standings::Analysis;
use crate::standings::claims::Claims;
use crate::tournament::rule_sweep::RuleSweep;
use crate::tournament::{Header, Ledger, Plan, QUIETLY, Settings, SweepWords};
use rivals_statistics::FAMILY_LEVEL;

/// The agent that plays optimally, in games that are solved.
const OPTIMUM: &str = "optimum";

/// A sweep of rules that is ready to be played.
pub(super) struct Rules {
    variants: RuleVariants,
    sweep: RuleSweep,
    plan: Plan,
    header: Header,
}

impl Rules {
    /// The sweep of the rules of a configuration over these ranges, together or each alone, between
    /// these players or all of the configuration.
    pub(super) fn new(
        chosen: &mut Chosen,
        (ranges, alone, roster): (&[String], bool, Option<&[String]>),
        settings: Settings,
        quiet: bool,
    ) -> miette::Result<Self> {
        let config = &mut chosen.config;
        if let Some(ids) = roster {
            let (all, ids) = with_files(config.roster.clone(), config.game, ids)?;
            config.roster = all.select(&ids)?;
        }
        let ids: Vec<String> = config.roster.members.iter().map(|of| of.id().to_owned()).collect();
        let variants = chosen.rule_variants(ranges, alone)?;
        let own = chosen.config.rules.take();
        let mut contests = Vec::new();
        for (values, text) in variants.all() {
            let id = variants.id(values);
            chosen.config.rules = Some(Source::new(format!("the rules with {id}"), text));
            contests.push((id, chosen.contest(quiet)?));
        }
        chosen.config.rules = own;
        let sweep = RuleSweep::new(contests, variants.unchanged(), settings.seats)?;
        let names: Vec<&str> = ids.iter().map(String::as_str).collect();
        let plan = Plan::repeated(&sweep, settings, &names)?;
        let words = SweepWords {
            player: String::new(),
            unchanged: chosen.identity.clone(),
            ranges: variants.ranges.clone(),
            variants: variants.all().count(),
            against: ids,
            alone,
            of_rules: true,
        };
        let header = Header { sweep: Some(words), ..Header::new(&sweep, &plan.settings) };
        Ok(Self { variants, sweep, plan, header })
    }

    /// The sweep, and where its files are.
    pub(super) fn task<'a>(
        &'a self,
        chosen: &'a Chosen,
        out: PathBuf,
        shown: &ShownArgs,
    ) -> Task<'a> {
        let names = if shown.no_report { WITHOUT_REPORTS } else { &FILES };
        let (header, names) = (self.header.clone(), names.to_vec());
        let programs = ProgramArgs::default();
        Task { contest: &self.sweep, plan: &self.plan, header, chosen, programs, out, names }
    }

    /// Writes the files of a complete sweep.
    pub(super) fn finish(
        &self,
        task: &Task<'_>,
        ledger: Ledger<'_>,
        ending @ &Ending { pool, quiet, .. }: &Ending<'_>,
    ) -> miette::Result<Output> {
        let played = ledger.finished(&self.sweep);
        let finished = self.sweep.split(&played);
        let claims = Claims::none(task.chosen.game.info().name);
        let mut results = Vec::new();
        let parts = finished.iter().zip(self.variants.all());
        for ((_, contest), (finished, (_, rules))) in self.sweep.contests().zip(parts) {
            let solved = finished.seats == 2 && contest.solved().is_some();
            if solved {
                run::solve(contest, None, pool, quiet);
            }
            let optimal = if solved { pool.install(|| optimal(task.chosen, rules))? } else { None };
            let waiting = waiting("computing the results", quiet);
            let analysis = pool.install(|| Analysis::new(contest, finished, &claims));
            drop(waiting);
            results.push((analysis, optimal));
        }
        let swept = RuleSweepResults::of(&self.sweep, &self.variants, &played, &results);
        // All sets of rules share the level of a contradiction.
        let sets = results.len() as f64;
        let refuted = |(analysis, _): &&(Analysis<'_>, Option<f64>)| {
            analysis.agreement.is_some_and(|fit| fit.family_p_value * sets < FAMILY_LEVEL)
        };
        let ends = results.iter().filter(refuted).map(|(analysis, _)| success_of(analysis));
        let shown = Shown {
            document: report::answer_document(&swept),
            csv: swept.csv(),
            json: report::json(&swept),
            success: ends
                .fold(Success::Done, |all, one| if all == Success::Done { one } else { all }),
        };
        write(task, ending, swept.entry.clone(), &report::document(&swept), shown)
    }
}

/// The win rate of the first seat under optimal play by both; `None` if the game has no agent that
/// plays so.
fn optimal(chosen: &Chosen, rules: &str) -> miette::Result<Option<f64>> {
    let agents = chosen.config.game.agents;
    let Some(kind) = agents.iter().find(|kind| kind.name == OPTIMUM) else {
        return Ok(None);
    };
    let agent = kind.with(&[]).expect("it has no parameters");
    let roster = Roster::new(vec![Member::Agent(agent)], agents);
    let game = chosen.game.load(Some(&Source::new("the rules", rules)))?;
    let contest = game.contest(&roster, &|_, _| {})?;
    contest.prepare(None, QUIETLY);
    Ok(contest.solved().and_then(|solved| solved.exact(0, 0)).map(|(first, _)| first))
}
