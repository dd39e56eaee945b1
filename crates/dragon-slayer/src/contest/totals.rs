//! What a seat did in one game, as counts from which all its metrics follow.

use super::fights::FightSums;
use super::metrics::{COMEBACK_DEFICIT, DRAGONS, Lead, MEASURED, measure};
use crate::MAX_DRAGONS;
use rivals_core::contest::GameRecord;
use rivals_core::play::{MAX_SEATS, Seat, Seats};

/// Fights and stops of some turns.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TurnSums {
    pub fights: FightSums,
    /// The points at stake at stops.
    pub at_stake: u32,
    /// The number of stops.
    pub stops: i32,
}

impl TurnSums {
    #[inline]
    pub(super) fn plus(mut self, more: &Self) -> Self {
        self.fights += more.fights;
        self.at_stake += more.at_stake;
        self.stops += more.stops;
        self
    }
}

/// Fights and stops of some turns, in numbers that have room for any game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WideSums {
    pub fights: i64,
    risk: i64,
    at_stake: i64,
    pub stops: i64,
}

impl WideSums {
    #[inline]
    pub(super) fn plus(mut self, more: &Self) -> Self {
        self.fights += more.fights;
        self.risk += more.risk;
        self.at_stake += more.at_stake;
        self.stops += more.stops;
        self
    }

    /// The points at stake at stops, and the number of stops.
    #[inline]
    pub(super) fn stakes(&self) -> [i64; 2] {
        [self.at_stake, self.stops]
    }

    /// The risks of fights, and the number of fights.
    #[inline]
    pub(super) fn risks(&self) -> [i64; 2] {
        [self.risk, self.fights]
    }
}

impl From<TurnSums> for WideSums {
    #[inline]
    fn from(sums: TurnSums) -> Self {
        Self {
            fights: sums.fights.count(),
            risk: sums.fights.risk(),
            at_stake: sums.at_stake.into(),
            stops: sums.stops.into(),
        }
    }
}

/// The challenges that a seat made and received. A game has few, as each costs a token.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Challenges {
    pub made: i32,
    /// The sum of the numbers of the turns, from 1, in which it made them.
    pub turns: u32,
    /// Challenges made that brought it the bonus.
    pub won: i32,
    pub received: i32,
    pub accepted: i32,
    /// Accepted challenges after which it scored.
    pub held: i32,
}

impl Challenges {
    /// Accepted challenges after which it scored nothing.
    #[inline]
    pub(super) fn failed(&self) -> i32 {
        self.accepted - self.held
    }
}

/// The counts of one seat in one game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SeatTotals {
    /// By [`Lead`](super::metrics::Lead) of the seat when the turn began.
    pub by_lead: [WideSums; 3],
    /// In turns after a big turn.
    pub after_big_turn: WideSums,
    /// The numbers of fights by dragon.
    pub dragons: [i64; MAX_DRAGONS],
    pub turns: i64,
    /// The points that its turns scored.
    pub points: i64,
    /// The number of turns that scored points.
    pub scored: i64,
    /// The number of times that it was asked whether to challenge.
    pub asked: i64,
    pub challenges: Challenges,
    /// Whether it trailed by the deficit of a comeback.
    pub trailed: bool,
    /// Its margin, if it won.
    pub margin: Option<i64>,
    /// Whether it won, which an adjudicated game may give it without a margin.
    pub won: bool,
    /// Its thinking time in the metric's units.
    pub thinking: i64,
}

impl SeatTotals {
    /// Adds a turn that scored these points: how far ahead of its strongest rival the seat began it,
    /// whether the turn before was a big one, and its fights and stops.
    #[inline]
    pub(super) fn add_turn(&mut self, gap: i32, after_big_turn: bool, sums: TurnSums, points: u32) {
        self.trailed |= gap <= -COMEBACK_DEFICIT;
        self.turns += 1;
        self.points += i64::from(points);
        self.scored += i64::from(points > 0);
        for (sum, fights) in self.dragons.iter_mut().zip(sums.fights.by_dragon()) {
            *sum += fights;
        }
        let of_lead = &mut self.by_lead[Lead::of(gap) as usize];
        *of_lead = of_lead.plus(&sums.into());
        if after_big_turn {
            self.after_big_turn = self.after_big_turn.plus(&sums.into());
        }
    }

