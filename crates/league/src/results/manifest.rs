//! `manifest.json`: which command wrote which files, with which version, rules and
//! settings.
//!
//! Every folder of results has one manifest of this one form, with one [`ManifestEntry`]
//! per command. It contains no time and no path, so that it is the same on every machine.

#[cfg(feature = "files")]
use std::path::Path;

use serde::{Deserialize, Serialize};

#[cfg(feature = "files")]
use super::read::place;
use super::rule_sweep::RuleSweepSettings;
use super::sweep::SweepSettings;
use super::{REPRODUCE, TOURNAMENT};
#[cfg(feature = "files")]
use crate::error::Error;
#[cfg(feature = "files")]
use crate::files::{not_a_file, read_text};
use crate::standings::{AgreementEntry, Analysis};
use crate::tournament::{Finished, Player, Tally, VALUES};
use rivals_core::play::outside::Word;
use rivals_core::sha256::sha256;
#[cfg(feature = "files")]
use rivals_core::values::json_fault;

/// The file's name, in every folder of results.
pub const MANIFEST: &str = "manifest.json";

/// What the commands wrote into one folder.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub(super) program: Program,
    /// One entry per command, by the command's name; that of `reproduce` is the last.
    pub entries: Vec<ManifestEntry>,
}

/// The programs that write manifests of this form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Program {
    /// The program `rivals`.
    #[default]
    Rivals,
    /// The program `rivals-studies`.
    RivalsStudies,
}

/// What one command wrote.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManifestEntry {
    /// The command without the program's name, such as `odds infer`. `rivals merge`
    /// writes the files of `rivals tournament`, and so the same entry.
    pub command: String,
    /// The version of the program.
    pub version: String,
    /// [`VALUES`] of the program: builds with the same number compute the same values.
    pub values: u32,
    /// The name of the game.
    pub game: String,
    /// SHA-256 of the canonical text of the rules.
    pub rules: String,
    /// The seed of all dice; `None` where no dice are rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The number of simulated fights per cell; `None` where nothing is sampled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trials: Option<u64>,
    /// SHA-256 of the file of frequencies that was read; `None` for the published tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frequencies: Option<String>,
    /// The players, the settings and the number of games of a tournament; `None` for
    /// other commands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentSettings>,
    /// What was swept, and against whom; `None` for other commands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sweep: Option<SweepSettings>,
    /// What a sweep of rules varied, and who played; `None` for other commands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule_sweep: Option<RuleSweepSettings>,
    /// The files, in the order of writing.
    pub files: Vec<FileEntry>,
}

/// The players, the settings and the number of games of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentSettings {
    /// The number of players per game.
    pub seats: usize,
    /// Everything except the dice that decides how a game goes, line by line: the rules,
    /// then the players, each with all its figures.
    pub config: Vec<String>,
    /// SHA-256 of the game's name, `config` and the names of the metrics, in hexadecimal.
    pub config_hash: String,
    /// The number of sets of paired games planned for every pairing; with `until_ci`, the
    /// maximum.
    pub groups_per_pairing: u64,
    /// The interval width at which a pairing stops; null if the number of games is fixed.
    pub until_ci: Option<f64>,
    /// Whether this is the interval over both seats of a pairing, and not that of each seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub until_pairs: bool,
    /// `Some(false)` if the same seed does not give the same games, because a player's search was
    /// limited by time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reproducible: Option<bool>,
    /// The design of the pairings, such as `random:20`; `None` if all are played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairing_design: Option<String>,
    /// The players, in the roster's order.
    pub roster: Vec<RosterEntry>,
    /// The number of pairings (line-ups), not counting their seatings.
    pub pairings: usize,
    /// The number of sets of paired games that were played.
    pub groups: u64,
    /// The number of games that were played.
    pub games: u64,
    /// The comparison of sampled with exact win rates; null where there are no exact ones.
    pub agreement: Option<AgreementEntry>,
}

impl TournamentSettings {
    /// The lines of the rules in `config`.
    pub fn rules(&self) -> &[String] {
        &self.config[..self.config.len().saturating_sub(self.roster.len())]
    }
}

/// A player of the roster.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RosterEntry {
    /// A unique id.
    pub id: String,
    /// The name for people.
    pub name: String,
}

impl RosterEntry {
    /// The entry of a player.
    pub(super) fn of(player: &Player) -> Self {
        Self { id: player.id.clone(), name: player.name.clone() }
    }
}

/// A file that a command wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileEntry {
    /// The path relative to the manifest's folder, with `/` between folder and name.
    pub file: String,
    /// The number of rows of a CSV file, without the header; `None` for other files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
    /// SHA-256 of the file's bytes, in hexadecimal.
    pub sha256: String,
}

impl Manifest {
    /// The manifest of a folder; one without entries where there is none.
    ///
    /// # Errors
    /// If the file cannot be read or is not a manifest of this program.
    #[cfg(feature = "files")]
    pub fn of(folder: &Path) -> Result<Self, Error> {
        let file = folder.join(MANIFEST);
        if !file.exists() {
            return Ok(Self::default());
        }
        if !file.is_file() {
            return Err(not_a_file(&file));
        }
        Self::parse(&read_text(&file)?).map_err(|(line, reason)| {
            let at = place(&file, line);
            let help = format!(
                "choose another folder with --out, or move {} and the files that it lists away",
                file.display()
            );
            Error::refused(format!("{at}: not a manifest of this program: {reason}"), help)
        })
    }

