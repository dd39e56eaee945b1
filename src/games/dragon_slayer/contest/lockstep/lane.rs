//! One of the games that are played in lockstep: the state of its current turn, and what
//! each seat has accumulated since the game began.

use crate::games::dragon_slayer::contest::fights::{FightCounts, FightSums};
use crate::games::dragon_slayer::contest::metrics::{DRAGONS, Lead, Measured};
use crate::play::TurnDice;
use crate::tournament::GameRecord;

/// A game and the turn that it is in, in one cache line.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Lane {
    pub dice: TurnDice,
    /// The sums of the turn's fights.
    pub fought: FightSums,
    pub scores: [u32; 2],
    pub tokens: [u32; 2],
    /// The number of the position.
    pub number: u32,
    /// The number of the position's row in the mover's policy table.
    pub row: u32,
    /// The next move, by [`near_number`](super::near_number); at the end of the turn, its
    /// place.
    pub fight: u32,
    /// The state in which the mover has stopped.
    pub state: u32,
    /// The points of this turn, or before its end those of the turn before.
    pub points: u32,
    /// The kind of the turn, see [`kind`].
    pub kind: u8,
    /// Whether the position comes after a big turn.
    pub after_big_turn: bool,
    /// A bit for every seat that has trailed by the deficit of a comeback.
    pub trailed: u8,
}

/// The sums of the fights and stops in turns of one kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KindSums {
    pub fought: FightSums,
    /// The points at stake at stops.
    pub at_stake: i32,
    /// The number of stops.
    pub stops: i32,
}

impl KindSums {
    fn plus(mut self, more: &Self) -> Self {
        self.add(more);
        self
    }

    /// Adds a turn's fights.
    #[inline(always)]
    pub(super) fn add_fights(&mut self, more: FightSums) {
        self.fought[0] += more[0];
        self.fought[1] += more[1];
    }

    /// The numbers of fights.
    fn fights(&self) -> FightCounts {
        FightCounts::new(self.fought[0])
    }

    /// The sum of their risks.
    fn risk(&self) -> i32 {
        self.fought[1] as i32
    }

    fn add(&mut self, more: &Self) {
        self.add_fights(more.fought);
        self.at_stake += more.at_stake;
        self.stops += more.stops;
    }
}

/// The number of kinds of turns: three leads, each after a big turn of the other seat and
/// not.
const KINDS: usize = 6;

/// The kind of a turn that begins with this difference of scores.
#[inline]
pub(super) fn kind(gap: i32, big_turn_before: bool) -> u8 {
    2 * Lead::of(gap) as u8 + u8::from(big_turn_before)
}

/// The sums of one seat during a game. All metrics follow from these.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(super) struct SeatSums {
    /// By kind of turn.
    pub kinds: [KindSums; KINDS],
    /// The number of turns that scored points.
    pub scored: i32,
    /// The number of times that it was asked whether to challenge.
    pub asked: i32,
    pub challenges: Challenges,
}

/// The challenges that a seat made and received.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Challenges {
    pub made: i32,
    /// The sum of the numbers of the turns, from 1, in which it made them.
    pub turns: i32,
    /// Challenges made that brought it the bonus.
    pub won: i32,
    pub received: i32,
    pub accepted: i32,
    /// Accepted challenges after which it scored.
    pub held: i32,
}

/// The number of metrics before those of the dragons.
const SET: usize = DRAGONS;

/// The end of a game for one seat.
pub(super) struct SeatEnd {
    pub turns: i32,
    pub points: i32,
    /// Whether it trailed by the deficit of a comeback.
    pub trailed: bool,
    /// Its margin, if it won.
    pub margin: Option<i32>,
    /// Its thinking time in the metric's units, and the number of its decisions.
    pub thinking: [i64; 2],
}

impl SeatSums {
    /// The sums over turns of all kinds.
    #[inline]
    fn all(&self) -> KindSums {
        let mut all = self.kinds[0];
        self.kinds[1..].iter().for_each(|kind| all.add(kind));
        all
    }

    /// The number of its decisions: every fight, every stop, every answer to a challenge,
    /// and every time that it was asked whether to challenge.
    #[inline]
    pub(super) fn decisions(&self) -> i64 {
        let all = self.all();
        let Challenges { received, held, .. } = self.challenges;
        i64::from(all.fights().all() + all.stops + received + held + self.asked)
    }

