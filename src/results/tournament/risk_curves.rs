//! `risk_curves.csv`, of two seats: what players risk, and when they stop, by the
//! points at stake.

use serde::{Deserialize, Serialize};

use crate::standings::Analysis;
use crate::tournament::RiskAtStake;

/// The file's name.
pub const FILE: &str = "risk_curves.csv";

/// Rows of less than so many fights and stops per game are left out.
const RARE: f64 = 1e-6;

/// A row of `risk_curves.csv`; the fields are the columns. All is exact, of games
/// against the optimum from both seats.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RiskCurveRow {
    /// Who plays.
    pub id: String,
    /// Points that a defeat would lose.
    pub at_stake: u32,
    /// Fights that it begins with so many points at stake.
    pub fights_per_game: f64,
    /// The mean chance of a defeat in them; empty where there are none.
    pub risk_per_fight: Option<f64>,
    /// Times that it chooses to stop.
    pub stops_per_game: f64,
}

/// In the roster's order, then by points.
pub(super) fn csv(results: &Analysis) -> String {
    let rows = results.risk_curves.iter().enumerate();
    let rows = rows.flat_map(|(player, curve)| {
        let weighty = |risk: &&RiskAtStake| weight(risk) >= RARE;
        curve.iter().filter(weighty).map(move |risk| RiskCurveRow {
            id: results.id(player).to_owned(),
            at_stake: risk.at_stake,
            fights_per_game: risk.fights_per_game,
            risk_per_fight: risk.risk_per_fight,
            stops_per_game: risk.stops_per_game,
        })
    });
    crate::text::csv_or_header(rows.collect())
}

fn weight(risk: &RiskAtStake) -> f64 {
    risk.fights_per_game + risk.stops_per_game
}
