//! Takes over dictionary imports whose process died, and finishes or fails them.

use std::time::Duration;

use aditus_application::Ports;
use aditus_application::dictionary::import::take_over;

use super::StopSignal;

const EVERY: Duration = Duration::from_secs(15);

/// Looks for such imports at once and then every few seconds, until the stop signal. Every node
/// looks; only one takes over an import.
pub(super) fn run(ports: &Ports, stop: &StopSignal) {
    loop {
        match take_over::execute(ports) {
            Ok(ended) => {
                for job in ended {
                    tracing::info!(
                        import = job.id.0,
                        state = job.state.name(),
                        "took over an import whose process had stopped, and ended it"
                    );
                }
            }
            Err(error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "cannot take over interrupted imports, retrying in 15 seconds"
                );
            }
        }
        if stop.wait(EVERY) {
            return;
        }
    }
}
