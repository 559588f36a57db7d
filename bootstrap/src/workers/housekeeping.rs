//! Deletes expired data once an hour.

use std::time::Duration;

use aditus_application::Ports;
use aditus_application::accounts::housekeeping;
use aditus_application::installation::{cleanup, retention};
use aditus_application::ports::Mailer;
use aditus_application::requests::drafts::end;

use super::StopSignal;

const EVERY: Duration = Duration::from_hours(1);

/// Deletes expired data at once and then every hour, until the stop signal. Every node does this;
/// the second one finds nothing.
pub(super) fn work(ports: &Ports, mailer: &dyn Mailer, stop: &StopSignal) {
    loop {
        match housekeeping::execute(ports) {
            Ok(swept) => tracing::debug!(?swept, "swept"),
            Err(error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "nothing could be swept; the next try is in an hour"
                );
            }
        }
        match retention::apply::execute(ports) {
            Ok(removed) if removed.requests > 0 => tracing::info!(
                requests = removed.requests,
                files = removed.files,
                "finished requests were removed after their retention"
            ),
            Ok(removed) => tracing::debug!(?removed, "retention applied"),
            Err(error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "what was kept for long enough could not be removed; the next try is in an hour"
                );
            }
        }
        match end::execute(ports) {
            Ok(ended) => tracing::debug!(?ended, "drafts looked through"),
            Err(error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "drafts could not be looked through; the next try is in an hour"
                );
            }
        }
        match cleanup::execute(ports, mailer) {
            Ok(swept) => tracing::debug!(?swept, "swept beside the database"),
            Err(error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "files of submissions that broke off, or old mails, could not be swept; the next try is in an hour"
                );
            }
        }
        if stop.wait(EVERY) {
            return;
        }
    }
}
