//! Ethics approval: the answers of the wizard, and of an edit of the section (2 §5, "Ethics
//! patch").

use super::check::{document, id, line, optional_document};
use super::{DocumentKind, Faults, Letter, RawSubmission};
use crate::ids::CommitteeId;
use crate::text::is_blank;

/// The ethics approval of a request. It comes from [`RawSubmission::check_details`],
/// [`RawEthicsEdit::check`] or the database.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct Ethics {
    pub committee: CommitteeId,
    pub protocol_ref_num: String,
    /// True if a letter of the ethics committee exists and is attached.
    pub approval_letter: bool,
    /// True if the requester states that the study is exempt from ethics approval.
    pub exempted: bool,
    /// The name of a second ethics committee. Its letter is attached.
    pub additional_committee: Option<String>,
}

/// The unchecked answers about ethics approval.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct RawEthics {
    pub ethics_committee: Option<i64>,
    pub additional_ethics_committee_name: Option<String>,
    pub protocol_ref_num: Option<String>,
    /// "Yes" or "No": the letter exists or not. Edits ignore the answer and require the letter.
    pub ethics_approval_letter: Option<String>,
    pub exempted: Option<bool>,
}

/// The answers and letters of an edit of the section.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct RawEthicsEdit {
    pub answers: RawEthics,
    pub letter: Letter,
    pub additional_letter: Letter,
}

impl From<Ethics> for RawEthics {
    fn from(ethics: Ethics) -> Self {
        let letter = if ethics.approval_letter { "Yes" } else { "No" };
        Self {
            ethics_committee: Some(ethics.committee.0),
            additional_ethics_committee_name: ethics.additional_committee,
            protocol_ref_num: Some(ethics.protocol_ref_num),
            ethics_approval_letter: Some(letter.to_owned()),
            exempted: Some(ethics.exempted),
        }
    }
}

impl RawEthics {
    pub(super) fn texts(&mut self) -> [(&'static str, &mut Option<String>); 3] {
        [
            (
                "additional_ethics_committee_name",
                &mut self.additional_ethics_committee_name,
            ),
            ("protocol_ref_num", &mut self.protocol_ref_num),
            ("ethics_approval_letter", &mut self.ethics_approval_letter),
        ]
    }

    /// Checks the answers without the letters. The caller adds the letters, because the wizard
    /// checks them later.
    pub(super) fn read(&self, number_missing: &'static str, faults: &mut Faults) -> Option<Ethics> {
        let committee = id(
            faults,
            "ethics_committee",
            self.ethics_committee,
            "Please select the Ethics Committee Name.",
        );
        let protocol_ref_num = line(
            faults,
            "protocol_ref_num",
            self.protocol_ref_num.as_deref(),
            number_missing,
        );
        Some(Ethics {
            committee: CommitteeId(committee?),
            protocol_ref_num: protocol_ref_num?,
            approval_letter: false,
            exempted: self.exempted.unwrap_or(false),
            additional_committee: None,
        })
    }

    /// Returns the name of the additional committee. Name and letter are both required if one of
    /// them is present. Clients send the name "None" if there is no additional letter (2 §4).
    fn read_additional(
        &self,
        has_letter: bool,
        check_letter: impl FnOnce(&mut Faults),
        faults: &mut Faults,
    ) -> Option<String> {
        let typed = self
            .additional_ethics_committee_name
            .as_deref()
            .filter(|name| name.trim() != "None");
        if !has_letter && typed.is_none_or(is_blank) {
            return None;
        }
        let name = line(
            faults,
            "additional_ethics_committee_name",
            typed,
            "Enter the Additional Ethics Committee Name.",
        );
        check_letter(faults);
        name
    }
}

const ADDITIONAL_LETTER_MISSING: &str = "Upload the Additional Ethics Approval Letter Name.";

impl RawSubmission {
    /// Checks the answer about the letter, and the letter itself if the answer is "Yes".
    pub(super) fn check_ethics_letter(&self, faults: &mut Faults) -> Option<bool> {
        let kind = DocumentKind::EthicsApprovalLetter;
        let available = yes_or_no(self.ethics.ethics_approval_letter.as_deref());
        if available.is_none() {
            faults.add(
                "ethics_approval_letter",
                "Please select whether the Ethics Approval Letter is available.",
            );
        }
        if available == Some(true) {
            document(
                faults,
                kind.field(),
                kind,
                self.ethics_doc_path,
                "Please upload the Ethics Approval Letter.",
            );
        } else {
            optional_document(faults, kind.field(), kind, self.ethics_doc_path);
        }
        available
    }

    /// Returns the committee of the additional letter, if there is one.
    pub(super) fn check_additional_letter(&self, faults: &mut Faults) -> Option<String> {
        let kind = DocumentKind::AdditionalEthicsLetter;
        let file = self.additional_irb_file_path;
        let check = |faults: &mut Faults| {
            document(faults, kind.field(), kind, file, ADDITIONAL_LETTER_MISSING);
        };
        self.ethics.read_additional(file.is_some(), check, faults)
    }
}

impl RawEthicsEdit {
    /// Checks an edit of the section. It requires the letter, so the result is never exempt.
    pub fn check(&self) -> Result<Ethics, Faults> {
        let mut faults = Faults::default();
        let answers = self
            .answers
            .read("Protocol Reference Number is required.", &mut faults);
        self.letter.check(
            DocumentKind::EthicsApprovalLetter,
            "Ethics Approval Letter is required.",
            &mut faults,
        );
        let kind = DocumentKind::AdditionalEthicsLetter;
        let letter = self.additional_letter;
        let check = |faults: &mut Faults| letter.check(kind, ADDITIONAL_LETTER_MISSING, faults);
        let additional_committee =
            self.answers
                .read_additional(letter != Letter::Missing, check, &mut faults);
        match answers {
            Some(answers) if faults.is_empty() => Ok(Ethics {
                approval_letter: true,
                exempted: false,
                additional_committee,
                ..answers
            }),
            _ => Err(faults),
        }
    }
}

fn yes_or_no(text: Option<&str>) -> Option<bool> {
    match text?.trim().to_ascii_lowercase().as_str() {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}
