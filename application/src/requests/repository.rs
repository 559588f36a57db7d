//! The store of requests.

use std::collections::BTreeSet;

use aditus_domain::ids::{
    AssignedRoleId, DataSourceId, DatasetId, OrganisationId, OrganisationRoleId, ProcedureId, RequestId,
    StateId, UserId,
};
use aditus_domain::requests::content::Sha256;
use aditus_domain::requests::{DocumentKind, FileType, Submission, VersionNumber};
use aditus_domain::review::{Chain, HistoryEntry, StageNumber};
use chrono::{DateTime, NaiveDate, Utc};

use crate::ports::{FileKey, StoreError};
use crate::review::views::WaitingStage;

/// An uploaded document that is already in the file store.
#[derive(Debug, Clone)]
pub struct NewDocument {
    /// Kind of document.
    pub kind: DocumentKind,
    /// For an identity document: the index of the staff member in the submission's list, from 0.
    pub staff: Option<usize>,
    /// Key in the file store.
    pub key: FileKey,
    /// The sanitised file name of the uploader.
    pub name: Option<String>,
    /// The type of the content.
    pub file_type: FileType,
    /// True for a PDF that its author protected against changes.
    pub is_protected: bool,
    /// Its size in bytes.
    pub size: u64,
    /// Digest of the content.
    pub sha256: Sha256,
}

/// A valid request that is about to be stored.
#[derive(Debug)]
pub struct NewRequest {
    /// Account of the requester.
    pub owner: UserId,
    /// Role in which it is submitted.
    pub requester_role: AssignedRoleId,
    /// The requester's organisation.
    pub organisation: OrganisationId,
    /// The procedure that its chain was copied from. Its letter is made from the template of this
    /// procedure.
    pub procedure: Option<ProcedureId>,
    /// The requested source. The first dataset of the request is of this source.
    pub data_source: DataSourceId,
    /// The answers and choices of the requester.
    pub submission: Submission,
    /// The uploaded documents.
    pub documents: Vec<NewDocument>,
    /// The started chain.
    pub chain: Chain,
    /// The history of the chain so far.
    pub history: Vec<HistoryEntry>,
    /// Time of the submission.
    pub submitted_on: DateTime<Utc>,
}

/// A dataset of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dataset {
    /// Its id.
    pub id: DatasetId,
    /// The source of its data.
    pub source: DataSourceId,
    /// Day on which the data was released (decisions C13).
    pub release_date: Option<NaiveDate>,
}

/// A request with the data that the rules of review need.
#[derive(Debug, Clone)]
pub struct Request {
    /// Its id.
    pub id: RequestId,
    /// Account of the requester.
    pub owner: UserId,
    /// Role in which it was submitted.
    pub requester_role: AssignedRoleId,
    /// Its title.
    pub title: String,
    /// The day on which the data is needed.
    pub needed_on: NaiveDate,
    /// Its datasets.
    pub datasets: Vec<Dataset>,
    /// Its chain.
    pub chain: Chain,
    /// Digest of the latest version of its content (decisions C7). Zeros until a version is stored.
    pub content_digest: [u8; 32],
    /// The number of that version.
    pub content_version: VersionNumber,
    /// Time of the submission.
    pub date_created: DateTime<Utc>,
    /// Row version. It is incremented by each save.
    pub version: i64,
}

impl Request {
    /// Returns the sources of the datasets, ordered by id, without duplicates.
    pub fn sources(&self) -> Vec<DataSourceId> {
        let mut sources: Vec<_> = self.datasets.iter().map(|dataset| dataset.source).collect();
        sources.sort_unstable();
        sources.dedup();
        sources
    }
}

/// A round that starts with a resubmission (decisions C11, V7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRound {
    /// The request.
    pub request: RequestId,
    /// Number of the round.
    pub round: u32,
    /// Account of the person who resubmitted.
    pub by: UserId,
    /// Note of the requester to the reviewers.
    pub note: Option<String>,
    /// Time of the resubmission.
    pub started_on: DateTime<Utc>,
}

/// An entry that a save adds to the history of a request.
pub type LogEntry = HistoryEntry;

/// The store of requests.
///
/// Overall status, counts for badges and folded search text MUST be written in the same transaction
/// as the change that alters them, so that lists only read an index.
pub trait Requests {
    /// Registers files that are about to be stored for a submission.
    fn begin_uploads(&mut self, keys: &[FileKey], at: DateTime<Utc>) -> Result<(), StoreError>;
    /// Returns files that were registered before this time and whose submission was never stored:
    /// the oldest first, at most `limit`.
    fn uploads_begun_before(&mut self, before: DateTime<Utc>, limit: u32)
    -> Result<Vec<FileKey>, StoreError>;
    /// Removes the registrations of files that were removed from the file store.
    fn end_uploads(&mut self, keys: &[FileKey]) -> Result<(), StoreError>;
    /// Adds a request with all its parts, including its first round. Version 1 of its content is
    /// excluded: [`super::versions::record`] stores it. The documents MUST no longer be registered
    /// as uploads of a submission.
    fn add(&mut self, request: &NewRequest) -> Result<RequestId, StoreError>;
    /// Returns the request with this id.
    fn get(&mut self, id: RequestId) -> Result<Option<Request>, StoreError>;
    /// Returns the request and the number of the stage with this id.
    fn locate(&mut self, state: StateId) -> Result<Option<(RequestId, StageNumber)>, StoreError>;
    /// Returns those of these requests that are in the lists of one of these organisation roles
    /// (decisions C12).
    fn bound_to(
        &mut self,
        org_roles: &[OrganisationRoleId],
        requests: &[RequestId],
    ) -> Result<BTreeSet<RequestId>, StoreError>;
    /// Returns the stages at this organisation role that may have no one left to decide
    /// ([`crate::review::views::ReviewViews::possible_vacancies`]). Uncommitted changes of accounts
    /// and roles in this transaction count.
    fn possible_vacancies(&mut self, at: OrganisationRoleId) -> Result<Vec<WaitingStage>, StoreError>;
    /// Saves the chain, the release dates and the new history entries, each with the content
    /// version that it was about.
    ///
    /// A stale row version MUST return [`StoreError::Conflict`]. A request whose stage was bound to
    /// another organisation role MUST appear in the lists, counts and scopes of that role. If the
    /// round ends by a denial or a recall, the sources of the request MUST be stored for
    /// [`Requests::sources_at_the_end`]. The term of a request that is no longer pending MUST end
    /// ([`crate::deadlines::RequestTerms`]), and so MUST the open completion windows of its comments
    /// ([`crate::deadlines::CompletionWindows`]).
    fn save(&mut self, request: &Request, happened: &[LogEntry]) -> Result<(), StoreError>;
    /// Sets the day on which the data is needed. This changes the content, so the caller must
    /// store a version with [`super::versions::record`] afterwards.
    fn set_needed_on(&mut self, id: RequestId, day: NaiveDate) -> Result<(), StoreError>;
    /// Adds a round. An existing round MUST return [`StoreError::Duplicate`].
    fn begin_round(&mut self, round: &NewRound) -> Result<(), StoreError>;
    /// Returns the sources of a request at the end of its latest round, ordered by id, without
    /// duplicates. None if the round has not ended, or ended before the sources were stored.
    fn sources_at_the_end(&mut self, id: RequestId) -> Result<Option<Vec<DataSourceId>>, StoreError>;
    /// Makes the commit signal [`crate::ports::Signal::RequestsChanged`] for this person.
    fn announce(&mut self, user: UserId) -> Result<(), StoreError>;
}
