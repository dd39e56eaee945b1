//! One turn of Dragon Slayer, evaluated without dice.
//!
//! Within a turn the points at stake only grow, so its states form a tree that
//! meets itself, and each is evaluated once. All values are the mover's chance
//! of winning. What comes after the turn is given as a function; only turns
//! that score nothing, and ties, may depend on the anchor of a cycle.
//!
//! Best play stops without looking further where no fight can gain: going on is
//! worth at most 1 less the chance of a defeat, times what the defeat costs.

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;

use super::fixed_point::Linear;
use super::odds::FightOdds;
use super::policy::{Decision, TurnPolicy};
use crate::games::Seat;
use crate::games::dragon_slayer::{Action, DragonSet, Phase, Rules, Turn};

/// What is needed of the rules for any turn.
#[derive(Clone, Debug)]
pub struct Turns {
    pub(super) rules: Rules,
    odds: FightOdds,
    /// Points at stake at which every turn is stopped.
    pub(super) cap: u32,
    /// All points at stake are multiples of this.
    step: u32,
    /// The points of each dragon in steps.
    steps: Vec<u32>,
}

/// An action with the mover's chance of winning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActionValue {
    /// The action.
    pub action: Action,
    /// Of the mover, whoever decides.
    pub mover_wins: f64,
}

/// How one seat decides in a turn.
#[derive(Clone)]
pub enum TurnPlay {
    /// For the best value.
    Best,
    /// As a policy says.
    As(Arc<dyn TurnPolicy>),
}

/// What comes after a turn, as the mover's chance of winning.
pub trait After {
    /// The turn brought the mover `points` and the other seat `bonus`, which
    /// has spent a token if `challenged`.
    fn value(&self, points: u32, bonus: u32, challenged: bool) -> Linear;
}

impl Turns {
    /// Turns are stopped at `cap` points at stake.
    #[must_use]
    pub fn new(rules: &Rules, cap: u32) -> Self {
        let divisor = |a, b| {
            let (mut a, mut b): (u32, u32) = (a, b);
            while b > 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        let points = || rules.dragons.iter().map(|dragon| dragon.points);
        let step = points().fold(0, divisor);
        Self {
            rules: rules.clone(),
            odds: FightOdds::new(rules),
            cap,
            step,
            steps: points().map(|points| points / step).collect(),
        }
    }

    /// Whether some fight can be lost, so that a turn cannot go on for ever.
    #[must_use]
    pub fn can_be_lost(&self) -> bool {
        (0..self.rules.dragons.len())
            .any(|dragon| self.odds.law(dragon, self.rules.warrior.dice)[0] > 0.0)
    }

    /// No turn has more points at stake: the last fight before the cap brings it
    /// past, and an accepted challenge demands one more.
    pub(super) fn most_points(&self) -> u32 {
        let points = self.rules.dragons.iter().map(|dragon| dragon.points).max();
        self.cap + points.unwrap_or(0) + self.largest_step()
    }

    /// The most that one fight brings.
    fn largest_step(&self) -> u32 {
        let points = self.rules.dragons.iter().map(|dragon| dragon.points).max();
        self.rules.challenge.accepted_factor * points.unwrap_or(0)
    }

    fn states(&self) -> usize {
        let most = self.most_points();
        let sets = 1 << self.rules.dragons.len();
        (most / self.step + 1) as usize * sets * usize::from(self.rules.warrior.dice)
    }
}

/// A state within a turn in which the mover is to move.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Points at stake, in [`Turns::step`].
    steps: u32,
    alive: DragonSet,
    dice: u8,
    /// A challenge was accepted.
    accepted: bool,
}

impl Node {
    fn turn(self, step: u32, challenger: Seat, phase: Phase) -> Turn {
        Turn {
            at_stake: self.steps * step,
            alive: self.alive,
            dice: self.dice,
            challenger: self.accepted.then_some(challenger),
            phase,
        }
    }
}

/// Things that were worked out already, as long as their generation is current.
struct Memo<T> {
    generation: Cell<u32>,
    entries: Vec<Cell<(u32, T)>>,
}

impl<T: Copy + Default> Memo<T> {
    fn new(states: usize) -> Self {
        Self {
            generation: Cell::new(1),
            entries: vec![Cell::new((0, T::default())); states],
        }
    }

