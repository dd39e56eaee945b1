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

use super::{After, Place, TurnGraph, TurnValue, Workspace};
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
pub(crate) enum TurnPlay {
    /// Optimally.
    Optimal,
    /// By a policy.
    As(Arc<dyn TurnPolicy>),
}

/// A state of the turn.
#[derive(Clone, Copy)]
struct At<'a> {
    /// Whether a challenge was accepted.
    accepted: bool,
    /// Its number in the graph, or [`BEYOND`].
    state: usize,
    place: &'a Place,
}

/// The number of a state beyond those of the graph. A fight in it ends the turn.
const BEYOND: usize = usize::MAX;

/// The evaluation of a turn that begins in a position.
pub(crate) struct BackwardPass<'a, A: After<V>, V: TurnValue = Linear> {
    /// The states of turns.
    graph: &'a TurnGraph,
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
    pub(crate) fn new(
        graph: &'a TurnGraph,
        mover: Seat,
        may_be_challenged: bool,
        plays: [TurnPlay; 2],
        after: A,
        workspace: &'a Workspace<V>,
    ) -> Self {
        let [mover_play, other_play] = plays;
        let mut pass = Self {
            graph,
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
    pub(crate) fn reconsider(&mut self, change: impl FnOnce(&mut A)) {
        change(&mut self.after);
        self.workspace.moves[0].clear();
        self.workspace.stands[0].clear();
        self.settle_defeats();
    }

    fn settle_defeats(&mut self) {
        let bonus = self.graph.rules().challenge.bonus;
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
    pub(crate) fn value(&self) -> V {
        self.must_fight(self.at(false, self.graph.start()))
    }

    /// The decision of a policy, which is asked only once.
    fn decided(&self, policy: &Arc<dyn TurnPolicy>, at: At<'_>, phase: Phase) -> Choice {
        let (kind, decision) = match phase {
            Phase::Asked(_) => (0, Decision::Challenge),
            Phase::Challenged => (1, Decision::Answer),
            _ => (2 + usize::from(at.accepted), Decision::Move),
        };
        let Place { at_stake, alive, dice, .. } = *at.place;
        let challenged = at.accepted || phase == Phase::Challenged;
        let challenger = challenged.then(|| self.challenger());
        let turn = Turn { at_stake, alive, dice, challenger, phase };
        // A state can require a fight or allow a stop; only the latter is remembered.
        if phase == Phase::MustFight {
            return legal(policy.decide(decision, &turn), &turn);
        }
        let memo = &self.workspace.decisions[kind];
        if let Some(Some(choice)) = memo.get(at.state) {
            return choice;
        }
        let choice = legal(policy.decide(decision, &turn), &turn);
        memo.set(at.state, Some(choice));
        choice
    }

    /// The state of this number.
    #[inline]
    fn at(&self, accepted: bool, state: usize) -> At<'_> {
        At { accepted, state, place: &self.graph.places(accepted)[state] }
    }

    /// The same state after accepting a challenge.
    fn on_accepting<'b>(&'b self, at: At<'b>) -> At<'b> {
        match at.state {
            BEYOND => At { accepted: true, ..at },
            state => self.at(true, self.graph.on_accepting(state)),
        }
    }

    fn challenger(&self) -> Seat {
        self.mover.next(2)
    }

    fn defeat(&self, accepted: bool) -> V {
        self.defeats[usize::from(accepted)]
    }

    /// The value where the mover has to fight.
    fn must_fight(&self, at: At<'_>) -> V {
        match &self.mover_play {
            TurnPlay::Optimal => self.best_fight(at, V::none()),
            TurnPlay::As(policy) => match self.decided(policy, at, Phase::MustFight) {
                Choice::Take(action) => self.act(at, action),
                Choice::Uniform => self.any_fight(at, None),
            },
        }
    }

    /// The value where the mover has slain a dragon and may stop, which is not known yet.
    fn may_stop(&self, at: At<'_>) -> V {
        let value = match &self.mover_play {
            _ if !self.graph.may_fight(at.place.at_stake) => self.stop_at_cap(at),
            TurnPlay::Optimal => self.best_fight(at, self.stop(at)),
            TurnPlay::As(policy) => match self.decided(policy, at, Phase::MayStop) {
                Choice::Take(action) => self.act(at, action),
                Choice::Uniform => self.any_fight(at, Some(self.stop(at))),
            },
        };
        self.workspace.moves[usize::from(at.accepted)].set(at.state, value);
        value
    }

    /// The value at the cap, where the mover stops; notes in the workspace if another
    /// decision may be better.
    fn stop_at_cap(&self, at: At<'_>) -> V {
        let stop = self.stop(at);
        let goes_on = match &self.mover_play {
            TurnPlay::Optimal => {
                let mut alive = at.place.alive.iter();
                match alive.try_fold(stop, |stop, dragon| self.settled(stop, at, dragon)) {
                    Some(settled) => return settled,
                    None => true,
                }
            }
            TurnPlay::As(policy) => {
                let choice = self.decided(policy, at, Phase::MayStop);
                matches!(choice, Choice::Take(Action::Fight(_)) | Choice::Uniform)
            }
        };
        if !goes_on {
            return stop;
        }
        self.workspace.capped.set(true);
        if !self.graph.open {
            return stop;
        }
        let [lost, won] = self.extremes;
        match &self.mover_play {
            TurnPlay::As(_) => stop.cut_off(lost, won),
            TurnPlay::Optimal => {
                let fight = |dragon| {
                    let left = self.graph.odds().dice_left(dragon, at.place.dice);
                    self.defeat(at.accepted) * left[0] + won * left[1..].iter().sum()
                };
                let most = at.place.alive.iter().map(fight).fold(stop, V::better);
                // The mover may also fight on until it is defeated.
                stop.cut_off(stop.better(self.defeat(at.accepted)), most)
            }
        }
    }

    /// The better of `value` and a fight with this dragon, if that is known without
    /// evaluating the fight.
    #[inline]
    fn settled(&self, value: V, at: At<'_>, dragon: usize) -> Option<V> {
        let lost = self.graph.odds().dice_left(dragon, at.place.dice)[0];
        value.settled(lost, self.defeat(at.accepted), self.extremes[1])
    }

    fn act(&self, at: At<'_>, action: Action) -> V {
        match action {
            Action::Fight(dragon) => self.fight(at, dragon.into()),
            _ => self.stop(at),
        }
    }

    /// The mean of all fights and, if given, `stop`.
    fn any_fight(&self, at: At<'_>, stop: Option<V>) -> V {
        let fights = at.place.alive.iter().map(|dragon| self.fight(at, dragon));
        let sum = fights.chain(stop).fold(V::default(), Add::add);
        sum * (1.0 / (at.place.alive.len() + usize::from(stop.is_some())) as f64)
    }

    /// The better of `best` and the best fight.
    fn best_fight(&self, at: At<'_>, mut best: V) -> V {
        for dragon in at.place.alive.iter() {
            best = (self.settled(best, at, dragon))
                .unwrap_or_else(|| best.better(self.fight(at, dragon)));
        }
        best
    }

    fn fight(&self, at: At<'_>, dragon: usize) -> V {
        self.workspace.fights.update(|fights| fights + 1);
        let left = self.graph.odds().dice_left(dragon, at.place.dice);
        let Some(with_one_die) = at.place.slain(dragon) else {
            return self.last_fight(at.place, dragon, left);
        };
        let known = &self.workspace.moves[usize::from(at.accepted)];
        let mut value = self.defeat(at.accepted) * left[0];
        for (fewer, &chance) in left[1..].iter().enumerate() {
            if chance > 0.0 {
                let slain = with_one_die + fewer;
                let after =
                    known.get(slain).unwrap_or_else(|| self.may_stop(self.at(at.accepted, slain)));
                value = value + after * chance;
            }
        }
        value
    }

    /// A fight beyond the cap, to which an accepted challenge obliges, and after which the mover
    /// stops.
    #[cold]
    fn last_fight(&self, place: &Place, dragon: usize, left: &[f64]) -> V {
        let rules = self.graph.rules();
        let (points, _) = rules.slay(place.at_stake, place.alive, dragon, true);
        let stop = self.after.value(points, 0, true);
        let possible = left[1..].iter().filter(|chance| **chance > 0.0);
        possible.fold(self.defeat(true) * left[0], |value, &chance| value + stop * chance)
    }

    /// The value of declaring a stop.
    fn stop(&self, at: At<'_>) -> V {
        let stands = self.stands(at);
        if at.accepted || !self.may_be_challenged {
            return stands;
        }
        match &self.other_play {
            TurnPlay::Optimal => stands.worse(self.challenged(at)),
            TurnPlay::As(policy) => {
                match self.decided(policy, at, Phase::Asked(self.challenger())) {
                    Choice::Take(Action::Challenge) => self.challenged(at),
                    Choice::Take(_) => stands,
                    Choice::Uniform => (stands + self.challenged(at)) * 0.5,
                }
            }
        }
    }

    /// The value of a stop that is not challenged.
    fn stands(&self, at: At<'_>) -> V {
        let memo = &self.workspace.stands[usize::from(at.accepted)];
        let points = at.place.at_stake;
        memo.get(points as usize).unwrap_or_else(|| {
            let value = self.after.value(points, 0, at.accepted);
            memo.set(points as usize, value);
            value
        })
    }

    /// The value of a stop that is challenged.
    fn challenged(&self, at: At<'_>) -> V {
        if let Some(value) = self.workspace.challenged.get(at.state) {
            return value;
        }
        let value = match &self.mover_play {
            TurnPlay::Optimal => self.best_fight(self.on_accepting(at), self.decline(at)),
            TurnPlay::As(policy) => match self.decided(policy, at, Phase::Challenged) {
                Choice::Take(Action::Accept) => self.accept(at),
                Choice::Take(_) => self.decline(at),
                Choice::Uniform => (self.accept(at) + self.decline(at)) * 0.5,
            },
        };
        self.workspace.challenged.set(at.state, value);
        value
    }

    fn accept(&self, at: At<'_>) -> V {
        self.must_fight(self.on_accepting(at))
    }

    fn decline(&self, at: At<'_>) -> V {
        let challenge = &self.graph.rules().challenge;
        let kept = challenge.declined_share.of(at.place.at_stake);
        self.after.value(kept, challenge.bonus, true)
    }
}

impl<A: After> BackwardPass<'_, A> {
    /// Every action in a state of the turn, in the order of the rules, with its value. At the
    /// cap or beyond, where the mover may stop, that is only the stop.
    #[must_use]
    pub(crate) fn actions(&self, turn: &Turn) -> Vec<ActionValue> {
        let accepted = turn.challenger.is_some() && turn.phase != Phase::Challenged;
        let beyond = Place::of(turn);
        let at = match self.graph.place(turn, accepted) {
            Some(state) => self.at(accepted, state),
            None => At { accepted, state: BEYOND, place: &beyond },
        };
        let value = |action, value: Linear| ActionValue { action, mover_wins: value.value };
        let fights = || {
            let fight = |dragon| value(Action::fight(dragon), self.fight(at, dragon));
            turn.alive.iter().map(fight)
        };
        match turn.phase {
            Phase::MayStop if !self.graph.may_fight(turn.at_stake) => {
                vec![value(Action::Stop, self.stop(at))]
            }
            Phase::MustFight => fights().collect(),
            Phase::MayStop => fights().chain([value(Action::Stop, self.stop(at))]).collect(),
            Phase::Asked(_) => vec![
                value(Action::Challenge, self.challenged(at)),
                value(Action::LetStop, self.after.value(turn.at_stake, 0, false)),
            ],
            Phase::Challenged => vec![
                value(Action::Accept, self.accept(at)),
                value(Action::Decline, self.decline(at)),
            ],
            Phase::Fighting { .. } | Phase::Over { .. } => Vec::new(),
        }
    }
}
