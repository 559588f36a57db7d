//! The numbers on the cards of an Admin's home: `GET users/organization-users/counts/?org_id=` (3 §2.3).

use aditus_domain::ids::OrganisationId;

use super::directory::AdministrationCounts;
use super::organisation_users::Error;
use crate::access::Caller;
use crate::ports::Ports;
use crate::roles::authority;

/// The numbers of an organisation; without one, of the one that the caller serves.
pub fn execute(
    ports: &Ports,
    caller: &Caller,
    organisation: Option<OrganisationId>,
) -> Result<AdministrationCounts, Error> {
    let organisation = authority::readable(caller, organisation)?;
    Ok(ports.database.read()?.directory().counts(organisation)?)
}
