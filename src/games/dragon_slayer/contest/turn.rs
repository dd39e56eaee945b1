//! One turn of a game, from the policy tables of the mover and, where it stops, of the
//! seats that may challenge.

use super::metrics::{Lead, Measured};
use super::mover::{Answer, Fought, Mover};
use super::play::{SeatRecord, draw};
use super::scoreboard::Scoreboard;
use crate::games::dragon_slayer::policies::turn_table;
use crate::play::MAX_SEATS;

/// A turn about to be played.
pub(super) struct TurnInPlay<'a> {
    pub mover: Mover<'a>,
    /// By seat: its player.
    pub players: &'a [usize],
    pub scoreboard: &'a Scoreboard,
    /// The mover's seat.
    pub seat: usize,
    /// The mover's lead when the turn begins.
    pub lead: Lead,
    /// Whether the turn before was a big turn, in overtime as well.
    pub big_turn_before: bool,
}

/// The points of a turn, and the challenge made in it.
pub(super) struct TurnEnd {
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

impl TurnInPlay<'_> {
    /// Plays the turn and adds to the records of the seats.
    pub(super) fn play(mut self, records: &mut [SeatRecord; MAX_SEATS]) -> TurnEnd {
        let mut fought = Fought::default();
        let start = self.mover.contest.start;
        let (end, lost) = match self.mover.fight_on(false, start, &mut fought) {
            Some(stopped) => self.stop(stopped, records, &mut fought),
            None => (
                TurnEnd {
                    points: 0,
                    challenged: None,
                },
                true,
            ),
        };
        let kept = &mut records[self.seat];
        kept.decisions += fought.decisions;
        for (sum, more) in kept.fights.iter_mut().zip(fought.of) {
            *sum += more;
        }
        let scored = i64::from(end.points > 0);
        kept.sums.add(Measured::PointsPerTurn, end.points.into(), 1);
        kept.sums.add(Measured::TurnsScored, scored, 1);
        kept.sums.add(Measured::TurnsLost, i64::from(lost), 1);
        let (risk, count) = (fought.risk, fought.count());
        kept.sums.add(Measured::RiskPerFight, risk, count);
        let metric = match self.lead {
            Lead::Behind => Measured::RiskPerFightBehind,
            Lead::Level => Measured::RiskPerFightLevel,
            Lead::Ahead => Measured::RiskPerFightAhead,
        };
        kept.sums.add(metric, risk, count);
        if self.big_turn_before {
            kept.sums
                .add(Measured::RiskPerFightAfterBigTurn, risk, count);
        }
        end
    }

    /// Ends a turn in which the mover stopped in this state. Returns its end and whether the
    /// turn is lost.
    fn stop(
        &mut self,
        stopped: usize,
        records: &mut [SeatRecord; MAX_SEATS],
        fought: &mut Fought,
    ) -> (TurnEnd, bool) {
        let at_stake = self.mover.contest.fights.states[0][stopped].at_stake;
        let challenger = match self.scoreboard.may_be_challenged(self.seat) {
            true => self.challenger(stopped, records),
            false => None,
        };
        let sums = &mut records[self.seat].sums;
        let stake = i64::from(at_stake);
        sums.add(Measured::PointsWhenStopping, stake, 1);
        let metric = match self.lead {
            Lead::Behind => Measured::PointsWhenStoppingBehind,
            Lead::Level => Measured::PointsWhenStoppingLevel,
            Lead::Ahead => Measured::PointsWhenStoppingAhead,
        };
        sums.add(metric, stake, 1);
        if self.big_turn_before {
            sums.add(Measured::PointsWhenStoppingAfterBigTurn, stake, 1);
        }
        let received = i64::from(challenger.is_some());
        sums.add(Measured::ChallengesReceivedPerStop, received, 1);
        let Some(by) = challenger else {
            let end = TurnEnd {
                points: at_stake,
                challenged: None,
            };
            return (end, false);
        };
        let answer = self.mover.answer(stopped, fought);
        let accepted = i64::from(answer.accepted());
        sums.add(Measured::ChallengesAccepted, accepted, 1);
        let held = i64::from(matches!(answer, Answer::Held { .. }));
        sums.add(Measured::AcceptedWon, held, accepted);
        let end = TurnEnd {
            points: answer.points(),
            challenged: Some(Challenged {
                by,
                won: answer.challenger_wins(),
            }),
        };
        (end, answer == Answer::Lost)
    }

    /// The first seat clockwise from the mover that challenges a stop in this state.
    fn challenger(
        &mut self,
        stopped: usize,
        records: &mut [SeatRecord; MAX_SEATS],
    ) -> Option<usize> {
        let Mover {
            contest, tables, ..
        } = self.mover;
        let seats = self.scoreboard.seats;
        for step in 1..seats {
            let seat = (self.seat + step) % seats;
            if self.scoreboard.tokens[seat] == 0 {
                continue;
            }
            records[seat].decisions += 1;
            let player = self.players[seat];
            let challenges = if contest.draws(player) {
                draw(&mut self.mover.dice, 2) == 0
            } else {
                let number = match seats {
                    2 => self.mover.number,
                    _ => {
                        let tokens = self.scoreboard.tokens[seat];
                        self.scoreboard
                            .number(&contest.numbering, self.seat, seat, tokens)
                    }
                };
                let row = tables.row(player, number, self.mover.after_big_turn);
                turn_table::challenges(row.byte(stopped))
            };
            if challenges {
                return Some(seat);
            }
        }
        None
    }
}
