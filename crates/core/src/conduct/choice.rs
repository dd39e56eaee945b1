//! The decision of a personality: what its figures make of prospects.

use std::cmp::Ordering;

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::prospects::{Prospect, Prospects, Spread};
use crate::personalities::{Habits, Personality, SeatUnits, Traits, Units, Values};
use crate::random::{Key, Purpose};

/// The fewest drawn worlds of which the certainty equivalent is computed exactly: the logarithm of
/// the mean of fewer is biased.
const MANY: usize = 100;

/// Risk aversions nearer to 0 than this are none.
const NO_RISK: f64 = 1e-9;

/// The half width of the quadrature of [`Judge::probabilities`], and its steps, in units of the
/// noise: the error of the midpoints falls as exp(-10 / step).
const WIDTH: f64 = 40.0;
const STEP: f64 = 0.25;

/// What a personality remembers of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Memory {
    /// The value of the position at its last decision.
    pub value: Option<f32>,
    /// The kinds of moves that it has made, as bits.
    pub kinds: u64,
    /// The kind of its last move.
    pub last: Option<u8>,
}

impl Memory {
    /// Remembers a decision: the value of the position before it, and the kind of its move.
    pub fn keep(&mut self, value: f32, kind: u8) {
        *self = Self { value: Some(value), kinds: self.kinds | 1 << kind, last: Some(kind) };
    }
}

/// The figures of a personality in the units of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Judge {
    traits: Traits,
    values: Values,
    habits: Habits,
    units: SeatUnits,
    tau: f64,
    is_neutral: bool,
    /// The key of its judgement errors and of its attention.
    id: u64,
}

impl Judge {
    /// A personality in games of a number of seats. The units of the nearest number of seats stand
    /// for one that was not measured.
    #[must_use]
    pub fn new(personality: &Personality, units: &Units, seats: usize) -> Self {
        let tau = units.tau(personality.traits.calculation);
        Self::with(personality, units.of(seats), tau)
    }

    /// A personality in these units, whose choices have this temperature, in shares of the win.
    #[must_use]
    pub fn with(personality: &Personality, units: SeatUnits, tau: f64) -> Self {
        let &Personality { ref id, traits, values, habits, .. } = personality;
        let id = Key::of_texts(Purpose::Conduct, [&**id]).word();
        let counted = Traits { accept_aversion: 0.0, calculation: 1.0, ..traits };
        let others = counted.is_neutral() && values.is_neutral() && habits.is_neutral();
        Self { traits, values, habits, units, tau, is_neutral: tau == 0.0 && others, id }
    }

    /// Whether it makes every move of the reference.
    #[must_use]
    pub fn is_neutral(&self) -> bool {
        self.is_neutral
    }

    /// The aversion to risk in a position of this value.
    fn rho(&self, value: f64, memory: &Memory) -> f64 {
        let Traits { risk_aversion, nerves, nerves_after_big_turn, .. } = self.traits;
        let fair = self.units.fair;
        let fell = self.fell(single(value), memory);
        let behind = (fair - value).max(0.0) / (fair / 2.0);
        risk_aversion - nerves * behind - nerves_after_big_turn * f64::from(u8::from(fell))
    }

    /// Whether a position of this value follows a bad swing.
    fn fell(&self, value: f32, memory: &Memory) -> bool {
        let swing = |before: f32| f64::from(before) - f64::from(value) >= self.units.kappa;
        memory.value.is_some_and(swing)
    }

    /// Whether it decides alike each time.
    pub(super) fn is_steady(&self) -> bool {
        self.habits.steadiness == 1.0
    }

    /// Whether its decision depends on the position alone.
    pub(super) fn remembers_nothing(&self) -> bool {
        let Self { traits, values, habits, .. } = self;
        [traits.nerves_after_big_turn, habits.persistence, values.variety] == [0.0; 3]
    }

    /// What its decision in a position of this value depends on beside the position.
    pub(super) fn context(&self, value: f32, memory: &Memory) -> u64 {
        let matters = |weight: f64, word: u64| if weight == 0.0 { 0 } else { word };
        let fell = u64::from(self.fell(value, memory));
        let last = memory.last.map_or(0, |last| 1 + u64::from(last));
        let own = matters(self.traits.nerves_after_big_turn, fell)
            | matters(self.habits.persistence, last << 1);
        Key::after(own, matters(self.values.variety, memory.kinds))
    }

    /// The temperature in units of the utility.
    fn noise(&self) -> f64 {
        self.tau / self.units.kappa
    }

