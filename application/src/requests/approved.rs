//! The list of approved requests (decisions, "The calls": `approved/`).

use aditus_domain::review::Tab;

use super::listing::page_of;
pub use super::listing::{Error, RequestListQuery as Query};
use super::views::RequestRow;
use super::visibility::list_of;
use crate::access::Caller;
use crate::paging::Paged;
use crate::ports::Ports;

/// Returns a page of the list for the caller's selected role.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Paged<RequestRow>, Error> {
    page_of(ports, caller, list_of(caller, None)?, &[Tab::Approved], query)
}
