//! The feedback on one request (2 §7).

use aditus_domain::ids::RequestId;
use thiserror::Error;

use super::views::FeedbackView;
use crate::access::Caller;
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// On which request.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Its id.
    pub request: RequestId,
}

/// Why the feedback cannot be shown.
#[derive(Debug, Error)]
pub enum Error {
    /// There is none, or its request is not for the caller to know of.
    #[error("This Data Request Feedback does not exist.")]
    NotFound,
    /// The database refused.
    #[error("Error retrieving Data Request Feedback data")]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        NotFound => NotFound;
    }
}

/// The feedback, for everybody who may read the request.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<FeedbackView, Error> {
    ports
        .database
        .read()?
        .feedback()
        .of_request(&caller.scope(), query.request)?
        .ok_or(Error::NotFound)
}
