//! Random number generators: a seed, a purpose and a unit of work determine a key, and the key
//! a generator. All keys of the program come from here; `play/dice.rs` makes the generators of
//! tournaments from these keys.
//!
//! Every unit of work has its own generator, keyed by numbers that identify the unit. So
//! results depend neither on the number of threads nor on the order in which they finish,
//! and any unit can be run again alone. Nothing here reads the clock or the system's
//! entropy.
//!
//! The words of a key are mixed one after the other with the finaliser of
//! SplitMix64 (Steele, Lea and Flood 2014); the key then seeds xoshiro256++
//! (Blackman and Vigna 2021) with SplitMix64, as its authors advise. The mix is
//! implemented here, so that no new version of a crate changes what a seed means:
//! `value_stability` below pins it.
//!
//! Tournaments draw from SplitMix64 itself. Every turn of every seat has its own
//! stream of some ten draws, so the time to set up a generator dominates. SplitMix64's
//! state is the key; xoshiro256++ would have to mix four words first. SplitMix64 never
//! draws a number twice, but that can be noticed only in long streams.

mod streams;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

pub use streams::Streams;

/// The purpose of a generator, which is the first word of its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Purpose {
    /// Simulated odds; the unit is (case, dice, batch).
    OddsSimulation = u64::from_be_bytes(*b"odds/sim"),
    /// Simulated frequencies in which the dice are searched for again; the unit is
    /// (search, case, cell).
    OddsSearch = u64::from_be_bytes(*b"odds/sea"),
    /// Anything that a test draws.
    Playing = u64::from_be_bytes(*b"playgame"),
    /// Games of tournaments; the unit is (pairing, group).
    Tournament = u64::from_be_bytes(*b"tourname"),
    /// The openings of tournaments of games without chance; the unit is the group.
    Openings = u64::from_be_bytes(*b"openings"),
    /// The pairings of a sampled tournament; the unit is a player's id, or the number of seats.
    Pairings = u64::from_be_bytes(*b"pairings"),
    /// The figures of drawn personalities; the unit is the number of the personality.
    Personalities = u64::from_be_bytes(*b"personal"),
    /// The players that an evolution tries; there is one unit.
    Evolution = u64::from_be_bytes(*b"evolving"),
    /// The judgement errors of a personality; the unit is its id.
    JudgementErrors = u64::from_be_bytes(*b"misjudge"),
    /// The judgement errors and the attention of a personality in any game; the unit is its id.
    Conduct = u64::from_be_bytes(*b"conducts"),
    /// Games and decisions by which a game is calibrated for personalities; the unit is the number
    /// of the game.
    Calibration = u64::from_be_bytes(*b"calibrat"),
}

/// The increment of SplitMix64: 2^64 divided by the golden ratio, made odd.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The key of one unit of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(u64);

impl Key {
    /// The key of a master seed, a purpose and a unit's numbers.
    #[must_use]
    pub fn new(seed: u64, purpose: Purpose, unit: &[u64]) -> Self {
        let words = [purpose as u64].into_iter().chain(unit.iter().copied());
        Self(words.fold(mix(seed.wrapping_add(GOLDEN)), Self::after))
    }

    /// The key `key` with one more word mixed in.
    #[must_use]
    pub fn after(key: u64, word: u64) -> u64 {
        mix(key.wrapping_add(GOLDEN) ^ mix(word.wrapping_add(GOLDEN)))
    }

    /// The key as a number, to be used as a word of other keys.
    #[must_use]
    pub fn word(self) -> u64 {
        self.0
    }

    /// The key of a unit that is identified by texts of any length.
    #[must_use]
    pub fn of_texts<'a>(purpose: Purpose, texts: impl IntoIterator<Item = &'a str>) -> Self {
        // A word holds eight bytes; the length follows each text.
        let words = texts.into_iter().flat_map(|text| {
            let bytes = text.as_bytes().chunks(8).map(|chunk| {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                u64::from_le_bytes(word)
            });
            bytes.chain([text.len() as u64])
        });
        Self::new(0, purpose, &words.collect::<Vec<_>>())
    }

    /// The unit's generator.
    #[must_use]
    pub fn generator(self) -> Xoshiro256PlusPlus {
        self.stream(0)
    }

    /// The unit's generator number `index`, for work that uses several generators side by
    /// side.
    #[must_use]
    pub fn stream(self, index: u64) -> Xoshiro256PlusPlus {
        let mut seed = [0; 32];
        for (bytes, word) in seed.chunks_exact_mut(8).zip(self.state(index)) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        Xoshiro256PlusPlus::from_seed(seed)
    }

    /// The four state words of stream `index`: the outputs 4 * index to 4 * index + 3 of
    /// a SplitMix64 generator that starts at the key.
    fn state(self, index: u64) -> [u64; 4] {
        std::array::from_fn(|word| {
            let step = index.wrapping_mul(4).wrapping_add(word as u64 + 1);
            mix(self.0.wrapping_add(step.wrapping_mul(GOLDEN)))
        })
    }
}

/// The number `at` of SplitMix64's sequence from 0: fixed numbers for the keys of positions.
pub const fn split_mix(at: u64) -> u64 {
    mix(at.wrapping_add(1).wrapping_mul(GOLDEN))
}

/// The finaliser of SplitMix64.
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    #[test]
    fn value_stability() {
        let key = Key::new(2018, Purpose::OddsSimulation, &[0, 3, 7]);
        let mut rng = key.generator();
        let drawn: [u64; 3] = std::array::from_fn(|_| rng.next_u64());
        // The expected numbers were computed in Python from the same definitions.
        assert_eq!(
            drawn,
            [10_911_911_954_573_728_429, 7_939_964_729_061_537_512, 3_848_958_486_498_339_082]
        );
    }

    #[test]
    fn the_key_is_splitmix64() {
        // The first outputs of SplitMix64 from 1234567, as in the reference
        // test of rand_xoshiro (and of prng.di.unimi.it/splitmix64.c).
        let state = Key(1_234_567).state(0);
        assert_eq!(
            state[..3],
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn every_word_changes_the_key() {
        let base = Key::new(1, Purpose::OddsSimulation, &[2, 3]);
        for (seed, unit) in [(2, [2, 3]), (1, [3, 2]), (1, [2, 4]), (0, [2, 3])] {
            assert_ne!(base, Key::new(seed, Purpose::OddsSimulation, &unit));
        }
        assert_ne!(base, Key::new(1, Purpose::OddsSimulation, &[2, 3, 0]));
    }
}
