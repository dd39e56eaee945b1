//! Measures of games, beside a plain program that plays by itself and shares no code with them, and
//! the coverage of their intervals over 200 seeds.

mod coverage;
mod plain;

use crate::assess::{Ladder, Measure, bouts, course};
use crate::catalogue::{Loaded, Playable, find};
use crate::config::Source;
use crate::statistics::parallel;
use rivals_core::session::Trace;

/// What a plain program found: values by the key of their measure.
type Truth = Vec<(&'static str, f64)>;

fn game(name: &str, rules: &str) -> Loaded {
    find(name).unwrap().load(Some(&Source::new("the rules", rules))).unwrap()
}

/// The classical game from the empty board.
fn tic_tac_toe() -> Loaded {
    let stocks = "stocks = { ice = 0, plant = 0, torch = 0, bomb = 0 }";
    game(
        "tic-tac-toe-sp",
        &format!("rows = 3\ncolumns = 3\nwin = 3\nopening_plies = 0\n{stocks}\n"),
    )
}

fn pig(target: u32) -> Loaded {
    game("pig", &format!("target = {target}\n"))
}

/// Games of an agent against itself, all of whose decisions are valued.
fn traces(game: &Loaded, agent: &str, seed: u64, games: usize) -> Vec<Trace> {
    let trials = game.trials();
    parallel::map(games, |at| trials.play(agent, 2, (seed, at as u64), Some(1)).unwrap())
}

fn measure<'a>(all: &'a [Measure], key: &str) -> &'a Measure {
    all.iter().find(|of| of.kind().key == key).unwrap()
}

/// Every measure is within 4.5 standard errors of what the plain program says, and an exact one is
/// the same.
fn agree(measures: &[Measure], truth: &Truth) {
    for (key, expected) in truth {
        let Measure { value, low, high, games, .. } = *measure(measures, key);
        let (value, low, high) = (value.unwrap(), low.unwrap(), high.unwrap());
        assert!(low <= value && value <= high, "{key}: {low} {value} {high}");
        let most = if games == 0 { 1e-9 } else { 4.5 / 1.96 * (value - low).max(high - value) };
        assert!((value - expected).abs() <= most, "{key}: {value} beside {expected}");
    }
}

#[test]
fn tic_tac_toe_is_as_a_plain_program_says() {
    let game = tic_tac_toe();
    let played = traces(&game, "random", 5, 400);
    let truth = plain::tic_tac_toe();
    agree(&course(&played, &played, None), &truth);
    // Optimal play is a draw.
    assert_eq!(game.trials().first_seat(2), Some(0.5));
    assert!((truth[1].1 - 0.126_98).abs() < 1e-5, "the known share of draws");
}

#[test]
fn pig_is_as_a_plain_program_says() {
    for (target, agent, holds) in [(20, "hold-6", 6), (12, "hold-3", 3)] {
        let plain = plain::Pig::to(target);
        let game = pig(target.try_into().unwrap());
        let played = traces(&game, agent, 9, 800);
        agree(&course(&played, &played, None), &plain.course(holds, 60_000));
        let first = game.trials().first_seat(2).unwrap();
        assert!((first - plain.first_wins()).abs() < 1e-9, "{first}");
        let exact = course(&played, &played, Some(first));
        let seat = measure(&exact, "seat");
        assert_eq!((seat.value, seat.games), (seat.low, 0));
        assert!((seat.value.unwrap() - (2.0 * plain.first_wins() - 1.0)).abs() < 1e-9);
    }
}

/// What players explain, and the ladder, by the exact win rates of a plain program.
#[test]
fn a_ladder_is_as_a_plain_program_says() {
    let game = pig(20);
    let ids = ["hold-1", "hold-3", "hold-6", "hold-20"].map(str::to_owned);
    let roster = game.roster().select(&ids).unwrap();
    let contest = game.contest(&roster, &|_, _| {}).unwrap();
    let ladder = Ladder::of(&bouts(&*contest, 2, (1, 2), &|_| {}), 4, 2);
    let (plain, holds) = (plain::Pig::to(20), [1, 3, 6, 20]);
    let rate = |one: usize, other: usize| {
        let first = plain.meets([holds[one], holds[other]]);
        (first + 1.0 - plain.meets([holds[other], holds[one]])) / 2.0
    };
    let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    let explained: f64 =
        pairs.map(|(one, other)| 4.0 * (rate(one, other) - 0.5).powi(2) / 6.0).iter().sum();
    let tell = 1.644_853_627_f64.powi(2) * (1.0 - explained) / explained;
    let exact: Vec<Measure> =
        ladder.measures.iter().map(|of| Measure { games: 1, ..of.clone() }).collect();
    for (key, expected) in [("skill", explained), ("games_to_tell", tell)] {
        let found = measure(&exact, key);
        assert!((found.value.unwrap() - expected).abs() < 1e-6, "{key}: {found:?}, {expected}");
        assert!((found.high.unwrap() - found.low.unwrap()).abs() < 1e-6, "{key}: {found:?}");
    }
    // Every chain of players is tried.
    let mut longest = 0;
    for order in 0..256_usize {
        let order = [order % 4, order / 4 % 4, order / 16 % 4, order / 64];
        for many in 2..=4 {
            let chain = &order[..many];
            let apart = (1..many).all(|at| !chain[..at].contains(&chain[at]));
            if apart && chain.windows(2).all(|two| rate(two[0], two[1]) >= 0.6) {
                longest = longest.max(many - 1);
            }
        }
    }
    assert!(longest > 0);
    let depth = measure(&ladder.measures, "depth");
    let expected = Some(longest as f64);
    assert_eq!([depth.value, depth.low, depth.high], [expected; 3]);
    assert_eq!(ladder.steps.len(), longest + 1);
}
