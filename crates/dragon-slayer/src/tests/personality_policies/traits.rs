//! The effect of each trait: exact statistics, in games against optimal play from both
//! seats, of personalities that differ from the neutral one in one trait.

use std::sync::Arc;

use crate::Rules;
use crate::contest::DragonSlayerContest;
use crate::policies::PersonalityPolicy;
use crate::policy_tables::{PlayerPolicy, PolicyTables};
use crate::tests::built_in_roster;
use rayon::prelude::*;
use rivals_core::contest::{Contest, Solved};
use rivals_core::personalities::{Member, Personality, Roster, Traits};
use rivals_core::play::AgentKinds;

use super::GAME;
use super::neutral::rules;
use super::round_by_round::{self, Figures, RoundByRound};

/// Personalities that are neutral except for one trait, which has these values.
fn personalities(steps: &[f64], set: fn(&mut Traits, f64)) -> Vec<Personality> {
    (steps.iter().enumerate())
        .map(|(number, &step)| {
            let mut personality = Personality::neutral(format!("step-{number}"));
            set(&mut personality.traits, step);
            personality
        })
        .collect()
}

/// The statistics of each of them in games against optimal play.
fn figures(steps: &[f64], set: fn(&mut Traits, f64)) -> Vec<Figures> {
    let mut player_policies: Vec<PlayerPolicy> = personalities(steps, set)
        .into_iter()
        .map(|who| PlayerPolicy::from(PersonalityPolicy::new(who, Arc::clone(&GAME))))
        .collect();
    let optimum = PersonalityPolicy::new(Personality::neutral("optimum"), Arc::clone(&GAME));
    player_policies.push(PlayerPolicy::from(optimum));
    let tables = PolicyTables::write(&GAME, player_policies, None, &|_, _| {});
    (0..steps.len())
        .into_par_iter()
        .map(|player| round_by_round::against(&tables, player, steps.len()))
        .collect()
}

/// The equity loss of each of them, in shorter games.
fn equity_losses(steps: &[f64], set: fn(&mut Traits, f64)) -> Vec<f64> {
    let members = personalities(steps, set).into_iter();
    let roster = Roster::new(members.map(Member::Personality).collect(), AgentKinds::NONE);
    let contest = DragonSlayerContest::new(&rules(20), &roster).unwrap();
    (0..steps.len()).map(|player| contest.equity_loss(player).unwrap()).collect()
}

/// Asserts that each value is below the one before.
fn falls(name: &str, steps: &[f64], values: &[f64]) {
    let falls = values.windows(2).all(|pair| pair[1] < pair[0]);
    assert!(falls, "{name}: {steps:?} {values:?}");
}

/// Asserts that each value is above the one before.
fn rises(name: &str, steps: &[f64], values: &[f64]) {
    let rises = values.windows(2).all(|pair| pair[1] > pair[0]);
    assert!(rises, "{name}: {steps:?} {values:?}");
}

fn of(figures: &[Figures], value: impl Fn(&Figures) -> f64) -> Vec<f64> {
    figures.iter().map(value).collect()
}

#[test]
fn aversion_to_risk_lowers_the_share_of_lost_turns() {
    let steps = [-2.0, 0.0, 2.0];
    let figures = figures(&steps, |traits, step| traits.risk_aversion = step);
    falls("lost", &steps, &of(&figures, |f| f.lost.value()));
    falls("stakes", &steps, &of(&figures, Figures::stake));
}

#[test]
fn aversion_to_accepting_lowers_the_share_of_challenges_accepted() {
    let steps = [-2.0, 0.0, 2.0];
    let figures = figures(&steps, |traits, step| traits.accept_aversion = step);
    falls("accepted", &steps, &of(&figures, |f| f.accepted.value()));
}

#[test]
fn nerves_raise_the_stakes_when_behind() {
    let steps = [0.0, 0.5, 2.0];
    let figures = figures(&steps, |traits, step| traits.nerves = step);
    let difference = |f: &Figures| f.stakes[0].value() - f.stakes[2].value();
    rises("behind less ahead", &steps, &of(&figures, difference));
    rises("behind", &steps, &of(&figures, |f| f.stakes[0].value()));
}

