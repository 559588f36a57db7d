//! The approval letter of a request: `GET data_requests/{request_id}/letter/` (design G3).
//!
//! The answer: `{letter_number, made_on, heading, body}`.

use aditus_domain::ids::RequestId;
use thiserror::Error;

use super::repository::Letter;
use crate::access::Caller;
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// Why there is no letter to read.
#[derive(Debug, Error)]
pub enum Error {
    /// The request has none, or is not the caller's to know of: either is said in the same words.
    #[error("There is no approval letter of this Data Request.")]
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

/// The letter, for whoever may read the request.
pub fn execute(ports: &Ports, caller: &Caller, request: RequestId) -> Result<Letter, Error> {
    let mut views = ports.database.read()?;
    let found = views.requests().letter(&caller.scope(), request)?;
    found.ok_or(Error::NotFound)
}
