//! All results of a tournament at once.

use super::claims::{Checked, Claims, check};
use super::copies::{CopiesRow, copies};
use super::cross_table::{CrossTable, Disagreement};
use super::cycles::{Cycle, cycles};
use super::distances::{DistanceRow, NeighbourRow, distances};
use super::field::{Appearance, Field};
use super::fingerprints::Fingerprints;
use super::places::{self, AheadRow, SeatRow};
use super::ratings::Ratings;
use super::standing::{Standing, standings};
use crate::tournament::stopping::{ALPHA, share_interval};
use crate::tournament::{Contest, Finished, FinishedPairing, Tally};
use rivals_statistics::RatioEstimate;

use super::estimate::PlayerEstimate;

/// The results that are computed from the games of a tournament.
pub struct Analysis<'a> {
    /// The game with its players.
    pub contest: &'a dyn Contest,
    /// The finished games.
    pub finished: &'a Finished,
    /// The standings, the best player first.
    pub standings: Vec<Standing>,
    /// The joint fit of ratings, or why there is none.
    pub ratings: Result<Ratings, String>,
    /// The sampled win rates of ordered pairs beside the exact ones.
    pub cross_table: CrossTable,
    /// The contradiction between the games and the solved game, if there is one.
    pub disagreement: Option<Disagreement>,
    /// The cycles, strongest first, at most [`super::cycles::MAX_CYCLES`].
    pub cycles: Vec<Cycle>,
    /// The wins of each seat.
    pub seats: Vec<SeatRow>,
    /// Who finishes ahead of whom, with more than two seats.
    pub ahead: Vec<AheadRow>,
    /// The metrics by player.
    pub fingerprints: Fingerprints,
    /// The distances of all pairs of players.
    pub distances: Vec<DistanceRow>,
    /// The player that plays most like each player.
    pub neighbours: Vec<NeighbourRow>,
    /// The claims of this game, with their verdicts.
    pub claims: Vec<Checked<'a>>,
    /// The pairings of a player with copies of another one, where the game has them.
    pub copies: Vec<CopiesRow>,
    participants: Vec<Participant<'a>>,
}

/// A player of a line-up.
pub struct Participant<'a> {
    /// The line-up.
    pub pairing: &'a FinishedPairing,
    /// The player's position in the line-up.
    pub member: usize,
    /// The player's share of the games, with a 95 % interval over groups of paired
    /// games. The interval is valid at any time where the pairing was played until its
    /// intervals were narrow.
    pub win_rate: RatioEstimate,
    /// The metric that ranks in this game, with its interval over groups of paired games.
    pub ranked: Option<RatioEstimate>,
}

impl<'a> Analysis<'a> {
    /// Computes all results. Claims about another game are left out.
    ///
    /// # Panics
    /// If the totals of a pairing do not have this number of seats and metrics.
    #[must_use]
    pub fn new(contest: &'a dyn Contest, finished: &'a Finished, claims: &'a Claims) -> Self {
        let field = Field::new(contest, finished);
        let ratings = Ratings::new(&field);
        let cross_table = CrossTable::new(&field);
        let fingerprints = Fingerprints::new(&field);
        let (distances, neighbours) = distances(&field, &fingerprints);
        let mut participants = Vec::new();
        let line_ups = if field.has_only_copies() { 0 } else { field.pairings.len() };
        for pairing in 0..line_ups {
            for member in 0..finished.seats {
                let appearance = Appearance { pairing, member };
                let share = PlayerEstimate::share(&field, &[appearance]);
                let ranked = PlayerEstimate::ranked(&field, &[appearance]);
                let pairing = field.pairings[pairing];
                participants.extend(share.map(|figure| {
                    let mut win_rate = figure.estimate;
                    if finished.until_ci.is_some() {
                        let interval = share_interval(&pairing.totals, member, ALPHA);
                        (win_rate.low, win_rate.high) = (Some(interval.low), Some(interval.high));
                    }
                    Participant {
                        pairing,
                        member,
                        win_rate,
                        ranked: ranked.map(|ranked| ranked.estimate),
                    }
                }));
            }
        }
        Self {
            contest,
            finished,
            standings: standings(&field, ratings.as_ref().ok()),
            disagreement: cross_table.disagreement(&field),
            cross_table,
            cycles: cycles(&field),
            seats: places::seats(&field),
            ahead: places::ahead(&field),
            distances,
            neighbours,
            claims: check(&field, &fingerprints, ratings.as_ref().ok(), claims),
            fingerprints,
            ratings,
            copies: copies(contest, finished),
            participants,
        }
    }

    /// Every player of every line-up, in the order of the pairings.
    #[must_use]
    pub fn participants(&self) -> &[Participant<'a>] {
        &self.participants
    }

    /// A player's id.
    #[must_use]
    pub fn id(&self, player: usize) -> &'a str {
        &self.finished.roster[player].id
    }

    /// A player's name.
    #[must_use]
    pub fn name(&self, player: usize) -> &'a str {
        &self.finished.roster[player].name
    }

    /// The name of the metric that ranks in this game, if there is one.
    #[must_use]
    pub fn ranked_by(&self) -> Option<&'a str> {
        (self.contest.ranking()).map(|metric| &*self.contest.metrics()[metric].name)
    }

    /// The numbers of pairings, of groups of paired games and of games that were
    /// played.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let totals = || self.finished.pairings.iter().map(|pairing| &pairing.totals);
        Counts {
            pairings: self.finished.pairings.len(),
            groups: totals().map(|totals| totals.groups).sum(),
            games: totals().map(Tally::games).sum(),
        }
    }
}

/// The size of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The number of line-ups.
    pub pairings: usize,
    /// The number of groups of paired games. In a group, each player plays from each
    /// seat once on the same dice.
    pub groups: u64,
    /// The number of games.
    pub games: u64,
}
