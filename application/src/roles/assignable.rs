//! Lists the roles of an organisation that can be assigned to a person, with the obstacle for each:
//! `GET users/organizations/{org_id}/roles?assign_to=` (3 §2.3).

use aditus_domain::ids::{OrganisationId, UserId};
use aditus_domain::roles::{Role, RoleChangeError};

use super::assign::known_already;
use super::authority::{self, AdminRights};
use super::views::{OfferedQuery, OfferedRow, OfferedSort};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{Direction, Page};
use crate::ports::Ports;

/// A role with the reason why the caller cannot assign it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssignableRole {
    /// The role.
    pub row: OfferedRow,
    /// Message of the refusal. None if the role can be assigned.
    pub refusal: Option<String>,
}

/// Returns the offered roles of the organisation by rank. The refusals follow the rules of
/// [`super::assign`].
pub fn execute(
    ports: &Ports,
    caller: &Caller,
    organisation: OrganisationId,
    user: UserId,
) -> Result<Vec<AssignableRole>, Error> {
    let organisation = authority::visible_organisation(caller, Some(organisation))?;
    let mut views = ports.database.read()?;
    let offered = views.roles().offered(&OfferedQuery {
        organisations: Some(vec![organisation]),
        available_to: None,
        active_only: true,
        with_histories: false,
        search: None,
        sort: OfferedSort::default(),
        direction: Direction::default(),
        page: Page::new(1, Page::MAX_SIZE),
    })?;
    let rights = AdminRights::read(views.as_mut(), caller, organisation)?;
    let person = views.accounts().user(user)?;
    let held = person.map(|person| person.assigned_roles).unwrap_or_default();
    let judged = |row: OfferedRow| {
        let own = (user == caller.user).then(|| RoleChangeError::OwnRole.to_string());
        let refused = || {
            let refusal = rights.refusal(Some(user), row.role == Role::SuperUser);
            refusal.map(|refusal| refusal.to_string())
        };
        let known = || {
            let known = held.iter().find(|held| held.org_role_id == row.org_role_id);
            known.map(|known| known_already(known.status).to_string())
        };
        AssignableRole {
            refusal: own.or_else(refused).or_else(known),
            row,
        }
    };
    Ok(offered.items.into_iter().map(judged).collect())
}
