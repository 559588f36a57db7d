//! The store, as far as it says and removes what was kept for long enough.

use aditus_domain::ids::{DocumentId, RequestId};
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
}
