//! `sweep.csv` of a sweep of rules: a row for each measure of each set of rules.

#[cfg(feature = "files")]
use std::path::Path;

use serde::{Deserialize, Serialize};

#[cfg(feature = "files")]
use super::FolderReader;
use super::SWEEP;
use super::manifest::{ManifestEntry, RosterEntry};
#[cfg(feature = "files")]
use super::sweep::FILE;
use super::sweep::{Rate, SweptTrait};
use crate::personality_files::RuleVariants;
use crate::standings::{Analysis, Difference};
use crate::tournament::rule_sweep::RuleSweep;
use crate::tournament::stopping::ALPHA;
use crate::tournament::{Contest, config_hash};
use rivals_statistics::{Interval, two_sided_t_point};

/// The metrics that are the length of a game, by name.
const LENGTHS: [&str; 3] = ["turns_per_game", "turns", "moves"];

/// What was varied, and who played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSweepSettings {
    /// The rules that are varied, one or two.
    pub rules: Vec<SweptTrait>,
    /// The players, in the roster's order.
    pub players: Vec<RosterEntry>,
    /// The number of players per game.
    pub seats: usize,
    /// SHA-256 of the game's name, the rules, the players and the names of the metrics, in
    /// hexadecimal.
    pub config_hash: String,
    /// The number of sets of paired games of every pairing by every set of rules.
    pub groups_per_pairing: u64,
    /// The number of games.
    pub games: u64,
    /// What the length of a game is counted in; `None` where the game has no such metric.
    pub length: Option<String>,
}

/// What a row of `sweep.csv` measures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// The mean share of the win of a player.
    #[default]
    WinRate,
    /// The win rate of a seat, less the mean of the others.
    Advantage,
    /// The mean length of a game, for each player.
    Length,
    /// The share of games that all players win together.
    Draws,
    /// The win rate of a seat under optimal play by both.
    Optimal,
}

impl Measure {
    /// What is measured, in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::WinRate => "win rate",
            Self::Advantage => "advantage of seat",
            Self::Length => "length of a game",
            Self::Draws => "share of draws",
            Self::Optimal => "win rate under optimal play of seat",
        }
    }
}

/// A row of `sweep.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleRow {
    /// The rules, such as `target=30:challenge.bonus=5`.
    pub rules: String,
    /// The value of the first rule that is varied.
    pub first_value: f64,
    /// The value of the second one; a column only where two are varied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_value: Option<f64>,
    /// What is measured.
    pub measure: Measure,
    /// The id of the player, or the number of the seat, from 1; empty for other measures.
    pub of: String,
    /// The sampled value; the exact one of what is not sampled.
    pub value: f64,
    /// Lower end of the 95 % interval, over paired games.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
    /// The exact value; empty where it is not known.
    pub exact: Option<f64>,
}

impl RuleRow {
    /// The sampled value with its interval and the exact one.
    #[must_use]
    pub fn rate(&self) -> Rate {
        Rate { sampled: self.value, low: self.low, high: self.high, exact: self.exact }
    }

    /// The values of the rules.
    pub fn values(&self) -> impl Iterator<Item = f64> {
        [Some(self.first_value), self.second_value].into_iter().flatten()
    }
}

/// The results of a sweep of rules.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleSweepResults {
    /// Its entry of the manifest.
    pub entry: ManifestEntry,
    /// The part of the entry that only sweeps of rules have.
    pub settings: RuleSweepSettings,
    /// The measures by set of rules, in the order of the ranges.
    pub rows: Vec<RuleRow>,
}

