//! Journals of processes that are killed or run out of room. The processes are this test
//! program itself, started again.

use std::env;
use std::io::{BufRead, BufReader, Write, stderr};
use std::process::{Command, Stdio};

use super::{Games, STARTING, assert_says, entries, entry, header, read, resume};

/// The environment variable with the path of the journal that the process writes.
const PATH: &str = "RIVALS_TEST_JOURNAL";

/// Appends three entries per call until an error, and reports on stderr the number of
/// entries in the journal.
#[test]
fn writer() {
    let Ok(path) = env::var(PATH) else {
        return; // This process was not started by a test below.
    };
    let mut journal = Games::create(path.as_ref(), &header()).unwrap();
    for unit in (0..).step_by(3) {
        if let Err(refused) = journal.append(&entries(unit..unit + 3)) {
            assert!(refused.message.starts_with("cannot write to the journal"), "{refused}");
            assert_says(refused, path.as_ref(), "cannot write to the journal");
            // A single entry may still fit, and must leave a whole journal.
            let one_more = u64::from(journal.append(&[entry(unit)]).is_ok());
            writeln!(stderr(), "appended {}", unit + one_more).unwrap();
            return;
        }
        writeln!(stderr(), "appended {}", unit + 3).unwrap();
    }
}

fn appended(line: &str) -> u64 {
    line.strip_prefix("appended ").unwrap_or_else(|| panic!("{line}")).parse().unwrap()
}

fn this_test(name: &str) -> Vec<String> {
    let program = env::current_exe().unwrap();
    let program = program.to_str().unwrap().to_owned();
    vec![program, "--exact".to_owned(), name.to_owned()]
}

#[test]
fn a_killed_process_loses_no_appended_entry() {
    for at_least in [3, 30, 300, 3_000] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.journal");
        let command = this_test("tests::journal::processes::writer");
        let starting = STARTING.write().unwrap();
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .env(PATH, &path)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(starting);
        let mut reports = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut last = 0;
        while last < at_least {
            last = appended(&reports.next().unwrap().unwrap());
        }
        assert_says(resume(&path).unwrap_err(), &path, "in use");
        child.kill().unwrap();
        child.wait().unwrap();
        // The reports between the last one read and the end of the process.
        for line in reports {
            last = last.max(line.unwrap().strip_prefix("appended ").map_or(0, |count| {
                count.parse().unwrap_or(0) // A torn report.
            }));
        }
        let (mut journal, found, _) = resume(&path).unwrap();
        let count = found.len() as u64;
        assert!(count >= last, "{count} of {last}");
        assert_eq!(found, entries(0..count));
        journal.append(&[entry(count)]).unwrap();
        assert_eq!(read(&path).unwrap().0, entries(0..count + 1));
    }
}

#[test]
fn without_room_the_journal_stays_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.journal");
    // Files may grow to 4 KiB, or 8 in some shells, and the signal for it is ignored. So
    // writing more fails half-way, as on a full disk.
    let starting = STARTING.write().unwrap();
    let child = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "sh"])
        .args(this_test("tests::journal::processes::writer"))
        .env(PATH, &path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(starting);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let reports = String::from_utf8(output.stderr).unwrap();
    let last = appended(reports.lines().last().unwrap());
    assert!(last > 10);
    let (mut journal, found, recovery) = resume(&path).unwrap();
    assert_eq!(recovery.torn_bytes, 0);
    assert_eq!(found, entries(0..last));
    journal.append(&[entry(last)]).unwrap();
    assert_eq!(read(&path).unwrap().0, entries(0..last + 1));
}
