//! One game among those that are played in step: what its turns need, and what
//! it keeps of each seat until its end.

use crate::contests::dragon_slayer::fights::FightCounts;
use crate::contests::dragon_slayer::metrics::{Measured, Standing};
use crate::contests::dragon_slayer::play::SeatRecord;
use crate::tournament::TurnDice;

/// A game, and the turn that it is in. A cache line long.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Lane {
    pub dice: TurnDice,
    pub scores: [u32; 2],
    pub tokens: [u32; 2],
    /// The position's.
    pub number: u32,
    /// The position's row in the mover's book.
    pub row: u32,
    /// Where the turn is, by number.
    pub state: u32,
    /// The fight that comes next.
    pub fight: u32,
    /// What the turn brought, or the one before.
    pub points: u32,
    /// The sums that the turn adds to.
    pub cell: u8,
    /// Whether the position is one after a big turn.
    pub mood: bool,
}

/// What fights and stops of turns of one kind brought.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cell {
    pub fights: FightCounts,
    pub risk: i32,
    /// Points at stake at stops, and stops.
    pub at_stake: i32,
    pub stops: i32,
}

impl Cell {
    fn add(&mut self, more: &Self) {
        self.fights.add(more.fights);
        self.risk += more.risk;
        self.at_stake += more.at_stake;
        self.stops += more.stops;
    }
}

/// Kinds of turns: three standings, after a big turn of the other seat or not.
const CELLS: usize = 6;

/// The kind of a turn that begins with this lead.
#[inline]
pub(super) fn cell(gap: i32, after_big_turn: bool) -> u8 {
    2 * Standing::of(gap) as u8 + u8::from(after_big_turn)
}

/// What a game keeps of a seat. What follows from these is not counted.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(super) struct SeatSums {
    pub cells: [Cell; CELLS],
    /// Turns that scored anything.
    pub scored: i32,
    /// Times that it was asked whether to challenge.
    pub asked: i32,
    pub challenges: Challenges,
    pub trailed: bool,
}

/// The challenges that a seat made and received.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Challenges {
    pub made: i32,
    /// The sum of the turns, from 1, that it made them in.
    pub turns: i32,
    /// Those that brought it the bonus.
    pub won: i32,
    pub received: i32,
    pub accepted: i32,
    /// Those of the accepted ones that it scored in.
    pub held: i32,
}

impl SeatSums {
    /// Writes it as games keep it that are played alone, after so many turns with
    /// so many points in all.
    pub fn write(&self, turns: i32, points: i32, kept: &mut SeatRecord) {
        *kept = SeatRecord::new();
        let sums = &mut kept.sums;
        let mut all = Cell::default();
        let standings = [
            (
                Measured::PointsWhenStoppingBehind,
                Measured::RiskPerFightBehind,
            ),
            (
                Measured::PointsWhenStoppingLevel,
                Measured::RiskPerFightLevel,
            ),
            (
                Measured::PointsWhenStoppingAhead,
                Measured::RiskPerFightAhead,
            ),
        ];
        for (cells, (points, risk)) in self.cells.chunks_exact(2).zip(standings) {
            let mut both = cells[0];
            both.add(&cells[1]);
            sums.add(points, both.at_stake, both.stops);
            sums.add(risk, both.risk, both.fights.all());
            all.add(&both);
        }
        let mut big = self.cells[1];
        big.add(&self.cells[3]);
        big.add(&self.cells[5]);
        let after_big = Measured::PointsWhenStoppingAfterBigTurn;
        sums.add(after_big, big.at_stake, big.stops);
        let after_big = Measured::RiskPerFightAfterBigTurn;
        sums.add(after_big, big.risk, big.fights.all());
        let fights = all.fights.all();
        sums.add(Measured::PointsWhenStopping, all.at_stake, all.stops);
        sums.add(Measured::RiskPerFight, all.risk, fights);
        sums.add(Measured::PointsPerTurn, points, turns);
        sums.add(Measured::TurnsScored, self.scored, turns);
        let Challenges {
            made,
            turns: challenge_turns,
            won,
            received,
            accepted,
            held,
        } = self.challenges;
        let lost = turns - all.stops + accepted - held;
        sums.add(Measured::TurnsLost, lost, turns);
        sums.add(Measured::ChallengesMade, made, 0);
        sums.add(Measured::ChallengeTurn, challenge_turns, made);
        sums.add(Measured::ChallengesWon, won, made);
        sums.add(Measured::ChallengesReceivedPerStop, received, all.stops);
        sums.add(Measured::ChallengesAccepted, accepted, received);
        sums.add(Measured::AcceptedWon, held, accepted);
        // Every fight was one, every stop, every answer, and whether to challenge.
        kept.decisions = (fights + all.stops + received + held + self.asked) as u32;
        kept.fights = all.fights;
        kept.trailed = self.trailed;
    }
}