    /// The sums of all its turns.
    #[inline]
    pub(super) fn all(&self) -> WideSums {
        self.by_lead[0].plus(&self.by_lead[1]).plus(&self.by_lead[2])
    }

    /// The number of its decisions: every fight, every stop, every answer to a challenge,
    /// and every time that it was asked whether to challenge.
    #[inline]
    pub(super) fn decisions(&self) -> i64 {
        let all = self.all();
        let answers = self.challenges.received + self.challenges.held;
        all.fights + all.stops + i64::from(answers) + self.asked
    }

    /// The numerator and the denominator of every metric, with those of all possible dragons.
    pub(super) fn sums(&self) -> Vec<[i64; 2]> {
        let mut sums = vec![[0; 2]; DRAGONS + MAX_DRAGONS];
        self.metrics(|metric, numerator, denominator| sums[metric] = [numerator, denominator]);
        sums
    }

    /// Calls `set` with the column, the numerator and the denominator of every metric.
    #[inline(always)]
    fn metrics(&self, mut set: impl FnMut(usize, i64, i64)) {
        let all = self.all();
        measure(self, &all, &mut set);
        // Those that are exact are not measured.
        (MEASURED..DRAGONS).for_each(|exact| set(exact, 0, 0));
        for (dragon, fights) in self.dragons.into_iter().enumerate() {
            set(DRAGONS + dragon, fights, all.fights);
        }
    }
}

/// Adds a challenge in this round: by the second seat, of the stop of the first one, which accepted it
/// or not, and then stopped undefeated or not.
pub(super) fn add_challenge(
    totals: &mut [SeatTotals],
    [seat, by]: [usize; 2],
    round: u32,
    [accepted, held]: [bool; 2],
) {
    let made = &mut totals[by].challenges;
    made.made += 1;
    made.turns += round + 1;
    made.won += i32::from(!held);
    let received = &mut totals[seat].challenges;
    received.received += 1;
    received.accepted += i32::from(accepted);
    received.held += i32::from(held);
}

/// Writes the winner, the scores and the first `metrics` metrics of each seat to a record. Each
/// number goes directly to its place, which avoids a read of fresh writes; where one is too large
/// for that, the record becomes a wide one.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "larger metrics make the record wide")]
pub(super) fn write(
    record: &mut GameRecord,
    metrics: usize,
    winner: usize,
    scores: &[u32],
    seats: impl Iterator<Item = SeatTotals> + Clone,
) {
    record.winners = Seats::one(Seat(winner as u8));
    record.scores = [0; MAX_SEATS];
    for (to, score) in record.scores.iter_mut().zip(scores) {
        // 2^31 points take 800 turns at the largest cap, which hardly any turn reaches.
        *to = score.cast_signed();
    }
    record.wide = None;
    // No number is negative, so this is above a limit of all ones where one of them is.
    let mut all_bits = 0;
    let places = (record.numerators.chunks_exact_mut(metrics))
        .zip(record.denominators.chunks_exact_mut(metrics));
    for (totals, (numerators, denominators)) in seats.clone().zip(places) {
        assert!(numerators.len() >= DRAGONS && denominators.len() >= DRAGONS);
        totals.metrics(|metric, numerator, denominator| {
            if let (Some(to), Some(below)) =
                (numerators.get_mut(metric), denominators.get_mut(metric))
            {
                (*to, *below) = (numerator as i32, denominator as i32);
                all_bits |= numerator | denominator;
            }
        });
    }
    if all_bits > GameRecord::MOST.into() {
        write_wide(record, metrics, seats);
    }
}

#[cold]
fn write_wide(record: &mut GameRecord, metrics: usize, seats: impl Iterator<Item = SeatTotals>) {
    let wide = seats.flat_map(|totals| totals.sums().into_iter().take(metrics));
    record.set_sums(wide.collect::<Vec<_>>().into_iter());
}
