//! The public documents and their names (3 §2.15; decisions F4), and the contact details. The
//! adapter that renders the documents contains their texts.

mod contact;

pub use contact::ContactDetails;

/// The most documents that the list shows (3 §9).
pub const MAX_LISTED: usize = 10;

/// The purpose of a public document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DocumentCategory {
    /// A form to fill in, sign and upload with a request.
    Request,
    /// An explanation of how people request data and how requests are decided.
    Temporary,
}

/// A document that is readable without signing in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PublicDocument {
    /// The template of the agreement that every request includes (2 §5).
    DataSharingAgreement,
    /// The form for data that cannot be selected in the data dictionary (2 §2, step 1).
    GeneralDataSpecificationForm,
    /// The template for students who request data: introduces the student and the study.
    StudentPersonaTemplate,
    /// The standard operating procedure: the approval chain, its rules, and the release.
    AccessAndReleaseProcedure,
    /// The guide to the screens and actions of each role.
    UserGuide,
}

impl DocumentCategory {
    /// The name of the category on screens.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Request => "Request Document",
            Self::Temporary => "Temporary Document",
        }
    }
}

impl PublicDocument {
    /// Every document, in the order of the list.
    pub const ALL: [Self; 5] = [
        Self::DataSharingAgreement,
        Self::GeneralDataSpecificationForm,
        Self::StudentPersonaTemplate,
        Self::AccessAndReleaseProcedure,
        Self::UserGuide,
    ];

    /// The document's name in URLs and its file name. Stable, because other pages link to it.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::DataSharingAgreement => "data-sharing-agreement",
            Self::GeneralDataSpecificationForm => "general-data-specification-form",
            Self::StudentPersonaTemplate => "student-persona-template",
            Self::AccessAndReleaseProcedure => "sop-data-access-and-release",
            Self::UserGuide => "user-guide",
        }
    }

    /// Returns the document with this slug.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|document| document.slug() == slug)
    }

    /// The title of the document.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DataSharingAgreement => "Data Sharing Agreement",
            Self::GeneralDataSpecificationForm => "General Data Specification Form",
            Self::StudentPersonaTemplate => "Student Persona Template",
            Self::AccessAndReleaseProcedure => "SOP on Data Access and Release",
            Self::UserGuide => "User Guide for All Roles",
        }
    }

    /// A summary of the document: its content and its audience.
    pub const fn description(self) -> &'static str {
        match self {
            Self::DataSharingAgreement => {
                "The agreement between the data provider and the recipient. Every request needs one, filled in and signed by both."
            }
            Self::GeneralDataSpecificationForm => {
                "Describes the data, the devices and the staff on paper. A request needs it when no variables were \
                 selected in the data dictionary."
            }
            Self::StudentPersonaTemplate => {
                "Students introduce themselves, their study and their supervision. Add it to a request for a thesis or a course."
            }
            Self::AccessAndReleaseProcedure => {
                "The standard operating procedure: nine stages, who decides at each, the rules for comments, codes and \
                 recall, and how data is released."
            }
            Self::UserGuide => {
                "What each role sees and does, step by step, from the first sign-up to the feedback on data that was \
                 received."
            }
        }
    }

    /// The purpose of the document.
    pub const fn category(self) -> DocumentCategory {
        match self {
            Self::DataSharingAgreement | Self::GeneralDataSpecificationForm => DocumentCategory::Request,
            Self::StudentPersonaTemplate | Self::AccessAndReleaseProcedure | Self::UserGuide => {
                DocumentCategory::Temporary
            }
        }
    }

    /// The name of the document's MUI icon.
    pub const fn icon(self) -> &'static str {
        match self {
            Self::DataSharingAgreement => "HandshakeOutlined",
            Self::GeneralDataSpecificationForm => "AssignmentOutlined",
            Self::StudentPersonaTemplate => "SchoolOutlined",
            Self::AccessAndReleaseProcedure => "AccountTreeOutlined",
            Self::UserGuide => "MenuBookOutlined",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_document_has_its_category() {
        let of = |category| PublicDocument::ALL.map(|document| document.category() == category);
        assert_eq!(of(DocumentCategory::Request), [true, true, false, false, false]);
        assert_eq!(of(DocumentCategory::Temporary), [false, false, true, true, true]);
        assert_eq!(DocumentCategory::Request.name(), "Request Document");
        assert_eq!(DocumentCategory::Temporary.name(), "Temporary Document");
    }

    #[test]
    fn slugs_are_unique_and_round_trip() {
        for document in PublicDocument::ALL {
            assert_eq!(PublicDocument::from_slug(document.slug()), Some(document));
            let plain = |c: char| c.is_ascii_lowercase() || c == '-';
            assert!(document.slug().chars().all(plain), "{}", document.slug());
        }
        let slugs: BTreeSet<_> = PublicDocument::ALL.map(PublicDocument::slug).into();
        assert_eq!(slugs.len(), PublicDocument::ALL.len());
        for unknown in ["", "User-Guide", "user-guide.pdf", "../user-guide", "user guide"] {
            assert_eq!(PublicDocument::from_slug(unknown), None, "{unknown}");
        }
    }
}
