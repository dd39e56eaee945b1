//! Who played whom, with what the contest knows of them.

use crate::statistics::RatioSums;
use crate::tournament::{Contest, Finished, FinishedPairing, Player};

/// Where a player played.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Which pairing of the field.
    pub pairing: usize,
    /// Which of its players.
    pub member: usize,
}

/// A finished tournament, indexed by player.
///
/// Pairings of a player with itself, and those without a group, count for
/// nothing: they are not among its pairings.
pub(super) struct Field<'a> {
    pub contest: &'a dyn Contest,
    pub finished: &'a Finished,
    pub pairings: Vec<&'a FinishedPairing>,
    /// By player: where it played.
    places: Vec<Vec<Place>>,
    /// By player: its index in the contest's own roster.
    of_contest: Vec<Option<usize>>,
}

impl<'a> Field<'a> {
    pub fn new(contest: &'a dyn Contest, finished: &'a Finished) -> Self {
        let pairings: Vec<_> = (finished.pairings.iter())
            .filter(|pairing| pairing.totals.groups > 0 && all_different(&pairing.players))
            .collect();
        let mut places = vec![Vec::new(); finished.roster.len()];
        for (pairing, played) in pairings.iter().enumerate() {
            for (member, &player) in played.players.iter().enumerate() {
                places[player].push(Place { pairing, member });
            }
        }
        let of_contest = (finished.roster.iter())
            .map(|player| {
                let same = |other: &Player| other.id == player.id;
                contest.roster().iter().position(same)
            })
            .collect();
        Self {
            contest,
            finished,
            pairings,
            places,
            of_contest,
        }
    }

    pub fn players(&self) -> usize {
        self.finished.roster.len()
    }

    pub fn places(&self, player: usize) -> &[Place] {
        &self.places[player]
    }

    /// Of two seats: the exact chance that `first` wins, and how far it may be
    /// off.
    pub fn exact(&self, first: usize, second: usize) -> Option<(f64, f64)> {
        let two = self.finished.seats == 2;
        let (first, second) = (self.of_contest[first]?, self.of_contest[second]?);
        two.then(|| self.contest.exact(first, second)).flatten()
    }

    /// Of two seats.
    pub fn given_away(&self, player: usize) -> Option<f64> {
        let player = self.of_contest[player].filter(|_| self.finished.seats == 2)?;
        self.contest.given_away(player)
    }

    /// Of two seats.
    pub fn exact_metric(&self, player: usize, metric: usize) -> Option<f64> {
        let player = self.of_contest[player].filter(|_| self.finished.seats == 2)?;
        self.contest.exact_metric(player, metric)
    }

    /// The mean over a player's pairings of how often it won from a seat.
    pub fn win_rate_in_seat(&self, player: usize, seat: usize) -> f64 {
        let seats = self.finished.seats;
        let counts: Vec<(u64, u64)> = (self.places(player).iter())
            .map(|place| {
                let totals = &self.pairings[place.pairing].totals;
                (totals.wins[place.member * seats + seat], totals.groups)
            })
            .collect();
        let rate = |(wins, groups): (u64, u64)| wins as f64 / groups as f64;
        if counts.iter().all(|count| count.1 == counts[0].1) {
            // The same, without rounding on the way.
            let all = (counts.iter()).fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
            return rate(all);
        }
        counts.iter().copied().map(rate).sum::<f64>() / counts.len() as f64
    }

    /// Games won of games played, over the groups of one pairing.
    pub fn wins(&self, place: Place) -> RatioSums {
        let games = self.finished.seats;
        let shares = &self.pairings[place.pairing].totals.shares;
        let shares = &shares[place.member * (games + 1)..][..=games];
        let games = games as i128;
        let mut words = [0; 6];
        for (won, &groups) in shares.iter().enumerate() {
            let (won, groups) = (won as i128, i128::from(groups));
            let squares = [1, won, games, won * won, won * games, games * games];
            for (word, square) in words.iter_mut().zip(squares) {
                *word += groups * square;
            }
        }
        RatioSums::from_words(words).expect("shares are sums over groups")
    }

    /// The sums of one metric over the groups of one pairing.
    pub fn metric(&self, place: Place, metric: usize) -> RatioSums {
        let metrics = self.contest.metrics().len();
        self.pairings[place.pairing].totals.metrics[place.member * metrics + metric]
    }
}

fn all_different(players: &[usize]) -> bool {
    (players.iter().enumerate()).all(|(at, player)| !players[..at].contains(player))
}