impl RuleSweepResults {
    /// The results of an analysed sweep: the analysis of each set of rules, with the win rate of the
    /// first seat under optimal play where it is known.
    ///
    /// # Panics
    /// If nothing was played.
    #[must_use]
    pub fn of(
        sweep: &RuleSweep,
        variants: &RuleVariants,
        results: &[(Analysis<'_>, Option<f64>)],
    ) -> Self {
        let finished = results[0].0.finished;
        let length = length(results[0].0.contest);
        let rules = variants.keys.iter().cloned().zip(variants.words.iter().cloned());
        let rules = rules.map(|((name, unchanged), words)| SweptTrait { name, unchanged, words });
        let games = |of: &Analysis<'_>| -> u64 {
            of.finished.pairings.iter().map(|pairing| pairing.totals.games()).sum()
        };
        let settings = RuleSweepSettings {
            rules: rules.collect(),
            players: finished.roster.iter().map(RosterEntry::of).collect(),
            seats: finished.seats,
            config_hash: config_hash(sweep),
            groups_per_pairing: finished.games,
            games: results.iter().map(|(of, _)| games(of)).sum(),
            length: length.map(|at| sweep.metrics()[at].unit.to_owned()),
        };
        let entry = ManifestEntry {
            version: finished.version.clone(),
            seed: Some(finished.seed),
            rule_sweep: Some(settings.clone()),
            ..ManifestEntry::new(SWEEP, sweep.name(), &sweep.rules())
        };
        let rows = variants.rules.iter().zip(results).flat_map(|((values, _), (of, optimal))| {
            let rows = measures(of, length, *optimal).into_iter();
            rows.map(|row| RuleRow {
                rules: variants.id(values),
                first_value: values[0],
                second_value: values.get(1).copied(),
                ..row
            })
        });
        Self { rows: rows.collect(), entry, settings }
    }

    /// The rows of each set of rules.
    pub fn by_rules(&self) -> impl Iterator<Item = &[RuleRow]> {
        self.rows.chunk_by(|a, b| a.rules == b.rules)
    }
}

/// The metric that is the length of a game.
#[must_use]
pub fn length(contest: &dyn Contest) -> Option<usize> {
    LENGTHS.iter().find_map(|name| contest.metrics().iter().position(|of| of.name == *name))
}

/// What is measured by one set of rules.
#[must_use]
pub fn measures(of: &Analysis<'_>, length: Option<usize>, optimal: Option<f64>) -> Vec<RuleRow> {
    let row = |measure, of: String, value, (low, high), exact| RuleRow {
        measure,
        of,
        value,
        low,
        high,
        exact,
        ..RuleRow::default()
    };
    let mut standings: Vec<_> = of.standings.iter().collect();
    standings.sort_by_key(|standing| standing.player);
    let mut rows: Vec<RuleRow> = (standings.iter())
        .map(|of| {
            let ends = (of.low, of.high);
            row(Measure::WinRate, of.id.clone(), of.win_rate, ends, of.exact_win_rate)
        })
        .collect();
    rows.extend(of.seats.iter().map(|seat| {
        let ends = (Some(seat.advantage_low), Some(seat.advantage_high));
        let of = seat.seat.to_string();
        row(Measure::Advantage, of, seat.advantage, ends, seat.exact_advantage)
    }));
    let weight = 1.0 / standings.len() as f64;
    let figure = |player: usize| Some((weight, of.metrics.get(player, length?)?));
    let figures = standings.iter().map(|standing| figure(standing.player));
    if let Some(terms) = figures.collect::<Option<Vec<_>>>() {
        let mean = Difference::new(&terms);
        let half = mean.standard_error.zip(mean.groups).filter(|(error, _)| *error > 0.0);
        let half = half.map(|(error, groups)| two_sided_t_point(ALPHA, 1, groups - 1.0) * error);
        let ends = (half.map(|half| mean.value - half), half.map(|half| mean.value + half));
        rows.push(row(Measure::Length, String::new(), mean.value, ends, None));
    }
    if let Some((value, Interval { low, high })) = of.draws {
        rows.push(row(Measure::Draws, String::new(), value, (Some(low), Some(high)), None));
    }
    let optimal = optimal.map(|first| [first, 1.0 - first]).into_iter().flatten();
    rows.extend((1..).zip(optimal).map(|(seat, wins): (usize, f64)| {
        row(Measure::Optimal, seat.to_string(), wins, (None, None), Some(wins))
    }));
    rows
}

#[cfg(feature = "files")]
impl RuleSweepResults {
    /// Reads the results of a sweep of rules from its folder; `None` if there are none.
    ///
    /// # Errors
    /// At the first file that is not the one that this version wrote.
    pub fn read(folder: &Path) -> Result<Option<Self>, crate::Error> {
        let help = format!("run `rivals sweep` again with --resume --out {}", folder.display());
        let opened = FolderReader::open(folder, &help)?;
        let files = opened.entry(SWEEP, help)?;
        let Some(settings) = files.entry.rule_sweep.clone() else {
            return Ok(None);
        };
        let rows: Vec<RuleRow> = files.rows(FILE)?;
        if rows.is_empty() {
            return Err(files.refuse(format!("{FILE} has no rows")));
        }
        Ok(Some(Self { entry: files.entry.clone(), settings, rows }))
    }
}
