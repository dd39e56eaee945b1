//! The backward pass through one turn with random values of its ends, compared with exact
//! fractions.

use std::collections::HashMap;
use std::sync::Arc;

use crate::odds::exact::{self, ExactFight, to_f64};
use crate::solver::turn::{After, BackwardPass, TurnGraph, TurnPlay, Turns, Workspace};
use crate::solver::{Choice, Decision, TurnPolicy};
use crate::{Action, DragonSet, Phase, Rules, Turn};
use dashu_ratio::RBig;
use rand::RngExt;
use rivals_core::play::Seat;
use rivals_core::random::{Key, Purpose};
use rivals_core::search::{Linear, rounding};

use super::erratic::Erratic;
use super::small;

/// A random value for every end of a turn.
struct AnyValue(u64);

impl After for AnyValue {
    fn value(&self, points: u32, bonus: u32, challenged: bool) -> Linear {
        let end = [points.into(), bonus.into(), challenged.into(), self.0];
        let mut rng = Key::new(4, Purpose::Playing, &end).generator();
        Linear { value: rng.random(), slope: rng.random() }
    }
}

/// The test oracle: a turn of the first seat in exact fractions, by plain recursion.
struct Fractions<'a> {
    rules: &'a Rules,
    odds: Vec<ExactFight>,
    cap: u32,
    policies: [&'a Erratic; 2],
    after: AnyValue,
    known: HashMap<Turn, RBig>,
}

fn fraction(value: f64) -> RBig {
    RBig::try_from(value).unwrap()
}

impl Fractions<'_> {
    fn end(&self, points: u32, bonus: u32, challenged: bool) -> RBig {
        fraction(self.after.value(points, bonus, challenged).value)
    }

    /// The value of a state with a decision: the mean over the actions that the policy may
    /// take.
    fn value(&mut self, turn: Turn) -> RBig {
        if let Some(known) = self.known.get(&turn) {
            return known.clone();
        }
        let (decision, policy, all) = match turn.phase {
            Phase::MustFight => (Decision::Move, self.policies[0], vec![]),
            Phase::MayStop => (Decision::Move, self.policies[0], vec![Action::Stop]),
            Phase::Asked(_) => {
                let actions = vec![Action::Challenge, Action::LetStop];
                (Decision::Challenge, self.policies[1], actions)
            }
            _ => {
                let actions = vec![Action::Accept, Action::Decline];
                (Decision::Answer, self.policies[0], actions)
            }
        };
        let actions = match policy.decide(decision, &turn) {
            _ if turn.phase == Phase::MayStop && turn.at_stake >= self.cap => vec![Action::Stop],
            Choice::Take(action) => vec![action],
            Choice::Uniform if decision == Decision::Move => {
                let fights = turn.alive.iter().map(|dragon| Action::Fight(dragon as u8));
                fights.chain(all).collect()
            }
            Choice::Uniform => all,
        };
        let count = RBig::from(actions.len());
        let values = actions.into_iter().map(|action| self.act(turn, action));
        let sum: RBig = values.fold(RBig::ZERO, |sum, value| sum + value);
        let value = sum / count;
        self.known.insert(turn, value.clone());
        value
    }

    fn act(&mut self, turn: Turn, action: Action) -> RBig {
        let challenge = self.rules.challenge;
        let with = |phase| Turn { phase, ..turn };
        match action {
            Action::Fight(dragon) => self.fight(turn, dragon.into()),
            Action::Stop if turn.challenger.is_none() => {
                self.value(with(Phase::Asked(Seat::SECOND)))
            }
            Action::Stop => self.end(turn.at_stake, 0, true),
            Action::LetStop => self.end(turn.at_stake, 0, false),
            Action::Challenge => {
                self.value(Turn { challenger: Some(Seat::SECOND), ..with(Phase::Challenged) })
            }
            Action::Accept => self.value(with(Phase::MustFight)),
            Action::Decline => {
                let kept = challenge.declined_share.of(turn.at_stake);
                self.end(kept, challenge.bonus, true)
            }
        }
    }

    fn fight(&mut self, turn: Turn, dragon: usize) -> RBig {
        let dice = usize::from(self.rules.warrior.dice);
        let dice_left = self.odds[dragon * dice + usize::from(turn.dice) - 1].dice_left.clone();
        let accepted = turn.challenger.is_some();
        let bonus = if accepted { self.rules.challenge.bonus } else { 0 };
        let mut value = dice_left[0].clone() * self.end(0, bonus, accepted);
        let (at_stake, alive): (u32, DragonSet) =
            (self.rules).slay(turn.at_stake, turn.alive, dragon, accepted);
        for (dice, chance) in dice_left.into_iter().enumerate().skip(1) {
            let slain = Turn { at_stake, alive, dice: dice as u8, phase: Phase::MayStop, ..turn };
            value += chance * self.value(slain);
        }
        value
    }
}

/// The rounding errors are below the bound.
#[test]
fn rounding_stays_within_its_bound() {
    let mut rules = small();
    rules.warrior.dice = 3;
    let cap = 40;
    let graph = TurnGraph::new(&rules, cap);
    let allowed = rounding(Turns::new(&rules).most_fights().unwrap());
    let mut worst: f64 = 0.0;
    for number in 0..60 {
        let policies = [Arc::new(Erratic(number)), Arc::new(Erratic(number + 1000))];
        let plays = policies.clone().map(|policy| TurnPlay::As(policy));
        let mut fractions = Fractions {
            rules: &rules,
            odds: exact::all(&rules),
            cap,
            policies: [&policies[0], &policies[1]],
            after: AnyValue(number),
            known: HashMap::new(),
        };
        let exact = fractions.value(Turn::new(rules.dragons.len(), rules.warrior.dice));
        let workspace = Workspace::new(&graph);
        let after = AnyValue(number);
        let tree = BackwardPass::new(&graph, Seat::FIRST, true, plays, after, &workspace);
        let value = fraction(tree.value().value);
        worst = worst.max(to_f64(&(value - exact)).abs());
    }
    assert!(worst > 0.0 && worst < allowed / 4.0, "{worst:e} of {allowed:e}");
}

/// Always takes this action, even if the rules do not allow it.
struct Always(Action);

impl TurnPolicy for Always {
    fn decide(&self, _: Decision, _: &Turn) -> Choice {
        self.0.into()
    }
}

#[test]
fn illegal_choices_panic() {
    let graph = TurnGraph::new(&small(), 20);
    for action in [Action::Stop, Action::Fight(2), Action::Accept] {
        let value = || {
            let workspace = Workspace::new(&graph);
            let plays = [TurnPlay::As(Arc::new(Always(action))), TurnPlay::Optimal];
            BackwardPass::new(&graph, Seat::FIRST, true, plays, AnyValue(1), &workspace).value()
        };
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(value)).unwrap_err();
        let message = panic.downcast::<String>().unwrap();
        assert!(message.contains("the rules do not allow"), "{message}");
    }
}
