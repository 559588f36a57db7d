//! Checks the letter and the removed documents against their audit entries.

use chrono::TimeDelta;

use super::entry::{LetterSaid, RequestAct, RequestEntry};
use super::fault::Fault;
use super::stored::{GoneDocument, StoredLetter, StoredRequest};
use crate::ids::AuditEntryId;
use crate::requests::content::Personal;
use crate::requests::{DocumentKind, Gone};

/// The tolerance between the timestamps of a row and of its entry, which may be taken one after the
/// other.
pub(super) const APART: TimeDelta = TimeDelta::minutes(1);

/// Compares the letter and the removed documents with their entries. A missing letter is reported
/// by [`comparison`](super::comparison).
pub(super) fn compare(stored: &StoredRequest, entries: &[RequestEntry], faults: &mut Vec<Fault>) {
    for entry in entries {
        match &entry.act {
            RequestAct::LetterIssued(said) => {
                if let Some(letter) = &stored.letter {
                    compare_letter(letter, said, entry.id, is_erased(entries), faults);
                }
            }
            RequestAct::DocumentsRemoved { documents } => {
                let is_gone = |document| {
                    let mut gone = stored.gone.iter();
                    gone.any(|gone| gone.id == document && gone.why == Gone::Retention)
                };
                let there = documents.iter().copied().filter(|document| !is_gone(*document));
                faults.extend(there.map(|document| Fault::NotGone {
                    document,
                    entry: entry.id,
                }));
            }
            _ => {}
        }
    }
    faults.extend(stored.gone.iter().filter_map(|gone| fault_of(gone, entries)));
}

pub(super) fn is_erased(entries: &[RequestEntry]) -> bool {
    let mut entries = entries.iter();
    entries.any(|entry| matches!(entry.act, RequestAct::OwnerErased { .. }))
}

fn compare_letter(
    stored: &StoredLetter,
    said: &LetterSaid,
    entry: AuditEntryId,
    is_erased: bool,
    faults: &mut Vec<Fault>,
) {
    if stored.number != said.number {
        faults.push(Fault::LetterNumber {
            entry,
            stored: stored.number,
            said: said.number,
        });
    }
    if stored.made_on != said.made_on {
        faults.push(Fault::LetterDate(entry));
    }
    let parts = [
        (&stored.text.heading, &said.heading),
        (&stored.text.body, &said.body),
    ];
    let differs =
        |(stored, said): &(&String, &Personal)| matches!(said, Personal::Known(said) if said != *stored);
    if parts.iter().any(differs) {
        faults.push(Fault::LetterWords(entry));
    }
    // The erasure of an account rewrites the letter and erases the text that its entry committed
    // to.
    let is_lost = |(_, said): &(&String, &Personal)| matches!(said, Personal::Erased(_));
    if !is_erased && parts.iter().any(is_lost) {
        faults.push(Fault::LetterUnproved(entry));
    }
}

/// Requires an entry that removed the file and names its document.
fn fault_of(gone: &GoneDocument, entries: &[RequestEntry]) -> Option<Fault> {
    if gone.kind != DocumentKind::StaffIdentification {
        return Some(Fault::NoIdentification(gone.id));
    }
    let names = |entry: &&RequestEntry| match (&entry.act, gone.why) {
        (RequestAct::DocumentsRemoved { documents }, Gone::Retention)
        | (RequestAct::OwnerErased { documents }, Gone::Erased) => documents.contains(&gone.id),
        _ => false,
    };
    let Some(entry) = entries.iter().find(names) else {
        return Some(match gone.why {
            Gone::Erased => Fault::ErasureUnrecorded(gone.id),
            Gone::Retention => Fault::RemovalUnrecorded(gone.id),
        });
    };
    ((entry.at - gone.on).abs() > APART).then_some(Fault::GoneOn {
        document: gone.id,
        entry: entry.id,
    })
}
