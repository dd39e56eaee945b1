//! Fights and states in the form that playing games needs: the thresholds of one draw per
//! fight, what the fight adds to the metrics, and the state that it leads to, in half a
//! cache line.

use crate::games::dragon_slayer::policy_tables::{BEYOND, DEFEAT, NEAR, PLACES};
use crate::games::dragon_slayer::solver::{Place, TurnGraph};
use crate::games::dragon_slayer::{DragonSet, MAX_DICE, MAX_DRAGONS};

use super::metrics::RISK_SCALE;

/// Bits of a fight's draw.
const DRAW_BITS: u32 = 31;

/// The part of a state that stops and random play need.
#[derive(Clone, Copy, Debug)]
pub(super) struct CompactState {
    pub at_stake: u32,
    /// A bit for every living dragon.
    pub alive: u8,
    /// Whether the mover may choose to fight; it may not at the cap.
    pub may_fight: bool,
}

impl CompactState {
    /// The living dragons.
    #[inline]
    pub(super) fn alive(&self) -> DragonSet {
        DragonSet::from_index(self.alive.into())
    }
}

/// A fight against one dragon, begun in one state.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct SampledFight {
    /// The number of dice left is the number of these thresholds that the draw exceeds.
    /// Draws have 31 bits, so that -1 is below all of them and the largest number is not
    /// exceeded by any. This rounds the distribution of dice left by at most 2^-32.
    below: [i32; MAX_DICE as usize],
    /// The chance of a defeat in units of 1 / [`RISK_SCALE`].
    pub risk: i32,
    /// The number of the state after slaying the dragon is this plus the dice left.
    before_slain: u32,
}

impl SampledFight {
    /// The warrior dice left after a draw of 64 bits; 0 is a defeat.
    #[inline]
    pub(super) fn dice_left(&self, draw: u64) -> u32 {
        let draw = short(draw);
        // The sign of the difference, which never overflows.
        let left = |below: i32| below.wrapping_sub(draw) as u32 >> 31;
        self.below.map(left).iter().sum()
    }

    /// The state after slaying the dragon with this many dice left, at least one.
    ///
    /// # Panics
    /// In debug builds, if there is no such fight. In release builds the number returned is
    /// then not that of a state.
    #[inline]
    pub(super) fn slain(&self, dice_left: u32) -> usize {
        debug_assert!(self.before_slain != NOWHERE, "no such fight");
        (self.before_slain + dice_left) as usize
    }
}

/// [`SampledFight::before_slain`] of a fight that cannot be begun, as its dragon is not alive or
/// the turn is at the cap. No table has this many states.
const NOWHERE: u32 = u32::MAX / 2;

/// The bits of a draw that decide a fight.
#[inline]
fn short(draw: u64) -> i32 {
    (draw >> (u64::BITS - DRAW_BITS)) as i32
}

/// Two sums over fights, added at once: their numbers, packed as [`FightCounts`], and
/// their risks.
pub(super) type FightSums = [u64; 2];

/// A fight in one of the first states, which most turns never leave, from place to place.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct NearFight {
    /// The number of dice lost is the number of these thresholds that exceed the draw. They
    /// are the thresholds of [`SampledFight`] plus 1, so that they need no sign.
    least: [u32; MAX_DICE as usize],
    /// The place that the fight leads to, by [`MAX_DICE`] less the dice left.
    next: [u8; 8],
    /// The sums that the fight adds.
    pub sums: FightSums,
}

impl NearFight {
    /// The place that a draw of 64 bits leads to.
    #[inline(always)]
    pub(super) fn next(&self, draw: u64) -> u8 {
        let draw = short(draw) as u32;
        let mut lost = 0;
        for least in self.least {
            lost += usize::from(draw < least);
        }
        self.next[lost % self.next.len()]
    }
}

/// The number of moves in a place, as numbered in policy tables: to stop, or a dragon.
const MOVES: usize = 8;

/// The number of a move in a place.
#[inline(always)]
pub(super) fn near_number(place: u8, code: u8) -> u32 {
    u32::from(place) * MOVES as u32 + u32::from(code)
}

/// The place of a move's number.
#[inline(always)]
pub(super) fn place(near_number: u32) -> u8 {
    (near_number / MOVES as u32) as u8
}

/// The place of a state.
#[inline]
pub(super) fn place_of(state: usize) -> u8 {
    state.min(BEYOND) as u8
}

/// The numbers of fights against each dragon, packed in 16 bits each. Their sum is at
/// most [`FightCounts::MOST`]: see [`Fights::packed_rounds`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FightCounts(u64);

impl FightCounts {
    /// The largest number of fights that can be counted.
    const MOST: u32 = u16::MAX as u32;

    fn one(dragon: usize) -> Self {
        Self(1 << (16 * dragon))
    }

