//! Exact odds: the absorbing Markov chain of a fight, solved in fractions.
//!
//! A state is (dragon dice still in play, warrior dice left). Dice never come back, so a
//! state reaches only itself and smaller states. Solved from small to large, each state
//! needs one division:
//!
//! ```text
//! P(s ends with n) = sum over s' other than s of p(s -> s') P(s' ends with n) / (1 - p(s -> s))
//! E(rolls s)       = (1 + sum over s' other than s of p(s -> s') E(rolls s')) / (1 - p(s -> s))
//! ```
//!
//! The probability of a roll is a number of throws divided by 6^dice, so everything is an
//! integer until the division, and no float is involved. The reference implementation in
//! `src/tests/odds/exact.rs` enumerates every throw and solves a full linear system with
//! another crate's fractions.

use dashu_int::UBig;
use dashu_ratio::RBig;

use crate::odds::Cell;
use crate::{AfterRoll, Fight, FightState, Rules};

/// The exact odds of one fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactFight {
    /// The distribution of the warrior dice left: `dice_left[n]` is the probability that
    /// the fight ends with n dice, where 0 is a defeat. The sum is 1.
    pub dice_left: Vec<RBig>,
    /// The mean number of rolls until the end, at least 1.
    pub expected_rolls: RBig,
}

impl ExactFight {
    /// The probability of slaying the dragon.
    #[must_use]
    pub fn win(&self) -> RBig {
        RBig::ONE - &self.dice_left[0]
    }

    /// [`Self::dice_left`] rounded to the nearest floats.
    #[must_use]
    pub fn distribution(&self) -> Vec<f64> {
        self.dice_left.iter().map(to_f64).collect()
    }
}

/// The float nearest to a fraction.
#[must_use]
pub fn to_f64(fraction: &RBig) -> f64 {
    fraction.to_f64().value()
}

/// The solved chain of a fight: the odds from every state that it may pass through.
#[derive(Clone, Debug)]
pub struct FightChain {
    fight: Fight,
    /// In the order of [`Fight::states`].
    states: Vec<ExactFight>,
}

impl FightChain {
    /// Solves all states of a fight.
    #[must_use]
    pub fn solve(fight: Fight) -> Self {
        let mut chain = Self { fight, states: Vec::new() };
        for state in fight.states() {
            let solved = chain.solve_state(state);
            chain.states.push(solved);
        }
        chain
    }

    /// The odds from the first roll, against `warrior_dice` dice.
    ///
    /// # Panics
    /// If `warrior_dice` is zero, or more than the chain was solved for.
    #[must_use]
    pub fn fight(&self, warrior_dice: u8) -> &ExactFight {
        self.state(FightState { dragon_dice: self.fight.dragon_dice, warrior_dice })
    }

    /// The odds from a state of the fight.
    ///
    /// # Panics
    /// If the chain was not solved for it.
    #[must_use]
    pub fn state(&self, state: FightState) -> &ExactFight {
        &self.states[self.fight.index(state)]
    }

    /// Solves one state; all smaller states are solved.
    fn solve_state(&self, state: FightState) -> ExactFight {
        let rolls_to = self.fight.roll(state);
        let mut leaves = rolls_to.total;
        // All sums are weighted by numbers of throws, and divided once at the end.
        let mut dice_left = vec![RBig::ZERO; usize::from(state.warrior_dice) + 1];
        let mut rolls = RBig::from(rolls_to.total);
        for (after, weight) in rolls_to.weights {
            match after {
                AfterRoll::Rolling(same) if same == state => leaves -= weight,
                AfterRoll::Rolling(smaller) => {
                    let solved = self.state(smaller);
                    let weight = UBig::from(weight);
                    for (sum, share) in dice_left.iter_mut().zip(&solved.dice_left) {
                        *sum += share * &weight;
                    }
                    rolls += &solved.expected_rolls * &weight;
                }
                AfterRoll::Slain { dice_left: left } => {
                    dice_left[usize::from(left)] += RBig::from(weight);
                }
                AfterRoll::Defeat => dice_left[0] += RBig::from(weight),
            }
        }
        let leaves = UBig::from(leaves);
        ExactFight {
            dice_left: dice_left.into_iter().map(|sum| sum / &leaves).collect(),
            expected_rolls: rolls / &leaves,
        }
    }
}

/// The exact odds of every cell of [`Cell::all`], in its order.
///
/// # Examples
/// ```
/// use rivals_dragon_slayer::Rules;
/// use rivals_dragon_slayer::odds::exact;
///
/// // Red against one warrior die.
/// let fight = &exact::all(&Rules::built_in())[6];
/// assert_eq!(fight.win().to_string(), "11/36");
/// ```
#[must_use]
pub fn all(rules: &Rules) -> Vec<ExactFight> {
    let chains: Vec<_> = (0..rules.dragons.len())
        .map(|dragon| {
            let warrior_dice = rules.warrior.dice;
            let most = Cell { dragon, warrior_dice };
            FightChain::solve(most.fight(rules))
        })
        .collect();
    (Cell::all(rules).into_iter())
        .map(|cell| chains[cell.dragon].fight(cell.warrior_dice).clone())
        .collect()
}
