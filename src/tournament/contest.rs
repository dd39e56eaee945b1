//! What a tournament knows of a game.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::finished::Finished;
use super::memory::MemoryPart;
use super::player::Player;
use crate::play::Dice;

/// A callback for progress; see [`Contest::prepare_with`].
pub type Progress<'a> = &'a (dyn Fn(&'static str, u64, u64) + Sync);

/// A game with its roster, ready to be played.
///
/// Games are played by many threads at once, so nothing in it changes; all
/// chance comes from the dice that are handed in.
pub trait Contest: Sync {
    /// The game, as in files and titles: lower-case words joined by `-`.
    fn name(&self) -> &str;

    /// How many may sit at a table.
    fn seats(&self) -> RangeInclusive<usize>;

    /// Who may play, in the roster's order; line-ups name them by index.
    fn roster(&self) -> &[Player];

    /// What is measured, in the order of the columns.
    fn metrics(&self) -> &[Metric];

    /// Everything that decides how a game goes, dice aside, as text: rules,
    /// personalities. Journals of another text are of another tournament.
    fn identity(&self) -> String;

    /// The rules alone, as canonical text: the same rules have the same text
    /// whoever plays by them. The name will do for a game of a single set of rules.
    fn rules(&self) -> String {
        self.name().to_owned()
    }

    /// What is to be known of how players decide at tables of so many seats: a
    /// sentence, where there is anything to say.
    fn remark(&self, seats: usize) -> Option<&str> {
        let _ = seats;
        None
    }

    /// How many of these games were adjudicated, because too many rounds in a row had
    /// changed nothing.
    fn adjudicated(&self, finished: &Finished) -> u64 {
        let _ = finished;
        0
    }

    /// Gets ready to play, on the current rayon pool; called before the first
    /// game, maybe several times. What only says who plays does without.
    fn prepare(&self) {
        self.prepare_with(&|_, _, _| {});
    }

    /// The same; `progress` is told, from any thread, what is counted, in the plural,
    /// how many of these have just been finished, and of how many.
    fn prepare_with(&self, progress: Progress<'_>) {
        let _ = progress;
    }

    /// Computes all exact figures, on the current rayon pool. Without it, the
    /// first request for an exact figure computes all of its kind. Two seats only.
    fn prepare_exact(&self, progress: Progress<'_>) {
        let _ = progress;
    }

    /// The memory that the contest takes, by part, in a tournament with this number of
    /// seats and threads.
    fn memory(&self, seats: usize, threads: usize) -> Vec<MemoryPart> {
        let _ = (seats, threads);
        Vec::new()
    }

    /// Plays one game. `line_up` has the player of each seat, `record` room for
    /// so many seats; what was in it is overwritten.
    fn play(&self, line_up: &[usize], dice: &Dice, record: &mut GameRecord);

    /// Plays games between the same players, each on its own dice: the same
    /// records as of [`Self::play`], one after the other. A contest says how here
    /// if it knows a faster way.
    ///
    /// `dice` and `records` are by game.
    fn play_many(&self, line_up: &[usize], dice: &[Dice], records: &mut [GameRecord]) {
        for (dice, record) in dice.iter().zip(records) {
            self.play(line_up, dice, record);
        }
    }

    /// About how long a game takes on one core. Results do not depend on it: it
    /// decides how many games a thread plays before it hands over their sums.
    fn game_time(&self) -> Duration {
        Duration::from_micros(1)
    }

    /// The exact chance that `first` wins against `second`, where the game is
    /// solved, and how far it may be off. Two seats only.
    fn exact(&self, first: usize, second: usize) -> Option<(f64, f64)> {
        let _ = (first, second);
        None
    }

    /// The mean over the seats of what the player loses per game against the
    /// solved optimum: win probability, 0 for the optimum itself. None where
    /// the game is not solved.
    fn given_away(&self, player: usize) -> Option<f64> {
        let _ = player;
        None
    }

    /// The exact value of a metric, in the metric's unit, where it is known: over
    /// games against every other member of the roster from every seat, all
    /// counting alike, or over others that [`Metric::about`] names, such as games
    /// against the solved optimum. The latter has no sampled figure. Two seats
    /// only.
    fn exact_metric(&self, player: usize, metric: usize) -> Option<f64> {
        let _ = (player, metric);
        None
    }

    /// The names of the CSV files that only this game adds to the results of a
    /// tournament with this number of seats.
    fn file_names(&self, seats: usize) -> &'static [&'static str] {
        let _ = seats;
        &[]
    }

    /// These files of a finished tournament, in the order of [`Self::file_names`]: the
    /// name and the text of each.
    fn files(&self, finished: &Finished) -> Vec<(&'static str, String)> {
        let _ = finished;
        Vec::new()
    }
}

/// Something measured for every seat: a ratio of two sums over games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metric {
    /// As in files: lower-case words joined by `_`.
    pub name: String,
    /// What the ratio counts, such as `points` or `share`.
    pub unit: &'static str,
    /// Numerators are in units of 1 / `scale`.
    pub scale: u32,
    /// One line that says what it is.
    pub about: String,
    /// Whether it follows from the player's decisions. Distances between players
    /// are computed from these metrics alone.
    pub behaviour: bool,
}

/// What one game brought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// The seat that won, from 0.
    pub winner: usize,
    /// By seat, then metric: what the game adds to the numerator. Its absolute value
    /// is at most [`Self::MOST`].
    pub numerators: Vec<i32>,
    /// The same of the denominator.
    pub denominators: Vec<i32>,
    /// By seat, then metric: numerator and denominator of a game in which one of them
    /// exceeds [`Self::MOST`]. `numerators` and `denominators` are then not read.
    pub wide: Option<Vec<[i64; 2]>>,
}

impl GameRecord {
    /// The largest value of `numerators` and `denominators`: the fast kernels add the
    /// squares of a block of groups in 64 bits.
    pub const MOST: i32 = (1 << 20) - 1;

    /// Room for so many seats and metrics.
    #[must_use]
    pub fn new(seats: usize, metrics: usize) -> Self {
        Self {
            winner: 0,
            numerators: vec![0; seats * metrics],
            denominators: vec![0; seats * metrics],
            wide: None,
        }
    }

    /// Numerator and denominator of a metric, by seat, then metric.
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
    /// If there are not as many as the record has room for.
    pub(crate) fn set_sums(&mut self, sums: impl Iterator<Item = [i64; 2]> + Clone) {
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

    /// Nothing measured yet.
    pub fn clear(&mut self) {
        self.winner = 0;
        self.numerators.fill(0);
        self.denominators.fill(0);
        self.wide = None;
    }
}
