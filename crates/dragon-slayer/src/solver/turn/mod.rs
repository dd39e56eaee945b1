//! Evaluates one turn of Dragon Slayer: the win probability at its beginning and in each of
//! its states, from the win probabilities after the turn.
//!
//! Within a turn the points at stake only grow, so its states form an acyclic graph, and
//! each state is evaluated once, after the states that it leads to. There are two backward
//! passes, for different questions:
//!
//! * [`BackwardPass`] visits only the states that a seat's optimal play or policy can lead to,
//!   and skips those that cannot change an optimal decision;
//! * [`FullBackwardPass`] visits every state of a [`TurnGraph`], for personalities, which value the
//!   ends of the turn in their own way.
//!
//! The values after the turn are given by the caller as [`After`], or as [`Ends`]. The
//! forward pass through a turn is in `exact/turn_forward.rs`.

mod backward_pass;
mod full_backward_pass;
mod graph;
mod odds;
mod value;
mod workspace;

pub use backward_pass::ActionValue;
pub(crate) use backward_pass::{BackwardPass, TurnPlay};
pub use full_backward_pass::{Ends, Foresight, FullBackwardPass, TIE};
pub use graph::{Horizon, Place, TurnGraph};
pub use odds::FightOdds;
pub(crate) use value::TurnValue;
pub(crate) use workspace::Workspace;

use crate::{DragonSet, Rules};
use rivals_core::search::Linear;

/// The mover's win probability after the turn.
pub(crate) trait After<V: TurnValue = Linear> {
    /// The value after a turn that brought the mover `points` and the other seat `bonus`.
    /// The other seat has spent a token if `challenged`.
    fn value(&self, points: u32, bonus: u32, challenged: bool) -> V;

    /// The values of a lost and of a won game.
    fn extremes(&self) -> [V; 2] {
        [0.0, 1.0].map(|chance| V::known(chance, [chance; 2], 0.0))
    }
}

/// The rules and odds, for questions about turns without a cap.
#[derive(Clone, Debug)]
pub(crate) struct Turns {
    pub(super) rules: Rules,
    odds: FightOdds,
    /// All points at stake are multiples of this.
    step: u32,
    /// The sum of all dragons' points.
    all: u32,
}

/// The relative tolerance of the bound on the mean length of a turn.
const LENGTH_TOLERANCE: f64 = 1e-3;

/// The number of passes through all states after which a turn counts as endless.
const MAX_ROUNDS: u32 = 100_000;

impl Turns {
    /// Turns of these rules.
    #[must_use]
    pub(crate) fn new(rules: &Rules) -> Self {
        let points = rules.dragons.iter().map(|dragon| dragon.points);
        Self {
            rules: rules.clone(),
            odds: FightOdds::new(rules),
            step: points.clone().fold(0, greatest_common_divisor),
            all: points.sum(),
        }
    }

    /// An upper bound of the mean number of fights in a turn under any policy, which exceeds
    /// the largest mean by at most a thousandth; `None` if turns are practically endless.
    ///
    /// Passes through all states improve a lower bound f of the mean from every state: a pass
    /// B replaces it by 1 for a fight plus the mean of f after it, for the dragon that gives
    /// the most. With the tolerance d, (1 + d) f is an upper bound as soon as no pass would
    /// raise it:
    ///
    /// ```text
    /// 1 + (1 + d) (Bf - 1) <= (1 + d) f   if   (1 + d) (Bf - f) <= d
    /// ```
    ///
    /// Bf - f is at most the largest change of the last pass, as the probabilities of a
    /// fight's results add up to at most 1.
    #[must_use]
    pub(crate) fn most_fights(&self) -> Option<f64> {
        let mut fights = vec![0.0_f64; self.set_indices()];
        for _ in 0..MAX_ROUNDS {
            let mut moved: f64 = 0.0;
            for (set, left) in self.sets_and_dice() {
                let after = |dragon| self.mean_after(set, left, dragon, &fights);
                let most = 1.0 + set.iter().map(after).fold(0.0, f64::max);
                let state = &mut fights[self.set_index(set, left)];
                moved = moved.max(most - *state);
                *state = most;
            }
            // Half the allowed change, so that rounding does not matter.
            if moved < LENGTH_TOLERANCE / 2.0 / (1.0 + LENGTH_TOLERANCE) {
                return fights.last().map(|all| all * (1.0 + LENGTH_TOLERANCE));
            }
        }
        None
    }

