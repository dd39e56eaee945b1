//! `tree-K`: the thesis's expectiminimax over K further fights.
//!
//! The value of a stop is the difference of the points that the mover and the other
//! seat get from this turn. The tree foresees the challenge: the other seat challenges
//! where that costs the mover points, and the mover then gives the answer of the higher
//! value. The value of a leaf, after K fights, is its points at stake.
//!
//! Three fixed plays take precedence over the tree (Castells Amat 2018):
//!
//! * (a) the opponent moved first and is at the target or past it: play on
//!   until past the opponent;
//! * (b) the opponent, moving second, stops at a total that wins: challenge;
//! * (c) declining a challenge loses the game at once: accept.

use std::collections::HashMap;
use std::sync::Arc;

use super::best_fight::best_fight;
use super::decision_table::DecisionTable;
use crate::solver::{Choice, Decision, FightOdds, Policy, Position, Stage, TurnPolicy};
use crate::{Action, Phase, Rules, Turn};
use rivals_core::play::Seat;

/// The policy `tree-K`.
pub struct Tree(Arc<Shared>);

struct Shared {
    rules: Rules,
    odds: FightOdds,
    fights: u32,
    /// The decisions of the tree, which do not depend on the scores: first where no
    /// challenge is possible, then where one is.
    decisions: [DecisionTable; 2],
}

/// The policy within one turn.
struct TreeTurn {
    shared: Arc<Shared>,
    position: Position,
}

impl Tree {
    /// The policy that looks this many fights ahead.
    ///
    /// # Panics
    /// If `fights` is 0.
    #[must_use]
    pub fn new(rules: &Rules, fights: u32) -> Self {
        assert!(fights > 0, "a tree of no fights has no leaves");
        Self(Arc::new(Shared {
            rules: rules.clone(),
            odds: FightOdds::new(rules),
            fights,
            decisions: [(); 2].map(|()| DecisionTable::new(rules)),
        }))
    }
}

impl Policy for Tree {
    fn turn(&self, position: &Position) -> Arc<dyn TurnPolicy> {
        Arc::new(TreeTurn { shared: Arc::clone(&self.0), position: *position })
    }
}

/// The search below one decision.
struct Search<'a> {
    shared: &'a Shared,
    position: &'a Position,
    /// The values of states by the number of fights still looked at: a state is reached in
    /// many ways.
    known: HashMap<(Turn, u32), f64>,
}

impl Search<'_> {
    /// The value of a state where stopping is allowed, with `fights` more looked at.
    fn value(&mut self, turn: &Turn, fights: u32) -> f64 {
        if fights == 0 {
            return turn.at_stake.into();
        }
        if let Some(&value) = self.known.get(&(*turn, fights)) {
            return value;
        }
        let value = self.stop(turn, fights).max(self.best_fight(turn, fights).1);
        self.known.insert((*turn, fights), value);
        value
    }

    fn stop(&mut self, turn: &Turn, fights: u32) -> f64 {
        let stands = f64::from(turn.at_stake);
        if turn.challenger.is_some() || !self.position.may_be_challenged() {
            return stands;
        }
        stands.min(self.decline(turn).max(self.accept(turn, fights)))
    }

    fn decline(&self, turn: &Turn) -> f64 {
        let challenge = self.shared.rules.challenge;
        f64::from(challenge.declined_share.of(turn.at_stake)) - f64::from(challenge.bonus)
    }

    fn accept(&mut self, turn: &Turn, fights: u32) -> f64 {
        let accepted = Turn { challenger: Some(self.position.other()), ..*turn };
        self.best_fight(&accepted, fights).1
    }

    /// The best fight and its value; among equals the first.
    fn best_fight(&mut self, turn: &Turn, fights: u32) -> (usize, f64) {
        let Shared { rules, odds, .. } = self.shared;
        let accepted = turn.challenger.is_some();
        let defeat = if accepted { -f64::from(rules.challenge.bonus) } else { 0.0 };
        best_fight(turn, rules, odds, defeat, |slain| self.value(slain, fights - 1))
    }
}

impl TreeTurn {
    /// Whether `seat` wins at once when the turn ends with these points and this bonus.
    fn wins(&self, seat: Seat, points: u32, bonus: u32) -> bool {
        let after = self.position.stage.after(points, bonus, self.shared.rules.target);
        after == Err(seat)
    }
}

impl TurnPolicy for TreeTurn {
    fn decide(&self, decision: Decision, turn: &Turn) -> Choice {
        if let Some(action) = self.fixed_play(decision, turn) {
            return action.into();
        }
        let behind = decision == Decision::Move && self.behind(turn);
        let mut turn = *turn;
        // Play (a): a player behind an opponent who has the target does not stop.
        if behind {
            turn.phase = Phase::MustFight;
        }
        let decisions = &self.shared.decisions[usize::from(self.position.may_be_challenged())];
        let action = decisions.get(decision, &turn, || self.search(decision, &turn));
        action.into()
    }
}

impl TreeTurn {
    /// The action of the fixed plays (b) and (c) where they apply; (a) is `behind`.
    fn fixed_play(&self, decision: Decision, turn: &Turn) -> Option<Action> {
        let challenge = self.shared.rules.challenge;
        let other = self.position.other();
        match decision {
            Decision::Move => None,
            Decision::Challenge => {
                let stop_wins = self.wins(Seat::SECOND, turn.at_stake, 0);
                (other == Seat::FIRST && stop_wins).then_some(Action::Challenge)
            }
            Decision::Answer => {
                let kept = challenge.declined_share.of(turn.at_stake);
                self.wins(other, kept, challenge.bonus).then_some(Action::Accept)
            }
        }
    }

    /// Whether play (a) applies: the opponent has the target and is not passed yet.
    fn behind(&self, turn: &Turn) -> bool {
        match self.position.stage {
            Stage::Chase { lead } => lead >= 0 && i64::from(turn.at_stake) <= i64::from(lead),
            _ => false,
        }
    }

    fn search(&self, decision: Decision, turn: &Turn) -> Action {
        let fights = self.shared.fights;
        let mut search =
            Search { shared: &self.shared, position: &self.position, known: HashMap::new() };
        match decision {
            Decision::Move => {
                let (dragon, value) = search.best_fight(turn, fights);
                if turn.phase == Phase::MayStop && search.stop(turn, fights) >= value {
                    return Action::Stop;
                }
                Action::fight(dragon)
            }
            Decision::Challenge => {
                let answer = search.decline(turn).max(search.accept(turn, fights));
                if answer < turn.at_stake.into() { Action::Challenge } else { Action::LetStop }
            }
            Decision::Answer => {
                if search.accept(turn, fights) > search.decline(turn) {
                    Action::Accept
                } else {
                    Action::Decline
                }
            }
        }
    }
}
