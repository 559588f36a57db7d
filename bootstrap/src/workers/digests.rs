//! Sends digests of notifications.

use std::time::Duration;

use aditus_application::Ports;
use aditus_application::notifications::digests::send;

use super::StopSignal;

const EVERY: Duration = Duration::from_mins(1);

/// Looks at once and then every minute for digests that are due, until the stop signal. Every node
/// looks; a notification that another one has sent is not found any more.
pub(super) fn run(ports: &Ports, stop: &StopSignal) {
    loop {
        match send::execute(ports) {
            Ok(0) => {}
            Ok(mails) => tracing::info!(mails, "queued digests"),
            Err(error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "cannot send digests, retrying in a minute"
                );
            }
        }
        if stop.wait(EVERY) {
            return;
        }
    }
}
