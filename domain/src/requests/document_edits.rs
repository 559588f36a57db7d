//! Edits of the documents of a submitted request: the letters of ethics committees, the agreement
//! and the specification form (2 §5, "Ethics patch", "Agreement patch").

use super::check::document;
use super::{DetectedFile, DocumentKind, Faults, FileType};

/// The state of a letter after an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Letter {
    /// There is no letter, or it is removed.
    #[default]
    Missing,
    /// The present letter is kept.
    Kept,
    /// This file replaces the letter.
    New(DetectedFile),
}

impl Letter {
    pub(super) fn check(self, kind: DocumentKind, missing: &'static str, faults: &mut Faults) {
        let file = match self {
            Self::Kept => return,
            Self::Missing => None,
            Self::New(file) => Some(file),
        };
        document(faults, kind.edit_field(), kind, file, missing);
    }
}

/// Checks a document that replaces the present one, or is the first of its kind.
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
