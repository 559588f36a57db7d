//! All organisations with all their fields: `GET users/organizations/?all=true` (3 §2.5, §3).

use aditus_domain::dictionary::search::fold;
use aditus_domain::roles::Role;

use super::views::{EveryQuery, OrganisationRow, OrganisationSort};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{Direction, Page, Paged};
use crate::ports::Ports;

/// Which organisations are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Text in any field.
    pub search: Option<String>,
    /// The order.
    pub sort: OrganisationSort,
    /// Its direction.
    pub direction: Direction,
    /// The page.
    pub page: Page,
}

/// Lists organisations, active or not, for Super Users. Whoever else looks for one is shown active ones only, and their names
/// and domains ([`super::find`]).
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Paged<OrganisationRow>, Error> {
    caller.require(Role::SuperUser)?;
    let wanted = EveryQuery {
        search: query.search.as_deref().map(fold).filter(|text| !text.is_empty()),
        sort: query.sort,
        direction: query.direction,
        page: query.page,
    };
    Ok(ports.database.read()?.organisations().every(&wanted)?)
}
