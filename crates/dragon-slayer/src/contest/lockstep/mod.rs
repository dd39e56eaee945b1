//! The fast path of tournaments: many games of two seats between the same players are played
//! in lockstep, that is, each step is made in all games before the next step.
//!
//! A game is a chain of dependent steps: the position gives a row of the policy table, the
//! state a byte of the row, the byte a fight, and the fight's draw the next state. Whether
//! the turn goes on cannot be predicted. A processor that plays one game waits for every
//! step and mispredicts a branch in every turn. In lockstep, each step runs over a list of
//! the games that still need it, one lane for each game. A game leaves a list by not being
//! written back, without a branch. Only challenges, of which a game has one or two, are
//! answered game by game.
//!
//! The records are the same as those of `play`, which plays one game alone; `tests`
//! compares them. These games are left to `play`: games of more than two seats, and games of
//! so many rounds that they may have stalled or that their fights do not fit in 16 bits.

#![expect(clippy::cast_possible_truncation, reason = "positions, rows, states are below 2^32")]

mod lane;
mod list;

#[cfg(test)]
mod tests;

use rand::Rng;

use super::DragonSlayerContest;
use super::fights::{FightSums, near_number, place, place_of, random_move};
use super::metrics::COMEBACK_DEFICIT;
use super::mover::Mover;
use super::play::{self, thinking};
use super::totals::{self, SeatTotals};
use crate::policies::turn_table;
use crate::policy_tables::{BEYOND, DEFEAT, NEAR, TableRows};
use crate::solver::{BIG_TURN, lead};
use crate::{Challenge, STALLED_ROUNDS};
use rivals_core::contest::GameRecord;
use rivals_core::play::{Dice, draw};

use lane::{Lane, SeatSums, kind};
use list::{LANES, List};

/// Plays games between the players of two seats and writes their records.
pub(super) fn play(
    contest: &DragonSlayerContest,
    players: [usize; 2],
    dice: &[Dice],
    records: &mut [GameRecord],
) {
    let most_rounds = contest.fights.countable_rounds().min(STALLED_ROUNDS);
    for (dice, records) in dice.chunks(LANES).zip(records.chunks_mut(LANES)) {
        Lockstep::new(contest, dice).play(players, most_rounds, records);
    }
}

/// Games that are played together.
struct Lockstep<'a> {
    contest: &'a DragonSlayerContest,
    /// By game.
    dice: &'a [Dice],
    /// By game.
    lanes: Box<[Lane; LANES]>,
    /// By seat, then game.
    sums: [Box<[SeatSums; LANES]>; 2],
    /// Games that are not over.
    live: List,
    /// Games whose mover fights next.
    fighting: List,
    /// Games whose turn goes on beyond the first states.
    beyond: List,
    /// Games whose mover has stopped.
    stopped: List,
    /// Stopped games whose other seat is asked whether to challenge.
    asked: List,
    /// Stopped games whose other seat challenges.
    challenged: List,
}

/// The turn of one seat in a round, in all games.
#[derive(Clone, Copy)]
struct LockstepTurn<'a> {
    round: u32,
    mover: usize,
    /// By seat: its player.
    players: [usize; 2],
    /// By seat: its policy table.
    rows: [TableRows<'a>; 2],
}

impl<'a> Lockstep<'a> {
    fn new(contest: &'a DragonSlayerContest, dice: &'a [Dice]) -> Self {
        let lane = Lane {
            dice: dice[0].turn(0, 0),
            scores: [0; 2],
            tokens: [contest.game.rules().challenge.tokens; 2],
            fights: FightSums::default(),
            number: 0,
            row: 0,
            near: 0,
            state: 0,
            points: 0,
            kind: 0,
            after_big_turn: false,
            trailed: 0,
        };
        Self {
            contest,
            dice,
            lanes: boxed(lane),
            sums: [(); 2].map(|()| boxed(SeatSums::default())),
            live: List::first(dice.len()),
            fighting: List::EMPTY,
            beyond: List::EMPTY,
            stopped: List::EMPTY,
            asked: List::EMPTY,
            challenged: List::EMPTY,
        }
    }

    /// Plays all games to their ends: in step for at most `most_rounds`, one by one those
    /// that are longer.
    fn play(&mut self, line_up: [usize; 2], most_rounds: u32, records: &mut [GameRecord]) {
        let tables = self.contest.tables();
        let rows = line_up.map(|player| tables.rows(player));
        for round in 0..most_rounds {
            for mover in 0..2 {
                let turn = LockstepTurn { round, mover, players: line_up, rows };
                if self.contest.is_random(line_up[mover]) {
                    self.begin::<true>(&turn);
                    self.fight::<true>(&turn);
                } else {
                    self.begin::<false>(&turn);
                    self.fight::<false>(&turn);
                }
                self.end_turn(&turn);
                self.stop(&turn);
            }
            self.end_round(line_up, round, records);
            if self.live.is_empty() {
                return;
            }
        }
        // Their fights may be too many to count here, and stalled rounds are not counted
        // here. These games are played again from the start.
        for &game in self.live.games() {
            let game = usize::from(game);
            let dice = &self.dice[game];
            play::play(self.contest, &line_up, dice, &mut records[game]);
        }
    }

