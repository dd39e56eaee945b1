//! Journals: normal use, torn and damaged files, killed processes and full disks.

#[cfg(unix)]
mod processes;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::RwLock;

use crate::files::journal::{Journal, Recovery};
use rivals_league::Error;
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct Header {
    format: u32,
    seed: u64,
    threshold: f64,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct Entry {
    unit: u64,
    name: String,
    wins: Vec<u32>,
}

type Games = Journal<Header, Entry>;

fn header() -> Header {
    Header { format: 1, seed: u64::MAX, threshold: 0.1 + 0.2 }
}

fn entry(unit: u64) -> Entry {
    Entry {
        unit,
        name: "hold \"20\"\nünd so weiter".repeat(unit as usize % 3),
        wins: (0..unit as u32 % 5).collect(),
    }
}

fn entries(units: std::ops::Range<u64>) -> Vec<Entry> {
    units.map(entry).collect()
}

/// A folder, and the path in it of a journal with the header and this number of entries.
fn journal(units: u64) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.journal");
    let mut journal = Games::create(&path, &header()).unwrap();
    journal.append(&entries(0..units)).unwrap();
    (folder, path)
}

/// A process that is being started has the open files of this one, and their locks, until
/// it executes its own program. No test may look at a lock meanwhile.
static STARTING: RwLock<()> = RwLock::new(());

fn resume(path: &Path) -> Result<(Games, Vec<Entry>, Recovery), Error> {
    let _apart = STARTING.read().unwrap();
    let mut found = Vec::new();
    let (journal, its_header, recovery) = Games::resume(path, |entry| {
        found.push(entry);
        Ok(())
    })?;
    assert_eq!(its_header, header());
    assert_eq!(recovery.entries, found.len() as u64);
    Ok((journal, found, recovery))
}

fn read(path: &Path) -> Result<(Vec<Entry>, Recovery), Error> {
    let mut found = Vec::new();
    let (its_header, recovery) = Games::read(path, |entry| {
        found.push(entry);
        Ok(())
    })?;
    assert_eq!(its_header, header());
    Ok((found, recovery))
}

fn assert_says(error: Error, path: &Path, message: &str) {
    let text = error.to_string();
    assert!(text.contains(message), "{text}");
    assert!(text.contains(&*path.to_string_lossy()), "{text}");
    assert!(miette::Diagnostic::help(&error).is_some(), "{text}");
}

