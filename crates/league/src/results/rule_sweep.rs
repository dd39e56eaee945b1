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
use crate::standings::{Analysis, Difference, Measured, PlayerEstimate};
pub use crate::tournament::rule_sweep::length;
use crate::tournament::rule_sweep::{Change, RuleSweep};
use crate::tournament::stopping::ALPHA;
use crate::tournament::{Contest, Finished, config_hash};
use rivals_statistics::{Interval, two_sided_t_point};

/// The columns of `sweep.csv` after those of the rules, which are the fields of [`RuleRow`].
const COLUMNS: [&str; 10] = [
    "measure",
    "of",
    "value",
    "low",
    "high",
    "exact",
    "difference",
    "difference_low",
    "difference_high",
    "exact_difference",
];

/// What was varied, and who played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSweepSettings {
    /// The rules that are varied: one or two, or each of them alone.
    pub rules: Vec<SweptTrait>,
    /// Whether each varies alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub alone: bool,
    /// Whether no range has the unchanged rules: they are played beside them, and come last.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub beside: bool,
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

/// A row of `sweep.csv`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleRow {
    /// The rules, such as `target=30:challenge.bonus=5`: all that are varied, or where each varies
    /// alone, the one that differs from the unchanged rules, or `unchanged`.
    #[serde(skip)]
    pub rules: String,
    /// The values of the rules, in the order of [`RuleSweepSettings::rules`].
    #[serde(skip)]
    pub values: Vec<f64>,
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
    /// The difference from the unchanged rules on the same dice. Its interval holds together with
    /// those of the same measure by all other rules, or where each rule varies alone, by the other
    /// values of this rule.
    pub difference: Rate,
}

impl RuleRow {
    /// The sampled value with its interval and the exact one.
    #[must_use]
    pub fn rate(&self) -> Rate {
        Rate { sampled: self.value, low: self.low, high: self.high, exact: self.exact }
    }

    /// The row of a record; `None` if it is one of another sweep.
    #[cfg(feature = "files")]
    fn read(record: &[String], settings: &RuleSweepSettings) -> Option<Self> {
        let (rules, rest) = record.split_first()?;
        let (values, rest) = rest.split_at_checked(settings.rules.len())?;
        let values = settings.rules.iter().zip(values).map(|(swept, text)| swept.value(text));
        let figures = csv::StringRecord::from(rest);
        let row: Self = figures.deserialize(None).ok()?;
        Some(Self { rules: rules.clone(), values: values.collect::<Option<_>>()?, ..row })
    }
}

impl RuleSweepSettings {
    /// The rules by which a row differs from the unchanged ones, by place.
    pub fn changed(&self, row: &RuleRow) -> impl Iterator<Item = usize> {
        let pairs = self.rules.iter().zip(&row.values).enumerate();
        pairs.filter(|(_, (swept, value))| swept.unchanged != Some(**value)).map(|(at, _)| at)
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
    /// The results of an analysed sweep: what was played, and the analysis of each set of rules, with
    /// the win rate of the first seat under optimal play where it is known.
    ///
    /// # Panics
    /// If nothing was played.
    #[must_use]
    pub fn of(
        sweep: &RuleSweep,
        variants: &RuleVariants,
        played: &Finished,
        results: &[(Analysis<'_>, Option<f64>)],
    ) -> Self {
        let finished = results[0].0.finished;
        let length = length(results[0].0.contest);
        let games = |of: &Analysis<'_>| -> u64 {
            of.finished.pairings.iter().map(|pairing| pairing.totals.games()).sum()
        };
        let settings = RuleSweepSettings {
            rules: SweptTrait::all(&variants.keys, &variants.words),
            alone: variants.alone,
            beside: variants.beside.is_some(),
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
        let measured = Measured::new(sweep, played);
        let all: Vec<_> =
            results.iter().map(|(of, optimal)| measures(of, length, *optimal)).collect();
        let of_rules = |(at, (values, _)): (usize, &(Vec<f64>, String))| -> Vec<RuleRow> {
            let tests = variants.together(values);
            let row = |row: &RuleRow| {
                let same = |of: &&RuleRow| (of.measure, &of.of) == (row.measure, &row.of);
                let before = all[sweep.unchanged()].iter().find(same);
                let exact = row.exact.zip(before.and_then(|of| of.exact));
                let exact = exact.map(|(exact, before)| exact - before);
                let difference = if at == sweep.unchanged() {
                    Some(Rate { exact, ..Rate::default() })
                } else {
                    difference((sweep, at), &measured, row, tests, exact)
                };
                let difference = difference.expect("what is measured is counted in each game");
                let (rules, values) = (variants.id(values), values.clone());
                RuleRow { rules, values, difference, ..row.clone() }
            };
            all[at].iter().map(row).collect()
        };
        let rows = variants.all().enumerate().flat_map(of_rules).collect();
        Self { rows, entry, settings }
    }

    /// The text of `sweep.csv`.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        let names = self.settings.rules.iter().map(|swept| &*swept.name);
        let columns = ["rules"].into_iter().chain(names).chain(COLUMNS);
        writer.write_record(columns).expect("memory takes all bytes");
        for row in &self.rows {
            let values = self.settings.rules.iter().zip(&row.values);
            let values: Vec<String> = values.map(|(swept, value)| swept.text(*value)).collect();
            writer.serialize((&row.rules, values, row)).expect("memory takes all bytes");
        }
        let bytes = writer.into_inner().expect("memory takes all bytes");
        String::from_utf8(bytes).expect("all fields are text")
    }

    /// The largest difference of one measure, of which these are the rows, that each rule makes alone:
    /// the place of the rule and the row, the rule of the greatest effect first. Rules that do not
    /// vary alone are left out.
    #[must_use]
    pub fn effects<'a>(&self, rows: &[&'a RuleRow]) -> Vec<(usize, &'a RuleRow)> {
        let size = |row: &RuleRow| row.difference.best().abs();
        let alone = |rule: usize, row: &RuleRow| self.settings.changed(row).eq([rule]);
        let largest = |rule: usize| {
            let own = rows.iter().rev().copied().filter(|&row| alone(rule, row));
            Some((rule, own.max_by(|a, b| size(a).total_cmp(&size(b)))?))
        };
        let mut all: Vec<_> = (0..self.settings.rules.len()).filter_map(largest).collect();
        all.sort_by(|(_, a), (_, b)| size(b).total_cmp(&size(a)));
        all
    }

