//! Comparisons: differences of paired games are those of a plain recount, and the intervals hold,
//! whether both sides share their dice or not.

use std::collections::BTreeMap;

use crate::results::compare::{Basis, CompareRow, rows};
use crate::results::rule_sweep::{Measure, RuleRow, length, measures};
use crate::standings::Analysis;
use crate::standings::claims::Claims;
use crate::tournament::{SideBySide, are_paired, play_side_by_side};

use super::rule_sweeps::contest;
use super::*;

const PLAIN: &str = "rows = 3\ncolumns = 3\nwin = 3\nopening_plies = 2\n\
                     stocks = { ice = 0, plant = 0, torch = 0, bomb = 0 }";

fn measured(contest: &dyn Contest, finished: &Finished) -> Vec<RuleRow> {
    let claims = Claims::none(contest.name());
    measures(&Analysis::new(contest, finished, &claims), length(contest), None)
}

fn both(sides: [&dyn Contest; 2], settings: Settings, threads: usize) -> SideBySide {
    let plans = sides.map(|contest| Plan::new(contest, settings.clone()).unwrap());
    assert!(are_paired(plans.each_ref()));
    let both = [(sides[0], &plans[0]), (sides[1], &plans[1])];
    pool(threads).install(|| play_side_by_side(both, length(sides[0]), &|_| {})).unwrap()
}

fn ids(contest: &dyn Contest) -> Vec<String> {
    contest.roster().iter().map(|player| player.id.clone()).collect()
}

/// Both sides are the tournaments that they are alone, on any number of threads, and the batches
/// have their games.
#[test]
fn both_sides_are_the_tournaments_that_they_are_alone() {
    let players = ["hold-5", "hold-8", "random"];
    for seats in [2, 3] {
        let sides = ["target = 15", "target = 20"].map(|rules| contest("pig", rules, &players));
        let [a, b] = [&*sides[0], &*sides[1]];
        let played = both([a, b], settings(seats, 333), 2);
        for (side, contest) in [a, b].into_iter().enumerate() {
            let alone = finished(contest, settings(seats, 333), 1);
            assert_eq!(text(&played.finished[side]), text(&alone));
        }
        let once = both([a, b], settings(seats, 333), 1);
        assert_eq!((&once.batches, &once.groups), (&played.batches, &played.groups));
        assert_eq!(played.batches.len(), 200);
        let sum = |measure: usize, at: usize| -> i128 {
            played.batches.iter().map(|batch| batch[measure][at]).sum()
        };
        for (side, contest) in [a, b].into_iter().enumerate() {
            let rows = measured(contest, &played.finished[side]);
            let value = |measure: Measure, of: &str| {
                rows.iter().find(|row| row.measure == measure && row.of == of).unwrap().value
            };
            let counted = |at: usize| sum(at, 2 * side) as f64 / sum(at, 2 * side + 1) as f64;
            for (at, id) in players.iter().enumerate() {
                assert!((counted(at) - value(Measure::WinRate, id)).abs() < 1e-12);
            }
            let first = (seats as f64 * counted(3) - 1.0) / (seats as f64 - 1.0);
            assert!((first - value(Measure::Advantage, "1")).abs() < 1e-12);
        }
    }
}

/// With a batch for each group, the variance is that of the differences of the groups.
#[test]
fn paired_intervals_are_those_of_a_plain_recount() {
    let players = ["hold-5", "hold-8"];
    let sides = ["target = 15", "target = 20"].map(|rules| contest("pig", rules, &players));
    let (games, seats) = (100, 2);
    let played = both([&*sides[0], &*sides[1]], settings(seats, games), 1);
    let ids = ids(&*sides[0]);
    let measured = [0, 1].map(|side| measured(&*sides[side], &played.finished[side]));
    let rows = rows([&measured[0], &measured[1]], Basis::Paired, Some((&played, &ids)));
    let key = Dice::pairing(players);
    let differences: Vec<f64> = (0..games)
        .map(|group| {
            let won = |side: usize, line_up: [usize; 2], seat: usize| {
                let contest = &*sides[side];
                let mut record = GameRecord::new(2, contest.metrics().len());
                contest.play(&line_up, &Dice::new(7, key, group), &mut record);
                f64::from(u8::from(record.winners.contains(crate::play::Seat::at(seat))))
            };
            let both = |side: usize| won(side, [0, 1], 0) + won(side, [1, 0], 1);
            (both(1) - both(0)) / 2.0
        })
        .collect();
    let mean = differences.iter().sum::<f64>() / games as f64;
    let squares: f64 = differences.iter().map(|of| (of - mean) * (of - mean)).sum();
    let error = (squares / (games as f64 - 1.0) / games as f64).sqrt();
    let row = &rows[0];
    assert!((row.difference - mean).abs() < 1e-12, "{row:?}");
    // The interval of a share is that of an exact binomial test, with some groups more. That of four
    // rows together has 2.50 standard errors on each side.
    assert_eq!(rows.len(), 4);
    let half = (row.high.unwrap() - row.low.unwrap()) / 2.0;
    assert!((1.0..1.4).contains(&(half / (2.50 * error))), "{half} {error}");
}

