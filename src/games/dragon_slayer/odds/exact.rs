//! Exact odds: the absorbing chain of a fight, solved in fractions.
//!
//! A state is (dragon dice still out, warrior dice left). Dice never come
//! back, so a state reaches only itself and smaller ones, and from small to
//! large each is solved by one division:
//!
//! ```text
//! P(s ends so) = sum over s' other than s of p(s -> s') P(s' ends so) / (1 - p(s -> s))
//! E(rolls s)   = (1 + sum over s' other than s of p(s -> s') E(rolls s')) / (1 - p(s -> s))
//! ```
//!
//! The chance of a roll is a count of throws over 6^dice, so all of it is
//! integers until the division, and no float is involved. The test below
//! solves the same chain the stupid way: every throw enumerated, a full linear
//! system, another crate's fractions.

use dashu_int::UBig;
use dashu_ratio::RBig;

use crate::games::dragon_slayer::odds::Cell;
use crate::games::dragon_slayer::{AfterRoll, Fight, FightState, Rules};

/// The exact odds of one fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactFight {
    /// The law of the warrior dice left: `dice_left[n]` is the chance of
    /// ending with n, 0 being defeat. Adds up to 1.
    pub dice_left: Vec<RBig>,
    /// Mean rolls until the end, at least 1.
    pub expected_rolls: RBig,
}

impl ExactFight {
    /// The chance of slaying the dragon.
    #[must_use]
    pub fn win(&self) -> RBig {
        RBig::ONE - &self.dice_left[0]
    }

    /// [`Self::dice_left`] rounded to the nearest floats.
    #[must_use]
    pub fn law(&self) -> Vec<f64> {
        self.dice_left.iter().map(to_f64).collect()
    }
}

/// The float nearest to a fraction.
#[must_use]
pub fn to_f64(fraction: &RBig) -> f64 {
    fraction.to_f64().value()
}

/// A solved chain: every state that a fight may come through.
#[derive(Clone, Debug)]
pub struct FightChain {
    fight: Fight,
    /// In the order of [`Fight::states`].
    states: Vec<ExactFight>,
}

impl FightChain {
    /// Solves all states of a fight.
    ///
    /// # Examples
    /// ```
    /// use rivals::games::dragon_slayer::{DragonDie, Fight, WarriorDie};
    /// use rivals::games::dragon_slayer::odds::exact::FightChain;
    ///
    /// let chain = FightChain::solve(Fight {
    ///     dragon: DragonDie::new(4, 0, 2)?,
    ///     dragon_dice: 3,
    ///     warrior: WarriorDie::new(3, 2, 1)?,
    ///     warrior_dice: 3,
    /// });
    /// assert_eq!(chain.fight(1).win().to_string(), "11/36");
    /// # Ok::<(), rivals::games::dragon_slayer::DieError>(())
    /// ```
    #[must_use]
    pub fn solve(fight: Fight) -> Self {
        let mut chain = Self {
            fight,
            states: Vec::new(),
        };
        for state in fight.states() {
            let solved = chain.solve_state(state);
            chain.states.push(solved);
        }
        chain
    }

    /// The fight from its first roll, against `warrior_dice` dice.
    ///
    /// # Panics
    /// If `warrior_dice` is zero or more than the chain was solved for.
    #[must_use]
    pub fn fight(&self, warrior_dice: u8) -> &ExactFight {
        self.state(FightState {
            dragon_dice: self.fight.dragon_dice,
            warrior_dice,
        })
    }

    /// The fight from any state on.
    ///
    /// # Panics
    /// If the chain was not solved for it.
    #[must_use]
    pub fn state(&self, state: FightState) -> &ExactFight {
        let row = usize::from(self.fight.dragon_dice + 1);
        &self.states[usize::from(state.warrior_dice - 1) * row + usize::from(state.dragon_dice)]
    }

    /// Solves one state whose smaller ones are solved.
    fn solve_state(&self, state: FightState) -> ExactFight {
        let law = self.fight.roll_law(state);
        let mut leaves = law.total;
        // Everything is weighed in throws, and divided once at the end.
        let mut dice_left = vec![RBig::ZERO; usize::from(state.warrior_dice) + 1];
        let mut rolls = RBig::from(law.total);
        for (after, weight) in law.weights {
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
#[must_use]
pub fn all(rules: &Rules) -> Vec<ExactFight> {
    let chains: Vec<_> = (0..rules.dragons.len())
        .map(|dragon| {
            let warrior_dice = rules.warrior.dice;
            let most = Cell {
                dragon,
                warrior_dice,
            };
            FightChain::solve(most.fight(rules))
        })
        .collect();
    (Cell::all(rules).into_iter())
        .map(|cell| chains[cell.dragon].fight(cell.warrior_dice).clone())
        .collect()
}
