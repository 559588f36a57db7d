//! A gate in front of work that is to take as long as a test wants.

use std::sync::{Condvar, Mutex};
use std::time::Duration;

/// Closed at first. Whoever comes stays inside until it is opened.
#[derive(Default)]
pub struct Gate {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    open: bool,
    inside: usize,
    most_inside: usize,
}

impl Gate {
    /// Waits until the gate is open.
    pub fn pass(&self) {
        let mut state = self.state.lock().unwrap();
        state.inside += 1;
        state.most_inside = state.most_inside.max(state.inside);
        self.changed.notify_all();
        let mut state = self.changed.wait_while(state, |state| !state.open).unwrap();
        state.inside -= 1;
    }

    /// Lets everybody through from now on.
    pub fn open(&self) {
        self.state.lock().unwrap().open = true;
        self.changed.notify_all();
    }

    /// Waits until so many are inside; the gate is closed, so that they stay.
    pub fn wait_for(&self, number: usize) {
        let state = self.state.lock().unwrap();
        let waited = self
            .changed
            .wait_timeout_while(state, Duration::from_secs(20), |state| state.inside < number);
        assert!(!waited.unwrap().1.timed_out(), "fewer than {number} arrived");
    }

    /// How many were inside at once.
    pub fn most_inside(&self) -> usize {
        self.state.lock().unwrap().most_inside
    }
}