    fn get(&self, index: usize) -> Option<T> {
        let (generation, value) = self.entries[index].get();
        (generation == self.generation.get()).then_some(value)
    }

    fn set(&self, index: usize, value: T) {
        self.entries[index].set((self.generation.get(), value));
    }

    fn clear(&self) {
        self.generation.set(self.generation.get() + 1);
    }
}

/// The memory of evaluations, to be used again from turn to turn.
pub struct Workspace {
    /// Where the mover may stop, before and after a challenge; and what a
    /// challenge makes of a stop.
    moves: Memo<Linear>,
    accepted: Memo<Linear>,
    challenged: Memo<Linear>,
    /// What a stop is worth that stands, by points, before and after a challenge.
    stands: [Memo<Linear>; 2],
    /// Whether the cap stopped a turn that might have gone on.
    capped: Cell<bool>,
    /// What policies decided, by kind of decision.
    decisions: [Memo<Option<Action>>; 4],
}

impl fmt::Debug for Workspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Workspace")
    }
}

impl Workspace {
    /// For turns of these rules.
    #[must_use]
    pub fn new(turns: &Turns) -> Self {
        let states = turns.states();
        Self {
            moves: Memo::new(states),
            accepted: Memo::new(states),
            challenged: Memo::new(states),
            stands: [(); 2].map(|()| Memo::new(states)),
            capped: Cell::new(false),
            decisions: [(); 4].map(|()| Memo::new(states)),
        }
    }

    /// Forgets everything: another position begins.
    pub fn clear(&self) {
        self.moves.clear();
        self.accepted.clear();
        self.challenged.clear();
        self.stands.iter().for_each(Memo::clear);
        self.decisions.iter().for_each(Memo::clear);
        self.capped.set(false);
    }

    /// Whether a turn evaluated since the last clearing was stopped by the cap
    /// though going on might have been better, or a policy wanted to.
    #[must_use]
    pub fn capped(&self) -> bool {
        self.capped.get()
    }
}

/// A turn that begins in some position.
pub struct TurnTree<'a, A: After> {
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
    /// What comes after.
    pub(super) after: A,
    /// What was computed already.
    workspace: &'a Workspace,
    /// What a defeat is worth, before and after accepting a challenge.
    defeats: [Linear; 2],
}

impl<'a, A: After> TurnTree<'a, A> {
    /// A turn of `mover` by these plays of the mover and the other seat. The
    /// workspace is clear, or knows the same turn by the same plays.
    #[must_use]
    pub fn new(
        turns: &'a Turns,
        mover: Seat,
        may_be_challenged: bool,
        plays: [TurnPlay; 2],
        after: A,
        workspace: &'a Workspace,
    ) -> Self {
        let [mover_play, other_play] = plays;
        let mut tree = Self {
            turns,
            mover,
            may_be_challenged,
            mover_play,
            other_play,
            after,
            workspace,
            defeats: [Linear::default(); 2],
        };
        tree.settle_defeats();
        tree
    }

    /// Changes what comes after where no token is spent.
    pub fn reconsider(&mut self, change: impl FnOnce(&mut A)) {
        change(&mut self.after);
        self.workspace.moves.clear();
        self.workspace.stands[0].clear();
        self.settle_defeats();
    }

    fn settle_defeats(&mut self) {
        let bonus = self.turns.rules.challenge.bonus;
        self.defeats[0] = self.after.value(0, 0, false);
        // Without a token in the other hand this is never looked at.
        if self.may_be_challenged {
            self.defeats[1] = self.after.value(0, bonus, true);
        }
    }

    /// The value of the whole turn.
    #[must_use]
    pub fn value(&self) -> Linear {
        let rules = &self.turns.rules;
        self.must_fight(Node {
            steps: 0,
            alive: DragonSet::all(rules.dragons.len()),
            dice: rules.warrior.dice,
            accepted: false,
        })
    }

