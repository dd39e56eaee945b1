//! The backward pass through a turn in which the mover, the other seat or both play
//! optimally.
//!
//! All values are the mover's win probability. Only turns that score nothing, and ties,
//! may depend on the anchor of a cycle.
//!
//! Where no fight can gain, optimal play stops without evaluating the fights: a fight is
//! worth at most 1 minus the probability of a defeat times the cost of the defeat.

use std::ops::Add;
use std::sync::Arc;

use super::node::Node;
use super::{After, TurnValue, Turns, Workspace};
use crate::solver::policy::{Choice, Decision, TurnPolicy, legal};
use crate::{Action, Phase, Turn};
use rivals_core::play::Seat;
use rivals_core::search::Linear;

/// An action with the mover's win probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActionValue {
    /// The action.
    pub action: Action,
    /// The mover's win probability, even if the other seat decides.
    pub mover_wins: f64,
}

/// How one seat decides in a turn.
#[derive(Clone)]
pub enum TurnPlay {
    /// Optimally.
    Optimal,
    /// By a policy.
    As(Arc<dyn TurnPolicy>),
}

/// The evaluation of a turn that begins in a position.
pub struct BackwardPass<'a, A: After<V>, V: TurnValue = Linear> {
    /// Rules and odds.
    turns: &'a Turns,
    /// Whose turn it is.
    mover: Seat,
    /// Whether the other seat has a token.
    may_be_challenged: bool,
    /// How the mover decides.
    mover_play: TurnPlay,
    /// How the other seat decides.
    other_play: TurnPlay,
    /// The values after the turn.
    pub(in crate::solver) after: A,
    /// The values that were already computed.
    workspace: &'a Workspace<V>,
    /// The value of a defeat, before and after accepting a challenge.
    defeats: [V; 2],
    /// The values of a lost and of a won game.
    extremes: [V; 2],
}

impl<'a, A: After<V>, V: TurnValue> BackwardPass<'a, A, V> {
    /// A turn of `mover`, with the plays of the mover and of the other seat. The workspace is
    /// empty, or has values of the same turn with the same plays.
    #[must_use]
    pub fn new(
        turns: &'a Turns,
        mover: Seat,
        may_be_challenged: bool,
        plays: [TurnPlay; 2],
        after: A,
        workspace: &'a Workspace<V>,
    ) -> Self {
        let [mover_play, other_play] = plays;
        let mut pass = Self {
            turns,
            mover,
            may_be_challenged,
            mover_play,
            other_play,
            extremes: after.extremes(),
            after,
            workspace,
            defeats: [V::default(); 2],
        };
        pass.settle_defeats();
        pass
    }

    /// Changes the values after turns in which no token is spent.
    pub fn reconsider(&mut self, change: impl FnOnce(&mut A)) {
        change(&mut self.after);
        self.workspace.moves[0].clear();
        self.workspace.stands[0].clear();
        self.settle_defeats();
    }

    fn settle_defeats(&mut self) {
        let bonus = self.turns.rules.challenge.bonus;
        self.defeats[0] = self.after.value(0, 0, false);
        // This value is not used if the other seat has no token.
        if self.may_be_challenged {
            self.defeats[1] = self.after.value(0, bonus, true);
        }
    }

    /// The value of the whole turn.
    ///
    /// # Panics
    /// If a policy chooses what the rules do not allow.
    #[must_use]
    pub fn value(&self) -> V {
        self.must_fight(Node::start(&self.turns.rules))
    }

    /// The decision of a policy, which is asked only once.
    fn decided(&self, policy: &Arc<dyn TurnPolicy>, node: Node, phase: Phase) -> Choice {
        let (kind, decision) = match phase {
            Phase::Asked(_) => (0, Decision::Challenge),
            Phase::Challenged => (1, Decision::Answer),
            _ => (2 + usize::from(node.accepted), Decision::Move),
        };
        let turn = node.turn(self.turns.step, self.challenger(), phase);
        // A node can require a fight or allow a stop; only the latter is remembered.
        if phase == Phase::MustFight {
            return legal(policy.decide(decision, &turn), &turn);
        }
        let memo = &self.workspace.decisions[kind];
        let index = self.turns.index(node);
        if let Some(Some(choice)) = memo.get(index) {
            return choice;
        }
        let choice = legal(policy.decide(decision, &turn), &turn);
        memo.set(index, Some(choice));
        choice
    }

