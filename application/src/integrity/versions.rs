//! Checks the versions of requests: the digest and the commitments must match the stored text and
//! values, and the last version must match the rows of the request.

use super::scan::{Error, Finding, Progress};
use crate::ports::Ports;

/// Compares each version with its digest and its commitments, and the last version of each request
/// also with the rows of the request.
pub(super) fn scan(ports: &Ports, progress: Progress<'_>) -> Result<Finding, Error> {
    let mut finding = Finding::new("versions of Data Requests");
    let mut snapshot = ports.database.begin_integrity_scan()?.ok_or(Error::NotOffered)?;
    let mut after = None;
    while let Some(kept) = snapshot.version(after)? {
        finding.checked += 1;
        let name = format!("version {} of {}", kept.number.0, kept.request);
        let encoded = &kept.encoded;
        if ports.encoding.sha256(encoded.canonical.as_bytes()) != encoded.digest {
            finding.add_fault(format_args!("{name}: its text is not that of its SHA-256"));
        }
        match ports.encoding.decode(&encoded.canonical, &encoded.values) {
            Ok(content) => {
                if kept
                    .rows
                    .is_some_and(|rows| rows.with_names_of(&content).with_erasures_of(&content) != content)
                {
                    finding.add_fault(format_args!("{name}: the request differs from its last version"));
                }
            }
            Err(error) => finding.add_fault(format_args!("{name}: {error}")),
        }
        after = Some((kept.request, kept.number));
        progress(finding.subject, finding.checked);
    }
    Ok(finding)
}
