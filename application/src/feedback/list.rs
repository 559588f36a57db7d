//! The feedback on all requests that the caller may see (3 §2.14).

use thiserror::Error;

use super::views::FeedbackView;
use crate::access::Caller;
use crate::failure::{Failure, Kind};
use crate::paging::{Page, Paged};
use crate::ports::{Ports, StoreError};

/// Which page is wanted.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// The page.
    pub page: Page,
}

/// Why the feedback cannot be listed.
#[derive(Debug, Error)]
pub enum Error {
    /// The database refused.
    #[error("Error retrieving Data Request Feedback data")]
    Store(#[from] StoreError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        let Self::Store(error) = self;
        error.kind()
    }
}

/// A page of feedback, newest first.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Paged<FeedbackView>, Error> {
    Ok(ports
        .database
        .read()?
        .feedback()
        .list(&caller.scope(), query.page)?)
}
