//! Interrupted runs give the same results as uninterrupted ones.

use std::fs;
use std::sync::atomic::Ordering;

use super::*;
use std::path::PathBuf;

use crate::tournament::header::JournalEntry;
use crate::tournament::{Shard, header, look, merge, resume, take_over};
use rivals_league::ErrorKind;

/// A contest that asks for small chunks, so that there are many places to interrupt.
fn contest() -> Paced<impl Contest> {
    Paced { pig: pig(&[10, 20, 30]), game_time: Duration::from_micros(500) }
}

/// Continues the tournament of a folder until this number of further games is done.
fn play_some(folder: &Path, plan: &Plan, games: u64, threads: usize) -> bool {
    let contest = contest();
    let path = folder.join(JOURNAL);
    let header = Header::new(&contest, &plan.settings);
    let (mut journal, mut ledger) = if path.exists() {
        let (journal, ledger, _) = resume(&path, &header, plan).unwrap();
        (journal, ledger)
    } else {
        (begin(folder, &contest, plan), Ledger::new(plan))
    };
    let stop = AtomicBool::new(false);
    let before = ledger.games_done();
    let pool = pool(threads);
    let journal = Some(&mut journal);
    play(&contest, &mut ledger, journal, &pool, &stop, &mut |standing| {
        stop.store(standing.done - before >= games, Ordering::Relaxed);
    })
    .unwrap();
    ledger.is_complete()
}

fn results(folder: &Path, plan: &Plan) -> String {
    let header = Header::new(&contest(), &plan.settings);
    let ledger = look(&folder.join(JOURNAL), &header, plan).unwrap();
    assert!(ledger.is_complete());
    text(&ledger.finished(&contest()))
}

#[test]
fn interruptions_do_not_show() {
    for until_ci in [None, Some(0.12)] {
        let settings = Settings { until_ci, until_pairs: false, ..settings(2, 1_001) };
        let plan = Plan::new(&contest(), settings.clone()).unwrap();
        let whole = text(&finished(&contest(), settings, 2));
        for games in [1, 150, 900] {
            let folder = tempfile::tempdir().unwrap();
            let mut runs = 1;
            while !play_some(folder.path(), &plan, games, runs % 3 + 1) {
                runs += 1;
                // Every third run is interrupted while it writes.
                if runs % 3 == 0 {
                    tear(&folder.path().join(JOURNAL));
                }
            }
            assert!(runs > 1 && results(folder.path(), &plan) == whole);
            // No game is left to play.
            assert!(play_some(folder.path(), &plan, 1, 1));
        }
    }
}

/// Cuts the journal in the middle of its last line.
fn tear(path: &Path) {
    let file = fs::File::options().write(true).open(path).unwrap();
    let bytes = file.metadata().unwrap().len();
    file.set_len(bytes - 7).unwrap();
}

#[test]
fn a_torn_line_is_reported_and_its_games_are_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan::new(&contest(), settings(2, 300)).unwrap();
    assert!(play_some(folder.path(), &plan, 600_000, 1));
    let whole = results(folder.path(), &plan);
    let path = folder.path().join(JOURNAL);
    tear(&path);
    let header = Header::new(&contest(), &plan.settings);
    let (journal, ledger, recovery) = resume(&path, &header, &plan).unwrap();
    assert!(recovery.torn_bytes > 0 && !ledger.is_complete());
    drop((journal, ledger));
    assert!(play_some(folder.path(), &plan, 600_000, 1));
    assert_eq!(results(folder.path(), &plan), whole);
}

#[test]
fn journals_of_other_tournaments_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let contest = contest();
    let plan = Plan::new(&contest, settings(2, 100)).unwrap();
    drop(begin(folder.path(), &contest, &plan));
    let path = folder.path().join(JOURNAL);
    let before = fs::read(&path).unwrap();
    let header = Header::new(&contest, &plan.settings);
    let changes: [(&str, Change); 6] = [
        ("seed 7 -> 8", |header| header.seed = 8),
        (" -> 9.9.9", |header| {
            header.version = "9.9.9".to_owned();
        }),
        ("configuration: the players have another order or other metrics", |header| {
            header.config = "0".to_owned()
        }),
        ("games 100 -> 5", |header| header.games = 5),
        ("hold-20: left out; x: added", |header| {
            header.roster[1] = "x".to_owned();
        }),
        ("until_ci none -> 0.1", |header| {
            header.until_ci = Some(0.1);
        }),
    ];
    for (said, change) in changes {
        let mut other = header.clone();
        change(&mut other);
        let refused = resume(&path, &other, &plan).unwrap_err();
        assert!(matches!(refused.kind, ErrorKind::OtherTournament { .. }));
        assert!(refused.to_string().contains(said), "{refused}");
    }
    assert_eq!(fs::read(&path).unwrap(), before);
    // Other rules or other players give another hash.
    let config = |points: &[u32]| Header::new(&pig(points), &plan.settings).config;
    assert_eq!(config(&[10, 20, 30]), header.config);
    assert_ne!(config(&[10, 20, 31]), header.config);
}

