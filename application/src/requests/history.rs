//! The list of request histories (2 §2, "Request histories page"; decisions C12).

use aditus_domain::ids::OrganisationRoleId;
use aditus_domain::review::Tab;

pub use super::listing::Error;
use super::listing::{RequestListQuery, page_of};
use super::views::RequestRow;
use super::visibility::list_of;
use crate::access::Caller;
use crate::paging::Paged;
use crate::ports::Ports;

/// Selects the list and the page.
#[derive(Debug, Clone)]
pub struct Query {
    /// An organisation role of the caller, or any for a Super User. None for the selected role.
    pub org_role: Option<OrganisationRoleId>,
    /// Filter, order and page.
    pub list: RequestListQuery,
}

/// Returns the requests on which this organisation role has decided at one of its stages.
/// Requesters and Super Users have no such stages. Their list has the requests that were approved,
/// denied or recalled.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Paged<RequestRow>, Error> {
    let of = list_of(caller, query.org_role)?;
    page_of(ports, caller, of, &[Tab::History], query.list)
}
