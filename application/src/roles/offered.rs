//! Lists the roles that organisations offer: `GET users/organizations/{org_id}/roles` and `GET
//! users/org_roles/` (1 §5.6, §7.2).

use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::OrganisationId;
use aditus_domain::roles::Role;

use super::views::{OfferedQuery, OfferedRow, OfferedSort};
use crate::access::{AccessError, Caller};
pub use crate::failure::Refused as Error;
use crate::paging::{Direction, Page, Paged};
use crate::ports::Ports;

/// Filter, order and page.
#[derive(Debug, Clone)]
pub struct Query {
    /// Organisation of the roles. By default all that the caller may see.
    pub organisation: Option<OrganisationId>,
    /// Limits the roles to those that the caller can request: offered by the own organisation, and
    /// neither held nor requested.
    pub available: bool,
    /// Includes roles that are not offered, and the histories of all. For Super Users only.
    pub with_inactive: bool,
    /// Text in the name of the organisation, or in name or description of the role.
    pub search: Option<String>,
    /// Order.
    pub sort: OfferedSort,
    /// Direction of the order.
    pub direction: Direction,
    /// Requested page.
    pub page: Page,
}

/// Lists offered roles. Everyone sees those of the own organisation, an Admin also those of the
/// administered one, a Super User all.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Paged<OfferedRow>, Error> {
    let mut views = ports.database.read()?;
    let own = views.accounts().user(caller.user)?.map(|user| user.org_id);
    let super_user = caller.holds(Role::SuperUser);
    let organisations = if super_user && !query.available {
        query.organisation.map(|named| vec![named])
    } else {
        let administered = caller
            .roles
            .iter()
            .filter(|held| held.role == Role::Admin && !query.available)
            .map(|held| held.organisation);
        let mut known: Vec<OrganisationId> = own.into_iter().chain(administered).collect();
        known.dedup();
        if let Some(named) = query.organisation {
            if !known.contains(&named) {
                return Err(AccessError::OtherOrganisation.into());
            }
            known = vec![named];
        }
        Some(known)
    };
    let search = query
        .search
        .as_deref()
        .map(fold)
        .filter(|text| !text.is_empty())
        .map(|text| {
            let roles = Role::ALL
                .into_iter()
                .filter(|role| {
                    [role.name(), role.description()]
                        .iter()
                        .any(|name| fold(name).contains(&text))
                })
                .collect();
            (text, roles)
        });
    let filter = OfferedQuery {
        organisations,
        available_to: query.available.then_some(caller.user),
        active_only: !(super_user && query.with_inactive),
        with_histories: super_user && query.with_inactive,
        search,
        sort: query.sort,
        direction: query.direction,
        page: query.page,
    };
    Ok(views.roles().offered(&filter)?)
}
