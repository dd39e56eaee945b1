//! Which weapons to fire within a budget of heat: the best choice, and the greedy one of the
//! document.

use rivals_core::sort;

/// A weapon that may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its heat.
    pub heat: u32,
    /// Its value, in any unit.
    pub value: i128,
}

/// The most weapons of an exact choice.
pub const MOST: usize = 16;

/// Weapons that were chosen, as indices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// The weapons: ascending, or in the order in which they were taken.
    pub indices: Vec<usize>,
    /// The sum of the heat.
    pub heat: u32,
    /// The sum of the values.
    pub value: i128,
}

impl Chosen {
    fn take(&mut self, index: usize, choice: Choice) {
        self.indices.push(index);
        self.heat += choice.heat;
        self.value += choice.value;
    }
}

/// The choice of the greatest value within the budget; of those the one with the least heat, then
/// with the list of indices that comes first.
pub fn exact(choices: &[Choice], budget: u32) -> Chosen {
    let mut best = Chosen::default();
    let mut current = Chosen::default();
    extend(choices, 0, budget, &mut current, &mut best);
    best
}

/// Tries all choices that begin with the current one, by their lists.
fn extend(choices: &[Choice], from: usize, budget: u32, current: &mut Chosen, best: &mut Chosen) {
    let rank = |chosen: &Chosen| (chosen.value, std::cmp::Reverse(chosen.heat));
    if rank(current) > rank(best) {
        best.clone_from(current);
    }
    for (index, choice) in choices.iter().enumerate().skip(from) {
        if current.heat + choice.heat <= budget {
            current.take(index, *choice);
            extend(choices, index + 1, budget, current, best);
            current.indices.pop();
            current.heat -= choice.heat;
            current.value -= choice.value;
        }
    }
}

/// Takes weapons by their value for each point of heat, those without heat first, while they fit.
pub fn greedy(choices: &[Choice], budget: u32) -> Chosen {
    let mut order: Vec<usize> = (0..choices.len()).collect();
    sort::by(&mut order, |&one, &other| {
        let (one, other) = (choices[one], choices[other]);
        let values = (other.value * i128::from(one.heat), one.value * i128::from(other.heat));
        (one.heat > 0).cmp(&(other.heat > 0)).then(values.0.cmp(&values.1))
    });
    let mut chosen = Chosen::default();
    for index in order {
        if chosen.heat + choices[index].heat <= budget {
            chosen.take(index, choices[index]);
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::super::record::{Record, Weapon};
    use super::*;

    fn of(weapons: &[&Weapon]) -> Vec<Choice> {
        let choice =
            |weapon: &&Weapon| Choice { heat: weapon.heat.into(), value: weapon.salvo().into() };
        weapons.iter().map(choice).collect()
    }

    /// The weapons of a model to the front that reach a distance.
    fn within(model: &str, distance: u8) -> Vec<&'static Weapon> {
        let weapons = Record::model(model).unwrap().weapons.iter();
        let reaches = weapons.filter(|mount| mount.weapon.ranges[2] >= distance && !mount.rear);
        reaches.map(|mount| mount.weapon).collect()
    }

    /// B11.
    #[test]
    fn the_examples_of_the_specification() {
        for (model, distance, budget, greedy_value, exact_value) in [
            ("WHM-6R", 5, 12, 22, 22),
            ("WHM-6R", 2, 4, 10, 16),
            ("HBK-4G", 3, 6, 8, 10),
            ("HBK-4G", 3, 12, 28, 28),
            ("LCT-1V", 2, 2, 4, 4),
            ("AS7-D", 5, 9, 25, 25),
        ] {
            let choices = of(&within(model, distance));
            let values = [greedy(&choices, budget).value, exact(&choices, budget).value];
            assert_eq!(values, [greedy_value, exact_value], "{model}");
        }
    }

    /// The best of all subsets, by their lists.
    #[test]
    fn no_subset_is_better() {
        let mut random = 1_u64;
        let mut draw = |below: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) % below
        };
        for _ in 0..300 {
            let count = draw(8) as usize;
            let mut choice = || Choice { heat: draw(6) as u32, value: draw(6).into() };
            let choices: Vec<Choice> = (0..count).map(|_| choice()).collect();
            let budget = draw(15) as u32;
            let subset = |set: usize| {
                let mut chosen = Chosen::default();
                let members = (0..count).filter(|index| set >> index & 1 != 0);
                members.for_each(|index| chosen.take(index, choices[index]));
                chosen
            };
            let possible = (0..1 << count).map(subset).filter(|chosen| chosen.heat <= budget);
            let best = possible.max_by(|one, other| {
                (one.value.cmp(&other.value))
                    .then(other.heat.cmp(&one.heat))
                    .then(other.indices.cmp(&one.indices))
            });
            assert_eq!(Some(exact(&choices, budget)), best);
            assert!(greedy(&choices, budget).value <= exact(&choices, budget).value);
        }
    }

    #[test]
    fn greedy_ties_keep_their_order() {
        let choices = [(3, 5), (3, 5), (7, 20), (1, 3), (0, 0), (0, 9)]
            .map(|(heat, value)| Choice { heat, value });
        assert_eq!(greedy(&choices, 6).indices, [4, 5, 3, 0]);
    }
}
