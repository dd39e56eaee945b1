//! Fights and states as the hot loops want them: thresholds for one draw per
//! fight, what it adds to the sums, and where it leads, in half a cache line.

use crate::games::dragon_slayer::policy_tables::{BEYOND, DEFEAT, NEAR, PLACES};
use crate::games::dragon_slayer::solver::{Place, TurnGraph};
use crate::games::dragon_slayer::{DragonSet, MAX_DICE, MAX_DRAGONS};

use super::metrics::RISK_SCALE;

/// Bits of a fight's draw.
const DRAW_BITS: u32 = 31;

/// What is needed of a state where the mover stops, or draws.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compact {
    pub at_stake: u32,
    /// A bit for every living dragon.
    pub alive: u8,
    /// Whether the mover may fight without being obliged to: not at the cap.
    pub may_fight: bool,
}

impl Compact {
    /// Who may be fought.
    #[inline]
    pub fn alive(&self) -> DragonSet {
        DragonSet::from_index(self.alive.into())
    }
}

/// A fight that is begun in some state against some dragon.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Fight {
    /// A draw leaves as many dice as it is larger than these. Draws have 31 bits,
    /// so that -1 is below and the largest number above all of them. The law is
    /// rounded by at most 2^-32.
    below: [i32; MAX_DICE as usize],
    /// The chance of a defeat in units of 1 / [`RISK_SCALE`].
    pub risk: i32,
    /// The state after slaying the dragon is this and the dice left.
    before_slain: u32,
}

impl Fight {
    /// Warrior dice left after a draw of 64 bits; 0 is a defeat.
    #[inline]
    pub fn dice_left(&self, draw: u64) -> u32 {
        let draw = short(draw);
        // The sign of the difference, which never overflows.
        let left = |below: i32| below.wrapping_sub(draw) as u32 >> 31;
        self.below.map(left).iter().sum()
    }

    /// The state with so many dice left, at least one, after slaying the dragon.
    ///
    /// # Panics
    /// If there is no such fight, in debug builds; else the number is that of no
    /// state.
    #[inline]
    pub fn slain(&self, dice_left: u32) -> usize {
        debug_assert!(self.before_slain != NOWHERE, "no such fight");
        (self.before_slain + dice_left) as usize
    }
}

/// Before the state that a fight leads to which cannot be begun, as its dragon is
/// not alive or the turn has come to the cap: no table has so many states.
const NOWHERE: u32 = u32::MAX / 2;

/// A fight's draw, of 64 bits.
#[inline]
fn short(draw: u64) -> i32 {
    (draw >> (u64::BITS - DRAW_BITS)) as i32
}

/// Sums over fights: of how many there were, as [`FightCounts`] has them, and of
/// their risks. Side by side they are added at once.
pub(super) type FightSums = [u64; 2];

/// A fight in one of the states that turns hardly leave, from place to place.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct NearFight {
    /// A draw loses as many dice as it is smaller than these: one more than those
    /// of [`Fight`], so that they have no sign, and a comparison's carry is added.
    least: [u32; MAX_DICE as usize],
    /// The places that it leads to, by dice lost of the most that there are.
    next: [u8; 8],
    /// What it adds.
    pub sums: FightSums,
}

impl NearFight {
    /// Where a draw of 64 bits leads to.
    #[inline(always)]
    pub fn next(&self, draw: u64) -> u8 {
        let draw = short(draw) as u32;
        let mut lost = 0;
        for least in self.least {
            lost += usize::from(draw < least);
        }
        self.next[lost % self.next.len()]
    }
}

/// Moves of a place as books have them: stopping, or a dragon.
const MOVES: usize = 8;

/// The number of the fight that a book's move stands for in a place.
#[inline(always)]
pub(super) fn near_number(place: u8, code: u8) -> u32 {
    u32::from(place) * MOVES as u32 + u32::from(code)
}

/// The place of a fight's number.
#[inline(always)]
pub(super) fn place(near_number: u32) -> u8 {
    (near_number / MOVES as u32) as u8
}

