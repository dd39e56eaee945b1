//! The schedule of a tournament: all pairings.

use super::player::Player;
use crate::play::Dice;

/// Players that meet. Each of them plays from every seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Indices into the roster, in increasing order.
    pub players: Vec<usize>,
    /// The number from which its dice are drawn: a hash of the players' ids.
    pub key: u64,
}

/// The number of pairings of this number of players; none if it exceeds 64 bits.
#[must_use]
pub(super) fn count(players: usize, seats: usize) -> Option<u64> {
    if players < seats {
        return Some(0);
    }
    // The division has no remainder: one of i + 1 consecutive numbers is divisible by
    // i + 1.
    (0..seats as u64).try_fold(1_u64, |count, i| {
        Some(count.checked_mul(players as u64 - i)? / (i + 1))
    })
}

/// All choices of `seats` different players, in the order of the roster: the first
/// player's pairings come first.
#[must_use]
pub(super) fn pairings(roster: &[Player], seats: usize) -> Vec<Pairing> {
    let mut pairings = Vec::new();
    let mut players: Vec<usize> = (0..seats).collect();
    while players.last().is_some_and(|&last| last < roster.len()) {
        pairings.push(Pairing {
            key: Dice::pairing(players.iter().map(|&player| roster[player].id.as_str())),
            players: players.clone(),
        });
        // The last place that can still move on does, and all places behind it follow.
        let free = |place: &usize| players[*place] + (seats - place) < roster.len();
        let place = (0..seats).rev().find(free).unwrap_or(0);
        let next = players[place] + 1;
        for (behind, player) in players[place..].iter_mut().enumerate() {
            *player = next + behind;
        }
    }
    pairings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roster(players: usize) -> Vec<Player> {
        let player = |number| Player::policy(format!("p{number}"), format!("P {number}"), "");
        (0..players).map(player).collect()
    }

    #[test]
    fn pairs_come_in_the_order_of_the_roster() {
        let pairings = pairings(&roster(4), 2);
        let players: Vec<_> = pairings.iter().map(|pairing| &pairing.players).collect();
        assert_eq!(
            players,
            [&[0, 1], &[0, 2], &[0, 3], &[1, 2], &[1, 3], &[2, 3]]
        );
        assert_eq!(pairings[4].key, Dice::pairing(["p3", "p1"]));
    }

    #[test]
    fn every_choice_of_players_comes_once() {
        for players in 0..=9_usize {
            for seats in 2..=6 {
                let chosen: Vec<_> = (pairings(&roster(players), seats).into_iter())
                    .map(|pairing| pairing.players)
                    .collect();
                assert_eq!(chosen.len() as u64, count(players, seats).unwrap());
                assert!(chosen.is_sorted_by(|one, next| one < next));
                let growing = |players: &Vec<usize>| players.is_sorted_by(|one, next| one < next);
                assert!(chosen.iter().all(growing));
            }
        }
        assert_eq!(count(22, 6), Some(74_613));
        assert_eq!(count(usize::MAX, 6), None);
    }
}
