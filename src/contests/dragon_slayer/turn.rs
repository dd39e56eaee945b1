//! One turn of a game, from the mover's book and, where it stops, those of
//! who may challenge.

use rand::Rng;

use super::DragonSlayerContest;
use super::metrics::{Measured, Standing};
use super::play::{SeatRecord, draw};
use super::view::Table;
use crate::games::MAX_SEATS;
use crate::games::dragon_slayer::DragonSet;
use crate::minds::{Line, Playbooks, book};
use crate::solver::Position;
use crate::tournament::TurnDice;

/// A turn on its way.
pub(super) struct Playing<'a> {
    pub contest: &'a DragonSlayerContest,
    pub books: &'a Playbooks,
    /// By seat.
    pub players: &'a [usize],
    pub table: &'a Table,
    pub mover: usize,
    /// The position's, as the mover sees it.
    pub number: usize,
    pub line: Line<'a>,
    /// Whether the mover draws its actions.
    pub draws: bool,
    pub dice: TurnDice,
    pub standing: Standing,
    /// Whether the turn before was a big one.
    pub after_big_turn: bool,
    /// Whether that counts in this position.
    pub mood: bool,
}

/// How a turn went.
pub(super) struct Ended {
    pub points: u32,
    pub challenged: Option<Challenged>,
}

/// A challenge that was made.
#[derive(Clone, Copy)]
pub(super) struct Challenged {
    /// The seat that spent its token.
    pub by: usize,
    /// Whether it gets the bonus.
    pub won: bool,
}

/// Fights that were begun.
#[derive(Clone, Copy, Default)]
struct Fought {
    count: i32,
    risk: i32,
    /// 16 bits per dragon.
    of: u64,
    decisions: u32,
}