/// The place of a state.
#[inline]
pub(super) fn place_of(state: usize) -> u8 {
    state.min(BEYOND) as u8
}

/// How many fights there were against each dragon, 16 bits for each count. All of them
/// together are at most [`FightCounts::MOST`]: see [`Fights::packed_rounds`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FightCounts(u64);

impl FightCounts {
    /// The most fights that can be counted.
    const MOST: u32 = u16::MAX as u32;

    fn one(dragon: usize) -> Self {
        Self(1 << (16 * dragon))
    }

    pub fn new(word: u64) -> Self {
        Self(word)
    }

    /// These counts by dragon.
    pub fn packed(of: [i64; MAX_DRAGONS]) -> Self {
        let counts = of.iter().enumerate();
        Self(counts.fold(0, |word, (dragon, &count)| {
            word | (count as u64) << (16 * dragon)
        }))
    }

    pub fn word(self) -> u64 {
        self.0
    }

    /// By dragon.
    #[inline]
    pub fn of(self) -> [i32; MAX_DRAGONS] {
        std::array::from_fn(|dragon| (self.0 >> (16 * dragon) & 0xffff) as i32)
    }

    /// Against all of them.
    #[inline]
    pub fn all(self) -> i32 {
        // The highest 16 bits of this product are the sum of all four numbers.
        (self.0.wrapping_mul(0x0001_0001_0001_0001) >> 48) as i32
    }
}

/// The fights of some rules, before and after accepting a challenge.
#[derive(Clone, Debug)]
pub(super) struct Fights {
    /// By state, then dragon.
    fights: [Vec<Fight>; 2],
    /// Before a challenge, by number.
    near: Box<[NearFight; PLACES * MOVES]>,
    /// By state.
    pub states: [Vec<Compact>; 2],
    /// See [`Self::packed_rounds`].
    most_of_turn: u32,
}

impl Fights {
    pub fn new(graph: &TurnGraph) -> Self {
        let fight = |place: &Place, dragon: usize| {
            let mut fight = Fight {
                below: [i32::MAX; MAX_DICE as usize],
                risk: 0,
                before_slain: NOWHERE,
            };
            if let Some(slain) = place.slain[dragon] {
                // No fight leads to the first state, which has no points at stake.
                fight.before_slain = slain as u32 - 1;
                let law = graph.odds().law(dragon, place.dice);
                let mut sum = 0.0;
                for (below, chance) in fight.below.iter_mut().zip(&law[..law.len() - 1]) {
                    sum += chance;
                    let draws = (sum * f64::from(1_u32 << DRAW_BITS)).round();
                    *below = (draws as i64 - 1) as i32;
                }
                fight.risk = (law[0] * f64::from(RISK_SCALE)).round() as i32;
            }
            fight
        };
        let compact = |place: &Place| Compact {
            at_stake: place.at_stake,
            alive: place.alive.index() as u8,
            may_fight: graph.may_fight(place.at_stake),
        };
        let both = [false, true].map(|accepted| graph.places(accepted));
        let fights = both.map(|places| -> Vec<Fight> {
            let fights = |place| (0..MAX_DRAGONS).map(move |dragon| fight(place, dragon));
            places.iter().flat_map(fights).collect()
        });
        Self {
            near: near(&fights[0]),
            fights,
            states: both.map(|places| places.iter().map(compact).collect()),
            most_of_turn: most_of_turn(graph),
        }
    }

    /// The memory that they take, in bytes.
    pub fn bytes(&self) -> u64 {
        let fights = self.fights.iter().map(Vec::len).sum::<usize>() * size_of::<Fight>();
        let states = self.states.iter().map(Vec::len).sum::<usize>() * size_of::<Compact>();
        (fights + states) as u64
    }

    /// How many rounds [`FightCounts`] can count the fights of, whatever is decided and
    /// rolled.
    pub fn packed_rounds(&self) -> u32 {
        FightCounts::MOST / self.most_of_turn
    }

