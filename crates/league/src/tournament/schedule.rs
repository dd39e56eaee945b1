//! The schedule of a tournament: all pairings.

use rivals_core::play::Dice;

/// Players that meet. Each of them plays from every seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Indices into the roster: different players in increasing order, or a player followed by
    /// copies of another one.
    pub players: Vec<usize>,
    /// The number from which its dice are drawn: a hash of the players' ids.
    pub key: u64,
}

impl Pairing {
    /// Whether it has a player several times.
    #[must_use]
    pub(super) fn has_copies(&self) -> bool {
        has_copies(&self.players)
    }
}

/// Whether a player of a pairing sits in several seats: all players but the first are the same.
#[must_use]
pub fn has_copies(players: &[usize]) -> bool {
    players.len() > 2 && players[1] == players[2]
}

/// Each player with copies of each other one in all other seats, in the order of the roster.
#[must_use]
pub(super) fn copies(ids: &[&str], seats: usize) -> Vec<Pairing> {
    let all = |player: usize| {
        let others = (0..ids.len()).filter(move |other| *other != player);
        others.map(move |other| [&[player][..], &vec![other; seats - 1]].concat())
    };
    of_players(ids, (0..ids.len()).flat_map(all).collect())
}

/// The number of pairings of this number of players; `None` if it exceeds 64 bits.
#[must_use]
pub(super) fn count(players: usize, seats: usize) -> Option<u64> {
    if players < seats {
        return Some(0);
    }
    // The division has no remainder: one of i + 1 consecutive numbers is divisible by
    // i + 1.
    (0..seats as u64)
        .try_fold(1_u64, |count, i| Some(count.checked_mul(players as u64 - i)? / (i + 1)))
}

/// All choices of `seats` different players, in the order of their ids in the roster: the first
/// player's pairings come first.
#[must_use]
pub(super) fn pairings(ids: &[&str], seats: usize) -> Vec<Pairing> {
    let mut line_ups = vec![Vec::new()];
    for _ in 0..seats {
        let longer = |line_up: Vec<usize>| {
            let next = line_up.last().map_or(0, |last| last + 1);
            (next..ids.len()).map(move |player| [&line_up[..], &[player]].concat())
        };
        line_ups = line_ups.into_iter().flat_map(longer).collect();
    }
    of_players(ids, line_ups)
}

/// The number of [`all`] pairings; `None` if it exceeds 64 bits.
#[must_use]
pub(super) fn count_all(players: usize, seats: usize, copies: bool) -> Option<u64> {
    let ordered = (players as u64).checked_mul((players as u64).saturating_sub(1));
    count(players, seats)?.checked_add(if copies { ordered? } else { 0 })
}

/// All [`pairings`] of different players, and then those with [`copies`].
#[must_use]
pub(super) fn all(ids: &[&str], seats: usize, copies: bool) -> Vec<Pairing> {
    let mut all = pairings(ids, seats);
    if copies {
        all.extend(self::copies(ids, seats));
    }
    all
}

/// The pairings of these players, whose dice depend on their ids alone.
#[must_use]
pub(super) fn of_players(ids: &[&str], line_ups: Vec<Vec<usize>>) -> Vec<Pairing> {
    let pairing = |players: Vec<usize>| Pairing {
        key: Dice::pairing(players.iter().map(|&player| ids[player])),
        players,
    };
    line_ups.into_iter().map(pairing).collect()
}

/// The pairings of each of the first `variants` players with the others, in the order of the roster,
/// on the dice of a player with the id `dice_of`. The others are [`fields`].
#[must_use]
pub(super) fn against(
    ids: &[&str],
    seats: usize,
    (variants, copies): (usize, bool),
    dice_of: &str,
) -> Vec<Pairing> {
    let fields = fields(&ids[variants..], seats - 1, copies);
    let pairing = |variant: usize, others: &Vec<usize>| {
        let named = others.iter().map(|&other| ids[variants + other]);
        Pairing {
            key: Dice::pairing([dice_of].into_iter().chain(named)),
            players: [variant].into_iter().chain(others.iter().map(|at| variants + at)).collect(),
        }
    };
    (0..variants)
        .flat_map(|variant| fields.iter().map(move |others| pairing(variant, others)))
        .collect()
}

