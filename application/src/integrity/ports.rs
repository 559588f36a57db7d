//! What an examination asks the database.

use std::collections::BTreeSet;
use std::fmt;

use aditus_domain::audit::roles::StoredRole;
use aditus_domain::audit::states::StoredRequest;
use aditus_domain::audit::stored::SubjectKind;
use aditus_domain::ids::{AuditEntryId, DraftId, RequestId, UserId};
use aditus_domain::requests::content::Sha256;
use aditus_domain::requests::{Content, DocumentKind, Gone, VersionNumber};

use crate::audit::stored::RowState;
use crate::ports::{Encoded, FileKey, SaltedValue, StoreError};

/// Rows that are looked at together, each with what is derived of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Part {
    Accounts,
    Organisations,
    StageTypes,
    Procedures,
    Stages,
    Purposes,
    EthicsCommittees,
    EquipmentTypes,
    Facilities,
    DataSources,
    /// Versions of data sources.
    SourceVersions,
    Topics,
    /// Types of tables of the dictionary.
    TableTypes,
    /// Tables of the dictionary, with the number of their variables and their present revision.
    Tables,
    /// Variables of the dictionary, with their present revision.
    Variables,
    Drafts,
    /// Data Requests: their chain, history, rounds and letter, and where they stand in lists.
    Requests,
    /// The numbers on the badges of everybody's requests.
    CountersOfAll,
    /// Those of the people who own requests.
    CountersOfOwners,
    /// Those of the roles that decide on them.
    CountersOfRoles,
}

impl Part {
    /// All of them, what is derived behind what it is derived of: whoever mends in this order is done after one turn.
    pub const ALL: [Self; 20] = [
        Self::Accounts,
        Self::Organisations,
        Self::StageTypes,
        Self::Procedures,
        Self::Stages,
        Self::Purposes,
        Self::EthicsCommittees,
        Self::EquipmentTypes,
        Self::Facilities,
        Self::DataSources,
        Self::SourceVersions,
        Self::Topics,
        Self::TableTypes,
        Self::Tables,
        Self::Variables,
        Self::Drafts,
        Self::Requests,
        Self::CountersOfAll,
        Self::CountersOfOwners,
        Self::CountersOfRoles,
    ];

    /// What it is called where a person is told of it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Accounts => "accounts",
            Self::Organisations => "organisations",
            Self::StageTypes => "types of stages",
            Self::Procedures => "approval procedures",
            Self::Stages => "stages of procedures",
            Self::Purposes => "purposes",
            Self::EthicsCommittees => "ethics committees",
            Self::EquipmentTypes => "types of equipment",
            Self::Facilities => "facilities",
            Self::DataSources => "data sources",
            Self::SourceVersions => "versions of data sources",
            Self::Topics => "topics",
            Self::TableTypes => "types of tables",
            Self::Tables => "tables of the dictionary",
            Self::Variables => "variables of the dictionary",
            Self::Drafts => "drafts",
            Self::Requests => "Data Requests",
            Self::CountersOfAll => "counters of all Data Requests",
            Self::CountersOfOwners => "counters of requesters",
            Self::CountersOfRoles => "counters of organisation roles",
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Something that is not as it should be. It names columns and numbers, and repeats no text that somebody typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The id of the row; of counters, that of the list they are of.
    pub id: i64,
    /// What is wrong with it.
    pub what: String,
    /// Whether it can be derived anew.
    pub can_be_mended: bool,
}

/// A batch of rows that were looked at.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Looked {
    /// How many.
    pub rows: u64,
    /// The last of them, where more may follow.
    pub last: Option<i64>,
    /// What is not as it should be.
    pub differences: Vec<Difference>,
}

/// Whom a file belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileOwner {
    /// Documents of Data Requests, those that were replaced included: versions name them.
    Requests,
    /// Files of drafts.
    Drafts,
}

/// The document that a file holds. Its display names it for administrators, without personal data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileOf {
    /// A document of a Data Request.
    Request(RequestId, DocumentKind),
    /// A file of a draft.
    Draft(DraftId),
}

impl fmt::Display for FileOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request(request, kind) => {
                let document = match kind {
                    DocumentKind::EthicsApprovalLetter => "ethics approval letter",
                    DocumentKind::AdditionalEthicsLetter => "letter of the second ethics committee",
                    DocumentKind::DataSharingAgreement => "data sharing agreement",
                    DocumentKind::DataSpecification => "General Data Specification Form",
                    DocumentKind::StaffIdentification => "identification of a staff member",
                };
                write!(f, "Data Request {}, {document}", request.0)
            }
            Self::Draft(draft) => write!(f, "draft {}, a file of it", draft.0),
        }
    }
}

/// A file that a row names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedFile {
    /// The id of the row.
    pub id: i64,
    /// The document that it holds.
    pub of: FileOf,
    /// Where the file lies.
    pub key: FileKey,
    /// Its size in bytes.
    pub size: u64,
    /// The SHA-256 of its content.
    pub sha256: Sha256,
    /// Why the file was removed; none while it is there.
    pub gone: Option<Gone>,
}

