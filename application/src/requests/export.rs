//! What the exports of a request have in common: who may have them, and how they fail (2 §7; decisions, "Requests").

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

/// Which request is exported.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Its id.
    pub request: RequestId,
}

/// Why the request cannot be exported.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no such request, or the caller may not know of it.
    #[error("This Data Request does not exist.")]
    NotFound,
    /// The caller took out too much of late.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The document could not be made.
    #[error("Error Downloading Data Requests")]
    Document(#[from] DocumentError),
    /// What was changed cannot be told.
    #[error("Error Downloading Data Requests")]
    Changes(#[from] versions::changes::Error),
    /// It cannot be said where the request stands in the log.
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

/// The request, for everybody who may read it, its requester included. It counts as taken out.
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

/// Records that this of a request is read out.
pub(super) fn record(
    ports: &Ports,
    caller: &Caller,
    request: RequestId,
    what: &'static str,
) -> Result<(), StoreError> {
    exports::record(ports, caller, Act::RequestExported { request, what })
}
