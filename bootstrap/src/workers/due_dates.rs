//! Computes due dates again after a change of the calendar, recalls requests without an answer in time, and
//! sends reminders.

use std::time::{Duration, Instant};

use aditus_application::Ports;
use aditus_application::deadlines::{due_dates, lapse, remind};

use super::StopSignal;

const EVERY: Duration = Duration::from_secs(5);
const CHECK_EVERY: Duration = Duration::from_mins(1);

/// Looks for outdated due dates at once and then every few seconds, and for completion windows that
/// are over and reminders that are due every minute, until the stop signal. Every node looks; the
/// second one finds nothing.
pub(super) fn run(ports: &Ports, stop: &StopSignal) {
    let mut checked: Option<Instant> = None;
    loop {
        compute_due_dates(ports);
        if checked.is_none_or(|at| at.elapsed() >= CHECK_EVERY) {
            checked = Some(Instant::now());
            recall_unanswered(ports);
            send_reminders(ports);
        }
        if stop.wait(EVERY) {
            return;
        }
    }
}

fn compute_due_dates(ports: &Ports) {
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
}

fn recall_unanswered(ports: &Ports) {
    match lapse::execute(ports) {
        Ok(0) => {}
        Ok(requests) => tracing::info!(requests, "recalled requests without an answer in time"),
        Err(error) => {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "cannot recall requests without an answer in time, retrying in a minute"
            );
        }
    }
}

fn send_reminders(ports: &Ports) {
    match remind::execute(ports) {
        Ok(sent) if sent == remind::Sent::default() => {}
        Ok(sent) => tracing::info!(
            deciders = sent.deciders,
            admins = sent.admins,
            requesters = sent.requesters,
            "sent reminders"
        ),
        Err(error) => {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "cannot send reminders, retrying in a minute"
            );
        }
    }
}
