//! `sweep.csv`: a row per variant of a sweep, computed, written and read.
//!
//! The columns depend on the sweep: those of the traits that were varied come after `id`, and
//! those of the game's metrics, `fingerprint_METRIC`, come last.

#[cfg(feature = "files")]
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::SWEEP;
use super::manifest::{ManifestEntry, RosterEntry};
#[cfg(feature = "files")]
use super::{FolderReader, read};
use crate::personality_files::{Variants, value_text, word};
use crate::standings::Analysis;
use crate::tournament::sweep::Sweep;
use rivals_core::text::number::NO_DIFFERENCE;
use rivals_statistics::RatioEstimate;

/// The name of the file.
pub const FILE: &str = "sweep.csv";

/// The files of a sweep, in the order of writing; reports come last.
pub const FILES: [&str; 4] = [FILE, "sweep.svg", "report.html", "report.md"];

/// The files of a sweep without reports.
pub const WITHOUT_REPORTS: &[&str] = FILES.split_at(2).0;

/// What was swept, and against whom.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepSettings {
    /// The player that is varied.
    pub player: RosterEntry,
    /// Whether the differences are to the player as it is; else they are to the first variant.
    pub from_unchanged: bool,
    /// The traits or parameters that are varied: one or two, or each of them alone.
    pub traits: Vec<SweptTrait>,
    /// Whether each varies alone. The intervals of the differences of one trait then hold together.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub alone: bool,
    /// The number of players per game.
    pub seats: usize,
    /// The opponents.
    pub against: Vec<RosterEntry>,
    /// Everything except the dice that decides how a game goes, line by line.
    pub config: Vec<String>,
    /// SHA-256 of the game's name, `config` and the names of the metrics, in hexadecimal.
    pub config_hash: String,
    /// The number of sets of paired games of every variant with every opponent.
    pub groups_per_pairing: u64,
    /// The number of games that the variants played.
    pub games: u64,
    /// What the differences are to.
    pub unchanged: Rate,
    /// The metrics of the game, each with its unit.
    pub metrics: Vec<(String, String)>,
}

/// A trait or a parameter that is varied.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweptTrait {
    /// Its key.
    pub name: String,
    /// Its value of the unchanged player; null if it has none.
    pub unchanged: Option<f64>,
    /// The words whose places from 0 are the values; empty for numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
}

impl SweptTrait {
    /// What is varied: the keys with their unchanged values, and the words of each.
    pub(super) fn all(keys: &[(String, Option<f64>)], words: &[Vec<String>]) -> Vec<Self> {
        let all = keys.iter().cloned().zip(words.iter().cloned());
        all.map(|((name, unchanged), words)| Self { name, unchanged, words }).collect()
    }

    /// The word that a value stands for; `None` of a number.
    #[must_use]
    pub fn word(&self, value: f64) -> Option<&String> {
        word(&self.words, value)
    }

    /// The text of a value: the word that it stands for, or the number.
    #[must_use]
    pub fn text(&self, value: f64) -> String {
        value_text(&self.words, value)
    }

    /// The value of a text.
    #[cfg(feature = "files")]
    pub(super) fn value(&self, text: &str) -> Option<f64> {
        match &*self.words {
            [] => read::figure(text),
            words => words.iter().position(|word| word == text).map(|place| place as f64),
        }
    }
}

/// A win rate, or a difference of two: sampled, with the ends of its 95 % interval, and exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// The sampled value.
    pub sampled: f64,
    /// Lower end of the interval; null where nothing varies.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
    /// The exact value; null where it is not known.
    pub exact: Option<f64>,
}

impl Rate {
    /// The rate of an estimate that is at least `least` and at most 1. The interval of a ratio
    /// may be wider than that.
    pub(super) fn new(estimate: &RatioEstimate, least: f64, exact: Option<f64>) -> Self {
        Self {
            sampled: estimate.value,
            low: estimate.low.map(|low| low.max(least)),
            high: estimate.high.map(|high| high.min(1.0)),
            exact,
        }
    }

    /// The exact value where it is known, else the sampled one.
    #[must_use]
    pub fn best(&self) -> f64 {
        self.exact.unwrap_or(self.sampled)
    }

    /// Whether a difference is exact and more than an error of rounding, or beyond chance.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        match (self.exact, self.interval()) {
            (Some(exact), _) => exact.abs() > NO_DIFFERENCE,
            (None, Some((low, high))) => low > 0.0 || high < 0.0,
            (None, None) => self.sampled != 0.0,
        }
    }

    /// The ends of the interval.
    #[must_use]
    pub fn interval(&self) -> Option<(f64, f64)> {
        self.low.zip(self.high)
    }
}

/// A variant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VariantRow {
    /// Its id.
    pub id: String,
    /// Its traits, in the order of [`SweepSettings::traits`].
    pub values: Vec<f64>,
    /// The number of games that it played.
    pub games: u64,
    /// The mean share of the win over all opponents and both seats.
    pub win_rate: Rate,
    /// The difference to the unchanged player on the same dice.
    pub difference: Rate,
    /// Its metrics, in the order of [`SweepSettings::metrics`].
    pub fingerprint: Vec<Option<f64>>,
}

