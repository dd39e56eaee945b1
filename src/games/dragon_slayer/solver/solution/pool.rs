//! Workspaces, lent to whoever solves something and used again.

use std::sync::Mutex;

/// Things of one kind that are made when none is free.
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
    pub fn take(&self, make: impl FnOnce() -> T) -> T {
        let free = self
            .free
            .lock()
            .expect("nobody panics with the pool in hand")
            .pop();
        free.unwrap_or_else(make)
    }

    pub fn put(&self, thing: T) {
        let mut free = self
            .free
            .lock()
            .expect("nobody panics with the pool in hand");
        free.push(thing);
    }
}
