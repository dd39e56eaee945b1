//! A journal: the finished units of a long piece of work, so that it can go on
//! after it was killed, the power failed or the disk was full.
//!
//! A [`Journal`] is a text file that only grows. Its first line is the header,
//! which says what work this is; every other line is an entry, a unit of work
//! that is done. A line is the CRC-32 of its JSON as 8 hexadecimal digits, a
//! space, the JSON and a line feed, at most 1 MiB in all:
//!
//! ```text
//! 30a267f6 {"format":1,"seed":2018}
//! 531a0215 {"unit":0,"wins":[4,2]}
//! ```
//!
//! What survives what:
//! * an end of the process, by any signal: every entry that was appended;
//! * an end of the system, as in a power cut: every entry that was synced, and
//!   as many of the later ones as the system happened to have written;
//! * a full disk: every entry that was appended before.
//!
//! A line that was being written then is *torn*: the last of the file, without
//! a line feed or with a wrong checksum. [`Journal::resume`] cuts it off and
//! says so. A wrong line that others follow is not torn but damaged, and
//! refused, as nothing tells how it came about.
//!
//! The journal does not know what its header and entries mean. The caller looks
//! whether the header is that of the work to do, and says where it is not with
//! [`differences`]. Floats come back as they were if they are finite; JSON has
//! no others. Proven by `tests/library/journal`, which tears a journal at every
//! byte, and kills a process that writes one and another that has no room.

mod differences;
mod error;
mod line;
mod open;
mod read;
mod write;

pub use differences::{Difference, differences};
pub use error::JournalError;
pub(crate) use open::remove;
pub use read::Recovery;
pub use write::Journal;
