//! Takes up a renewed certificate.

use std::time::Duration;

use aditus_http::tls::Certificates;

use super::StopSignal;

/// Two looks that find the files the same are needed: a renewed certificate is shown a second later. A look costs two calls of the system.
const EVERY: Duration = Duration::from_millis(500);

/// Looks twice a second, until it is told to stop.
pub(super) fn work(certificates: &Certificates, stop: &StopSignal) {
    while !stop.rest(EVERY) {
        certificates.look();
    }
}
