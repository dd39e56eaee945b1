//! `rivals switches`: what each switch of the rules of Tute Cabrero changes, and how the players do
//! in matches. The rows of `switches.csv` are the results of small tournaments on the same deals,
//! each with one switch in another position.

use clap::Args;
use miette::IntoDiagnostic;
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::command::shared::{Format, OutputArgs, ThreadsArg, whole_number};
use crate::command::{Output, help_end};
use crate::games::tute::INFO;
use crate::games::tute::agents::KINDS;
use crate::games::tute::engine::TuteEngine;
use crate::games::tute::public::SEATS;
use crate::games::tute::rules::{Declarations, Muestra, Tute, Unit};
use crate::play::engine::Positions;
use crate::play::{AgentSpec, Dice};
use crate::results::ManifestEntry;
use crate::standings::claims::Claims;
use crate::standings::{Analysis, PlayerEstimate};
use crate::statistics::Interval;
use crate::text::number::percent;
use crate::text::table::{Column, table};
use crate::text::{csv, json};
use crate::tournament::{Contest, GameRecord, Ledger, Plan, Players, Settings, play};

/// The command, as the manifest names it.
pub(super) const COMMAND: &str = "switches";

/// The file that it writes.
pub(super) const FILE: &str = "switches.csv";

/// The name of the rules without a change.
pub(super) const BUILT_IN: &str = "built-in";

/// The players: those of the document, the simplest ones, and the repaired ones.
const PLAYERS: [&str; 8] = [
    "random",
    "always-low",
    "novice",
    "medium",
    "expert",
    "medium-calibrated",
    "medium-looking",
    "expert-calibrated",
];

/// The seatings of three players.
const SEATINGS: u64 = 6;

/// The weights of a trump that are tried in place of 9.
const WEIGHTS: [u8; 3] = [0, 5, 13];

/// Measure what each switch of the rules of Tute Cabrero changes.
///
/// Plays a small tournament of hands by the built-in rules, one for each switch in another position,
/// one of matches (unit=match), and some with another weight of a trump for medium and expert. All of
/// them have the same seed.
#[derive(Debug, Args)]
#[command(after_help = help_end("
    # a quick look at 100 deals of each three players
    rivals switches --games 100
"))]
pub(crate) struct SwitchesArgs {
    /// Deals of each three players; each is played in all six seatings
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1_000, value_parser = whole_number(1..=1_000_000))]
    games: u64,
    /// Seed; the same seed gives the same figures
    #[arg(long, value_name = "S", default_value_t = 2012, allow_negative_numbers = true, value_parser = whole_number(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    output: OutputArgs,
}

/// A row of `switches.csv`: a player by rules with one switch in another position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    /// The switch with its value, `w=W` for another weight of a trump, or `built-in`.
    pub switch: String,
    pub id: String,
    /// Hands, or matches.
    pub games: u64,
    pub win_rate: f64,
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// Per hand.
    pub porotos: f64,
    pub porotos_low: Option<f64>,
    pub porotos_high: Option<f64>,
    /// The share of hands in which the player wins no trick.
    pub no_tricks: f64,
    /// At tables of three of this player, the share of hands in which exactly one wins no trick;
    /// empty for matches.
    pub one_without: Option<f64>,
    pub one_without_low: Option<f64>,
    pub one_without_high: Option<f64>,
}

/// All rules with one switch in another position, by name.
fn variants() -> Vec<(&'static str, Tute)> {
    let rules = Tute::HAND;
    vec![
        (BUILT_IN, rules),
        ("unit=match", Tute { unit: Unit::Match, ..rules }),
        ("muestra=ultima_baza", Tute { muestra: Muestra::LastTrick, ..rules }),
        ("muestra=mano14", Tute { muestra: Muestra::Mano, ..rules }),
        ("contrafallo=true", Tute { contrafallo: true, ..rules }),
        ("ultima=0", Tute { last_trick: 0, ..rules }),
        ("cantes=todos", Tute { declarations: Declarations::All, ..rules }),
        ("sin_baza=pierde", Tute { no_trick_loses: true, ..rules }),
    ]
}

impl SwitchesArgs {
    pub(crate) fn run(self) -> miette::Result<Output> {
        let folder = self.output.prepare_folder(COMMAND, FILE)?;
        let pool = self.threads.pool()?;
        let rows = measure(self.games, self.seed, &pool)?;
        if let Some(folder) = folder {
            let rules = TuteEngine::new(Tute::HAND).rules_text();
            let entry = ManifestEntry {
                seed: Some(self.seed),
                ..ManifestEntry::new(COMMAND, INFO.name, &rules)
            };
            folder.write(entry, &[(FILE, csv(&rows))])?;
        }
        Ok(Output::done(match self.output.format {
            Format::Csv => csv(&rows),
            Format::Json => json(&rows),
            Format::Table => text(&rows),
        }))
    }
}

/// The rows of all switches, and then of the weights.
fn measure(games: u64, seed: u64, pool: &ThreadPool) -> miette::Result<Vec<Row>> {
    let players = || PLAYERS.map(str::to_owned).to_vec();
    let mut rows = Vec::new();
    for (name, rules) in variants() {
        rows.extend(rows_of(name, rules, &players(), games, seed, pool)?);
    }
    for weight in WEIGHTS {
        let weighted = players().into_iter().map(|id| match id.as_str() {
            "medium" | "expert" => format!("{id}:w={weight}"),
            _ => id,
        });
        let (name, players) = (format!("w={weight}"), weighted.collect::<Vec<_>>());
        rows.extend(rows_of(&name, Tute::HAND, &players, games, seed, pool)?);
    }
    Ok(rows)
}

