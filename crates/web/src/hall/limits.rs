//! What a hall refuses because a page asks too often, or tries keys.
//!
//! Tests leave single measures out, to show that each attack succeeds without just its own.

use std::collections::{HashMap, VecDeque};

use super::Client;
use crate::games::Class;
use crate::message::No;

/// A number by which a driver tells the machines of pages apart.
pub type Address = u128;

/// A minute in milliseconds.
const MINUTE: u64 = 60_000;

/// The wrong keys of one minute after which no key of the same origin is read for a minute.
const WRONG_KEYS: usize = 10;

/// How often something may be done: at this rate, and this often at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    pub per_minute: u32,
    pub burst: u32,
}

/// What a hall bears. A hall in the page of a person has no limits.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The messages of a socket.
    pub(crate) messages: Option<Rate>,
    /// Hints, reviews, explanations and new tables for a socket.
    pub(crate) costly: Option<Rate>,
    /// New tables for a socket.
    pub(crate) begun: Option<Rate>,
    /// Whether wrong keys are counted.
    pub(crate) keys: bool,
    /// Whether all pages come from one address, that of a proxy: wrong keys are then counted by
    /// socket and in all.
    pub(crate) proxied: bool,
    /// The most tables in memory.
    pub(crate) tables: usize,
    /// The most sockets of a seat.
    pub(crate) sockets: usize,
    /// The most hints and reviews that wait for a seat.
    pub(crate) waiting: usize,
    /// How long opponents may think that are offered to others than the owner.
    pub(crate) thinking: Class,
}

impl Limits {
    /// No limits.
    pub(crate) const NONE: Self = Self {
        messages: None,
        costly: None,
        begun: None,
        keys: false,
        proxied: false,
        tables: usize::MAX,
        sockets: usize::MAX,
        waiting: usize::MAX,
        thinking: Class::Slow,
    };

    /// The limits of a server that holds at most this number of tables.
    #[must_use]
    pub const fn of_server(tables: usize, proxied: bool) -> Self {
        Self {
            messages: Some(Rate { per_minute: 600, burst: 30 }),
            costly: Some(Rate { per_minute: 60, burst: 5 }),
            begun: Some(Rate { per_minute: 10, burst: 10 }),
            keys: true,
            proxied,
            tables,
            sockets: 4,
            waiting: 2,
            thinking: Class::Slow,
        }
    }

    /// The same, with opponents of at most this class for others than the owner.
    #[must_use]
    pub const fn thinking(mut self, class: Class) -> Self {
        self.thinking = class;
        self
    }
}

/// How far a rate is used up. A new one is not.
#[derive(Debug, Default)]
pub(crate) struct Bucket {
    /// In parts of which a minute gives back the rate.
    used: u64,
    at: u64,
}

impl Bucket {
    /// Whether the rate allows it once more at this time; it is counted then.
    pub(crate) fn take(&mut self, rate: Option<Rate>, now: u64) -> bool {
        let Some(rate) = rate else { return true };
        let back = now.saturating_sub(self.at).saturating_mul(rate.per_minute.into());
        (self.used, self.at) = (self.used.saturating_sub(back), now);
        let fits = self.used + MINUTE <= u64::from(rate.burst) * MINUTE;
        self.used += if fits { MINUTE } else { 0 };
        fits
    }
}

/// The wrong keys that were tried.
#[derive(Debug, Default)]
pub(super) struct Guesses {
    by: HashMap<Address, Wrong>,
    /// In all, behind a proxy.
    all: Wrong,
}

/// The wrong keys of one origin.
#[derive(Debug, Default)]
struct Wrong {
    /// When the last were tried.
    times: VecDeque<u64>,
    /// Until when no key is read.
    closed: u64,
}

