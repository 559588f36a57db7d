//! An address at which an uploaded document can be read for a while (2 §7, `file_access`; decisions F2, F3).

use std::time::Duration;

use aditus_domain::requests::{FileType, Gone, StaffReference, TrackingId};
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::read_document::opened;
use super::views::FoundDocument;
use crate::access::Caller;
use crate::exports;
use crate::failure::failure;
use crate::limits::LimitError;
use crate::ports::{FileError, FileKey, Ports, SignedPath, StoreError};

/// How long the address leads to the document.
pub const LIFETIME: Duration = Duration::from_mins(5);

/// Which document is wanted.
#[derive(Debug, Clone)]
pub struct Query {
    /// Its key: the `path` of the API.
    pub path: String,
}

/// Where the document can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The address.
    pub address: SignedPath,
    /// What its content is.
    pub file_type: FileType,
    /// The reference by which the caller knows the request.
    pub reference: String,
    /// When it was uploaded.
    pub uploaded_on: DateTime<Utc>,
}

/// Why there is no address.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no such document, or its request is not for the caller to see.
    #[error("Error accessing the file.")]
    NotFound,
    /// Its file was removed on purpose.
    #[error("{}", .0.words())]
    Gone(Gone),
    /// The caller opened too many of late.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The file store refused.
    #[error("Error accessing the file.")]
    File(#[source] FileError),
    /// The database refused.
    #[error("Error accessing the file.")]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Limit, Store;
        NotFound => NotFound, reason: DocumentNotFound;
        Gone(gone) => NotFound, reason: DocumentRemoved, params: { cause: gone.name() };
        File(FileError::Unavailable(_)) => Unavailable, reason: ServiceUnavailable;
        File(_) => Internal, reason: Internal;
    }
}

/// The address, for everybody who may read the request. Who has it opens the document without saying who they are, where the file store
/// serves it even without Aditus: that the document was opened is recorded now.
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
    let reference = reference_for(caller, &found);
    let address = ports
        .files
        .signed_address(&found.view.key, &name(&found, &reference), LIFETIME)
        .map_err(Error::File)?;
    exports::record_opening(ports, caller, opened(&found))?;
    Ok(Answer {
        address,
        file_type: found.view.file_type,
        reference,
        uploaded_on: found.view.uploaded_on,
    })
}

fn reference_for(caller: &Caller, found: &FoundDocument) -> String {
    if found.owner == caller.user {
        TrackingId(found.request).to_string()
    } else {
        StaffReference(found.request).to_string()
    }
}

/// The name under which the document is saved: `DAC0015 Ethics Approval Letter 2026-11-27 no 57.pdf`. The number, which is the document's
/// own, tells it from others of the same kind and day.
fn name(found: &FoundDocument, reference: &str) -> String {
    let FoundDocument { id, view, .. } = found;
    let day = view.uploaded_on.format("%Y-%m-%d");
    exports::file_name(
        &format!("{reference} {} {day} no {id}", view.kind.title()),
        &format!(".{}", view.file_type.extension()),
    )
}
