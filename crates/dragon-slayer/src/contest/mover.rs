//! The seat that has the turn: its fights and its answer to a challenge, looked up in its
//! player's policy table or chosen at random.

use rand::Rng;

use super::DragonSlayerContest;
use super::fights::{FightSums, random_move};
use crate::policies::turn_table;
use crate::policy_tables::TableRow;
use crate::solver::Position;
use rivals_core::play::TurnDice;
use rivals_core::play::draw;

/// The seat that has the turn.
pub(super) struct Mover<'a> {
    contest: &'a DragonSlayerContest,
    player: usize,
    /// The number of the position in which the mover decides.
    pub number: usize,
    /// Whether that position comes after a big turn.
    pub after_big_turn: bool,
    row: TableRow<'a>,
    random: bool,
    pub dice: TurnDice,
}

/// How a challenge was answered, and how the turn ended then.
#[derive(Clone, Copy)]
pub(super) struct Answer {
    /// Whether the mover accepted the challenge.
    pub accepted: bool,
    /// Whether it accepted and then stopped undefeated, so that the challenger gets no bonus.
    pub held: bool,
    /// The points that the mover scores.
    pub points: u32,
}

impl<'a> Mover<'a> {
    /// The player in the position of this number, with the dice of its turn.
    pub(super) fn new(
        contest: &'a DragonSlayerContest,
        player: usize,
        number: usize,
        after_big_turn: bool,
        dice: TurnDice,
    ) -> Self {
        Self {
            contest,
            player,
            number,
            after_big_turn,
            row: contest.tables().row(player, number, after_big_turn),
            random: contest.is_random(player),
            dice,
        }
    }

    /// Fights on from a state until the mover stops or is defeated. Returns the state in
    /// which it stops. The mover must begin the first fight. With `accepted`, `state` is
    /// the state before the challenge.
    #[inline]
    pub(super) fn fight_on(
        &mut self,
        accepted: bool,
        mut state: usize,
        sums: &mut FightSums,
    ) -> Option<usize> {
        let (fights, graph) = (&self.contest.fights, self.contest.game.graph());
        let mut must = true;
        loop {
            let dragon = if self.random {
                let place = &graph.places(accepted && !must)[state];
                turn_table::fights(random_move(graph, place, must, &mut self.dice))
            } else if accepted {
                self.after_accepting(state, must)
            } else {
                turn_table::fights(self.row.byte(state))
            };
            let Some(dragon) = dragon else {
                return Some(state);
            };
            if accepted && must {
                state = graph.on_accepting(state);
            }
            must = false;
            let fight = fights.fight(accepted, state, dragon);
            *sums += FightSums::one(dragon, fight.risk);
            let left = fight.dice_left(self.dice.next_u64());
            if left == 0 {
                return None;
            }
            state = fight.slain(left);
        }
    }

    /// Answers a challenge of its stop in this state.
    pub(super) fn answer(&mut self, stopped: usize, sums: &mut FightSums) -> Answer {
        let accepted = if self.random {
            draw(&mut self.dice, 2) == 0
        } else {
            turn_table::accepts(self.row.byte(stopped))
        };
        if !accepted {
            let share = self.contest.game.rules().challenge.declined_share;
            return Answer {
                accepted,
                held: false,
                points: share.of(self.contest.game.graph().places(false)[stopped].at_stake),
            };
        }
        let held = self.fight_on(true, stopped, sums);
        let graph = self.contest.game.graph();
        Answer {
            accepted,
            held: held.is_some(),
            points: held.map_or(0, |state| graph.places(true)[state].at_stake),
        }
    }

    /// The dragon that the mover fights after accepting a challenge; `None` if it stops.
    fn after_accepting(&self, state: usize, must: bool) -> Option<usize> {
        if must {
            let alive = self.contest.game.graph().places(false)[state].alive;
            return Some(turn_table::obliged_dragon(self.row.byte(state), alive));
        }
        let tables = self.contest.tables();
        let byte = tables
            .written(self.player, self.number, self.after_big_turn, state)
            .unwrap_or_else(|| tables.accepted(self.player, &self.position(), state));
        turn_table::fights(byte)
    }

    /// The position in which the mover decides.
    #[cold]
    fn position(&self) -> Position {
        Position {
            after_big_turn: self.after_big_turn,
            ..self.contest.game.solution.position(self.number)
        }
    }
}