    /// Begins the mover's turn in every game. `RANDOM` says whether it chooses its actions
    /// at random.
    #[inline(never)]
    fn begin<const RANDOM: bool>(&mut self, turn: &LockstepTurn<'_>) {
        let (graph, numbering) = (self.contest.game.graph(), &self.contest.numbering);
        let start = place_of(self.contest.start);
        let (mover, rows) = (turn.mover, &turn.rows[turn.mover]);
        self.fighting.clear();
        for &game in self.live.games() {
            let at = usize::from(game);
            let lane = &mut self.lanes[at];
            let gap = lead(lane.scores[mover], lane.scores[1 - mover]);
            let number = numbering.of(lane.scores, lane.tokens, mover);
            let after_big_turn = lane.points >= BIG_TURN;
            lane.after_big_turn = after_big_turn & !numbering.is_overtime(number);
            lane.number = number as u32;
            lane.row = rows.number(number, lane.after_big_turn) as u32;
            lane.kind = kind(gap, after_big_turn);
            lane.points = 0;
            lane.fights = FightSums::default();
            lane.dice = self.dice[at].turn(mover, turn.round);
            lane.trailed |= u8::from(gap <= -COMEBACK_DEFICIT) << mover;
        }
        // In a loop of their own, as the reads of the policy table take time.
        for &game in self.live.games() {
            let lane = &mut self.lanes[usize::from(game)];
            let code = if RANDOM {
                let place = &graph.places(false)[usize::from(start)];
                random_move(graph, place, true, &mut lane.dice)
            } else {
                turn_table::code(rows.near_byte(lane.row as usize, start))
            };
            lane.near = near_number(start, code);
            self.fighting.push_if(game, code != 0);
        }
    }

    /// Plays the turns on until all movers have stopped, are defeated, or leave the first
    /// states.
    #[inline(never)]
    fn fight<const RANDOM: bool>(&mut self, turn: &LockstepTurn<'_>) {
        let graph = self.contest.game.graph();
        let fights = self.contest.fights.near();
        let rows = turn.rows[turn.mover];
        let lanes = &mut *self.lanes;
        while !self.fighting.is_empty() {
            self.fighting.retain(|game| {
                let lane = &mut lanes[usize::from(game)];
                let fight = &fights[lane.near as usize % fights.len()];
                let next = fight.next(lane.dice.next_u64());
                lane.fights += fight.sums;
                let code = match RANDOM {
                    false => turn_table::code(rows.near_byte(lane.row as usize, next)),
                    true if usize::from(next) < NEAR => {
                        let place = &graph.places(false)[usize::from(next)];
                        random_move(graph, place, false, &mut lane.dice)
                    }
                    true => 0,
                };
                lane.near = near_number(next, code);
                code != 0
            });
        }
    }

    /// Adds the fights of the turns to the sums, plays on the turns beyond the first
    /// states, and lists the games whose mover has stopped.
    #[inline(never)]
    fn end_turn(&mut self, turn: &LockstepTurn<'_>) {
        let sums = &mut self.sums[turn.mover];
        self.beyond.clear();
        self.stopped.clear();
        for &game in self.live.games() {
            let lane = &mut self.lanes[usize::from(game)];
            let place = usize::from(place(lane.near));
            lane.state = place as u32;
            let kind = &mut sums[usize::from(game)].kinds[usize::from(lane.kind)];
            // The fights of turns beyond the first states are subtracted again when these
            // turns are played from the start.
            kind.fights += lane.fights;
            self.beyond.push_if(game, place == BEYOND);
            self.stopped.push_if(game, place < NEAR);
        }
        for at in 0..self.beyond.games().len() {
            let game = self.beyond.games()[at];
            let stopped = self.play_beyond(turn, usize::from(game));
            self.stopped.push_if(game, stopped);
        }
    }

    /// Plays the turn of this game again from its start, on the same dice, to its end.
    /// Returns whether the mover stopped.
    #[cold]
    fn play_beyond(&mut self, turn: &LockstepTurn<'_>, game: usize) -> bool {
        let mut fights = FightSums::default();
        let mut mover = self.mover(turn, game);
        mover.dice = self.dice[game].turn(turn.mover, turn.round);
        let stopped = mover.fight_on(false, self.contest.start, &mut fights);
        let lane = &mut self.lanes[game];
        lane.dice = mover.dice;
        let kind = &mut self.sums[turn.mover][game].kinds[usize::from(lane.kind)];
        kind.fights -= lane.fights;
        kind.fights += fights;
        lane.state = stopped.unwrap_or(DEFEAT) as u32;
        stopped.is_some()
    }