    fn challenger(&self) -> Seat {
        self.mover.next(2)
    }

    fn defeat(&self, accepted: bool) -> V {
        self.defeats[usize::from(accepted)]
    }

    /// The value where the mover has to fight.
    fn must_fight(&self, node: Node) -> V {
        match &self.mover_play {
            TurnPlay::Optimal => self.best_fight(node, V::none()),
            TurnPlay::As(policy) => match self.decided(policy, node, Phase::MustFight) {
                Choice::Take(action) => self.act(node, action),
                Choice::Uniform => self.any_fight(node, None),
            },
        }
    }

    /// The value where the mover has slain a dragon and may stop, which is not known yet.
    fn may_stop(&self, node: Node) -> V {
        let index = self.turns.index(node);
        let value = match &self.mover_play {
            _ if self.turns.at_stake(node) >= self.turns.cap => self.stop_at_cap(node),
            TurnPlay::Optimal => self.best_fight(node, self.stop(node)),
            TurnPlay::As(policy) => match self.decided(policy, node, Phase::MayStop) {
                Choice::Take(action) => self.act(node, action),
                Choice::Uniform => self.any_fight(node, Some(self.stop(node))),
            },
        };
        self.workspace.moves[usize::from(node.accepted)].set(index, value);
        value
    }

    /// The value at the cap, where the mover stops; notes in the workspace if another
    /// decision may be better.
    fn stop_at_cap(&self, node: Node) -> V {
        let stop = self.stop(node);
        let goes_on = match &self.mover_play {
            TurnPlay::Optimal => {
                let mut alive = node.alive.iter();
                match alive.try_fold(stop, |stop, dragon| self.settled(stop, node, dragon)) {
                    Some(settled) => return settled,
                    None => true,
                }
            }
            TurnPlay::As(policy) => {
                let choice = self.decided(policy, node, Phase::MayStop);
                matches!(choice, Choice::Take(Action::Fight(_)) | Choice::Uniform)
            }
        };
        if !goes_on {
            return stop;
        }
        self.workspace.capped.set(true);
        if !self.turns.open {
            return stop;
        }
        let [lost, won] = self.extremes;
        match &self.mover_play {
            TurnPlay::As(_) => stop.cut_off(lost, won),
            TurnPlay::Optimal => {
                let fight = |dragon| {
                    let left = self.turns.odds.dice_left(dragon, node.dice);
                    self.defeat(node.accepted) * left[0] + won * left[1..].iter().sum()
                };
                let most = node.alive.iter().map(fight).fold(stop, V::better);
                // The mover may also fight on until it is defeated.
                stop.cut_off(stop.better(self.defeat(node.accepted)), most)
            }
        }
    }

    /// The better of `value` and a fight with this dragon, if that is known without
    /// evaluating the fight.
    fn settled(&self, value: V, node: Node, dragon: usize) -> Option<V> {
        let lost = self.turns.odds.dice_left(dragon, node.dice)[0];
        value.settled(lost, self.defeat(node.accepted), self.extremes[1])
    }

    fn act(&self, node: Node, action: Action) -> V {
        match action {
            Action::Fight(dragon) => self.fight(node, dragon.into()),
            _ => self.stop(node),
        }
    }

    /// The mean of all fights and, if given, `stop`.
    fn any_fight(&self, node: Node, stop: Option<V>) -> V {
        let fights = node.alive.iter().map(|dragon| self.fight(node, dragon));
        let sum = fights.chain(stop).fold(V::default(), Add::add);
        sum * (1.0 / (node.alive.len() + usize::from(stop.is_some())) as f64)
    }

    /// The better of `best` and the best fight.
    fn best_fight(&self, node: Node, mut best: V) -> V {
        for dragon in node.alive.iter() {
            best = (self.settled(best, node, dragon))
                .unwrap_or_else(|| best.better(self.fight(node, dragon)));
        }
        best
    }

