//! The fixed plays of the thesis's opponents, compared with the optimal policy.

use crate::solver::{Position, Stage};
use crate::{Action, DragonSlayer, Phase, Rules, State};
use rayon::prelude::*;
use rivals_core::play::{Game, Seat, Step};

use super::best;

/// The thesis's three fixed plays. The optimal policy makes (b) and (c). It makes (a), to
/// play on until past an opponent who has reached the target, while the mover is behind,
/// but not always at a tie.
#[test]
fn the_optimal_policy_makes_the_fixed_plays() {
    let rules = Rules::built_in();
    let solution = best(&rules);
    let game = DragonSlayer::by(rules.clone());
    let mut checked = [0; 3];
    // Stops at ties are counted separately.
    let mut broken = [0; 3];
    let (mut ties, mut stops_at_ties) = (0, 0);
    // Every state within a turn, from the rules.
    let solved: Vec<_> = (turns(&game).into_par_iter())
        .filter_map(|(position, state)| {
            let play = play(&position, &state)?;
            Some((play, position, state, solution.actions(&position, &state.turn)))
        })
        .collect();
    for (play, position, state, actions) in solved {
        let value = |wanted: Action| {
            let found = actions.iter().find(|action| action.action == wanted);
            found.map(|action| action.mover_wins)
        };
        let fight = (actions.iter())
            .filter(|action| matches!(action.action, Action::Fight(_)))
            .map(|action| action.mover_wins)
            .fold(0.0, f64::max);
        let kept = match (play, position.stage) {
            (0, Stage::Chase { lead }) => {
                // At a tie, overtime may be worth more.
                let tie = i64::from(state.turn.at_stake) == i64::from(lead);
                let stops = value(Action::Stop).unwrap() > fight + 1e-12;
                stops_at_ties += u32::from(stops && tie);
                ties += u32::from(tie);
                !stops || tie
            }
            (1, _) => value(Action::Challenge) <= value(Action::LetStop),
            _ => value(Action::Accept) >= value(Action::Decline),
        };
        checked[play] += 1;
        broken[play] += u32::from(!kept);
    }
    assert!(checked.iter().all(|&count| count > 100), "{checked:?}");
    assert_eq!(broken, [0; 3], "of {checked:?}");
    // The thesis overlooks that overtime may be worth more than a fight.
    assert_eq!([checked[0], ties, stops_at_ties], [428_220, 19_560, 8_059]);
}

/// The number of the fixed play that applies in a state, if one does.
fn play(position: &Position, state: &State) -> Option<usize> {
    let (stage, at_stake) = (position.stage, state.turn.at_stake);
    match (state.turn.phase, stage) {
        // (a) The opponent moved first and is at the target or past it.
        (Phase::MayStop, Stage::Chase { lead }) => {
            (lead >= 0 && i64::from(at_stake) <= i64::from(lead)).then_some(0)
        }
        // (b) The opponent stops at a total that wins.
        (Phase::Asked(Seat::FIRST), _) => {
            (stage.after(at_stake, 0, 40) == Err(Seat::SECOND)).then_some(1)
        }
        // (c) Declining loses at once.
        (Phase::Challenged, _) => {
            (stage.after(at_stake / 2, 5, 40) == Err(state.mover.next(2))).then_some(2)
        }
        _ => None,
    }
}

/// The states of the second seat's turns, whose end may be the end of the game, for every
/// score and lead up to 60, with up to 60 points at stake. The fixed plays apply only in
/// these.
fn turns(game: &DragonSlayer) -> Vec<(Position, State)> {
    let mut all = Vec::new();
    for first in 0..=60 {
        for second in 0..40_u32 {
            for tokens in [[0, 0], [0, 1], [1, 0], [1, 1]] {
                let mut start = game.start(2);
                start.scores[Seat::FIRST] = first;
                start.scores[Seat::SECOND] = second;
                start.tokens[Seat::FIRST] = tokens[0];
                start.tokens[Seat::SECOND] = tokens[1];
                start.mover = Seat::SECOND;
                let position = Position::of(&start, 40).unwrap();
                // Every state that fights and stops lead to, without rolling dice.
                let mut open = vec![start];
                let mut seen = std::collections::HashSet::new();
                while let Some(state) = open.pop() {
                    if state.mover != Seat::SECOND
                        || state.turn.at_stake > 60
                        || !seen.insert(state)
                    {
                        continue;
                    }
                    all.push((position, state));
                    for action in game.actions(&state) {
                        let next = game.after(&state, Step::Act(action));
                        match next.turn.phase {
                            Phase::Fighting { dragon, .. } => {
                                for dice in 1..=state.turn.dice {
                                    let mut slain = state;
                                    let accepted = state.turn.challenger.is_some();
                                    let (at_stake, alive) = game.rules().slay(
                                        state.turn.at_stake,
                                        state.turn.alive,
                                        dragon.into(),
                                        accepted,
                                    );
                                    slain.turn.at_stake = at_stake;
                                    slain.turn.alive = alive;
                                    slain.turn.dice = dice;
                                    slain.turn.phase = Phase::MayStop;
                                    open.push(slain);
                                }
                            }
                            _ => open.push(next),
                        }
                    }
                }
            }
        }
    }
    all
}