    /// The mover of this game.
    fn mover(&self, turn: &LockstepTurn<'_>, game: usize) -> Mover<'a> {
        let lane = &self.lanes[game];
        Mover::new(
            self.contest,
            turn.players[turn.mover],
            lane.number as usize,
            lane.after_big_turn,
            lane.dice.clone(),
        )
    }

    /// Scores the stops of a turn, and asks the other seats whether to challenge.
    #[inline(never)]
    fn stop(&mut self, turn: &LockstepTurn<'_>) {
        let places = self.contest.game.graph().places(false);
        let (mover, rival) = (turn.mover, 1 - turn.mover);
        let (rivals, rows) = (turn.players[rival], &turn.rows[rival]);
        self.asked.clear();
        self.challenged.clear();
        for &game in self.stopped.games() {
            let lane = &mut self.lanes[usize::from(game)];
            let points = places[lane.state as usize].at_stake;
            let sums = &mut self.sums[mover][usize::from(game)];
            let kind = &mut sums.kinds[usize::from(lane.kind)];
            kind.at_stake += points;
            kind.stops += 1;
            sums.scored += i32::from(points > 0);
            lane.points = points;
            lane.scores[mover] += points;
            self.asked.push_if(game, lane.tokens[rival] > 0);
        }
        let random = self.contest.is_random(rivals);
        for &game in self.asked.games() {
            let lane = &mut self.lanes[usize::from(game)];
            self.sums[rival][usize::from(game)].asked += 1;
            let challenges = if random {
                draw(&mut lane.dice, 2) == 0
            } else {
                let row = rows.number(lane.number as usize, lane.after_big_turn);
                turn_table::challenges(rows.byte(row, lane.state as usize))
            };
            self.challenged.push_if(game, challenges);
        }
        for at in 0..self.challenged.games().len() {
            self.answer(turn, usize::from(self.challenged.games()[at]));
        }
    }

    /// Answers the challenge of a stop in this game.
    #[inline(never)]
    fn answer(&mut self, turn: &LockstepTurn<'_>, game: usize) {
        let (mover, rival) = (turn.mover, 1 - turn.mover);
        let mut fights = FightSums::default();
        let state = self.lanes[game].state as usize;
        let answer = self.mover(turn, game).answer(state, &mut fights);
        let lane = &mut self.lanes[game];
        let won = !answer.held;
        lane.scores[mover] = lane.scores[mover] - lane.points + answer.points;
        lane.scores[rival] += self.contest.game.rules().challenge.bonus * u32::from(won);
        lane.tokens[rival] -= 1;

        let sums = &mut self.sums[mover][game];
        let kind = &mut sums.kinds[usize::from(lane.kind)];
        kind.fights += fights;
        sums.scored += i32::from(answer.points > 0) - i32::from(lane.points > 0);
        sums.challenges.received += 1;
        sums.challenges.accepted += i32::from(answer.accepted);
        sums.challenges.held += i32::from(answer.held);
        lane.points = answer.points;
        let made = &mut self.sums[rival][game].challenges;
        made.made += 1;
        made.turns += turn.round + 1;
        made.won += i32::from(won);
    }

    /// Ends the games that are won, and writes their records.
    #[inline(never)]
    fn end_round(&mut self, line_up: [usize; 2], round: u32, records: &mut [GameRecord]) {
        let Challenge { bonus, .. } = self.contest.game.rules().challenge;
        let target = self.contest.game.rules().target;
        let over = &mut self.stopped;
        over.clear();
        let lanes = &self.lanes;
        self.live.retain(|game| {
            let [first, second] = lanes[usize::from(game)].scores;
            let won = (first.max(second) >= target) & (first != second);
            over.push_if(game, won);
            !won
        });
        for &game in over.games() {
            let game = usize::from(game);
            let scores = lanes[game].scores;
            let winner = usize::from(scores[1] > scores[0]);
            let totals = (0..2).map(|seat| {
                let sums = &self.sums[seat][game];
                let won = seat == winner;
                let bonuses = i64::from(bonus) * i64::from(sums.challenges.won);
                let mut totals = SeatTotals {
                    turns: i64::from(round) + 1,
                    points: i64::from(scores[seat]) - bonuses,
                    trailed: lanes[game].trailed >> seat & 1 != 0,
                    won,
                    margin: won.then_some(scores[0].abs_diff(scores[1]).into()),
                    ..sums.totals()
                };
                let (player, dice) = (line_up[seat], &self.dice[game]);
                totals.thinking = thinking(self.contest, player, seat, dice, totals.decisions());
                totals
            });
            let metrics = self.contest.metrics.len();
            totals::write(&mut records[game], metrics, winner, &scores, totals);
        }
    }
}

/// One value for every lane.
fn boxed<T: Clone>(one: T) -> Box<[T; LANES]> {
    let all = vec![one; LANES].into_boxed_slice();
    all.try_into().ok().expect("the vector has LANES elements")
}
