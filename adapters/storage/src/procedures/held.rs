//! Who holds the roles that decide, where stages can be bound (decisions C1, C5).

use aditus_application::procedures::views::HeldRoles;
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::OrganisationId;
use aditus_domain::roles::{Role, RoleStatus};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::{Outcome, unreadable};
use crate::schema::{
    assigned_roles, data_custodians, data_sources, organisation_roles, organisations, users,
};

pub(super) fn held_roles(connection: &mut AnyConnection, provider: &str) -> Outcome<HeldRoles> {
    let mut sources = data_sources::table
        .filter(data_sources::publish.eq(true))
        .select(data_sources::id)
        .load::<i64>(connection)?;
    let kept = data_custodians::table
        .inner_join(data_sources::table)
        .inner_join(organisation_roles::table.inner_join(organisations::table))
        .filter(data_sources::publish.eq(true))
        .order((
            data_custodians::data_source_id,
            data_custodians::broker.desc(),
            data_custodians::id,
        ))
        .select((
            data_custodians::data_source_id,
            organisations::id,
            organisations::name,
        ))
        .load::<(i64, i64, String)>(connection)?;
    let mut custodians: Vec<(OrganisationId, String)> = Vec::new();
    let mut before = None;
    for (source, organisation, name) in kept {
        sources.retain(|other| *other != source);
        let is_first = before.replace(source) != Some(source);
        if is_first && custodians.iter().all(|(known, _)| known.0 != organisation) {
            custodians.push((OrganisationId(organisation), name));
        }
    }
    custodians.sort_by(|one, other| one.1.cmp(&other.1));
    let provider: Option<i64> = organisations::table
        .filter(organisations::name.eq(provider))
        .select(organisations::id)
        .first(connection)
        .optional()?;
    let places: Vec<i64> = custodians.iter().map(|(id, _)| id.0).chain(provider).collect();
    let deciding: Vec<i64> = Role::STAFF.iter().map(|role| i64::from(role.rank())).collect();
    let held = assigned_roles::table
        .inner_join(users::table)
        .inner_join(organisation_roles::table.inner_join(organisations::table))
        .filter(organisation_roles::organisation_id.eq_any(places))
        .filter(organisation_roles::role_id.eq_any(deciding))
        .filter(assigned_roles::status_id.eq(RoleStatus::Activated.id()))
        .filter(organisation_roles::active.eq(true))
        .filter(organisations::active.eq(true))
        .filter(users::state.eq(AccountState::Active.name()))
        .order((organisation_roles::organisation_id, organisation_roles::role_id))
        .select((organisation_roles::organisation_id, organisation_roles::role_id))
        .distinct()
        .load::<(i64, i64)>(connection)?
        .into_iter()
        .map(|(organisation, role)| {
            let role = Role::from_id(role).map_err(unreadable("role"))?;
            Ok((OrganisationId(organisation), role))
        })
        .collect::<Outcome<_>>()?;
    Ok(HeldRoles {
        custodians,
        without_custodian: !sources.is_empty(),
        provider: provider.map(OrganisationId),
        held,
    })
}
