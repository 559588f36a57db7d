//! The feedback on all requests that the caller may see (3 §2.14), for those who have the dashboard (3 §1).

use super::may_read_dashboard;
use super::views::{FeedbackSort, FeedbackView};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{ListQuery, Paged};
use crate::ports::Ports;

/// Which page is wanted. The text stands where a search for the request would find it.
pub type Query = ListQuery<FeedbackSort>;

/// A page of feedback.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Paged<FeedbackView>, Error> {
    may_read_dashboard(caller)?;
    Ok(ports
        .database
        .read()?
        .feedback()
        .list(&caller.scope(), &query.folded())?)
}
