//! A journal records the finished units of a long computation, so that it can continue
//! after it was killed, the power failed or the disk was full.
//!
//! A [`Journal`] is an append-only text file. Its first line is the header, which
//! identifies the work; every other line is an entry, which records a finished unit of
//! work. A line is the CRC-32 of its JSON as 8 hexadecimal digits, a space, the JSON and a
//! line feed, at most 1 MiB in all:
//!
//! ```text
//! 30a267f6 {"format":1,"seed":2018}
//! 531a0215 {"unit":0,"wins":[4,2]}
//! ```
//!
//! Which entries survive:
//! * if the process ends, by any signal: every appended entry;
//! * if the power fails: every synced entry, and the later entries that the operating
//!   system happened to have written;
//! * if the disk is full: every entry that was appended before.
//!
//! A line that was being written at that moment is *torn*: it is the last of the file,
//! and it has no line feed or a wrong checksum. [`Journal::resume`] cuts it off and
//! reports it. Zeros between whole lines, which a power cut can leave, are a *hole* and
//! are skipped and reported. Any other wrong line that is not the last is damaged, and the
//! journal is refused.
//!
//! The journal does not know what its header and entries mean. The caller checks that the
//! header is that of the work to be done.
//! Finite floats are read back exactly; JSON cannot express the others. The proof is
//! `tests/library/journal`, which tears a journal at every byte, kills a process that writes one,
//! and runs another out of room.

mod error;
mod line;
mod open;
mod read;
mod write;

pub(crate) use error::foreign;
pub use open::{check_unlocked, remove};
pub use read::Recovery;
pub use write::Journal;
