//! What the seats did in a playthrough, step by step, with the counts of the fast path.
//! `tests/library/tournament/dragon_slayer.rs` compares both.

use std::mem::take;

use super::fights::{FightSums, risk};
use super::metrics::THINKING;
use super::totals::{SeatTotals, TurnSums, add_challenge};
use crate::game::agent::scoreboard;
use crate::solver::lead;
use crate::{Action, DragonSlayer, Phase};
use rivals_core::contest::{GameRecord, Played};
use rivals_core::play::{Game, Logged, Seat, Step};

/// What a seat did in a playthrough.
#[derive(Clone, Copy, Debug)]
pub struct Counted(SeatTotals);

/// What the seats did. A turn that a forfeit ends does not count.
pub(crate) fn count(played: &Played<'_, DragonSlayer>) -> Vec<Counted> {
    let playthrough = played.playthrough;
    let game = &**playthrough.game();
    let mut totals = vec![SeatTotals::default(); playthrough.seats()];
    let (mut state, mut sums, mut round) = (*playthrough.start(), TurnSums::default(), 0);
    for step in playthrough.steps() {
        let before = state;
        let (turn, mover) = (before.turn, before.mover);
        match step {
            Logged::Act(_, Action::Fight(dragon)) => {
                let dragon = usize::from(dragon);
                sums.fights +=
                    FightSums::one(dragon, risk(game.odds().dice_left(dragon, turn.dice)));
            }
            Logged::Act(_, Action::Stop) if turn.challenger.is_none() => {
                (sums.stops, sums.at_stake) = (1, turn.at_stake);
            }
            _ => {}
        }
        match step {
            Logged::Act(_, action) => game.play(&mut state, Step::Act(action)),
            Logged::Happen(event) => game.play(&mut state, Step::Event(event)),
            Logged::Forfeit(_) => break,
        }
        if state.mover == mover {
            continue;
        }
        let (seat, board) = (usize::from(mover.0), scoreboard(&before));
        if let Some(by) = turn.challenger {
            let accepted = step != Logged::Act(mover, Action::Decline);
            let held = step == Logged::Act(mover, Action::Stop);
            add_challenge(&mut totals, [seat, usize::from(by.0)], round, [accepted, held]);
        }
        let gap = lead(board.scores[seat], board.scores[board.rival(seat)]);
        let points = state.scores[mover] - before.scores[mover];
        totals[seat].add_turn(gap, before.after_big_turn, take(&mut sums), points);
        round += u32::from(state.mover == Seat::FIRST);
    }
    if let Phase::Over { winner } = state.turn.phase {
        let (winner, board) = (usize::from(winner.0), scoreboard(&state));
        let margin = lead(board.scores[winner], board.scores[board.rival(winner)]);
        totals[winner].margin = Some(margin.into());
    }
    for winner in played.outcome.winners().iter() {
        totals[usize::from(winner.0)].won = true;
    }
    totals.into_iter().map(Counted).collect()
}

/// Writes the metrics into the record of the game, but for the time that its players take to think,
/// which is drawn on the fast path alone.
pub(crate) fn measure(counts: &[Counted], record: &mut GameRecord) {
    let metrics = record.numerators.len() / counts.len();
    let of_seat = |Counted(totals): &Counted| {
        let mut sums = totals.sums();
        sums[THINKING] = [0; 2];
        sums.truncate(metrics);
        sums
    };
    let sums: Vec<[i64; 2]> = counts.iter().flat_map(of_seat).collect();
    record.set_sums(sums.into_iter());
}
