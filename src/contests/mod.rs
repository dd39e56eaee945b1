//! Games as tournaments play them: each implements
//! [`Contest`](crate::tournament::Contest) over its own folder of
//! [`games`](crate::games).

pub mod dragon_slayer;
