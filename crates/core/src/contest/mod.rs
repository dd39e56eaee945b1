//! A game with its players, ready to be played in tournaments: the trait [`Contest`].
//!
//! [`AgentContest`] makes a contest of any game whose agents and metrics are rows of the tables of
//! [`Players`].

mod agent_contest;
mod calibration;
mod conducting;
#[cfg(feature = "conformance")]
mod conformance;
mod player;
mod players;
mod present;
mod solve;

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use rivals_statistics::{RatioSums, parallel};

use crate::play::outside::Counts;
use crate::play::{Dice, MAX_SEATS, Seat, Seats, Watch};

pub use agent_contest::{AgentContest, AgentMaker, CONDUCT, FastPath};
pub use calibration::{CALCULATIONS, Calibration};
#[cfg(feature = "conformance")]
pub use conformance::conforms;
pub use player::{FigureKind, Player, PlayerKind, Trait};
pub use players::{Build, MetricRow, OnSolving, Played, Players};
pub use present::Present;
pub use solve::{Sampler, Solve};

/// A callback for progress; [`Contest::prepare`] says what it is called with.
pub type OnProgress<'a> = &'a (dyn Fn(&'static str, u64, u64) + Sync);

/// Tells no progress.
pub const QUIETLY: OnProgress<'static> = &|_, _, _| {};

/// The name of the part of a contest that a shard does not take: `rivals merge` computes it.
pub const EXACT: &str = "exact results";
/// The name of the part that the searches of agents take.
pub const SEARCHES: &str = "searches of the agents";

/// One part of the memory of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryPart {
    /// The name of the part, such as `policy tables`.
    pub what: &'static str,
    /// The size in bytes.
    pub bytes: u64,
}

/// Keeps what a long preparation has made, so that a run that is ended before its first game does
/// not begin anew.
pub trait Keep: Sync {
    /// Passes each piece of an earlier run to `on_piece`, which returns whether it fits; what
    /// follows one that does not fit is discarded. Pieces are at most `most` bytes long.
    fn take_up(&self, most: usize, on_piece: &mut dyn FnMut(u32, &[u8]) -> bool);

    /// Keeps a piece; may be called from any thread.
    fn keep(&self, number: u32, bytes: &[u8]);
}

/// Keeps what is costly to compute from run to run, by keys that have everything that it depends
/// on.
pub trait Store: Send + Sync {
    /// What was kept under this key; may be called from any thread.
    fn get(&self, key: &str) -> Option<Vec<u8>>;

    /// Keeps bytes under a key; may be called from any thread.
    fn put(&self, key: &str, bytes: &[u8]);
}

/// A game with its roster, ready to be played.
///
/// Many threads play its games at the same time, so playing changes nothing in it. All
/// randomness comes from the dice that are passed in.
pub trait Contest: Sync {
    /// The name of the game in files and titles: lower-case words joined by `-`.
    fn name(&self) -> &str;

    /// The numbers of seats that a game may have.
    fn seats(&self) -> RangeInclusive<usize>;

    /// The players, in the roster's order; line-ups name them by index.
    fn roster(&self) -> &[Player];

    /// The metrics that are measured, in the order of the columns.
    fn metrics(&self) -> &[Metric];

    /// The number of equal parts that a win is counted in, so that tallies of shared wins
    /// stay integers: 1 where a game never has several winners, 2 for draws of two, 6 for
    /// one to three winners, 60 for one to six; at most 60. The number of winners of every
    /// game must divide it.
    fn share_unit(&self) -> u32 {
        1
    }

    /// The metric that ranks the players, the lowest value first; `None` where they are ranked by
    /// their ratings.
    fn ranking(&self) -> Option<usize> {
        None
    }

    /// Whether groups of paired games have every seating of their players and not the rotations
    /// of one order, and whether every two players also meet with one of them in one seat and
    /// copies of the other one in all others. Such a game has at most three seats.
    fn every_seating(&self) -> bool {
        false
    }

    /// Whether the groups of all pairings with the same number begin from the same opening, so that
    /// they depend on each other.
    fn shares_openings(&self) -> bool {
        false
    }

    /// Everything except the dice that decides how a game goes, as text: rules and
    /// personalities. A journal with a different text belongs to a different
    /// tournament.
    fn identity(&self) -> String;

    /// The rules alone, as canonical text: equal rules have equal texts, independent of
    /// the players. For a game with a single set of rules its name is sufficient.
    fn rules(&self) -> String {
        self.name().to_owned()
    }

    /// Everything in [`Self::identity`] that is neither in [`Self::rules`] nor in one player of
    /// the roster alone. Games of a tournament with another text are never taken over; by default
    /// none are if anything changed.
    fn common(&self) -> String {
        self.identity()
    }

    /// An optional note on how the players decide with this number of seats, as one
    /// sentence.
    fn remark(&self, _seats: usize) -> Option<&str> {
        None
    }

    /// The number of a pairing's games that were adjudicated because too many rounds in a
    /// row had changed nothing, of this number of games. `denominators` are those of its metrics,
    /// by player, then metric.
    fn adjudicated(&self, _games: u64, _denominators: &[i128]) -> u64 {
        0
    }

    /// Prepares everything that games need, on the current rayon pool. It is called
    /// before the first game, possibly several times. Commands that only list the
    /// players do not call it.
    ///
    /// For a run that may be ended meanwhile, what an earlier run `kept` is taken up, and what is
    /// prepared is kept. `progress` is called from any thread with the name of what is counted, in
    /// the plural, how many of these have just been finished, and how many there are in all.
    fn prepare(&self, _kept: Option<&dyn Keep>, _progress: OnProgress<'_>) {}

    /// Does a part of what [`Self::prepare`] does, alone on this thread, and forgets it. Returns the
    /// number of such parts of all that is prepared, 0 where nothing is: a caller that measures the
    /// time of one part knows about how long all of them take.
    fn prepare_part(&self) -> u64 {
        0
    }

    /// Takes what is costly to compute from a store, where it has it, and keeps the rest there. The
    /// results are the same. `version` says which values the program computes.
    fn kept_in(&mut self, _store: Arc<dyn Store>, _version: &str) {}

    /// The memory that the contest takes in a tournament with this number of seats and
    /// threads, by part.
    fn memory(&self, _seats: usize, _threads: usize) -> Vec<MemoryPart> {
        Vec::new()
    }

    /// Whether the same seed gives the same games: no player's search is limited by time, and all
    /// programs say that they decide alike.
    fn is_reproducible(&self) -> bool {
        true
    }

    /// Whether a built-in player's search is limited by time.
    fn is_timed(&self) -> bool {
        false
    }

    /// The players that are programs of their own.
    fn outsiders(&self) -> Vec<usize> {
        Vec::new()
    }

    /// The watch of long searches, if games may have some. If it is stopped during a game, the
    /// game ends without a result.
    fn watch(&self) -> Option<&Watch> {
        None
    }

    /// Lets this watch stop the searches instead of the contest's own one, so that one watch stops
    /// those of several contests.
    fn watched_by(&mut self, _watch: &Arc<Watch>) {}

    /// Plays one game. `line_up` has the player of each seat. `record` has room for
    /// this number of seats; its previous content is overwritten.
    fn play(&self, line_up: &[usize], dice: &Dice, record: &mut GameRecord);

    /// Plays games between the same players, each on its own dice. The records are the
    /// same as those of [`Self::play`] called for one game after the other. A contest
    /// overrides this method if it knows a faster way.
    ///
    /// `dice` and `records` are indexed by game.
    fn play_many(&self, line_up: &[usize], dice: &[Dice], records: &mut [GameRecord]) {
        for (dice, record) in dice.iter().zip(records) {
            self.play(line_up, dice, record);
        }
    }

    /// The number of positions in which two players choose the same action, and the number of
    /// positions that were compared: positions after openings and drawn moves, at most
    /// `positions` of them; `None` where players are not compared so.
    fn same_decisions(&self, players: [usize; 2], positions: u64) -> Option<[u64; 2]> {
        let _ = (players, positions);
        None
    }

    /// The approximate time of a game on one core. Results do not depend on it: it
    /// decides how many games a thread plays before it hands over their sums.
    fn game_time(&self) -> Duration {
        Duration::from_micros(1)
    }

    /// What the sentences of a player decide and are worth in this number of games against the
    /// other players; none of a player that is not made of sentences.
    fn sentences(&self, player: usize, seats: usize, games: u64, seed: u64) -> Vec<SentenceCount> {
        let _ = (player, seats, games, seed);
        Vec::new()
    }

    /// The exact results, where the game is solved.
    fn solved(&self) -> Option<&dyn Solved> {
        None
    }

    /// The CSV files that only this game adds to the results of a tournament with this number of
    /// seats: the name and the text of each.
    fn files(&self, _seats: usize) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// What a sentence of a player did in games.
#[derive(Clone, Debug, PartialEq)]
pub struct SentenceCount {
    /// Its name.
    pub name: String,
    /// The decisions of the player in which it decided.
    pub decided: u64,
    /// All decisions of the player.
    pub decisions: u64,
    /// The player's share of the win, less that of the same player without the sentence on the same
    /// dice. The groups are the games.
    pub worth: RatioSums,
}

/// The exact results of a solved game between two players of a [`Contest`]'s roster,
/// which are named by index.
///
/// Each result is computed when it is first requested, together with all others of its
/// kind.
pub trait Solved: Sync {
    /// Computes all exact results, on the current rayon pool.
    fn prepare_exact(&self, _progress: OnProgress<'_>) {}

    /// The expected share of the win of `first`, who sits in the first seat, against
    /// `second`, and a bound on its error. Where games are never drawn this is the
    /// probability that `first` wins.
    fn exact(&self, first: usize, second: usize) -> Option<(f64, f64)>;

    /// [`Self::exact`] of these ordered pairs alone, computed on the current rayon pool.
    fn exact_of_pairs(
        &self,
        pairs: &[(usize, usize)],
        progress: OnProgress<'_>,
    ) -> Vec<Option<(f64, f64)>> {
        parallel::map(pairs.len(), |place| {
            let (first, second) = pairs[place];
            let exact = self.exact(first, second);
            progress("exact pairings", 1, pairs.len() as u64);
            exact
        })
    }

    /// The exact probability that a game between them is drawn. It is needed only where
    /// games may be drawn ([`Contest::share_unit`] above 1); without it, the variance of
    /// the share is unknown and tests of sampled games against [`Self::exact`] assume the
    /// largest possible one.
    fn exact_draws(&self, _first: usize, _second: usize) -> Option<f64> {
        None
    }

    /// The equity loss of a player: the expected share of the win that it loses per game
    /// against optimal play, the mean over both seats. The optimal policy has 0.
    fn equity_loss(&self, _player: usize) -> Option<f64> {
        None
    }

    /// The exact value of a metric, in the metric's unit. It is the mean over games
    /// against each other player of the roster from each seat, all with equal weights, or
    /// over the games that [`Metric::about`] names, such as those against optimal play; the
    /// latter has no sampled value.
    fn exact_metric(&self, _player: usize, _metric: usize) -> Option<f64> {
        None
    }
}

/// The unit of a metric that is the difference of two shares, in -1..=1.
pub const DIFFERENCE: &str = "difference of shares";

/// A quantity that is measured for every seat: the ratio of two sums over games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metric {
    /// The name in files: lower-case words joined by `_`.
    pub name: String,
    /// What the ratio counts, such as `points` or `share`.
    pub unit: &'static str,
    /// Numerators are in units of 1 / `scale`.
    pub scale: u32,
    /// What the metric is, in one line.
    pub about: String,
    /// Whether the metric follows from the player's decisions. Distances between
    /// players are computed from such metrics alone.
    pub behaviour: bool,
}

/// The result of one game: its winners and what was measured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// The seats that share the win equally: at least one, and a number that divides
    /// [`Contest::share_unit`].
    pub winners: Seats,
    /// By seat: the points that order the seats behind the winners, the highest first. A game
    /// without such an order leaves them at 0.
    pub scores: [i32; MAX_SEATS],
    /// By seat, then metric: what the game adds to the numerator. Its absolute value
    /// is at most [`Self::MOST`].
    pub numerators: Vec<i32>,
    /// By seat, then metric: what the game adds to the denominator, with the same
    /// bound.
    pub denominators: Vec<i32>,
    /// By seat, then metric: numerator and denominator of a game in which one of them
    /// exceeds [`Self::MOST`]. `numerators` and `denominators` are then not read.
    pub wide: Option<Vec<[i64; 2]>>,
    /// What was counted of the players that are programs of their own, each with its seat.
    pub outside: Vec<(u8, Counts)>,
}

impl GameRecord {
    /// The largest absolute value of `numerators` and `denominators`. The fast kernels
    /// add the squares of a block of groups in 64 bits.
    pub const MOST: i32 = (1 << 20) - 1;

    /// An empty record for this number of seats and metrics; a contest fills it in.
    #[must_use]
    pub fn new(seats: usize, metrics: usize) -> Self {
        Self {
            winners: Seats::NONE,
            scores: [0; MAX_SEATS],
            numerators: vec![0; seats * metrics],
            denominators: vec![0; seats * metrics],
            wide: None,
            outside: Vec::new(),
        }
    }

    /// The numerators and denominators, by seat, then metric.
    #[must_use]
    pub fn sums(&self, at: usize) -> [i64; 2] {
        match &self.wide {
            Some(wide) => wide[at],
            None => [self.numerators[at], self.denominators[at]].map(i64::from),
        }
    }

    /// Stores these sums, by seat, then metric, in the form that holds them.
    ///
    /// # Panics
    /// If their number is not the number that the record has room for.
    #[expect(clippy::cast_possible_truncation, reason = "sums above MOST are wide")]
    pub fn set_sums(&mut self, sums: impl Iterator<Item = [i64; 2]> + Clone) {
        let most = u64::from(Self::MOST.unsigned_abs());
        self.wide = None;
        let mut count = 0;
        for sum in sums.clone() {
            if sum.iter().any(|sum| sum.unsigned_abs() > most) {
                self.numerators.fill(0);
                self.denominators.fill(0);
                self.wide = Some(sums.collect());
                return;
            }
            [self.numerators[count], self.denominators[count]] = sum.map(|sum| sum as i32);
            count += 1;
        }
        assert_eq!(count, self.numerators.len(), "one for every metric");
    }

    /// Whether this seat finishes before the other one: the winners finish first, then the others
    /// by their scores.
    #[must_use]
    pub fn order(&self, seat: usize, other: usize) -> std::cmp::Ordering {
        let place = |seat: usize| {
            let won = self.winners.contains(Seat::at(seat));
            (won, if won { 0 } else { self.scores[seat] })
        };
        place(seat).cmp(&place(other))
    }

    /// Empties the record: no winners, and all sums 0.
    pub fn clear(&mut self) {
        self.winners = Seats::NONE;
        self.scores = [0; MAX_SEATS];
        self.numerators.fill(0);
        self.denominators.fill(0);
        self.wide = None;
        self.outside.clear();
    }
}
