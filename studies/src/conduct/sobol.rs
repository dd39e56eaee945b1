//! Points that fill a cube evenly: Sobol's sequence with the direction numbers of Joe and Kuo 2008
//! (`new-joe-kuo-6`).

/// The bits of a coordinate.
const BITS: usize = 32;

/// Of each dimension but the first: the coefficients of its primitive polynomial between the ends,
/// as bits, and the first direction numbers, as many as the degree of the polynomial.
const DIRECTIONS: [(u32, &[u32]); 16] = [
    (0, &[1]),
    (1, &[1, 3]),
    (1, &[1, 3, 1]),
    (2, &[1, 1, 1]),
    (1, &[1, 1, 3, 3]),
    (4, &[1, 3, 5, 13]),
    (2, &[1, 1, 5, 5, 17]),
    (4, &[1, 1, 5, 5, 5]),
    (7, &[1, 1, 7, 11, 19]),
    (11, &[1, 1, 5, 1, 1]),
    (13, &[1, 1, 1, 3, 11]),
    (14, &[1, 3, 5, 5, 31]),
    (1, &[1, 3, 3, 9, 7, 49]),
    (13, &[1, 1, 1, 15, 21, 21]),
    (16, &[1, 3, 1, 13, 27, 49]),
    (19, &[1, 1, 1, 15, 7, 5]),
];

/// The most dimensions.
pub(super) const DIMENSIONS: usize = DIRECTIONS.len() + 1;

/// The direction numbers of a dimension, the highest bit first.
fn directions(dimension: usize) -> [u32; BITS] {
    let mut all = [0; BITS];
    let Some(&(inner, first)) = dimension.checked_sub(1).map(|at| &DIRECTIONS[at]) else {
        (all.iter_mut().enumerate()).for_each(|(bit, of)| *of = 1 << (BITS - 1 - bit));
        return all;
    };
    let degree = first.len();
    for bit in 0..BITS {
        all[bit] = match first.get(bit) {
            Some(number) => number << (BITS - 1 - bit),
            None => {
                let start = all[bit - degree] ^ all[bit - degree] >> degree;
                (1..degree).fold(start, |of, back| {
                    of ^ (all[bit - back] * (inner >> (degree - 1 - back) & 1))
                })
            }
        };
    }
    all
}

/// The first points after that at 0, each in 0..1 in all of so many dimensions.
pub(super) fn points<const N: usize>(count: usize) -> Vec<[f64; N]> {
    const { assert!(N <= DIMENSIONS) };
    let directions: [[u32; BITS]; N] = std::array::from_fn(directions);
    let point = |number: usize| {
        // In the order of the Gray code, as usual.
        let code = number ^ number >> 1;
        directions.map(|of| {
            let bits = (0..BITS).filter(|bit| code >> bit & 1 == 1);
            f64::from(bits.fold(0, |all, bit| all ^ of[bit])) / (f64::from(u32::MAX) + 1.0)
        })
    };
    (1..=count).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first points of three dimensions as every implementation has them.
    #[test]
    fn the_first_points() {
        let expected = [
            [0.5, 0.5, 0.5],
            [0.75, 0.25, 0.25],
            [0.25, 0.75, 0.75],
            [0.375, 0.375, 0.625],
            [0.875, 0.875, 0.125],
            [0.625, 0.125, 0.875],
            [0.125, 0.625, 0.375],
        ];
        assert_eq!(points::<3>(7), expected);
    }

    /// With the point at 0, the first 64 points have one in each 64th of every dimension.
    #[test]
    fn every_part_of_a_dimension_has_its_point() {
        let points = points::<DIMENSIONS>(63);
        for dimension in 0..DIMENSIONS {
            let mut parts: Vec<f64> =
                points.iter().map(|point| (64.0 * point[dimension]).floor()).collect();
            parts.sort_by(f64::total_cmp);
            let expected: Vec<f64> = (1..64).map(f64::from).collect();
            assert_eq!(parts, expected, "{dimension}");
        }
    }
}
