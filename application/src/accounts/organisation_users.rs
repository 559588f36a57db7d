//! The people of an organisation: `GET users/organization-users/?org_id=` (3 §2.3).

use aditus_domain::ids::OrganisationId;

use super::directory::{PeopleQuery, PersonSort, PersonView};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{Direction, Page, Paged, searched_for};
use crate::ports::Ports;
use crate::roles::authority;

/// Which people are wanted.
#[derive(Debug, Clone)]
pub struct Query {
    /// Of which organisation; without one, of the one that the caller serves.
    pub organisation: Option<OrganisationId>,
    /// Text that a row must contain.
    pub search: Option<String>,
    /// The order.
    pub sort: PersonSort,
    /// Its direction.
    pub direction: Direction,
    /// Which page.
    pub page: Page,
}

/// A page of the people. An Admin sees those of the own organisation, a Super User those of any.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Paged<PersonView>, Error> {
    let organisation = authority::readable(caller, query.organisation)?;
    let wanted = PeopleQuery {
        organisation,
        search: searched_for(query.search.as_deref()),
        sort: query.sort,
        direction: query.direction,
        page: query.page,
    };
    Ok(ports.database.read()?.directory().people(&wanted)?)
}
