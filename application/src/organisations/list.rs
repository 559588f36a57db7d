//! All organisations with all their fields: `GET users/organizations/?all=true` (3 §2.5, §3).

use aditus_domain::roles::Role;

use super::views::{OrganisationRow, OrganisationSort};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{ListQuery, Paged};
use crate::ports::Ports;

/// Which organisations are wanted: the text stands in any field.
pub type Query = ListQuery<OrganisationSort>;

/// Lists organisations, active or not, for Super Users. Whoever else looks for one is shown active ones only, and their names
/// and domains ([`super::find`]).
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Paged<OrganisationRow>, Error> {
    caller.require(Role::SuperUser)?;
    let wanted = query.folded();
    Ok(ports.database.read()?.organisations().every(&wanted)?)
}
