//! Lists the feedback on all requests in the caller's scope (3 §2.14), for roles with the dashboard
//! (3 §1).

use super::may_read_dashboard;
use super::views::{FeedbackSort, FeedbackView};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{ListQuery, Paged};
use crate::ports::Ports;

/// The filter and the page. The search text matches the same fields as a search for requests.
pub type Query = ListQuery<FeedbackSort>;

/// Returns a page of feedback.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Paged<FeedbackView>, Error> {
    may_read_dashboard(caller)?;
    Ok(ports
        .database
        .read()?
        .feedback()
        .list(&caller.scope(), &query.folded())?)
}
