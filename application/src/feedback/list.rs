//! The feedback on all requests that the caller may see (3 §2.14).

use super::views::FeedbackView;
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{Page, Paged};
use crate::ports::Ports;

/// Which page is wanted.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// The page.
    pub page: Page,
}

/// A page of feedback, newest first.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Paged<FeedbackView>, Error> {
    Ok(ports
        .database
        .read()?
        .feedback()
        .list(&caller.scope(), query.page)?)
}
