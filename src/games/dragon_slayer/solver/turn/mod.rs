//! One turn of Dragon Slayer, evaluated without dice.
//!
//! Within a turn the points at stake only grow, so its states form an acyclic
//! graph, and each is looked at once:
//!
//! * [`TurnTree`] goes backwards from the ends of the turn, for best play;
//! * [`Walk`] goes forwards, where both seats follow policies: it meets only the
//!   states that their decisions lead to;
//! * [`Sweep`] goes backwards through every state of a [`TurnGraph`], for any
//!   worth of the ends.
//!
//! What comes after a turn is given from outside as [`After`].

mod graph;
mod node;
mod odds;
mod sweep;
mod tree;
mod value;
mod walk;
mod workspace;

pub use graph::{Horizon, Place, TurnGraph};
pub use odds::FightOdds;
pub use sweep::{Ends, Foresight, Sweep, TIE};
pub use tree::{ActionValue, TurnPlay, TurnTree};
pub use value::TurnValue;
pub use walk::{Walk, Walked};
pub use workspace::Workspace;

use crate::games::dragon_slayer::{DragonSet, Rules};
use crate::search::Linear;

use node::Node;

/// What comes after a turn, as the mover's chance of winning.
pub trait After<V: TurnValue = Linear> {
    /// The turn brought the mover `points` and the other seat `bonus`, which
    /// has spent a token if `challenged`.
    fn value(&self, points: u32, bonus: u32, challenged: bool) -> V;

    /// The values of the game lost and won.
    fn extremes(&self) -> [V; 2] {
        [0.0, 1.0].map(|chance| V::known(chance, || [chance; 2], 0.0))
    }
}

/// What is needed of the rules for any turn.
#[derive(Clone, Debug)]
pub struct Turns {
    pub(super) rules: Rules,
    odds: FightOdds,
    /// Points at stake at which every turn is stopped.
    pub(super) cap: u32,
    /// Whether the stop at the cap is no rule of the game: then bounds of a state at
    /// the cap allow for fights beyond it.
    pub(super) open: bool,
    /// All points at stake are multiples of this.
    step: u32,
    /// What slaying each dragon brings in steps, before and after accepting a
    /// challenge.
    gains: [Vec<u32>; 2],
}

/// How much more than the longest turn's mean its bound may be, relatively.
const LENGTH_TOLERANCE: f64 = 1e-3;

/// Sweeps before a turn counts as endless.
const MAX_ROUNDS: u32 = 100_000;

impl Turns {
    /// Turns are stopped at `cap` points at stake.
    #[must_use]
    pub fn new(rules: &Rules, cap: u32) -> Self {
        let points = rules.dragons.iter().map(|dragon| dragon.points);
        let step = points.fold(0, greatest_common_divisor);
        let all = DragonSet::all(rules.dragons.len());
        let gain = |dragon, accepted| rules.slay(0, all, dragon, accepted).0 / step;
        Self {
            rules: rules.clone(),
            odds: FightOdds::new(rules),
            cap,
            open: false,
            step,
            gains: [false, true]
                .map(|accepted| all.iter().map(|dragon| gain(dragon, accepted)).collect()),
        }
    }

    /// The most fights on average that any way to play makes of a turn, or up to
    /// a thousandth more; none if that is beyond all measure.
    ///
    /// Sweeps improve a lower bound f of the mean from every state: 1 for a fight
    /// and f of where it leads, by B for short. With the tolerance d, (1 + d) f is
    /// an upper bound as soon as no sweep of B would raise it:
    ///
    /// ```text
    /// 1 + (1 + d) (Bf - 1) <= (1 + d) f   if   (1 + d) (Bf - f) <= d
    /// ```
    ///
    /// and Bf - f is no more than the last sweep moved any state, as chances add
    /// up to 1 at most.
    #[must_use]
    pub fn most_fights(&self) -> Option<f64> {
        let mut fights = vec![0.0_f64; self.starts()];
        for _ in 0..MAX_ROUNDS {
            let mut moved: f64 = 0.0;
            for (set, left) in self.sets_and_dice() {
                let after = |dragon| self.mean_after(set, left, dragon, &fights);
                let most = 1.0 + set.iter().map(after).fold(0.0, f64::max);
                let state = &mut fights[self.place(set, left)];
                moved = moved.max(most - *state);
                *state = most;
            }
            // Half of what is allowed, so that rounding does not matter.
            if moved < LENGTH_TOLERANCE / 2.0 / (1.0 + LENGTH_TOLERANCE) {
                return fights.last().map(|all| all * (1.0 + LENGTH_TOLERANCE));
            }
        }
        None
    }

    /// Sets of living dragons and warrior dice left, of which neither is none.
    fn sets_and_dice(&self) -> impl Iterator<Item = (DragonSet, u8)> + use<> {
        let dice = self.rules.warrior.dice;
        (1..1 << self.rules.dragons.len())
            .flat_map(move |set| (1..=dice).map(move |left| (DragonSet::from_index(set), left)))
    }

