//! Tracks whether the database refuses writes.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use aditus_application::ports::StoreError;

/// Time between two trials while no write is refused.
pub(crate) const TRIAL_VALID_FOR: Duration = Duration::from_secs(10);

/// The latest refusal and trial.
#[derive(Debug, Default)]
pub(crate) struct WriteAvailability(Mutex<State>);

#[derive(Debug, Clone, Copy, Default)]
struct State {
    refused: bool,
    tried: Option<Instant>,
}

impl WriteAvailability {
    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Records a refusal if later writes will fail as well: the disk is full or read-only.
    pub(crate) fn note(&self, error: &StoreError) {
        if matches!(error, StoreError::Full(_) | StoreError::ReadOnly(_)) {
            self.with(|found| found.refused = true);
        }
    }

    /// Returns true if a write was refused and no trial has succeeded since.
    pub(crate) fn is_refused(&self) -> bool {
        self.with(|found| found.refused)
    }

    /// Returns true if the latest trial is too old. The caller has to try again then, and its trial
    /// counts as the latest from now on.
    pub(crate) fn begin_if_due(&self) -> bool {
        self.with(|found| {
            let due = found.tried.is_none_or(|tried| tried.elapsed() >= TRIAL_VALID_FOR);
            if due {
                found.tried = Some(Instant::now());
            }
            due
        })
    }

    /// Clears an earlier refusal after a successful trial.
    pub(crate) fn clear_refusal(&self) {
        self.with(|found| found.refused = false);
    }
}
