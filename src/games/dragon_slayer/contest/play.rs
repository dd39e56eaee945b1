//! One game of any number of seats, played from the players' policy tables. This is the
//! reference implementation; `lockstep` plays many games of two seats at once, and a test
//! compares their records.
//!
//! A fight takes one draw of the turn's dice, which is compared with the distribution of
//! dice left, rounded by at most 2^-32. The solver uses the same distribution unrounded.

use rand::Rng;

use super::DragonSlayerContest;
use super::metrics::{COMEBACK_DEFICIT, Lead, Measured, Sums};
use super::mover::Mover;
use super::scoreboard::Scoreboard;
use super::turn::{TurnEnd, TurnInPlay};
use crate::games::dragon_slayer::solver::BIG_TURN;
use crate::games::dragon_slayer::{MAX_DRAGONS, STALLED_ROUNDS};
use crate::play::{Dice, MAX_SEATS, TurnDice};
use crate::tournament::GameRecord;

/// The sums of one seat during a game.
#[derive(Clone, Copy)]
pub(super) struct SeatRecord {
    pub sums: Sums,
    /// Whether it trailed by [`COMEBACK_DEFICIT`] points or more.
    trailed: bool,
    /// The number of its decisions.
    pub decisions: i64,
    /// The number of its fights, by dragon.
    pub fights: [i64; MAX_DRAGONS],
}

impl SeatRecord {
    /// The sums before the first turn.
    fn new() -> Self {
        Self {
            sums: Sums::new(),
            trailed: false,
            decisions: 0,
            fights: [0; MAX_DRAGONS],
        }
    }
}

/// Plays one game between the players of these seats and writes its record.
pub(super) fn play(
    contest: &DragonSlayerContest,
    line_up: &[usize],
    dice: &Dice,
    record: &mut GameRecord,
) {
    let tables = contest.tables();
    let rules = contest.game.rules();
    let seats = line_up.len();
    let mut scoreboard = Scoreboard::new(seats, rules);
    let mut records = [SeatRecord::new(); MAX_SEATS];
    let mut points_before = 0;
    let mut stalled = 0;
    for round in 0.. {
        let before = scoreboard;
        for mover in 0..seats {
            let rival = scoreboard.rival(mover);
            let gap = scoreboard.scores[mover] as i32 - scoreboard.scores[rival] as i32;
            records[mover].trailed |= gap <= -COMEBACK_DEFICIT;
            let rival_tokens = match scoreboard.may_be_challenged(mover) {
                true => scoreboard.tokens[rival].max(1),
                false => 0,
            };
            let number = scoreboard.number(&contest.numbering, mover, rival, rival_tokens);
            let big_turn_before = points_before >= BIG_TURN;
            let after_big_turn = big_turn_before && !contest.numbering.is_overtime(number);
            let turn = TurnInPlay {
                mover: Mover {
                    contest,
                    tables,
                    player: line_up[mover],
                    number,
                    after_big_turn,
                    row: tables.row(line_up[mover], number, after_big_turn),
                    draws: contest.draws(line_up[mover]),
                    dice: dice.turn(mover, round),
                },
                players: line_up,
                scoreboard: &scoreboard,
                seat: mover,
                lead: Lead::of(gap),
                big_turn_before,
            };
            let end = turn.play(&mut records);
            scoreboard.scores[mover] += end.points;
            points_before = end.points;
            spend(
                &mut scoreboard,
                &mut records,
                &end,
                round,
                rules.challenge.bonus,
            );
        }
        if let Some(winner) = scoreboard.winner(rules.target) {
            record.winner = winner;
            let margin = scoreboard.scores[winner] - scoreboard.scores[scoreboard.rival(winner)];
            records[winner]
                .sums
                .add(Measured::WinningMargin, margin.into(), 1);
            break;
        }
        stalled = match scoreboard.stalled_since(&before, rules.target) {
            true => stalled + 1,
            false => 0,
        };
        if stalled == STALLED_ROUNDS {
            // These are the dice of the next turn, which is not played.
            record.winner = adjudicate(contest, &scoreboard, dice.turn(0, round + 1));
            break;
        }
    }
    for (seat, kept) in records[..seats].iter_mut().enumerate() {
        let won = i64::from(kept.trailed && seat == record.winner);
        kept.sums
            .add(Measured::Comebacks, won, i64::from(kept.trailed));
        finish(contest, line_up[seat], seat, dice, kept);
    }
    let metrics = contest.metrics.len();
    let sums = (records[..seats].iter()).flat_map(|kept| kept.sums.of(metrics));
    record.set_sums(sums.copied());
}

/// Draws the winner of a game that has stalled.
#[cold]
fn adjudicate(contest: &DragonSlayerContest, scoreboard: &Scoreboard, mut dice: TurnDice) -> usize {
    if scoreboard.seats > 2 {
        let leaders = scoreboard.leaders();
        return leaders[draw(&mut dice, leaders.len() as u32) as usize];
    }
    let number = scoreboard.number(&contest.numbering, 0, 1, scoreboard.tokens[1]);
    let solution = &contest.game.solution;
    let first_wins = solution.value(&solution.position(number));
    let drawn = (dice.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    usize::from(drawn >= first_wins)
}

/// Takes the challenger's token, and adds the bonus if it wins the challenge.
fn spend(
    scoreboard: &mut Scoreboard,
    records: &mut [SeatRecord; MAX_SEATS],
    end: &TurnEnd,
    round: u32,
    bonus: u32,
) {
    if let Some(challenged) = end.challenged {
        scoreboard.tokens[challenged.by] -= 1;
        scoreboard.scores[challenged.by] += bonus * u32::from(challenged.won);
        let sums = &mut records[challenged.by].sums;
        sums.add(Measured::ChallengesMade, 1, 0);
        sums.add(Measured::ChallengeTurn, i64::from(round) + 1, 1);
        sums.add(Measured::ChallengesWon, i64::from(challenged.won), 1);
    }
}

/// Adds the metrics that are known only at the end of the game.
fn finish(
    contest: &DragonSlayerContest,
    player: usize,
    seat: usize,
    dice: &Dice,
    kept: &mut SeatRecord,
) {
    let turns = kept.sums.denominator(Measured::PointsPerTurn);
    let fights = kept.sums.denominator(Measured::RiskPerFight);
    kept.sums.add(Measured::TurnsPerGame, turns, 1);
    kept.sums.add(Measured::ChallengesMade, 0, 1);
    kept.sums.add(Measured::FightsPerTurn, fights, turns);
    kept.sums.set_fights(kept.fights, fights);
    let [time, decisions] = thinking(contest, player, seat, dice, kept.decisions);
    kept.sums.add(Measured::ThinkingSeconds, time, decisions);
}

/// The thinking time of a player in the metric's units, and the number of its decisions.
pub(super) fn thinking(
    contest: &DragonSlayerContest,
    player: usize,
    seat: usize,
    dice: &Dice,
    decisions: i64,
) -> [i64; 2] {
    let mean = contest.thinking_means[player];
    if mean == 0.0 {
        return [0, decisions];
    }
    // Seats beyond the last have no turns, so that their dice are free for this draw.
    let mut dice = dice.turn(MAX_SEATS + seat, 0);
    let time = contest.thinking.time(mean, decisions, &mut dice);
    // Rounds to the nearest without a call of `round`.
    [(time + 0.5) as i64, decisions]
}

/// A number below `count`, all equally likely up to 2^-32.
#[inline]
pub(super) fn draw(dice: &mut impl Rng, count: u32) -> u32 {
    (((dice.next_u64() >> 32) * u64::from(count)) >> 32) as u32
}
