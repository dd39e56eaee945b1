//! What each fault of the document costs: the document's player with one fault, or with all, against
//! the corrected one.

use std::sync::Arc;

use miette::Result;
use rivals_core::contest::Players;
use rivals_core::play::AgentSpec;
use rivals_games::battletech::BattleTech;
use rivals_league::standings::Analysis;
use serde::{Deserialize, Serialize};

use super::figures::SEED;
use crate::played::{no_claims, played};

/// Games of each player from each seat.
pub(super) const GAMES: u64 = 1_000;

/// The players, and what they do.
pub(super) const PLAYERS: [(&str, &str); 11] = [
    ("seed:fault=1", "the printed distance"),
    ("seed:fault=2", "Manhattan's distance"),
    ("seed:fault=3", "A* without facings"),
    ("seed:fault=6", "plans backward over a level"),
    ("seed:fault=7", "a coarse front of the torso"),
    ("seed:fault=9", "the damage of one missile"),
    ("seed:fault=10", "rows of heat that overlap"),
    ("seed:fault=12", "drops a club at once"),
    ("seed:fault=14", "strikes on its own level alone"),
    ("seed-literal", "all faults but 2"),
    ("knapsack", "no fault; the best weapons for the heat"),
];

/// A row of `faults.csv`: a player against `seed`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    pub id: String,
    pub about: String,
    pub games: u64,
    pub win_rate: f64,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub damage_dealt: Option<f64>,
    pub damage_taken: Option<f64>,
}

/// The rows of all players, with this number of games from each seat.
pub(super) fn measure(games: u64) -> Result<Vec<Row>> {
    let game = Arc::new(BattleTech::default());
    let row = |&(id, about): &(&str, &str)| {
        let players = [id, "seed"].map(|id| AgentSpec::parse(id, BattleTech::KINDS));
        let players = players.map(|player| player.expect("an agent of the game"));
        let contest = BattleTech::sittings(&game, &players);
        let finished = played(&contest, 2, games, SEED)?;
        let claims = no_claims();
        let results = Analysis::new(&contest, &finished, &claims);
        let standing = results.standings.iter().find(|standing| standing.id == id);
        let standing = standing.expect("both have played");
        let metric = |name| {
            let of = results.metrics.get(standing.player, BattleTech::metric(name));
            of.map(|of| of.estimate.value)
        };
        Ok(Row {
            id: id.to_owned(),
            about: about.to_owned(),
            games: standing.games,
            win_rate: standing.win_rate,
            low: standing.low,
            high: standing.high,
            damage_dealt: metric("damage_dealt"),
            damage_taken: metric("damage_taken"),
        })
    };
    PLAYERS.iter().map(row).collect()
}
