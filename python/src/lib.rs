//! The package `rivals` for Python. `python/python/rivals` has what is written in Python, and the
//! types of everything; `docs/python.md` shows how to use it.
//!
//! Games, positions and games in play are those of [`rivals_core::untyped`], tables the rows
//! that the program writes as CSV. Whatever takes long runs on threads of its own (`tasks.rs`).

mod agents;
mod errors;
mod games;
mod in_play;
mod json;
mod results;
mod solved;
mod tables;
mod tasks;
mod tournaments;
mod vec;

use pyo3::prelude::*;

/// The extension module.
#[pymodule]
fn _rivals(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("Refused", module.py().get_type::<errors::Refused>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<games::Game>()?;
    module.add_class::<games::Position>()?;
    module.add_class::<games::Decision>()?;
    module.add_class::<games::Rng>()?;
    module.add_class::<games::Engine>()?;
    module.add_class::<in_play::InPlay>()?;
    module.add_class::<vec::Batch>()?;
    module.add_class::<results::Results>()?;
    // Each table is an attribute, which type checkers and `dir` know.
    let results = module.getattr("Results")?;
    let property = module.py().import("builtins")?.getattr("property")?;
    let call = module.py().import("operator")?.getattr("methodcaller")?;
    for table in results::TABLES {
        let (get, about) = (call.call1(("_table", *table))?, format!("The rows of `{table}.csv`."));
        results.setattr(*table, property.call1((get, None::<()>, None::<()>, about))?)?;
    }
    module.add_class::<solved::Solution>()?;
    module.add_class::<tables::Table>()?;
    module.add_function(wrap_pyfunction!(games::of, module)?)?;
    module.add_function(wrap_pyfunction!(games::games, module)?)?;
    module.add_function(wrap_pyfunction!(results::read, module)?)?;
    module.add_function(wrap_pyfunction!(solved::odds, module)?)?;
    module.add_function(wrap_pyfunction!(solved::solve, module)?)?;
    module.add_function(wrap_pyfunction!(tournaments::tournament, module)?)?;
    Ok(())
}
