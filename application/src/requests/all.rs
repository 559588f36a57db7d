//! The list of all requests (2 §7, `all/` and `allrequest/`). It covers every request for a
//! Super User, and the list of the selected role for others.

use aditus_domain::review::{RequestList, Tab};
use aditus_domain::roles::Role;

use super::listing::page_of;
pub use super::listing::{Error, RequestListQuery as Query};
use super::views::RequestRow;
use super::visibility::list_of;
use crate::access::Caller;
use crate::paging::Paged;
use crate::ports::Ports;

/// Returns a page of the list: all requests for a Super User, or else the list of the caller's
/// selected role.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Paged<RequestRow>, Error> {
    let of = if caller.holds(Role::SuperUser) {
        RequestList::Everything
    } else {
        list_of(caller, None)?
    };
    page_of(ports, caller, of, &[Tab::All], query)
}
