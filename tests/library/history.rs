//! Tests of the history: what is kept is read back, and what cannot be kept is said.

use std::fs;
use std::path::Path;

use crate::history::{GameKeeper, History, HistoryError, Keeper};
use crate::play::record::{Ended, Entry, Header, Participant, Record, VERSION};
use rusqlite::Connection;

fn person(name: &str) -> Participant {
    Participant::Person { person: name.to_owned() }
}

pub(super) fn header(seats: Vec<Participant>) -> Header {
    Header {
        record: VERSION,
        program: "0.1.0".to_owned(),
        values: 1,
        game: "pig".to_owned(),
        rules: "target = 100\n".to_owned(),
        rule_file: None,
        fair: None,
        seed: u64::MAX,
        start: None,
        personalities: Vec::new(),
        players: Default::default(),
        adviser: None,
        learned: None,
        seats,
        hints: false,
        day: None,
        met: Default::default(),
        began: 1_795_333_260,
    }
}

fn against(name: &str) -> Header {
    let agent = Participant::Agent {
        agent: "hold-20".to_owned(),
        name: "Hold at 20".to_owned(),
        stranger: true,
    };
    header(vec![person(name), agent])
}

fn act(hint: bool) -> Entry {
    Entry::Act { act: "roll".to_owned(), seat: 1, options: 2, ms: Some(12), hint, why: None }
}

fn end() -> Entry {
    Entry::End { end: Ended { winners: vec![1], scores: vec![102, 90], by_lot: false } }
}

/// Keeps a game of these entries.
fn keep(path: &Path, header: &Header, entries: &[Entry]) -> i64 {
    let mut keeper = GameKeeper::new(History::open(path).unwrap());
    keeper.begin(header).unwrap();
    for entry in entries {
        keeper.add(std::slice::from_ref(entry)).unwrap();
    }
    History::open(path).unwrap().games().unwrap().last().unwrap().id
}

#[test]
fn what_is_kept_is_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new").join("games.sqlite");
    let event = Entry::Event { event: "5".to_owned() };
    let entries = [act(true), event, Entry::Undo { undo: 1 }, end()];
    let names =
        ["Ana", "Robert'); DROP TABLE person;--", "\u{1b}[2J\n\u{202e}", "龍\"", &"x".repeat(40)];
    for (number, name) in names.iter().enumerate() {
        let header = against(name);
        let id = keep(&path, &header, &entries[..=number.min(3)]);
        let record = History::open(&path).unwrap().record(id).unwrap();
        assert_eq!(record.header, header);
        assert_eq!(record.entries, entries[..=number.min(3)]);
    }
    let history = History::open(&path).unwrap();
    let games = history.games().unwrap();
    let facts: Vec<_> =
        games.iter().map(|game| (game.end.is_some(), game.practice, game.hints)).collect();
    assert_eq!(facts[0], (false, false, 1));
    assert_eq!(facts[2], (false, true, 1));
    assert_eq!(facts[3], (true, true, 1));
    let persons = history.persons().unwrap();
    assert_eq!(persons.len(), 5);
    let ana = persons.iter().find(|person| person.name == "Ana").unwrap();
    assert_eq!((ana.games, ana.practice, ana.unfinished), (0, 0, 1));
    let last = persons.iter().find(|person| person.name.starts_with('x')).unwrap();
    assert_eq!((last.games, last.practice, last.unfinished), (0, 1, 0));
    for name in ["", &"x".repeat(41)] {
        let mut keeper = GameKeeper::new(History::open(&path).unwrap());
        assert!(keeper.begin(&against(name)).is_err());
    }
    assert_eq!(history.games().unwrap().len(), 5);
}

#[test]
fn persons_are_renamed_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    keep(&path, &against("Ana"), &[act(false), end()]);
    let both = header(vec![person("Ana"), person("Bo"), person("Ana")]);
    keep(&path, &both, &[act(false)]);
    keep(&path, &against("Bo"), &[end()]);
    let mut history = History::open(&path).unwrap();
    assert_eq!(history.games_of("Ana").unwrap(), [1, 2]);
    history.rename("Ana", "Zoe").unwrap();
    assert_eq!(history.record(2).unwrap().header.seats[2], person("Zoe"));
    assert!(matches!(history.rename("Zoe", "Bo"), Err(HistoryError::Name { .. })));
    assert!(matches!(history.rename("Ana", "Eva"), Err(HistoryError::NoPerson { .. })));
    assert_eq!(history.delete_person("Zoe").unwrap(), 2);
    assert_eq!(history.games().unwrap().len(), 1);
    assert!(matches!(history.record(1), Err(HistoryError::NoGame { id: 1 })));
    // Nothing of the name is left in the file.
    drop(history);
    let bytes = fs::read(&path).unwrap();
    assert!(!bytes.windows(3).any(|part| part == b"Zoe" || part == b"Ana"));
    let mut history = History::open(&path).unwrap();
    assert!(matches!(history.delete_games(&[3, 9]), Err(HistoryError::NoGame { id: 9 })));
    assert_eq!(history.games().unwrap().len(), 1);
    history.delete_games(&[3]).unwrap();
    // Numbers are not used again.
    assert_eq!(keep(&path, &against("Ana"), &[]), 4);
}