    /// Writes the seat's part of a record, directly to its place, which avoids a read of
    /// fresh writes. Returns whether all sums are within [`GameRecord::MOST`]; if not, the
    /// record is not valid.
    #[inline]
    pub(super) fn write(
        &self,
        end: &SeatEnd,
        numerators: &mut [i32],
        denominators: &mut [i32],
    ) -> bool {
        let all = self.all();
        // Every other sum is at most one of these: most are numbers of turns.
        let large = [
            (all.at_stake, all.risk()),
            (end.points, end.turns),
            (end.margin.unwrap_or(0), self.challenges.turns),
        ];
        let most = large.map(|(one, other)| one.max(other));
        let [time, decisions] = end.thinking;
        let fits = most.iter().all(|&sum| sum <= GameRecord::MOST)
            && time.max(decisions) <= GameRecord::MOST.into();

        let (numerators, dragons) = numerators.split_at_mut(SET);
        let (denominators, all_fights) = denominators.split_at_mut(SET);
        let numerators: &mut [i32; SET] = numerators.try_into().expect("a record has all metrics");
        let denominators: &mut [i32; SET] =
            denominators.try_into().expect("a record has all metrics");
        let mut set = |metric: Measured, numerator: i32, denominator: i32| {
            numerators[metric as usize] = numerator;
            denominators[metric as usize] = denominator;
        };
        let fights = all.fights().all();
        set(Measured::PointsWhenStopping, all.at_stake, all.stops);
        set(Measured::RiskPerFight, all.risk(), fights);
        let pairs = [0, 2, 4].map(|kind| [kind, kind + 1]);
        let [behind, level, ahead] = pairs.map(|pair| self.sum(pair));
        let after_big = self.sum([1, 3]).plus(&self.kinds[5]);
        let at_stake = [
            (Measured::PointsWhenStoppingBehind, &behind),
            (Measured::PointsWhenStoppingLevel, &level),
            (Measured::PointsWhenStoppingAhead, &ahead),
            (Measured::PointsWhenStoppingAfterBigTurn, &after_big),
        ];
        for (metric, of) in at_stake {
            set(metric, of.at_stake, of.stops);
        }
        let risks = [
            (Measured::RiskPerFightBehind, &behind),
            (Measured::RiskPerFightLevel, &level),
            (Measured::RiskPerFightAhead, &ahead),
            (Measured::RiskPerFightAfterBigTurn, &after_big),
        ];
        for (metric, of) in risks {
            set(metric, of.risk(), of.fights().all());
        }

        let turns = end.turns;
        let made = &self.challenges;
        let lost = turns - all.stops + made.accepted - made.held;
        set(Measured::PointsPerTurn, end.points, turns);
        set(Measured::TurnsScored, self.scored, turns);
        set(Measured::TurnsLost, lost, turns);
        set(Measured::FightsPerTurn, fights, turns);
        set(Measured::ChallengesMade, made.made, 1);
        set(Measured::ChallengeTurn, made.turns, made.made);
        set(Measured::ChallengesWon, made.won, made.made);
        let received = made.received;
        set(Measured::ChallengesReceivedPerStop, received, all.stops);
        set(Measured::ChallengesAccepted, made.accepted, received);
        set(Measured::AcceptedWon, made.held, made.accepted);
        let won = i32::from(end.margin.is_some());
        set(Measured::WinningMargin, end.margin.unwrap_or(0), won);
        let trailed = i32::from(end.trailed);
        set(Measured::Comebacks, trailed & won, trailed);
        set(Measured::TurnsPerGame, turns, 1);
        set(Measured::ThinkingSeconds, time as i32, decisions as i32);
        for exact in [
            Measured::OptimalDecisions,
            Measured::LostPerGame,
            Measured::LostPerGameFights,
            Measured::LostPerGameChallenges,
            Measured::LostPerGameAnswers,
        ] {
            set(exact, 0, 0);
        }
        for (of, count) in dragons.iter_mut().zip(all.fights().of()) {
            *of = count;
        }
        all_fights.fill(fights);
        fits
    }

    fn sum(&self, [one, other]: [usize; 2]) -> KindSums {
        self.kinds[one].plus(&self.kinds[other])
    }
}
