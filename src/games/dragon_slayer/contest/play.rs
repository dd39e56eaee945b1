//! One game, played from the players' books: the plain way, for any number of
//! seats. `lockstep` plays many games of two seats at once, and a test holds both
//! together.
//!
//! Every fight takes one draw of the turn's dice, whose thresholds are the law of
//! dice left, rounded by at most 2^-32; the solver's chances come from the same
//! law, unrounded.

use rand::Rng;

use super::DragonSlayerContest;
use super::metrics::{COMEBACK_DEFICIT, Measured, Standing, Sums};
use super::mover::Mover;
use super::turn::{Ended, Playing};
use super::view::Table;
use crate::games::dragon_slayer::solver::BIG_TURN;
use crate::games::dragon_slayer::{MAX_DRAGONS, STALLED_ROUNDS};
use crate::play::MAX_SEATS;
use crate::play::{Dice, TurnDice};
use crate::tournament::GameRecord;

/// What a game keeps of a seat until its end.
#[derive(Clone, Copy)]
pub(super) struct SeatRecord {
    pub sums: Sums,
    /// Whether it trailed by much.
    trailed: bool,
    /// Decisions that it took.
    pub decisions: i64,
    /// Its fights, by dragon.
    pub fights: [i64; MAX_DRAGONS],
}

impl SeatRecord {
    /// Nothing yet.
    fn new() -> Self {
        Self {
            sums: Sums::new(),
            trailed: false,
            decisions: 0,
            fights: [0; MAX_DRAGONS],
        }
    }
}

/// One game between the players of these seats.
pub(super) fn play(
    contest: &DragonSlayerContest,
    line_up: &[usize],
    dice: &Dice,
    record: &mut GameRecord,
) {
    let books = contest.books();
    let rules = contest.game.rules();
    let seats = line_up.len();
    let mut table = Table::new(seats, rules);
    let mut records = [SeatRecord::new(); MAX_SEATS];
    let mut points_before = 0;
    let mut stalled = 0;
    for round in 0.. {
        let before = table;
        for mover in 0..seats {
            let rival = table.rival(mover);
            let gap = table.scores[mover] as i32 - table.scores[rival] as i32;
            records[mover].trailed |= gap <= -COMEBACK_DEFICIT;
            let rival_tokens = match table.may_be_challenged(mover) {
                true => table.tokens[rival].max(1),
                false => 0,
            };
            let number = table.number(&contest.numbering, mover, rival, rival_tokens);
            let big_turn_before = points_before >= BIG_TURN;
            let after_big_turn = big_turn_before && !contest.numbering.is_overtime(number);
            let playing = Playing {
                mover: Mover {
                    contest,
                    books,
                    player: line_up[mover],
                    number,
                    after_big_turn,
                    line: books.line(line_up[mover], number, after_big_turn),
                    draws: contest.draws(line_up[mover]),
                    dice: dice.turn(mover, round),
                },
                players: line_up,
                table: &table,
                seat: mover,
                standing: Standing::of(gap),
                big_turn_before,
            };
            let ended = playing.play(&mut records);
            table.scores[mover] += ended.points;
            points_before = ended.points;
            spend(
                &mut table,
                &mut records,
                &ended,
                round,
                rules.challenge.bonus,
            );
        }
        if let Some(winner) = table.winner(rules.target) {
            record.winner = winner;
            let margin = table.scores[winner] - table.scores[table.rival(winner)];
            records[winner]
                .sums
                .add(Measured::WinningMargin, margin.into(), 1);
            break;
        }
        stalled = match table.stalled_since(&before, rules.target) {
            true => stalled + 1,
            false => 0,
        };
        if stalled == STALLED_ROUNDS {
            // The dice of the turn that is not played.
            record.winner = adjudicate(contest, &table, dice.turn(0, round + 1));
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

/// Draws the winner of a game that has stalled, when a round would begin.
#[cold]
fn adjudicate(contest: &DragonSlayerContest, table: &Table, mut dice: TurnDice) -> usize {
    if table.seats > 2 {
        let leaders = table.leaders();
        return leaders[draw(&mut dice, leaders.len() as u32) as usize];
    }
    let number = table.number(&contest.numbering, 0, 1, table.tokens[1]);
    let solution = &contest.game.solution;
    let first_wins = solution.value(&solution.position(number));
    let drawn = (dice.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    usize::from(drawn >= first_wins)
}

/// The token of who challenged, and what it brought.
fn spend(
    table: &mut Table,
    records: &mut [SeatRecord; MAX_SEATS],
    ended: &Ended,
    round: u32,
    bonus: u32,
) {
    if let Some(challenged) = ended.challenged {
        table.tokens[challenged.by] -= 1;
        table.scores[challenged.by] += bonus * u32::from(challenged.won);
        let sums = &mut records[challenged.by].sums;
        sums.add(Measured::ChallengesMade, 1, 0);
        sums.add(Measured::ChallengeTurn, i64::from(round) + 1, 1);
        sums.add(Measured::ChallengesWon, i64::from(challenged.won), 1);
    }
}

/// What is known only at the end.
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

/// How long a player's decisions take, in the metric's units, and how many they are.
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
    // The seats beyond the last have no turns: their dice are free for this.
    let mut dice = dice.turn(MAX_SEATS + seat, 0);
    let time = contest.thinking.time(mean, decisions, &mut dice);
    // To the nearest, without a function that is called for it.
    [(time + 0.5) as i64, decisions]
}

/// One of so many numbers, each as likely but for 2^-32.
#[inline]
pub(super) fn draw(dice: &mut impl Rng, count: u32) -> u32 {
    (((dice.next_u64() >> 32) * u64::from(count)) >> 32) as u32
}
