//! A tournament of sittings compared with Pig's own contest.

use std::sync::Arc;

use crate::games::pig::{Face, Pig, PigAction, PigTable};
use crate::play::engine::{Field, Positions};
use crate::play::{Outcome, Seat, Sitting, Step};
use crate::tournament::{AgentMaker, Sittings};

use super::*;

const HOLDS: [u32; 4] = [10, 20, 25, 100];

/// Players that hold at these numbers of points, as agents.
fn sittings() -> Sittings<Pig> {
    let table = Arc::new(PigTable::new(100));
    let players = HOLDS.map(|points| {
        let table = Arc::clone(&table);
        let maker: AgentMaker<Pig> = Box::new(move || {
            let spec = format!("hold-{points}").into();
            table.agent(&Field::new("", &spec)).unwrap()
        });
        (HoldAt::new(points).player, maker)
    });
    let contest = Sittings::new("pig", Arc::clone(table.game()), table.rules_text(), players);
    contest.measured(pig(&HOLDS).metrics().to_vec(), measure)
}

/// Pig's metrics, from the steps of a game: turns, lost turns, stakes and margin.
fn measure(sitting: &Sitting<Pig>, outcome: &Outcome, record: &mut GameRecord) {
    let (mut mover, mut stake) = (0, 0);
    for step in sitting.steps() {
        match step {
            Step::Act(seat, action) => {
                mover = usize::from(seat.0) * 4;
                if action == PigAction::Hold {
                    record.numerators[mover] += 1;
                    record.denominators[mover + 1] += 1;
                    record.numerators[mover + 2] += stake;
                    record.denominators[mover + 2] += 1;
                    stake = 0;
                }
            }
            Step::Happen(Face(1)) => {
                record.numerators[mover] += 1;
                record.numerators[mover + 1] += 1;
                record.denominators[mover + 1] += 1;
                stake = 0;
            }
            Step::Happen(Face(points)) => stake += i32::from(points),
            Step::Forfeit(seat) => panic!("{seat} gave up"),
        }
    }
    let winner = outcome.winners.iter().next().unwrap();
    let others = outcome.scores.iter().filter(|&(seat, _)| seat != winner);
    let next = others.map(|(_, score)| score).max().unwrap();
    let margin = usize::from(winner.0) * 4 + 3;
    record.numerators[margin] = outcome.scores[winner] - next;
    record.denominators[margin] = 1;
    for (Seat(seat), _) in outcome.scores.iter() {
        record.denominators[usize::from(seat) * 4] = 1;
    }
}

#[test]
fn sittings_play_the_games_of_the_fast_path() {
    let (fast, plain) = (pig(&HOLDS), sittings());
    for seats in 2..=6 {
        for group in 0..200 {
            let dice = Dice::new(1, seats as u64, group);
            let line_up: Vec<usize> = (0..seats)
                .map(|seat| (seat + group as usize) % HOLDS.len())
                .collect();
            let mut records = [(); 2].map(|()| GameRecord::new(seats, 4));
            fast.play(&line_up, &dice, &mut records[0]);
            plain.play(&line_up, &dice, &mut records[1]);
            assert_eq!(records[0], records[1], "{line_up:?}, {dice:?}");
        }
    }
}

#[test]
fn whole_tournaments_are_the_same_on_any_threads() {
    let of = |contest: &dyn Contest, threads| {
        let finished = finished(contest, settings(2, 200), threads);
        format!("{:?}", finished.pairings)
    };
    let plain = of(&sittings(), 1);
    assert_eq!(plain, of(&sittings(), 2));
    assert_eq!(plain, of(&pig(&HOLDS), 2));
}
