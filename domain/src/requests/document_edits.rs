//! Documents of a submitted request that are edited: the letters of ethics committees, the agreement, the specification
//! (2 §5, "Ethics patch", "Agreement patch").

use super::check::{document, id, line};
use super::{DetectedFile, DocumentKind, Faults, FileType};
use crate::ids::CommitteeId;
use crate::text::is_blank;

/// What an edit says of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Letter {
    /// There is none, or none any more.
    #[default]
    Missing,
    /// The one that was uploaded before stays.
    Kept,
    /// This one takes its place.
    New(DetectedFile),
}

/// The answers about ethics approval as they were typed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct RawEthics {
    pub ethics_committee: Option<i64>,
    pub protocol_ref_num: Option<String>,
    pub letter: Letter,
    pub additional_ethics_committee_name: Option<String>,
    pub additional_letter: Letter,
}

/// Valid answers about ethics approval. There is a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ethics {
    committee: CommitteeId,
    protocol_ref_num: String,
    additional_committee: Option<String>,
}

impl Ethics {
    /// The ethics committee.
    pub const fn committee(&self) -> CommitteeId {
        self.committee
    }

    /// The protocol reference number.
    pub fn protocol_ref_num(&self) -> &str {
        &self.protocol_ref_num
    }

    /// The name of a second ethics committee, whose letter is attached then.
    pub fn additional_committee(&self) -> Option<&str> {
        self.additional_committee.as_deref()
    }
}

impl RawEthics {
    /// Checks the section as its form does. An additional letter is chosen when its name or its file is there; the name
    /// "None" stands for no additional letter.
    pub fn check(&self) -> Result<Ethics, Faults> {
        let mut faults = Faults::default();
        let committee = id(
            &mut faults,
            "ethics_committee",
            self.ethics_committee,
            "Please select the Ethics Committee Name.",
        );
        let protocol_ref_num = line(
            &mut faults,
            "protocol_ref_num",
            self.protocol_ref_num.as_deref(),
            "Protocol Reference Number is required.",
        );
        self.letter.check(
            DocumentKind::EthicsApprovalLetter,
            "Ethics Approval Letter is required.",
            &mut faults,
        );
        let additional_committee = self.check_additional(&mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        match (committee, protocol_ref_num) {
            (Some(committee), Some(protocol_ref_num)) => Ok(Ethics {
                committee: CommitteeId(committee),
                protocol_ref_num,
                additional_committee,
            }),
            _ => Err(faults),
        }
    }

    fn check_additional(&self, faults: &mut Faults) -> Option<String> {
        let typed = self
            .additional_ethics_committee_name
            .as_deref()
            .filter(|name| name.trim() != "None");
        if self.additional_letter == Letter::Missing && typed.is_none_or(is_blank) {
            return None;
        }
        let name = line(
            faults,
            "additional_ethics_committee_name",
            typed,
            "Enter the Additional Ethics Committee Name.",
        );
        self.additional_letter.check(
            DocumentKind::AdditionalEthicsLetter,
            "Upload the Additional Ethics Approval Letter Name.",
            faults,
        );
        name
    }
}

impl Letter {
    fn check(self, kind: DocumentKind, missing: &'static str, faults: &mut Faults) {
        let file = match self {
            Self::Kept => return,
            Self::Missing => None,
            Self::New(file) => Some(file),
        };
        document(faults, kind.edit_field(), kind, file, missing);
    }
}

/// Checks a document that takes the place of the one that was uploaded before, or is the first of its kind.
pub fn check_replacement(kind: DocumentKind, file: Option<DetectedFile>) -> Result<FileType, Faults> {
    let mut faults = Faults::default();
    let missing = match kind {
        DocumentKind::EthicsApprovalLetter => "Ethics Approval Letter is required.",
        DocumentKind::AdditionalEthicsLetter => "Upload the Additional Ethics Approval Letter Name.",
        DocumentKind::DataSharingAgreement => "Data Sharing Agreement is required.",
        DocumentKind::DataSpecification => "General Data Specification Form is required.",
        DocumentKind::StaffIdentification => "The identification is required.",
    };
    document(&mut faults, kind.edit_field(), kind, file, missing).ok_or(faults)
}
