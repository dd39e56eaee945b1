//! Rules whose cycles hardly ever end, or never, and whose turns reach any cap: each is
//! solved with a narrow bound, or refused with a suggestion.

use crate::Error;
use std::path::Path;

use crate::solver::{Bound, Play, Position, Solution, Stage};
use crate::{Challenge, Dragon, DragonDie, DragonSlayer, Fraction, Rules, Warrior, WarriorDie};
use rand::RngExt;
use rivals_core::random::{Key, Purpose};

use super::best;
use super::reference::value_iteration;

/// The rules of a file in `hard_rules`.
fn hard(name: &str) -> Rules {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/solver/hard_rules");
    crate::tests::rules(&std::fs::read_to_string(folder.join(name)).unwrap()).unwrap()
}

/// Files for which an earlier solver returned an error, a bound as wide as the scale, or
/// did not end. The expected values are from the solver itself; the next test compares two
/// of them with value iteration.
#[test]
fn hard_files_are_solved() {
    for (name, first_wins) in [
        ("declined_is_lost.toml", 0.5),
        ("both_tie_for_ever.toml", 0.5),
        ("one_side_ends_it.toml", 0.500_753_323_2),
        ("hardly_ever_scored.toml", 0.499_955_559_5),
        ("stop_is_punished.toml", 0.474_943_123_8),
        ("ties_by_choice.toml", 0.429_860_158_5),
    ] {
        let solution = best(&hard(name));
        assert!(matches!(solution.bound(), Bound::Proven(error) if error < 1e-9), "{name}");
        let off = (solution.first_wins() - first_wins).abs();
        assert!(off < 1e-9, "{name}: {}", solution.first_wins());
    }
}

/// Value iteration starts from one half, so games that never end keep the value one half,
/// as in the solver.
#[test]
fn value_iteration_agrees_on_hard_files() {
    for (name, cap) in [("both_tie_for_ever.toml", 24), ("one_side_ends_it.toml", 24)] {
        let rules = hard(name);
        let solution = Solution::with_cap(&rules, [Play::Optimal; 2], cap).unwrap();
        let game = DragonSlayer::by(rules.clone());
        let start = rivals_core::play::Game::start(&game, 2).turn;
        let mut compared = 0;
        for ((state, _), value) in value_iteration(&game, cap, [None; 2]) {
            if state.turn != start {
                continue;
            }
            let Some(position) = Position::of(&state, rules.target) else {
                continue;
            };
            let solved = solution.value(&position);
            assert!((solved - value).abs() < 1e-8, "{name}, {position:?}: {solved} {value}");
            compared += 1;
        }
        assert!(compared > 10, "{name}: {compared}");
    }
}

/// A player who declines keeps no points, so a stop loses the game while the other seat has
/// a token: both seats fight on until they are defeated, and neither ever scores.
#[test]
fn a_game_that_never_ends_counts_half() {
    let solution = best(&hard("declined_is_lost.toml"));
    let overtime = Position::new(Stage::Overtime, [1, 1]);
    assert!((solution.value(&overtime) - 0.5).abs() < 1e-9);
}

/// Rules that take too many fights are refused with an estimate, long before they are
/// solved.
#[test]
fn rules_that_take_too_long_are_refused() {
    let refused = Solution::solve(&hard("takes_too_long.toml"), [Play::Optimal; 2]).unwrap_err();
    assert!(matches!(refused, Error::TooLong { .. }), "{refused}");
    assert!(refused.help().contains("lower the target"));
}

/// Small random rules.
fn random_rules(number: u64) -> Rules {
    let mut rng = Key::new(19, Purpose::Playing, &[number]).generator();
    let mut pick = |from: &[u32]| from[rng.random_range(0..from.len())];
    let all: Vec<_> = WarriorDie::all().collect();
    let faces: Vec<_> = DragonDie::all().collect();
    let indices: Vec<u32> = (0..21).collect();
    let dragons = pick(&[1, 2, 3, 4]);
    Rules {
        target: pick(&[1, 2, 3, 5, 9]),
        warrior: Warrior { dice: pick(&[1, 2, 3]) as u8, die: all[pick(&indices) as usize] },
        dragons: (0..dragons)
            .map(|dragon| Dragon {
                name: format!("dragon {dragon}"),
                points: pick(&[1, 2, 3, 5]),
                dice: pick(&[1, 2, 3, 4]) as u8,
                die: faces[pick(&indices) as usize],
            })
            .collect(),
        challenge: Challenge {
            tokens: pick(&[0, 0, 1]),
            bonus: pick(&[0, 1, 5]),
            declined_share: Fraction { numerator: pick(&[0, 1, 2, 3]), denominator: 3 },
            accepted_factor: pick(&[1, 2, 3]),
        },
    }
}

/// Random rules are solved to within 1e-6, or refused with a suggestion.
#[test]
fn random_rules_are_solved_or_refused_with_a_suggestion() {
    let (mut solved, mut refused) = (0, 0);
    for number in 0..60 {
        match Solution::solve(&random_rules(number), [Play::Optimal; 2]) {
            Ok(solution) => {
                assert!(solution.error() < 1e-6, "{number}: {:?}", solution.bound());
                assert!((0.0..=1.0).contains(&solution.first_wins()), "{number}");
                solved += 1;
            }
            Err(error) => {
                assert!(!error.help().is_empty(), "{number}: {error}");
                refused += 1;
            }
        }
    }
    assert!(solved > 30 && refused > 0, "{solved} solved, {refused} refused");
}
