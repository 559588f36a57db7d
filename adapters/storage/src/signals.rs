//! Subscribers to signals within this process.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};

use aditus_application::ports::Signal;

/// The receivers of signals in this process.
#[derive(Debug, Default)]
pub(crate) struct Subscribers(Mutex<Vec<Sender<Signal>>>);

impl Subscribers {
    pub(crate) fn subscribe(&self) -> Receiver<Signal> {
        let (sender, receiver) = channel();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(sender);
        receiver
    }

    /// Sends to all open receivers. The channels are unbounded, so a slow receiver does not block a
    /// commit.
    pub(crate) fn send(&self, signal: Signal) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|sender| sender.send(signal).is_ok());
    }
}
