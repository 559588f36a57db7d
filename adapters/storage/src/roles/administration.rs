//! The admins of organisations, and the tasks that wait for them.

use aditus_application::roles::views::{Administration, RequestedRole};
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{AssignedRoleId, OrganisationId, UserId};
use aditus_domain::roles::{Role, RoleStatus};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::{DbResult, unreadable};
use crate::schema::{assigned_roles, organisation_roles, organisations, users};

pub(super) fn read(connection: &mut AnyConnection) -> DbResult<Administration> {
    let named = organisations::table
        .filter(organisations::active.eq(true))
        .order((organisations::sort_key, organisations::id))
        .select((organisations::id, organisations::name))
        .load::<(i64, String)>(connection)?;
    let admins = assigned_roles::table
        .inner_join(users::table)
        .inner_join(organisation_roles::table.inner_join(organisations::table))
        .filter(organisation_roles::role_id.eq(Role::Admin.id()))
        .filter(assigned_roles::status_id.eq(RoleStatus::Activated.id()))
        .filter(organisation_roles::active.eq(true))
        .filter(organisations::active.eq(true))
        .filter(users::state.eq(AccountState::Active.name()))
        .order((organisation_roles::organisation_id, users::id))
        .select((organisation_roles::organisation_id, users::id))
        .load::<(i64, i64)>(connection)?;
    let requested = assigned_roles::table
        .inner_join(users::table)
        .inner_join(organisation_roles::table.inner_join(organisations::table))
        .filter(assigned_roles::status_id.eq(RoleStatus::Pending.id()))
        .filter(organisations::active.eq(true))
        .order(assigned_roles::id)
        .select((
            assigned_roles::id,
            organisation_roles::organisation_id,
            assigned_roles::user_id,
            users::fname,
            users::sname,
            organisation_roles::role_id,
        ))
        .load::<(i64, i64, i64, String, String, i64)>(connection)?;
    Ok(Administration {
        organisations: named
            .into_iter()
            .map(|(id, name)| (OrganisationId(id), name))
            .collect(),
        admins: admins
            .into_iter()
            .map(|(organisation, user)| (OrganisationId(organisation), UserId(user)))
            .collect(),
        requested: requested
            .into_iter()
            .map(|(id, organisation, user, fname, sname, role)| {
                Ok(RequestedRole {
                    id: AssignedRoleId(id),
                    organisation: OrganisationId(organisation),
                    user: UserId(user),
                    name: format!("{fname} {sname}"),
                    role: Role::from_id(role).map_err(unreadable("role"))?,
                })
            })
            .collect::<DbResult<_>>()?,
    })
}
