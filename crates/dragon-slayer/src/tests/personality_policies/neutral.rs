//! The neutral personality plays optimally, policy tables hold what policies decide, and
//! exact results agree with the solver.

use std::sync::Arc;

use crate::exact::{HeadToHead, against_optimal};
use crate::policies::{OptimalPolicy, PersonalityPolicy, named, turn_table};
use crate::policy_tables::{PlayerPolicy, PolicyTables};
use crate::solver::{
    Choice, Decision, Outlook, Play, Policy, Position, Solution, SolvedGame, Stage,
};
use crate::tests::built_in_roster;
use crate::{Phase, Rules, Turn};
use rayon::prelude::*;
use rivals_core::personalities::{Member, Personality};

use super::GAME;
use super::table_policy::TablePolicy;

/// The rules with another target.
pub(super) fn rules(target: u32) -> Rules {
    Rules { target, ..Rules::built_in() }
}

/// Whether the lead is so large that a turn reaches the solution's cap before making it up.
fn meets_cap(game: &SolvedGame, position: &Position) -> bool {
    let most = game.solution.cap() as i32 - 38;
    matches!(position.stage, Stage::Chase { lead } if lead > most)
}

/// Every decision of a turn that begins in a position, up to `most` points at stake.
fn decisions(game: &SolvedGame, position: &Position, most: u32) -> Vec<(Decision, Turn)> {
    let challenger = position.mover().next(2);
    let held = position.tokens[usize::from(challenger.0)] > 0;
    let mut all = Vec::new();
    for accepted in [false, true] {
        for (state, place) in game.graph().places(accepted).iter().enumerate() {
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
                if !accepted && state == game.graph().start() {
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
fn the_neutral_personality_decides_optimally() {
    for target in [40, 13] {
        let game = Arc::new(SolvedGame::new(&rules(target)).unwrap());
        let abel = PersonalityPolicy::new(Personality::neutral("abel"), Arc::clone(&game));
        let optimum = OptimalPolicy::new(SolvedGame::new(&rules(target)).unwrap().solution);
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

/// Compares the sweep through all states with the tree of the solution.
#[test]
fn the_outlook_agrees_with_the_solution() {
    let game = Arc::clone(&GAME);
    let mut outlook = Outlook::default();
    for index in (0..game.solution.positions()).step_by(101) {
        let position = game.solution.position(index);
        if meets_cap(&game, &position) {
            continue;
        }
        outlook.look(&game, &position);
        for (decision, turn) in decisions(&game, &position, 40) {
            let (state, accepted) = turn_table::state(&game, decision, &turn).unwrap();
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
                    crate::Action::Fight(dragon) => {
                        let dragon = usize::from(dragon);
                        outlook.best.fight(false, state, dragon)
                    }
                    _ => outlook.best.stop(state),
                };
                assert!((swept - worth).abs() < 1e-13, "{position:?} {turn:?} {action:?}");
            }
        }
    }
}

fn player_policies(rules: &Rules, game: &Arc<SolvedGame>) -> Vec<PlayerPolicy> {
    let member = |member: Member| match member {
        Member::Personality(personality) => {
            PlayerPolicy::from(PersonalityPolicy::new(personality, Arc::clone(game)))
        }
        Member::Agent(spec) if spec.as_str() == "random" => PlayerPolicy::Random,
        Member::Agent(spec) => {
            PlayerPolicy::Policy(Arc::from(named(spec.as_str(), rules).unwrap()))
        }
    };
    built_in_roster().members.into_iter().map(member).collect()
}

/// The policy tables of the built-in roster and of optimal play, and the number of the
/// latter.
pub(super) fn with_optimum(rules: &Rules, game: &Arc<SolvedGame>) -> (PolicyTables, usize) {
    let mut all = player_policies(rules, game);
    let optimum = all.len();
    let neutral = PersonalityPolicy::new(Personality::neutral("neutral"), Arc::clone(game));
    all.push(PlayerPolicy::from(neutral));
    (PolicyTables::write(game, all, None, &|_, _| {}), optimum)
}

#[test]
fn policy_tables_hold_the_decisions_of_policies() {
    let rules = rules(17);
    let game = Arc::new(SolvedGame::new(&rules).unwrap());
    let tables =
        Arc::new(PolicyTables::write(&game, player_policies(&rules, &game), None, &|_, _| {}));
    for (player, player_policy) in tables.player_policies().iter().enumerate() {
        let asked: &dyn Policy = match player_policy {
            PlayerPolicy::Personality(policy) => &**policy,
            PlayerPolicy::Policy(policy) => &**policy,
            // A player that chooses at random has no table.
            PlayerPolicy::Random => {
                assert!(tables.chooses_at_random(player));
                continue;
            }
        };
        assert!(!tables.chooses_at_random(player));
        let tabulated = TablePolicy { tables: Arc::clone(&tables), player };
        assert_eq!(tabulated.depends_on_big_turns(), asked.depends_on_big_turns());
        for index in (0..game.solution.positions()).step_by(31) {
            for after_big_turn in [false, true] {
                let position = game.solution.position(index);
                if position.stage == Stage::Overtime && after_big_turn {
                    continue;
                }
                let position = Position { after_big_turn, ..position };
                let (asked, tabulated) = (asked.turn(&position), tabulated.turn(&position));
                for (decision, turn) in decisions(&game, &position, 30) {
                    let choice = asked.decide(decision, &turn);
                    assert_eq!(tabulated.decide(decision, &turn), choice, "{turn:?}");
                    // The decision is legal: a living dragon, or a stop where it is allowed.
                    if let Choice::Take(crate::Action::Fight(dragon)) = choice {
                        assert!(turn.alive.contains(dragon.into()));
                    } else {
                        assert_ne!(turn.phase, Phase::MustFight);
                    }
                }
            }
        }
    }
}

/// The equity losses of the decisions add up to the wins lost against optimal play.
#[test]
fn equity_losses_add_up_to_lost_wins() {
    let rules = rules(17);
    let game = Arc::new(SolvedGame::new(&rules).unwrap());
    let (tables, optimum) = with_optimum(&rules, &game);
    let mut head_to_head = HeadToHead::new(&tables);
    let mut first_wins = |players| head_to_head.play(players).first_wins;
    let best = first_wins([optimum, optimum]);
    for (player, against_optimal) in
        against_optimal(&tables, optimum, &|_, _| {}).into_iter().enumerate()
    {
        let equity_loss = against_optimal.equity_loss;
        let first = best - first_wins([player, optimum]);
        let second = first_wins([optimum, player]) - best;
        let lost = (first + second) / 2.0;
        // A player that chooses at random may go on beyond the horizon, where no loss is
        // counted.
        let allowed = if tables.chooses_at_random(player) { 1e-3 } else { 1e-8 };
        assert!((equity_loss.total() - lost).abs() < allowed, "{player}: {equity_loss:?} {lost}");
        assert!(equity_loss.optimal <= equity_loss.decisions + 1e-9);
        if player == optimum {
            assert!((equity_loss.optimal - equity_loss.decisions).abs() < 1e-9, "{equity_loss:?}");
        }
    }
}

/// Compares the forward pass through the game with the solver, which goes backwards.
#[test]
fn head_to_head_agrees_with_the_solver() {
    let rules = rules(17);
    let game = Arc::new(SolvedGame::new(&rules).unwrap());
    let tables =
        Arc::new(PolicyTables::write(&game, player_policies(&rules, &game), None, &|_, _| {}));
    let mut head_to_head = HeadToHead::new(&tables);
    for players in [[1, 4], [6, 2], [13, 6], [19, 0], [17, 21], [21, 6]] {
        let policies = players.map(|player| TablePolicy { tables: Arc::clone(&tables), player });
        let plays = [Play::As(&policies[0]), Play::As(&policies[1])];
        let solved = Solution::solve(&rules, plays).unwrap();
        let exact = head_to_head.play(players);
        let apart = (exact.first_wins - solved.first_wins()).abs();
        assert!(apart < exact.error + 1e-10, "{players:?}: {apart:e} {exact:?}");
    }
}