    /// Reads the file's text.
    ///
    /// # Errors
    /// The number of the first wrong line, from 1, and what is wrong with it.
    #[cfg(feature = "files")]
    pub fn parse(text: &str) -> Result<Self, (u64, String)> {
        let manifest: Self = serde_json::from_str(text)
            .map_err(|error| (error.line().max(1) as u64, json_fault(&error)))?;
        let commands = || manifest.entries.iter().map(|entry| &entry.command);
        for (at, command) in commands().enumerate() {
            if commands().take(at).any(|other| other == command) {
                return Err((1, format!("it has two entries of `rivals {command}`")));
            }
        }
        Ok(manifest)
    }

    /// The entry of a command.
    #[must_use]
    pub fn entry(&self, command: &str) -> Option<&ManifestEntry> {
        self.entries.iter().find(|entry| entry.command == command)
    }

    /// Inserts an entry; it replaces an earlier one of the same command.
    pub fn insert(&mut self, entry: ManifestEntry) {
        self.entries.retain(|other| other.command != entry.command);
        self.entries.push(entry);
        (self.entries).sort_by_key(|entry| (entry.command == REPRODUCE, entry.command.clone()));
    }

    /// The file's text.
    #[must_use]
    pub fn json(&self) -> String {
        crate::text::json(self)
    }
}

impl ManifestEntry {
    /// The entry of a command of this build, with the game's name and the canonical text
    /// of its rules. It lists no files yet.
    #[must_use]
    pub fn new(command: &str, game: &str, rules: &str) -> Self {
        Self {
            command: command.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            values: VALUES,
            game: game.to_owned(),
            rules: sha256(rules.as_bytes()),
            ..Self::default()
        }
    }

    /// The entry of a tournament's results. It lists no files yet.
    #[must_use]
    pub fn of_tournament(results: &Analysis) -> Self {
        let (contest, finished) = (results.contest, results.finished);
        let totals = || finished.pairings.iter().map(|pairing| &pairing.totals);
        let settings = TournamentSettings {
            seats: finished.seats,
            config: contest.identity().lines().map(str::to_owned).collect(),
            config_hash: finished.config_hash.clone(),
            groups_per_pairing: finished.games,
            until_ci: finished.until_ci,
            until_pairs: finished.until_pairs,
            reproducible: (!contest.is_reproducible() || !repeats(finished)).then_some(false),
            pairing_design: finished.design.clone(),
            roster: finished.roster.iter().map(RosterEntry::of).collect(),
            pairings: finished.pairings.len(),
            groups: totals().map(|totals| totals.groups).sum(),
            games: totals().map(Tally::games).sum(),
            agreement: results.agreement,
        };
        Self {
            version: finished.version.clone(),
            seed: Some(finished.seed),
            tournament: Some(settings),
            ..Self::new(TOURNAMENT, contest.name(), &contest.rules())
        }
    }
}

/// Whether no time ran out for a program, and none decided in another way when it was asked again.
fn repeats(finished: &Finished) -> bool {
    let timeout = Word::Timeout as usize;
    finished.outside().values().all(|of| of.failures[timeout] == 0 && of.different == 0)
}

impl FileEntry {
    /// The entry of a file with these bytes.
    #[must_use]
    pub fn new(file: &str, bytes: &[u8]) -> Self {
        // Records are counted and not lines: a quoted field may have several lines.
        let rows = || csv::Reader::from_reader(bytes).records().count();
        Self {
            file: file.to_owned(),
            rows: file.ends_with(".csv").then(rows),
            sha256: sha256(bytes),
        }
    }

    /// The entries of files, each given as its name and its text.
    #[must_use]
    pub fn all(files: &[(&str, String)]) -> Vec<Self> {
        let entry = |(name, text): &(&str, String)| Self::new(name, text.as_bytes());
        files.iter().map(entry).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reads_as_it_was_written() {
        let files = [("a.csv", "x\n1\n\"2\n3\"\n".to_owned())];
        let mut manifest = Manifest::default();
        manifest.insert(ManifestEntry::new(REPRODUCE, "dice", "rules"));
        manifest.insert(ManifestEntry {
            files: FileEntry::all(&files),
            ..ManifestEntry::new("solve", "dice", "rules")
        });
        manifest.insert(ManifestEntry {
            seed: Some(u64::MAX),
            trials: Some(7),
            ..ManifestEntry::new("odds infer", "dice", "rules")
        });
        let text = manifest.json();
        let start = "{\n  \"program\": \"rivals\",\n  \"entries\": [\n    {\n      \
                     \"command\": \"odds infer\",";
        assert!(text.starts_with(start), "{text}");
        assert!(text.contains("\"rows\": 2,"), "{text}");
        assert!(!text.contains("null"), "{text}");
        let order: Vec<_> = manifest.entries.iter().map(|entry| &entry.command).collect();
        assert_eq!(order, ["odds infer", "solve", "reproduce"]);
        assert_eq!(Manifest::parse(&text).unwrap(), manifest);
        let twice = text.replace("\"solve\"", "\"odds infer\"");
        for foreign in ["{\"odds\": {}}", "{\"program\": \"other\", \"entries\": []}", "[]", &twice]
        {
            assert!(Manifest::parse(foreign).is_err());
        }
        assert_eq!(FileEntry::new("a.svg", b"<svg/>").rows, None);
    }
}
