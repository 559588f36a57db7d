//! The approval letter of a request: `GET data_requests/{request_id}/letter/` (decisions G3).
//!
//! The response is `{letter_number, made_on, heading, body}`.

use aditus_domain::ids::RequestId;
use thiserror::Error;

use super::repository::Letter;
use crate::access::Caller;
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// The letter cannot be read.
#[derive(Debug, Error)]
pub enum Error {
    /// The request has no letter, or the caller may not see the request. Both cases have the same
    /// message.
    #[error("This Data Request has no approval letter.")]
    NotFound,
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        NotFound => NotFound, reason: LetterNotFound;
    }
}

/// Returns the letter to callers who may read the request.
pub fn execute(ports: &Ports, caller: &Caller, request: RequestId) -> Result<Letter, Error> {
    let mut views = ports.database.read()?;
    let found = views.requests().letter(&caller.scope(), request)?;
    found.ok_or(Error::NotFound)
}