#[test]
fn nerves_after_a_big_turn_raise_the_stakes_there() {
    let steps = [0.0, 0.5, 2.0];
    let figures = figures(&steps, |traits, step| traits.nerves_after_big_turn = step);
    let after = |f: &Figures| f.stakes_after[0].value();
    rises("after a big turn", &steps, &of(&figures, after));
    let difference = |f: &Figures| f.stakes_after[0].value() - f.stakes_after[1].value();
    rises("after it less else", &steps, &of(&figures, difference));
}

#[test]
fn calculation_and_intuition_lower_the_equity_loss() {
    let steps = [0.0, 0.5, 0.9, 1.0];
    let calculation = equity_losses(&steps, |traits, step| traits.calculation = step);
    falls("calculation", &steps, &calculation);
    assert!(calculation[3].abs() < 1e-9);
    let intuition = equity_losses(&steps, |traits, step| traits.intuition = step);
    falls("intuition", &steps, &intuition);
    assert!(intuition[3].abs() < 1e-9);
}

#[test]
fn eagerness_makes_challenges_more_and_earlier() {
    let steps = [-1.0, 0.0, 0.02, 1.0];
    let figures = figures(&steps, |traits, step| traits.eagerness = step);
    rises("made", &steps, &of(&figures, |f| f.made));
    let turn = |f: &Figures| f.challenge_turn.value();
    falls("challenge turn", &steps, &of(&figures, turn));
}

/// Compares exact results with the reference implementation.
#[test]
fn exact_results_agree_with_the_reference() {
    let ids = ["daniel", "killer-impulsive"];
    let roster = built_in_roster().select(&ids.map(str::to_owned)).unwrap();
    let contest = DragonSlayerContest::new(&Rules::built_in(), &roster).unwrap();
    let player_policies = (roster.members.iter())
        .map(|member| {
            let who = member.personality().unwrap().clone();
            PlayerPolicy::from(PersonalityPolicy::new(who, Arc::clone(&GAME)))
        })
        .collect();
    let tables = PolicyTables::write(&GAME, player_policies, None, &|_, _| {});
    (0..ids.len() * ids.len()).into_par_iter().for_each(|pair| {
        let (first, second) = (pair / ids.len(), pair % ids.len());
        let [figures, _] = RoundByRound::new(&tables, [first, second]).go();
        let (exact, error) = contest.exact(first, second).unwrap();
        let apart = (figures.wins - exact).abs();
        assert!(apart < 1e-8 + error, "{first} {second}: {apart}");
    });
}

/// A personality that is almost neutral plays almost optimally: no trait has a jump at its
/// neutral value.
#[test]
fn a_small_trait_has_a_small_equity_loss() {
    let sets: [fn(&mut Traits, f64); 7] = [
        |traits, step| traits.risk_aversion = step,
        |traits, step| traits.accept_aversion = step,
        |traits, step| traits.nerves = step,
        |traits, step| traits.nerves_after_big_turn = step,
        |traits, step| traits.calculation = 1.0 - step,
        |traits, step| traits.intuition = 1.0 - step,
        |traits, step| traits.eagerness = step,
    ];
    let mut members = Vec::new();
    for (number, set) in sets.iter().enumerate() {
        for sign in [1.0, -1.0] {
            let mut who = Personality::neutral(format!("hardly-{number}-{}", members.len()));
            set(&mut who.traits, 1e-6 * sign);
            // The scales of the other traits begin or end at the neutral value.
            if sign > 0.0 || [0, 1, 6].contains(&number) {
                members.push(Member::Personality(who));
            }
        }
    }
    let roster = Roster::new(members, AgentKinds::NONE);
    let contest = DragonSlayerContest::new(&rules(20), &roster).unwrap();
    for (player, who) in contest.roster().iter().enumerate() {
        let equity_loss = contest.equity_loss(player).unwrap();
        assert!(equity_loss.abs() < 1e-6, "{}: {equity_loss}", who.id);
    }
}
