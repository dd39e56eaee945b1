//! All results of a tournament at once.

use std::ops::Range;

use super::claims::{ClaimRow, Claims, check};
use super::copies::{self, CopiesRow};
use super::cross_table::{self, AgreementEntry, Disagreement, PairingRow};
use super::cycles::{self, CycleRow};
use super::distances::{DistanceRow, NeighbourRow, distances};
use super::estimate::PlayerEstimate;
use super::externals::{self, ExternalRow};
use super::field::{Appearance, Field};
use super::fingerprints::{self, FingerprintRow, Fingerprints};
use super::line_ups::{self, LineUpRow};
use super::pairs::{self, PairRow};
use super::places::{self, AheadRow, PlaceRow, PlaceShareRow, SeatRow};
use super::ratings::Ratings;
use super::roster::{self, RosterRow, TraitRow};
use super::sentences::{self, SentenceRow};
use super::standing::{StandingRow, standings};
use crate::tournament::stopping::ALPHA;
use crate::tournament::{Contest, Finished};
use rivals_statistics::Interval;

/// The results that are computed from the games of a tournament. Those that are written to files are
/// the rows of these.
pub struct Analysis<'a> {
    /// The game with its players.
    pub contest: &'a dyn Contest,
    /// The finished games.
    pub finished: &'a Finished,
    /// The joint fit of ratings, or why there is none.
    pub ratings: Result<Ratings, String>,
    /// The comparison of sampled with exact win rates, if any are known.
    pub agreement: Option<AgreementEntry>,
    /// The contradiction between the games and the solved game, if there is one.
    pub disagreement: Option<Disagreement>,
    /// The metrics by player, with their variances.
    pub metrics: Fingerprints,
    /// The players, in the roster's order.
    pub roster: Vec<RosterRow>,
    /// The figures of the personalities.
    pub traits: Vec<TraitRow>,
    /// With two seats, the win rates of ordered pairs.
    pub pairings: Vec<PairingRow>,
    /// With two seats, the win rates of pairs over both seats.
    pub pairs: Vec<PairRow>,
    /// With more than two seats, the players of each line-up.
    pub line_ups: Vec<LineUpRow>,
    /// The pairings of a player with copies of another one, where the game has them.
    pub copies: Vec<CopiesRow>,
    /// The standings, the best player first.
    pub standings: Vec<StandingRow>,
    /// The wins of each seat.
    pub seats: Vec<SeatRow>,
    /// Who finishes ahead of whom, with more than two seats.
    pub ahead: Vec<AheadRow>,
    /// The mean places of the players, with more than two seats.
    pub places: Vec<PlaceRow>,
    /// How often the players that have a mean place have each place.
    pub place_shares: Vec<PlaceShareRow>,
    /// The share of games that all players win together, with its 95 % interval, where wins may be
    /// shared.
    pub draws: Option<(f64, Interval)>,
    /// The cycles, strongest first, at most [`super::cycles::MAX_CYCLES`].
    pub cycles: Vec<CycleRow>,
    /// The metrics by player.
    pub fingerprints: Vec<FingerprintRow>,
    /// The distances of all pairs of players.
    pub distances: Vec<DistanceRow>,
    /// The player that plays most like each player.
    pub neighbours: Vec<NeighbourRow>,
    /// What the sentences of players are worth.
    pub sentences: Vec<SentenceRow>,
    /// What was counted of the players that are programs of their own.
    pub externals: Vec<ExternalRow>,
    /// The claims of this game, with their verdicts.
    pub claims: Vec<ClaimRow>,
}

impl<'a> Analysis<'a> {
    /// Computes all results. Claims about another game are left out.
    ///
    /// # Panics
    /// If the totals of a pairing do not have this number of seats and metrics.
    #[must_use]
    pub fn new(contest: &'a dyn Contest, finished: &'a Finished, claims: &Claims) -> Self {
        let field = Field::new(contest, finished);
        let ratings = Ratings::new(&field);
        let rated = ratings.as_ref().ok();
        let metrics = Fingerprints::new(&field);
        let (distances, neighbours) = distances(&field, &metrics);
        let pairings = cross_table::rows(&field);
        let ahead = places::ahead(&field);
        let places = places::places(&field, &ahead);
        let (agreement, disagreement) = cross_table::compare(&field, &pairings);
        Self {
            contest,
            finished,
            agreement,
            disagreement,
            roster: roster::rows(finished),
            traits: roster::trait_rows(finished),
            pairings,
            pairs: pairs::rows(&field),
            line_ups: line_ups::rows(&field),
            copies: copies::rows(&Field::of_copies(contest, finished)),
            standings: standings(&field, rated),
            seats: places::seats(&field),
            ahead,
            place_shares: places::place_shares(&field, &places),
            places,
            draws: places::draws(&field),
            cycles: cycles::rows(&field),
            fingerprints: fingerprints::rows(&field, &metrics),
            distances,
            neighbours,
            sentences: sentences::rows(contest, finished),
            externals: externals::rows(finished),
            claims: check(&field, &metrics, rated, claims),
            metrics,
            ratings,
        }
    }

    /// As [`Measured::of_player`].
    #[must_use]
    pub fn together(&self, player: usize, metric: usize, tests: usize) -> Option<PlayerEstimate> {
        Measured::new(self.contest, self.finished).of_player(player, metric, tests)
    }

    /// The win rate of a player; `None` if it did not play.
    #[must_use]
    pub fn win_rate(&self, player: usize) -> Option<PlayerEstimate> {
        PlayerEstimate::win_rate(&Field::new(self.contest, self.finished), player)
    }
}

/// The metrics of a finished contest, without all else that an [`Analysis`] has.
pub struct Measured<'a>(Field<'a>);

impl<'a> Measured<'a> {
    /// The metrics of a tournament of this contest.
    ///
    /// # Panics
    /// If the tournament has not the contest's roster.
    #[must_use]
    pub fn new(contest: &'a dyn Contest, finished: &'a Finished) -> Self {
        Self(Field::new(contest, finished))
    }

    /// A player's metric whose interval holds together with those of `tests - 1` others, if it is one
    /// of a share or of a difference of shares (Bonferroni).
    #[must_use]
    pub fn of_player(&self, player: usize, metric: usize, tests: usize) -> Option<PlayerEstimate> {
        self.over(self.0.appearances(player), metric, tests)
    }

    /// As [`Self::of_player`], a metric that is the same for all players of a game, over all games
    /// between these players.
    #[must_use]
    pub fn of_games(
        &self,
        players: &Range<usize>,
        metric: usize,
        tests: usize,
    ) -> Option<PlayerEstimate> {
        let pairings = self.0.pairings.iter().enumerate();
        let own = pairings.filter(|(_, of)| players.contains(&of.players[0]));
        let own = own.map(|(pairing, _)| Appearance { pairing, member: 0 });
        self.over(&own.collect::<Vec<_>>(), metric, tests)
    }

    fn over(&self, of: &[Appearance], metric: usize, tests: usize) -> Option<PlayerEstimate> {
        PlayerEstimate::metric_at(&self.0, of, metric, ALPHA / tests.max(1) as f64)
    }
}
