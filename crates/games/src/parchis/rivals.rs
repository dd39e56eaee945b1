//! Our own evaluation: a weighted sum of features. Its weights were fitted to the results of games
//! that the program played against itself (`rivals-studies fit-parchis`, which names the features),
//! and then tuned in tournaments of the program against itself (`rivals-studies tune-parchis`).
//!
//! It differs from the others in what the game is about: one complete colour wins. The colour
//! of a seat that has gone further is its *leader*, and the pieces of the leader count apart
//! from those of the other colour. Risks count in steps that a capture would cost, and tell apart
//! when the capturing colour moves.

#![expect(clippy::cast_possible_truncation, reason = "codes of squares are below `CODES`")]

use super::board::{BIT, CODES, CORRIDOR, DISTANCE, FROM_HOME, GOAL, HOME, RING_SET, SAFE_SET};
use super::evaluations::threats;
use super::rules::{Parchis, distance};
use super::state::ParchisState;
use rivals_core::play::Seat;
use rivals_core::search::Evaluation;

/// The number of features.
pub const FEATURES: usize = 24;

/// A weight for each feature, in 1/10,000 of the logarithm of the odds to win before tuning.
pub type Weights = [i32; FEATURES];

/// The weights of `eval=rivals`: those of the tuning after round 420, with those of the leader's
/// pieces in the corridor and in the goal raised afterwards, so that none of them counts less than
/// those before it: a player with other weights may keep its pieces out of the goal for ever.
pub const WEIGHTS: Weights = [
    -100, 28, 53, -1468, -1741, 525, 346, 525, 2500, 225, -76, -37, -34, -52, -5, -25, 207, 168,
    476, 497, 133, 814, 1874, 512,
];

/// The evaluation with its weights.
#[derive(Clone, Copy, Debug)]
pub struct Rivals {
    pub weights: Weights,
}

impl Rivals {
    /// The evaluation with the tuned weights.
    pub const TUNED: Self = Self { weights: WEIGHTS };
}

impl Evaluation<Parchis> for Rivals {
    #[inline]
    fn value(&self, _: &Parchis, state: &ParchisState, seat: Seat) -> f64 {
        let features = features(state);
        let products = features.iter().zip(&self.weights);
        let first: i32 = products.map(|(feature, weight)| feature * weight).sum();
        f64::from(if seat == Seat::FIRST { first } else { -first })
    }

    fn scale(&self) -> f64 {
        10_000.0
    }
}

/// The features of a state, from the first seat's point of view.
#[inline]
#[must_use]
pub fn features(state: &ParchisState) -> [i32; FEATURES] {
    let colours = [0, 1, 2, 3].map(|colour| Summary::new(state, colour));
    let mut features = [0; FEATURES];
    for seat in 0..2 {
        let (own, sign) = ([seat, seat + 2], [1, -1][seat]);
        add_side(&mut features, sign, state, &colours, own, [1 - seat, 3 - seat]);
    }
    features
}

/// Adds the features of one side, which has two colours, or the same one twice for a single colour.
#[inline(always)]
fn add_side(
    features: &mut [i32; FEATURES],
    sign: i32,
    state: &ParchisState,
    colours: &[Summary; 4],
    [first, second]: [usize; 2],
    opponents: impl IntoIterator<Item = usize>,
) {
    let mover = usize::from(state.mover & 3);
    let (leader, other) = if colours[first].steps >= colours[second].steps {
        (first, second)
    } else {
        (second, first)
    };
    // The opponents' threats by when they move: now, next, or later.
    let mut threats = [0; 3];
    for opponent in opponents {
        let moves_in = (opponent + 4 - mover) & 3;
        threats[moves_in.min(2)] |= colours[opponent].threats;
    }
    let mut add = |feature: usize, value: i32| features[feature] += sign * value;
    let one = &colours[leader];
    add(0, one.steps);
    add(2, one.steps * one.steps / 64);
    add(3, one.home);
    add(5, one.safe);
    add(7, one.corridor);
    add(8, one.goal);
    add(9, one.walls);
    for (when, squares) in threats.into_iter().enumerate() {
        add(10 + when, one.at_stake(leader, squares));
    }
    let dice = state.dice[leader];
    add(16, unused(dice));
    add(18, i32::from(dice >> 6 & 1));
    add(19, i32::from(dice >> 5 & 1) * one.home.min(1));
    add(21, i32::from(mover == leader));
    if mover == first || mover == second {
        add(20, 1);
        add(22, i32::from(state.bonus == 20));
        add(23, i32::from(state.bonus == 10));
    }
    if first == second {
        return;
    }
    let two = &colours[other];
    add(1, two.steps);
    add(4, two.home);
    add(6, two.safe);
    add(9, two.walls);
    for (when, squares) in threats.into_iter().enumerate() {
        add(13 + when, two.at_stake(other, squares));
    }
    add(17, unused(state.dice[other]));
}

