//! Classical scaling: points on a plane whose distances approximate given ones.
//!
//! Torgerson, W. S., Multidimensional scaling: I. Theory and method,
//! Psychometrika 17 (1952). The squared distances are centred twice; the two
//! eigenvectors of the largest eigenvalues, by power iteration, are the axes.

/// A map: points on a plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// The coordinates by row of the matrix, in the unit of the distances. Their mean
    /// is 0, and the first axis is the longest.
    pub places: Vec<[f64; 2]>,
    /// The fraction of the variation that two dimensions keep, 0..=1; 1 where there is
    /// no variation.
    pub kept: f64,
}

/// The number of steps of power iteration, far more than a map needs.
const STEPS: usize = 2000;

/// The map of a symmetric matrix of distances.
///
/// # Panics
/// If the matrix is not square.
#[must_use]
pub fn classical(distances: &[Vec<f64>]) -> Map {
    let count = distances.len();
    let squares = |row: usize, column: usize| distances[row][column] * distances[row][column];
    let mean =
        |row: usize| (0..count).map(|column| squares(row, column)).sum::<f64>() / count as f64;
    let means: Vec<f64> = (0..count).map(mean).collect();
    let grand = means.iter().sum::<f64>() / count as f64;
    let mut centred: Vec<Vec<f64>> = (0..count)
        .map(|row| {
            (0..count)
                .map(|column| -0.5 * (squares(row, column) - means[row] - means[column] + grand))
                .collect()
        })
        .collect();
    let total: f64 = (0..count).map(|row| centred[row][row]).sum();
    let mut places = vec![[0.0; 2]; count];
    let mut kept = 0.0;
    for axis in 0..2 {
        let (value, vector) = largest(&centred);
        kept += value.max(0.0);
        for (place, entry) in places.iter_mut().zip(&vector) {
            place[axis] = entry * value.max(0.0).sqrt();
        }
        for (row, a) in centred.iter_mut().zip(&vector) {
            for (entry, b) in row.iter_mut().zip(&vector) {
                *entry -= value * a * b;
            }
        }
    }
    Map { places, kept: if total > 0.0 { (kept / total).min(1.0) } else { 1.0 } }
}

/// The largest eigenvalue with its vector of length 1, whose largest entry is positive,
/// so that a map is never mirrored.
fn largest(matrix: &[Vec<f64>]) -> (f64, Vec<f64>) {
    // A start vector that is orthogonal to no axis of symmetry.
    let mut vector: Vec<f64> = (0..matrix.len()).map(|i| 1.0 + libm::sin(i as f64 * 0.7)).collect();
    // The matrix is shifted so that the largest eigenvalue also has the largest
    // absolute value.
    let shift =
        (matrix.iter()).map(|row| row.iter().map(|entry| entry.abs()).sum()).fold(0.0, f64::max);
    for _ in 0..STEPS {
        let next: Vec<f64> = (matrix.iter().zip(&vector))
            .map(|(row, own)| dot(row, &vector) + shift * own)
            .collect();
        let length = dot(&next, &next).sqrt();
        if length == 0.0 {
            break;
        }
        vector = next.iter().map(|entry| entry / length).collect();
    }
    let length = dot(&vector, &vector).sqrt();
    let peak = (vector.iter().copied())
        .fold(0.0, |peak: f64, entry| if entry.abs() > peak.abs() + 1e-9 { entry } else { peak });
    let sign = if peak < 0.0 { -length } else { length };
    vector.iter_mut().for_each(|entry| *entry /= sign);
    let image: Vec<f64> = matrix.iter().map(|row| dot(row, &vector)).collect();
    (dot(&image, &vector), vector)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between([ax, ay]: [f64; 2], [bx, by]: [f64; 2]) -> f64 {
        (ax - bx).hypot(ay - by)
    }

    #[test]
    fn points_of_a_plane_come_back() {
        let points = [[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [-1.0, 2.5], [2.0, -1.0]];
        let distances: Vec<Vec<f64>> =
            (points.iter()).map(|&a| points.iter().map(|&b| between(a, b)).collect()).collect();
        let map = classical(&distances);
        for (row, a) in distances.iter().zip(&map.places) {
            for (distance, b) in row.iter().zip(&map.places) {
                assert!((distance - between(*a, *b)).abs() < 1e-6, "{map:?}");
            }
        }
        assert!((map.kept - 1.0).abs() < 1e-9, "{map:?}");
    }

    #[test]
    fn a_third_dimension_is_lost_and_reported() {
        // The corners of a tetrahedron have three equal dimensions, of which two
        // remain.
        let distances: Vec<Vec<f64>> =
            (0..4).map(|a| (0..4).map(|b| f64::from(u8::from(a != b))).collect()).collect();
        let map = classical(&distances);
        assert!((map.kept - 2.0 / 3.0).abs() < 1e-6, "{map:?}");
    }

    #[test]
    fn all_in_one_place_is_a_map() {
        let map = classical(&[vec![0.0; 3], vec![0.0; 3], vec![0.0; 3]]);
        assert_eq!(map.places, [[0.0; 2]; 3]);
        assert!((map.kept - 1.0).abs() < 1e-12);
    }
}