/// A change of a header. The header is then written with a valid checksum.
type Change = fn(&mut Header);

/// The journal of a tournament whose header was changed.
fn changed(folder: &Path, change: Change) -> PathBuf {
    let contest = contest();
    let mut header = Header::new(&contest, &settings(2, 100));
    change(&mut header);
    let path = folder.join(JOURNAL);
    drop(TournamentJournal::create(&path, &header).unwrap());
    path
}

#[test]
fn journals_of_builds_with_other_values_are_refused() {
    let contest = contest();
    let plan = Plan::new(&contest, settings(2, 100)).unwrap();
    let header = Header::new(&contest, &plan.settings);
    for change in [(|header| header.values -= 1) as Change, |header| header.values += 1] {
        let folder = tempfile::tempdir().unwrap();
        let path = changed(folder.path(), change);
        for refused in
            [resume(&path, &header, &plan).unwrap_err(), look(&path, &header, &plan).unwrap_err()]
        {
            assert_eq!(refused.kind, ErrorKind::Foreign, "{refused}");
            let text = refused.to_string();
            assert!(text.contains("other computed values (version 0.1.0, values "), "{text}");
            let help = miette::Diagnostic::help(&refused).unwrap().to_string();
            assert!(help.contains("the build that started it"), "{help}");
        }
        let refused = merge(&[path], &header, &plan).unwrap_err();
        assert!(refused.to_string().contains("other computed values"));
    }
}

/// Builds of one version may come from several commits.
#[test]
fn journals_of_builds_of_another_commit_are_refused() {
    let contest = contest();
    let plan = Plan::new(&contest, settings(2, 100)).unwrap();
    let header = Header::new(&contest, &plan.settings);
    let folder = tempfile::tempdir().unwrap();
    let path = changed(folder.path(), |header| header.commit = Some("0123".to_owned()));
    let refused = [
        resume(&path, &header, &plan).unwrap_err().to_string(),
        merge(&[path], &header, &plan).unwrap_err().to_string(),
    ];
    for text in refused {
        assert!(text.contains("commit of the build 0123 -> "), "{text}");
    }
}

/// The journal of a header that cannot be is refused at once, and the error names the
/// journal.
#[test]
fn headers_of_no_tournament_are_refused() {
    let changes: [(&str, Change); 15] = [
        ("no shard 0 of 2", |header| header.shard = Some(Shard { number: 0, of: 2 })),
        ("no shard 1 of 0", |header| header.shard = Some(Shard { number: 1, of: 0 })),
        ("no shard 0 of 0", |header| header.shard = Some(Shard { number: 0, of: 0 })),
        ("no shard 3 of 2", |header| header.shard = Some(Shard { number: 3, of: 2 })),
        ("no shard 1 of 18446744073709551615", |header| {
            header.shard = Some(Shard { number: 1, of: u64::MAX });
        }),
        ("no shard 18446744073709551615 of", |header| {
            header.shard = Some(Shard { number: u64::MAX, of: u64::MAX });
        }),
        ("cannot be played with 0 seats", |header| header.seats = 0),
        ("cannot be played with 1 seat", |header| header.seats = 1),
        ("cannot be played with 18,446,744,073,709,551,615 seats", |header| {
            header.seats = usize::MAX;
        }),
        ("a roster of 0 is too small for 2 seats", |header| header.roster.clear()),
        ("the number of games, 0, is out of range", |header| header.games = 0),
        ("the number of games, 18446744073709551615, is out of range", |header| {
            header.games = u64::MAX
        }),
        ("the target width -1 is outside (0, 1)", |header| header.until_ci = Some(-1.0)),
        ("the target width 1 is outside (0, 1)", |header| header.until_ci = Some(1.0)),
        ("its format is 4294967295", |header| header.format = u32::MAX),
    ];
    let contest = contest();
    let plan = Plan::new(&contest, settings(2, 100)).unwrap();
    let ours = Header::new(&contest, &plan.settings);
    for (said, change) in changes {
        let folder = tempfile::tempdir().unwrap();
        let path = changed(folder.path(), change);
        for text in [
            header(&path).unwrap_err().to_string(),
            resume(&path, &ours, &plan).unwrap_err().to_string(),
            merge(std::slice::from_ref(&path), &ours, &plan).unwrap_err().to_string(),
        ] {
            assert!(text.contains(said), "{text}");
            assert!(text.contains(&*path.to_string_lossy()), "{text}");
        }
    }
}

