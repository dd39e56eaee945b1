//! Property tests of everything that reads files: valid texts with random edits, and random
//! bytes, are read or refused, and no reader panics. `tests/library/engine.rs` does the same
//! with the lines of `rivals engine`.
//!
//! `PROPTEST_CASES=100000 cargo test --lib readers` searches for longer.

use std::fs;
use std::path::Path;

use miette::{Diagnostic, Report};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::catalogue::catalogue;
use crate::commands::dragon_slayer::read_rules;
use crate::commands::dragon_slayer::results::odds::read_frequencies;
use crate::config::Source;
use crate::files::journal::Journal;
use crate::personality_files;
use crate::results::Tournament;
use crate::standings::claims::Claims;

const ODDS: &str = include_str!("../../crates/dragon-slayer/src/odds/published/odds.csv");
const RULES: &str = include_str!("../../configs/dragon_slayer.toml");
const CLAIMS: &str = include_str!("../../configs/claims.toml");
const CARLA: &str = include_str!("../../configs/personalities/carla.toml");

/// A random edit of a file.
#[derive(Clone, Debug)]
enum Edit {
    /// Removes some bytes.
    Remove(Index, usize),
    /// Inserts bytes.
    Insert(Index, Vec<u8>),
    /// Inserts bytes that are elsewhere in the file.
    Copy(Index, Index, usize),
    /// Cuts off the rest.
    Cut(Index),
}

impl Edit {
    fn apply(&self, bytes: &mut Vec<u8>) {
        let at = |index: &Index, bytes: &[u8]| index.index(bytes.len() + 1);
        let end = |start: usize, length: usize, bytes: &[u8]| (start + length).min(bytes.len());
        match self {
            Self::Remove(start, length) => {
                let start = at(start, bytes);
                bytes.drain(start..end(start, *length, bytes));
            }
            Self::Insert(start, new) => {
                let start = at(start, bytes);
                bytes.splice(start..start, new.iter().copied());
            }
            Self::Copy(from, to, length) => {
                let (from, to) = (at(from, bytes), at(to, bytes));
                let copy = bytes[from..end(from, *length, bytes)].to_vec();
                bytes.splice(to..to, copy);
            }
            Self::Cut(start) => bytes.truncate(at(start, bytes)),
        }
    }
}

/// Bytes that have a meaning in TOML, CSV and JSON, and any others.
fn token() -> impl Strategy<Value = Vec<u8>> {
    let known = [
        "-",
        "0",
        "9",
        "1e308",
        "99999999999999999999",
        "\"",
        "[",
        "]",
        "{",
        "}",
        "=",
        ",",
        "\n",
        "\r\n",
        "\0",
        "é",
        "nan",
        "null",
        "true",
        "''",
        "[[dragon]]",
    ];
    prop_oneof![
        3 => prop::sample::select(known.to_vec()).prop_map(|text| text.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..8),
    ]
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        (any::<Index>(), 0..20_usize).prop_map(|(at, length)| Edit::Remove(at, length)),
        (any::<Index>(), token()).prop_map(|(at, new)| Edit::Insert(at, new)),
        (any::<Index>(), any::<Index>(), 0..60_usize)
            .prop_map(|(from, to, length)| Edit::Copy(from, to, length)),
        any::<Index>().prop_map(Edit::Cut),
    ]
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    prop::collection::vec(edit(), 1..4)
}

fn edited(text: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut bytes = text.to_vec();
    edits.iter().for_each(|edit| edit.apply(&mut bytes));
    bytes
}

/// Shows an error as the program does; an error must have a message and must not panic.
fn shown(error: impl Diagnostic + Send + Sync + 'static) {
    assert!(!format!("{:?}", Report::new(error)).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(200)
    })]

    #[test]
    fn rules(edits in edits()) {
        let text = String::from_utf8_lossy(&edited(RULES.as_bytes(), &edits)).into_owned();
        match read_rules(Some(&Source::new("rules.toml", text))) {
            // The rules of a file that is accepted have a canonical text.
            Ok(rules) => assert_eq!(rules.identity(), rules.clone().identity()),
            Err(error) => shown(error),
        }
    }

    #[test]
    fn personalities(edits in edits()) {
        let text = String::from_utf8_lossy(&edited(CARLA.as_bytes(), &edits)).into_owned();
        let agents = catalogue()[0].info().agents;
        match personality_files::read(&Source::new("carla.toml", text), agents) {
            Ok(personality) => {
                for (scale, figure) in personality.figures() {
                    assert!((scale.low..=scale.high).contains(&figure), "{scale:?} {figure}");
                }
            }
            Err(error) => shown(error),
        }
    }

    #[test]
    fn claims(edits in edits()) {
        let text = String::from_utf8_lossy(&edited(CLAIMS.as_bytes(), &edits)).into_owned();
        if let Err(error) = Claims::read(&Source::new("claims.toml", text)) {
            shown(error);
        }
    }

    #[test]
    fn frequencies(edits in edits()) {
        let text = String::from_utf8_lossy(&edited(ODDS.as_bytes(), &edits)).into_owned();
        match read_frequencies("odds.csv", &text, Some(10_000)) {
            Ok(cells) => assert!(cells.iter().all(|cell| cell.wins() <= cell.fights())),
            Err(error) => assert!(!format!("{error:?}").is_empty()),
        }
    }

    /// Whatever happened to a journal, each entry that is read was written.
    #[test]
    fn journals(edits in edits(), read_only in any::<bool>()) {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("games.journal");
        let written: Vec<(u32, String)> = (0..6).map(|unit| (unit, "x".repeat(unit as usize))).collect();
        let mut journal = Journal::create(&path, &"a header".to_owned()).unwrap();
        journal.append(&written).unwrap();
        drop(journal);
        fs::write(&path, edited(&fs::read(&path).unwrap(), &edits)).unwrap();
        let mut entries: Vec<(u32, String)> = Vec::new();
        let on_entry = |entry| {
            entries.push(entry);
            Ok(())
        };
        let result = if read_only {
            Journal::<String, _>::read(&path, on_entry).map(|_| ())
        } else {
            Journal::<String, _>::resume(&path, on_entry).map(|_| ())
        };
        assert!(entries.iter().all(|entry| written.contains(entry)), "{entries:?}");
        if let Err(error) = result {
            shown(error);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(40)
    })]

    /// A folder of results with one edited file is read only if the edit changed nothing.
    #[test]
    fn results(file in any::<Index>(), edits in edits()) {
        let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/tournament");
        let place = tempfile::tempdir().unwrap();
        let mut names = Vec::new();
        for entry in fs::read_dir(original).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_owned();
            if path.extension().is_some_and(|end| end == "csv" || end == "json") {
                fs::copy(&path, place.path().join(&name)).unwrap();
                names.push(name);
            }
        }
        names.sort_unstable();
        let path = place.path().join(file.get(&names));
        let before = fs::read(&path).unwrap();
        let after = edited(&before, &edits);
        fs::write(&path, &after).unwrap();
        match Tournament::find(place.path()) {
            Ok(_) => assert!(before == after || path.ends_with("manifest.json") || path.ends_with("risk_curves.csv")),
            Err(error) => shown(error),
        }
    }
}