#[test]
fn what_was_appended_is_read_back_in_order() {
    let (folder, path) = journal(7);
    assert_eq!(Games::header(&path).unwrap(), header());
    let (mut journal, found, recovery) = resume(&path).unwrap();
    assert_eq!(found, entries(0..7));
    assert_eq!(recovery.torn_bytes, 0);
    journal.append(&[]).unwrap();
    journal.append(&entries(7..9)).unwrap();
    journal.append(&[entry(9)]).unwrap();
    journal.sync().unwrap();
    assert_eq!(read(&path).unwrap().0, entries(0..10));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_journal_torn_at_any_byte_continues_after_the_last_whole_line() {
    let (_folder, path) = journal(4);
    let whole = fs::read(&path).unwrap();
    let header_bytes = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for kept in 0..=whole.len() {
        let start = &whole[..kept];
        fs::write(&path, start).unwrap();
        if kept < header_bytes {
            let message = match kept {
                0 => "it is empty",
                _ => "its first line is cut off",
            };
            assert_says(resume(&path).unwrap_err(), &path, message);
            assert_says(read(&path).unwrap_err(), &path, message);
            assert_says(Games::header(&path).unwrap_err(), &path, message);
            assert_eq!(fs::read(&path).unwrap(), start);
            continue;
        }
        let lines = start.iter().filter(|&&byte| byte == b'\n').count() as u64;
        let end_of_lines = start.iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
        let expected = Recovery {
            entries: lines - 1,
            torn_bytes: (kept - end_of_lines) as u64,
            hole_bytes: 0,
        };

        let (found, recovery) = read(&path).unwrap();
        assert_eq!((&found, recovery), (&entries(0..lines - 1), expected));
        assert_eq!(fs::read(&path).unwrap(), start, "reading changes nothing");

        let (mut journal, found, recovery) = resume(&path).unwrap();
        assert_eq!((&found, recovery), (&entries(0..lines - 1), expected));
        assert_eq!(fs::read(&path).unwrap(), whole[..end_of_lines]);
        journal.append(&entries(lines - 1..6)).unwrap();
        drop(journal);
        let (found, recovery) = read(&path).unwrap();
        assert_eq!((found, recovery.torn_bytes), (entries(0..6), 0));
    }
}

#[test]
fn a_last_line_of_wrong_bytes_is_torn_too() {
    let (_folder, path) = journal(2);
    let whole = fs::read(&path).unwrap();
    let zeros = vec![0; 3 << 20];
    for end in [&b"00000000 {}\n"[..], b"\n", &[0; 4096], &zeros] {
        fs::write(&path, [&whole, end].concat()).unwrap();
        let (_, found, recovery) = resume(&path).unwrap();
        assert_eq!(found, entries(0..2));
        assert_eq!(recovery.torn_bytes, end.len() as u64);
        assert_eq!(fs::read(&path).unwrap(), whole);
    }
}

#[test]
fn a_damaged_line_that_others_follow_is_named_and_nothing_is_changed() {
    let (_folder, path) = journal(4);
    let whole = fs::read(&path).unwrap();
    let last = whole[..whole.len() - 1].iter().rposition(|&byte| byte == b'\n');
    let mut line = 1;
    for at in 0..last.unwrap() {
        if whole[at] == b'\n' {
            line += 1;
            continue;
        }
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        fs::write(&path, &damaged).unwrap();
        let message = match line {
            1 => "is not a journal".to_owned(),
            _ => format!("line {line}, is damaged: its checksum is wrong"),
        };
        assert_says(resume(&path).unwrap_err(), &path, &message);
        assert_says(read(&path).unwrap_err(), &path, &message);
        assert_eq!(fs::read(&path).unwrap(), damaged);
    }
    let long = [&whole[..], &vec![b'x'; 2 << 20], b"\nmore"].concat();
    fs::write(&path, long).unwrap();
    let message = "line 6, is damaged: it is longer than 1 MiB";
    assert_says(resume(&path).unwrap_err(), &path, message);
}

#[test]
fn files_that_are_not_journals_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.journal");
    let missing = resume(&path).unwrap_err();
    assert!(missing.message.starts_with("cannot read the journal"), "{missing}");
    assert_says(missing, &path, "cannot read");
    assert_says(resume(folder.path()).unwrap_err(), folder.path(), "not a file");
    let long_line = vec![b'x'; 2 << 20];
    for foreign in [&b"seat,wins\n0,12\n"[..], b"seat,wins\n", b"\n", &long_line] {
        fs::write(&path, foreign).unwrap();
        assert_says(resume(&path).unwrap_err(), &path, "is not a journal");
        assert_eq!(fs::read(&path).unwrap(), foreign);
    }
}

#[test]
fn lines_of_other_work_are_refused_with_their_number() {
    let (_folder, path) = journal(3);
    let other_header = Journal::<(u8, u8), Entry>::header(&path).unwrap_err();
    assert_says(other_header, &path, "line 1, does not belong to this tournament");
    let other_entry = Journal::<Header, u8>::read(&path, |_| Ok(())).unwrap_err();
    assert_says(other_entry, &path, "line 2, does not belong to this tournament");
    let _apart = STARTING.read().unwrap();
    let refused = Games::resume(&path, |entry| match entry.unit {
        1 => Err("there is no unit 1".to_owned()),
        _ => Ok(()),
    });
    let message = "line 3, does not belong to this tournament: there is no unit 1";
    assert_says(refused.unwrap_err(), &path, message);
}

