//! Figures and names in sentences: lists, numbers of things, rates and units.

use rivals_core::text::number::{fixed, percent, visible_decimals};
pub use rivals_core::text::words::{list, sentence};
use rivals_league::results::Tournament;
use rivals_league::results::tournament::RosterRow;

/// The names of the players of a tournament.
pub struct Names<'a>(&'a [RosterRow]);

impl<'a> Names<'a> {
    /// The names of this tournament.
    pub fn new(played: &'a Tournament) -> Self {
        Self(&played.roster)
    }

    /// The name of the player with this id, or the id if there is no such player.
    pub fn of(&self, id: &'a str) -> &'a str {
        let player = self.0.iter().find(|player| player.id == id);
        player.map_or(id, |player| &player.name)
    }
}

/// A rate in per cent, `12.34 %`, with a space that no line breaks.
pub fn share(rate: f64) -> String {
    percentage(rate, 2)
}

/// As [`share`], with this number of decimals.
pub fn percentage(rate: f64, decimals: usize) -> String {
    format!("{}\u{a0}%", percent(rate, decimals))
}

/// The figures as text, all with the same number of decimals, and the unit that follows them.
/// Shares are written in per cent, and differences of shares in percentage points.
pub fn in_unit(values: &[f64], unit: &str, difference: bool) -> (Vec<String>, String) {
    let (scale, shown) = match unit {
        "" => (1.0, String::new()),
        // A loss of win probability is a difference of two probabilities.
        "win probability" => (100.0, " percentage points".to_owned()),
        unit if is_share(unit) && difference => (100.0, " percentage points".to_owned()),
        unit if is_share(unit) => (100.0, "\u{a0}%".to_owned()),
        unit => (1.0, format!(" {unit}")),
    };
    // There are enough decimals to show that no figure is 0.
    let sizes = values.iter().map(|value| (scale * value).abs());
    let least = sizes.filter(|&size| 0.0 < size && size < 0.005);
    let least = least.min_by(f64::total_cmp);
    let decimals = least.map_or(decimals(unit), visible_decimals);
    let written = |value: &f64| fixed(scale * value, decimals);
    (values.iter().map(written).collect(), shown)
}

/// The number of decimals of a figure in its unit.
pub fn decimals(unit: &str) -> usize {
    if unit == "per game" { 3 } else { 2 }
}

/// Whether figures in this unit are shown in per cent.
pub fn is_share(unit: &str) -> bool {
    ["share", "probability", "win probability"].contains(&unit)
}

/// The name of a column in words.
pub fn plain(key: &str) -> String {
    key.replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_one_claim_have_the_same_decimals() {
        let written = |values: &[f64], unit, difference| {
            let (figures, shown) = in_unit(values, unit, difference);
            format!("{}{shown}", figures.join(" "))
        };
        assert_eq!(written(&[24.0, 23.9], "points", false), "24.00 23.90 points");
        assert_eq!(written(&[0.62, 0.5784], "per game", false), "0.620 0.578 per game");
        assert_eq!(written(&[0.6558, 0.6], "share", false), "65.58 60.00\u{a0}%");
        assert_eq!(written(&[0.0224, 0.0204], "share", true), "2.24 2.04 percentage points");
        assert_eq!(
            written(&[0.0, 0.000_013], "win probability", false),
            "0.0000 0.0013 percentage points"
        );
    }
}