/// The rows of one tournament.
fn rows_of(
    switch: &str,
    rules: Tute,
    players: &[String],
    games: u64,
    seed: u64,
    pool: &ThreadPool,
) -> miette::Result<Vec<Row>> {
    let specs = (players.iter()).map(|id| AgentSpec::parse(id, KINDS));
    let specs: Result<Vec<AgentSpec>, _> = specs.collect();
    let contest = TuteEngine::new(rules).sittings(&specs.expect("the players are known"));
    let settings =
        Settings { seats: SEATS, seed, games, until_ci: None, until_pairs: false, shard: None };
    let plan = Plan::new(&contest, settings).into_diagnostic()?;
    let mut ledger = Ledger::new(&plan);
    let stop = std::sync::atomic::AtomicBool::new(false);
    play(&contest, &mut ledger, None, pool, &stop, &mut |_| {})?;
    let finished = ledger.finished(&contest);
    let claims = Claims {
        game: INFO.name.to_owned(),
        config_hash: None,
        seats: None,
        tuning_seed: None,
        claims: Vec::new(),
    };
    let results = Analysis::new(&contest, &finished, &claims);
    let row = |standing: &crate::standings::Standing| {
        let metric = |name| results.fingerprints.get(standing.player, Tute::metric(name));
        let porotos = metric("porotos").expect("every player has hands").estimate;
        let alone = (rules.unit == Unit::Hand).then(|| {
            pool.install(|| one_without(&contest, standing.player, games * SEATINGS, seed))
        });
        Row {
            switch: switch.to_owned(),
            id: results.id(standing.player).to_owned(),
            games: standing.games,
            win_rate: standing.win_rate.value,
            low: standing.win_rate.low,
            high: standing.win_rate.high,
            porotos: porotos.value,
            porotos_low: porotos.low,
            porotos_high: porotos.high,
            no_tricks: metric("no_tricks").map_or(0.0, PlayerEstimate::value),
            one_without: alone.map(|(share, _)| share),
            one_without_low: alone.map(|(_, interval)| interval.low),
            one_without_high: alone.map(|(_, interval)| interval.high),
        }
    };
    Ok(results.standings.iter().map(row).collect())
}

/// The share of hands of three of one player in which exactly one wins no trick, over this number of
/// deals.
fn one_without(contest: &dyn Contest, player: usize, deals: u64, seed: u64) -> (f64, Interval) {
    let id = contest.roster()[player].id.as_str();
    let key = Dice::pairing([id; SEATS]);
    let (each, no_tricks) = (contest.metrics().len(), Tute::metric("no_tricks"));
    let is_one = |record: &mut GameRecord, deal: u64| {
        contest.play(&[player; SEATS], &Dice::new(seed, key, deal), record);
        let without = (0..SEATS).filter(|seat| record.numerators[seat * each + no_tricks] > 0);
        u64::from(without.count() == 1)
    };
    let records = || GameRecord::new(SEATS, each);
    let count = (0..deals).into_par_iter().map_init(records, is_one).sum();
    (count as f64 / deals as f64, Interval::wilson(count, deals))
}

/// The rows as a table for a terminal.
fn text(rows: &[Row]) -> String {
    let columns = [
        Column::left("switch"),
        Column::left("player"),
        Column::right("porotos %"),
        Column::right("95 %"),
        Column::right("win %"),
        Column::right("no trick %"),
        Column::right("one without %"),
    ];
    let ends = |low: Option<f64>, high: Option<f64>| {
        let ends = low.zip(high);
        ends.map_or_else(String::new, |(low, high)| {
            format!("{}–{}", percent(low, 1), percent(high, 1))
        })
    };
    let lines = rows.iter().enumerate().map(|(at, row)| {
        let same = at > 0 && rows[at - 1].switch == row.switch;
        vec![
            if same { String::new() } else { row.switch.clone() },
            row.id.clone(),
            percent(row.porotos, 1),
            ends(row.porotos_low, row.porotos_high),
            percent(row.win_rate, 1),
            percent(row.no_tricks, 1),
            row.one_without.map_or_else(String::new, |share| percent(share, 1)),
        ]
    });
    let table = table(&columns, &lines.collect::<Vec<_>>(), 1);
    format!(
        "{table}\nPorotos are per hand. \"One without\" is the share of hands of three of the player \
         in which\nexactly one of them wins no trick.\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_changes_something() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let rows = measure(20, 1, &pool).unwrap();
        let of = |switch: &str| -> Vec<(String, String, String)> {
            let rows = rows.iter().filter(|row| row.switch == switch);
            let mut all: Vec<_> = rows
                .map(|row| {
                    (row.id.clone(), format!("{}", row.porotos), format!("{}", row.win_rate))
                })
                .collect();
            all.sort();
            all
        };
        let built_in = of(BUILT_IN);
        assert_eq!(built_in.len(), PLAYERS.len());
        for (name, _) in &variants()[1..] {
            assert_eq!(of(name).len(), PLAYERS.len());
            assert_ne!(of(name), built_in, "{name}");
        }
        let random = rows.iter().find(|row| row.id == "random").unwrap();
        assert!(random.one_without.unwrap() < 0.12, "{random:?}");
        assert_eq!(rows, measure(20, 1, &pool).unwrap());
    }
}
