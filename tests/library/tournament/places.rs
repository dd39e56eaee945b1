//! Mean places and the shares of places: those of a plain recount of the games, and intervals that
//! hold over 200 seeds.

use std::cmp::Ordering;

use crate::play::Seat;
use crate::standings::claims::Claims;
use crate::standings::{Analysis, PlaceRow, PlaceShareRow, StandingRow};

use super::*;

const HOLD: [u32; 4] = [20, 25, 10, 5];

/// The mean places and the shares of the places, with the standings.
fn analysed(
    seats: usize,
    groups: u64,
    seed: u64,
) -> (Vec<PlaceRow>, Vec<PlaceShareRow>, Vec<StandingRow>) {
    let contest = pig(&HOLD);
    let played = finished(&contest, Settings { seed, ..settings(seats, groups) }, 1);
    let results = Analysis::new(&contest, &played, &Claims::none(contest.name()));
    (results.places, results.place_shares, results.standings)
}

fn placed(seats: usize, groups: u64, seed: u64) -> Vec<PlaceRow> {
    analysed(seats, groups, seed).0
}

#[test]
fn places_are_those_of_a_plain_recount() {
    let contest = pig(&HOLD);
    // With two seats the order is that of the wins.
    let (places, shares, _) = analysed(2, 40, 7);
    assert!(places.is_empty() && shares.is_empty());
    for seats in [3, 4] {
        let plan = Plan::new(&contest, settings(seats, 60)).unwrap();
        let (mut sums, mut games) = ([0.0; HOLD.len()], [0_u64; HOLD.len()]);
        let mut parts = [[0.0; 4]; HOLD.len()];
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
                        // In all orders of those who tie, a player has each of their places alike.
                        let with = |order| {
                            let others = (0..seats).map(|other| points(other).cmp(&points(seat)));
                            others.filter(|of| *of == order).count()
                        };
                        let tied = with(Ordering::Equal);
                        for place in (0..tied).map(|tie| with(Ordering::Greater) + tie) {
                            parts[player][place] += 1.0 / tied as f64;
                        }
                    }
                }
            }
        }
        let (rows, shares, standings) = analysed(seats, 60, 7);
        assert_eq!(shares.len(), HOLD.len() * seats);
        for (at, row) in shares.iter().enumerate() {
            let (player, place) = (at / seats, at % seats);
            assert_eq!((&row.id, row.place), (&rows[player].id, place + 1));
            assert_eq!(row.games, games[player]);
            let share = parts[player][place] / games[player] as f64;
            assert!((row.share - share).abs() < 1e-9, "{row:?} {share}");
            // A share of 0 is the lower end of its interval.
            assert!(row.low <= row.share && row.share <= row.high && row.low < row.high);
            // The first place is the win.
            let won = standings.iter().find(|standing| standing.id == row.id).unwrap();
            let ends = (Some(row.low), Some(row.high));
            assert!(place > 0 || (won.win_rate, won.low, won.high) == (row.share, ends.0, ends.1));
        }
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

/// The same of the share of each place; 28 shares are tried together, so less four standard errors.
#[test]
#[ignore = "takes as long as the test of mean places, whose games are the same"]
fn place_shares_hold_in_200_seeds() {
    for seats in [3, 4] {
        let truth = analysed(seats, 20_000, 1_000).1;
        let mut held = vec![0; truth.len()];
        for seed in 0..200 {
            for (at, row) in analysed(seats, 40, seed).1.iter().enumerate() {
                held[at] += usize::from((row.low..=row.high).contains(&truth[at].share));
            }
        }
        assert!(held.iter().all(|held| *held >= 178), "{held:?} at {seats} seats");
    }
}
