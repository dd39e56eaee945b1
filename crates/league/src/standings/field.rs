//! A finished tournament indexed by player, with what the contest knows of the players.

use crate::tournament::{Contest, Finished, FinishedPairing, Player, Solved, Tally, has_copies};
use rivals_statistics::RatioSums;

/// A pairing in which a player played, and its position there.
#[derive(Clone, Copy)]
pub(super) struct Appearance {
    /// The index of the pairing in the field.
    pub pairing: usize,
    /// The player's position in the pairing.
    pub member: usize,
}

/// A finished tournament, indexed by player.
///
/// Pairings in which a player sits several times, and those without a group, are left out. Where
/// there are no others, as between two players in a game of three, a player's pairings are those
/// with copies of the other one.
pub(super) struct Field<'a> {
    pub contest: &'a dyn Contest,
    pub finished: &'a Finished,
    pub pairings: Vec<&'a FinishedPairing>,
    /// The appearances of each player.
    appearances: Vec<Vec<Appearance>>,
}

impl<'a> Field<'a> {
    /// # Panics
    /// If the tournament has not the contest's roster.
    pub(super) fn new(contest: &'a dyn Contest, finished: &'a Finished) -> Self {
        let ids = |roster: &'a [Player]| roster.iter().map(|player| &player.id);
        assert!(
            ids(contest.roster()).eq(ids(&finished.roster)),
            "the tournament has the contest's roster"
        );
        let all_different = |players: &[usize]| {
            (players.iter().enumerate()).all(|(at, player)| !players[..at].contains(player))
        };
        let field = Self::of(contest, finished, all_different, usize::MAX);
        if field.pairings.is_empty() { Self::of_copies(contest, finished) } else { field }
    }

    /// The pairings of a player with copies of another one, as pairings of the player alone.
    pub(super) fn of_copies(contest: &'a dyn Contest, finished: &'a Finished) -> Self {
        Self::of(contest, finished, has_copies, 1)
    }

    /// The pairings of these players, with their first members.
    fn of(
        contest: &'a dyn Contest,
        finished: &'a Finished,
        which: impl Fn(&[usize]) -> bool,
        members: usize,
    ) -> Self {
        let pairings: Vec<_> = (finished.pairings.iter())
            .filter(|pairing| pairing.totals.groups > 0 && which(&pairing.players))
            .collect();
        let mut appearances = vec![Vec::new(); finished.roster.len()];
        for (pairing, played) in pairings.iter().enumerate() {
            for (member, &player) in played.players.iter().enumerate().take(members) {
                appearances[player].push(Appearance { pairing, member });
            }
        }
        Self { contest, finished, pairings, appearances }
    }

    pub(super) fn players(&self) -> usize {
        self.finished.roster.len()
    }

    /// Whether every pairing is one of a player with copies of another one.
    pub(super) fn has_only_copies(&self) -> bool {
        !self.pairings.is_empty() && self.pairings.iter().all(|of| has_copies(&of.players))
    }

    pub(super) fn appearances(&self, player: usize) -> &[Appearance] {
        &self.appearances[player]
    }

    /// The players who played, in the roster's order.
    pub(super) fn played(&self) -> Vec<usize> {
        (0..self.players()).filter(|&player| !self.appearances(player).is_empty()).collect()
    }

    /// A player's id.
    pub(super) fn id(&self, player: usize) -> String {
        self.finished.roster[player].id.clone()
    }

    /// The name of the metric that ranks in this game, if there is one.
    pub(super) fn ranked_by(&self) -> Option<String> {
        self.contest.ranking().map(|metric| self.contest.metrics()[metric].name.clone())
    }

    /// The sums of a player's pairings.
    fn totals(&self, player: usize) -> impl Iterator<Item = &Tally> {
        self.appearances(player).iter().map(|of| &self.pairings[of.pairing].totals)
    }

    /// The number of games of a player's pairings.
    pub(super) fn games(&self, player: usize) -> u64 {
        self.totals(player).map(Tally::games).sum()
    }

