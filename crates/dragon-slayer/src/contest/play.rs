//! Plays games of three seats and more from the players' policy tables, and is what `lockstep`,
//! which plays many games of two seats at once, is compared with.
//!
//! A fight takes one draw of the turn's dice, which is compared with the distribution of
//! dice left, rounded by at most 2^-32. The solver uses the same distribution unrounded.

use rand::Rng;

use super::DragonSlayerContest;
use super::mover::Mover;
use super::scoreboard::Scoreboard;
use super::totals::{self, SeatTotals, TurnSums};
use crate::policies::turn_table;
use crate::solver::{BIG_TURN, lead};
use crate::{Challenge, STALLED_ROUNDS};
use rivals_core::contest::GameRecord;
use rivals_core::play::{Dice, MAX_SEATS, Seat, Stream, TurnDice, draw};

/// A game in which a round is being played.
struct Playing<'a> {
    contest: &'a DragonSlayerContest,
    /// By seat: its player.
    line_up: &'a [usize],
    dice: &'a Dice,
    round: u32,
    scoreboard: Scoreboard,
    totals: [SeatTotals; MAX_SEATS],
}

/// Plays one game between the players of these seats and writes its record.
pub(super) fn play(
    contest: &DragonSlayerContest,
    line_up: &[usize],
    dice: &Dice,
    record: &mut GameRecord,
) {
    let seats = line_up.len();
    let target = contest.game.rules().target;
    let mut game = Playing {
        contest,
        line_up,
        dice,
        round: 0,
        scoreboard: Scoreboard::new(seats, contest.game.rules()),
        totals: [SeatTotals::default(); MAX_SEATS],
    };
    let mut points_before = 0;
    let mut stalled = 0;
    let winner = loop {
        let before = game.scoreboard;
        for seat in 0..seats {
            points_before = game.turn(seat, points_before >= BIG_TURN);
        }
        let scoreboard = &game.scoreboard;
        if let Some(winner) = scoreboard.winner(target) {
            let margin = scoreboard.scores[winner] - scoreboard.scores[scoreboard.rival(winner)];
            game.totals[winner].margin = Some(margin.into());
            break winner;
        }
        stalled = if scoreboard.stalled_since(&before, target) { stalled + 1 } else { 0 };
        game.round += 1;
        if stalled == STALLED_ROUNDS {
            // These are the dice of the next turn, which is not played.
            break adjudicate(contest, scoreboard, dice.turn(0, game.round));
        }
    };
    game.totals[winner].won = true;
    for (seat, totals) in game.totals[..seats].iter_mut().enumerate() {
        totals.thinking = thinking(contest, line_up[seat], seat, dice, totals.decisions());
    }
    let (scores, totals) = (&game.scoreboard.scores[..seats], game.totals[..seats].iter().copied());
    totals::write(record, contest.metrics.len(), winner, scores, totals);
}

impl Playing<'_> {
    /// Plays the turn of a seat and returns the points that it scores.
    fn turn(&mut self, seat: usize, after_big_turn: bool) -> u32 {
        let contest = self.contest;
        let (start, numbering) = (contest.start, &contest.numbering);
        let Challenge { bonus, .. } = contest.game.rules().challenge;
        let scoreboard = &self.scoreboard;
        let rival = scoreboard.rival(seat);
        let gap = lead(scoreboard.scores[seat], scoreboard.scores[rival]);
        let rival_tokens =
            if scoreboard.may_be_challenged(seat) { scoreboard.tokens[rival].max(1) } else { 0 };
        let number = scoreboard.number(numbering, seat, rival, rival_tokens);
        let mut mover = Mover::new(
            contest,
            self.line_up[seat],
            number,
            after_big_turn && !numbering.is_overtime(number),
            self.dice.turn(seat, self.round),
        );
        let mut sums = TurnSums::default();
        let mut points = 0;
        let stopped = mover.fight_on(false, start, &mut sums.fights);
        if let Some(state) = stopped {
            points = contest.game.graph().places(false)[state].at_stake;
            (sums.stops, sums.at_stake) = (1, points);
            if let Some(by) = self.challenger(seat, state, &mut mover) {
                let answer = mover.answer(state, &mut sums.fights);
                points = answer.points;
                self.scoreboard.tokens[by] -= 1;
                self.scoreboard.scores[by] += bonus * u32::from(!answer.held);
                let how = [answer.accepted, answer.held];
                totals::add_challenge(&mut self.totals, [seat, by], self.round, how);
            }
        }
        self.scoreboard.scores[seat] += points;
        self.totals[seat].add_turn(gap, after_big_turn, sums, points);
        points
    }

    /// The first seat clockwise from `seat` that challenges its stop in this state.
    fn challenger(&mut self, seat: usize, stopped: usize, mover: &mut Mover<'_>) -> Option<usize> {
        let (contest, scoreboard) = (self.contest, &self.scoreboard);
        let seats = scoreboard.seats;
        (1..seats).map(|step| (seat + step) % seats).find(|&other| {
            let tokens = scoreboard.tokens[other];
            if tokens == 0 {
                return false;
            }
            self.totals[other].asked += 1;
            let player = self.line_up[other];
            if contest.is_random(player) {
                return draw(&mut mover.dice, 2) == 0;
            }
            let number = match seats {
                2 => mover.number,
                _ => scoreboard.number(&contest.numbering, seat, other, tokens),
            };
            let row = (contest.tables()).row(player, number, mover.after_big_turn);
            turn_table::challenges(row.byte(stopped))
        })
    }
}

/// Draws the winner of a game that has stalled.
#[cold]
fn adjudicate(contest: &DragonSlayerContest, scoreboard: &Scoreboard, mut dice: TurnDice) -> usize {
    if scoreboard.seats > 2 {
        let leaders: Vec<usize> = scoreboard.leaders().collect();
        return leaders[draw(&mut dice, leaders.len())];
    }
    let number = scoreboard.number(&contest.numbering, 0, 1, scoreboard.tokens[1]);
    let solution = &contest.game.solution;
    let first_wins = solution.value(&solution.position(number));
    let drawn = (dice.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    usize::from(drawn >= first_wins)
}

/// The time that a player thinks about this many decisions, in the metric's units.
#[expect(clippy::cast_possible_truncation, reason = "at most 6 seats; a time saturates")]
pub(super) fn thinking(
    contest: &DragonSlayerContest,
    player: usize,
    seat: usize,
    dice: &Dice,
    decisions: i64,
) -> i64 {
    let mean = contest.thinking_means[player];
    if mean == 0.0 {
        return 0;
    }
    let mut dice = dice.stream(Stream::Thought(Seat(seat as u8)), 0);
    let time = contest.thinking.time(mean, decisions, &mut dice);
    // Rounds to the nearest without a call of `round`.
    (time + 0.5) as i64
}
