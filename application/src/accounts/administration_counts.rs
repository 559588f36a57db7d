//! The numbers on the cards of an Admin's home: `GET users/organization-users/counts/?org_id=` (3 §2.3).

use aditus_domain::ids::OrganisationId;

use super::directory::AdministrationCounts;
use super::organisation_users::Error;
use crate::access::{AccessError, Caller};
use crate::ports::Ports;
use crate::roles::authority::{self, Service};

/// The numbers, and whether the caller serves the people of the organisation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The numbers.
    pub counts: AdministrationCounts,
    /// Why the caller only reads there.
    pub refusal: Option<AccessError>,
}

/// The numbers of an organisation; without one, of the one that the caller serves.
pub fn execute(
    ports: &Ports,
    caller: &Caller,
    organisation: Option<OrganisationId>,
) -> Result<Answer, Error> {
    let organisation = authority::readable(caller, organisation)?;
    let mut views = ports.database.read()?;
    let counts = views.directory().counts(organisation)?;
    let service = Service::of(views.as_mut(), caller, organisation)?;
    Ok(Answer {
        counts,
        refusal: service.refusal(None, false),
    })
}
