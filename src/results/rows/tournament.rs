//! Rows of a tournament's files.

use super::{
    Checked, at_least_one, at_most, finite, interval, not_negative, rates, refuse, within, word,
};
use crate::results::table::{Fault, Row};
use crate::results::tournament::{
    ClaimRow, CycleRow, DistanceRow, FingerprintRow, NeighbourRow, PairingRow, RiskCurveRow,
    RosterRow, StandingRow, TraitRow, claims, cycles, distances, fingerprints, pairings,
    risk_curves, roster, standings,
};
use crate::standings::claims::{Basis, Verdict, Wording};

/// The column of tournaments that were played until intervals were narrow.
const STOPPING: &str = "optional_stopping";

fn stopping(words: Option<&String>) -> Checked {
    words.map_or(Ok(()), |words| {
        word(STOPPING, words, &["corrected", "not corrected"])
    })
}

impl Row for RosterRow {
    const FILE: &'static str = roster::FILE;

    fn check(&self) -> Checked {
        word("kind", &self.kind, &["personality", "policy"])
    }
}

impl Row for TraitRow {
    const FILE: &'static str = roster::TRAITS;

    fn check(&self) -> Checked {
        word("kind", &self.kind, &["trait", "value"])?;
        finite("low", self.low)?;
        finite("high", self.high)?;
        if self.low >= self.high {
            return refuse("low", format!("below high, {}", self.high));
        }
        within("neutral", self.neutral, self.low, self.high)?;
        within("value", self.value, self.low, self.high)
    }
}

impl Row for RiskCurveRow {
    const FILE: &'static str = risk_curves::FILE;

    fn check(&self) -> Checked {
        not_negative("fights_per_game", self.fights_per_game)?;
        not_negative("stops_per_game", self.stops_per_game)?;
        rates([("risk_per_fight", self.risk_per_fight)])
    }
}

impl Row for PairingRow {
    const FILE: &'static str = pairings::FILE;
    const OPTIONAL: &'static [&'static str] = &["draws", STOPPING];

    fn check(&self) -> Result<(), Fault> {
        stopping(self.optional_stopping.as_ref())?;
        if self.first == self.second {
            return refuse("second", "somebody else than first");
        }
        at_least_one("games", self.games)?;
        at_most("first_wins", self.first_wins, "games", self.games)?;
        let draws = self.draws.unwrap_or_default();
        let left = self.games - self.first_wins;
        at_most("draws", draws, "the games that first did not win", left)?;
        let wins = self.first_wins as f64 + draws as f64 / 2.0;
        if self.first_win_rate != wins / self.games as f64 {
            return refuse("first_win_rate", format!("{wins} / {}", self.games));
        }
        rates([("low", self.low), ("high", self.high)])?;
        rates([("exact", self.exact)])?;
        // Intervals that play stopped by need not have the rate inside.
        let ends = [Some(self.low), None, Some(self.high)];
        interval(["low", "first_win_rate", "high"], ends)?;
        finite("z", self.z)
    }
}

impl Row for StandingRow {
    const FILE: &'static str = standings::FILE;
    const OPTIONAL: &'static [&'static str] = &[STOPPING];

    fn check(&self) -> Result<(), Fault> {
        stopping(self.optional_stopping.as_ref())?;
        at_least_one("games", self.games)?;
        rates([
            ("win_rate", Some(self.win_rate)),
            ("low", self.low),
            ("high", self.high),
            ("first_seat", Some(self.first_seat)),
            ("second_seat", Some(self.second_seat)),
            ("exact_win_rate", self.exact_win_rate),
            ("worst_win_rate", self.worst_win_rate),
            ("worst_exact", self.worst_exact),
        ])?;
        let win_rate = [self.low, Some(self.win_rate), self.high];
        interval(["low", "win_rate", "high"], win_rate)?;
        finite("rating", self.rating)?;
        let rating = [self.rating_low, self.rating, self.rating_high];
        interval(["rating_low", "rating", "rating_high"], rating)?;
        within("given_away", self.given_away, -1.0, 1.0)
    }
}

impl Row for CycleRow {
    const FILE: &'static str = cycles::FILE;
    const OPTIONAL: &'static [&'static str] = &[STOPPING];

    fn check(&self) -> Checked {
        stopping(self.optional_stopping.as_ref())?;
        let beaten = [
            ("a_beats_b", self.a_beats_b),
            ("b_beats_c", self.b_beats_c),
            ("c_beats_a", self.c_beats_a),
        ];
        for (column, rate) in beaten {
            within(column, rate, 0.5, 1.0)?;
        }
        within("strength", self.strength, 0.0, 0.5)?;
        let least = beaten.iter().map(|beaten| beaten.1).fold(1.0, f64::min);
        match (self.strength - (least - 0.5)).abs() <= super::ROUNDING {
            true => Ok(()),
            false => refuse("strength", "the least of the three rates less 0.5"),
        }
    }
}

impl Row for FingerprintRow {
    const FILE: &'static str = fingerprints::FILE;
    const OPTIONAL: &'static [&'static str] = &[STOPPING];

    fn check(&self) -> Checked {
        stopping(self.optional_stopping.as_ref())?;
        if self.unit == "share" {
            rates([("value", self.value), ("exact", self.exact)])?;
        }
        finite("value", self.value)?;
        finite("exact", self.exact)?;
        let ends = [self.low, self.value, self.high];
        interval(["low", "value", "high"], ends)
    }
}

impl Row for DistanceRow {
    const FILE: &'static str = distances::FILE;
    const OPTIONAL: &'static [&'static str] = &[STOPPING];

    fn check(&self) -> Checked {
        stopping(self.optional_stopping.as_ref())?;
        if self.a == self.b {
            return refuse("b", "somebody else than a");
        }
        not_negative("distance", self.distance)?;
        not_negative("max_z", self.max_z)
    }
}

impl Row for NeighbourRow {
    const FILE: &'static str = distances::NEIGHBOURS;
    const OPTIONAL: &'static [&'static str] = &[STOPPING];

    fn check(&self) -> Checked {
        stopping(self.optional_stopping.as_ref())?;
        if self.id == self.nearest {
            return refuse("nearest", "somebody else than id");
        }
        not_negative("distance", self.distance)?;
        not_negative("max_z", self.max_z)
    }
}

impl Row for ClaimRow {
    const FILE: &'static str = claims::FILE;
    const OPTIONAL: &'static [&'static str] = &[STOPPING];

    fn check(&self) -> Checked {
        stopping(self.optional_stopping.as_ref())?;
        word("verdict", &self.verdict, &Verdict::ALL.map(Verdict::words))?;
        let maybe = |column, value: &Option<String>, words: &[&str]| match value {
            Some(value) => word(column, value, words),
            None => Ok(()),
        };
        maybe("wording", &self.wording, &Wording::ALL.map(Wording::name))?;
        maybe("basis", &self.basis, &Basis::ALL.map(Basis::name))?;
        maybe("figures", &self.figures, &[claims::EXACT, claims::SAMPLED])?;
        finite("value", self.value)?;
        finite("against_value", self.against_value)?;
        finite("difference", self.difference)?;
        let ends = [self.low, self.difference, self.high];
        interval(["low", "difference", "high"], ends)?;
        rates([("confidence", self.confidence)])
    }
}
