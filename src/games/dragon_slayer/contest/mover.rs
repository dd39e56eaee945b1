//! The seat that has the turn: its fights and its answer to a challenge, from its policy
//! table.

use rand::Rng;

use super::DragonSlayerContest;
use super::fights::{FightCounts, FightSums};
use super::play::draw;
use crate::games::dragon_slayer::MAX_DRAGONS;
use crate::games::dragon_slayer::policies::turn_table;
use crate::games::dragon_slayer::policy_tables::{PolicyTables, TableRow};
use crate::games::dragon_slayer::solver::Position;
use crate::play::TurnDice;

/// The seat that has the turn.
pub(super) struct Mover<'a> {
    pub contest: &'a DragonSlayerContest,
    pub tables: &'a PolicyTables,
    pub player: usize,
    /// The number of the position in which the mover decides.
    pub number: usize,
    /// Whether that position comes after a big turn.
    pub after_big_turn: bool,
    pub row: TableRow<'a>,
    /// Whether the mover chooses its actions at random.
    pub draws: bool,
    pub dice: TurnDice,
}

/// The fights and decisions of a turn so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Fought {
    /// The sum of the chances of a defeat, in the metric's units.
    pub risk: i64,
    /// By dragon: the number of fights.
    pub of: [i64; MAX_DRAGONS],
    pub decisions: i64,
}

impl Fought {
    /// The number of fights.
    pub(super) fn count(&self) -> i64 {
        self.of.iter().sum()
    }

    /// The same as packed sums, which have room for the fights of one turn.
    pub(super) fn sums(&self) -> FightSums {
        [FightCounts::packed(self.of).word(), self.risk as u64]
    }
}

/// The end of a turn that was challenged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The mover declined and scores a share of the points at stake.
    Declined { points: u32 },
    /// The mover accepted and scores the points at stake at its second stop.
    Held { points: u32 },
    /// The mover accepted and was defeated.
    Lost,
}

impl Answer {
    /// The points that the mover scores.
    pub(super) fn points(self) -> u32 {
        match self {
            Self::Declined { points } | Self::Held { points } => points,
            Self::Lost => 0,
        }
    }

    /// Whether the challenge was accepted.
    pub(super) fn accepted(self) -> bool {
        !matches!(self, Self::Declined { .. })
    }

    /// Whether the challenger gets the bonus.
    pub(super) fn challenger_wins(self) -> bool {
        !matches!(self, Self::Held { .. })
    }
}

impl Mover<'_> {
    /// Fights on from a state until the mover stops or is defeated. Returns the state in
    /// which it stops. The mover must begin the first fight. With `accepted`, `state` is
    /// the state before the challenge.
    #[inline]
    pub(super) fn fight_on(
        &mut self,
        accepted: bool,
        mut state: usize,
        fought: &mut Fought,
    ) -> Option<usize> {
        let fights = &self.contest.fights;
        let mut must = true;
        loop {
            fought.decisions += 1;
            let dragon = if self.draws {
                self.drawn(accepted, state, must).ok_or(state)
            } else if accepted {
                self.after_accepting(state, must)
            } else {
                turn_table::fights(self.row.byte(state)).ok_or(state)
            };
            let dragon = match dragon {
                Ok(dragon) => dragon,
                Err(stopped) => return Some(stopped),
            };
            if accepted && must {
                state = self.contest.game.graph.on_accepting(state);
            }
            must = false;
            let fight = fights.fight(accepted, state, dragon);
            fought.risk += i64::from(fight.risk);
            fought.of[dragon] += 1;
            let left = fight.dice_left(self.dice.next_u64());
            if left == 0 {
                return None;
            }
            state = fight.slain(left);
        }
    }

    /// Answers a challenge of its stop in this state.
    pub(super) fn answer(&mut self, stopped: usize, fought: &mut Fought) -> Answer {
        fought.decisions += 1;
        let accepts = match self.draws {
            true => draw(&mut self.dice, 2) == 0,
            false => turn_table::accepts(self.row.byte(stopped)),
        };
        let states = &self.contest.fights.states;
        if !accepts {
            let share = self.contest.game.rules().challenge.declined_share;
            let at_stake = states[0][stopped].at_stake;
            return Answer::Declined {
                points: share.of(at_stake),
            };
        }
        match self.fight_on(true, stopped, fought) {
            Some(held) => Answer::Held {
                points: states[1][held].at_stake,
            },
            None => Answer::Lost,
        }
    }

    /// The dragon that the mover fights after accepting a challenge; as an error, the state
    /// in which it stops.
    fn after_accepting(&self, state: usize, must: bool) -> Result<usize, usize> {
        if must {
            let alive = self.contest.fights.states[0][state].alive();
            return Ok(turn_table::obliged_dragon(self.row.byte(state), alive));
        }
        let byte = (self.tables)
            .written(self.player, self.number, self.after_big_turn, state)
            .unwrap_or_else(|| self.tables.accepted(self.player, &self.position(), state));
        turn_table::fights(byte).ok_or(state)
    }

    /// The position in which the mover decides.
    #[cold]
    fn position(&self) -> Position {
        Position {
            after_big_turn: self.after_big_turn,
            ..self.contest.game.solution.position(self.number)
        }
    }

    /// The dragon that a mover fights that chooses at random; none if it stops.
    fn drawn(&mut self, accepted: bool, state: usize, must: bool) -> Option<usize> {
        let states = &self.contest.fights.states[usize::from(accepted && !must)];
        let (alive, may_fight) = (states[state].alive(), must || states[state].may_fight);
        let fights = usize::from(may_fight) * alive.len();
        let options = fights + usize::from(!must);
        let chosen = draw(&mut self.dice, options as u32) as usize;
        alive.iter().take(fights).nth(chosen)
    }
}
