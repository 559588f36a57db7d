//! The organisations that decide on requests for each source (decisions C1, C5).

use std::collections::BTreeMap;

use aditus_domain::accounts::AccountState;
use aditus_domain::ids::DataSourceId;
use aditus_domain::procedures::{DecidingOrganisation, SourceDeciders};
use aditus_domain::roles::{Role, RoleStatus};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::{DbResult, unreadable};
use crate::schema::{
    assigned_roles, data_custodians, data_sources, organisation_roles, organisations, users,
};

/// Returns the published sources by name, each with its custodian, if any, and the provider, if it
/// exists.
pub(super) fn deciders_by_source(
    connection: &mut AnyConnection,
    provider: &str,
) -> DbResult<Vec<SourceDeciders>> {
    let sources = data_sources::table
        .filter(data_sources::publish.eq(true))
        .order((data_sources::source_key, data_sources::id))
        .select((data_sources::id, data_sources::source))
        .load::<(i64, String)>(connection)?;
    let custodians = custodians(connection)?;
    let provider = organisation_by_name(connection, provider)?;
    let known = custodians.values().chain(&provider);
    let offered_roles = offered_roles(connection, known.map(|(id, _)| *id).collect())?;
    let decider = |(id, name): &(i64, String)| DecidingOrganisation {
        organisation: name.clone(),
        offered: offered_roles.get(id).cloned().unwrap_or_default(),
    };
    let of_source = |(id, name): (i64, String)| SourceDeciders {
        source: DataSourceId(id),
        name,
        organisations: custodians
            .get(&id)
            .into_iter()
            .chain(&provider)
            .map(decider)
            .collect(),
    };
    Ok(sources.into_iter().map(of_source).collect())
}

pub(super) fn deciding_organisation(
    connection: &mut AnyConnection,
    name: &str,
) -> DbResult<Option<DecidingOrganisation>> {
    let Some((id, organisation)) = organisation_by_name(connection, name)? else {
        return Ok(None);
    };
    let offered = offered_roles(connection, vec![id])?
        .remove(&id)
        .unwrap_or_default();
    Ok(Some(DecidingOrganisation {
        organisation,
        offered,
    }))
}

fn organisation_by_name(connection: &mut AnyConnection, name: &str) -> DbResult<Option<(i64, String)>> {
    let found = organisations::table
        .filter(organisations::name.eq(name))
        .select((organisations::id, organisations::name))
        .first(connection)
        .optional()?;
    Ok(found)
}

/// Returns the organisation of the first custodian of each published source: brokers first, then by
/// id.
fn custodians(connection: &mut AnyConnection) -> DbResult<BTreeMap<i64, (i64, String)>> {
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
    let mut first = BTreeMap::new();
    for (source, organisation, name) in kept {
        first.entry(source).or_insert((organisation, name));
    }
    Ok(first)
}

/// Returns the deciding roles that these organisations offer, by rank, with the number of people
/// who may use each.
fn offered_roles(
    connection: &mut AnyConnection,
    among: Vec<i64>,
) -> DbResult<BTreeMap<i64, Vec<(Role, u64)>>> {
    let deciding: Vec<i64> = Role::STAFF.iter().map(|role| role.id()).collect();
    let offered = organisation_roles::table
        .inner_join(organisations::table)
        .filter(organisation_roles::organisation_id.eq_any(among))
        .filter(organisation_roles::role_id.eq_any(deciding))
        .filter(organisation_roles::active.eq(true))
        .filter(organisations::active.eq(true))
        .order((organisation_roles::organisation_id, organisation_roles::role_id))
        .select((
            organisation_roles::id,
            organisation_roles::organisation_id,
            organisation_roles::role_id,
        ))
        .load::<(i64, i64, i64)>(connection)?;
    let ids: Vec<i64> = offered.iter().map(|(id, ..)| *id).collect();
    let held = assigned_roles::table
        .inner_join(users::table)
        .filter(assigned_roles::org_role_id.eq_any(ids))
        .filter(assigned_roles::status_id.eq(RoleStatus::Activated.id()))
        .filter(users::state.eq(AccountState::Active.name()))
        .order(assigned_roles::org_role_id)
        .select((assigned_roles::org_role_id, assigned_roles::user_id))
        .distinct()
        .load::<(i64, i64)>(connection)?;
    let mut by_organisation: BTreeMap<i64, Vec<(Role, u64)>> = BTreeMap::new();
    for (org_role, organisation, role) in offered {
        let role = Role::from_id(role).map_err(unreadable("role"))?;
        let count = held.iter().filter(|(held, _)| *held == org_role).count();
        by_organisation
            .entry(organisation)
            .or_default()
            .push((role, count as u64));
    }
    Ok(by_organisation)
}
