//! The differences between two versions of a request (decisions V2).

use aditus_domain::ids::RequestId;
use aditus_domain::requests::VersionNumber;
use aditus_domain::requests::content::{Changes, DocumentContent, SectionChanges};
use thiserror::Error;

use crate::access::Caller;
use crate::failure::failure;
use crate::ports::{EncodingError, FileKey, Ports, StoreError};
use crate::requests::views::DocumentView;

/// The versions to compare.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Id of the request.
    pub request: RequestId,
    /// Older version.
    pub from: VersionNumber,
    /// Newer version. None for the latest.
    pub to: Option<VersionNumber>,
}

/// The differences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The older version.
    pub from: VersionNumber,
    /// The newer version.
    pub to: VersionNumber,
    /// The differences in the displayed texts, by section.
    pub sections: Vec<SectionChanges>,
    documents: Vec<DocumentView>,
}

/// The comparison failed.
#[derive(Debug, Error)]
pub enum Error {
    /// The request does not exist, or the caller may not see it.
    #[error("This Data Request does not exist.")]
    NotFound,
    /// The request has no version with this number.
    #[error("This version of the Data Request does not exist.")]
    NoVersion,
    /// The database refused.
    #[error("Error retrieving data request")]
    Store(#[from] StoreError),
    /// The content of a version could not be decoded.
    #[error("Error retrieving data request")]
    Encoding(#[from] EncodingError),
}

failure! {
    Error {
        forwards Store;
        NotFound => NotFound, reason: RequestNotFound;
        NoVersion => NotFound, reason: RequestVersionNotFound;
        Encoding(_) => Internal, reason: Internal;
    }
}

/// Compares the versions for callers who may read the request.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Answer, Error> {
    let scope = caller.scope();
    let mut views = ports.database.read()?;
    let versions = views.request_versions();
    let to = match query.to {
        Some(to) => to,
        None => versions
            .versions(&scope, query.request)?
            .ok_or(Error::NotFound)?
            .last()
            .map(|version| version.number)
            .ok_or(Error::NoVersion)?,
    };
    let documents = versions
        .documents(&scope, query.request)?
        .ok_or(Error::NotFound)?;
    let (older, newer) = versions
        .two_versions(&scope, query.request, (query.from, to))?
        .ok_or(Error::NoVersion)?;
    drop(views);
    let older = ports.encoding.decode(&older.canonical, &older.values)?;
    let newer = ports.encoding.decode(&newer.canonical, &newer.values)?;
    Ok(Answer {
        from: query.from,
        to,
        sections: Changes::between(&older, &newer).by_section(),
        documents,
    })
}

impl Answer {
    /// Returns the key of a document of one of the versions. None if its file was removed.
    pub fn key(&self, document: &DocumentContent) -> Option<&FileKey> {
        let same = |kept: &&DocumentView| {
            kept.kind == document.kind
                && kept.sha256 == document.sha256
                && kept.uploaded_on == document.uploaded_on
                && kept.gone.is_none()
        };
        self.documents.iter().find(same).map(|kept| &kept.key)
    }
}