#[test]
fn entries_that_cannot_be_are_refused() {
    let contest = contest();
    let plan = Plan::new(&contest, settings(2, 100)).unwrap();
    let stop = AtomicBool::new(false);
    let mut table = crate::tournament::chunk::ChunkPlayer::new(&contest, &plan);
    let chunk = crate::tournament::Chunk { pairing: 1, first: 40, groups: 20 };
    let good = table.play(chunk, &stop).unwrap().unwrap();
    type Change = fn(&mut JournalEntry);
    let changes: [(&str, Change); 10] = [
        ("paired games 40 to 59 of pairing 1 occur twice", |_| {}),
        ("paired games 50 to 59 of pairing 1", |entry| entry.first = 50),
        ("there is no pairing 3", |entry| entry.pairing = 3),
        ("does not contain the paired games 81 to 100", |entry| {
            entry.first = 81;
        }),
        ("does not contain the paired games", |entry| entry.first = u64::MAX),
        ("groups of paired games; this one has 0", |entry| entry.tally.groups = 0),
        ("do not add up", |entry| entry.tally.wins[0] += 1),
        ("do not add up", |entry| entry.tally.shares[0] = u64::MAX),
        ("metrics; this tournament needs", |entry| {
            entry.tally.metrics.pop();
        }),
        ("are impossible", |entry| {
            entry.tally.metrics[0][2] = i128::MAX;
        }),
    ];
    for (said, change) in changes {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = begin(folder.path(), &contest, &plan);
        let mut bad = good.clone();
        change(&mut bad);
        journal.append(&[good.clone(), bad]).unwrap();
        drop(journal);
        let header = Header::new(&contest, &plan.settings);
        let refused = resume(&folder.path().join(JOURNAL), &header, &plan).unwrap_err();
        let text = refused.to_string();
        assert!(text.contains("line 3") && text.contains(said), "{text}");
    }
}

/// Plays a tournament of Pig on top of the games that it takes over from an earlier one, and
/// returns how many games those were. The results are those of a fresh run.
fn taken(from: (&[u32], Settings), to: (&[u32], Settings)) -> u64 {
    let place = tempfile::tempdir().unwrap();
    let [old, new] = ["old", "new"].map(|name| place.path().join(name));
    let [of_old, of_new] = [from.0, to.0].map(pig);
    let plan = Plan::new(&of_old, from.1).unwrap();
    let header = Header::new(&of_old, &plan.settings);
    let mut journal = TournamentJournal::create(&old, &header).unwrap();
    let stop = AtomicBool::new(false);
    let mut ledger = Ledger::new(&plan);
    play(&of_old, &mut ledger, Some(&mut journal), &pool(2), &stop, &mut |_| {}).unwrap();
    drop(journal);

    let plan = Plan::new(&of_new, to.1.clone()).unwrap();
    let header = Header::new(&of_new, &plan.settings);
    let seen = take_over(&old, &header, &plan, None).unwrap().games_done();
    let mut journal = TournamentJournal::create(&new, &header).unwrap();
    let written = take_over(&old, &header, &plan, Some(&mut journal)).unwrap();
    assert_eq!(written.games_done(), seen);
    drop((journal, written));
    let (mut journal, mut ledger, _) = resume(&new, &header, &plan).unwrap();
    assert_eq!(ledger.games_done(), seen);
    play(&of_new, &mut ledger, Some(&mut journal), &pool(2), &stop, &mut |_| {}).unwrap();
    assert!(ledger.is_complete());
    assert_eq!(text(&ledger.finished(&of_new)), text(&finished(&of_new, to.1, 2)));
    seen
}

#[test]
fn games_that_did_not_change_are_taken_over() {
    let two = |games| settings(2, games);
    let old: &[u32] = &[10, 20, 30];
    // One player changed, one was added, one removed, and two change places.
    assert_eq!(taken((old, two(300)), (&[10, 25, 30], two(300))), 600);
    assert_eq!(taken((old, two(300)), (&[10, 15, 20, 30], two(300))), 1_800);
    assert_eq!(taken((old, two(300)), (&[30, 10], two(300))), 600);
    // More games, another seed, a shard.
    assert_eq!(taken((old, two(300)), (old, two(500))), 1_800);
    let seeded = Settings { seed: 8, ..two(300) };
    assert_eq!(taken((old, seeded), (old, two(300))), 0);
    let half = Settings { shard: Some(Shard { number: 2, of: 2 }), ..two(300) };
    assert_eq!(taken((old, half.clone()), (&[10, 25, 30], half)), 300);
    // With more than two seats, the order of the players decides who sits where.
    let three = settings(3, 300);
    assert_eq!(taken((old, three.clone()), (&[10, 20, 30, 40], three.clone())), 900);
    assert_eq!(taken((old, three.clone()), (&[20, 10, 30], three)), 0);
    // Where the number of games depends on results, no game is taken over that would not follow.
    let until = |width| Settings { until_ci: Some(width), until_pairs: false, ..two(3_000) };
    assert!(taken((old, until(0.05)), (&[10, 20, 30, 40], until(0.05))) > 0);
    taken((old, until(0.03)), (old, until(0.12)));
    taken((old, until(0.12)), (old, until(0.03)));
    taken((old, until(0.12)), (old, two(2_000)));
    // A tournament of a fixed number of games has whole rounds.
    assert!(taken((old, two(2_000)), (old, until(0.05))) > 3 * 2 * 256);
}