/// Opponents of two players meet nobody else. The length of a game is a mean over all games, and the
/// interval is about the difference.
#[test]
fn lengths_against_several_opponents_are_those_of_a_plain_recount() {
    let opponents = ["hold-8", "hold-10", "random"];
    let players = |own: &'static str| [&[own][..], &opponents].concat();
    let sides = ["hold-5", "hold-12"].map(|own| contest("pig", "target = 15", &players(own)));
    let games = 40;
    let plans = sides
        .each_ref()
        .map(|side| Plan::against(&**side, settings(2, games), 1, "hold-5").unwrap());
    assert!(are_paired(plans.each_ref()));
    let at = length(&*sides[0]).unwrap();
    let both = [(&*sides[0], &plans[0]), (&*sides[1], &plans[1])];
    let played = pool(1).install(|| play_side_by_side(both, Some(at), &|_| {})).unwrap();
    let mut measured = [0, 1].map(|side| measured(&*sides[side], &played.finished[side]));
    // What is compared has one id.
    "hold-5".clone_into(&mut measured[1][0].of);
    let rows = rows([&measured[0], &measured[1]], Basis::Paired, Some((&played, &ids(&*sides[0]))));
    // By group: the turns and the players of all games, and the wins of the first player.
    let recounted = sides.each_ref().map(|side| {
        let metrics = side.metrics().len();
        (0..games)
            .map(move |group| {
                let mut sums = [0.0; 3];
                for (opponent, id) in (1..).zip(opponents) {
                    let dice = Dice::new(7, Dice::pairing(["hold-5", id]), group);
                    for (seat, line_up) in [[0, opponent], [opponent, 0]].into_iter().enumerate() {
                        let mut record = GameRecord::new(2, metrics);
                        side.play(&line_up, &dice, &mut record);
                        for member in 0..2 {
                            let [turns, counted] = record.sums(member * metrics + at);
                            sums[0] += turns as f64;
                            sums[1] += counted as f64;
                        }
                        let won = record.winners.contains(crate::play::Seat::at(seat));
                        sums[2] += f64::from(u8::from(won));
                    }
                }
                sums
            })
            .collect::<Vec<[f64; 3]>>()
    });
    let sum = |side: usize, of: usize| recounted[side].iter().map(|sums| sums[of]).sum::<f64>();
    let [a, b] = [0, 1].map(|side| sum(side, 0) / sum(side, 1));
    let row = |measure: Measure| rows.iter().find(|row| row.measure == measure).unwrap();
    let of_length = row(Measure::Length);
    assert!((of_length.a - a).abs() < 1e-9 && (of_length.b - b).abs() < 1e-9, "{of_length:?}");
    let [low, high] = [of_length.low, of_length.high].map(Option::unwrap);
    assert!((f64::midpoint(low, high) - (b - a)).abs() < 1e-9, "{of_length:?}");
    let added = |group: usize| {
        let [one, other] = [recounted[0][group], recounted[1][group]];
        (other[0] - b * other[1]) / sum(1, 1) - (one[0] - a * one[1]) / sum(0, 1)
    };
    let squares: f64 = (0..recounted[0].len()).map(added).map(|added| added * added).sum();
    let error = (squares * 40.0 / 39.0).sqrt();
    // Student's t with 39 degrees of freedom, for six rows together.
    assert_eq!(rows.len(), 6);
    assert!((2.7..2.9).contains(&((high - low) / 2.0 / error)), "{of_length:?} {error}");
    let wins = (sum(1, 2) - sum(0, 2)) / 240.0;
    assert!((row(Measure::WinRate).difference - wins).abs() < 1e-12);
    for row in &rows {
        let [low, high] = [row.low, row.high].map(Option::unwrap);
        assert!(low <= row.difference && row.difference <= high, "{row:?}");
    }
}