    /// The utilities of the options, in their order.
    #[must_use]
    pub fn utilities(&self, prospects: &Prospects, memory: &Memory) -> Vec<f64> {
        let rho = self.rho(prospects.value(), memory);
        (prospects.options.iter())
            .map(|option| self.utility(option, prospects.progress, memory, rho))
            .collect()
    }

    fn utility(&self, option: &Prospect, progress: [f64; 2], memory: &Memory, rho: f64) -> f64 {
        let Self { values, habits, units, .. } = self;
        let SeatUnits { kappa, k, .. } = *units;
        let total: f64 = values.figures().iter().sum();
        let mean = option.mean();
        let standing = self.standing(progress[0] + mean.own, progress[1] + mean.others);
        let intuition = self.traits.intuition;
        let ahead = intuition * option.value + (1.0 - intuition) * mean.value;
        let belief = habits.foresight * ahead + (1.0 - habits.foresight) * standing;
        // What an outcome is worth, but for the mean of the value, which the belief replaces.
        let worth = |value: f64, own: f64, others: f64, gap: f64| {
            let progress = values.own_points * own - values.harm * others - values.closeness * gap;
            (values.winning * value / kappa + progress / k) / total
        };
        let is_new = memory.kinds >> option.kind & 1 == 0;
        let variety = values.variety * f64::from(u8::from(is_new)) / total;
        let expected = worth(belief, mean.own, mean.others, mean.gap) + variety;
        let centre = worth(mean.value, mean.own, mean.others, mean.gap);
        let away = option.lottery.iter().map(|(weight, outcome)| {
            (*weight, worth(outcome.value, outcome.own, outcome.others, outcome.gap) - centre)
        });
        let repeated = f64::from(u8::from(memory.last == Some(option.kind)));
        expected
            + match option.spread {
                _ if rho.abs() < NO_RISK => 0.0,
                Spread::Drawn(noise) if option.lottery.len() < MANY => {
                    let variance: f64 = away.map(|(weight, x)| weight * x * x).sum();
                    let part = values.winning / kappa / total;
                    -rho / 2.0 * (variance - part * part * noise).max(0.0)
                }
                _ => certain(away, rho),
            }
            + self.traits.eagerness * option.spends / kappa
            + habits.generosity * mean.others / k
            + habits.persistence * repeated
            - habits.deceit * option.information
    }

    /// The share of the win by the progress of the seat and of its strongest rival alone.
    fn standing(&self, own: f64, rival: f64) -> f64 {
        let (ahead, fair) = ((own - rival).clamp(-1.0, 1.0), self.units.fair);
        fair + ahead * if ahead > 0.0 { 1.0 - fair } else { fair }
    }

    /// The probability that an option is seen. The first of the most salient ones is always.
    fn seen(&self, prospects: &Prospects, at: usize) -> f64 {
        let attention = self.habits.attention;
        let salience = |at: usize| prospects.options[at].salience;
        let most = (1..prospects.options.len())
            .fold(0, |most, other| if salience(other) > salience(most) { other } else { most });
        if at == most { 1.0 } else { attention + (1.0 - attention) * salience(at) }
    }

    /// A number for errors that it has not made before, if it is not steady at this decision.
    #[must_use]
    pub fn errs_anew(&self, rng: &mut dyn Rng) -> Option<u64> {
        let steadiness = self.habits.steadiness;
        (steadiness < 1.0 && uniform(rng.next_u64()) >= steadiness).then(|| rng.next_u64())
    }

    /// The option that it chooses, by its place in the list. `fresh` is a number that is drawn anew
    /// for errors that are not those of the position; `None` if it errs as it did before.
    #[must_use]
    pub fn choose(&self, prospects: &Prospects, memory: &Memory, fresh: Option<u64>) -> usize {
        let position = Key::after(self.id, prospects.key);
        let errors = fresh.map_or(position, |fresh| Key::after(position, fresh));
        let of = |key: u64, option: &Prospect, part: u64| {
            uniform(Key::after(Key::after(key, option.place as u64), part))
        };
        let is_seen = |at: usize| {
            let seen = self.seen(prospects, at);
            seen >= 1.0 || of(position, &prospects.options[at], 0) < seen
        };
        let seen: Vec<usize> = (0..prospects.options.len()).filter(|&at| is_seen(at)).collect();
        // The reference's choice first: of equal ones it is taken.
        let first = if seen.contains(&prospects.best) { prospects.best } else { seen[0] };
        let wins = |at: &usize| prospects.options[*at].value == 1.0;
        if let Some(winning) = [first].into_iter().chain(seen.iter().copied()).find(wins) {
            return winning;
        }
        let (noise, rho) = (self.noise(), self.rho(prospects.value(), memory));
        let judged = |at: usize| {
            let option = &prospects.options[at];
            let utility = self.utility(option, prospects.progress, memory, rho);
            if noise == 0.0 { utility } else { utility + noise * gumbel(of(errors, option, 1)) }
        };
        let mut best = (first, judged(first));
        for at in seen {
            let worth = judged(at);
            if worth > best.1 {
                best = (at, worth);
            }
        }
        best.0
    }

