//! Reads the feedback on one request (2 §7).

use aditus_domain::ids::RequestId;
use thiserror::Error;

use super::views::FeedbackView;
use crate::access::Caller;
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// The request to read.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Its id.
    pub request: RequestId,
}

/// Errors of reading feedback.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no feedback, or the caller may not see its request.
    #[error("This Data Request Feedback does not exist.")]
    NotFound,
    /// The database refused.
    #[error("Error retrieving Data Request Feedback data")]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        NotFound => NotFound, reason: FeedbackNotFound;
    }
}

/// Returns the feedback to any reader of the request.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<FeedbackView, Error> {
    ports
        .database
        .read()?
        .feedback()
        .of_request(&caller.scope(), query.request)?
        .ok_or(Error::NotFound)
}
