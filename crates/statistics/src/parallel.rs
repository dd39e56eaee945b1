//! Independent work: on all cores with the feature `parallel`, and in order without it. The results
//! are the same.

#[cfg(feature = "parallel")]
use rayon::prelude::*;

/// The results of `make` for every number below `count`, in order.
#[cfg(feature = "parallel")]
pub fn map<T: Send>(count: usize, make: impl Fn(usize) -> T + Send + Sync) -> Vec<T> {
    (0..count).into_par_iter().map(make).collect()
}

/// The results of `make` for every number below `count`, in order.
#[cfg(not(feature = "parallel"))]
pub fn map<T: Send>(count: usize, make: impl Fn(usize) -> T + Send + Sync) -> Vec<T> {
    (0..count).map(make).collect()
}