    /// A number for living dragons and dice left; the largest is that of all.
    fn place(&self, alive: DragonSet, left: u8) -> usize {
        alive.index() * usize::from(self.rules.warrior.dice + 1) + usize::from(left)
    }

    /// How many numbers [`Self::place`] gives.
    fn starts(&self) -> usize {
        self.place(
            DragonSet::all(self.rules.dragons.len()),
            self.rules.warrior.dice,
        ) + 1
    }

    /// The mean of `values`, by [`Self::place`], after a fight; 0 for a defeat.
    fn mean_after(&self, alive: DragonSet, left: u8, dragon: usize, values: &[f64]) -> f64 {
        let alive = alive.after_slaying(dragon, self.rules.dragons.len());
        let chances = self.odds.law(dragon, left).iter().zip(0..).skip(1);
        chances
            .map(|(chance, dice)| chance * values[self.place(alive, dice)])
            .sum()
    }

    /// The largest chance with which any way to play has at least so many points at
    /// stake in a turn without a challenge, or a little more, by points up to `most`.
    pub(super) fn reach(&self, most: u32) -> Vec<f64> {
        // More than rounding takes away from a chance, if it takes a million fights.
        const ROOM: f64 = 1.0 + 1e-9;
        let steps = most.div_ceil(self.step) as usize;
        // By steps still to be won: the chance from every state.
        let mut chances: Vec<Vec<f64>> = vec![vec![1.0; self.starts()]];
        for wanted in 1..=steps {
            let mut row = vec![0.0; self.starts()];
            for (set, left) in self.sets_and_dice() {
                let fight = |dragon: usize| {
                    let after = &chances[wanted.saturating_sub(self.gains[0][dragon] as usize)];
                    self.mean_after(set, left, dragon, after)
                };
                row[self.place(set, left)] = set.iter().map(fight).fold(0.0, f64::max);
            }
            chances.push(row);
        }
        let start = self.starts() - 1;
        (0..=most)
            .map(|points| (chances[points.div_ceil(self.step) as usize][start] * ROOM).min(1.0))
            .collect()
    }

    /// No turn has more points at stake: the last fight before the cap brings it
    /// past, and an accepted challenge demands one more.
    pub(super) fn most_points(&self) -> u32 {
        let points = self.rules.dragons.iter().map(|dragon| dragon.points).max();
        self.cap + (1 + self.rules.challenge.accepted_factor) * points.unwrap_or(0)
    }

    /// How many numbers [`Self::index`] gives, from 0.
    pub(super) fn nodes(&self) -> usize {
        let most = self.most_points();
        let sets = 1 << self.rules.dragons.len();
        (most / self.step + 1) as usize * sets * usize::from(self.rules.warrior.dice)
    }

    /// A number for a node, whether or not a challenge was accepted. Fights lead
    /// to larger ones, and dice left count on from those of one die.
    #[inline]
    fn index(&self, node: Node) -> usize {
        let sets = 1 << self.rules.dragons.len();
        let dice = usize::from(self.rules.warrior.dice);
        (node.steps as usize * sets + node.alive.index()) * dice + usize::from(node.dice) - 1
    }

    #[inline]
    fn at_stake(&self, node: Node) -> u32 {
        node.steps * self.step
    }

    /// Where slaying this dragon leads, with one die left.
    #[inline]
    fn slain(&self, node: Node, dragon: usize) -> Node {
        Node {
            steps: node.steps + self.gains[usize::from(node.accepted)][dragon],
            alive: node.alive.after_slaying(dragon, self.rules.dragons.len()),
            dice: 1,
            accepted: node.accepted,
        }
    }
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    match b {
        0 => a,
        _ => greatest_common_divisor(b, a % b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dragon_slayer::WarriorDie;

    /// With one die and one dragon every fight is lost with the same chance.
    #[test]
    fn the_longest_turn_of_one_die() {
        let mut rules = Rules::built_in();
        rules.warrior.dice = 1;
        rules.dragons.truncate(1);
        let turns = Turns::new(&rules, 100);
        let fights = 1.0 / turns.odds.law(0, 1)[0];
        let most = turns.most_fights().unwrap();
        assert!(
            most >= fights && most <= fights * (1.0 + 2.0 * LENGTH_TOLERANCE),
            "{most}"
        );
        // The built-in rules: some four fights a turn, however one plays.
        let turns = Turns::new(&Rules::built_in(), 100);
        let most = turns.most_fights().unwrap();
        assert!((4.0..4.1).contains(&most), "{most}");
        // A warrior that never loses a die fights for ever.
        let mut safe = Rules::built_in();
        safe.warrior.die = WarriorDie::new(3, 3, 0).unwrap();
        safe.dragons.truncate(1);
        assert_eq!(Turns::new(&safe, 100).most_fights(), None);
    }
}
