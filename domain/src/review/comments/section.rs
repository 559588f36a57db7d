//! The sections of a request that can have comments.

use thiserror::Error;

/// A section of the request detail page (2 §2; decisions, "Requests").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub enum Section {
    PrincipalInvestigator,
    ApprovalChain,
    EthicsApproval,
    SharingAgreement,
    DataFormat,
    DataSource,
    DataSpecification,
    Devices,
    Staff,
}

/// The error for a name that is not a section.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("There is no such section. Use one of the sections on the page of the Data Request.")]
pub struct UnknownSection;

impl Section {
    /// Every section, in the order of the page.
    pub const ALL: [Self; 9] = [
        Self::PrincipalInvestigator,
        Self::ApprovalChain,
        Self::EthicsApproval,
        Self::SharingAgreement,
        Self::DataFormat,
        Self::DataSource,
        Self::DataSpecification,
        Self::Devices,
        Self::Staff,
    ];

    /// The name on screens, in the API and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PrincipalInvestigator => "Principal investigator / Organization Key Contact Person Details",
            Self::ApprovalChain => "Review and Approval Chain",
            Self::EthicsApproval => "Is approval letter by the Ethics Committee attached?",
            Self::SharingAgreement => "Is Data Sharing Agreement Attached?",
            Self::DataFormat => "Data format requested",
            Self::DataSource => "Specify data source (HIS sub-system in question)",
            Self::DataSpecification => "Has the Data Specification Form been filed?",
            Self::Devices => "Has the List of Devices Form been filed?",
            Self::Staff => "Has the List of Staff Form been filed?",
        }
    }

    /// Finds the section with this name.
    pub fn parse(name: &str) -> Result<Self, UnknownSection> {
        Self::ALL
            .into_iter()
            .find(|section| section.name() == name)
            .ok_or(UnknownSection)
    }

    /// Returns true if a comment on this section may require action from the requester (2 §4;
    /// decisions C9).
    pub const fn may_demand_action(self) -> bool {
        !matches!(self, Self::DataSpecification)
    }
}

impl std::fmt::Display for Section {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
