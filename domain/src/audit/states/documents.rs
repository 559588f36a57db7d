//! Checks the letter and the removed documents against their audit entries.

use chrono::TimeDelta;

use super::entry::{RecordedLetter, RequestAct, RequestEntry};
use super::fault::Fault;
use super::stored::{RemovedDocument, StoredLetter, StoredRequest};
use crate::ids::AuditEntryId;
use crate::requests::content::Personal;
use crate::requests::{DocumentKind, RemovalReason};

/// The tolerance between the timestamps of a row and of its entry, which may be taken one after the
/// other.
pub(super) const TIME_TOLERANCE: TimeDelta = TimeDelta::minutes(1);

/// Compares the letter and the removed documents with their entries. A missing letter is reported
/// by [`comparison`](super::comparison).
pub(super) fn check_documents(stored: &StoredRequest, entries: &[RequestEntry], faults: &mut Vec<Fault>) {
    for entry in entries {
        match &entry.act {
            RequestAct::LetterIssued(recorded) => {
                if let Some(letter) = &stored.letter {
                    compare_letter(letter, recorded, entry.id, is_erased(entries), faults);
                }
            }
            RequestAct::DocumentsRemoved { documents } => {
                let is_gone = |document| {
                    let mut removed = stored.removed_documents.iter();
                    removed.any(|removed| removed.id == document && removed.why == RemovalReason::Retention)
                };
                let there = documents.iter().copied().filter(|document| !is_gone(*document));
                faults.extend(there.map(|document| Fault::DocumentNotRemoved {
                    document,
                    entry: entry.id,
                }));
            }
            _ => {}
        }
    }
    faults.extend(
        stored
            .removed_documents
            .iter()
            .filter_map(|removed| removal_fault(removed, entries)),
    );
}

pub(super) fn is_erased(entries: &[RequestEntry]) -> bool {
    let mut entries = entries.iter();
    entries.any(|entry| matches!(entry.act, RequestAct::OwnerErased { .. }))
}

fn compare_letter(
    stored: &StoredLetter,
    recorded: &RecordedLetter,
    entry: AuditEntryId,
    is_erased: bool,
    faults: &mut Vec<Fault>,
) {
    if stored.number != recorded.number {
        faults.push(Fault::LetterNumber {
            entry,
            stored: stored.number,
            recorded: recorded.number,
        });
    }
    if stored.made_on != recorded.made_on {
        faults.push(Fault::LetterDate(entry));
    }
    let parts = [
        (&stored.text.heading, &recorded.heading),
        (&stored.text.body, &recorded.body),
    ];
    let differs = |(stored, recorded): &(&String, &Personal)| matches!(recorded, Personal::Known(recorded) if recorded != *stored);
    if parts.iter().any(differs) {
        faults.push(Fault::LetterText(entry));
    }
    // The erasure of an account rewrites the letter and erases the text that its entry committed
    // to.
    let is_lost = |(_, recorded): &(&String, &Personal)| matches!(recorded, Personal::Erased(_));
    if !is_erased && parts.iter().any(is_lost) {
        faults.push(Fault::LetterUnproved(entry));
    }
}

/// Requires an entry that removed the file and names its document.
fn removal_fault(removed: &RemovedDocument, entries: &[RequestEntry]) -> Option<Fault> {
    if removed.kind != DocumentKind::StaffIdentification {
        return Some(Fault::NoIdentification(removed.id));
    }
    let names = |entry: &&RequestEntry| match (&entry.act, removed.why) {
        (RequestAct::DocumentsRemoved { documents }, RemovalReason::Retention)
        | (RequestAct::OwnerErased { documents }, RemovalReason::Erased) => documents.contains(&removed.id),
        _ => false,
    };
    let Some(entry) = entries.iter().find(names) else {
        return Some(match removed.why {
            RemovalReason::Erased => Fault::ErasureUnrecorded(removed.id),
            RemovalReason::Retention => Fault::RemovalUnrecorded(removed.id),
        });
    };
    ((entry.at - removed.on).abs() > TIME_TOLERANCE).then_some(Fault::RemovalDate {
        document: removed.id,
        entry: entry.id,
    })
}
