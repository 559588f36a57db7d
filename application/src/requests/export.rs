//! The access check, the audit entry and the errors that all exports of a request share (2 §7;
//! decisions, "Requests").

use aditus_domain::audit::Act;
use aditus_domain::ids::RequestId;
use thiserror::Error;

use super::versions;
use super::views::RequestDetail;
use crate::access::Caller;
use crate::audit::printed;
use crate::exports;
pub use crate::exports::Export as Answer;
use crate::failure::failure;
use crate::limits::LimitError;
use crate::ports::{DocumentError, Ports, StoreError};

/// Selects the request to export.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Its id.
    pub request: RequestId,
}

/// The request was not exported.
#[derive(Debug, Error)]
pub enum Error {
    /// The request does not exist, or the caller may not see it.
    #[error("This Data Request does not exist.")]
    NotFound,
    /// The caller exported too much recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The document could not be created.
    #[error("Error Downloading Data Requests")]
    Document(#[from] DocumentError),
    /// The changes between its versions could not be read.
    #[error("Error Downloading Data Requests")]
    Changes(#[from] versions::changes::Error),
    /// The position of the request in the transparency log could not be determined.
    #[error("Error Downloading Data Requests")]
    Proof(#[from] printed::Error),
    /// The database refused.
    #[error("Error Downloading Data Requests")]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Limit, Changes, Proof, Store;
        NotFound => NotFound, reason: RequestNotFound;
        Document(_) => Internal, reason: Internal;
    }
}

/// Returns the request to callers who may read it, including the requester, and counts the export
/// against the limit.
pub(super) fn readable(ports: &Ports, caller: &Caller, query: Query) -> Result<RequestDetail, Error> {
    let request = ports
        .database
        .read()?
        .requests()
        .detail(&caller.scope(), query.request)?
        .ok_or(Error::NotFound)?;
    exports::limit(ports, caller)?;
    Ok(request)
}

/// Adds the audit entry of an export. `what` names the exported part.
pub(super) fn record(
    ports: &Ports,
    caller: &Caller,
    request: RequestId,
    what: &'static str,
) -> Result<(), StoreError> {
    exports::record(ports, caller, Act::RequestExported { request, what })
}
