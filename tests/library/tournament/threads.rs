//! The results depend neither on the number of threads nor on the size of chunks.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use crate::play::{Seat, Seats};

use super::*;

#[test]
fn the_same_results_on_any_number_of_threads() {
    for (points, seats, games) in [
        (&[10, 20, 25, 40][..], 2, 5_003),
        (&[10, 20, 25, 40], 3, 301),
        (&[5, 10, 15, 20, 25, 30], 6, 121),
    ] {
        let contest = pig(points);
        let results = [1, 2, 8].map(|threads| finished(&contest, settings(seats, games), threads));
        for pairing in &results[0].pairings {
            assert_eq!(pairing.totals.groups, games);
            let won: u64 = pairing.totals.wins.iter().sum();
            assert_eq!(won, games * seats as u64);
        }
        let texts = results.each_ref().map(text);
        assert!(texts[0].len() > 1_000);
        assert_eq!(texts[0], texts[1]);
        assert_eq!(texts[0], texts[2]);
    }
}

#[test]
fn results_do_not_depend_on_the_size_of_chunks() {
    let texts = [1, 100_000, 1_000_000_000].map(|nanoseconds| {
        let contest =
            Paced { pig: pig(&[10, 20, 30]), game_time: Duration::from_nanos(nanoseconds) };
        text(&finished(&contest, settings(2, 700), 2))
    });
    assert_eq!(texts[0], texts[1]);
    assert_eq!(texts[0], texts[2]);
}

#[test]
fn the_games_of_a_pairing_do_not_depend_on_other_players() {
    let alone = finished(&pig(&[20, 40]), settings(2, 500), 1);
    let among = finished(&pig(&[10, 40, 30, 20]), settings(2, 500), 1);
    let pairing = (among.pairings.iter()).find(|pairing| pairing.players == [1, 3]).unwrap();
    // In that tournament the other player is named first, so the wins are in the other
    // order.
    let mut wins = pairing.totals.wins.clone();
    wins.rotate_left(2);
    assert_eq!(alone.pairings[0].totals.wins, wins);
}

#[test]
fn what_cannot_be_played_is_refused() {
    let crowd: Vec<u32> = (1..=60).collect();
    let until = |width| Settings { until_ci: Some(width), until_pairs: false, ..settings(2, 1) };
    for (points, settings, message, help) in [
        (&[10][..], settings(2, 1), "a roster of 1 is too small for 2 seats", "at least 2 players"),
        (&[10, 20, 10], settings(2, 1), "\"hold-10\" is in the roster twice", "once"),
        (&[10, 20], settings(7, 1), "7 seats", "2 to 6"),
        (&[10, 20], settings(2, 0), "number of games, 0, is out of range", "from 1 to 10000000000"),
        (&[10, 20], until(0.0), "width 0 is outside", "0.02"),
        (&[10, 20], until(1.0), "width 1 is outside", "0.02"),
        (&[10, 20], until(-0.1), "width -0.1 is outside", "0.02"),
        (&[10, 20], until(f64::NAN), "width NaN is outside", "0.02"),
        (&crowd, settings(6, 1), "more than 1000000 pairings", "--pairings random:K"),
    ] {
        let error = Plan::new(&pig(points), settings).unwrap_err();
        assert!(error.message.contains(message) && error.help.contains(help), "{error:?}");
    }
}

/// A contest whose records contain a mistake.
struct Broken<P>(P, fn(&mut GameRecord));

impl<P: Contest> Contest for Broken<P> {
    fn name(&self) -> &str {
        "broken"
    }

    fn seats(&self) -> RangeInclusive<usize> {
        2..=2
    }

    fn roster(&self) -> &[Player] {
        self.0.roster()
    }

    fn metrics(&self) -> &[Metric] {
        self.0.metrics()
    }

    fn identity(&self) -> String {
        String::new()
    }

    fn play(&self, _: &[usize], _: &Dice, record: &mut GameRecord) {
        self.1(record);
    }
}

#[test]
fn a_contest_that_panics_ends_the_run() {
    let contest = Broken(pig(&[10, 20]), |_| panic!("no rules"));
    let run = || finished(&contest, settings(2, 1_000_000), 4);
    assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
}

#[test]
fn sums_that_cannot_be_added_up_end_the_run() {
    let contest = Broken(pig(&[10, 20]), |record| {
        record.winners = Seats::one(Seat::FIRST);
        record.wide = Some(vec![[Tally::MOST, 1]; record.numerators.len()]);
    });
    let plan = Plan::new(&contest, settings(2, 1_000_000)).unwrap();
    let mut ledger = Ledger::new(&plan);
    let go = AtomicBool::new(false);
    let refused = play(&contest, &mut ledger, None, &pool(4), &go, &mut |_| {}).unwrap_err();
    let expected =
        "a metric sum of one group of paired games of hold-10, hold-20 is 17592186044416";
    assert!(refused.to_string().starts_with(expected), "{refused}");
    assert_eq!(ledger.games_done(), 0);
}
