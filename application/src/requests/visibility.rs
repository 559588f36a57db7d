//! Selects the list that a caller is shown, and checks the access to a single request.

use aditus_domain::ids::OrganisationRoleId;
use aditus_domain::requests::search::SearchTerm;
use aditus_domain::review::RequestList;
use aditus_domain::roles::Role;

use super::Request;
use crate::access::{AccessError, Caller, RequestScope, UsableRole};

/// Returns the list for this organisation role, or for the caller's selected role if none is named.
///
/// A Super User may name any organisation role and gets the list of everything (decisions, "Names
/// and constants").
pub(super) fn list_of(caller: &Caller, org_role: Option<OrganisationRoleId>) -> Result<RequestList, AccessError> {
    let role = match org_role {
        Some(named) => match caller.at(named) {
            Some(held) => Some(held),
            None if caller.holds(Role::SuperUser) => return Ok(RequestList::Everything),
            None => return Err(AccessError::NotHeld),
        },
        None => caller
            .selected
            .and_then(|id| caller.assignment(id))
            .or_else(|| caller.roles.first()),
    };
    Ok(role.map_or(RequestList::Owner(caller.user), |held| of_role(caller, held)))
}

fn of_role(caller: &Caller, held: &UsableRole) -> RequestList {
    match held.role {
        Role::SuperUser => RequestList::Everything,
        role if role.is_staff() => RequestList::OrgRole(held.org_role),
        _ => RequestList::Owner(caller.user),
    }
}

/// Folds the search text of a list like the stored search text. None if the text is empty.
pub(super) fn searched_for(text: Option<String>) -> Option<String> {
    text.and_then(|text| SearchTerm::parse(&text))
        .map(|term| term.text)
}

/// Returns true if the caller may see this request. It applies the rule of [`RequestScope`] to a
/// request that was loaded for a change.
pub(crate) fn is_visible(caller: &Caller, request: &Request) -> bool {
    match caller.scope() {
        RequestScope::Everything => true,
        RequestScope::Limited { owner, org_roles } => {
            request.owner == owner
                || request
                    .chain
                    .stages()
                    .iter()
                    .any(|stage| !stage.is_requesters() && org_roles.contains(&stage.org_role))
        }
    }
}
