//! A request that was begun and not submitted.

use chrono::NaiveDate;

use super::check::{line, optional_date, optional_document, optional_line, optional_prose};
use super::details::yes_or_no;
use super::{DocumentKind, Faults, RawSubmission};
use crate::ids::{DataSourceId, PurposeId};

/// A draft (2 §7, `POST data_requests/`): a title, and whatever else is known already. What is given must be well-formed;
/// the rules of the wizard wait for its submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    title: String,
    needed_on: Option<NaiveDate>,
    protocol_ref_num: Option<String>,
    ethics_approval_letter: Option<bool>,
    data_source: Option<DataSourceId>,
    dataset_description: Option<String>,
    purposes: Vec<(PurposeId, Option<String>)>,
}

impl Draft {
    /// The title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The day on which the data is needed.
    pub fn needed_on(&self) -> Option<NaiveDate> {
        self.needed_on
    }

    /// The protocol reference number.
    pub fn protocol_ref_num(&self) -> Option<&str> {
        self.protocol_ref_num.as_deref()
    }

    /// Whether there is a letter of the ethics committee.
    pub fn ethics_approval_letter(&self) -> Option<bool> {
        self.ethics_approval_letter
    }

    /// The data source.
    pub fn data_source(&self) -> Option<DataSourceId> {
        self.data_source
    }

    /// What data is wanted, in words.
    pub fn dataset_description(&self) -> Option<&str> {
        self.dataset_description.as_deref()
    }

    /// The purposes, each once, with what was described so far.
    pub fn purposes(&self) -> &[(PurposeId, Option<String>)] {
        &self.purposes
    }
}

impl RawSubmission {
    /// Checks what is stored as a draft.
    pub fn check_draft(&self) -> Result<Draft, Faults> {
        let mut faults = Faults::default();
        let title = line(
            &mut faults,
            "title",
            self.title.as_deref(),
            "Please enter the Data Request Title.",
        );
        let needed_on =
            optional_date(&mut faults, "needed_on", self.needed_on.as_deref()).unwrap_or_default();
        let protocol_ref_num =
            optional_line(&mut faults, "protocol_ref_num", self.protocol_ref_num.as_deref());
        let dataset_description = optional_prose(
            &mut faults,
            "dataset_description",
            self.dataset_description.as_deref(),
        );
        let letter = DocumentKind::EthicsApprovalLetter;
        optional_document(&mut faults, letter.field(), letter, self.ethics_doc_path);
        let mut purposes: Vec<(PurposeId, Option<String>)> = Vec::new();
        for raw in &self.request_purposes {
            let typed = raw.purpose_description.as_deref();
            let description = optional_prose(&mut faults, "purpose_description", typed);
            if let Some(id) = raw.purpose.filter(|id| *id > 0).map(PurposeId)
                && purposes.iter().all(|(known, _)| *known != id)
            {
                purposes.push((id, description));
            }
        }
        match title {
            Some(title) if faults.is_empty() => Ok(Draft {
                title,
                needed_on,
                protocol_ref_num,
                ethics_approval_letter: yes_or_no(self.ethics_approval_letter.as_deref()),
                data_source: self.data_source_id.filter(|id| *id > 0).map(DataSourceId),
                dataset_description,
                purposes,
            }),
            _ => Err(faults),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::RawPurpose;
    use super::*;

    #[test]
    fn a_title_is_enough() {
        let raw = RawSubmission {
            title: Some(" Malaria 2025 ".into()),
            ..RawSubmission::default()
        };
        let draft = raw.check_draft().unwrap();
        assert_eq!(draft.title(), "Malaria 2025");
        assert_eq!(
            (draft.needed_on(), draft.data_source(), draft.purposes().len()),
            (None, None, 0)
        );
    }

    #[test]
    fn what_is_given_must_be_well_formed() {
        let raw = RawSubmission {
            needed_on: Some("soon".into()),
            request_purposes: vec![RawPurpose {
                purpose: Some(1),
                purpose_description: None,
            }],
            ..RawSubmission::default()
        };
        let faults = raw.check_draft().unwrap_err();
        let messages: Vec<_> = faults.list().iter().map(|fault| fault.message.as_ref()).collect();
        assert_eq!(
            messages,
            [
                "Please enter the Data Request Title.",
                "The date must have the form YYYY-MM-DD."
            ]
        );
    }
}
