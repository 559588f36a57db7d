//! A temporary address of an uploaded document (2 §7, `file_access`; decisions F2, F3).

use std::time::Duration;

use aditus_domain::requests::{FileType, RemovalReason, StaffReference, TrackingId};
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::read_document::opened;
use super::views::FoundDocument;
use crate::access::Caller;
use crate::exports;
use crate::failure::failure;
use crate::limits::LimitError;
use crate::ports::{FileError, FileKey, Ports, SignedPath, StoreError};

/// The period during which the address is valid.
pub const LIFETIME: Duration = Duration::from_mins(5);

/// Selects the document.
#[derive(Debug, Clone)]
pub struct Query {
    /// Key of the document: the `path` of the API.
    pub path: String,
}

/// The address of the document, with details for display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The address.
    pub address: SignedPath,
    /// The type of the content.
    pub file_type: FileType,
    /// The reference of the request that the caller knows: the tracking id for its owner, the staff
    /// reference for others.
    pub reference: String,
    /// Time of the upload.
    pub uploaded_on: DateTime<Utc>,
}

/// No address was issued.
#[derive(Debug, Error)]
pub enum Error {
    /// The document does not exist, or the caller may not see its request.
    #[error("Error accessing the file.")]
    NotFound,
    /// The file was removed on purpose.
    #[error("{}", .0.message())]
    Gone(RemovalReason),
    /// The caller opened too many documents recently.
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

/// Issues the address to callers who may read the request. An address opens the document without a
/// session, and the file store may serve it without Aditus. The opening is therefore audited when
/// the address is issued.
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

/// Returns the name for saving the document, such as
/// `DAC0015 Ethics Approval Letter 2026-11-27 no 57.pdf`. The number is the document's id. It
/// distinguishes documents of the same kind and day.
fn name(found: &FoundDocument, reference: &str) -> String {
    let FoundDocument { id, view, .. } = found;
    let day = view.uploaded_on.format("%Y-%m-%d");
    exports::file_name(
        &format!("{reference} {} {day} no {id}", view.kind.title()),
        &format!(".{}", view.file_type.extension()),
    )
}