impl Playing<'_> {
    /// Plays it.
    pub fn play(mut self, records: &mut [SeatRecord; MAX_SEATS]) -> Ended {
        let mut fought = Fought::default();
        let (ended, lost) = match self.fight_on(false, self.contest.start, &mut fought) {
            Some(stopped) => self.stop(stopped, records, &mut fought),
            None => (
                Ended {
                    points: 0,
                    challenged: None,
                },
                true,
            ),
        };
        let kept = &mut records[self.mover];
        kept.decisions += fought.decisions;
        kept.fights += fought.of;
        let scored = i32::from(ended.points > 0);
        kept.sums
            .add(Measured::PointsPerTurn, ended.points as i32, 1);
        kept.sums.add(Measured::TurnsScored, scored, 1);
        kept.sums.add(Measured::TurnsLost, i32::from(lost), 1);
        let (risk, count) = (fought.risk, fought.count);
        kept.sums.add(Measured::RiskPerFight, risk, count);
        let standing = match self.standing {
            Standing::Behind => Measured::RiskPerFightBehind,
            Standing::Level => Measured::RiskPerFightLevel,
            Standing::Ahead => Measured::RiskPerFightAhead,
        };
        kept.sums.add(standing, risk, count);
        if self.after_big_turn {
            kept.sums
                .add(Measured::RiskPerFightAfterBigTurn, risk, count);
        }
        ended
    }

    /// Fights on from a state until the mover stops, in the state that is
    /// returned, or is defeated. The first fight is a must; with `accepted`, its
    /// state is the one before the challenge.
    #[inline]
    fn fight_on(&mut self, accepted: bool, mut state: usize, fought: &mut Fought) -> Option<usize> {
        let fights = &self.contest.fights;
        let mut must = true;
        loop {
            fought.decisions += 1;
            let dragon = if self.draws {
                self.drawn(accepted, state, must).ok_or(state)
            } else if accepted {
                self.after_accepting(state, must)
            } else {
                book::fights(self.line.byte(state)).ok_or(state)
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
            fought.count += 1;
            fought.risk += fight.risk;
            fought.of += 1 << (16 * dragon);
            let left = fight.dice_left(self.dice.next_u64());
            if left == 0 {
                return None;
            }
            state = fight.slain as usize + left - 1;
        }
    }

    /// The dragon to fight after accepting a challenge, or where it stops.
    fn after_accepting(&self, state: usize, must: bool) -> Result<usize, usize> {
        if must {
            let alive = DragonSet::from_index(self.contest.fights.states[0][state].alive.into());
            return Ok(book::obliged_dragon(self.line.byte(state), alive));
        }
        let player = self.players[self.mover];
        let byte = (self.books)
            .written(player, self.number, self.mood, state)
            .unwrap_or_else(|| self.books.accepted(player, &self.position(), state));
        book::fights(byte).ok_or(state)
    }

    /// The mover's position.
    #[cold]
    fn position(&self) -> Position {
        Position {
            after_big_turn: self.mood,
            ..self.contest.game.solution.position(self.number)
        }
    }

    /// The dragon that one who draws fights; none to stop.
    fn drawn(&mut self, accepted: bool, state: usize, must: bool) -> Option<usize> {
        let states = &self.contest.fights.states[usize::from(accepted && !must)];
        let alive = DragonSet::from_index(states[state].alive.into());
        let options = alive.len() + usize::from(!must);
        let chosen = draw(&mut self.dice, options as u32) as usize;
        alive.iter().nth(chosen)
    }

    /// The mover stopped in this state: how the turn ends, and whether it is lost.
    fn stop(
        &mut self,
        stopped: usize,
        records: &mut [SeatRecord; MAX_SEATS],
        fought: &mut Fought,
    ) -> (Ended, bool) {
        let at_stake = self.contest.fights.states[0][stopped].at_stake;
        let challenger = match self.table.may_be_challenged(self.mover) {
            true => self.challenger(stopped, records),
            false => None,
        };
        let sums = &mut records[self.mover].sums;
        let stake = at_stake as i32;
        sums.add(Measured::PointsWhenStopping, stake, 1);
        let standing = match self.standing {
            Standing::Behind => Measured::PointsWhenStoppingBehind,
            Standing::Level => Measured::PointsWhenStoppingLevel,
            Standing::Ahead => Measured::PointsWhenStoppingAhead,
        };
        sums.add(standing, stake, 1);
        if self.after_big_turn {
            sums.add(Measured::PointsWhenStoppingAfterBigTurn, stake, 1);
        }
        let received = i32::from(challenger.is_some());
        sums.add(Measured::ChallengesReceivedPerStop, received, 1);
        match challenger {
            None => {
                let ended = Ended {
                    points: at_stake,
                    challenged: None,
                };
                (ended, false)
            }
            Some(by) => self.answer(by, stopped, at_stake, records, fought),
        }
    }

    fn answer(
        &mut self,
        by: usize,
        stopped: usize,
        at_stake: u32,
        records: &mut [SeatRecord; MAX_SEATS],
        fought: &mut Fought,
    ) -> (Ended, bool) {
        fought.decisions += 1;
        let accepts = match self.draws {
            true => draw(&mut self.dice, 2) == 0,
            false => book::accepts(self.line.byte(stopped)),
        };
        let sums = &mut records[self.mover].sums;
        sums.add(Measured::ChallengesAccepted, i32::from(accepts), 1);
        if !accepts {
            let share = self.contest.game.rules().challenge.declined_share;
            let ended = Ended {
                points: share.of(at_stake),
                challenged: Some(Challenged { by, won: true }),
            };
            return (ended, false);
        }
        let stopped = self.fight_on(true, stopped, fought);
        let scored = stopped.is_some();
        sums.add(Measured::AcceptedWon, i32::from(scored), 1);
        let points = |state: usize| self.contest.fights.states[1][state].at_stake;
        let ended = Ended {
            points: stopped.map_or(0, points),
            challenged: Some(Challenged { by, won: !scored }),
        };
        (ended, !scored)
    }

    /// The first seat clockwise that challenges a stop in this state.
    fn challenger(
        &mut self,
        stopped: usize,
        records: &mut [SeatRecord; MAX_SEATS],
    ) -> Option<usize> {
        let seats = self.table.seats;
        for step in 1..seats {
            let seat = (self.mover + step) % seats;
            if self.table.tokens[seat] == 0 {
                continue;
            }
            records[seat].decisions += 1;
            let player = self.players[seat];
            let challenges = if self.contest.draws(player) {
                draw(&mut self.dice, 2) == 0
            } else {
                let number = match seats {
                    2 => self.number,
                    _ => {
                        let tokens = self.table.tokens[seat];
                        self.table
                            .number(&self.contest.numbering, self.mover, seat, tokens)
                    }
                };
                let line = self.books.line(player, number, self.mood);
                book::challenges(line.byte(stopped))
            };
            if challenges {
                return Some(seat);
            }
        }
        None
    }
}
