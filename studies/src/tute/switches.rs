//! What each switch of the rules of Tute Cabrero changes, and how the players do in matches. The rows
//! of `switches.csv` are the results of small tournaments on the same deals, each with one switch in
//! another position: hands by the built-in rules, one for each switch, one of matches (`unit=match`),
//! and some with another weight of a trump for medium and expert.

use miette::Result;
use rayon::prelude::*;
use rivals_core::contest::{Contest, GameRecord, Players};
use rivals_core::play::Game;
use rivals_core::play::{AgentSpec, Dice};
use rivals_games::tute::public::SEATS;
use rivals_games::tute::{Declarations, Muestra, NoTrick, Tute, Unit};
use rivals_league::results::ManifestEntry;
use rivals_league::standings::{Analysis, PlayerEstimate, StandingRow};
use rivals_league::text::csv;
use rivals_statistics::Interval;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

use crate::folder::Made;
use crate::played::{no_claims, played};

/// The name of the study, as the manifest has it.
pub(crate) const NAME: &str = "switches";

/// The file that it writes.
pub(crate) const FILE: &str = "switches.csv";

/// Deals of each three players, and the seed.
const GAMES: u64 = 1_000;
const SEED: u64 = 2012;

/// The name of the rules without a change.
pub(crate) const BUILT_IN: &str = "built-in";

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

/// The weights of a trump that are tried instead of 9.
const WEIGHTS: [u8; 3] = [0, 5, 13];

/// A row of `switches.csv`: a player by rules with one switch in another position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
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
        ("sin_baza=pierde", Tute { no_trick: NoTrick::Loses, ..rules }),
    ]
}

/// The study.
pub(crate) fn made() -> Result<Made> {
    let rules = Tute::HAND.identity();
    let entry = ManifestEntry { seed: Some(SEED), ..ManifestEntry::new(NAME, Tute::NAME, &rules) };
    Ok(Made { entry, files: vec![(FILE, csv(measure(GAMES, SEED)?))] })
}

/// The rows of all switches, and then of the weights.
fn measure(games: u64, seed: u64) -> Result<Vec<Row>> {
    let players = || PLAYERS.map(str::to_owned).to_vec();
    let mut rows = Vec::new();
    for (name, rules) in variants() {
        rows.extend(rows_of(name, rules, &players(), games, seed)?);
    }
    for weight in WEIGHTS {
        let weighted = players().into_iter().map(|id| match id.as_str() {
            "medium" | "expert" => format!("{id}:w={weight}"),
            _ => id,
        });
        let (name, players) = (format!("w={weight}"), weighted.collect::<Vec<_>>());
        rows.extend(rows_of(&name, Tute::HAND, &players, games, seed)?);
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
) -> Result<Vec<Row>> {
    let specs: Result<Vec<AgentSpec>, _> =
        players.iter().map(|id| AgentSpec::parse(id, Tute::KINDS)).collect();
    let contest = Tute::agent_contest(&Arc::new(rules), &specs.expect("the players are known"));
    let finished = played(&contest, SEATS, games, seed)?;
    let claims = no_claims();
    let results = Analysis::new(&contest, &finished, &claims);
    let row = |standing: &StandingRow| {
        let metric = |name| results.metrics.get(standing.player, Tute::metric(name));
        let porotos = metric("porotos").expect("every player has hands").estimate;
        let alone = (rules.unit == Unit::Hand)
            .then(|| one_without(&contest, standing.player, games * SEATINGS, seed));
        Row {
            switch: switch.to_owned(),
            id: standing.id.clone(),
            games: standing.games,
            win_rate: standing.win_rate,
            low: standing.low,
            high: standing.high,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_changes_something() {
        let rows = measure(20, 1).unwrap();
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
        assert_eq!(rows, measure(20, 1).unwrap());
    }
}
