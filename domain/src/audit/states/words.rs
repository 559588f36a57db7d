//! Checks the words of decisions at stages and in the history against their audit entries.

use super::documents::is_erased;
use super::entry::{RequestAct, RequestEntry, WordsSaid};
use super::fault::{Fault, Word};
use super::stored::{StoredRequest, StoredStage, StoredWords};
use crate::ids::AuditEntryId;
use crate::requests::content::Personal;
use crate::review::StageNumber;

/// The recorded words of a decision.
#[derive(Debug, Clone, Copy)]
pub(super) struct Said<'a> {
    entry: AuditEntryId,
    pub(super) stage: StageNumber,
    words: &'a WordsSaid,
}

impl<'a> Said<'a> {
    /// Returns the words of a decision, or `None` for an entry of another act.
    pub(super) const fn by(entry: &'a RequestEntry) -> Option<Self> {
        match &entry.act {
            RequestAct::Decided { stage, words, .. } => Some(Self {
                entry: entry.id,
                stage: *stage,
                words,
            }),
            _ => None,
        }
    }
}

/// Requires the stored words of a stage to be exactly the recorded ones.
pub(super) fn compare_stage(stored: &StoredStage, said: Option<Said<'_>>, faults: &mut Vec<Fault>) {
    let (id, stage) = (stored.id, stored.number);
    let words = said.map(|said| said.words);
    faults.extend(differing(&stored.words, words).map(|what| match said {
        Some(Said { entry, .. }) => Fault::Words {
            state: id,
            stage,
            what,
            entry,
        },
        None => Fault::WordsUnrecorded {
            state: id,
            stage,
            what,
        },
    }));
}

/// Does the same for a line of the history. `place` counts from 0.
pub(super) fn compare_line(
    stored: &StoredRequest,
    place: usize,
    said: Option<Said<'_>>,
    faults: &mut Vec<Fault>,
) {
    let Some(stored) = stored.history.get(place) else {
        return;
    };
    let (line, stage) = (place + 1, stored.stage);
    let words = said.map(|said| said.words);
    faults.extend(differing(&stored.words, words).map(|what| match said {
        Some(Said { entry, .. }) => Fault::LineWords {
            line,
            stage,
            what,
            entry,
        },
        None => Fault::LineWordsUnrecorded { line, stage, what },
    }));
}

/// Reports decisions whose words were erased although the owner's account was not.
pub(super) fn compare_kept(entries: &[RequestEntry], faults: &mut Vec<Fault>) {
    if is_erased(entries) {
        return;
    }
    for Said { entry, stage, words } in entries.iter().filter_map(Said::by) {
        let is_lost = |said: &Option<Personal>| matches!(said, Some(Personal::Erased(_)));
        let lost = [
            (Word::Reason, is_lost(&words.reason)),
            (Word::Recommendation, is_lost(&words.recommendation)),
        ];
        let lost = lost.into_iter().filter(|(_, is_lost)| *is_lost);
        faults.extend(lost.map(|(what, _)| Fault::WordsUnproved { stage, what, entry }));
    }
}

fn differing(stored: &StoredWords, said: Option<&WordsSaid>) -> impl Iterator<Item = Word> {
    let reason = said.and_then(|said| said.reason.as_ref());
    let recommendation = said.and_then(|said| said.recommendation.as_ref());
    let are_other = [
        (Word::Reason, is_other(stored.reason.as_deref(), reason)),
        (
            Word::Recommendation,
            is_other(stored.recommendation.as_deref(), recommendation),
        ),
    ];
    are_other
        .into_iter()
        .filter_map(|(what, is_other)| is_other.then_some(what))
}

/// Returns true if a text is not the one that was committed to. Erased texts cannot be compared, so
/// they only have to exist.
pub(super) fn is_other(stored: Option<&str>, said: Option<&Personal>) -> bool {
    match (stored, said) {
        (None, None) | (Some(_), Some(Personal::Erased(_))) => false,
        (Some(stored), Some(Personal::Known(said))) => stored != said,
        (None, Some(_)) | (Some(_), None) => true,
    }
}
