//! Checks the versions of requests: the digest and the commitments must match the stored text and
//! values, and the last version must match the rows of the request.

use super::examine::{Error, Finding, Progress};
use crate::ports::Ports;

pub(super) fn look(ports: &Ports, progress: Progress<'_>) -> Result<Finding, Error> {
    let mut finding = Finding::of("versions of Data Requests");
    let mut snapshot = ports.database.examine()?.ok_or(Error::NotOffered)?;
    let mut after = None;
    while let Some(kept) = snapshot.version(after)? {
        finding.looked_at += 1;
        let name = format!("version {} of {}", kept.number.0, kept.request);
        let encoded = &kept.encoded;
        if ports.encoding.sha256(encoded.canonical.as_bytes()) != encoded.digest {
            finding.is_wrong(format_args!("{name}: its text is not that of its SHA-256"));
        }
        match ports.encoding.decode(&encoded.canonical, &encoded.values) {
            Ok(content) => {
                if kept
                    .rows
                    .is_some_and(|rows| rows.with_names_of(&content).with_erasures_of(&content) != content)
                {
                    finding.is_wrong(format_args!(
                        "{name}: the request differs from its last version"
                    ));
                }
            }
            Err(error) => finding.is_wrong(format_args!("{name}: {error}")),
        }
        after = Some((kept.request, kept.number));
        progress(finding.subject, finding.looked_at);
    }
    Ok(finding)
}
