//! A pool of workspaces, which threads take and return.

use std::sync::{Mutex, MutexGuard};

/// A pool of values of one type; a new one is made if none is free.
#[derive(Debug)]
pub(super) struct Pool<T> {
    free: Mutex<Vec<T>>,
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self {
            free: Mutex::default(),
        }
    }
}

impl<T> Pool<T> {
    /// A free value, or a new one.
    pub(super) fn take(&self, make: impl FnOnce() -> T) -> T {
        let free = self.lock().pop();
        free.unwrap_or_else(make)
    }

    /// Returns a value to the pool.
    pub(super) fn put(&self, thing: T) {
        self.lock().push(thing);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<T>> {
        (self.free.lock()).expect("no thread panics while it holds the lock")
    }
}
