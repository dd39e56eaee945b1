//! The fixed plays of the thesis's opponents, compared with the optimal policy.

use std::cell::LazyCell;

use crate::solver::{Position, Stage};
use crate::{Action, DragonSlayer, Phase, Rules, State};
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
    for (position, state) in turns(&game) {
        let actions = LazyCell::new(|| solution.actions(&position, &state.turn));
        let value = |wanted: Action| {
            let found = actions.iter().find(|action| action.action == wanted);
            found.map(|action| action.mover_wins)
        };
        let (play, kept) = match (state.turn.phase, position.stage) {
            // (a) The opponent moved first and is at the target or past it.
            (Phase::MayStop, Stage::Chase { lead })
                if lead >= 0 && i64::from(state.turn.at_stake) <= i64::from(lead) =>
            {
                let fights = actions.iter().filter(|it| matches!(it.action, Action::Fight(_)));
                let fight = fights.map(|action| action.mover_wins).fold(0.0, f64::max);
                // At a tie, overtime may be worth more.
                let tie = i64::from(state.turn.at_stake) == i64::from(lead);
                let stops = value(Action::Stop).unwrap() > fight + 1e-12;
                stops_at_ties += u32::from(stops && tie);
                ties += u32::from(tie);
                (0, !stops || tie)
            }
            // (b) The opponent stops at a total that wins.
            (Phase::Asked(Seat::FIRST), stage)
                if stage.after(state.turn.at_stake, 0, 40) == Err(Seat::SECOND) =>
            {
                let (challenge, stands) = (value(Action::Challenge), value(Action::LetStop));
                (1, challenge <= stands)
            }
            // (c) Declining loses at once.
            (Phase::Challenged, stage)
                if stage.after(state.turn.at_stake / 2, 5, 40) == Err(state.mover.next(2)) =>
            {
                (2, value(Action::Accept) >= value(Action::Decline))
            }
            _ => continue,
        };
        checked[play] += 1;
        broken[play] += u32::from(!kept);
    }
    assert!(checked.iter().all(|&count| count > 100), "{checked:?}");
    assert_eq!(broken, [0; 3], "of {checked:?}");
    // The thesis overlooks that overtime may be worth more than a fight.
    assert_eq!([checked[0], ties, stops_at_ties], [428_220, 19_560, 8_059]);
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
