//! Reads people with their stored roles and the audit entries of these roles, for
//! `aditus audit verify` to compare.

use std::collections::BTreeMap;

use aditus_application::integrity::{RoleEntryRow, ScannedPerson};
use aditus_domain::audit::Kind;
use aditus_domain::audit::roles::{RoleAct, RoleIdentity, StoredRole};
use aditus_domain::ids::{AssignedRoleId, OrganisationId, UserId};
use aditus_domain::roles::{Role, RoleStatus};
use diesel::dsl::{exists, not};
use diesel::prelude::*;

use super::request_entries::entries_about;
use super::reviewed::{grouped, readable};
use crate::connection::AnyConnection;
use crate::error::{DbResult, unreadable};
use crate::schema::{assigned_roles, audit_entries, organisation_roles, users};

/// Assigned role, role, organisation, status.
type Columns = (i64, i64, i64, i64);

pub(crate) fn people(
    connection: &mut AnyConnection,
    after: UserId,
    limit: u32,
) -> DbResult<Vec<ScannedPerson>> {
    let ids: Vec<i64> = users::table
        .filter(users::id.gt(after.0))
        .order(users::id)
        .limit(i64::from(limit))
        .select(users::id)
        .load(connection)?;
    let rows: Vec<(i64, Columns)> = assigned_roles::table
        .inner_join(organisation_roles::table)
        .filter(assigned_roles::user_id.eq_any(&ids))
        .order(assigned_roles::id)
        .select((
            assigned_roles::user_id,
            (
                assigned_roles::id,
                organisation_roles::role_id,
                organisation_roles::organisation_id,
                assigned_roles::status_id,
            ),
        ))
        .load(connection)?;
    let mut rows = grouped(rows);
    let mut entries = entries(connection, &ids)?;
    ids.into_iter()
        .map(|id| {
            let rows = rows.remove(&id).unwrap_or_default();
            Ok(ScannedPerson {
                user: UserId(id),
                roles: readable(rows.into_iter().map(role).collect())?,
                entries: entries.remove(&id).unwrap_or_default(),
            })
        })
        .collect()
}

fn role((id, role, organisation, status): Columns) -> DbResult<StoredRole> {
    Ok(StoredRole {
        identity: RoleIdentity {
            id: AssignedRoleId(id),
            role: Role::from_id(role).map_err(unreadable("role"))?,
            organisation: OrganisationId(organisation),
        },
        status: RoleStatus::from_id(status).map_err(unreadable("role status"))?,
    })
}

/// Returns the entries about the roles of these people, by person, in the order of the acts.
/// Changes of one role are serialised.
fn entries(connection: &mut AnyConnection, people: &[i64]) -> DbResult<BTreeMap<i64, Vec<RoleEntryRow>>> {
    let mut found = Vec::new();
    for kind in RoleAct::KINDS {
        found.extend(entries_about(connection, people, kind)?);
    }
    found.sort_unstable_by_key(|(_, id, _)| *id);
    let about = found
        .into_iter()
        .map(|(person, id, canonical)| (person, RoleEntryRow { id, canonical }));
    Ok(grouped(about.collect()))
}

/// Returns people who have entries about roles and no account row.
pub(crate) fn lost(connection: &mut AnyConnection, limit: u32) -> DbResult<Vec<UserId>> {
    let kinds = RoleAct::KINDS.map(Kind::name);
    let is_there = users::table.filter(users::id.nullable().eq(audit_entries::concerns_id));
    let lost: Vec<Option<i64>> = audit_entries::table
        .filter(audit_entries::kind.eq_any(kinds))
        .filter(not(exists(is_there)))
        .distinct()
        .order(audit_entries::concerns_id)
        .select(audit_entries::concerns_id)
        .limit(i64::from(limit))
        .load(connection)?;
    Ok(lost.into_iter().flatten().map(UserId).collect())
}
