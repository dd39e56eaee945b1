//! Fights and stops by the points at stake in games against optimal play, compared with
//! the reference implementation that follows games round by round.

use std::sync::Arc;

use crate::exact::against_optimal;
use crate::exact::stakes::AtStake;
use crate::policy_tables::PolicyTables;
use crate::solver::SolvedGame;

use super::neutral::{rules, with_optimum};
use super::round_by_round::RoundByRound;

/// The fights and stops of `player` in games against `other`, half of them from each seat,
/// by the reference implementation.
fn reference(tables: &PolicyTables, player: usize, other: usize) -> Vec<AtStake> {
    let [first, _] = RoundByRound::new(tables, [player, other]).run().stakes;
    let [_, second] = RoundByRound::new(tables, [other, player]).run().stakes;
    let mean = |(first, second): (&AtStake, &AtStake)| AtStake {
        fights: f64::midpoint(first.fights, second.fights),
        defeats: f64::midpoint(first.defeats, second.defeats),
        stops: f64::midpoint(first.stops, second.stops),
    };
    first.0.iter().zip(&second.0).map(mean).collect()
}

#[test]
fn stakes_agree_with_the_reference() {
    let rules = rules(17);
    let game = Arc::new(SolvedGame::new(&rules).unwrap());
    let (tables, optimum) = with_optimum(&rules, &game);
    let against_optimal = against_optimal(&tables, optimum, &|_, _| {});
    let mut rows = 0;
    // The reference has no players that choose at random; `tests/tournament` plays their
    // games.
    for player in (0..=optimum).filter(|&player| !tables.chooses_at_random(player)) {
        let found = &against_optimal[player].stakes.0;
        for (at_stake, expected) in reference(&tables, player, optimum).into_iter().enumerate() {
            let found = found.get(at_stake).copied().unwrap_or_default();
            let apart = [
                found.fights - expected.fights,
                found.defeats - expected.defeats,
                found.stops - expected.stops,
            ];
            assert!(
                apart.iter().all(|apart| apart.abs() < 1e-8),
                "{player} with {at_stake}: {found:?} {expected:?}"
            );
            rows += usize::from(expected.stops > 1e-6);
        }
    }
    assert!(rows > 200, "{rows}");
}