    /// The rows of each set of rules.
    pub fn by_rules(&self) -> impl Iterator<Item = &[RuleRow]> {
        self.rows.chunk_by(|a, b| a.rules == b.rules)
    }
}

/// The difference of a measure by the rules at this place from the unchanged rules. Its interval holds
/// together with those of `tests - 1` others.
fn difference(
    (sweep, rules): (&RuleSweep, usize),
    measured: &Measured<'_>,
    row: &RuleRow,
    tests: usize,
    exact: Option<f64>,
) -> Option<Rate> {
    let players = sweep.players(rules);
    let of_games = |change| measured.of_games(&players, sweep.metric(change)?, tests);
    let of_share = |of: Option<PlayerEstimate>| Some(Rate::new(&of?.estimate, -1.0, exact));
    match row.measure {
        Measure::WinRate => {
            let (_, contest) = sweep.contests().nth(rules)?;
            let player = contest.roster().iter().position(|player| player.id == row.of)?;
            let metric = sweep.metric(Change::Share)?;
            of_share(measured.of_player(players.start + player, metric, tests))
        }
        Measure::Advantage => {
            let seat = row.of.parse::<usize>().ok()?.checked_sub(1)?;
            let Rate { sampled, low, high, .. } = of_share(of_games(Change::OfSeat(seat)))?;
            // A seat has as much more than the others as they have less.
            let seats = *sweep.seats().start() as f64;
            let stretched = |of: f64| seats / (seats - 1.0) * of;
            let [low, high] = [low, high].map(|end| end.map(stretched));
            Some(Rate { sampled: stretched(sampled), low, high, exact })
        }
        Measure::Draws => of_share(of_games(Change::Draws)),
        Measure::Length => {
            let metric = sweep.metric(Change::Length)?;
            let all = players.clone().map(|player| measured.of_player(player, metric, tests));
            let all: Vec<PlayerEstimate> = all.collect::<Option<_>>()?;
            let weight = 1.0 / all.len() as f64;
            let (value, ends) = mean(all.iter().map(|of| (weight, of)), tests);
            let (low, high) = ends.unzip();
            Some(Rate { sampled: value, low, high, exact })
        }
        Measure::Optimal => Some(Rate { sampled: exact?, low: None, high: None, exact }),
    }
}

/// A weighted sum, with the ends of its interval where something varies.
fn mean<'a>(
    terms: impl Iterator<Item = (f64, &'a PlayerEstimate)>,
    tests: usize,
) -> (f64, Option<(f64, f64)>) {
    let Difference { value, standard_error, groups } = Difference::new(&terms.collect::<Vec<_>>());
    let half = standard_error.zip(groups).filter(|(error, _)| *error > 0.0);
    let half = half.map(|(error, groups)| two_sided_t_point(ALPHA, tests, groups - 1.0) * error);
    (value, half.map(|half| (value - half, value + half)))
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
        let (value, ends) = mean(terms.into_iter(), 1);
        rows.push(row(Measure::Length, String::new(), value, ends.unzip(), None));
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
        let records: Vec<Vec<String>> = files.rows(FILE)?;
        let rows = records.iter().map(|record| RuleRow::read(record, &settings));
        let Some(rows) = rows.collect::<Option<Vec<_>>>().filter(|rows| !rows.is_empty()) else {
            return Err(files.refuse(format!("{FILE} has not the columns of its sweep")));
        };
        Ok(Some(Self { entry: files.entry.clone(), settings, rows }))
    }
}
