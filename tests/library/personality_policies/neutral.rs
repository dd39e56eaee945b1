//! Who is neutral plays the optimum, and what is written down is what is decided.

use std::sync::Arc;

use crate::games::dragon_slayer::built_in_roster;
use crate::games::dragon_slayer::exact::{League, conduct};
use crate::games::dragon_slayer::policies::{Mind, book};
use crate::games::dragon_slayer::policies::{Optimum, named};
use crate::games::dragon_slayer::policy_tables::{Decider, Playbooks};
use crate::games::dragon_slayer::solver::{
    Choice, Decision, Play, Policy, Position, Solution, Stage,
};
use crate::games::dragon_slayer::solver::{Outlook, SolvedGame};
use crate::games::dragon_slayer::{Phase, Rules, Turn};
use crate::personalities::{Member, Personality};
use rayon::prelude::*;

/// The rules with another target.
pub fn rules(target: u32) -> Rules {
    Rules {
        target,
        ..Rules::built_in()
    }
}

/// Leads that no turn makes up before it meets the solution's cap.
fn meets_cap(game: &SolvedGame, position: &Position) -> bool {
    let most = game.solution.cap() as i32 - 38;
    matches!(position.stage, Stage::Chase { lead } if lead > most)
}

/// Every decision of a turn that begins in a position, up to so many points.
fn decisions(game: &SolvedGame, position: &Position, most: u32) -> Vec<(Decision, Turn)> {
    let challenger = position.mover().next(2);
    let held = position.tokens[usize::from(challenger.0)] > 0;
    let mut all = Vec::new();
    for accepted in [false, true] {
        for (state, place) in game.graph.places(accepted).iter().enumerate() {
            if place.at_stake > most || accepted && !held {
                continue;
            }
            let turn = |phase, challenged: bool| Turn {
                at_stake: place.at_stake,
                alive: place.alive,
                dice: place.dice,
                challenger: challenged.then_some(challenger),
                phase,
            };
            if place.at_stake == 0 {
                if !accepted && state == game.graph.start() {
                    all.push((Decision::Move, turn(Phase::MustFight, false)));
                }
                continue;
            }
            all.push((Decision::Move, turn(Phase::MayStop, accepted)));
            if !accepted && held {
                all.push((Decision::Move, turn(Phase::MustFight, true)));
                all.push((Decision::Challenge, turn(Phase::Asked(challenger), false)));
                all.push((Decision::Answer, turn(Phase::Challenged, true)));
            }
        }
    }
    all
}

#[test]
fn all_neutral_is_the_optimum_decision_for_decision() {
    for target in [40, 13] {
        let game = Arc::new(SolvedGame::new(&rules(target)).unwrap());
        let abel = Mind::new(Personality::neutral("abel"), Arc::clone(&game));
        let optimum = Optimum::new(SolvedGame::new(&rules(target)).unwrap().solution);
        let step = if target == 40 { 7 } else { 1 };
        let compared: usize = (0..game.solution.positions())
            .into_par_iter()
            .step_by(step)
            .map(|index| {
                let position = game.solution.position(index);
                if meets_cap(&game, &position) {
                    return 0;
                }
                let (mine, best) = (abel.turn(&position), optimum.turn(&position));
                let decisions = decisions(&game, &position, game.enough(&position).min(60));
                for (decision, turn) in &decisions {
                    let (mine, best) = (mine.decide(*decision, turn), best.decide(*decision, turn));
                    assert_eq!(mine, best, "{position:?} {turn:?}");
                }
                decisions.len()
            })
            .sum();
        assert!(compared > 500_000, "{compared}");
    }
}

/// The sweep through all states against the tree of best play.
#[test]
fn the_outlook_is_the_solution() {
    let game = SolvedGame::new(&Rules::built_in()).unwrap();
    let mut outlook = Outlook::new();
    for index in (0..game.solution.positions()).step_by(101) {
        let position = game.solution.position(index);
        if meets_cap(&game, &position) {
            continue;
        }
        outlook.look(&game, &position);
        for (decision, turn) in decisions(&game, &position, 40) {
            let (state, accepted) = book::state(&game, decision, &turn).unwrap();
            if decision != Decision::Move || turn.phase == Phase::MustFight || accepted {
                continue;
            }
            for (action, worth) in (game.solution.actions(&position, &turn).iter())
                .map(|action| (action.action, action.mover_wins))
            {
                if state >= outlook.horizon.open[0] {
                    continue;
                }
                let swept = match action {
                    crate::games::dragon_slayer::Action::Fight(dragon) => {
                        let dragon = usize::from(dragon);
                        outlook.best.fight(false, state, dragon)
                    }
                    _ => outlook.best.stop(state),
                };
                assert!(
                    (swept - worth).abs() < 1e-13,
                    "{position:?} {turn:?} {action:?}"
                );
            }
        }
    }
}

