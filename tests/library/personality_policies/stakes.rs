//! What players risk against the optimum: every position seen once, with how often
//! games come there, against games followed round by round.

use std::sync::Arc;

use crate::games::dragon_slayer::exact::{AtStake, conduct};
use crate::games::dragon_slayer::policy_tables::Playbooks;
use crate::games::dragon_slayer::solver::SolvedGame;

use super::journey::Journey;
use super::neutral::{rules, with_optimum};

/// What `player` risks in games against `other`, half of them from each seat.
fn twin(books: &Playbooks, player: usize, other: usize) -> Vec<AtStake> {
    let [first, _] = Journey::new(books, [player, other]).run().stakes;
    let [_, second] = Journey::new(books, [other, player]).run().stakes;
    let mean = |(first, second): (&AtStake, &AtStake)| AtStake {
        fights: f64::midpoint(first.fights, second.fights),
        defeats: f64::midpoint(first.defeats, second.defeats),
        stops: f64::midpoint(first.stops, second.stops),
    };
    first.0.iter().zip(&second.0).map(mean).collect()
}

#[test]
fn what_is_at_stake_is_as_in_games_round_by_round() {
    let rules = rules(17);
    let game = Arc::new(SolvedGame::new(&rules).unwrap());
    let (books, optimum) = with_optimum(&rules, &game);
    let conduct = conduct(&books, optimum);
    let mut rows = 0;
    // The twin asks nobody who draws; `tests/tournament` plays games of one.
    for player in (0..=optimum).filter(|&player| !books.draws(player)) {
        let found = &conduct[player].stakes.0;
        for (at_stake, twin) in twin(&books, player, optimum).into_iter().enumerate() {
            let found = found.get(at_stake).copied().unwrap_or_default();
            let apart = [
                found.fights - twin.fights,
                found.defeats - twin.defeats,
                found.stops - twin.stops,
            ];
            assert!(
                apart.iter().all(|apart| apart.abs() < 1e-8),
                "{player} with {at_stake}: {found:?} {twin:?}"
            );
            rows += usize::from(twin.stops > 1e-6);
        }
    }
    assert!(rows > 200, "{rows}");
}