/// The results of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepResults {
    /// Its entry of the manifest.
    pub entry: ManifestEntry,
    /// The part of the entry that only sweeps have.
    pub settings: SweepSettings,
    /// The variants, in the order of the ranges.
    pub rows: Vec<VariantRow>,
}

impl SweepResults {
    /// The lines of the rules, which stand between those of the sweep and of its players.
    #[must_use]
    pub fn rules(&self) -> &[String] {
        let SweepSettings { config, against, from_unchanged, .. } = &self.settings;
        let players = self.rows.len() + against.len() + usize::from(*from_unchanged);
        config.get(1..config.len().saturating_sub(players)).unwrap_or_default()
    }

    /// The results of an analysed sweep of these variants.
    #[must_use]
    pub fn of(sweep: &Sweep, variants: &Variants, results: &Analysis) -> Self {
        let finished = results.finished;
        let own = sweep.own_metrics().len();
        let metric = |player: usize, metric: usize| {
            results.metrics.get(player, metric).map(|figure| figure.estimate)
        };
        let share = |player: usize, at: usize| {
            metric(player, at).expect("every variant played, and its share was measured")
        };
        let unchanged = sweep.exact_win_rate(None);
        let row = |(player, (values, _)): (usize, &(Vec<f64>, _))| {
            let of_variant = results.standings.iter().find(|row| row.player == player);
            let standing = of_variant.expect("every variant played");
            let exact = sweep.exact_win_rate(Some(player));
            let better = exact.zip(unchanged).map(|(exact, before)| exact - before);
            // Nothing differs from itself: that is known without games.
            let itself = match variants.unchanged {
                Some(_) => (values.iter().zip(&variants.keys))
                    .all(|(value, (_, unchanged))| Some(*value) == *unchanged),
                None => player == 0,
            };
            let tests = variants.members.iter().filter(|(of, _)| same_trait(values, of, variants));
            let together = variants.alone.then(|| results.together(player, own, tests.count()));
            let sampled = together.flatten().map(|figure| figure.estimate);
            let sampled = sampled.unwrap_or_else(|| share(player, own));
            let mut difference = Rate::new(&sampled, -1.0, better);
            if itself {
                (difference.low, difference.high) = (None, None);
            }
            VariantRow {
                id: standing.id.clone(),
                values: values.clone(),
                games: standing.games,
                win_rate: Rate {
                    sampled: standing.win_rate,
                    low: standing.low,
                    high: standing.high,
                    exact,
                },
                difference,
                fingerprint: (0..own)
                    .map(|at| metric(player, at).map(|estimate| estimate.value))
                    .collect(),
            }
        };
        let rows: Vec<_> = variants.members.iter().enumerate().map(row).collect();
        let unchanged = Rate::new(&share(0, own + 1), 0.0, unchanged);
        let settings = SweepSettings::of(sweep, variants, results, &rows, unchanged);
        let name = results.contest.name();
        let entry = ManifestEntry {
            version: finished.version.clone(),
            seed: Some(finished.seed),
            sweep: Some(settings.clone()),
            ..ManifestEntry::new(SWEEP, name, &results.contest.rules())
        };
        Self { entry, settings, rows }
    }

    /// The variants of each trait, where each varies alone: the place of the trait among
    /// [`SweepSettings::traits`] and its rows, the one of the greatest effect first. The effect is the
    /// largest difference from the unchanged player.
    #[must_use]
    pub fn effects(&self) -> Vec<(usize, Vec<&VariantRow>)> {
        let traits = self.settings.traits.iter().enumerate().map(|(at, of)| {
            let differs = |row: &&VariantRow| Some(row.values[at]) != of.unchanged;
            (at, self.rows.iter().filter(differs).collect::<Vec<_>>())
        });
        let mut all: Vec<_> = traits.filter(|(_, rows)| !rows.is_empty()).collect();
        let effect =
            |rows: &[&VariantRow]| largest(rows).map_or(0.0, |row| row.difference.best().abs());
        all.sort_by(|(_, a), (_, b)| effect(b).total_cmp(&effect(a)));
        all
    }

    /// The text of `sweep.csv`.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut write = |record: Vec<String>| {
            writer.write_record(record).expect("memory takes all bytes");
        };
        write(self.settings.columns());
        for row in &self.rows {
            let values = self.settings.traits.iter().zip(&row.values);
            let values = values.map(|(swept, value)| swept.text(*value));
            let figures = row.figures().into_iter();
            let figures = figures.map(|of| of.map_or_else(String::new, |of| of.to_string()));
            write([row.id.clone()].into_iter().chain(values).chain(figures).collect());
        }
        let bytes = writer.into_inner().expect("memory takes all bytes");
        String::from_utf8(bytes).expect("all fields are text")
    }
}