/// The opponents at the other `seats` of a table: all choices of different ones, or each in all of
/// them, where there are too few or the game asks for copies.
fn fields(ids: &[&str], seats: usize, copies: bool) -> Vec<Vec<usize>> {
    if copies || ids.len() < seats {
        return (0..ids.len()).map(|other| vec![other; seats]).collect();
    }
    pairings(ids, seats).into_iter().map(|pairing| pairing.players).collect()
}

/// The number of [`against`] pairings; `None` if it exceeds 64 bits.
#[must_use]
pub(super) fn count_against(
    variants: usize,
    ids: usize,
    seats: usize,
    copies: bool,
) -> Option<u64> {
    let fields = if copies || ids < seats - 1 { Some(ids as u64) } else { count(ids, seats - 1) };
    fields?.checked_mul(variants as u64)
}

/// [`all`] pairings of players whom a roster has this number of times, each time with others of the
/// same time alone, on the same dice. Pairings with [`copies`] are left out where there are others, as
/// no measure of such a sweep counts them.
#[must_use]
pub(super) fn repeated(ids: &[&str], seats: usize, copies: bool, times: usize) -> Vec<Pairing> {
    let once = all(ids, seats, copies && ids.len() < seats);
    let at = |time: usize| {
        let of = move |Pairing { players, key }: &Pairing| Pairing {
            players: players.iter().map(|player| player + time * ids.len()).collect(),
            key: *key,
        };
        once.iter().map(of)
    };
    (0..times).flat_map(at).collect()
}

/// The number of [`repeated`] pairings; `None` if it exceeds 64 bits.
#[must_use]
pub(super) fn count_repeated(
    players: usize,
    seats: usize,
    copies: bool,
    times: usize,
) -> Option<u64> {
    count_all(players, seats, copies && players < seats)?.checked_mul(times as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDS: [&str; 9] = ["p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"];

    #[test]
    fn pairs_come_in_the_order_of_the_roster() {
        let pairings = pairings(&IDS[..4], 2);
        let players: Vec<_> = pairings.iter().map(|pairing| &pairing.players).collect();
        assert_eq!(players, [&[0, 1], &[0, 2], &[0, 3], &[1, 2], &[1, 3], &[2, 3]]);
        assert_eq!(pairings[4].key, Dice::pairing(["p3", "p1"]));
    }

    #[test]
    fn a_player_meets_copies_of_each_other_one() {
        let pairings = copies(&IDS[..3], 3);
        let players: Vec<_> = pairings.iter().map(|pairing| &pairing.players).collect();
        let expected = [[0, 1, 1], [0, 2, 2], [1, 0, 0], [1, 2, 2], [2, 0, 0], [2, 1, 1]];
        assert_eq!(players, expected.each_ref());
        assert!(pairings.iter().all(Pairing::has_copies));
        assert_eq!(count_all(3, 3, true), Some(7));
        // Each has its own deals.
        let keys: std::collections::HashSet<u64> = pairings.iter().map(|of| of.key).collect();
        assert_eq!(keys.len(), 6);
        assert_eq!(pairings[0].key, Dice::pairing(["p0", "p1", "p1"]));
    }

    /// Copies are played where players meet in no other way.
    #[test]
    fn repeated_players_meet_copies_only_if_they_are_few() {
        for (players, each) in [(2, 2), (3, 1), (4, 4)] {
            let pairings = repeated(&IDS[..players], 3, true, 2);
            assert_eq!(pairings.len(), 2 * each, "{players} players");
            assert_eq!(count_repeated(players, 3, true, 2), Some(pairings.len() as u64));
            assert!(pairings.iter().all(|of| of.has_copies() == (players < 3)));
        }
    }

    #[test]
    fn every_choice_of_players_comes_once() {
        for players in 0..=9_usize {
            for seats in 2..=6 {
                let chosen: Vec<_> = (pairings(&IDS[..players], seats).into_iter())
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
