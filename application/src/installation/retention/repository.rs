//! The store of data with a retention period.

use aditus_domain::ids::{DocumentId, RequestId};
use aditus_domain::requests::retention::RetentionFacts;
use aditus_domain::review::OverallStatus;
use chrono::{DateTime, Utc};

use crate::ports::{FileKey, StoreError};

/// The kinds of data that are deleted by age alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum RetentionKind {
    Sessions,
    Codes,
    Clicks,
    /// Mails and text messages.
    Messages,
    Drafts,
    Feedback,
    Notifications,
}

impl RetentionKind {
    /// Returns the name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sessions => "sessions",
            Self::Codes => "one-time codes",
            Self::Clicks => "clicks",
            Self::Messages => "mails and text messages",
            Self::Drafts => "drafts",
            Self::Feedback => "feedback",
            Self::Notifications => "notifications",
        }
    }
}

/// The items of a kind that are older than a given time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExpiredCount {
    /// Their number.
    pub number: u64,
    /// The time of the oldest one.
    pub oldest: Option<DateTime<Utc>>,
}

/// An identity document that may be due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentCandidate {
    /// Its id.
    pub id: DocumentId,
    /// The request.
    pub request: RequestId,
    /// The title of the request.
    pub title: String,
    /// The time of the upload.
    pub uploaded_on: DateTime<Utc>,
    /// Its size in bytes.
    pub size: u64,
    /// The status of the request.
    pub status: OverallStatus,
    /// The time of the last event of the request.
    pub last_happened_on: DateTime<Utc>,
}

/// A finished request that may be due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestCandidate {
    /// Its id.
    pub id: RequestId,
    /// Its title.
    pub title: String,
    /// The time of its submission.
    pub date_created: DateTime<Utc>,
    /// The facts that decide if it is deleted.
    pub facts: RetentionFacts,
    /// Its documents with existing files, including replaced ones, by id.
    pub documents: Vec<DocumentId>,
}

/// The store of retention.
pub trait Retentions {
    /// Returns the items of this kind that are older than `before`; for sessions also those begun
    /// before `begun_before`. It MUST use an index.
    fn count_expired(
        &mut self,
        kind: RetentionKind,
        before: DateTime<Utc>,
        begun_before: DateTime<Utc>,
    ) -> Result<ExpiredCount, StoreError>;
    /// Returns at most `limit` existing identity documents that were uploaded before then, after
    /// this one, by time and id. It MUST use an index.
    fn documents_before(
        &mut self,
        uploaded_before: DateTime<Utc>,
        after: Option<(DateTime<Utc>, DocumentId)>,
        limit: u32,
    ) -> Result<Vec<DocumentCandidate>, StoreError>;
    /// Marks these documents as removed, and notes their files as uploads for the next cleanup.
    /// Returns the files. Documents of a request that has had another event since
    /// `last_happened_on` MUST stay.
    fn remove_documents(
        &mut self,
        documents: &[DocumentCandidate],
        at: DateTime<Utc>,
    ) -> Result<Vec<(DocumentCandidate, FileKey)>, StoreError>;
    /// Returns at most `limit` requests with this status that were submitted before then, after
    /// this one, by time and id. It MUST use an index.
    fn finished_before(
        &mut self,
        status: OverallStatus,
        submitted_before: DateTime<Utc>,
        after: Option<(DateTime<Utc>, RequestId)>,
        limit: u32,
    ) -> Result<Vec<RequestCandidate>, StoreError>;
    /// Reads these requests again, by id, and locks their stages and contents until the transaction
    /// ends. Requests that no longer exist are left out.
    fn lock_requests(&mut self, requests: &[RequestId]) -> Result<Vec<RequestCandidate>, StoreError>;
    /// Deletes these requests with everything that belongs to them: versions, stages, history,
    /// comments, letter, feedback, notifications about them, counters, search texts, and the texts
    /// beside entries about them. Returns the files of their documents, which MUST be noted as
    /// uploads for the next cleanup.
    ///
    /// Each request MUST have its entry of the kind
    /// [`Kind::RequestRemoved`](aditus_domain::audit::Kind::RequestRemoved) before. An adapter MUST
    /// refuse to delete a version of a request without one. The commit signals
    /// [`crate::ports::Signal::NotificationsRead`] to everyone who loses an unread notification,
    /// and [`crate::ports::Signal::RequestsChanged`] to the owners.
    fn remove_requests(
        &mut self,
        requests: &[RequestId],
        at: DateTime<Utc>,
    ) -> Result<Vec<FileKey>, StoreError>;
    /// Deletes the oldest feedback given before then, of at most `limit` requests. Returns the
    /// requests, which stay marked as having had feedback.
    fn remove_feedback(
        &mut self,
        given_before: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<RequestId>, StoreError>;
    /// Deletes the oldest notifications written before then, at most `limit`. Returns their number.
    /// The commit signals [`crate::ports::Signal::NotificationsRead`] to everyone who loses an
    /// unread one.
    fn remove_notifications(&mut self, authored_before: DateTime<Utc>, limit: u32)
    -> Result<u64, StoreError>;
    /// Erases deleted requests, feedback and notifications from the files of the database after the
    /// commit. An adapter MUST leave as little of them as its database allows. It is called once
    /// after many deletions.
    fn erase_remnants(&mut self) -> Result<(), StoreError>;
}
