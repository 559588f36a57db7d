//! Counts for the cards of an Admin's home: `GET users/organization-users/counts/?org_id=` (3
//! §2.3).

use aditus_domain::ids::OrganisationId;

use super::directory::AdministrationCounts;
use super::organisation_users::Error;
use crate::access::{AccessError, Caller};
use crate::ports::Ports;
use crate::roles::authority::{self, AdminRights};

/// The counts, and the reason why the caller may not administer the organisation, if any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The counts.
    pub counts: AdministrationCounts,
    /// The reason why the caller has read access only.
    pub refusal: Option<AccessError>,
}

/// Returns the counts of an organisation; without an id, of the organisation that the caller
/// administers.
pub fn execute(
    ports: &Ports,
    caller: &Caller,
    organisation: Option<OrganisationId>,
) -> Result<Answer, Error> {
    let organisation = authority::visible_organisation(caller, organisation)?;
    let mut views = ports.database.read()?;
    let counts = views.directory().counts(organisation)?;
    let rights = AdminRights::read(views.as_mut(), caller, organisation)?;
    Ok(Answer {
        counts,
        refusal: rights.refusal(None, false),
    })
}
