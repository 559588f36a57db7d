//! The store of requests.

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

/// A document that was uploaded and lies in the file store already.
#[derive(Debug, Clone)]
pub struct NewDocument {
    /// What it is.
    pub kind: DocumentKind,
    /// For an identification document: the place of the staff member in the submission's list, from 0.
    pub staff: Option<usize>,
    /// Where it lies.
    pub key: FileKey,
    /// The file name that the uploader gave it, cleaned.
    pub name: Option<String>,
    /// What its content is.
    pub file_type: FileType,
    /// True for a PDF that its author protected against changes.
    pub is_protected: bool,
    /// Its size in bytes.
    pub size: u64,
    /// What it holds.
    pub sha256: Sha256,
}

/// A request that was found valid and is about to be stored.
#[derive(Debug)]
pub struct NewRequest {
    /// Who submits it.
    pub owner: UserId,
    /// In which role.
    pub requester_role: AssignedRoleId,
    /// The requester's organisation.
    pub organisation: OrganisationId,
    /// The procedure that its chain is a copy of, of which its letter is made.
    pub procedure: Option<ProcedureId>,
    /// The source that is asked for; the first dataset of the request is of this source.
    pub data_source: DataSourceId,
    /// What was typed and chosen.
    pub submission: Submission,
    /// The uploaded documents.
    pub documents: Vec<NewDocument>,
    /// The chain, started.
    pub chain: Chain,
    /// What happened to the chain so far.
    pub history: Vec<HistoryEntry>,
    /// When it was submitted.
    pub submitted_on: DateTime<Utc>,
}

/// A dataset of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dataset {
    /// Its id.
    pub id: DatasetId,
    /// The source that it is asked for of.
    pub source: DataSourceId,
    /// The day the data was released (decisions C13).
    pub release_date: Option<NaiveDate>,
}

/// A request as the rules of review need it.
#[derive(Debug, Clone)]
pub struct Request {
    /// Its id.
    pub id: RequestId,
    /// Who submitted it.
    pub owner: UserId,
    /// In which role.
    pub requester_role: AssignedRoleId,
    /// Its title.
    pub title: String,
    /// The day on which the data is needed.
    pub needed_on: NaiveDate,
    /// Its datasets.
    pub datasets: Vec<Dataset>,
    /// Its chain.
    pub chain: Chain,
    /// The digest of the last version of its content (decisions C7); zeros until one is kept.
    pub content_digest: [u8; 32],
    /// The number of that version.
    pub content_version: VersionNumber,
    /// When it was submitted.
    pub date_created: DateTime<Utc>,
    /// Grows with each save.
    pub version: i64,
}

impl Request {
    /// The sources that the data is asked for of, each once, by id.
    pub fn sources(&self) -> Vec<DataSourceId> {
        let mut sources: Vec<_> = self.datasets.iter().map(|dataset| dataset.source).collect();
        sources.sort_unstable();
        sources.dedup();
        sources
    }
}

/// A round that begins by resubmitting (decisions C11, V7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRound {
    /// The request.
    pub request: RequestId,
    /// The number of the round.
    pub round: u32,
    /// Who resubmitted.
    pub by: UserId,
    /// What they told the reviewers.
    pub note: Option<String>,
    /// When.
    pub started_on: DateTime<Utc>,
}

/// What a save adds to the history of a request.
pub type LogEntry = HistoryEntry;

/// The store of requests.
///
/// Overall status, counts for badges and folded search text MUST be written in the same transaction as the change that
/// alters them, so that lists are index reads.
pub trait Requests {
    /// Notes files that are about to be stored for a submission.
    fn begin_uploads(&mut self, keys: &[FileKey], at: DateTime<Utc>) -> Result<(), StoreError>;
    /// Files that were noted before then for a submission that was not added since; the oldest, at most as many.
    fn uploads_begun_before(&mut self, before: DateTime<Utc>, most: u32) -> Result<Vec<FileKey>, StoreError>;
    /// Forgets files that were removed from the file store.
    fn end_uploads(&mut self, keys: &[FileKey]) -> Result<(), StoreError>;
    /// Adds a request with everything that belongs to it, its first round among it, but for the version 1 of its content, which
    /// [`super::versions::record`] keeps. Its documents MUST no longer be noted as uploads of a submission.
    fn add(&mut self, request: &NewRequest) -> Result<RequestId, StoreError>;
    /// The request with this id.
    fn get(&mut self, id: RequestId) -> Result<Option<Request>, StoreError>;
    /// Which stage of which request has this id.
    fn locate(&mut self, state: StateId) -> Result<Option<(RequestId, StageNumber)>, StoreError>;
    /// The stages at this organisation role that might wait for nobody
    /// ([`crate::review::views::ReviewViews::short_of_people`]), as the transaction has left people and roles.
    fn short_of_people(&mut self, at: OrganisationRoleId) -> Result<Vec<WaitingStage>, StoreError>;
    /// Saves the chain, the release dates and what happened, each line with the version of the content that it was about; a stale
    /// `version` MUST be [`StoreError::Conflict`]. Where a stage is bound to another organisation role than before, the request MUST be
    /// in the lists, counts and scopes of that one. Where the round ends by a denial or a recall, the sources of the request MUST be
    /// kept for [`Requests::sources_at_the_end`].
    fn save(&mut self, request: &Request, happened: &[LogEntry]) -> Result<(), StoreError>;
    /// Sets the day on which the data is needed: a change of the content, which [`super::versions::record`] has to keep.
    fn set_needed_on(&mut self, id: RequestId, day: NaiveDate) -> Result<(), StoreError>;
    /// Notes that a round began. A round that is there already MUST be [`StoreError::Duplicate`].
    fn begin_round(&mut self, round: &NewRound) -> Result<(), StoreError>;
    /// The sources of a request at the end of its latest round, each once, by id; none where that did not end, or before they
    /// were kept.
    fn sources_at_the_end(&mut self, id: RequestId) -> Result<Option<Vec<DataSourceId>>, StoreError>;
    /// Has the commit signal [`crate::ports::Signal::RequestsChanged`] for this person.
    fn announce(&mut self, user: UserId) -> Result<(), StoreError>;
}
