//! Faults of a row and its last audit entry.

use thiserror::Error;

use super::subject::{Part, Subject};
use crate::ids::AuditEntryId;

/// A contradiction between a row and its last audit entry.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say what each one is")]
pub enum Fault {
    #[error("{0}: no entry says what is stored")]
    Unrecorded(Subject),
    #[error("{subject} differs from entry {entry} in its {}", in_words(.parts))]
    Differs {
        subject: Subject,
        parts: Vec<Part>,
        entry: AuditEntryId,
    },
    #[error("{subject}: by entry {entry} it is there, but it no longer exists")]
    Lost { subject: Subject, entry: AuditEntryId },
    #[error("{subject}: by entry {entry} it no longer exists, but it is there")]
    Returned { subject: Subject, entry: AuditEntryId },
}

fn in_words(parts: &[Part]) -> String {
    let labels: Vec<&str> = parts.iter().map(|part| part.label()).collect();
    labels.join(", ")
}