#[test]
fn a_game_goes_on_where_it_was_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let id = keep(&path, &against("Ana"), &[act(false)]);
    let resume = || {
        let history = History::open(&path).unwrap();
        let record = history.record(id).unwrap();
        let keeper = GameKeeper::resume(history, id, &record);
        (record, keeper)
    };
    let (record, mut first) = resume();
    let (_, mut second) = resume();
    assert_eq!(record.entries.len(), 1);
    first.add(&[act(true)]).unwrap();
    let taken = second.add(&[act(false)]).unwrap_err();
    assert!(taken.to_string().contains("another process"), "{taken}");
    first.add(&[end()]).unwrap();
    let (record, mut ended) = resume();
    assert!(record.end().is_some());
    let remark = Entry::Remark { remark: "Another?".to_owned(), seat: 2 };
    ended.add(&[remark]).unwrap();
    assert!(ended.add(&[act(false)]).is_err());
}

/// Entries that cannot be written wait for the next time.
#[test]
fn a_game_in_progress_is_not_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let mut keeper = GameKeeper::new(History::open(&path).unwrap());
    keeper.begin(&against("Ana")).unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let locked = keeper.add(&[act(false)]).unwrap_err();
    assert!(locked.to_string().contains("locked by another process"), "{locked}");
    // Readers are not kept out by a writer.
    assert_eq!(History::open(&path).unwrap().games().unwrap().len(), 1);
    other.execute_batch("COMMIT").unwrap();
    keeper.add(&[end()]).unwrap();
    let kept = History::open(&path).unwrap().record(1).unwrap();
    assert_eq!(kept.entries, [act(false), end()]);
}

#[test]
fn what_is_no_history_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let said = || History::open(&path).unwrap_err().to_string();
    let whole = |path: &Path| {
        drop(History::open(path).unwrap());
        fs::read(path).unwrap()
    };
    fs::write(&path, "no database, but a text that is long enough to be looked at").unwrap();
    assert!(said().contains("is not a database of games"), "{}", said());
    // A refused file is left as it is.
    assert!(fs::read_to_string(&path).unwrap().starts_with("no database"));
    fs::remove_file(&path).unwrap();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE a (x)").unwrap();
    assert!(said().contains("another program"), "{}", said());
    fs::remove_file(&path).unwrap();
    let bytes = whole(&path);
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 9).unwrap();
    assert!(said().contains("has the schema 9 of a newer version of rivals"), "{}", said());
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(said().contains("cannot be used: "), "{}", said());
    let inside = path.join("x").join("games.sqlite");
    fs::write(path.join("x"), "").unwrap();
    let refused = History::open(&inside).unwrap_err().to_string();
    assert!(refused.contains("is in a folder that cannot be made: "), "{refused}");
    // Cut or overwritten files never panic, and are read or refused.
    let damaged = folder.path().join("damaged.sqlite");
    for length in (0..bytes.len()).step_by(1_024 + 7) {
        fs::write(&damaged, &bytes[..length]).unwrap();
        let _ = History::open(&damaged).and_then(|history| history.games());
        let mut changed = bytes.clone();
        changed[length..].iter_mut().take(64).for_each(|byte| *byte ^= 0x5a);
        fs::write(&damaged, changed).unwrap();
        let _ = History::open(&damaged).and_then(|history| history.games());
        let _ = fs::remove_file(&damaged);
    }
}

#[test]
fn a_full_disk_is_said_before_the_first_roll() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let history = History::open(&path).unwrap();
    history.limit_pages();
    let mut keeper = GameKeeper::new(history);
    let full = loop {
        match keeper.begin(&against(&"x".repeat(40))) {
            Ok(()) => drop(keeper.add(&vec![act(false); 50])),
            Err(error) => break error,
        }
    };
    assert!(full.to_string().contains("no room is left"), "{full}");
    let help = full.help().unwrap().to_string();
    assert!(help.contains("--no-save"), "{help}");
}

