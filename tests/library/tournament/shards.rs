//! Merged shards give the same results as the whole tournament.

use std::path::PathBuf;

use super::*;
use crate::tournament::Shard;
use crate::tournament::merge::merge;
use rivals_league::Error;
use tempfile::TempDir;

fn contest() -> impl Contest {
    pig(&[10, 20, 30])
}

/// Plays a shard in a folder.
fn play_shard(folder: &Path, settings: Settings, shard: Option<Shard>) -> PathBuf {
    std::fs::create_dir(folder).unwrap();
    let settings = Settings { shard, ..settings };
    let plan = Plan::new(&contest(), settings).unwrap();
    let mut journal = begin(folder, &contest(), &plan);
    let mut ledger = Ledger::new(&plan);
    let go = AtomicBool::new(false);
    let (contest, journal) = (contest(), Some(&mut journal));
    play(&contest, &mut ledger, journal, &pool(2), &go, &mut |_| {}).unwrap();
    folder.join(JOURNAL)
}

/// Plays all shards, each in its own folder.
fn play_shards(settings: &Settings, of: u64) -> (TempDir, Vec<PathBuf>) {
    let place = tempfile::tempdir().unwrap();
    let shards = (1..=of).map(|number| {
        let folder = place.path().join(number.to_string());
        play_shard(&folder, settings.clone(), Some(Shard { number, of }))
    });
    let journals = shards.collect();
    (place, journals)
}

fn merged(journals: &[PathBuf], settings: &Settings) -> Result<String, Error> {
    let contest = contest();
    let plan = Plan::new(&contest, settings.clone()).unwrap();
    let header = Header::new(&contest, settings);
    let ledger = merge(journals, &header, &plan)?;
    assert!(ledger.is_complete());
    Ok(text(&ledger.finished(&contest)))
}

#[test]
fn merged_shards_equal_the_whole_tournament() {
    for (until_ci, games) in [(None, 1_003), (None, 2), (Some(0.1), 5_000)] {
        let settings = Settings { until_ci, until_pairs: false, ..settings(2, games) };
        let whole = text(&finished(&contest(), settings.clone(), 2));
        for of in [1, 2, 4] {
            let (_place, mut journals) = play_shards(&settings, of);
            journals.reverse();
            assert_eq!(merged(&journals, &settings).unwrap(), whole);
        }
        let place = tempfile::tempdir().unwrap();
        let unbroken = play_shard(&place.path().join("all"), settings.clone(), None);
        assert_eq!(merged(&[unbroken], &settings).unwrap(), whole);
    }
}

#[test]
fn incomplete_and_repeated_shards_are_refused() {
    let settings = settings(2, 100);
    let (place, journals) = play_shards(&settings, 4);
    let says = |journals: &[PathBuf], said: &str| {
        let refused = merged(journals, &settings).unwrap_err().to_string();
        assert!(refused.contains(said), "{refused}");
    };
    says(&[journals[0].clone(), journals[2].clone()], "missing shards: 2 and 4 of 4");
    let mut twice = journals.clone();
    twice.push(journals[1].clone());
    says(&twice, "2/tournament.journal (shard 2/4) contain the same games");

    // The whole tournament is given together with a shard, or twice.
    let whole = play_shard(&place.path().join("whole"), settings.clone(), None);
    let again = play_shard(&place.path().join("again"), settings.clone(), None);
    let said = "whole/tournament.journal (the whole tournament)";
    for mixed in [[&whole, &journals[1]], [&journals[1], &whole]] {
        let mixed = mixed.map(PathBuf::clone);
        says(&mixed, said);
        says(&mixed, "2/tournament.journal (shard 2/4)");
    }
    says(&[whole, again], "again/tournament.journal (the whole tournament) contain the same games");

    let other = Shard { number: 3, of: 5 };
    let of_five = play_shard(&place.path().join("5"), settings.clone(), Some(other));
    let mut mixed = journals.clone();
    mixed[2] = of_five;
    says(&mixed, "shard 3/5 -> 3/4");

    let reseeded = Settings { seed: 8, ..settings.clone() };
    let third = Shard { number: 3, of: 4 };
    mixed[2] = play_shard(&place.path().join("seed"), reseeded, Some(third));
    says(&mixed, "seed 8 -> 7");

    // A shard that was stopped at once.
    let folder = place.path().join("stopped");
    std::fs::create_dir(&folder).unwrap();
    let part = Settings { shard: Some(third), ..settings.clone() };
    let plan = Plan::new(&contest(), part).unwrap();
    drop(begin(&folder, &contest(), &plan));
    mixed[2] = folder.join(JOURNAL);
    says(&mixed, "shard 3/4");
    says(&mixed, "75 groups of paired games are missing");
}
