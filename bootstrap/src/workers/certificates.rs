//! Reloads a renewed certificate.

use std::time::Duration;

use aditus_http::tls::Certificates;

use super::StopSignal;

/// The interval of checks. Two checks have to find the same files, so a renewed certificate is used
/// a second later. A check costs two system calls.
const EVERY: Duration = Duration::from_millis(500);

/// Checks for a renewed certificate until the stop signal.
pub(super) fn run(certificates: &Certificates, stop: &StopSignal) {
    while !stop.wait(EVERY) {
        certificates.reload_if_changed();
    }
}
