//! Several xoshiro256++ generators in a structure of arrays, so that a processor with
//! vector registers advances all of them at once.
//!
//! Each of them draws the same numbers as a generator of `rand_xoshiro`; the test below
//! compares them.

use super::Key;

/// `N` generators that are advanced together.
#[derive(Clone, Debug)]
pub struct Streams<const N: usize> {
    /// The state words: the first index is the word, the second the generator.
    state: [[u64; N]; 4],
}

impl<const N: usize> Streams<N> {
    /// The streams `first` to `first + N - 1` of a unit of work.
    #[must_use]
    pub fn new(key: Key, first: u64) -> Self {
        let mut state = [[0; N]; 4];
        for stream in 0..N {
            let words = key.state(first + stream as u64);
            for (lanes, word) in state.iter_mut().zip(words) {
                lanes[stream] = word;
            }
        }
        Self { state }
    }

    /// The next 64 bits of every stream.
    #[inline(always)]
    pub fn draw(&mut self) -> [u64; N] {
        let [s0, s1, s2, s3] = &mut self.state;
        let mut drawn = [0; N];
        for i in 0..N {
            drawn[i] = (s0[i].wrapping_add(s3[i])).rotate_left(23).wrapping_add(s0[i]);
            let shifted = s1[i] << 17;
            s2[i] ^= s0[i];
            s3[i] ^= s1[i];
            s1[i] ^= s2[i];
            s0[i] ^= s3[i];
            s2[i] ^= shifted;
            s3[i] = s3[i].rotate_left(45);
        }
        drawn
    }
}

#[cfg(test)]
mod tests {
    use super::super::Purpose;
    use super::*;
    use rand::Rng;

    #[test]
    fn every_stream_is_a_generator_of_rand_xoshiro() {
        let key = Key::new(7, Purpose::OddsSimulation, &[1]);
        let mut streams = Streams::<5>::new(key, 3);
        let mut generators: Vec<_> = (3..8).map(|index| key.stream(index)).collect();
        for _ in 0..1_000 {
            let drawn: Vec<u64> = generators.iter_mut().map(Rng::next_u64).collect();
            assert_eq!(streams.draw().to_vec(), drawn);
        }
    }
}
