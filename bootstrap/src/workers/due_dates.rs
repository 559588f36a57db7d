//! Computes due dates again after a change of the calendar.

use std::time::Duration;

use aditus_application::Ports;
use aditus_application::deadlines::due_dates;

use super::StopSignal;

const EVERY: Duration = Duration::from_secs(5);

/// Looks for outdated due dates at once and then every few seconds, until the stop signal. Every node
/// looks; the second one finds nothing.
pub(super) fn run(ports: &Ports, stop: &StopSignal) {
    loop {
        match due_dates::compute_outdated(ports) {
            Ok(0) => {}
            Ok(requests) => tracing::info!(requests, "computed due dates by the present calendar"),
            Err(error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "cannot compute due dates, retrying in 5 seconds"
                );
            }
        }
        if stop.wait(EVERY) {
            return;
        }
    }
}