    pub(super) fn new(word: u64) -> Self {
        Self(word)
    }

    /// The packed numbers of fights, given by dragon.
    pub(super) fn packed(of: [i64; MAX_DRAGONS]) -> Self {
        let counts = of.iter().enumerate();
        Self(counts.fold(0, |word, (dragon, &count)| {
            word | (count as u64) << (16 * dragon)
        }))
    }

    pub(super) fn word(self) -> u64 {
        self.0
    }

    /// The numbers of fights by dragon.
    #[inline]
    pub(super) fn of(self) -> [i32; MAX_DRAGONS] {
        std::array::from_fn(|dragon| (self.0 >> (16 * dragon) & 0xffff) as i32)
    }

    /// The number of all fights.
    #[inline]
    pub(super) fn all(self) -> i32 {
        // The highest 16 bits of this product are the sum of the four numbers.
        (self.0.wrapping_mul(0x0001_0001_0001_0001) >> 48) as i32
    }
}

/// All fights and states of a game, before and after accepting a challenge.
#[derive(Clone, Debug)]
pub(super) struct Fights {
    /// By state, then dragon.
    fights: [Vec<SampledFight>; 2],
    /// Before a challenge, by [`near_number`].
    near: Box<[NearFight; PLACES * MOVES]>,
    /// By state.
    pub states: [Vec<CompactState>; 2],
    /// The largest number of fights in one turn.
    most_of_turn: u32,
}

impl Fights {
    pub(super) fn new(graph: &TurnGraph) -> Self {
        let fight = |place: &Place, dragon: usize| {
            let mut fight = SampledFight {
                below: [i32::MAX; MAX_DICE as usize],
                risk: 0,
                before_slain: NOWHERE,
            };
            if let Some(slain) = place.slain[dragon] {
                // No fight leads to the first state, which has no points at stake.
                fight.before_slain = slain as u32 - 1;
                let dice_left = graph.odds().dice_left(dragon, place.dice);
                let mut sum = 0.0;
                for (below, chance) in fight
                    .below
                    .iter_mut()
                    .zip(&dice_left[..dice_left.len() - 1])
                {
                    sum += chance;
                    let draws = (sum * f64::from(1_u32 << DRAW_BITS)).round();
                    *below = (draws as i64 - 1) as i32;
                }
                fight.risk = (dice_left[0] * f64::from(RISK_SCALE)).round() as i32;
            }
            fight
        };
        let compact = |place: &Place| CompactState {
            at_stake: place.at_stake,
            alive: place.alive.index() as u8,
            may_fight: graph.may_fight(place.at_stake),
        };
        let both = [false, true].map(|accepted| graph.places(accepted));
        let fights = both.map(|places| -> Vec<SampledFight> {
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

    /// Their memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let fights = self.fights.iter().map(Vec::len).sum::<usize>() * size_of::<SampledFight>();
        let states = self.states.iter().map(Vec::len).sum::<usize>() * size_of::<CompactState>();
        (fights + states) as u64
    }

    /// The number of rounds whose fights [`FightCounts`] can count, whatever the decisions
    /// and the dice.
    pub(super) fn packed_rounds(&self) -> u32 {
        FightCounts::MOST / self.most_of_turn
    }

    /// The fights in the first states before a challenge, by [`near_number`].
    #[inline]
    pub(super) fn near(&self) -> &[NearFight; PLACES * MOVES] {
        &self.near
    }

    #[inline]
    pub(super) fn fight(&self, accepted: bool, state: usize, dragon: usize) -> &SampledFight {
        &self.fights[usize::from(accepted)][state * MAX_DRAGONS + dragon]
    }
}

/// The largest number of fights in one turn.
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

/// The fights in the first states, from the fights before a challenge by state and dragon.
fn near(fights: &[SampledFight]) -> Box<[NearFight; PLACES * MOVES]> {
    let none = NearFight {
        least: [0; MAX_DICE as usize],
        next: [DEFEAT as u8; 8],
        sums: [0; 2],
    };
    let mut near = Box::new([none; PLACES * MOVES]);
    for (state, fights) in fights.chunks(MAX_DRAGONS).take(NEAR).enumerate() {
        for (fight, code) in fights.iter().zip(1..) {
            let near = &mut near[near_number(state as u8, code) as usize];
            // No threshold is larger than 2^31.
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
    fn fights_of_the_packed_rounds_can_be_counted() {
        let graph = TurnGraph::new(&Rules::built_in(), 40);
        let fights = Fights::new(&graph);
        // Blue, green and red are worth 12 points together: nine fights score 36 points, two
        // more 42. That is above the cap, where only an accepted challenge demands a fight.
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
    fn near_fights_lead_to_the_states_of_fights() {
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
