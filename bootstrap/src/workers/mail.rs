//! Delivers mails from the outbox.

use std::time::{Duration, Instant};

use aditus_application::Ports;
use aditus_application::notifications::deliver_mail;
use aditus_application::ports::{Mailer, Signal, SignalError, Signals};

use super::StopSignal;

/// How long to wait after the database refused.
const AFTER_A_FAILURE: Duration = Duration::from_secs(5);

/// How often a resting worker looks whether it is to stop: a channel cannot be waited for together with anything else.
const LOOK_UP_EVERY: Duration = Duration::from_millis(250);

/// Delivers what is due, rests until the next mail is due or a commit brings one, and begins again.
pub(super) fn work(ports: &Ports, mailer: &dyn Mailer, stop: &StopSignal) {
    // Before the first look into the outbox, so that no mail falls in between.
    let signals = ports.database.signals();
    while !stop.is_given() {
        let rest = match deliver_mail::execute(ports, mailer) {
            Ok(delivered) => {
                if delivered.sent > 0 {
                    tracing::debug!(?delivered, "mails delivered");
                }
                deliver_mail::rest(&delivered, ports.clock.now())
            }
            Err(error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "mails could not be delivered; trying again soon"
                );
                AFTER_A_FAILURE
            }
        };
        wait(&signals, rest, stop);
    }
}

/// Waits for a mail, for the time to pass, or for the end.
fn wait(signals: &Signals, longest: Duration, stop: &StopSignal) {
    let until = Instant::now() + longest;
    loop {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() || stop.is_given() {
            return;
        }
        match signals.wait(left.min(LOOK_UP_EVERY)) {
            Ok(Signal::MailQueued | Signal::Missed) => return,
            Ok(
                Signal::Notified(_)
                | Signal::NotificationsRead(_)
                | Signal::RolesChanged(_)
                | Signal::SessionEnded(_),
            )
            | Err(SignalError::Timeout) => {}
            Err(SignalError::Closed) => {
                stop.rest(left);
                return;
            }
        }
    }
}
