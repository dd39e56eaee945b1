//! The stops of the optimal policy in `stops.csv`, compared with those of `rivals advise`.

use crate::commands::dragon_slayer::results::solve::{StopRow, stops};
use crate::dragon_slayer::solver::{Play, Position, Solution};
use crate::dragon_slayer::{
    Action, DragonSet, DragonSlayer, Phase, Rules, State, Turn, horizon, slain_points,
};
use crate::play::{BySeat, Seat};

#[test]
fn every_fifth_row_agrees_with_advise() {
    rows_agree(5);
}

#[test]
#[ignore = "takes longer; every fifth row is in another test"]
fn every_row_agrees_with_advise() {
    rows_agree(1);
}

/// Compares each row whose number is a multiple of `step`, for all points that can be at stake, with
/// the tokens of the row.
fn rows_agree(step: usize) {
    let mut rules = Rules::built_in();
    rules.target = 20;
    let solution = Solution::solve(&rules, [Play::Optimal; 2]).unwrap();
    let game = DragonSlayer::by(rules.clone());
    let text = stops(&solution);
    let (mut rows, mut also, mut fought) = (0, 0, 0);
    for row in csv::Reader::from_reader(text.as_bytes()).into_deserialize() {
        let row: StopRow = row.unwrap();
        let names: Vec<&str> = row.alive.split('+').collect();
        let alive = (rules.dragons.iter().enumerate())
            .filter(|(_, dragon)| names.contains(&&*dragon.name))
            .fold(DragonSet::default(), |set, (dragon, _)| set.with(dragon));
        let below: Vec<u32> = (row.also_stops_at.iter())
            .flat_map(|points| points.split('+').map(|points| points.parse().unwrap()))
            .collect();
        rows += 1;
        also += below.len();
        if rows % step != 0 {
            continue;
        }
        let points = slain_points(&rules, alive).into_iter();
        for at_stake in points.filter(|&points| points < horizon(&rules)) {
            let phase = if at_stake == 0 { Phase::MustFight } else { Phase::MayStop };
            let turn = Turn { at_stake, alive, dice: row.dice, challenger: None, phase };
            let pair = |[first, second]: [u32; 2]| {
                let mut values = BySeat::new(first, 2);
                values[Seat::SECOND] = second;
                values
            };
            let state = State {
                scores: pair([row.first_score, row.second_score]),
                tokens: pair([row.first_token, row.second_token]),
                mover: Seat(u8::from(row.to_move == "second")),
                turn,
                after_big_turn: false,
            };
            assert_eq!(game.check(&state), Ok(()));
            let position = Position::of(&state, rules.target).unwrap();
            // As `rivals advise` sorts them.
            let mut actions = solution.actions(&position, &turn);
            actions.sort_by(|a, b| b.mover_wins.total_cmp(&a.mover_wins));
            let from = row.stop_at.is_some_and(|from| at_stake >= from);
            let stops = from || below.contains(&at_stake);
            assert_eq!(actions[0].action == Action::Stop, stops, "{row:?} at {at_stake}");
            fought += usize::from(!stops);
        }
    }
    assert_eq!(rows, 20 * 20 * 2 * 4 * 3 * 7);
    assert!(also > 0 && fought > 0, "{also} {fought}");
}
