//! One game, played from the players' books: what has to be fast.
//!
//! Every fight takes one draw of the turn's dice, whose thresholds are the exact
//! law of dice left; the solver's chances come from the same law.

use rand::Rng;

use super::DragonSlayerContest;
use super::metrics::{COMEBACK_DEFICIT, Measured, Standing, Sums};
use super::view::Table;
use crate::games::MAX_SEATS;
use crate::minds::{Line, book};
use crate::solver::{BIG_TURN, Position};
use crate::tournament::{Dice, GameRecord, TurnDice};

/// Rounds after which everybody plays the optimum, so that a game between players
/// who would rather not win it ends as well. Games of others take some ten.
const MAX_ROUNDS: u32 = 1000;

/// No sum of a game is larger; of thinking, that is 29 hours.
const MOST: i32 = (1 << 20) - 1;

/// A turn on its way.
struct Playing<'a> {
    contest: &'a DragonSlayerContest,
    line_up: &'a [usize],
    mover: usize,
    position: Position,
    line: Line<'a>,
    dice: TurnDice,
    standing: Standing,
    after_big_turn: bool,
    /// Decisions that the mover took.
    decisions: u32,
}

/// How a turn went.
struct Ended {
    points: u32,
    challenger: Option<Challenged>,
}

#[derive(Clone, Copy)]
struct Challenged {
    seat: usize,
    /// Whether the challenger gets the bonus.
    won: bool,
}

/// One game between the players of these seats.
pub(super) fn play(
    contest: &DragonSlayerContest,
    line_up: &[usize],
    dice: &Dice,
    record: &mut GameRecord,
) {
    let rules = contest.game.rules();
    let mut table = Table::new(line_up.len(), rules);
    let mut trailed = [false; MAX_SEATS];
    // Decisions about others' stops are thought about in one's next turn.
    let mut asked = [0_u32; MAX_SEATS];
    let mut points_before = 0;
    record.clear();
    let optimum = [contest.optimum(); MAX_SEATS];
    for round in 0.. {
        let line_up = match round {
            0..MAX_ROUNDS => line_up,
            _ => &optimum[..line_up.len()],
        };
        for mover in 0..line_up.len() {
            let rival = table.rival(mover);
            let gap = table.scores[mover] as i32 - table.scores[rival] as i32;
            trailed[mover] |= gap <= -COMEBACK_DEFICIT;
            let rival_tokens = match table.may_be_challenged(mover) {
                true => table.tokens[rival].max(1),
                false => 0,
            };
            let solution = &contest.game.solution;
            let position = table.position(solution, mover, rival, rival_tokens, points_before);
            let playing = Playing {
                contest,
                line_up,
                mover,
                position,
                line: contest.line(line_up[mover], &position),
                dice: dice.turn(mover, round),
                standing: Standing::of(gap),
                after_big_turn: points_before >= BIG_TURN,
                decisions: asked[mover],
            };
            let mut sums = Sums::of(record, mover, contest.metrics.len());
            let (ended, decisions) = playing.turn(&table, &mut asked, &mut sums);
            asked[mover] = 0;
            sums.add(Measured::PointsPerTurn, ended.points as i32, 1);
            sums.add(Measured::TurnsScored, i32::from(ended.points > 0), 1);
            sums.add(Measured::TurnsPerGame, 1, 0);
            let mean = contest
                .thinking_means
                .get(line_up[mover])
                .copied()
                .unwrap_or_default();
            if mean > 0.0 {
                let mut thinking = dice.turn(MAX_SEATS + mover, round);
                let time = contest.thinking.time(mean, decisions, &mut thinking);
                sums.add(Measured::ThinkingSeconds, time as i32, 0);
            }
            sums.add(Measured::ThinkingSeconds, 0, decisions as i32);
            table.scores[mover] += ended.points;
            points_before = ended.points;
            if let Some(challenged) = ended.challenger {
                let won = i32::from(challenged.won);
                table.tokens[challenged.seat] -= 1;
                table.scores[challenged.seat] += rules.challenge.bonus * won as u32;
                let mut sums = Sums::of(record, challenged.seat, contest.metrics.len());
                sums.add(Measured::ChallengesMade, 1, 0);
                sums.add(Measured::ChallengeTurn, round as i32 + 1, 1);
                sums.add(Measured::ChallengesWon, won, 1);
            }
        }
        if let Some(winner) = table.winner(rules.target) {
            finish(contest, &table, winner, &trailed, record);
            return;
        }
    }
}