    /// The number of groups of a player's pairings.
    pub(super) fn groups(&self, player: usize) -> u64 {
        self.totals(player).map(|totals| totals.groups).sum()
    }

    /// What is known exactly of a solved game of two seats.
    pub(super) fn solved(&self) -> Option<&dyn Solved> {
        self.contest.solved().filter(|_| self.finished.seats == 2)
    }

    /// As [`Solved::exact`], of the pairs alone that met if only theirs was computed.
    pub(super) fn exact(&self, first: usize, second: usize) -> Option<(f64, f64)> {
        let solved = self.solved()?;
        match &self.finished.exact {
            Some(pairs) => pairs.get(&(first, second)).copied(),
            None => solved.exact(first, second),
        }
    }

    /// The share of all pairings that were played, where the pairings are a sample.
    pub(super) fn sampled(&self) -> Option<f64> {
        let players = self.players() as f64;
        let all = players * (players - 1.0) / 2.0;
        (self.finished.design.as_ref()).map(|_| (self.pairings.len() as f64 / all).min(1.0))
    }

    /// The mean over a player's pairings of its share of the wins from a seat.
    pub(super) fn win_rate_in_seat(&self, player: usize, seat: usize) -> f64 {
        let seats = self.finished.seats;
        let unit = u64::from(self.finished.share_unit);
        self.mean_over_pairings(player, |appearance, totals| {
            (
                totals.wins[appearance.member * seats + seat],
                totals.groups * totals.games_per_seat * unit,
            )
        })
    }

    /// The means over a player's pairings of the share of its games that it won together with all
    /// others, and of those that it won together with some of them; `None` where wins are never shared.
    pub(super) fn drawn_and_shared(&self, player: usize) -> Option<[f64; 2]> {
        let share = |of: usize| {
            self.mean_over_pairings(player, |appearance, totals| {
                (totals.drawn_and_shared(appearance.member)[of], totals.games())
            })
        };
        (self.finished.share_unit > 1).then(|| [share(0), share(1)])
    }

    /// The mean of a count divided by its total over a player's pairings, which all have
    /// equal weight.
    fn mean_over_pairings(
        &self,
        player: usize,
        of: impl Fn(Appearance, &Tally) -> (u64, u64),
    ) -> f64 {
        let counts: Vec<(u64, u64)> = (self.appearances(player).iter())
            .map(|&appearance| of(appearance, &self.pairings[appearance.pairing].totals))
            .collect();
        let rate = |(count, total): (u64, u64)| count as f64 / total as f64;
        if counts.iter().all(|count| count.1 == counts[0].1) {
            // Equal totals are added without rounding.
            let all = (counts.iter()).fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
            return rate(all);
        }
        counts.iter().copied().map(rate).sum::<f64>() / counts.len() as f64
    }

    /// The units that were won and the units of all games, over the groups of one
    /// pairing.
    pub(super) fn wins(&self, appearance: Appearance) -> PairingSums {
        PairingSums::new(&self.pairings[appearance.pairing].totals, |totals| {
            RatioSums::of_counts(totals.shares_of(appearance.member))
        })
    }

    /// The sums of one metric over the groups of one pairing.
    pub(super) fn metric(&self, appearance: Appearance, metric: usize) -> PairingSums {
        let metrics = self.contest.metrics().len();
        PairingSums::new(&self.pairings[appearance.pairing].totals, |totals| RatioSums {
            groups: totals.groups,
            sums: totals.metrics[appearance.member * metrics + metric],
        })
    }
}

/// The sums of one quantity in one pairing.
pub(super) struct PairingSums {
    pub all: RatioSums,
    /// By batch of openings, where pairings share them: its number and the sums over its groups.
    pub batches: Vec<(u8, RatioSums)>,
}

impl PairingSums {
    /// The sums over the groups of one pairing, and over those of each batch of openings.
    pub(super) fn new(totals: &Tally, of: impl Fn(&Tally) -> RatioSums) -> Self {
        Self {
            all: of(totals),
            batches: (totals.batches.iter()).map(|(&number, batch)| (number, of(batch))).collect(),
        }
    }
}