/// In at least 86 of 100 comparisons all intervals together hold the true differences, which is 95 %
/// less four standard errors.
#[test]
fn intervals_hold_in_100_seeds() {
    intervals_hold(100, 86);
}

/// In at least 181 of 200, which is 95 % less three standard errors.
#[test]
#[ignore = "takes a minute; half of the seeds are in another test"]
fn intervals_hold_in_200_seeds() {
    intervals_hold(200, 181);
}

fn intervals_hold(seeds: u32, least: u32) {
    for (game, rules, players, seats) in [
        ("pig", ["target = 15", "target = 20"], &["hold-5", "hold-8", "hold-10"][..], 2),
        ("pig", ["target = 15", "target = 20"], &["hold-5", "hold-8", "hold-10"], 3),
        (
            "tic-tac-toe-sp",
            [PLAIN, &PLAIN.replace("plies = 2", "plies = 1")],
            &["random", "win-block"],
            2,
        ),
    ] {
        let sides = rules.map(|rules| contest(game, rules, players));
        let [a, b] = [&*sides[0], &*sides[1]];
        let ids = ids(a);
        let play = |settings: Settings| {
            let played = both([a, b], settings, 1);
            let of = [measured(a, &played.finished[0]), measured(b, &played.finished[1])];
            let paired = rows([&of[0], &of[1]], Basis::Paired, Some((&played, &ids)));
            (of, paired)
        };
        let compared = |settings: Settings| {
            let (of, paired) = play(settings.clone());
            let other = Settings { seed: settings.seed + 10_000, ..settings };
            let other = measured(b, &finished(b, other, 1));
            let independent = rows([&of[0], &other], Basis::Independent, None);
            [paired, independent, rows([&of[0], &of[1]], Basis::Dependent, None)]
        };
        let (_, truth) = play(Settings { seed: 1_000, ..settings(seats, 200 * u64::from(seeds)) });
        let truth = |row: &CompareRow| {
            let same = |of: &&CompareRow| (of.measure, &of.of) == (row.measure, &row.of);
            let found = truth.iter().find(same).unwrap();
            found.exact_difference.unwrap_or(found.difference)
        };
        let mut held: BTreeMap<String, u32> = BTreeMap::new();
        for seed in 0..seeds {
            for rows in compared(Settings { seed: seed.into(), ..settings(seats, 60) }) {
                assert!(rows.len() >= 4);
                let holds = |row: &CompareRow| {
                    let [low, high] = [row.low, row.high].map(Option::unwrap);
                    (low..=high).contains(&truth(row))
                };
                let count = held.entry(format!("{:?}", rows[0].basis)).or_default();
                *count += u32::from(rows.iter().all(holds));
            }
        }
        println!("{game} at {seats} seats: {held:?}");
        assert_eq!(held.len(), 3);
        for (basis, count) in &held {
            assert!(*count >= least, "{game} at {seats} seats, {basis}: {count}");
        }
    }
}

/// Sides that are the same have no difference, and a large one is shown.
#[test]
fn nothing_differs_from_itself() {
    let players = ["hold-5", "hold-8"];
    let a = contest("pig", "target = 15", &players);
    let of = measured(&*a, &finished(&*a, settings(2, 50), 1));
    for row in rows([&of, &of], Basis::Same, None) {
        assert_eq!((row.low, row.high, row.most), (Some(0.0), Some(0.0), Some(0.0)));
        assert!(!row.shown);
    }
    // Without exact figures, chance has to be ruled out for all rows together.
    let without: Vec<RuleRow> =
        of.iter().map(|row| RuleRow { exact: None, ..row.clone() }).collect();
    let moved = |by: f64| -> Vec<RuleRow> {
        let moved = |row: &RuleRow| RuleRow {
            value: row.value + by,
            low: row.low.map(|low| low + by),
            high: row.high.map(|high| high + by),
            ..row.clone()
        };
        without.iter().map(moved).collect()
    };
    let shown = |by: f64| {
        let rows = rows([&without, &moved(by)], Basis::Independent, None);
        rows.iter().filter(|row| row.measure == Measure::WinRate && row.shown).count()
    };
    let half = (of[0].high.unwrap() - of[0].low.unwrap()) / 2.0;
    assert_eq!((shown(0.0), shown(half), shown(2.0 * half)), (0, 0, 2));
}
