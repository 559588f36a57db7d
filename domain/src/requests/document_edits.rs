//! Documents of a submitted request that are edited: the letters of ethics committees, the agreement, the specification
//! (2 §5, "Ethics patch", "Agreement patch").

use super::check::document;
use super::{DetectedFile, DocumentKind, Faults, FileType};

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