    fn fight(&self, node: Node, dragon: usize) -> V {
        self.workspace.fights.update(|fights| fights + 1);
        let left = self.turns.odds.dice_left(dragon, node.dice);
        let mut slain = self.turns.slain(node, dragon);
        let with_one_die = self.turns.index(slain);
        let known = &self.workspace.moves[usize::from(node.accepted)];
        let mut value = self.defeat(node.accepted) * left[0];
        for (fewer, &chance) in left[1..].iter().enumerate() {
            if chance > 0.0 {
                slain.dice = fewer as u8 + 1;
                let after =
                    (known.get(with_one_die + fewer)).unwrap_or_else(|| self.may_stop(slain));
                value = value + after * chance;
            }
        }
        value
    }

    /// The value of declaring a stop.
    fn stop(&self, node: Node) -> V {
        let stands = self.stands(node);
        if node.accepted || !self.may_be_challenged {
            return stands;
        }
        match &self.other_play {
            TurnPlay::Optimal => stands.worse(self.challenged(node)),
            TurnPlay::As(policy) => {
                match self.decided(policy, node, Phase::Asked(self.challenger())) {
                    Choice::Take(Action::Challenge) => self.challenged(node),
                    Choice::Take(_) => stands,
                    Choice::Uniform => (stands + self.challenged(node)) * 0.5,
                }
            }
        }
    }

    /// The value of a stop that is not challenged.
    fn stands(&self, node: Node) -> V {
        let memo = &self.workspace.stands[usize::from(node.accepted)];
        memo.get(node.steps as usize).unwrap_or_else(|| {
            let value = self.after.value(self.turns.at_stake(node), 0, node.accepted);
            memo.set(node.steps as usize, value);
            value
        })
    }

    /// The value of a stop that is challenged.
    fn challenged(&self, node: Node) -> V {
        let index = self.turns.index(node);
        if let Some(value) = self.workspace.challenged.get(index) {
            return value;
        }
        let value = match &self.mover_play {
            TurnPlay::Optimal => self.best_fight(node.accept(), self.decline(node)),
            TurnPlay::As(policy) => match self.decided(policy, node, Phase::Challenged) {
                Choice::Take(Action::Accept) => self.accept(node),
                Choice::Take(_) => self.decline(node),
                Choice::Uniform => (self.accept(node) + self.decline(node)) * 0.5,
            },
        };
        self.workspace.challenged.set(index, value);
        value
    }

    fn accept(&self, node: Node) -> V {
        self.must_fight(node.accept())
    }

    fn decline(&self, node: Node) -> V {
        let challenge = &self.turns.rules.challenge;
        let kept = challenge.declined_share.of(self.turns.at_stake(node));
        self.after.value(kept, challenge.bonus, true)
    }
}

impl<A: After> BackwardPass<'_, A> {
    /// Every action in a state of the turn, in the order of the rules, with its value. At the
    /// cap or beyond, where the mover may stop, that is only the stop.
    #[must_use]
    pub fn actions(&self, turn: &Turn) -> Vec<ActionValue> {
        let node = Node {
            steps: turn.at_stake / self.turns.step,
            alive: turn.alive,
            dice: turn.dice,
            accepted: turn.challenger.is_some(),
        };
        let value = |action, value: Linear| ActionValue { action, mover_wins: value.value };
        let fights = || {
            let fight = |dragon| value(Action::Fight(dragon as u8), self.fight(node, dragon));
            node.alive.iter().map(fight)
        };
        match turn.phase {
            Phase::MayStop if turn.at_stake >= self.turns.cap => {
                vec![value(Action::Stop, self.stop(node))]
            }
            Phase::MustFight => fights().collect(),
            Phase::MayStop => fights().chain([value(Action::Stop, self.stop(node))]).collect(),
            Phase::Asked(_) => vec![
                value(Action::Challenge, self.challenged(node)),
                value(Action::LetStop, self.after.value(self.turns.at_stake(node), 0, false)),
            ],
            Phase::Challenged => vec![
                value(Action::Accept, self.accept(node)),
                value(Action::Decline, self.decline(node)),
            ],
            Phase::Fighting { .. } | Phase::Over { .. } => Vec::new(),
        }
    }
}
