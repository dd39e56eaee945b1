//! `sweep.csv`: a row per variant of a sweep, computed, written and read.
//!
//! The columns depend on the sweep: those of the traits that were varied come after `id`, and
//! those of the game's metrics, `fingerprint_METRIC`, come last.

#[cfg(feature = "files")]
use std::collections::BTreeMap;
#[cfg(feature = "files")]
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::SWEEP;
use super::manifest::{ManifestEntry, RosterEntry};
#[cfg(feature = "files")]
use super::{FolderReader, read};
use crate::personality_files::Variants;
use crate::standings::Analysis;
use crate::tournament::sweep::Sweep;
use rivals_statistics::RatioEstimate;

/// The name of the file.
pub const FILE: &str = "sweep.csv";

/// The files of a sweep, in the order of writing; reports come last.
pub const FILES: [&str; 4] = [FILE, "sweep.svg", "report.html", "report.md"];

/// The files of a sweep without reports.
pub const WITHOUT_REPORTS: &[&str] = FILES.split_at(2).0;

/// How the names of the columns of metrics begin.
const FINGERPRINT: &str = "fingerprint_";

/// What was swept, and against whom.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepSettings {
    /// The player that is varied.
    pub player: RosterEntry,
    /// Whether the differences are to the player as it is; else they are to the first variant.
    pub from_unchanged: bool,
    /// The traits or parameters that are varied, one or two.
    pub traits: Vec<SweptTrait>,
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
    fn new(estimate: &RatioEstimate, least: f64, exact: Option<f64>) -> Self {
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
            let mut difference = Rate::new(&share(player, own), -1.0, better);
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
        let entry = |id: &str, name: &str| RosterEntry { id: id.to_owned(), name: name.to_owned() };
        let settings = SweepSettings {
            player: entry(&variants.id, &variants.name),
            from_unchanged: variants.unchanged.is_some(),
            traits: (variants.keys.iter())
                .map(|(name, unchanged)| SweptTrait { name: name.clone(), unchanged: *unchanged })
                .collect(),
            against: (finished.roster[sweep.variants()..].iter())
                .map(|player| entry(&player.id, &player.name))
                .collect(),
            config: (results.contest.identity().lines()).map(str::to_owned).collect(),
            config_hash: finished.config_hash.clone(),
            groups_per_pairing: finished.games,
            games: rows.iter().map(|row| row.games).sum(),
            unchanged: Rate::new(&share(0, own + 1), 0.0, unchanged),
            metrics: (sweep.own_metrics().iter())
                .map(|metric| (metric.name.clone(), metric.unit.to_owned()))
                .collect(),
        };
        let name = results.contest.name();
        let entry = ManifestEntry {
            version: finished.version.clone(),
            seed: Some(finished.seed),
            sweep: Some(settings.clone()),
            ..ManifestEntry::new(SWEEP, name, &results.contest.rules())
        };
        Self { entry, settings, rows }
    }

    /// The text of `sweep.csv`.
    #[must_use]
    pub fn csv(&self) -> String {
        let traits = self.settings.traits.iter().map(|swept| swept.name.as_str());
        let metrics = self.settings.metrics.iter();
        let metrics = metrics.map(|(name, _)| format!("{FINGERPRINT}{name}"));
        let mut header = vec!["id".to_owned()];
        header.extend(traits.map(str::to_owned));
        header.extend(["games", "win_rate", "low", "high", "exact"].map(str::to_owned));
        let differences = ["difference", "difference_low", "difference_high"];
        header.extend(differences.map(str::to_owned));
        header.push("exact_difference".to_owned());
        header.extend(metrics);
        let maybe = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
        let rate = |rate: &Rate| [Some(rate.sampled), rate.low, rate.high, rate.exact].map(maybe);
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut write = |record: &[String]| {
            writer.write_record(record).expect("memory takes all bytes");
        };
        write(&header);
        for row in &self.rows {
            let mut record = vec![row.id.clone()];
            record.extend(row.values.iter().map(f64::to_string));
            record.push(row.games.to_string());
            record.extend(rate(&row.win_rate));
            record.extend(rate(&row.difference));
            record.extend(row.fingerprint.iter().copied().map(maybe));
            write(&record);
        }
        let bytes = writer.into_inner().expect("memory takes all bytes");
        String::from_utf8(bytes).expect("all fields are text")
    }
}

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
            return Err(files.refuse(&[], "the entry has no key `sweep`".to_owned()));
        };
        type Record = BTreeMap<String, String>;
        let records: Vec<Record> = files.checked_rows(FILE, |record: &Record, _| {
            let mut fields = record.iter().filter(|(column, _)| *column != "id");
            match fields.find(|(_, text)| !text.is_empty() && read::figure(text).is_none()) {
                Some((column, text)) => {
                    Err(format!("{column}: {text} is no figure that this program writes"))
                }
                None => Ok(()),
            }
        })?;
        let rows = records.iter().map(|record| {
            let figure = |column: &str| record.get(column).and_then(|text| read::figure(text));
            let rate = |[sampled, low, high, exact]: [&str; 4]| {
                Some(Rate {
                    sampled: figure(sampled)?,
                    low: figure(low),
                    high: figure(high),
                    exact: figure(exact),
                })
            };
            let values = settings.traits.iter().map(|swept| figure(&swept.name));
            Some(VariantRow {
                id: record.get("id")?.clone(),
                values: values.collect::<Option<_>>()?,
                games: figure("games")? as u64,
                win_rate: rate(["win_rate", "low", "high", "exact"])?,
                difference: rate([
                    "difference",
                    "difference_low",
                    "difference_high",
                    "exact_difference",
                ])?,
                fingerprint: (settings.metrics.iter())
                    .map(|(name, _)| figure(&format!("{FINGERPRINT}{name}")))
                    .collect(),
            })
        });
        let Some(rows) = rows.collect::<Option<Vec<_>>>().filter(|rows| !rows.is_empty()) else {
            return Err(files.refuse(&[], format!("{FILE} has not the columns of its sweep")));
        };
        Ok(Self { entry: files.entry.clone(), settings, rows })
    }
}
