//! The database port of integrity scans.

use std::collections::BTreeSet;
use std::fmt;

use aditus_domain::audit::roles::StoredRole;
use aditus_domain::audit::states::StoredRequest;
use aditus_domain::audit::stored::SubjectKind;
use aditus_domain::ids::{AuditEntryId, DraftId, RequestId, UserId};
use aditus_domain::requests::content::Sha256;
use aditus_domain::requests::{Content, DocumentKind, RemovalReason, VersionNumber};

use crate::audit::stored::RowState;
use crate::ports::{Encoded, FileKey, SaltedValue, StoreError};

/// The kinds of rows that are scanned together with the data derived from them.
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
    /// Tables of the dictionary, with the number of their variables and their current revision.
    Tables,
    /// Variables of the dictionary, with their current revision.
    Variables,
    Drafts,
    /// Data Requests: their chain, history, rounds and letter, and their position in lists.
    Requests,
    /// The due dates of running stages and terms.
    DueDates,
    /// The badge counters of all requests.
    CountersOfAll,
    /// The badge counters of requesters.
    CountersOfOwners,
    /// The badge counters of the roles that decide.
    CountersOfRoles,
}

impl Part {
    /// All parts, each after the parts from which it is derived. Repairs in this order need one
    /// pass.
    pub const ALL: [Self; 21] = [
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
        Self::DueDates,
        Self::CountersOfAll,
        Self::CountersOfOwners,
        Self::CountersOfRoles,
    ];

    /// Returns the name for people.
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
            Self::DueDates => "due dates of Data Requests",
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

/// A fault of a row. It names columns and numbers, and never contains user input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The id of the row; for counters, that of their list.
    pub id: i64,
    /// The fault.
    pub what: String,
    /// True if it can be repaired.
    pub is_repairable: bool,
}

/// A batch of scanned rows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ScanBatch {
    /// The number of rows.
    pub rows: u64,
    /// The id of the last row, if more may follow.
    pub last: Option<i64>,
    /// The faults.
    pub differences: Vec<Difference>,
}

/// The kinds of owners of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileOwner {
    /// Documents of Data Requests, including replaced ones, because versions refer to them.
    Requests,
    /// Files of drafts.
    Drafts,
}

/// The document in a file. Its `Display` names it for administrators, without personal data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileDocument {
    /// A document of a Data Request.
    Request(RequestId, DocumentKind),
    /// A file of a draft.
    Draft(DraftId),
}

impl fmt::Display for FileDocument {
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

/// A file that a row refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferencedFile {
    /// The id of the row.
    pub id: i64,
    /// The document in the file.
    pub document: FileDocument,
    /// The key of the file.
    pub key: FileKey,
    /// Its size in bytes.
    pub size: u64,
    /// The SHA-256 of its content.
    pub sha256: Sha256,
    /// The reason why the file was removed; `None` while it exists.
    pub gone: Option<RemovalReason>,
}

/// A stored version of a request.
#[derive(Debug, Clone)]
pub struct ScannedVersion {
    /// The request.
    pub request: RequestId,
    /// Its number.
    pub number: VersionNumber,
    /// Its content.
    pub encoded: Encoded,
    /// The content according to the rows of the request, if this is the last version.
    pub rows: Option<Content>,
}

/// A stored request, with the audit entries from which its states follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScannedRequest {
    /// The request.
    pub request: RequestId,
    /// The stored states, or the reason why they cannot be read.
    pub stored: Result<StoredRequest, String>,
    /// The entries about it of the kinds of [`aditus_domain::audit::states::RequestAct`], and those
    /// about its owner, in order of insertion.
    pub entries: Vec<RequestEntryRow>,
}

/// An entry about a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestEntryRow {
    /// The id of the entry.
    pub id: AuditEntryId,
    /// The canonical JSON.
    pub canonical: String,
    /// The stored values of texts that are also shown at the request.
    pub values: Vec<SaltedValue>,
}

