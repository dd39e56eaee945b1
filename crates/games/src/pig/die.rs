//! Rolling a die of six faces.

use rand::Rng;

/// A face, 1 to 6, all equally likely.
///
/// The upper half of a draw, times 6, has the face in its upper 32 bits (Lemire
/// 2019, ACM Trans. Model. Comput. Simul. 29(1), article 3). 2^32 is 4 more than
/// a multiple of 6; drawing again where the lower bits are below 4 leaves every
/// face as many draws as any other.
#[inline]
pub fn roll(rng: &mut impl Rng) -> u32 {
    loop {
        let product = (rng.next_u64() >> 32) * 6;
        if product % (1 << 32) >= 4 {
            return (product >> 32) as u32 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rivals_core::play::Dice;

    #[test]
    fn value_stability() {
        let mut dice = Dice::new(2018, 1, 0).turn(0, 0);
        let rolled: Vec<u32> = (0..20).map(|_| roll(&mut dice)).collect();
        assert_eq!(rolled, [5, 5, 5, 1, 1, 6, 1, 1, 5, 4, 6, 2, 3, 6, 4, 5, 5, 3, 5, 6]);
    }

    #[test]
    fn faces_are_equally_likely() {
        let mut counts = [0_u32; 6];
        let mut dice = Dice::new(2018, 1, 0).turn(0, 0);
        for _ in 0..600_000 {
            counts[roll(&mut dice) as usize - 1] += 1;
        }
        // Five standard errors of 289 each.
        assert!(counts.iter().all(|count| count.abs_diff(100_000) < 1_445), "{counts:?}");
    }
}
