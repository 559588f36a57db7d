//! The store, as far as it says and removes what was kept for long enough.

use aditus_domain::ids::{DocumentId, RequestId};
use aditus_domain::requests::retention::Standing;
use aditus_domain::review::OverallStatus;
use chrono::{DateTime, Utc};

use crate::ports::{FileKey, StoreError};

/// What is swept by its age alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum PastKind {
    Sessions,
    Codes,
    Clicks,
    /// Mails and text messages.
    Messages,
    Drafts,
    Feedback,
    Notifications,
}

impl PastKind {
    /// What it is called where a person is told of it.
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

/// How much of it is older than that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Passed {
    /// How many.
    pub number: u64,
    /// Since when the oldest has been there.
    pub oldest: Option<DateTime<Utc>>,
}

/// A document of identity that may have been kept for long enough.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastDocument {
    /// Its id.
    pub id: DocumentId,
    /// Of which request.
    pub request: RequestId,
    /// What the request is called.
    pub title: String,
    /// When it was uploaded.
    pub uploaded_on: DateTime<Utc>,
    /// Its size in bytes.
    pub size: u64,
    /// Where the request stands.
    pub status: OverallStatus,
    /// When something last happened to the request.
    pub last_happened_on: DateTime<Utc>,
}

/// A finished request that may have been kept for long enough.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastRequest {
    /// Its id.
    pub id: RequestId,
    /// Its title.
    pub title: String,
    /// When it was submitted.
    pub date_created: DateTime<Utc>,
    /// The facts that decide whether it is removed.
    pub standing: Standing,
    /// Its documents whose files are still there, those that were replaced included, by id.
    pub documents: Vec<DocumentId>,
}

/// What was kept for long enough.
pub trait Retentions {
    /// How much of this kind is older than that; of sessions, also those that were begun before the second time. It MUST be found by an
    /// index.
    fn passed(
        &mut self,
        kind: PastKind,
        before: DateTime<Utc>,
        begun_before: DateTime<Utc>,
    ) -> Result<Passed, StoreError>;
    /// Documents of identity, uploaded before then and not gone, behind this one, by time and id, at most so many. They MUST be found by an
    /// index.
    fn documents_before(
        &mut self,
        uploaded_before: DateTime<Utc>,
        after: Option<(DateTime<Utc>, DocumentId)>,
        most: u32,
    ) -> Result<Vec<PastDocument>, StoreError>;
    /// Notes that these documents are gone, and their files as uploads that the next sweep removes; answers the files. Documents of requests
    /// to which something has happened after that time MUST be left as they are.
    fn remove_documents(
        &mut self,
        documents: &[PastDocument],
        at: DateTime<Utc>,
    ) -> Result<Vec<(PastDocument, FileKey)>, StoreError>;
    /// Requests with this status that were submitted before then, behind this one by time and id, at most so many. They MUST be found by an
    /// index.
    fn finished_before(
        &mut self,
        status: OverallStatus,
        submitted_before: DateTime<Utc>,
        after: Option<(DateTime<Utc>, RequestId)>,
        most: u32,
    ) -> Result<Vec<PastRequest>, StoreError>;
    /// Reads these requests once more, by id, and keeps their stages and contents from changing until the transaction ends. Requests that are
    /// not there any more are left out.
    fn lock_requests(&mut self, requests: &[RequestId]) -> Result<Vec<PastRequest>, StoreError>;
    /// Removes these requests with everything that belongs to them: versions, stages, history, comments, letter, feedback, notifications
    /// about them, counts, search texts, and the texts beside entries about them. Answers the files of their documents, which MUST be noted
    /// as uploads that the next sweep removes.
    ///
    /// Each MUST have its entry of the kind [`Kind::RequestRemoved`](aditus_domain::audit::Kind::RequestRemoved) before. An adapter MUST refuse
    /// to remove a version of a request without one. The commit signals [`crate::ports::Signal::NotificationsRead`] to everyone who loses an
    /// unread notification, and [`crate::ports::Signal::RequestsChanged`] to the owners.
    fn remove_requests(
        &mut self,
        requests: &[RequestId],
        at: DateTime<Utc>,
    ) -> Result<Vec<FileKey>, StoreError>;
    /// Removes the oldest feedback that was given before then, of at most so many requests; answers the requests. They go on saying that
    /// feedback was given.
    fn remove_feedback(
        &mut self,
        given_before: DateTime<Utc>,
        most: u32,
    ) -> Result<Vec<RequestId>, StoreError>;
    /// Removes the oldest notifications that were written before then, at most so many; answers how many. The commit signals
    /// [`crate::ports::Signal::NotificationsRead`] to everyone who loses an unread one.
    fn remove_notifications(&mut self, authored_before: DateTime<Utc>, most: u32) -> Result<u64, StoreError>;
    /// After the commit, an adapter MUST leave nothing in the files of its database of requests, feedback and notifications that were removed,
    /// as far as its database offers that. It is asked once, after many removals.
    fn leave_no_trace(&mut self) -> Result<(), StoreError>;
}
