//! Where there is no Unix, no program of others is started.

use std::time::Duration;

use rivals_core::play::Watch;
use rivals_core::play::outside::{Failure, Unanswered, Word};
use rivals_league::tournament::external::External;

/// A process that there is not.
#[derive(Debug)]
pub(super) struct Process {
    pub(super) asked: u64,
    pub(super) logs: bool,
}

impl Process {
    /// Refuses.
    pub(super) fn start(_: &External) -> Result<Self, Failure> {
        Err(Failure::new(Word::Start, "programs of others need a Unix system"))
    }

    pub(super) fn exchange(
        &mut self,
        _: &[u8],
        _: Duration,
        _: Option<&Watch>,
    ) -> Result<(Vec<u8>, Duration), Unanswered> {
        Err(Unanswered::Stopped)
    }

    pub(super) fn tell(&mut self, _: &[u8]) {}

    pub(super) fn errors(&mut self, _: usize) -> String {
        String::new()
    }

    pub(super) fn take_errors(&mut self) -> Vec<u8> {
        Vec::new()
    }

    pub(super) fn id(&self) -> u32 {
        0
    }

    pub(super) fn cpu(&mut self) -> u64 {
        0
    }

    pub(super) fn kill(&mut self) {}

    pub(super) fn ends(&mut self, _: bool) -> bool {
        true
    }

    pub(super) fn quit(&mut self) {}
}