impl Rivals {
    /// The value of a seat's own pieces where dice are thrown, before that of other seats is taken
    /// off.
    pub fn side(&self, state: &ParchisState, seat: Seat) -> f64 {
        let colours = [0, 1, 2, 3].map(|colour| Summary::new(state, colour));
        let mut own = state.colours_of(seat).map(|colour| colour as usize);
        let first = own.next().unwrap_or_default();
        let second = own.next().unwrap_or(first);
        let mut features = [0; FEATURES];
        let opponents = state.colours_against(seat).map(|colour| colour as usize);
        add_side(&mut features, 1, state, &colours, [first, second], opponents);
        let products = features.iter().zip(&self.weights);
        f64::from(products.map(|(feature, weight)| feature * weight).sum::<i32>())
    }
}

/// What the features need of one colour.
struct Summary {
    /// The steps that its pieces have gone: 0 to 296.
    steps: i32,
    home: i32,
    safe: i32,
    corridor: i32,
    goal: i32,
    walls: i32,
    /// The squares on which its pieces can be captured.
    exposed: u128,
    /// The squares that it reaches with its dice.
    threats: u128,
}

impl Summary {
    #[inline]
    fn new(state: &ParchisState, colour: usize) -> Self {
        let (mut once, mut twice, mut sums) = (0, 0, 0);
        for square in state.of(colour) {
            let bit = BIT[usize::from(square)];
            twice |= once & bit;
            once |= bit;
            sums += COUNTS[colour][usize::from(square)];
        }
        let walls = twice & RING_SET;
        let count = |place: u32| (sums >> place & 0xff) as i32;
        Self {
            steps: (sums & 0xffff) as i32 - 4,
            home: count(16),
            safe: count(24),
            corridor: count(32),
            goal: count(40),
            walls: walls.count_ones().cast_signed(),
            exposed: once & RING_SET & !SAFE_SET & !walls,
            threats: threats(state, colour),
        }
    }

    /// The steps that captures on these squares would cost.
    #[inline]
    fn at_stake(&self, colour: usize, squares: u128) -> i32 {
        let mut exposed = self.exposed & squares;
        let mut steps = 0;
        while exposed != 0 {
            steps += i32::from(FROM_HOME - distance(colour, exposed.trailing_zeros() as u8));
            exposed &= exposed - 1;
        }
        steps
    }
}

/// Twice the sum of the unused dice minus seven for each: 0 for all six.
#[inline]
fn unused(dice: u8) -> i32 {
    let sum: i32 = (1..=6).map(|die| die * i32::from(dice >> die & 1)).sum();
    2 * sum - 7 * dice.count_ones().cast_signed()
}

/// By colour and square, a piece as it counts for [`Summary`], packed so that one sum adds all
/// counts: its steps, and whether it is at home, on a safe square, in the corridor, in the goal.
static COUNTS: [[u64; CODES]; 4] = {
    let mut counts = [[0; CODES]; 4];
    let mut colour = 0;
    while colour < 4 {
        let mut code = 0;
        while code < CODES {
            let square = code as u8;
            let place = match square {
                HOME => 1 << 16,
                GOAL => 1 << 40,
                CORRIDOR.. => 1 << 32,
                _ if SAFE_SET >> square & 1 != 0 => 1 << 24,
                _ => 0,
            };
            // One more than the steps: no square is further away than one more than home.
            counts[colour][code] = (FROM_HOME + 1 - DISTANCE[colour][code]) as u64 + place;
            code += 1;
        }
        colour += 1;
    }
    counts
};
