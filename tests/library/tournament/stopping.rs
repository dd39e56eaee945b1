//! Tests of `--until-ci`.

use super::*;
use crate::tournament::stopping::{interval, is_narrow};

fn until(width: f64, games: u64) -> Settings {
    Settings { until_ci: Some(width), until_pairs: false, ..settings(2, games) }
}

#[test]
fn pairings_stop_when_they_are_narrow_and_not_before() {
    let contest = pig(&[1, 20, 25]);
    let results = [1, 2, 8].map(|threads| finished(&contest, until(0.1, 1_000_000), threads));
    assert_eq!(text(&results[0]), text(&results[1]));
    assert_eq!(text(&results[0]), text(&results[2]));
    let groups: Vec<u64> =
        (results[0].pairings.iter()).map(|pairing| pairing.totals.groups).collect();
    let ends = [256, 320, 400, 500, 625, 781, 976, 1_220, 1_525, 1_906, 2_382];
    for pairing in &results[0].pairings {
        assert!(is_narrow(&pairing.totals, 2, 0.1));
        let round = ends.iter().position(|&end| end == pairing.totals.groups);
        let round = round.unwrap_or_else(|| panic!("{groups:?}"));
        // At the end of the previous round the interval was still too wide.
        if round > 0 {
            let shorter = finished(&contest, settings(2, ends[round - 1]), 2);
            let mut pairings = shorter.pairings.iter();
            let same = pairings.find(|same| same.players == pairing.players);
            assert!(!is_narrow(&same.unwrap().totals, 2, 0.1));
        }
    }
    // A player that rolls once a turn loses to all others, which is soon clear.
    assert!(groups[0] == 256 && groups[2] > 1_000, "{groups:?}");
}

#[test]
fn games_are_the_most() {
    let contest = pig(&[20, 25]);
    let plan = Plan::new(&contest, until(0.01, 700)).unwrap();
    let mut ledger = Ledger::new(&plan);
    let go = AtomicBool::new(false);
    play(&contest, &mut ledger, None, &pool(2), &go, &mut |_| {}).unwrap();
    assert_eq!((ledger.games_done(), ledger.games_due()), (1_400, 1_400));
    assert_eq!(ledger.capped(), 1);
    let capped = ledger.finished(&contest);
    let fixed = finished(&contest, settings(2, 700), 1);
    assert_eq!(capped.pairings[0].totals, fixed.pairings[0].totals);
}

#[test]
fn more_seats_look_at_every_players_share() {
    let contest = pig(&[1, 20, 25]);
    let settings = Settings { seats: 3, ..until(0.06, 1_000_000) };
    let finished = finished(&contest, settings, 2);
    let totals = &finished.pairings[0].totals;
    for player in 0..3 {
        let interval = interval(totals, 3, player);
        assert!(interval.high - interval.low < 0.06);
        let wins: u64 = totals.wins[player * 3..player * 3 + 3].iter().sum();
        let share = wins as f64 / (3 * totals.groups) as f64;
        assert!(interval.low <= share && share <= interval.high);
    }
}
