//! What differs between two versions of a request (design V2).

use aditus_domain::ids::RequestId;
use aditus_domain::requests::VersionNumber;
use aditus_domain::requests::content::{Changes, DocumentContent, SectionChanges};
use thiserror::Error;

use crate::access::Caller;
use crate::failure::failure;
use crate::ports::{EncodingError, FileKey, Ports, StoreError};
use crate::requests::views::DocumentView;

/// Between which versions.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Of which request.
    pub request: RequestId,
    /// The older one.
    pub from: VersionNumber,
    /// The newer one; without it, the last.
    pub to: Option<VersionNumber>,
}

/// What differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The older version.
    pub from: VersionNumber,
    /// The newer version.
    pub to: VersionNumber,
    /// What reads differently, section by section.
    pub sections: Vec<SectionChanges>,
    documents: Vec<DocumentView>,
}

/// Why it cannot be told.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no such request, or the caller may not know of it.
    #[error("This Data Request does not exist.")]
    NotFound,
    /// The request has no version of this number.
    #[error("This version of the Data Request does not exist.")]
    NoVersion,
    /// The database refused.
    #[error("Error retrieving data request")]
    Store(#[from] StoreError),
    /// A version cannot be read.
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

/// What differs, for everybody who may read the request.
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
        sections: Changes::between(&older, &newer).told(),
        documents,
    })
}

impl Answer {
    /// Where a document of one of the versions lies; none when its file is gone.
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
