//! Computes due dates again after a change of the calendar, and sends reminders.

use std::time::{Duration, Instant};

use aditus_application::Ports;
use aditus_application::deadlines::{due_dates, remind};

use super::StopSignal;

const EVERY: Duration = Duration::from_secs(5);
const REMIND_EVERY: Duration = Duration::from_mins(1);

/// Looks for outdated due dates at once and then every few seconds, and for reminders that are due
/// every minute, until the stop signal. Every node looks; the second one finds nothing.
pub(super) fn run(ports: &Ports, stop: &StopSignal) {
    let mut reminded: Option<Instant> = None;
    loop {
        compute_due_dates(ports);
        if reminded.is_none_or(|at| at.elapsed() >= REMIND_EVERY) {
            reminded = Some(Instant::now());
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
