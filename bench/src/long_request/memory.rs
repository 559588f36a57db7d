//! Measures the memory and the time that the server takes for a submission with documents.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Person;
use super::fill::{file, pdf};
use crate::browser::Browser;
use crate::site::Site;
use crate::{Outcome, console};

/// Maximum size of a body, in bytes (`MAX_BODY` of the http adapter).
pub(super) const MAX_BODY_BYTES: usize = 64 * 1024 * 1024;
/// Size of a body with 10 MiB of documents in base64.
pub(super) const TYPICAL_BODY_BYTES: usize = 10 * 1024 * 1024 / 3 * 4;
/// Maximum size of a file, in bytes.
const MAX_FILE_BYTES: usize = 10 * 1024 * 1024;

/// The server inspects every file in a separate process before it answers.
const TIMEOUT: Duration = Duration::from_mins(3);

/// Memory that a submission takes. All figures are in KiB.
pub(crate) struct Payload {
    pub(crate) size: u64,
    /// Resident memory before the submission.
    pub(crate) before: u64,
    /// Peak memory during the submission.
    pub(crate) peak: u64,
}

impl Payload {
    /// Returns the memory taken, as a multiple of the submission's size.
    pub(crate) fn ratio(&self) -> f64 {
        let part = |kibibytes: u64| f64::from(u32::try_from(kibibytes).unwrap_or(u32::MAX));
        part(self.peak.saturating_sub(self.before)) / part(self.size).max(1.0)
    }
}

/// Measures the memory of a submission that is filled with documents to about `bytes` bytes.
pub(super) fn measure(site: &Site, requester: &Person, payload: &Value, bytes: usize) -> Outcome<Payload> {
    console::progress(&format!(
        "measuring: memory of a submission of {} MiB",
        bytes / 1024 / 1024
    ));
    let mut browser = requester.browser(site)?;
    browser.wait_up_to(TIMEOUT)?;
    let call = call(&browser, payload, bytes);
    // Make another call first, so that the cost of a connection's first call is not counted.
    browser.get("/api/v1/data_requests/purposes/")?.json()?;
    let before = site.server.forget_peak()?;
    browser.send(&call)?.json()?;
    Ok(Payload {
        size: u64::try_from(call.len())? / 1024,
        before,
        peak: site.server.peak_memory()?,
    })
}

/// Returns the sorted durations of such submissions, which are sent one after the other.
pub(super) fn time(
    site: &Site,
    requester: &Person,
    payload: &Value,
    bytes: usize,
    times: usize,
) -> Outcome<Vec<Duration>> {
    console::progress(&format!(
        "measuring: time of a submission of {} MiB",
        bytes / 1024 / 1024
    ));
    let mut browser = requester.browser(site)?;
    browser.wait_up_to(TIMEOUT)?;
    let call = call(&browser, payload, bytes);
    let mut took = Vec::with_capacity(times);
    for _ in 0..times {
        let begun = Instant::now();
        browser.send(&call)?.json()?;
        took.push(begun.elapsed());
    }
    took.sort_unstable();
    Ok(took)
}

fn call(browser: &Browser, payload: &Value, bytes: usize) -> Vec<u8> {
    let mut payload = payload.clone();
    let small = payload.to_string().len();
    let fields = [
        "ethics_doc_path",
        "additional_IRB_file_path",
        "file_path",
        "data_specs_path",
    ];
    let max_file_bytes = (bytes / 5 * 3).min(MAX_FILE_BYTES - 4096);
    let mut left = bytes.saturating_sub(small + 64 * 1024);
    for field in fields {
        let length = (left / 4 * 3).min(max_file_bytes);
        payload[field] = file(&pdf(length));
        left = left.saturating_sub(length / 3 * 4 + 4096);
    }
    payload["additional_ethics_committee_name"] = json!("Committee of Halden University");
    let length = (left / 4 * 3).min(max_file_bytes);
    payload["list_of_staff"][0]["identification_file_path"] = file(&pdf(length));
    browser.prepare("POST", "/api/v1/data_requests/submit/", &payload.to_string())
}
