//! Measures the speed of parts of the library: `cargo bench` runs all benchmarks,
//! `cargo bench -- odds` those of one file.

mod battletech;
mod conduct;
mod odds;
mod parchis;
mod solve;
mod tic_tac_toe_sp;
mod tournament;
mod tute;

fn main() {
    divan::main();
}

/// The pool of one thread, for benchmarks of one core.
fn one_core() -> rayon::ThreadPool {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.expect("a thread starts")
}
