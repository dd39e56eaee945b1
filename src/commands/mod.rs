//! What the program knows of single games: their commands, reports and claims.

pub(crate) mod dragon_slayer;
pub(crate) mod parchis;
pub(crate) mod pig;
pub(crate) mod tic_tac_toe_sp;
pub(crate) mod tute;

/// What reports say of studies.
pub(crate) const STUDIES: &str = "\
    What was studied once, such as faults and switches, is in the report of studies: \
    results/studies/report.md.";