fn deciders(rules: &Rules, game: &Arc<SolvedGame>) -> Vec<Decider> {
    let member = |member: Member| match member {
        Member::Personality(personality) => Decider::Mind(Mind::new(personality, Arc::clone(game))),
        Member::Agent(spec) if spec.as_str() == "random" => Decider::Random,
        Member::Agent(spec) => Decider::Policy(Arc::from(named(spec.as_str(), rules).unwrap())),
    };
    built_in_roster().members.into_iter().map(member).collect()
}

/// The books of all of them, and of the optimum, with its number.
pub fn with_optimum(rules: &Rules, game: &Arc<SolvedGame>) -> (Playbooks, usize) {
    let mut all = deciders(rules, game);
    let optimum = all.len();
    let neutral = Mind::new(Personality::neutral("neutral"), Arc::clone(game));
    all.push(Decider::Mind(neutral));
    (Playbooks::write(game, all), optimum)
}

#[test]
fn what_is_written_down_is_what_is_decided() {
    let rules = rules(17);
    let game = Arc::new(SolvedGame::new(&rules).unwrap());
    let books = Arc::new(Playbooks::write(&game, deciders(&rules, &game)));
    for (player, decider) in books.deciders().iter().enumerate() {
        let asked: &dyn Policy = match decider {
            Decider::Mind(mind) => mind,
            Decider::Policy(policy) => &**policy,
            // Nothing is written down of who draws: it is told apart by that.
            Decider::Random => {
                assert!(books.draws(player));
                continue;
            }
        };
        assert!(!books.draws(player));
        let recorded = books.policy(player);
        assert_eq!(recorded.minds_big_turns(), asked.minds_big_turns());
        for index in (0..game.solution.positions()).step_by(31) {
            for after_big_turn in [false, true] {
                let position = game.solution.position(index);
                if position.stage == Stage::Overtime && after_big_turn {
                    continue;
                }
                let position = Position {
                    after_big_turn,
                    ..position
                };
                let (asked, recorded) = (asked.turn(&position), recorded.turn(&position));
                for (decision, turn) in decisions(&game, &position, 30) {
                    let choice = asked.decide(decision, &turn);
                    assert_eq!(recorded.decide(decision, &turn), choice, "{turn:?}");
                    // Legal as well: it fights who lives, and stops where it may.
                    if let Choice::Take(crate::games::dragon_slayer::Action::Fight(dragon)) = choice
                    {
                        assert!(turn.alive.contains(dragon.into()));
                    } else {
                        assert_ne!(turn.phase, Phase::MustFight);
                    }
                }
            }
        }
    }
}

/// What decisions give away, one by one, is what the games lose in all.
#[test]
fn faults_add_up_to_what_is_lost() {
    let rules = rules(17);
    let game = Arc::new(SolvedGame::new(&rules).unwrap());
    let (books, optimum) = with_optimum(&rules, &game);
    let mut league = League::new(&books);
    let mut first_wins = |players| league.play(players).first_wins;
    let best = first_wins([optimum, optimum]);
    for (player, conduct) in conduct(&books, optimum).into_iter().enumerate() {
        let faults = conduct.faults;
        let first = best - first_wins([player, optimum]);
        let second = first_wins([optimum, player]) - best;
        let lost = (first + second) / 2.0;
        // Who draws may go on beyond the horizon, where nothing is counted.
        let allowed = if books.draws(player) { 1e-3 } else { 1e-8 };
        assert!(
            (faults.lost() - lost).abs() < allowed,
            "{player}: {faults:?} {lost}"
        );
        assert!(faults.optimal <= faults.decisions + 1e-9);
        if player == optimum {
            assert!(
                (faults.optimal - faults.decisions).abs() < 1e-9,
                "{faults:?}"
            );
        }
    }
}

/// Forwards through the game and backwards from its end is the same.
#[test]
fn the_league_and_the_solver_agree() {
    let rules = rules(17);
    let game = Arc::new(SolvedGame::new(&rules).unwrap());
    let books = Arc::new(Playbooks::write(&game, deciders(&rules, &game)));
    let mut league = League::new(&books);
    for players in [[1, 4], [6, 2], [13, 6], [19, 0], [17, 21], [21, 6]] {
        let policies = players.map(|player| books.policy(player));
        let plays = [Play::As(&policies[0]), Play::As(&policies[1])];
        let solved = Solution::solve(&rules, plays).unwrap();
        let exact = league.play(players);
        let apart = (exact.first_wins - solved.first_wins()).abs();
        assert!(
            apart < exact.error + 1e-10,
            "{players:?}: {apart:e} {exact:?}"
        );
    }
}
