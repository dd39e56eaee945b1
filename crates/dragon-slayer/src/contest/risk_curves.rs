//! `risk_curves.csv` of a tournament of two seats: what players risk, and when they stop,
//! by the points at stake.

use std::fmt::Write;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The file's name in the folder of a tournament.
pub const FILE: &str = "risk_curves.csv";

/// Rows of fewer fights and stops per game are left out of the file.
const RARE: f64 = 1e-6;

/// A row of `risk_curves.csv`; the fields are the columns. All figures are exact: means
/// over both seats of a game against optimal play.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RiskCurveRow {
    /// The player.
    pub id: String,
    /// Points that a defeat would lose.
    pub at_stake: u32,
    /// Fights that the player begins with these points at stake.
    pub fights_per_game: f64,
    /// The mean chance of a defeat in them; empty where there are none.
    pub risk_per_fight: Option<f64>,
    /// Times that the player chooses to stop.
    pub stops_per_game: f64,
}

/// The file of these rows, without the rare ones.
pub fn csv(rows: impl IntoIterator<Item = RiskCurveRow>) -> String {
    let common = |row: &RiskCurveRow| row.fights_per_game + row.stops_per_game >= RARE;
    let mut file = "id,at_stake,fights_per_game,risk_per_fight,stops_per_game\n".to_owned();
    for row in rows.into_iter().filter(common) {
        // Ids have no character that CSV quotes.
        let RiskCurveRow { id, at_stake, fights_per_game, stops_per_game, .. } = row;
        let figure = |figure: f64| Value::from(figure).to_string();
        let risk = row.risk_per_fight.map_or_else(String::new, figure);
        let (fights, stops) = (figure(fights_per_game), figure(stops_per_game));
        let _ = writeln!(file, "{id},{at_stake},{fights},{risk},{stops}");
    }
    file
}
