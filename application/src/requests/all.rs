//! All requests (2 §7, `all/` and `allrequest/`): a Super User's are everybody's, others get what is theirs.

use aditus_domain::review::{ListOf, Tab};
use aditus_domain::roles::Role;

use super::listing::page_of;
pub use super::listing::{Error, Wanted as Query};
use super::views::RequestRow;
use super::whose::list_of;
use crate::access::Caller;
use crate::paging::Paged;
use crate::ports::Ports;

/// A page of the list, of everything or in the role that the caller has selected.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Paged<RequestRow>, Error> {
    let of = if caller.holds(Role::SuperUser) {
        ListOf::Everything
    } else {
        list_of(caller, None)?
    };
    page_of(ports, caller, of, &[Tab::All], query)
}
