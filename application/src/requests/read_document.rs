//! The download of an uploaded document (2 §7, `retrieve_file`; decisions F3).

use aditus_domain::audit::Act;
use aditus_domain::requests::{FileType, RemovalReason};
use thiserror::Error;

use super::views::FoundDocument;
use crate::access::Caller;
use crate::exports;
use crate::failure::failure;
use crate::limits::LimitError;
use crate::ports::{FileError, FileKey, Ports, StoreError};

/// Selects the document.
#[derive(Debug, Clone)]
pub struct Query {
    /// Key of the document: the `path` of the API.
    pub path: String,
}

/// The location of the document, for streaming its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Its key in the file store.
    pub key: FileKey,
    /// The type of the content.
    pub file_type: FileType,
    /// Its size in bytes.
    pub size: u64,
}

/// The document cannot be read.
#[derive(Debug, Error)]
pub enum Error {
    /// The document does not exist, or the caller may not see its request.
    #[error("Error retrieving file")]
    NotFound,
    /// The file was removed on purpose.
    #[error("{}", .0.message())]
    Gone(RemovalReason),
    /// The caller opened too many documents recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The file store refused.
    #[error("Error retrieving file")]
    File(#[source] FileError),
    /// The database refused.
    #[error("Error retrieving file")]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Limit, Store;
        File(FileError::Unavailable(_)) => Unavailable, reason: ServiceUnavailable;
        Gone(gone) => NotFound, reason: DocumentRemoved, params: { cause: gone.name() };
        // The database refers to the file, so a store without it has lost it. The cause goes into
        // the log.
        NotFound | File(_) => NotFound, reason: DocumentNotFound;
    }
}

/// Returns the location of the document to callers who may read its request. The opening is audited
/// before any of the content is sent.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Answer, Error> {
    let key = FileKey::parse(&query.path).map_err(|_| Error::NotFound)?;
    let found = ports
        .database
        .read()?
        .requests()
        .document(&caller.scope(), &key)?
        .ok_or(Error::NotFound)?;
    if let Some(gone) = found.view.gone {
        return Err(Error::Gone(gone));
    }
    exports::refuse_opening(ports, caller)?;
    let size = ports.files.size(&found.view.key).map_err(Error::File)?;
    exports::record_opening(ports, caller, opened(&found))?;
    Ok(Answer {
        key: found.view.key,
        file_type: found.view.file_type,
        size,
    })
}

/// Builds the audit entry of an opened document.
pub(super) fn opened(found: &FoundDocument) -> Act {
    Act::DocumentOpened {
        request: found.request,
        document: found.id,
        sha256: Some(found.view.sha256),
    }
}
