//! Independent work: on all cores of the current rayon pool with the feature `parallel`, and in order
//! without it. The results are the same.

#[cfg(feature = "parallel")]
use rayon::prelude::*;

/// How many items are worked on at the same time.
#[must_use]
pub fn threads() -> usize {
    #[cfg(feature = "parallel")]
    let threads = rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    let threads = 1;
    threads
}

/// The results of `make` for every number below `count`, in order.
pub fn map<T: Send>(count: usize, make: impl Fn(usize) -> T + Send + Sync) -> Vec<T> {
    map_with(count, || (), |(), at| make(at))
}

/// As [`map`], with memory for work, which every core takes from `memory` when it begins a part.
pub fn map_with<M, T: Send>(
    count: usize,
    memory: impl Fn() -> M + Send + Sync,
    make: impl Fn(&mut M, usize) -> T + Send + Sync,
) -> Vec<T> {
    #[cfg(feature = "parallel")]
    let results = (0..count).into_par_iter().map_init(memory, make).collect();
    #[cfg(not(feature = "parallel"))]
    let results = {
        let mut memory = memory();
        (0..count).map(|at| make(&mut memory, at)).collect()
    };
    results
}

/// Does `work` on every item.
pub fn each<T: Send>(items: Vec<T>, work: impl Fn(T) + Send + Sync) {
    #[cfg(feature = "parallel")]
    items.into_par_iter().for_each(work);
    #[cfg(not(feature = "parallel"))]
    items.into_iter().for_each(work);
}
