//! The forward pass through a turn in which both seats follow policies. It visits only
//! the states that their decisions lead to.
//!
//! It computes the probability of reaching each state. The turn's value is the sum over
//! its ends of their probability times the value after them. There may be many ends, so the
//! sums are compensated.

use super::node::Node;
use super::{After, Turns};
use crate::games::dragon_slayer::solver::policy::{Choice, Decision, TurnPolicy, legal};
use crate::games::dragon_slayer::solver::sum::Sum;
use crate::games::dragon_slayer::{Action, DragonSet, Phase};
use crate::play::Seat;
use crate::search::Linear;

/// The memory of forward passes through turns of the same rules.
#[derive(Debug)]
pub(crate) struct Walk {
    /// All nodes by index.
    nodes: Vec<Node>,
    /// The states that are still to be visited, before and after accepting a challenge.
    ahead: [Ahead; 2],
}

/// The states that are still to be visited.
#[derive(Debug)]
struct Ahead {
    /// The probability of reaching each state, by index; 0 for all states not in `states`.
    chances: Vec<f64>,
    /// A set of states: a bit for each, by index.
    states: Vec<u64>,
}

/// The result of a forward pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Walked {
    /// The mover's win probability.
    pub value: Linear,
    /// Whether the cap stopped a policy that would have fought on.
    pub capped: bool,
}

impl Ahead {
    fn new(nodes: usize) -> Self {
        Self {
            chances: vec![0.0; nodes],
            states: vec![0; nodes.div_ceil(64)],
        }
    }

    fn add(&mut self, index: usize, chance: f64) {
        self.chances[index] += chance;
        self.states[index / 64] |= 1 << (index % 64);
    }

    /// Removes and returns the first state in this word of the set.
    fn take(&mut self, word: usize) -> Option<(usize, f64)> {
        let states = &mut self.states[word];
        if *states == 0 {
            return None;
        }
        let index = word * 64 + states.trailing_zeros() as usize;
        *states &= *states - 1;
        Some((index, std::mem::take(&mut self.chances[index])))
    }
}

impl Walk {
    /// The memory for any turn of these rules.
    #[must_use]
    pub(crate) fn new(turns: &Turns) -> Self {
        let dice = usize::from(turns.rules.warrior.dice);
        let sets = 1 << turns.rules.dragons.len();
        let nodes = (0..turns.nodes()).map(|index| Node {
            steps: (index / dice / sets) as u32,
            alive: DragonSet::from_index(index / dice % sets),
            dice: (index % dice) as u8 + 1,
            accepted: false,
        });
        Self {
            nodes: nodes.collect(),
            ahead: [(); 2].map(|()| Ahead::new(turns.nodes())),
        }
    }

    /// The value of a turn of `mover` under the policies of the mover and of the other seat;
    /// the latter is none if that seat has no token.
    ///
    /// # Panics
    /// If a policy chooses what the rules do not allow.
    pub(crate) fn turn<P: TurnPolicy + ?Sized>(
        &mut self,
        turns: &Turns,
        mover: Seat,
        policy: &P,
        other: Option<&P>,
        after: &impl After,
    ) -> Walked {
        let bonus = turns.rules.challenge.bonus;
        let mut turn = TurnWalk {
            turns,
            walk: self,
            challenger: mover.next(2),
            policy,
            other,
            after,
            defeats: [Sum::default(); 2],
            value: Sum::default(),
            slope: Sum::default(),
            capped: false,
        };
        turn.must_fight(Node::start(&turns.rules), 1.0);
        // Fights lead to states with a larger index, and accepting a challenge leads from
        // the first set of states to the second.
        for accepted in [false, true] {
            for word in 0..turn.walk.ahead[0].states.len() {
                while let Some((index, chance)) = turn.walk.ahead[usize::from(accepted)].take(word)
                {
                    let node = Node {
                        accepted,
                        ..turn.walk.nodes[index]
                    };
                    turn.may_stop(node, chance);
                }
            }
        }
        let stops = Linear {
            value: turn.value.total(),
            slope: turn.slope.total(),
        };
        let [unchallenged, challenged] = turn.defeats.map(Sum::total);
        let mut value = stops + after.value(0, 0, false) * unchallenged;
        if challenged > 0.0 {
            value = value + after.value(0, bonus, true) * challenged;
        }
        Walked {
            value,
            capped: turn.capped,
        }
    }
}

