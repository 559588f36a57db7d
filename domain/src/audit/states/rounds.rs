//! Checks the rounds and the requester's notes to the reviewers against their audit entries.

use std::collections::BTreeSet;

use super::documents::{TIME_TOLERANCE, is_erased};
use super::entry::{RequestAct, RequestEntry};
use super::fault::Fault;
use super::stored::StoredRequest;
use super::texts::is_other;
use crate::requests::content::Personal;

/// Compares each round after the first with the entry of its resubmission: person, time and note.
/// The first round has no note.
pub(super) fn check_rounds(stored: &StoredRequest, entries: &[RequestEntry], faults: &mut Vec<Fault>) {
    let mut recorded: BTreeSet<u32> = BTreeSet::new();
    for begun in entries {
        let RequestAct::Resubmitted { round, note, .. } = &begun.act else {
            continue;
        };
        let (round, entry) = (*round, begun.id);
        recorded.insert(round);
        let Some(kept) = stored.rounds.iter().find(|kept| kept.round == round) else {
            faults.push(Fault::NoRound { round, entry });
            continue;
        };
        if Some(kept.by) != begun.user || (kept.at - begun.at).abs() > TIME_TOLERANCE {
            faults.push(Fault::RoundBegun { round, entry });
        }
        if is_other(kept.note.as_deref(), note.as_ref()) {
            faults.push(Fault::Note { round, entry });
        }
        if matches!(note, Some(Personal::Erased(_))) && !is_erased(entries) {
            faults.push(Fault::NoteUnproved { round, entry });
        }
    }
    for kept in stored
        .rounds
        .iter()
        .filter(|kept| !recorded.contains(&kept.round))
    {
        if kept.round > 1 {
            faults.push(Fault::RoundUnrecorded(kept.round));
        } else if kept.note.is_some() {
            faults.push(Fault::NoteUnrecorded(kept.round));
        }
    }
}
