//! The inverse of a matrix.

/// The inverse of a positive definite matrix, by rows; of another one there may be numbers below 0 on
/// its diagonal, or what is not a number.
#[must_use]
pub fn inverse(mut rows: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = rows.len();
    for (at, row) in rows.iter_mut().enumerate() {
        row.extend((0..size).map(|of| f64::from(u8::from(of == at))));
    }
    for pivot in 0..size {
        let divided: Vec<f64> = rows[pivot].iter().map(|x| x / rows[pivot][pivot]).collect();
        for row in &mut rows {
            let factor = row[pivot];
            row.iter_mut().zip(&divided).for_each(|(x, of)| *x -= factor * of);
        }
        rows[pivot] = divided;
    }
    rows.into_iter().map(|mut row| row.split_off(size)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_multiply_to_one() {
        let matrix = vec![vec![4.0, 1.0, 0.5], vec![1.0, 3.0, 0.2], vec![0.5, 0.2, 2.0]];
        for (at, column) in inverse(matrix.clone()).iter().enumerate() {
            for (of, row) in matrix.iter().enumerate() {
                let found: f64 = row.iter().zip(column).map(|(x, y)| x * y).sum();
                assert!((found - f64::from(u8::from(at == of))).abs() < 1e-12, "{found}");
            }
        }
    }

    /// By hand, of nothing, and of what has no inverse.
    #[test]
    fn inverses() {
        let found = inverse(vec![vec![4.0, 1.0], vec![1.0, 3.0]]);
        assert!(
            (found[0][0] - 3.0 / 11.0).abs() < 1e-12 && (found[1][1] - 4.0 / 11.0).abs() < 1e-12
        );
        assert!(inverse(Vec::new()).is_empty());
        assert!(!inverse(vec![vec![0.0]])[0][0].is_finite());
    }
}