    /// The probability of each option over all errors and all that may be overlooked, as
    /// if this were any player with these figures. They add up to 1.
    #[must_use]
    pub fn probabilities(&self, prospects: &Prospects, memory: &Memory) -> Vec<f64> {
        let options = &prospects.options;
        let utilities = self.utilities(prospects, memory);
        let seen: Vec<f64> = (0..options.len()).map(|at| self.seen(prospects, at)).collect();
        let mut chances = vec![0.0; options.len()];
        // Options that win are taken in their order, the reference's first.
        let mut order: Vec<usize> = (0..options.len()).collect();
        order.sort_by_key(|&at| at != prospects.best);
        let mut left = 1.0;
        for &at in order.iter().filter(|&&at| options[at].value == 1.0) {
            chances[at] = left * seen[at];
            left -= chances[at];
        }
        if left <= 0.0 {
            return chances;
        }
        let rest: Vec<usize> = order.into_iter().filter(|&at| options[at].value != 1.0).collect();
        let noise = self.noise();
        if noise == 0.0 {
            // The best one that is seen is chosen.
            let mut by_worth = rest;
            by_worth.sort_by(|&one, &other| {
                utilities[other].partial_cmp(&utilities[one]).unwrap_or(Ordering::Equal)
            });
            for at in by_worth {
                chances[at] = left * seen[at];
                left -= chances[at];
            }
            return chances;
        }
        let top = rest.iter().map(|&at| utilities[at]).fold(f64::NEG_INFINITY, f64::max);
        let scaled = |at: usize| (utilities[at] - top) / noise;
        if rest.iter().all(|&at| seen[at] >= 1.0) {
            let sum: f64 = rest.iter().map(|&at| libm::exp(scaled(at))).sum();
            for &at in &rest {
                chances[at] = left * libm::exp(scaled(at)) / sum;
            }
            return chances;
        }
        // The density of each one's noise where all others are below it or not seen.
        let mut weights = vec![0.0; options.len()];
        let (mut parts, mut behind) = (Vec::new(), Vec::new());
        let mut at_step = -WIDTH;
        while at_step <= WIDTH {
            // Of each: the density of its noise, and the probability that it is below or not seen.
            let of = |&at: &usize| {
                let above = libm::exp(scaled(at) - at_step);
                let below = libm::exp(-above);
                (seen[at] * above * below, 1.0 - seen[at] + seen[at] * below)
            };
            parts.clear();
            parts.extend(rest.iter().map(of));
            // The product of those behind each one.
            behind.clear();
            let product = |product: &mut f64, part: &(f64, f64)| {
                let behind = *product;
                *product *= part.1;
                Some(behind)
            };
            behind.extend(parts.iter().rev().scan(1.0, product));
            let mut before = 1.0;
            for ((&at, (density, factor)), behind) in
                rest.iter().zip(&parts).zip(behind.iter().rev())
            {
                weights[at] += density * before * behind;
                before *= factor;
            }
            at_step += STEP;
        }
        let sum: f64 = weights.iter().sum();
        for &at in &rest {
            chances[at] = left * weights[at] / sum;
        }
        chances
    }
}

/// The certainty equivalent of a lottery with mean 0 under a constant absolute aversion to risk
/// (Pratt 1964): it increases with what the lottery is worth for both signs of `rho`.
fn certain(lottery: impl Iterator<Item = (f64, f64)> + Clone, rho: f64) -> f64 {
    // Taken out of the sum, so that no power overflows.
    let most = lottery.clone().map(|(_, x)| -rho * x).fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = lottery.map(|(weight, x)| weight * libm::exp(-rho * x - most)).sum();
    -(libm::log(sum) + most) / rho
}

/// A value as it is remembered.
#[expect(clippy::cast_possible_truncation, reason = "the nearest one is meant")]
#[must_use]
pub fn single(value: f64) -> f32 {
    value as f32
}

/// A number in (0, 1) from a hash.
fn uniform(hash: u64) -> f64 {
    ((hash >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
}

/// The error of a judgement, from a number in (0, 1).
fn gumbel(uniform: f64) -> f64 {
    -libm::log(-libm::log(uniform))
}