#[test]
fn a_new_journal_replaces_no_file_and_is_never_partial() {
    let (folder, path) = journal(1);
    let before = fs::read(&path).unwrap();
    assert_says(Games::create(&path, &header()).unwrap_err(), &path, "the file exists");
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let nowhere = folder.path().join("no").join("folder");
    let refused = Games::create(&nowhere, &header()).unwrap_err();
    assert_says(refused, &nowhere, "cannot create");
}

#[test]
fn only_one_run_can_write() {
    let (_folder, path) = journal(0);
    let (mut first, ..) = resume(&path).unwrap();
    assert_says(resume(&path).unwrap_err(), &path, "is in use by another run");
    first.append(&[entry(0)]).unwrap();
    assert_eq!(read(&path).unwrap().0, entries(0..1));
    drop(first);
    resume(&path).unwrap();
}

#[test]
fn a_call_with_an_entry_that_is_too_long_appends_no_entry() {
    let (_folder, path) = journal(1);
    let (mut journal, ..) = resume(&path).unwrap();
    let long = Entry { name: "x".repeat(1 << 20), ..entry(2) };
    let refused = journal.append(&[entry(1), long]).unwrap_err();
    assert_says(refused, &path, "its line would take");
    journal.append(&[entry(1)]).unwrap();
    assert_eq!(read(&path).unwrap().0, entries(0..2));
}

#[test]
fn floats_are_read_back_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("floats.journal");
    // A fixed sequence of doubles of all sizes.
    let floats: Vec<f64> = (1..20_000u64)
        .map(|step| f64::from_bits(step.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
        .filter(|float| float.is_finite())
        .collect();
    let mut journal = Journal::<(), f64>::create(&path, &()).unwrap();
    journal.append(&floats).unwrap();
    let mut found = Vec::new();
    Journal::<(), f64>::read(&path, |float| {
        found.push(float);
        Ok(())
    })
    .unwrap();
    assert_eq!(found, floats);
}

/// A power cut leaves a hole if later pages reached the disk and earlier ones did not.
#[test]
fn a_hole_of_zeros_is_skipped() {
    for (from, to) in [(0, 1), (5, 1), (5, 2), (0, 2)] {
        let (_folder, path) = journal(6);
        let bytes = fs::read(&path).unwrap();
        let starts: Vec<usize> =
            (0..bytes.len()).filter(|&at| at == 0 || bytes[at - 1] == b'\n').collect();
        // Zeros from within the second entry's line to within one of the next.
        let mut holed = bytes.clone();
        holed[starts[2] + from..starts[2 + to] + 7].fill(0);
        fs::write(&path, &holed).unwrap();
        let kept = [entries(0..1), entries(2 + to as u64..6)].concat();
        let (found, recovery) = read(&path).unwrap();
        assert_eq!(found, kept);
        assert!(recovery.hole_bytes > 0 && recovery.torn_bytes == 0);
        // All lines after the hole are kept as well.
        let (mut journal, ..) = resume(&path).unwrap();
        journal.append(&[entry(9)]).unwrap();
        drop(journal);
        assert_eq!(read(&path).unwrap().0, [kept, entries(9..10)].concat());
        // Without a whole line behind it, the hole is a part of the torn end.
        fs::write(&path, &holed[..starts[2 + to] + 9]).unwrap();
        let (_, _, recovery) = resume(&path).unwrap();
        assert_eq!((recovery.entries, recovery.hole_bytes), (1, 0));
        assert_eq!(fs::read(&path).unwrap(), bytes[..starts[2]]);
        // Other wrong bytes are not a hole.
        holed[starts[2]..starts[2 + to] + 7].fill(b'x');
        fs::write(&path, &holed).unwrap();
        assert_says(read(&path).unwrap_err(), &path, "is damaged");
    }
}
