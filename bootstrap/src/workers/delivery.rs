//! Delivers mails and text messages from the outbox, each on its own thread.

use std::time::{Duration, Instant};

use aditus_application::Ports;
use aditus_application::notifications::Channel;
use aditus_application::notifications::delivery::{self, Answer, Error};
use aditus_application::ports::{Signal, SignalError, Signals};

use super::StopSignal;

/// The wait after an error of the database.
const AFTER_A_FAILURE: Duration = Duration::from_secs(5);

/// The interval at which a waiting worker checks the stop signal: a channel cannot be awaited
/// together with anything else.
const CHECK_EVERY: Duration = Duration::from_millis(250);

/// Delivers due messages, and then waits until the next message of the channel is due or a commit
/// adds one.
pub(super) fn run(
    ports: &Ports,
    channel: Channel,
    deliver: impl Fn(&Ports) -> Result<Answer, Error>,
    stop: &StopSignal,
) {
    // Subscribed before the outbox is first read, so that no message is missed in between.
    let signals = ports.database.signals();
    while !stop.is_set() {
        let pause = match deliver(ports) {
            Ok(delivered) => {
                if delivered.sent > 0 {
                    tracing::debug!(channel = channel.name(), ?delivered, "messages delivered");
                }
                delivery::pause(&delivered, ports.clock.now())
            }
            Err(error) => {
                tracing::warn!(
                    channel = channel.name(),
                    error = &error as &dyn std::error::Error,
                    "cannot deliver messages, because the database failed; retrying in 5 seconds"
                );
                AFTER_A_FAILURE
            }
        };
        wait(&signals, channel, pause, stop);
    }
}

/// Waits for a message of the channel, for the time to pass, or for the stop signal.
fn wait(signals: &Signals, channel: Channel, max: Duration, stop: &StopSignal) {
    let until = Instant::now() + max;
    loop {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() || stop.is_set() {
            return;
        }
        match signals.wait(left.min(CHECK_EVERY)) {
            Ok(Signal::Missed) => return,
            Ok(Signal::Queued(queued)) if queued == channel => return,
            Ok(
                Signal::Queued(_)
                | Signal::Notified(_)
                | Signal::NotificationsRead(_)
                | Signal::RolesChanged(_)
                | Signal::CommentsChanged(_)
                | Signal::RequestsChanged(_)
                | Signal::SessionEnded(_),
            )
            | Err(SignalError::Timeout) => {}
            Err(SignalError::Closed) => {
                stop.wait(left);
                return;
            }
        }
    }
}
