//! Checks the texts of decisions at stages and in the history against their audit entries.

use super::documents::is_erased;
use super::entry::{RecordedTexts, RequestAct, RequestEntry};
use super::fault::{DecisionText, Fault};
use super::stored::{StoredRequest, StoredStage, StoredTexts};
use crate::ids::AuditEntryId;
use crate::requests::content::Personal;
use crate::review::StageNumber;

/// The recorded texts of a decision, or of a recall by the system.
#[derive(Debug, Clone, Copy)]
pub(super) struct RecordedDecision<'a> {
    entry: AuditEntryId,
    texts: &'a RecordedTexts,
}

impl<'a> RecordedDecision<'a> {
    /// Returns the texts of a decision at this stage, or of a recall by the system there. `None` for an
    /// entry of another act or stage.
    pub(super) fn from_entry(entry: &'a RequestEntry, at: StageNumber) -> Option<Self> {
        let texts = match &entry.act {
            RequestAct::Decided { stage, texts, .. } if *stage == at => texts,
            RequestAct::Recalled { stages, texts, .. } if texts.reason.is_some() && stages.contains(&at) => {
                texts
            }
            _ => return None,
        };
        Some(Self {
            entry: entry.id,
            texts,
        })
    }
}

/// Requires the stored texts of a stage to be exactly the recorded ones.
pub(super) fn compare_stage(
    stored: &StoredStage,
    recorded: Option<RecordedDecision<'_>>,
    faults: &mut Vec<Fault>,
) {
    let (id, stage) = (stored.id, stored.number);
    let texts = recorded.map(|recorded| recorded.texts);
    faults.extend(differing(&stored.texts, texts).map(|what| match recorded {
        Some(RecordedDecision { entry, .. }) => Fault::Text {
            state: id,
            stage,
            what,
            entry,
        },
        None => Fault::TextUnrecorded {
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
    recorded: Option<RecordedDecision<'_>>,
    faults: &mut Vec<Fault>,
) {
    let Some(stored) = stored.history.get(place) else {
        return;
    };
    let (line, stage) = (place + 1, stored.stage);
    let texts = recorded.map(|recorded| recorded.texts);
    faults.extend(differing(&stored.texts, texts).map(|what| match recorded {
        Some(RecordedDecision { entry, .. }) => Fault::LineText {
            line,
            stage,
            what,
            entry,
        },
        None => Fault::LineTextUnrecorded { line, stage, what },
    }));
}

/// Reports decisions whose texts were erased although the owner's account was not.
pub(super) fn check_erasures(entries: &[RequestEntry], faults: &mut Vec<Fault>) {
    if is_erased(entries) {
        return;
    }
    let decisions = entries.iter().filter_map(|entry| match &entry.act {
        RequestAct::Decided { stage, texts, .. } => Some((entry.id, *stage, texts)),
        _ => None,
    });
    for (entry, stage, texts) in decisions {
        let is_lost = |recorded: &Option<Personal>| matches!(recorded, Some(Personal::Erased(_)));
        let lost = [
            (DecisionText::Reason, is_lost(&texts.reason)),
            (DecisionText::Recommendation, is_lost(&texts.recommendation)),
        ];
        let lost = lost.into_iter().filter(|(_, is_lost)| *is_lost);
        faults.extend(lost.map(|(what, _)| Fault::TextUnproved { stage, what, entry }));
    }
}

fn differing(stored: &StoredTexts, recorded: Option<&RecordedTexts>) -> impl Iterator<Item = DecisionText> {
    let reason = recorded.and_then(|recorded| recorded.reason.as_ref());
    let recommendation = recorded.and_then(|recorded| recorded.recommendation.as_ref());
    let are_other = [
        (DecisionText::Reason, is_other(stored.reason.as_deref(), reason)),
        (
            DecisionText::Recommendation,
            is_other(stored.recommendation.as_deref(), recommendation),
        ),
    ];
    are_other
        .into_iter()
        .filter_map(|(what, is_other)| is_other.then_some(what))
}

/// Returns true if a text is not the one that was committed to. Erased texts cannot be compared, so
/// they only have to exist.
pub(super) fn is_other(stored: Option<&str>, recorded: Option<&Personal>) -> bool {
    match (stored, recorded) {
        (None, None) | (Some(_), Some(Personal::Erased(_))) => false,
        (Some(stored), Some(Personal::Known(recorded))) => stored != recorded,
        (None, Some(_)) | (Some(_), None) => true,
    }
}