/// A person with their stored roles, and the audit entries that gave and took them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScannedPerson {
    /// The person.
    pub user: UserId,
    /// The roles that the person holds or requested, in any status, by id, or the reason why they
    /// cannot be read.
    pub roles: Result<Vec<StoredRole>, String>,
    /// The entries about the person of the kinds of [`aditus_domain::audit::roles::RoleAct`], in
    /// order of insertion.
    pub entries: Vec<RoleEntryRow>,
}

/// An entry about a role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleEntryRow {
    /// The id of the entry.
    pub id: AuditEntryId,
    /// The canonical JSON.
    pub canonical: String,
}

/// An entry that may contain digests of accounts or records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DigestEntryRow {
    /// The id of the entry.
    pub id: AuditEntryId,
    /// The canonical JSON.
    pub canonical: String,
}

/// A read-only snapshot of the database, unaffected by concurrent changes. An adapter MUST NOT
/// block writers, and MUST NOT keep more than one batch in memory.
pub trait IntegrityScan {
    /// Scans at most `limit` rows of a part with ids after `after`, by id. Derived data MUST be
    /// compared with the result of the code that writes them. An unreadable row MUST be a
    /// [`Difference`] and not an error.
    fn scan(&mut self, part: Part, after: i64, limit: u32) -> Result<ScanBatch, StoreError>;
    /// Returns the next version after this one, by request and number.
    fn version(
        &mut self,
        after: Option<(RequestId, VersionNumber)>,
    ) -> Result<Option<ScannedVersion>, StoreError>;
    /// Returns the files of at most `limit` rows with ids after `after`, by id.
    fn files(&mut self, owner: FileOwner, after: i64, limit: u32) -> Result<Vec<ReferencedFile>, StoreError>;
    /// Returns those of these files that a request, a draft or a started upload refers to.
    fn referenced_among(&mut self, keys: &[FileKey]) -> Result<BTreeSet<FileKey>, StoreError>;
    /// Returns at most `limit` requests with ids after `after`, by id, each with the entries about
    /// it. The stored state MUST be returned as it is, without correction.
    fn requests(&mut self, after: RequestId, limit: u32) -> Result<Vec<ScannedRequest>, StoreError>;
    /// Returns at most `limit` requests that have entries but no row, except those removed by
    /// retention according to their entries. There are none unless rows were deleted by hand.
    fn lost_requests(&mut self, limit: u32) -> Result<Vec<RequestId>, StoreError>;
    /// Returns the number of requests that were removed by retention, according to their entries.
    fn removed_requests(&mut self) -> Result<u64, StoreError>;
    /// Returns at most `limit` people with ids after `after`, by id, each with their roles as
    /// stored. An adapter MUST find the entries about them by an index.
    fn people(&mut self, after: UserId, limit: u32) -> Result<Vec<ScannedPerson>, StoreError>;
    /// Returns at most `limit` people who have entries about roles but no account. There are none
    /// unless rows were deleted by hand.
    fn lost_people(&mut self, limit: u32) -> Result<Vec<UserId>, StoreError>;
    /// Returns at most `limit` entries after `after` of the kinds of
    /// [`Act::WITH_ROW_DIGESTS`](aditus_domain::audit::Act::WITH_ROW_DIGESTS), in order of
    /// insertion.
    fn digest_entries(&mut self, after: AuditEntryId, limit: u32) -> Result<Vec<DigestEntryRow>, StoreError>;
    /// Returns at most `limit` rows of a kind with ids after `after`, by id, as
    /// [`StoredRows::state`](crate::audit::stored::StoredRows::state) reads them.
    fn row_states(&mut self, kind: SubjectKind, after: i64, limit: u32) -> Result<Vec<RowState>, StoreError>;
    /// Returns true if this file is noted for the next cleanup.
    fn awaits_cleanup(&mut self, key: &FileKey) -> Result<bool, StoreError>;
    /// Returns the faults that the database itself detects in pages, indexes and references. Empty
    /// also if it offers no such check.
    fn database_faults(&mut self) -> Result<Vec<String>, StoreError>;
}
