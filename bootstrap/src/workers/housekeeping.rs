//! Deletes expired data once an hour, and notifies owners of drafts that will expire.

use std::time::Duration;

use aditus_application::Ports;
use aditus_application::accounts::housekeeping;
use aditus_application::installation::{cleanup, retention};
use aditus_application::ports::Mailer;
use aditus_application::requests::drafts::end;

use super::StopSignal;

const EVERY: Duration = Duration::from_hours(1);

/// Runs at once and then every hour, until the stop signal. Every node does this;
/// the second one finds nothing.
pub(super) fn run(ports: &Ports, mailer: &dyn Mailer, stop: &StopSignal) {
    loop {
        match housekeeping::execute(ports) {
            Ok(deleted) => tracing::debug!(?deleted, "deleted expired data"),
            Err(error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "cannot delete expired data, retrying in an hour"
                );
            }
        }
        match retention::apply::execute(ports) {
            Ok(removed) if removed.requests > 0 => tracing::info!(
                requests = removed.requests,
                files = removed.files,
                "deleted finished requests after their retention period"
            ),
            Ok(removed) => tracing::debug!(?removed, "applied retention periods"),
            Err(error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "cannot apply retention periods, retrying in an hour"
                );
            }
        }
        match end::execute(ports) {
            Ok(ended) => tracing::debug!(
                notified = ended.notified,
                deleted = ended.deleted,
                files = ended.files,
                "notified owners of expiring drafts and deleted expired ones"
            ),
            Err(error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "cannot notify owners of expiring drafts or delete expired ones, retrying in an hour"
                );
            }
        }
        match cleanup::execute(ports, mailer) {
            Ok(deleted) if deleted.files + deleted.mails > 0 => tracing::debug!(
                ?deleted,
                "deleted orphaned document files, and mail files older than 30 days"
            ),
            Ok(_) => {}
            Err(error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "cannot delete orphaned document files or old mails, retrying in an hour"
                );
            }
        }
        if stop.wait(EVERY) {
            return;
        }
    }
}