    /// Every action of the decision in a turn's state, in the rules' order,
    /// with its value. From the cap on, that is to stop; beyond what a turn
    /// under the cap can reach, there is none.
    #[must_use]
    pub fn actions(&self, turn: &Turn) -> Vec<ActionValue> {
        let node = Node {
            steps: turn.at_stake / self.turns.step,
            alive: turn.alive,
            dice: turn.dice,
            accepted: turn.challenger.is_some(),
        };
        let value = |action, value: Linear| ActionValue {
            action,
            mover_wins: value.value,
        };
        let fights = || {
            let fight = |dragon| value(Action::Fight(dragon as u8), self.fight(node, dragon));
            node.alive.iter().map(fight)
        };
        let reach = self.turns.most_points() - self.turns.largest_step();
        match turn.phase {
            _ if turn.at_stake > reach => Vec::new(),
            Phase::MayStop if turn.at_stake >= self.turns.cap => {
                vec![value(Action::Stop, self.stop(node))]
            }
            Phase::MustFight => fights().collect(),
            Phase::MayStop => fights()
                .chain([value(Action::Stop, self.stop(node))])
                .collect(),
            Phase::Asked(_) => vec![
                value(Action::Challenge, self.challenged(node)),
                value(
                    Action::LetStop,
                    self.after.value(self.at_stake(node), 0, false),
                ),
            ],
            Phase::Challenged => vec![
                value(Action::Accept, self.accept(node)),
                value(Action::Decline, self.decline(node)),
            ],
            Phase::Fighting { .. } | Phase::Over { .. } => Vec::new(),
        }
    }

    fn at_stake(&self, node: Node) -> u32 {
        node.steps * self.turns.step
    }

    fn index(&self, node: Node) -> usize {
        let sets = 1 << self.turns.rules.dragons.len();
        let dice = usize::from(self.turns.rules.warrior.dice);
        (node.steps as usize * sets + node.alive.index()) * dice + usize::from(node.dice) - 1
    }

    fn known_move(&self, accepted: bool, index: usize) -> Option<Linear> {
        if accepted {
            self.workspace.accepted.get(index)
        } else {
            self.workspace.moves.get(index)
        }
    }

    /// What a policy decides, asked once.
    fn decided(&self, policy: &Arc<dyn TurnPolicy>, node: Node, phase: Phase) -> Action {
        let (kind, decision) = match phase {
            Phase::Asked(_) => (0, Decision::Challenge),
            Phase::Challenged => (1, Decision::Answer),
            _ => (2 + usize::from(node.accepted), Decision::Move),
        };
        let mut turn = node.turn(self.turns.step, self.challenger(), phase);
        if phase == Phase::Challenged {
            turn.challenger = Some(self.challenger());
        }
        // The same points may have to be fought with and may be stopped at.
        if phase == Phase::MustFight {
            return policy.decide(decision, &turn);
        }
        let memo = &self.workspace.decisions[kind];
        let index = self.index(node);
        if let Some(Some(action)) = memo.get(index) {
            return action;
        }
        let action = policy.decide(decision, &turn);
        memo.set(index, Some(action));
        action
    }

    fn challenger(&self) -> Seat {
        self.mover.next(2)
    }

    fn defeat(&self, accepted: bool) -> Linear {
        self.defeats[usize::from(accepted)]
    }

    /// The mover has to fight.
    fn must_fight(&self, node: Node) -> Linear {
        match &self.mover_play {
            TurnPlay::Best => self.best_fight(node, Linear::known(f64::NEG_INFINITY)),
            TurnPlay::As(policy) => self.act(node, self.decided(policy, node, Phase::MustFight)),
        }
    }

    /// The mover has slain something and may stop; not known yet.
    fn may_stop(&self, node: Node) -> Linear {
        let index = self.index(node);
        let value = match &self.mover_play {
            _ if self.at_stake(node) >= self.turns.cap => self.stop_at_cap(node),
            TurnPlay::Best => self.best_fight(node, self.stop(node)),
            TurnPlay::As(policy) => self.act(node, self.decided(policy, node, Phase::MayStop)),
        };
        let memo = if node.accepted {
            &self.workspace.accepted
        } else {
            &self.workspace.moves
        };
        memo.set(index, value);
        value
    }

