//! The purposes of a request.

use super::check::optional_prose;
use super::{Faults, RawSubmission};
use crate::ids::PurposeId;
use crate::text::is_blank;

/// The purpose "Other", the only one with a description (2 §9).
pub const OTHER_PURPOSE: PurposeId = PurposeId(3);

/// A purpose of a request. "Other" has a description, and the rest have none (2 §4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Purpose {
    id: PurposeId,
    description: Option<String>,
}

impl Purpose {
    /// Returns the id.
    pub fn id(&self) -> PurposeId {
        self.id
    }

    /// Returns the description of "Other"; none for the rest.
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }
}

impl RawSubmission {
    /// Returns the purposes without duplicates, at least one.
    pub(super) fn check_purposes(&self, faults: &mut Faults) -> Option<Vec<Purpose>> {
        const FIELD: &str = "request_purposes";
        const MISSING: &str = "Please select at least one Request Purpose.";
        let mut purposes: Vec<Purpose> = Vec::new();
        for raw in &self.request_purposes {
            let Some(id) = raw.purpose.filter(|id| *id > 0).map(PurposeId) else {
                faults.add(FIELD, MISSING);
                return None;
            };
            if purposes.iter().any(|purpose| purpose.id == id) {
                continue;
            }
            let description = if id == OTHER_PURPOSE {
                let typed = [
                    raw.purpose_description.as_deref(),
                    self.purpose_description.as_deref(),
                ];
                let text = typed.into_iter().flatten().find(|text| !is_blank(text));
                if text.is_none() {
                    faults.add("purpose_description", "Please enter the Purpose Description.");
                    return None;
                }
                Some(optional_prose(faults, "purpose_description", text)?)
            } else {
                None
            };
            purposes.push(Purpose { id, description });
        }
        if purposes.is_empty() {
            faults.add(FIELD, MISSING);
            return None;
        }
        Some(purposes)
    }
}
