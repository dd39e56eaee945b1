//! The program as a user runs it.

mod again;
#[cfg(unix)]
mod agents;
mod assess;
mod battletech;
mod cache;
mod commands;
mod compare;
mod completions;
mod conduct;
mod configs;
mod drawn;
mod engine;
mod evolve;
mod fit;
mod frozen;
mod games;
mod help;
mod history;
mod home;
mod house;
mod infer;
mod man;
mod odds;
mod parchis;
mod people;
mod plan;
mod play;
mod players;
mod program;
mod readme;
mod report;
mod reproduce;
mod results;
mod roster;
mod schemas;
mod serve;
mod solve;
mod sweep;
#[cfg(target_os = "linux")]
mod terminal;
mod tournament;
mod tute;
mod version;
mod widths;