/// What is known only at the end.
fn finish(
    contest: &DragonSlayerContest,
    table: &Table,
    winner: usize,
    trailed: &[bool; MAX_SEATS],
    record: &mut GameRecord,
) {
    record.winner = winner;
    for numerator in &mut record.numerators {
        *numerator = (*numerator).min(MOST);
    }
    let margin = table.scores[winner] - table.scores[table.rival(winner)];
    for (seat, &trailed) in trailed.iter().enumerate().take(table.seats) {
        let mut sums = Sums::of(record, seat, contest.metrics.len());
        let fights = sums.denominators[Measured::RiskPerFight as usize];
        let turns = sums.denominators[Measured::PointsPerTurn as usize];
        sums.add(Measured::FightsPerTurn, fights, turns);
        sums.denominators[Measured::FightsOfDragon as usize..].fill(fights);
        sums.add(Measured::TurnsPerGame, 0, 1);
        sums.add(Measured::ChallengesMade, 0, 1);
        if seat == winner {
            sums.add(Measured::WinningMargin, margin as i32, 1);
            sums.add(Measured::Comebacks, i32::from(trailed), 1);
        }
    }
}

impl Playing<'_> {
    /// Plays it; with how many decisions the mover took.
    fn turn(
        mut self,
        table: &Table,
        asked: &mut [u32; MAX_SEATS],
        sums: &mut Sums<'_>,
    ) -> (Ended, u32) {
        let ended = self.play(table, asked, sums);
        (ended, self.decisions)
    }

    fn play(&mut self, table: &Table, asked: &mut [u32; MAX_SEATS], sums: &mut Sums<'_>) -> Ended {
        let start = self.contest.game.graph.start();
        let Some(stopped) = self.fights(false, start, true, sums) else {
            sums.add(Measured::TurnsLost, 1, 1);
            return Ended {
                points: 0,
                challenger: None,
            };
        };
        let at_stake = u32::from(self.contest.fights.states[0][stopped].at_stake);
        self.stakes(at_stake as i32, sums);
        let challenger = match table.may_be_challenged(self.mover) {
            true => self.challenger(table, asked, stopped),
            false => None,
        };
        sums.add(
            Measured::ChallengesReceivedPerStop,
            i32::from(challenger.is_some()),
            1,
        );
        let Some(seat) = challenger else {
            sums.add(Measured::TurnsLost, 0, 1);
            return Ended {
                points: at_stake,
                challenger: None,
            };
        };
        self.answer(seat, stopped, at_stake, sums)
    }

    fn answer(&mut self, seat: usize, stopped: usize, at_stake: u32, sums: &mut Sums<'_>) -> Ended {
        self.decisions += 1;
        let accepts = match self.draws() {
            true => self.draw(2) == 0,
            false => book::accepts(self.line.plain[stopped]),
        };
        sums.add(Measured::ChallengesAccepted, i32::from(accepts), 1);
        if !accepts {
            sums.add(Measured::TurnsLost, 0, 1);
            let challenge = &self.contest.game.rules().challenge;
            return Ended {
                points: challenge.declined_share.of(at_stake),
                challenger: Some(Challenged { seat, won: true }),
            };
        }
        let fought = self.fights(true, stopped, true, sums);
        sums.add(Measured::TurnsLost, i32::from(fought.is_none()), 1);
        sums.add(Measured::AcceptedWon, i32::from(fought.is_some()), 1);
        let at_stake = |state: usize| u32::from(self.contest.fights.states[1][state].at_stake);
        Ended {
            points: fought.map_or(0, at_stake),
            challenger: Some(Challenged {
                seat,
                won: fought.is_none(),
            }),
        }
    }

    /// Fights on from a state until the mover stops, in the state that is
    /// returned, or is defeated. With `accepted`, begins in a state before the
    /// challenge.
    fn fights(
        &mut self,
        accepted: bool,
        mut state: usize,
        must: bool,
        sums: &mut Sums<'_>,
    ) -> Option<usize> {
        let contest = self.contest;
        let states = &contest.fights.states[usize::from(accepted)];
        let mut must = must;
        loop {
            // Upon accepting, what to fight stands beside the state before it.
            let place = match accepted && must {
                true => &contest.fights.states[0][state],
                false => &states[state],
            };
            self.decisions += 1;
            let dragon = self.decide(accepted, state, must, place.alive);
            let dragon = match dragon {
                Some(dragon) => dragon,
                None => return Some(state),
            };
            if accepted && must {
                state = contest.game.graph.on_accepting(state);
            }
            must = false;
            let place = &states[state];
            self.risk(contest.fights.risk(dragon, place.dice), dragon, sums);
            let left = contest
                .fights
                .dice_left(dragon, place.dice, self.dice.next_u64());
            if left == 0 {
                return None;
            }
            state = usize::from(place.slain[dragon]) + left - 1;
        }
    }

    /// The dragon to fight; none to stop.
    #[inline]
    fn decide(&mut self, accepted: bool, state: usize, must: bool, alive: u8) -> Option<usize> {
        if self.draws() {
            let fights = alive.count_ones();
            let chosen = self.draw(fights + u32::from(!must));
            return (chosen < fights).then(|| nth_bit(alive, chosen));
        }
        if accepted && must {
            return Some(
                book::obliged(self.line.plain[state]).unwrap_or_else(|| nth_bit(alive, 0)),
            );
        }
        let byte = match accepted {
            false => self.line.plain[state],
            true => match self.line.accepted.get(state) {
                Some(&byte) => byte,
                None => self.whole(state),
            },
        };
        book::fights(byte)
    }

    /// A state after a challenge that the line has no room for.
    #[cold]
    fn whole(&self, state: usize) -> u8 {
        let whole = self
            .contest
            .books()
            .whole(self.line_up[self.mover], &self.position);
        whole.accepted(state)
    }

    /// The first seat clockwise that challenges a stop in this state.
    fn challenger(
        &mut self,
        table: &Table,
        asked: &mut [u32; MAX_SEATS],
        stopped: usize,
    ) -> Option<usize> {
        let (seats, mover) = (table.seats, self.mover);
        for seat in (1..seats).map(|step| (mover + step) % seats) {
            if table.tokens[seat] == 0 {
                continue;
            }
            asked[seat] += 1;
            let player = self.line_up[seat];
            let challenges = if self.contest.draws[player] {
                self.draw(2) == 0
            } else {
                let position = match seats {
                    2 => self.position,
                    _ => {
                        let solution = &self.contest.game.solution;
                        let points_before = if self.after_big_turn { BIG_TURN } else { 0 };
                        let tokens = table.tokens[seat];
                        table.position(solution, self.mover, seat, tokens, points_before)
                    }
                };
                book::challenges(self.contest.line(player, &position).plain[stopped])
            };
            if challenges {
                return Some(seat);
            }
        }
        None
    }

    /// Whether the mover draws its actions.
    #[inline]
    fn draws(&self) -> bool {
        self.contest.draws[self.line_up[self.mover]]
    }

    /// One of so many numbers, each as likely but for 2^-32.
    fn draw(&mut self, count: u32) -> u32 {
        (((self.dice.next_u64() >> 32) * u64::from(count)) >> 32) as u32
    }

    fn risk(&self, risk: i32, dragon: usize, sums: &mut Sums<'_>) {
        sums.add(Measured::RiskPerFight, risk, 1);
        sums.add(
            match self.standing {
                Standing::Behind => Measured::RiskPerFightBehind,
                Standing::Level => Measured::RiskPerFightLevel,
                Standing::Ahead => Measured::RiskPerFightAhead,
            },
            risk,
            1,
        );
        if self.after_big_turn {
            sums.add(Measured::RiskPerFightAfterBigTurn, risk, 1);
        }
        sums.add_at(Measured::FightsOfDragon as usize + dragon, 1, 0);
    }

    fn stakes(&self, at_stake: i32, sums: &mut Sums<'_>) {
        sums.add(Measured::PointsWhenStopping, at_stake, 1);
        sums.add(
            match self.standing {
                Standing::Behind => Measured::PointsWhenStoppingBehind,
                Standing::Level => Measured::PointsWhenStoppingLevel,
                Standing::Ahead => Measured::PointsWhenStoppingAhead,
            },
            at_stake,
            1,
        );
        if self.after_big_turn {
            sums.add(Measured::PointsWhenStoppingAfterBigTurn, at_stake, 1);
        }
    }
}

/// The place of the `n`-th bit that is set, from 0.
fn nth_bit(bits: u8, n: u32) -> usize {
    let set = (0..8).filter(|bit| bits >> bit & 1 == 1);
    set.clone().nth(n as usize).unwrap_or(0)
}
