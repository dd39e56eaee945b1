//! Intervals over 200 seeds.

use super::{Ladder, Measure, bouts, course, measure, pig, plain, tic_tac_toe, traces};
use crate::catalogue::Playable;

/// The seeds, and the intervals of these that hold the truth at least.
const SEEDS: u64 = 200;
const LEAST: u64 = 181;

/// Whether an interval, which may be open, holds the truth.
fn holds(of: &Measure, truth: f64) -> bool {
    of.low.is_none_or(|low| low <= truth + 1e-9) && of.high.is_none_or(|high| truth <= high + 1e-9)
}

#[test]
fn intervals_of_the_course_hold_the_truth() {
    let (game, truth) = (pig(15), plain::Pig::to(15).course(5, 200_000));
    let all: Vec<[Vec<Measure>; 3]> = (0..SEEDS)
        .map(|seed| {
            let played = traces(&game, "hold-5", seed, 120);
            [120, 14, 1].map(|games| course(&played[..games], &played[..games], None))
        })
        .collect();
    for (key, expected) in truth {
        // Also those of few games, where they are of parts.
        let few = ["seat", "drama", "comebacks", "decisiveness"].contains(&key);
        for games in 0..if few { 3 } else { 1 } {
            let held = all.iter().filter(|all| holds(measure(&all[games], key), expected));
            let held = held.count() as u64;
            assert!(held >= LEAST, "{key}: {held} of {SEEDS} hold {expected}");
        }
    }
    for of in all.iter().flatten().flatten() {
        let (least, most) = of.kind().range();
        assert!(of.low.is_none_or(|low| low >= least), "{of:?}");
        assert!(of.high.is_none_or(|high| high <= most), "{of:?}");
    }
    // Both kinds of actions of Pig are chosen, and both are best in some positions.
    for key in ["actions", "dominated"] {
        assert!(all.iter().all(|all| holds(measure(&all[0], key), 0.0)), "{key}");
    }
}

#[test]
fn intervals_of_draws_hold_the_truth() {
    let (game, truth) = (tic_tac_toe(), plain::tic_tac_toe());
    let trials = game.trials();
    for (key, expected) in truth.into_iter().take(4) {
        let held = (0..SEEDS).filter(|seed| {
            let played: Vec<_> =
                (0..60).map(|at| trials.play("random", 2, (*seed, at), None).unwrap()).collect();
            holds(measure(&course(&played, &[], None), key), expected)
        });
        let held = held.count() as u64;
        assert!(held >= LEAST, "{key}: {held} of {SEEDS} hold {expected}");
    }
}

/// Sampled bouts between players of Tic Tac Toe, beside many more games.
#[test]
fn intervals_of_ladders_hold_the_truth() {
    let game = tic_tac_toe();
    let ids = ["random", "win-block", "minimax:1"].map(str::to_owned);
    let roster = game.roster().select(&ids).unwrap();
    let contest = game.contest(&roster, &|_, _| {}).unwrap();
    assert!(contest.solved().is_none());
    let ladder = |seed, groups| Ladder::of(&bouts(&*contest, 2, (seed, groups), &|_| {}), 3, 2);
    let truth = ladder(1_000, 20_000);
    for key in ["skill", "games_to_tell", "depth"] {
        let expected = measure(&truth.measures, key).value.unwrap();
        let held =
            (0..SEEDS).filter(|seed| holds(measure(&ladder(*seed, 40).measures, key), expected));
        let held = held.count() as u64;
        assert!(held >= LEAST, "{key}: {held} of {SEEDS} hold {expected}");
    }
}
