//! Tests that all seats have the same dice, and that Pig's sampled results agree with
//! exact ones.

use crate::statistics::Estimate;
use std::sync::Arc;

use crate::games::pig::{Pig, PigAction};
use crate::play::{Decision, FnAgent};
use crate::text::number::NO_DIFFERENCE;
use crate::tournament::{AgentContest, AgentMaker};

use super::*;

/// Two players with different ids that play alike.
fn equal_players() -> AgentContest<Pig> {
    let player = |id: &str| {
        let hold = |at: &Decision<'_, Pig>, _: &mut dyn rand::Rng| match at.view.at_stake {
            0..20 => PigAction::Roll,
            _ => PigAction::Hold,
        };
        let maker: AgentMaker<Pig> = Box::new(move || Box::new(FnAgent(hold)));
        (Player::policy(id, id, ""), maker)
    };
    let players = ["one", "other", "third"].map(player);
    AgentContest::new(Arc::new(Pig::to(100)), players)
}

#[test]
fn against_its_like_a_player_ties_in_every_group() {
    for seats in [2, 3] {
        let games = 2_000;
        let finished = finished(&equal_players(), settings(seats, games), 2);
        for pairing in &finished.pairings {
            for shares in pairing.totals.shares.chunks(seats + 1) {
                // In each group each player wins one game.
                let mut expected = vec![0; seats + 1];
                expected[1] = games;
                assert_eq!(shares, expected);
            }
            // The measured sums are then equal as well.
            let metrics = pairing.totals.metrics.len() / seats;
            let (first, others) = pairing.totals.metrics.split_at(metrics);
            assert!(others.chunks(metrics).all(|other| other == first));
        }
    }
}

#[test]
fn simulated_and_exact_agree() {
    let contest = pig(&[10, 20, 40]);
    let finished = finished(&contest, settings(2, 40_000), 2);
    for pairing in &finished.pairings {
        let [first, second] = [pairing.players[0], pairing.players[1]];
        // The share that each player wins from the first seat.
        for (player, line_up) in [[first, second], [second, first]].into_iter().enumerate() {
            let (exact, error) = contest.solved().unwrap().exact(line_up[0], line_up[1]).unwrap();
            assert!(error < NO_DIFFERENCE);
            let estimate =
                Estimate { count: pairing.totals.wins[2 * player], trials: pairing.totals.groups };
            let spread = (exact * (1.0 - exact) / 40_000.0).sqrt();
            let z = (estimate.rate() - exact) / spread;
            assert!(z.abs() < 5.0, "{line_up:?}: {z}");
        }
    }
}

#[test]
fn what_is_measured_adds_up() {
    let finished = finished(&pig(&[10, 25]), settings(2, 3_000), 1);
    let totals = &finished.pairings[0].totals;
    let words = |player: usize, metric: usize| totals.metrics[player * 4 + metric];
    for player in 0..2 {
        let [turns, games, ..] = words(player, 0);
        assert_eq!((totals.groups, games), (3_000, 6_000));
        let [lost, of, ..] = words(player, 1);
        let [stakes, held, ..] = words(player, 2);
        assert_eq!((turns, of), (of, lost + held));
        assert!(stakes >= 10 * held * i128::from(player == 0));
        let [margin, won, ..] = words(player, 3);
        assert_eq!(won, i128::from(totals.wins[2 * player] + totals.wins[2 * player + 1]));
        assert!(margin >= won);
    }
}