/// The variant that differs most from the unchanged player; of equals, the first.
#[must_use]
pub fn largest<'a>(rows: &[&'a VariantRow]) -> Option<&'a VariantRow> {
    let size = |row: &&VariantRow| row.difference.best().abs();
    rows.iter().rev().copied().max_by(|a, b| size(a).total_cmp(&size(b)))
}

/// Whether two variants that each differ in one trait from the unchanged player differ in the same.
fn same_trait(a: &[f64], b: &[f64], variants: &Variants) -> bool {
    let differs = |values: &[f64], at: usize| Some(values[at]) != variants.keys[at].1;
    (0..a.len()).all(|at| differs(a, at) == differs(b, at))
}

impl SweepSettings {
    fn of(
        sweep: &Sweep,
        variants: &Variants,
        results: &Analysis,
        rows: &[VariantRow],
        unchanged: Rate,
    ) -> Self {
        Self {
            player: RosterEntry { id: variants.id.clone(), name: variants.name.clone() },
            from_unchanged: variants.unchanged.is_some(),
            traits: SweptTrait::all(&variants.keys, &variants.words),
            alone: variants.alone,
            seats: results.finished.seats,
            against: (results.finished.roster[sweep.variants()..].iter())
                .map(RosterEntry::of)
                .collect(),
            config: (results.contest.identity().lines()).map(str::to_owned).collect(),
            config_hash: results.finished.config_hash.clone(),
            groups_per_pairing: results.finished.games,
            games: rows.iter().map(|row| row.games).sum(),
            unchanged,
            metrics: (sweep.own_metrics().iter())
                .map(|metric| (metric.name.clone(), metric.unit.to_owned()))
                .collect(),
        }
    }

    /// The columns of `sweep.csv`.
    fn columns(&self) -> Vec<String> {
        let traits = self.traits.iter().map(|swept| swept.name.clone());
        let metrics = self.metrics.iter().map(|(name, _)| format!("fingerprint_{name}"));
        let figures = FIGURES.into_iter().map(str::to_owned);
        ["id".to_owned()].into_iter().chain(traits).chain(figures).chain(metrics).collect()
    }
}

impl VariantRow {
    /// The figures in the order of the columns, after the values.
    fn figures(&self) -> Vec<Option<f64>> {
        let rate = |rate: &Rate| [Some(rate.sampled), rate.low, rate.high, rate.exact];
        let mut figures = vec![Some(self.games as f64)];
        figures.extend([&self.win_rate, &self.difference].into_iter().flat_map(rate));
        figures.extend(&self.fingerprint);
        figures
    }

    /// The variant of a record; `None` if it is one of another sweep.
    #[cfg(feature = "files")]
    fn read(record: &[String], settings: &SweepSettings) -> Option<Self> {
        let (id, rest) = record.split_first()?;
        let (values, rest) = rest.split_at_checked(settings.traits.len())?;
        let values = settings.traits.iter().zip(values).map(|(swept, text)| swept.value(text));
        let figures: Vec<_> = rest.iter().map(|text| read::figure(text)).collect();
        let (rates, fingerprint) = figures.split_at_checked(FIGURES.len())?;
        let rate = |at: usize| {
            let &[sampled, low, high, exact] = rates[at..].first_chunk()?;
            Some(Rate { sampled: sampled?, low, high, exact })
        };
        (fingerprint.len() == settings.metrics.len()).then_some(())?;
        Some(Self {
            id: id.clone(),
            values: values.collect::<Option<_>>()?,
            games: rest[0].parse().ok()?,
            win_rate: rate(1)?,
            difference: rate(5)?,
            fingerprint: fingerprint.to_vec(),
        })
    }
}

/// The columns between those of traits and those of metrics.
const FIGURES: [&str; 9] = [
    "games",
    "win_rate",
    "low",
    "high",
    "exact",
    "difference",
    "difference_low",
    "difference_high",
    "exact_difference",
];

#[cfg(feature = "files")]
impl SweepResults {
    /// Whether a folder has the results of a sweep.
    pub fn is_in(folder: &Path) -> bool {
        let opened = FolderReader::open(folder, "");
        opened.is_ok_and(|opened| opened.has(SWEEP))
    }

    /// Reads the results of a sweep from its folder.
    ///
    /// # Errors
    /// At the first file that is not the one that this version wrote.
    pub fn read(folder: &Path) -> Result<Self, crate::Error> {
        let help = format!("run `rivals sweep` again with --resume --out {}", folder.display());
        let opened = FolderReader::open(folder, &help)?;
        let files = opened.entry(SWEEP, help)?;
        let Some(settings) = files.entry.sweep.clone() else {
            return Err(files.refuse("the entry has no key `sweep`"));
        };
        let records: Vec<Vec<String>> = files.rows(FILE)?;
        let rows = records.iter().map(|record| VariantRow::read(record, &settings));
        let Some(rows) = rows.collect::<Option<Vec<_>>>().filter(|rows| !rows.is_empty()) else {
            return Err(files.refuse(format!("{FILE} has not the columns of its sweep")));
        };
        Ok(Self { entry: files.entry.clone(), settings, rows })
    }
}
