//! `manifest.json`: which command wrote which files, with which version and
//! rules, so that whoever reads them knows cut, foreign and mixed files. No time
//! and no path, so that it is the same everywhere.
//!
//! A folder of odds and solutions has an entry for each command; a tournament's
//! manifest is in [`super::tournament`] and lists its files likewise. Who reads
//! and writes them is [`crate::results`].

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::files::sha256;

/// The file's name, in every folder of results.
pub const MANIFEST: &str = "manifest.json";

/// A command that shares its folder with others.
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
}

impl fmt::Display for Command {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Odds => "odds",
            Self::OddsInfer => "odds infer",
            Self::Solve => "solve",
        })
    }
}

/// What several commands wrote into one folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Manifest {
    /// By command.
    pub entries: BTreeMap<Command, Entry>,
}

/// What a command wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The version of the program.
    pub version: String,
    /// SHA-256 of the rules' [canonical text].
    ///
    /// [canonical text]: crate::games::dragon_slayer::Rules::identity
    pub rules: String,
    /// What the dice were keyed by; none where none are rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Fights of every cell; none where none are fought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trials: Option<u64>,
    /// SHA-256 of the frequencies that dice were inferred from; none for the published ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frequencies: Option<String>,
    /// In the order of writing.
    pub files: Vec<FileEntry>,
}

impl Entry {
    /// Of this version of the program, with the rules' canonical text; no files yet.
    #[must_use]
    pub fn new(rules: &str) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            rules: sha256(rules.as_bytes()),
            seed: None,
            trials: None,
            frequencies: None,
            files: Vec::new(),
        }
    }

    /// The same, of dice that were rolled.
    #[must_use]
    pub fn sampled(self, seed: u64, trials: u64) -> Self {
        Self {
            seed: Some(seed),
            trials: Some(trials),
            ..self
        }
    }
}

/// A CSV file as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileEntry {
    /// Its name, beside the manifest.
    pub file: String,
    /// Its rows, without the header.
    pub rows: usize,
    /// SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
}

impl FileEntry {
    /// Of CSV texts below their names.
    #[must_use]
    pub fn all(files: &[(&str, String)]) -> Vec<Self> {
        let entry = |(name, text): &(&str, String)| Self {
            file: (*name).to_owned(),
            // Records, not lines: a quoted field may have several.
            rows: csv::Reader::from_reader(text.as_bytes()).records().count(),
            sha256: sha256(text.as_bytes()),
        };
        files.iter().map(entry).collect()
    }
}

impl Manifest {
    /// The file's text.
    #[must_use]
    pub fn json(&self) -> String {
        super::json(self)
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
            ..Entry::new("rules")
        };
        let odds = solve.clone().sampled(u64::MAX, 7);
        manifest.entries.insert(Command::Solve, solve);
        manifest.entries.insert(Command::OddsInfer, odds);
        let text = manifest.json();
        assert!(
            text.starts_with("{\n  \"odds infer\": {\n    \"version\""),
            "{text}"
        );
        assert!(text.contains("\"rows\": 2,"), "{text}");
        assert!(!text.contains("null"), "{text}");
        assert_eq!(serde_json::from_str::<Manifest>(&text).unwrap(), manifest);
        for foreign in ["{\"odd\": {}}", "{\"odds\": {}}", "[]"] {
            assert!(serde_json::from_str::<Manifest>(foreign).is_err());
        }
    }
}