/// A version of a request as it is kept.
#[derive(Debug, Clone)]
pub struct KeptVersion {
    /// Of which request.
    pub request: RequestId,
    /// Its number.
    pub number: VersionNumber,
    /// Its content.
    pub encoded: Encoded,
    /// Where it is the last one: the content as the rows of the request hold it.
    pub rows: Option<Content>,
}

/// A request as it is stored, with the entries of the record from which its states follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewedRequest {
    /// The request.
    pub request: RequestId,
    /// What is stored of it; why that cannot be read, where it cannot.
    pub stored: Result<StoredRequest, String>,
    /// The entries about it of the kinds of [`aditus_domain::audit::states::RequestAct`], and those about its owner, in the order in which they
    /// were added.
    pub entries: Vec<AboutRequest>,
}

/// An entry about a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AboutRequest {
    /// The entry.
    pub id: AuditEntryId,
    /// All of it, as canonical JSON.
    pub canonical: String,
    /// What is kept beside it of texts that people read at the request.
    pub values: Vec<SaltedValue>,
}

/// A person with the roles that are stored, and the entries of the record that gave and took them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewedPerson {
    /// The person.
    pub user: UserId,
    /// The roles that the person holds or asked for, in whatever status, by id; why they cannot be read, where they cannot.
    pub roles: Result<Vec<StoredRole>, String>,
    /// The entries about the person of the kinds of [`aditus_domain::audit::roles::RoleAct`], in the order in which they were added.
    pub entries: Vec<AboutRole>,
}

/// An entry about a role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AboutRole {
    /// The entry.
    pub id: AuditEntryId,
    /// All of it, as canonical JSON.
    pub canonical: String,
}

/// An entry that may say what is stored of accounts or records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatingEntry {
    /// The entry.
    pub id: AuditEntryId,
    /// All of it, as canonical JSON.
    pub canonical: String,
}

/// A read-only snapshot of the database, which changes of others do not move. An adapter MUST hold nobody up who writes meanwhile, and
/// MUST keep no more than one batch in memory.
pub trait Examination {
    /// Looks at the rows of a part with ids behind `after`, by id, at most so many. What is derived MUST be compared with what the code
    /// derives that writes it. A row that cannot be read MUST be a [`Difference`], and no failure.
    fn look(&mut self, part: Part, after: i64, most: u32) -> Result<Looked, StoreError>;
    /// The next version behind this one, by request and number.
    fn version(
        &mut self,
        after: Option<(RequestId, VersionNumber)>,
    ) -> Result<Option<KeptVersion>, StoreError>;
    /// The files that rows with ids behind `after` name, by id, at most so many.
    fn files(&mut self, owner: FileOwner, after: i64, most: u32) -> Result<Vec<NamedFile>, StoreError>;
    /// Those of these files that a request, a draft or an upload that was begun names.
    fn named_among(&mut self, keys: &[FileKey]) -> Result<BTreeSet<FileKey>, StoreError>;
    /// The requests with ids behind `after`, by id, at most so many, each with the entries about it; what is stored of them MUST be read
    /// as it is, and not by what it should be.
    fn reviewed(&mut self, after: RequestId, most: u32) -> Result<Vec<ReviewedRequest>, StoreError>;
    /// Requests that an entry begins and that are not there, at most so many, but for those of which an entry says that they were removed
    /// when they were kept for long enough. There are none unless somebody removed them by hand.
    fn lost_requests(&mut self, most: u32) -> Result<Vec<RequestId>, StoreError>;
    /// How many requests were removed when they were kept for long enough, by their entries.
    fn removed_requests(&mut self) -> Result<u64, StoreError>;
    /// The people with ids behind `after`, by id, at most so many, each with what is stored of their roles as it is. An adapter MUST find
    /// the entries about them by an index.
    fn reviewed_people(&mut self, after: UserId, most: u32) -> Result<Vec<ReviewedPerson>, StoreError>;
    /// People of whose roles entries tell and whose accounts are not there, at most so many. There are none unless somebody removed them.
    fn lost_people(&mut self, most: u32) -> Result<Vec<UserId>, StoreError>;
    /// The entries behind `after` of the kinds of [`Act::STATING`](aditus_domain::audit::Act::STATING), in the order in which they were
    /// added, at most so many.
    fn stating_entries(&mut self, after: AuditEntryId, most: u32) -> Result<Vec<StatingEntry>, StoreError>;
    /// The rows of a kind with ids behind `after`, by id, at most so many, as [`StoredRows::state`](crate::audit::stored::StoredRows::state)
    /// reads them.
    fn row_states(&mut self, kind: SubjectKind, after: i64, most: u32) -> Result<Vec<RowState>, StoreError>;
    /// Whether this file was noted as one that the next sweep removes.
    fn is_to_be_swept(&mut self, key: &FileKey) -> Result<bool, StoreError>;
    /// What the database finds wrong with itself: pages, indexes, references. Empty too where it knows no such question.
    fn own_faults(&mut self) -> Result<Vec<String>, StoreError>;
}
