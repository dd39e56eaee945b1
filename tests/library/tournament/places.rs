//! Mean places: those of a plain recount of the games, and intervals that hold over 200 seeds.

use std::cmp::Ordering;

use crate::play::Seat;
use crate::standings::claims::Claims;
use crate::standings::{Analysis, PlaceRow};

use super::*;

const HOLD: [u32; 4] = [20, 25, 10, 5];

fn placed(seats: usize, groups: u64, seed: u64) -> Vec<PlaceRow> {
    let contest = pig(&HOLD);
    let played = finished(&contest, Settings { seed, ..settings(seats, groups) }, 1);
    Analysis::new(&contest, &played, &Claims::none(contest.name())).places
}

#[test]
fn places_are_those_of_a_plain_recount() {
    let contest = pig(&HOLD);
    // With two seats the order is that of the wins.
    assert!(placed(2, 40, 7).is_empty());
    for seats in [3, 4] {
        let plan = Plan::new(&contest, settings(seats, 60)).unwrap();
        let (mut sums, mut games) = ([0.0; HOLD.len()], [0_u64; HOLD.len()]);
        for pairing in &plan.pairings {
            for group in 0..60 {
                let all = crate::tournament::Seating::all(seats);
                let seating = &all[group as usize % all.len()];
                for line_up in &seating.line_ups {
                    let players: Vec<usize> =
                        line_up.iter().map(|&place| pairing.players[place]).collect();
                    let mut record = GameRecord::new(seats, contest.metrics().len());
                    contest.play(&players, &Dice::new(7, pairing.key, group), &mut record);
                    for (seat, &player) in players.iter().enumerate() {
                        let points = |seat: usize| {
                            let won = record.winners.contains(Seat::at(seat));
                            (won, if won { 0 } else { record.scores[seat] })
                        };
                        let behind = (0..seats).filter(|other| *other != seat).map(|other| {
                            match points(other).cmp(&points(seat)) {
                                Ordering::Greater => 1.0,
                                Ordering::Equal => 0.5,
                                Ordering::Less => 0.0,
                            }
                        });
                        sums[player] += 1.0 + behind.sum::<f64>();
                        games[player] += 1;
                    }
                }
            }
        }
        let rows = placed(seats, 60, 7);
        assert_eq!(rows.len(), HOLD.len());
        for (player, row) in rows.iter().enumerate() {
            assert_eq!(row.games, games[player]);
            let mean = sums[player] / games[player] as f64;
            assert!((row.mean_place - mean).abs() < 1e-9, "{row:?} {mean}");
            assert!(row.low < mean && mean < row.high);
        }
    }
}

/// Of 200 intervals at least 181 hold the place in many games, which is 95 % less three standard
/// errors, for each player.
#[test]
fn places_hold_in_200_seeds() {
    for seats in [3, 4] {
        let truth: Vec<f64> =
            placed(seats, 20_000, 1_000).iter().map(|row| row.mean_place).collect();
        let mut held = [0; HOLD.len()];
        for seed in 0..200 {
            for (player, row) in placed(seats, 40, seed).iter().enumerate() {
                held[player] += usize::from(row.low <= truth[player] && truth[player] <= row.high);
            }
        }
        assert!(held.iter().all(|held| *held >= 181), "{held:?} at {seats} seats");
    }
}
