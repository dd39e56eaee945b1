//! Decisions that were made before, of games in which they are so cheap that finding them again is
//! faster: a table of fixed size without locks, whose answers are those of the decision itself.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The number of entries, a power of two; each takes 16 bytes.
const ENTRIES: usize = 1 << 16;

/// Marks an entry that is used.
const USED: u64 = 1 << 63;

/// A table from keys to data.
#[derive(Debug, Default)]
pub(crate) struct Memo(OnceLock<Vec<[AtomicU64; 2]>>);

/// A copy begins empty.
impl Clone for Memo {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// What is remembered makes no difference.
impl PartialEq for Memo {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A decision: the place and the kind of its action, and the value of the position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Decided {
    pub place: u16,
    pub kind: u8,
    /// The value of the position.
    pub value: f32,
}

impl Memo {
    fn entry(&self, key: u64) -> &[AtomicU64; 2] {
        let make = || [(); ENTRIES].iter().map(|()| Default::default()).collect();
        let entries = self.0.get_or_init(make);
        #[expect(clippy::cast_possible_truncation, reason = "the low bits are meant")]
        &entries[key as usize % ENTRIES]
    }

    pub(crate) fn find(&self, key: u64) -> Option<Decided> {
        let [check, data] = self.entry(key);
        let data = data.load(Relaxed);
        // Two threads may have written halves of different entries: they do not match then.
        let is_own = data & USED != 0 && check.load(Relaxed) ^ data == key;
        let [v0, v1, v2, v3, kind, place0, place1, _] = data.to_le_bytes();
        is_own.then(|| Decided {
            place: u16::from_le_bytes([place0, place1]),
            kind,
            value: f32::from_le_bytes([v0, v1, v2, v3]),
        })
    }

    pub(crate) fn keep(&self, key: u64, decided: Decided) {
        let [v0, v1, v2, v3] = decided.value.to_le_bytes();
        let [place0, place1] = decided.place.to_le_bytes();
        let data = u64::from_le_bytes([v0, v1, v2, v3, decided.kind, place0, place1, 0]) | USED;
        let [check, known] = self.entry(key);
        check.store(key ^ data, Relaxed);
        known.store(data, Relaxed);
    }
}