    /// Before a challenge, by [`near_number`].
    #[inline]
    pub fn near(&self) -> &[NearFight; PLACES * MOVES] {
        &self.near
    }

    #[inline]
    pub fn fight(&self, accepted: bool, state: usize, dragon: usize) -> &Fight {
        &self.fights[usize::from(accepted)][state * MAX_DRAGONS + dragon]
    }
}

/// The most fights that a seat can fight in one turn.
fn most_of_turn(graph: &TurnGraph) -> u32 {
    let dice = usize::from(graph.rules().warrior.dice);
    // Fights lead to states with larger numbers.
    let longest = |accepted: bool, after_stop: &dyn Fn(usize) -> u32| {
        let places = graph.places(accepted);
        let mut longest = vec![0; places.len()];
        for (state, place) in places.iter().enumerate().rev() {
            let onward = place.slain.iter().flatten();
            let states = onward.flat_map(|&slain| slain..(slain + dice).min(places.len()));
            let fights = states.map(|next| 1 + longest[next]).max();
            longest[state] = fights.unwrap_or(0).max(after_stop(state));
        }
        longest
    };
    let accepted = longest(true, &|_| 0);
    let plain = longest(false, &|state| accepted[graph.on_accepting(state)]);
    plain[graph.start()].max(1)
}

/// Of fights before a challenge, by state, then dragon.
fn near(fights: &[Fight]) -> Box<[NearFight; PLACES * MOVES]> {
    let none = NearFight {
        least: [0; MAX_DICE as usize],
        next: [DEFEAT as u8; 8],
        sums: [0; 2],
    };
    let mut near = Box::new([none; PLACES * MOVES]);
    for (state, fights) in fights.chunks(MAX_DRAGONS).take(NEAR).enumerate() {
        for (fight, code) in fights.iter().zip(1..) {
            let near = &mut near[near_number(state as u8, code) as usize];
            // None is larger than 2^31.
            near.least = fight.below.map(|below| (below as u32).wrapping_add(1));
            near.sums = [
                FightCounts::one(usize::from(code - 1)).word(),
                fight.risk as u64,
            ];
            for (lost, left) in (1..=u32::from(MAX_DICE)).rev().enumerate() {
                let state = fight.before_slain + left;
                near.next[lost] = match fight.before_slain {
                    NOWHERE => DEFEAT as u8,
                    _ => place_of(state as usize),
                };
            }
        }
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dragon_slayer::Rules;
    use crate::random::{Key, Purpose};
    use rand::Rng;

    #[test]
    fn all_fights_of_the_rounds_are_counted() {
        let graph = TurnGraph::new(&Rules::built_in(), 40);
        let fights = Fights::new(&graph);
        // Blue, green and red bring 12 points together: nine fights come to 36 points,
        // another two to 42, where every turn is stopped but for an accepted challenge.
        assert!(
            (11..=13).contains(&fights.most_of_turn),
            "{}",
            fights.most_of_turn
        );
        let rounds = i64::from(fights.packed_rounds());
        let most = rounds * i64::from(fights.most_of_turn);
        assert!(most <= i64::from(u16::MAX));
        let counts = FightCounts::packed([0, most, 0, 0]);
        assert_eq!(i64::from(counts.all()), most);
        assert_eq!(counts.of().map(i64::from), [0, most, 0, 0]);
    }

    #[test]
    fn near_fights_lead_where_fights_do() {
        let fights = Fights::new(&TurnGraph::new(&Rules::built_in(), 40));
        let mut rng = Key::new(1, Purpose::Playing, &[]).generator();
        for state in 0..NEAR {
            for dragon in 0..MAX_DRAGONS {
                let fight = fights.fight(false, state, dragon);
                let near = &fights.near()[near_number(state as u8, dragon as u8 + 1) as usize];
                for _ in 0..1_000 {
                    let draw = rng.next_u64();
                    let place = match fight.dice_left(draw) {
                        0 => DEFEAT as u8,
                        left => place_of(fight.slain(left)),
                    };
                    assert_eq!(near.next(draw), place);
                }
            }
        }
    }
}
