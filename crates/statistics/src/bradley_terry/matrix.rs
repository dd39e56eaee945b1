//! The linear algebra of the fit: positive definite systems of up to some thousand unknowns.
//!
//! It is written here because ratings are the same to the last digit on every machine.
//! nalgebra multiplies matrices of unknown size with the crate matrixmultiply, which uses fused
//! multiply-add where the processor has it, and then rounds differently.

use std::ops::{Index, IndexMut};

use crate::parallel::map;

/// A pivot below this fraction of its diagonal element is lost in rounding.
const SMALLEST_PIVOT: f64 = 1e-12;

/// A square matrix, by row and column.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// A matrix of zeros.
    pub(super) fn new(size: usize) -> Self {
        let cells = vec![0.0; size * size];
        Self { size, cells }
    }

    /// Adds another matrix of the same size.
    pub(super) fn add(&mut self, more: &Self) {
        (self.cells.iter_mut().zip(&more.cells)).for_each(|(cell, more)| *cell += more);
    }

    /// The product `outer * self * outer` of this symmetric matrix and a symmetric
    /// outer one.
    pub(super) fn between(&self, outer: &Self) -> Self {
        let product = |left: &Self, right: &Self| {
            let rows = map(self.size, |row| {
                let mut cells = vec![0.0; self.size];
                for inner in 0..self.size {
                    let factor = left[(row, inner)];
                    let of_right = &right.cells[inner * self.size..][..self.size];
                    (cells.iter_mut().zip(of_right)).for_each(|(cell, of)| *cell += factor * of);
                }
                cells
            });
            Self { size: self.size, cells: rows.concat() }
        };
        product(&product(outer, self), outer)
    }

    /// The lower triangle L with L L' = self; `None` unless the matrix is
    /// positive definite beyond rounding.
    pub(super) fn cholesky(&self) -> Option<Cholesky> {
        let mut lower = Self::new(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let known: f64 =
                    (0..column).map(|inner| lower[(row, inner)] * lower[(column, inner)]).sum();
                let rest = self[(row, column)] - known;
                if column < row {
                    lower[(row, column)] = rest / lower[(column, column)];
                } else if rest > SMALLEST_PIVOT * self[(row, row)] {
                    lower[(row, row)] = rest.sqrt();
                } else {
                    return None;
                }
            }
        }
        let mut upper = Self::new(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                upper[(column, row)] = lower[(row, column)];
            }
        }
        Some(Cholesky { lower, upper })
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.cells[row * self.size + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }
}

/// The Cholesky factor of a positive definite matrix, which solves systems with it.
#[derive(Clone, Debug)]
pub(super) struct Cholesky {
    lower: Matrix,
    /// Its transpose, which is read row by row as well.
    upper: Matrix,
}

impl Cholesky {
    /// The solution x of matrix x = `right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for row in 0..x.len() {
            let known: f64 = (0..row).map(|i| self.lower[(row, i)] * x[i]).sum();
            x[row] = (x[row] - known) / self.lower[(row, row)];
        }
        for row in (0..x.len()).rev() {
            let known: f64 = (row + 1..x.len()).map(|i| self.upper[(row, i)] * x[i]).sum();
            x[row] = (x[row] - known) / self.lower[(row, row)];
        }
        x
    }

    /// The inverse of the matrix.
    pub(super) fn inverse(&self) -> Matrix {
        let size = self.lower.size;
        // The rows of the result are its columns, until they are turned.
        let columns = map(size, |column| {
            let mut cells = vec![0.0; size];
            cells[column] = 1.0;
            self.solve(&cells)
        });
        let mut inverse = Matrix { size, cells: columns.concat() };
        for row in 0..size {
            for column in 0..row {
                inverse.cells.swap(row * size + column, column * size + row);
            }
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: &[&[f64]]) -> Matrix {
        let cells = rows.concat();
        Matrix { size: rows.len(), cells }
    }

    #[test]
    fn three_equations_by_hand() {
        // L = (2 0 0; 1 3 0; 0 2 1).
        let spd = matrix(&[&[4.0, 2.0, 0.0], &[2.0, 10.0, 6.0], &[0.0, 6.0, 5.0]]);
        let cholesky = spd.cholesky().unwrap();
        assert_eq!(cholesky.solve(&[8.0, 40.0, 27.0]), [1.0, 2.0, 3.0]);
        let identity = spd.between(&cholesky.inverse());
        for row in 0..3 {
            for column in 0..3 {
                let inverse = cholesky.inverse()[(row, column)];
                assert!((identity[(row, column)] - inverse).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn singular_and_indefinite() {
        assert!(matrix(&[&[1.0, 1.0], &[1.0, 1.0]]).cholesky().is_none());
        assert!(matrix(&[&[1.0, 2.0], &[2.0, 1.0]]).cholesky().is_none());
        assert!(matrix(&[&[0.0]]).cholesky().is_none());
    }
}