/// The first entry that is damaged is named.
#[test]
fn damaged_games_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let id = keep(&path, &against("Ana"), &[act(false), act(false), end()]);
    let change = |sql: &str| Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    let said = || History::open(&path).unwrap().record(id).unwrap_err().to_string();
    change("UPDATE step SET entry = '{\"evnt\":\"5\"}' WHERE number = 2");
    assert!(said().contains("game 1 in ") && said().contains("line 3 of the record"), "{}", said());
    change("DELETE FROM step WHERE number = 2");
    assert!(said().contains("line 3 of the record is missing"), "{}", said());
    change("UPDATE game SET header = 'x'");
    assert!(said().contains("line 1 of the record"), "{}", said());
}

/// Two threads with connections of their own, as two processes have.
#[test]
fn two_keep_games_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    std::thread::scope(|scope| {
        for name in ["Ana", "Bo"] {
            let path = &path;
            scope.spawn(move || {
                for _ in 0..10 {
                    keep(path, &against(name), &[act(false), act(false), end()]);
                }
            });
        }
    });
    let history = History::open(&path).unwrap();
    let games = history.games().unwrap();
    assert_eq!(games.len(), 20);
    assert!(games.iter().all(|game| game.counts() && game.entries == 3));
    assert_eq!(history.games_of("Ana").unwrap().len(), 10);
    let records = games.iter().map(|game| history.record(game.id).unwrap());
    assert!(records.clone().all(|record| Record::read(&record.write()).unwrap() == record));
}

/// Tables of a server: all of a batch is one transaction, and one that cannot be saved takes no
/// other with it.
#[cfg(feature = "serve")]
#[test]
fn tables_are_saved_together() {
    use rivals_web::Saved;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let mut history = History::open(&path).unwrap();
    history.sync_fully().unwrap();
    let saved = |table: &str, header: Option<Header>, kept: Option<u64>, entries: &[Entry]| Saved {
        table: table.to_owned(),
        state: format!("{table} {}", entries.len()),
        header,
        kept,
        entries: entries.to_vec(),
    };
    let batch = [
        saved("waits", None, None, &[]),
        saved("a", Some(against("Ana")), None, &[]),
        saved("a", None, Some(0), &[act(false), act(true)]),
        saved("b", Some(against("Bet")), None, &[act(false)]),
        saved("unknown", None, Some(3), &[act(false)]),
        saved("b", None, Some(1), &[]),
    ];
    let results = history.save_rooms(&batch.iter().collect::<Vec<_>>()).unwrap();
    let kept: Vec<bool> = results.iter().map(Result::is_ok).collect();
    assert_eq!(kept, [true, true, true, true, false, true]);
    let entries = |history: &History, table: &str| {
        let kept = history.room(table).unwrap();
        kept.map(|kept| (kept.state, kept.record.map(|record| record.entries.len())))
    };
    assert_eq!(entries(&history, "waits"), Some(("waits 0".to_owned(), None)));
    assert_eq!(entries(&history, "a"), Some(("a 2".to_owned(), Some(2))));
    assert_eq!(entries(&history, "b"), Some(("b 0".to_owned(), Some(1))));
    assert_eq!(entries(&history, "unknown"), None);

    // Another process goes on with one game and deletes the other.
    let games: Vec<i64> = history.games().unwrap().iter().map(|game| game.id).collect();
    let mut other = History::open(&path).unwrap();
    let left = other.record(games[0]).unwrap();
    let mut keeper = GameKeeper::resume(History::open(&path).unwrap(), games[0], &left);
    keeper.add(&[act(false)]).unwrap();
    other.delete_games(&games[1..]).unwrap();
    assert_eq!(entries(&history, "b"), None);
    let batch = [
        saved("a", None, Some(2), &[act(false), act(false)]),
        saved("waits", Some(against("Carla")), None, &[act(false)]),
        saved("b", None, Some(1), &[act(false)]),
    ];
    let results = history.save_rooms(&batch.iter().collect::<Vec<_>>()).unwrap();
    assert!(matches!(results[0], Err(HistoryError::Taken { .. })), "{:?}", results[0]);
    assert!(results[1].is_ok());
    assert!(matches!(results[2], Err(HistoryError::NoRoom { .. })), "{:?}", results[2]);
    // What is refused changes nothing, the state neither.
    assert_eq!(entries(&history, "a"), Some(("a 2".to_owned(), Some(3))));
    assert_eq!(entries(&history, "waits"), Some(("waits 1".to_owned(), Some(1))));

    // A full disk takes nothing of a batch.
    history.limit_pages();
    let long = "x".repeat(100_000);
    let batch = [
        saved("c", Some(against("Dora")), None, &[]),
        Saved { state: long, ..saved("d", None, None, &[]) },
    ];
    assert!(history.save_rooms(&batch.iter().collect::<Vec<_>>()).is_err());
    assert_eq!(entries(&history, "c"), None);
}