    /// All non-empty sets of living dragons with all positive numbers of dice left.
    fn sets_and_dice(&self) -> impl Iterator<Item = (DragonSet, u8)> + use<> {
        let dice = self.rules.warrior.dice;
        (1..1 << self.rules.dragons.len())
            .flat_map(move |set| (1..=dice).map(move |left| (DragonSet::from_index(set), left)))
    }

    /// A number for living dragons and dice left; all dragons and all dice have the largest.
    fn set_index(&self, alive: DragonSet, left: u8) -> usize {
        alive.index() * usize::from(self.rules.warrior.dice + 1) + usize::from(left)
    }

    /// How many numbers [`Self::set_index`] uses.
    fn set_indices(&self) -> usize {
        self.set_index(DragonSet::all(self.rules.dragons.len()), self.rules.warrior.dice) + 1
    }

    /// The mean value after a fight, with `values` by [`Self::set_index`] and 0 for a defeat.
    fn mean_after(&self, alive: DragonSet, left: u8, dragon: usize, values: &[f64]) -> f64 {
        let alive = alive.after_slaying(dragon, self.rules.dragons.len());
        let by_dice_left = &values[self.set_index(alive, 0)..];
        let each = self.odds.dice_left(dragon, left).iter().zip(by_dice_left);
        each.skip(1).map(|(chance, value)| chance * value).sum()
    }

    /// Upper bounds of the probability, under any policy, that a turn without a challenge
    /// reaches a number of points at stake; by points up to `most`.
    pub(super) fn reach(&self, most: u32) -> Vec<f64> {
        // More than the relative rounding error of a probability after a million fights.
        const ROOM: f64 = 1.0 + 1e-9;
        let steps = most.div_ceil(self.step) as usize;
        // The probability from every state, by the number of steps still to be won.
        let mut chances: Vec<Vec<f64>> = vec![vec![1.0; self.set_indices()]];
        for wanted in 1..=steps {
            let mut row = vec![0.0; self.set_indices()];
            for (set, left) in self.sets_and_dice() {
                let fight = |dragon: usize| {
                    let gain = self.rules.dragons[dragon].points / self.step;
                    let after = &chances[wanted.saturating_sub(gain as usize)];
                    self.mean_after(set, left, dragon, after)
                };
                row[self.set_index(set, left)] = set.iter().map(fight).fold(0.0, f64::max);
            }
            chances.push(row);
        }
        let start = self.set_indices() - 1;
        (0..=most)
            .map(|points| (chances[points.div_ceil(self.step) as usize][start] * ROOM).min(1.0))
            .collect()
    }

    /// The most points at stake in any turn that is stopped at `cap`: the last fight before the
    /// cap may go beyond it, and an accepted challenge demands one more fight.
    pub(super) fn most_points(&self, cap: u32) -> u32 {
        let points = self.rules.dragons.iter().map(|dragon| dragon.points).max();
        cap + (1 + self.rules.challenge.accepted_factor) * points.unwrap_or(0)
    }

    /// An upper bound of the number of states of a turn that is stopped at `cap`, before or after
    /// accepting a challenge.
    pub(super) fn states(&self, cap: u32) -> usize {
        let sets = 1 << self.rules.dragons.len();
        (self.most_points(cap) / self.step + 1) as usize
            * sets
            * usize::from(self.rules.warrior.dice)
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
    use crate::WarriorDie;

    /// With one die and one dragon the probability of losing a fight is always the same.
    #[test]
    fn the_mean_length_of_the_longest_turn() {
        let mut rules = Rules::built_in();
        rules.warrior.dice = 1;
        rules.dragons.truncate(1);
        let turns = Turns::new(&rules);
        let fights = 1.0 / turns.odds.dice_left(0, 1)[0];
        let most = turns.most_fights().unwrap();
        assert!(most >= fights && most <= fights * (1.0 + 2.0 * LENGTH_TOLERANCE), "{most}");
        // The built-in rules: at most about four fights per turn.
        let turns = Turns::new(&Rules::built_in());
        let most = turns.most_fights().unwrap();
        assert!((4.0..4.1).contains(&most), "{most}");
        // A warrior that never loses a die fights for ever.
        let mut safe = Rules::built_in();
        safe.warrior.die = WarriorDie::new(3, 3, 0).unwrap();
        safe.dragons.truncate(1);
        assert_eq!(Turns::new(&safe).most_fights(), None);
    }
}