/// A forward pass in progress.
struct TurnWalk<'w, P: ?Sized, A> {
    turns: &'w Turns,
    walk: &'w mut Walk,
    challenger: Seat,
    policy: &'w P,
    other: Option<&'w P>,
    after: &'w A,
    /// The probability of a defeat, before and after accepting a challenge.
    defeats: [Sum; 2],
    /// The sum over the ends so far, without defeats.
    value: Sum,
    /// The slope of that sum with respect to the anchor.
    slope: Sum,
    capped: bool,
}

impl<P: TurnPolicy + ?Sized, A: After> TurnWalk<'_, P, A> {
    fn decide(&self, policy: &P, decision: Decision, node: Node, phase: Phase) -> Choice {
        let turn = node.turn(self.turns.step, self.challenger, phase);
        legal(policy.decide(decision, &turn), &turn)
    }

    /// Adds an end with this value and probability.
    fn end(&mut self, value: Linear, chance: f64) {
        let Linear { value, slope } = value * chance;
        self.value.add(value);
        self.slope.add(slope);
    }

    fn must_fight(&mut self, node: Node, chance: f64) {
        match self.decide(self.policy, Decision::Move, node, Phase::MustFight) {
            Choice::Take(Action::Fight(dragon)) => self.fight(node, dragon.into(), chance),
            _ => self.any_fight(node, chance / node.alive.len() as f64),
        }
    }

    fn may_stop(&mut self, node: Node, chance: f64) {
        let choice = self.decide(self.policy, Decision::Move, node, Phase::MayStop);
        let stops = matches!(choice, Choice::Take(Action::Stop));
        if stops || self.turns.at_stake(node) >= self.turns.cap {
            self.capped |= !stops;
            return self.stop(node, chance);
        }
        match choice {
            Choice::Take(Action::Fight(dragon)) => self.fight(node, dragon.into(), chance),
            _ => {
                let share = chance / (node.alive.len() + 1) as f64;
                self.any_fight(node, share);
                self.stop(node, share);
            }
        }
    }

    /// Visits every fight, each with this probability.
    fn any_fight(&mut self, node: Node, chance: f64) {
        for dragon in node.alive.iter() {
            self.fight(node, dragon, chance);
        }
    }

    fn fight(&mut self, node: Node, dragon: usize, chance: f64) {
        let left = self.turns.odds.law(dragon, node.dice);
        self.defeats[usize::from(node.accepted)].add(chance * left[0]);
        let with_one_die = self.turns.index(self.turns.slain(node, dragon));
        let ahead = &mut self.walk.ahead[usize::from(node.accepted)];
        for (fewer, &share) in left[1..].iter().enumerate() {
            if share > 0.0 {
                ahead.add(with_one_die + fewer, chance * share);
            }
        }
    }

    fn stop(&mut self, node: Node, chance: f64) {
        let Some(other) = self.other.filter(|_| !node.accepted) else {
            return self.stands(node, chance);
        };
        match self.decide(
            other,
            Decision::Challenge,
            node,
            Phase::Asked(self.challenger),
        ) {
            Choice::Take(Action::Challenge) => self.challenged(node, chance),
            Choice::Take(_) => self.stands(node, chance),
            Choice::AnyAlike => {
                self.challenged(node, chance / 2.0);
                self.stands(node, chance / 2.0);
            }
        }
    }

    fn stands(&mut self, node: Node, chance: f64) {
        let points = self.turns.at_stake(node);
        self.end(self.after.value(points, 0, node.accepted), chance);
    }

    fn challenged(&mut self, node: Node, chance: f64) {
        match self.decide(self.policy, Decision::Answer, node, Phase::Challenged) {
            Choice::Take(Action::Accept) => self.must_fight(node.accept(), chance),
            Choice::Take(_) => self.decline(node, chance),
            Choice::AnyAlike => {
                self.must_fight(node.accept(), chance / 2.0);
                self.decline(node, chance / 2.0);
            }
        }
    }

    fn decline(&mut self, node: Node, chance: f64) {
        let challenge = &self.turns.rules.challenge;
        let kept = challenge.declined_share.of(self.turns.at_stake(node));
        self.end(self.after.value(kept, challenge.bonus, true), chance);
    }
}
