//! `manifest.json`: which command wrote which files, with which version, rules and
//! settings, so that readers recognise cut, foreign and mixed files, and so that no
//! command overwrites the files of another. It contains no time and no path, so that it
//! is the same everywhere.
//!
//! Every folder of results has one manifest of this one form, with one [`Entry`] per
//! command. [`crate::results`] reads and writes it.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::tournament::TournamentManifest;
use crate::files::sha256;
use crate::tournament::VALUES;

/// The file's name, in every folder of results.
pub const MANIFEST: &str = "manifest.json";

/// A command that writes files into folders of results. `rivals merge` writes the
/// same tournament as `rivals tournament`, and so the same entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Command {
    /// `rivals odds`.
    #[serde(rename = "odds")]
    Odds,
    /// `rivals odds infer`.
    #[serde(rename = "odds infer")]
    OddsInfer,
    /// `rivals solve`.
    #[serde(rename = "solve")]
    Solve,
    /// `rivals tournament` or `rivals merge`.
    #[serde(rename = "tournament")]
    Tournament,
    /// `rivals reproduce`, which runs the others and lists all of their files as well.
    #[serde(rename = "reproduce")]
    Reproduce,
}

impl fmt::Display for Command {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Odds => "odds",
            Self::OddsInfer => "odds infer",
            Self::Solve => "solve",
            Self::Tournament => "tournament",
            Self::Reproduce => "reproduce",
        })
    }
}

/// What the commands wrote into one folder.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Manifest {
    /// By command.
    pub entries: BTreeMap<Command, Entry>,
}

/// A manifest as JSON has it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    program: Program,
    entries: Vec<Entry>,
}

/// The program that writes manifests of this form.
#[derive(Serialize, Deserialize)]
enum Program {
    #[serde(rename = "rivals")]
    Rivals,
}

impl TryFrom<Written> for Manifest {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let mut entries = BTreeMap::new();
        for entry in written.entries {
            let command = entry.command;
            if entries.insert(command, entry).is_some() {
                return Err(format!("it has two entries of `rivals {command}`"));
            }
        }
        Ok(Self { entries })
    }
}

impl From<Manifest> for Written {
    fn from(manifest: Manifest) -> Self {
        Self {
            program: Program::Rivals,
            entries: manifest.entries.into_values().collect(),
        }
    }
}

/// What a command wrote.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The command.
    pub command: Command,
    /// The version of the program.
    pub version: String,
    /// [`VALUES`] of the program: builds with the same number compute the same values.
    pub values: u32,
    /// The game, as in files.
    pub game: String,
    /// SHA-256 of the rules' [canonical text].
    ///
    /// [canonical text]: crate::games::dragon_slayer::Rules::identity
    pub rules: String,
    /// The seed of all dice; none where none are rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Fights of every cell; none where none are fought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trials: Option<u64>,
    /// SHA-256 of the frequencies that dice were inferred from; none for the published ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frequencies: Option<String>,
    /// The players, the settings and the number of games of a tournament; none of
    /// other commands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentManifest>,
    /// In the order of writing.
    pub files: Vec<FileEntry>,
}

impl Entry {
    /// The entry of a command of this build, with the game's name and the rules'
    /// canonical text. It lists no files yet.
    #[must_use]
    pub fn new(command: Command, game: &str, rules: &str) -> Self {
        Self {
            command,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            values: VALUES,
            game: game.to_owned(),
            rules: sha256(rules.as_bytes()),
            seed: None,
            trials: None,
            frequencies: None,
            tournament: None,
            files: Vec::new(),
        }
    }

    /// The same entry, with the seed of the dice and the number of fights of every cell.
    #[must_use]
    pub fn sampled(self, seed: u64, trials: u64) -> Self {
        Self {
            seed: Some(seed),
            trials: Some(trials),
            ..self
        }
    }
}

/// A file as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileEntry {
    /// Its path, seen from the manifest's folder, with `/` between folder and name.
    pub file: String,
    /// The rows of a CSV file, without the header; none of other files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
    /// SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
}

impl FileEntry {
    /// The entry of a file with these bytes.
    #[must_use]
    pub fn new(file: &str, bytes: &[u8]) -> Self {
        // Records, not lines: a quoted field may have several.
        let rows = || csv::Reader::from_reader(bytes).records().count();
        Self {
            file: file.to_owned(),
            rows: file.ends_with(".csv").then(rows),
            sha256: sha256(bytes),
        }
    }

    /// The entries of texts below their names.
    #[must_use]
    pub fn all(files: &[(&str, String)]) -> Vec<Self> {
        let entry = |(name, text): &(&str, String)| Self::new(name, text.as_bytes());
        files.iter().map(entry).collect()
    }
}

impl Manifest {
    /// The file's text.
    #[must_use]
    pub fn json(&self) -> String {
        crate::text::json(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reads_as_it_was_written() {
        let files = [("a.csv", "x\n1\n\"2\n3\"\n".to_owned())];
        let mut manifest = Manifest::default();
        let solve = Entry {
            files: FileEntry::all(&files),
            ..Entry::new(Command::Solve, "dice", "rules")
        };
        let odds = Entry::new(Command::OddsInfer, "dice", "rules").sampled(u64::MAX, 7);
        manifest.entries.insert(Command::Solve, solve);
        manifest.entries.insert(Command::OddsInfer, odds);
        let text = manifest.json();
        let start = "{\n  \"program\": \"rivals\",\n  \"entries\": [\n    {\n      \
                     \"command\": \"odds infer\",";
        assert!(text.starts_with(start), "{text}");
        assert!(text.contains("\"rows\": 2,"), "{text}");
        assert!(!text.contains("null"), "{text}");
        assert_eq!(serde_json::from_str::<Manifest>(&text).unwrap(), manifest);
        let twice = text.replace("\"solve\"", "\"odds infer\"");
        for foreign in [
            "{\"odds\": {}}",
            "{\"program\": \"other\", \"entries\": []}",
            "[]",
            &twice,
        ] {
            assert!(serde_json::from_str::<Manifest>(foreign).is_err());
        }
        assert_eq!(FileEntry::new("a.svg", b"<svg/>").rows, None);
    }
}
