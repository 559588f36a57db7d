//! A gate that lets a test block work and release it.

use std::sync::{Condvar, Mutex};
use std::time::Duration;

/// A gate that is closed at first. Threads block in it until it is opened.
#[derive(Default)]
pub struct Gate {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    open: bool,
    inside: usize,
    max_inside: usize,
}

impl Gate {
    /// Waits until the gate is open.
    pub fn pass(&self) {
        let mut state = self.state.lock().unwrap();
        state.inside += 1;
        state.max_inside = state.max_inside.max(state.inside);
        self.changed.notify_all();
        let mut state = self.changed.wait_while(state, |state| !state.open).unwrap();
        state.inside -= 1;
    }

    /// Opens the gate for good.
    pub fn open(&self) {
        self.state.lock().unwrap().open = true;
        self.changed.notify_all();
    }

    /// Waits until this number of threads is inside. The gate is closed, so they stay.
    pub fn wait_for(&self, number: usize) {
        let state = self.state.lock().unwrap();
        let waited = self
            .changed
            .wait_timeout_while(state, Duration::from_secs(20), |state| state.inside < number);
        assert!(!waited.unwrap().1.timed_out(), "fewer than {number} arrived");
    }

    /// Returns the largest number of threads that were inside at the same time.
    pub fn max_inside(&self) -> usize {
        self.state.lock().unwrap().max_inside
    }
}