impl Wrong {
    /// Counts a wrong key, of which a minute may have this number.
    fn count(&mut self, most: usize, now: u64, closed: u64) {
        self.times.push_back(now);
        let first = self.times.len().checked_sub(most).map(|first| self.times[first]);
        if first.is_some_and(|first| now.saturating_sub(first) < MINUTE) {
            self.closed = now + closed;
        }
        while self.times.len() >= most {
            self.times.pop_front();
        }
    }
}

/// The wrong keys of a minute in all, behind a proxy.
const WRONG_IN_ALL: usize = 100;

/// How long no key is read behind a proxy after [`WRONG_IN_ALL`]: the rate of one more.
const SLOWED: u64 = 600;

impl Guesses {
    /// Whether a key of this origin is read at all: wrong and right ones are refused alike.
    pub(super) fn may(
        &self,
        limits: &Limits,
        client: Client,
        address: Address,
        now: u64,
    ) -> Result<(), No> {
        let of = self.by.get(&origin(limits, client, address));
        let closed = of.map_or(0, |wrong| wrong.closed).max(self.all.closed);
        if limits.keys && closed > now {
            let help = format!("try again in {} seconds", (closed - now).div_ceil(1000));
            return Err(No::new("busy", "too many wrong keys were tried", &help));
        }
        Ok(())
    }

    /// Counts a wrong key.
    pub(super) fn wrong(&mut self, limits: &Limits, client: Client, address: Address, now: u64) {
        let of = self.by.entry(origin(limits, client, address)).or_default();
        of.count(WRONG_KEYS, now, MINUTE);
        if limits.proxied {
            self.all.count(WRONG_IN_ALL, now, SLOWED);
        }
    }

    /// Forgets what is over.
    pub(super) fn forget(&mut self, now: u64) {
        let recent = |wrong: &Wrong| {
            let last = wrong.times.back().copied().unwrap_or(0);
            wrong.closed > now || now.saturating_sub(last) < MINUTE
        };
        self.by.retain(|_, wrong| recent(wrong));
    }
}

/// Whose wrong keys are counted together.
fn origin(limits: &Limits, client: Client, address: Address) -> Address {
    if limits.proxied { client.into() } else { address }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_exact() {
        let rate = Some(Rate { per_minute: 600, burst: 30 });
        let mut bucket = Bucket::default();
        let mut taken = |now: u64| (0..100).filter(|_| bucket.take(rate, now)).count();
        assert_eq!([taken(5), taken(104), taken(105), taken(1_105)], [30, 0, 1, 10]);
        // A clock that was set back gives nothing, and a long time no more than at once.
        assert_eq!([taken(0), taken(u64::MAX)], [0, 30]);
    }

    #[test]
    fn wrong_keys_close_their_origin_for_a_minute() {
        for proxied in [false, true] {
            let limits = Limits::of_server(1, proxied);
            let mut guesses = Guesses::default();
            for now in 0..10 {
                assert!(guesses.may(&limits, 1, 7, now).is_ok());
                guesses.wrong(&limits, 1, 7, now);
            }
            assert!(guesses.may(&limits, 1, 7, 60_000).is_err());
            assert!(guesses.may(&limits, 1, 7, 60_009).is_ok());
            assert_eq!(guesses.may(&limits, 2, 7, 10).is_ok(), proxied);
            assert!(guesses.may(&limits, 2, 8, 10).is_ok());
            guesses.forget(60_008);
            assert!(guesses.may(&limits, 1, 7, 60_000).is_err());
            guesses.forget(200_000);
            assert!(guesses.by.is_empty());
        }
        // Behind a proxy all are slowed, also those that are new.
        let limits = Limits::of_server(1, true);
        let mut guesses = Guesses::default();
        for client in 0..100 {
            assert!(guesses.may(&limits, client, 7, 1).is_ok());
            guesses.wrong(&limits, client, 7, 1);
        }
        assert!(guesses.may(&limits, 500, 7, 600).is_err());
        assert!(guesses.may(&limits, 500, 7, 601).is_ok());
    }
}
