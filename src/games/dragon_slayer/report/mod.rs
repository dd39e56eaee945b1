//! Dragon Slayer's sections of the report.

pub mod method;
pub mod odds;
pub mod personalities;
pub mod solution;
