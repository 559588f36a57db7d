//! Tracks if the database accepted the latest writes.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use aditus_application::ports::StoreError;

/// Time for which a successful trial stays valid.
pub(crate) const TRIAL_VALID_FOR: Duration = Duration::from_secs(10);

/// The result of the latest writes.
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

    /// Records errors that later writes will run into as well.
    pub(crate) fn note(&self, error: &StoreError) {
        if matches!(error, StoreError::Full(_) | StoreError::ReadOnly(_)) {
            self.with(|found| found.refused = true);
        }
    }

    /// Returns true if the latest trial or write was refused.
    pub(crate) fn was_refused(&self) -> bool {
        self.with(|found| found.refused)
    }

    /// Returns true if the latest trial is too old, in which case the caller has to try again.
    pub(crate) fn is_due(&self) -> bool {
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
