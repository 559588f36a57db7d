//! Compares a stored row with the last entry about it.

use super::fault::Fault;
use super::subject::{Part, Subject};
use crate::ids::AuditEntryId;
use crate::requests::content::Sha256;

/// The last audit entry about a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastEntry {
    /// The id of the entry.
    pub entry: AuditEntryId,
    /// The digest of each part. Empty if the row was deleted.
    pub parts: Vec<(Part, Sha256)>,
}

/// Compares a row with its last audit entry. `stored` contains the digest of each part of the row,
/// or is `None` if the row does not exist.
pub fn check(subject: Subject, stored: Option<&[(Part, Sha256)]>, last: Option<&LastEntry>) -> Option<Fault> {
    let Some(last) = last else {
        return stored.map(|_| Fault::Unrecorded(subject));
    };
    let entry = last.entry;
    match (stored, last.parts.is_empty()) {
        (None, true) => None,
        (None, false) => Some(Fault::Lost { subject, entry }),
        (Some(_), true) => Some(Fault::Returned { subject, entry }),
        (Some(stored), false) => {
            let parts = differing(stored, &last.parts);
            (!parts.is_empty()).then_some(Fault::Differs {
                subject,
                parts,
                entry,
            })
        }
    }
}

// The digests of an account are salted with its password hash. If the password differs, all digests
// differ and nothing is known about the other parts.
fn differing(stored: &[(Part, Sha256)], recorded: &[(Part, Sha256)]) -> Vec<Part> {
    let is_same = |(part, digest): &&(Part, Sha256)| stored.contains(&(*part, *digest));
    let differing: Vec<Part> = recorded
        .iter()
        .filter(|part| !is_same(part))
        .map(|(part, _)| *part)
        .collect();
    if differing.contains(&Part::Password) {
        return vec![Part::Password];
    }
    differing
}
