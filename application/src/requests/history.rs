//! The list of request histories (2 §2, "Request histories page"; decisions C12).

use aditus_domain::ids::OrganisationRoleId;
use aditus_domain::review::Tab;

pub use super::listing::Error;
use super::listing::{Wanted, page_of};
use super::views::RequestRow;
use super::whose::list_of;
use crate::access::Caller;
use crate::paging::Paged;
use crate::ports::Ports;

/// Which page of whose histories is wanted.
#[derive(Debug, Clone)]
pub struct Query {
    /// An organisation role that the caller holds (a Super User may name any); none for the role that is selected.
    pub org_role: Option<OrganisationRoleId>,
    /// Which page.
    pub wanted: Wanted,
}

/// The requests whose stage of this organisation role was answered. Requesters and Super Users have no stage of their own
/// to answer: they are shown what was decided or recalled.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Paged<RequestRow>, Error> {
    let of = list_of(caller, query.org_role)?;
    page_of(ports, caller, of, &[Tab::History], query.wanted)
}
