//! Placeholders of letter templates, and their values.

/// A detail of the request that a letter template can refer to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the descriptions say what each one is")]
pub enum Placeholder {
    LetterNumber,
    LetterDate,
    RequestReference,
    RequestTitle,
    SubmittedOn,
    NeededOn,
    RequesterName,
    RequesterOrganisation,
    PrincipalName,
    PrincipalInstitution,
    Purposes,
    DataSources,
    VariableCount,
    DataFormat,
    EthicsCommittee,
    ProtocolReference,
    Decisions,
    Procedure,
    Provider,
    Product,
}

impl Placeholder {
    /// Every placeholder, in the order of the list on the screen. Never remove or rename one:
    /// stored templates refer to them by name.
    pub const ALL: [Self; 20] = [
        Self::LetterNumber,
        Self::LetterDate,
        Self::RequestReference,
        Self::RequestTitle,
        Self::SubmittedOn,
        Self::NeededOn,
        Self::RequesterName,
        Self::RequesterOrganisation,
        Self::PrincipalName,
        Self::PrincipalInstitution,
        Self::Purposes,
        Self::DataSources,
        Self::VariableCount,
        Self::DataFormat,
        Self::EthicsCommittee,
        Self::ProtocolReference,
        Self::Decisions,
        Self::Procedure,
        Self::Provider,
        Self::Product,
    ];

    /// The name between the braces.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LetterNumber => "letter_number",
            Self::LetterDate => "letter_date",
            Self::RequestReference => "request_reference",
            Self::RequestTitle => "request_title",
            Self::SubmittedOn => "submitted_on",
            Self::NeededOn => "needed_on",
            Self::RequesterName => "requester_name",
            Self::RequesterOrganisation => "requester_organisation",
            Self::PrincipalName => "principal_name",
            Self::PrincipalInstitution => "principal_institution",
            Self::Purposes => "purposes",
            Self::DataSources => "data_sources",
            Self::VariableCount => "variable_count",
            Self::DataFormat => "data_format",
            Self::EthicsCommittee => "ethics_committee",
            Self::ProtocolReference => "protocol_reference",
            Self::Decisions => "decisions",
            Self::Procedure => "procedure",
            Self::Provider => "provider",
            Self::Product => "product",
        }
    }

    /// The description shown in the list of placeholders.
    pub const fn description(self) -> &'static str {
        match self {
            Self::LetterNumber => "The number of the letter",
            Self::LetterDate => "The day of the approval",
            Self::RequestReference => "The reference of the request",
            Self::RequestTitle => "The title of the request",
            Self::SubmittedOn => "The day on which the request was submitted",
            Self::NeededOn => "The day on which the data is needed",
            Self::RequesterName => "First name and surname of the requester",
            Self::RequesterOrganisation => "The organisation of the requester",
            Self::PrincipalName => "First name and surname of the principal",
            Self::PrincipalInstitution => "The institution of the principal",
            Self::Purposes => "The purposes of the request",
            Self::DataSources => "The names of the data sources",
            Self::VariableCount => "The number of variables",
            Self::DataFormat => "The form in which the data is handed over",
            Self::EthicsCommittee => "The ethics committee",
            Self::ProtocolReference => "The reference number of the protocol",
            Self::Decisions => "A line for each decision: stage, role and day",
            Self::Procedure => "The name of the approval procedure",
            Self::Provider => "The organisation that provides the data",
            Self::Product => "The name of this system",
        }
    }

    /// Finds the placeholder with this name, without braces.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|placeholder| placeholder.name() == name)
    }
}

/// Formats the placeholder as it is written in a template.
impl std::fmt::Display for Placeholder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{{{{{}}}}}", self.name())
    }
}

/// The value of each placeholder for one letter. Lists are joined by commas; each decision is on
/// its own line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(
    missing_docs,
    reason = "the descriptions of the placeholders say what each one is"
)]
pub struct LetterValues {
    pub letter_number: String,
    pub letter_date: String,
    pub request_reference: String,
    pub request_title: String,
    pub submitted_on: String,
    pub needed_on: String,
    pub requester_name: String,
    pub requester_organisation: String,
    pub principal_name: String,
    pub principal_institution: String,
    pub purposes: String,
    pub data_sources: String,
    pub variable_count: String,
    pub data_format: String,
    pub ethics_committee: String,
    pub protocol_reference: String,
    pub decisions: String,
    pub procedure: String,
    pub provider: String,
    pub product: String,
}

impl LetterValues {
    /// Returns the value of a placeholder.
    pub fn get(&self, placeholder: Placeholder) -> &str {
        match placeholder {
            Placeholder::LetterNumber => &self.letter_number,
            Placeholder::LetterDate => &self.letter_date,
            Placeholder::RequestReference => &self.request_reference,
            Placeholder::RequestTitle => &self.request_title,
            Placeholder::SubmittedOn => &self.submitted_on,
            Placeholder::NeededOn => &self.needed_on,
            Placeholder::RequesterName => &self.requester_name,
            Placeholder::RequesterOrganisation => &self.requester_organisation,
            Placeholder::PrincipalName => &self.principal_name,
            Placeholder::PrincipalInstitution => &self.principal_institution,
            Placeholder::Purposes => &self.purposes,
            Placeholder::DataSources => &self.data_sources,
            Placeholder::VariableCount => &self.variable_count,
            Placeholder::DataFormat => &self.data_format,
            Placeholder::EthicsCommittee => &self.ethics_committee,
            Placeholder::ProtocolReference => &self.protocol_reference,
            Placeholder::Decisions => &self.decisions,
            Placeholder::Procedure => &self.procedure,
            Placeholder::Provider => &self.provider,
            Placeholder::Product => &self.product,
        }
    }
}
