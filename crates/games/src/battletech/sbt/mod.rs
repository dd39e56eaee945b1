//! The file protocol of the course's referee: a player is a program that is started for each phase
//! with the number of its player and the name of the phase, reads the position from files, and
//! writes its answer into `accionJ0.sbt`.
//!
//! Here is the text of these files, without a disk: [`read`] makes the game's own position of them,
//! and [`write()`] writes one; [`answer()`] writes what an agent decides, [`actions`] reads it, and
//! [`play`] plays it. Players and mechs are numbered from 0. What the files have and the rules lack
//! is named in [`Told::notes`].

mod answer;
mod definition;
mod file;
mod ground;
mod position;
mod referee;

pub use answer::{actions, answer, answer_name, idle_answer};
pub use file::Source;
pub use position::{SECONDS, Told, read, write};
pub use referee::play;

use super::state::Phase;

/// The phases in which a player is asked, by the words of the protocol.
pub const PHASES: [(&str, Phase); 5] = [
    ("Movimiento", Phase::Movement),
    ("Reaccion", Phase::Reaction),
    ("AtaqueArmas", Phase::Weapons),
    ("AtaqueFisico", Phase::Physical),
    ("FinalTurno", Phase::End),
];