    /// Stops, and says so if that may be wrong.
    fn stop_at_cap(&self, node: Node) -> Linear {
        let stop = self.stop(node);
        let goes_on = match &self.mover_play {
            TurnPlay::Best => {
                let mut alive = node.alive.iter();
                alive.any(|dragon| self.may_beat(stop.value, node, dragon))
            }
            TurnPlay::As(policy) => {
                let action = self.decided(policy, node, Phase::MayStop);
                matches!(action, Action::Fight(_))
            }
        };
        if goes_on {
            self.workspace.capped.set(true);
        }
        stop
    }

    /// Whether fighting this dragon may be worth more than `value`: going on is
    /// worth at most 1, less what a defeat costs.
    fn may_beat(&self, value: f64, node: Node, dragon: usize) -> bool {
        let cost = 1.0 - self.defeat(node.accepted).value;
        value < 1.0 - self.turns.odds.law(dragon, node.dice)[0] * cost
    }

    fn act(&self, node: Node, action: Action) -> Linear {
        match action {
            Action::Fight(dragon) => self.fight(node, dragon.into()),
            _ => self.stop(node),
        }
    }

    /// The better of `best` and the best fight.
    fn best_fight(&self, node: Node, mut best: Linear) -> Linear {
        for dragon in node.alive.iter() {
            if !self.may_beat(best.value, node, dragon) {
                continue;
            }
            let fight = self.fight(node, dragon);
            if fight.value > best.value {
                best = fight;
            }
        }
        best
    }

    fn fight(&self, node: Node, dragon: usize) -> Linear {
        let rules = &self.turns.rules;
        let law = self.turns.odds.law(dragon, node.dice);
        let factor = if node.accepted {
            rules.challenge.accepted_factor
        } else {
            1
        };
        let mut slain = Node {
            steps: node.steps + factor * self.turns.steps[dragon],
            alive: node.alive.after_slaying(dragon, rules.dragons.len()),
            dice: 1,
            accepted: node.accepted,
        };
        let with_one_die = self.index(slain);
        let mut value = self.defeat(node.accepted) * law[0];
        for (fewer, &chance) in law[1..].iter().enumerate() {
            if chance > 0.0 {
                slain.dice = fewer as u8 + 1;
                let after = (self.known_move(node.accepted, with_one_die + fewer))
                    .unwrap_or_else(|| self.may_stop(slain));
                value = value + after * chance;
            }
        }
        value
    }

    /// The mover declares a stop.
    fn stop(&self, node: Node) -> Linear {
        let stands = self.stands(node);
        if node.accepted || !self.may_be_challenged {
            return stands;
        }
        match &self.other_play {
            TurnPlay::Best => {
                let challenged = self.challenged(node);
                if challenged.value < stands.value {
                    challenged
                } else {
                    stands
                }
            }
            TurnPlay::As(policy) => {
                match self.decided(policy, node, Phase::Asked(self.challenger())) {
                    Action::Challenge => self.challenged(node),
                    _ => stands,
                }
            }
        }
    }

    /// A stop that nobody challenges.
    fn stands(&self, node: Node) -> Linear {
        let memo = &self.workspace.stands[usize::from(node.accepted)];
        memo.get(node.steps as usize).unwrap_or_else(|| {
            let value = self.after.value(self.at_stake(node), 0, node.accepted);
            memo.set(node.steps as usize, value);
            value
        })
    }

    /// The other seat challenged.
    fn challenged(&self, node: Node) -> Linear {
        let index = self.index(node);
        if let Some(value) = self.workspace.challenged.get(index) {
            return value;
        }
        let value = match &self.mover_play {
            TurnPlay::Best => {
                let accepted = Node {
                    accepted: true,
                    ..node
                };
                self.best_fight(accepted, self.decline(node))
            }
            TurnPlay::As(policy) => match self.decided(policy, node, Phase::Challenged) {
                Action::Accept => self.accept(node),
                _ => self.decline(node),
            },
        };
        self.workspace.challenged.set(index, value);
        value
    }

    fn accept(&self, node: Node) -> Linear {
        self.must_fight(Node {
            accepted: true,
            ..node
        })
    }

    fn decline(&self, node: Node) -> Linear {
        let challenge = &self.turns.rules.challenge;
        let kept = challenge.declined_share.of(self.at_stake(node));
        self.after.value(kept, challenge.bonus, true)
    }
}
