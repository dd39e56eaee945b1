//! The seats of the players in the games of a group.
//!
//! A group of paired games of n players is n games: one order around the table, rotated
//! so that each player plays from each seat once. There are (n - 1)! different orders
//! around a table; group g has the order with number g mod (n - 1)!, so that all n!
//! seatings occur equally often in the long run. Two players have one order.
//!
//! In games of hidden hands, a group has all orders instead: n! games, so that each player plays
//! every hand of a deal against both orders of the others.

/// The seats of the players in the games of one group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    /// The seating orders, also of two players: by game, then seat, the player as an index into
    /// the pairing.
    pub line_ups: Vec<Vec<usize>>,
    /// By game, then player: the seat.
    pub seats: Vec<Vec<usize>>,
}

impl Seating {
    /// All seatings of this number of players. Group g has the one with the number g
    /// modulo their number.
    ///
    /// # Panics
    /// If there are no players.
    #[must_use]
    pub fn all(players: usize) -> Vec<Self> {
        let orders = (1..players).product::<usize>();
        (0..orders).map(|number| Self::new(players, number)).collect()
    }

    /// The one seating of groups that have a game for every order of the players.
    #[must_use]
    pub fn every(players: usize) -> Self {
        let all = Self::all(players).into_iter();
        Self::of(all.flat_map(|seating| seating.line_ups).collect())
    }

    /// The rotations of the players in their order.
    #[must_use]
    pub fn rotations(players: usize) -> Self {
        Self::new(players, 0)
    }

    /// As [`Tally::games_per_seat`](super::Tally::games_per_seat).
    #[must_use]
    pub fn games_per_seat(&self) -> u64 {
        (self.line_ups.len() / self.line_ups[0].len()) as u64
    }

    fn new(players: usize, number: usize) -> Self {
        let order = order(players, number);
        let rotated = |game: usize| -> Vec<usize> {
            (0..players).map(|seat| order[(seat + game) % players]).collect()
        };
        Self::of((0..players).map(rotated).collect())
    }

    fn of(line_ups: Vec<Vec<usize>>) -> Self {
        let seats = line_ups.iter().map(|line_up| {
            let mut seats = vec![0; line_up.len()];
            for (seat, &player) in line_up.iter().enumerate() {
                seats[player] = seat;
            }
            seats
        });
        Self { seats: seats.collect(), line_ups }
    }
}

/// The order with this number, in which player 0 comes first. The digits of the number
/// to the bases n - 1, n - 2, ... choose the next of the players that are left.
fn order(players: usize, mut number: usize) -> Vec<usize> {
    let mut left: Vec<usize> = (1..players).collect();
    let mut order = vec![0];
    while !left.is_empty() {
        let pick = number % left.len();
        number /= left.len();
        order.push(left.remove(pick));
    }
    order
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn two_players_swap() {
        let all = Seating::all(2);
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].line_ups, [[0, 1], [1, 0]]);
        assert_eq!(all[0].seats, [[0, 1], [1, 0]]);
    }

    #[test]
    fn one_group_may_have_every_seating() {
        let every = Seating::every(3);
        assert_eq!((every.line_ups.len(), every.games_per_seat()), (6, 2));
        let different: BTreeSet<_> = every.line_ups.iter().collect();
        assert_eq!(different.len(), 6);
        // The rotations of a player and two copies of another are all seatings of them.
        let once = Seating::rotations(3);
        assert_eq!(once.games_per_seat(), 1);
        let alone: BTreeSet<_> = once.seats.iter().map(|seats| seats[0]).collect();
        assert_eq!(alone.len(), 3);
    }

    #[test]
    fn every_seating_comes_up_once() {
        for players in 2..=6 {
            let all = Seating::all(players);
            let line_ups: BTreeSet<&Vec<usize>> =
                all.iter().flat_map(|seating| &seating.line_ups).collect();
            assert_eq!(line_ups.len(), (1..=players).product::<usize>());
            for Seating { line_ups, seats } in &all {
                // In a group each player plays from each seat once.
                for player in 0..players {
                    let mut had: Vec<usize> = seats.iter().map(|game| game[player]).collect();
                    had.sort_unstable();
                    assert_eq!(had, (0..players).collect::<Vec<_>>());
                }
                for (line_up, seats) in line_ups.iter().zip(seats) {
                    assert!((0..players).all(|player| line_up[seats[player]] == player));
                }
            }
        }
    }
}
