//! Repository of assigned roles.

use aditus_application::ports::{Signal, StoreError};
use aditus_application::roles::{Assignment, HeldRole, Roles};
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{AssignedRoleId, AssignedRoleStatusId, OrganisationId, OrganisationRoleId, UserId};
use aditus_domain::roles::{AssignedRole, Role, RoleStatus, StatusChange};
use chrono::{DateTime, Utc};
use diesel::dsl::max;
use diesel::prelude::*;

use super::holders;
use crate::connection::AnyConnection;
use crate::error::{DbError, DbResult, missing, unreadable};
use crate::prepared::load_directly;
use crate::schema::{
    assigned_role_statuses, assigned_roles, organisation_roles, organisations, roles, users,
};
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

/// A new line of the history of an assigned role.
struct Line<'a> {
    assigned_role: AssignedRoleId,
    status: RoleStatus,
    by: Option<UserId>,
    reason: Option<&'a str>,
    at: DateTime<Utc>,
}

fn add_line(connection: &mut AnyConnection, line: &Line<'_>) -> DbResult<AssignedRoleStatusId> {
    let id = diesel::insert_into(assigned_role_statuses::table)
        .values((
            assigned_role_statuses::assigned_role_id.eq(line.assigned_role.0),
            assigned_role_statuses::status_id.eq(line.status.id()),
            assigned_role_statuses::changed_by.eq(line.by.map(|user| user.0)),
            assigned_role_statuses::reason.eq(line.reason),
            assigned_role_statuses::changed_on.eq(Timestamp::from(line.at)),
        ))
        .returning(assigned_role_statuses::id)
        .get_result(connection)?;
    Ok(AssignedRoleStatusId(id))
}

/// Assignment, person, organisation role, status, role, organisation.
type Columns = (i64, i64, i64, i64, i64, i64);

/// Joins assigned roles with the columns that decide on them. It is a macro because the type of the
/// query is too long to write down.
macro_rules! assignments {
    () => {
        assigned_roles::table
            .inner_join(organisation_roles::table)
            .select((
                assigned_roles::id,
                assigned_roles::user_id,
                assigned_roles::org_role_id,
                assigned_roles::status_id,
                organisation_roles::role_id,
                organisation_roles::organisation_id,
            ))
    };
}

fn assignment(connection: &mut AnyConnection, found: Option<Columns>) -> DbResult<Option<Assignment>> {
    let Some((id, user, org_role, status, role, organisation)) = found else {
        return Ok(None);
    };
    let latest = assigned_role_statuses::table
        .filter(assigned_role_statuses::assigned_role_id.eq(id))
        .select(max(assigned_role_statuses::id))
        .first::<Option<i64>>(connection)?;
    Ok(Some(Assignment {
        assigned: AssignedRole {
            id: AssignedRoleId(id),
            user: UserId(user),
            org_role: OrganisationRoleId(org_role),
            role: Role::from_id(role).map_err(unreadable("role"))?,
            status: RoleStatus::from_id(status).map_err(unreadable("role status"))?,
        },
        organisation: OrganisationId(organisation),
        latest: AssignedRoleStatusId(latest.ok_or_else(missing("history of an assigned role"))?),
    }))
}

impl Roles for WriteTransaction {
    fn assign(
        &mut self,
        user: UserId,
        org_role: OrganisationRoleId,
        status: RoleStatus,
        by: Option<UserId>,
        reason: Option<&str>,
        at: DateTime<Utc>,
    ) -> Result<AssignedRoleId, StoreError> {
        let assigned = self.run(|connection| {
            let id = diesel::insert_into(assigned_roles::table)
                .values((
                    assigned_roles::user_id.eq(user.0),
                    assigned_roles::org_role_id.eq(org_role.0),
                    assigned_roles::status_id.eq(status.id()),
                    assigned_roles::created_on.eq(Timestamp::from(at)),
                ))
                .returning(assigned_roles::id)
                .get_result::<i64>(connection)?;
            let assigned_role = AssignedRoleId(id);
            add_line(
                connection,
                &Line {
                    assigned_role,
                    status,
                    by,
                    reason,
                    at,
                },
            )?;
            Ok(assigned_role)
        })?;
        self.will_signal(Signal::RolesChanged(user));
        Ok(assigned)
    }

    fn of_user(&mut self, user: UserId) -> Result<Vec<HeldRole>, StoreError> {
        self.run(|connection| {
            let rows = assigned_roles::table
                .inner_join(organisation_roles::table)
                .filter(assigned_roles::user_id.eq(user.0))
                .order((organisation_roles::role_id, assigned_roles::id))
                .select((
                    assigned_roles::id,
                    assigned_roles::org_role_id,
                    organisation_roles::role_id,
                    assigned_roles::status_id,
                ))
                .load::<(i64, i64, i64, i64)>(connection)?;
            rows.into_iter()
                .map(|(id, org_role, role, status)| {
                    Ok(HeldRole {
                        id: AssignedRoleId(id),
                        user,
                        org_role: OrganisationRoleId(org_role),
                        role: Role::from_id(role).map_err(unreadable("role"))?,
                        status: RoleStatus::from_id(status).map_err(unreadable("role status"))?,
                    })
                })
                .collect()
        })
    }

    fn holders(&mut self, org_role: OrganisationRoleId) -> Result<Vec<UserId>, StoreError> {
        self.run(|connection| {
            let holders = assigned_roles::table
                .inner_join(users::table)
                .inner_join(organisation_roles::table.inner_join(organisations::table))
                .filter(assigned_roles::org_role_id.eq(org_role.0))
                .filter(assigned_roles::status_id.eq(RoleStatus::Activated.id()))
                .filter(organisation_roles::active.eq(true))
                .filter(organisations::active.eq(true))
                .filter(users::state.eq(AccountState::Active.name()))
                .order(users::id)
                .select(users::id);
            let ids: Vec<i64> = load_directly(holders, connection)?;
            Ok(ids.into_iter().map(UserId).collect())
        })
    }

    fn holders_of_any(&mut self, org_roles: &[OrganisationRoleId]) -> Result<Vec<UserId>, StoreError> {
        let org_roles: Vec<i64> = org_roles.iter().map(|org_role| org_role.0).collect();
        self.run(|connection| {
            let ids: Vec<i64> = assigned_roles::table
                .inner_join(users::table)
                .inner_join(organisation_roles::table.inner_join(organisations::table))
                .filter(assigned_roles::org_role_id.eq_any(org_roles))
                .filter(assigned_roles::status_id.eq(RoleStatus::Activated.id()))
                .filter(organisation_roles::active.eq(true))
                .filter(organisations::active.eq(true))
                .filter(users::state.eq(AccountState::Active.name()))
                .order(users::id)
                .select(users::id)
                .distinct()
                .load(connection)?;
            Ok(ids.into_iter().map(UserId).collect())
        })
    }

    fn usable_by(&mut self, role: Role, at: Option<OrganisationId>) -> Result<Vec<UserId>, StoreError> {
        self.run(|connection| holders::usable_by(connection, role, at))
    }

    fn organisations_of(&mut self, user: UserId, role: Role) -> Result<Vec<OrganisationId>, StoreError> {
        self.run(|connection| {
            let ids = assigned_roles::table
                .inner_join(users::table)
                .inner_join(organisation_roles::table.inner_join(organisations::table))
                .filter(assigned_roles::user_id.eq(user.0))
                .filter(assigned_roles::status_id.eq(RoleStatus::Activated.id()))
                .filter(organisation_roles::role_id.eq(role.id()))
                .filter(organisation_roles::active.eq(true))
                .filter(organisations::active.eq(true))
                .filter(users::state.eq(AccountState::Active.name()))
                .order(organisation_roles::organisation_id)
                .select(organisation_roles::organisation_id)
                .load::<i64>(connection)?;
            Ok(ids.into_iter().map(OrganisationId).collect())
        })
    }

    fn by_id(&mut self, id: AssignedRoleId) -> Result<Option<Assignment>, StoreError> {
        self.run(|connection| {
            let found = assignments!()
                .filter(assigned_roles::id.eq(id.0))
                .first::<Columns>(connection)
                .optional()?;
            assignment(connection, found)
        })
    }

    fn by_status(&mut self, id: AssignedRoleStatusId) -> Result<Option<Assignment>, StoreError> {
        self.run(|connection| {
            let of = assigned_role_statuses::table
                .find(id.0)
                .select(assigned_role_statuses::assigned_role_id)
                .first::<i64>(connection)
                .optional()?;
            let Some(of) = of else {
                return Ok(None);
            };
            let found = assignments!()
                .filter(assigned_roles::id.eq(of))
                .first::<Columns>(connection)
                .optional()?;
            assignment(connection, found)
        })
    }

    fn assignment(
        &mut self,
        user: UserId,
        org_role: OrganisationRoleId,
    ) -> Result<Option<Assignment>, StoreError> {
        self.run(|connection| {
            let found = assignments!()
                .filter(assigned_roles::user_id.eq(user.0))
                .filter(assigned_roles::org_role_id.eq(org_role.0))
                .first::<Columns>(connection)
                .optional()?;
            assignment(connection, found)
        })
    }

    fn change(&mut self, user: UserId, change: &StatusChange) -> Result<AssignedRoleStatusId, StoreError> {
        let line = self.run(|connection| {
            let unchanged = assigned_roles::table
                .filter(assigned_roles::id.eq(change.assigned_role.0))
                .filter(assigned_roles::user_id.eq(user.0))
                .filter(assigned_roles::status_id.eq(change.from.id()));
            let changed = diesel::update(unchanged)
                .set(assigned_roles::status_id.eq(change.to.id()))
                .execute(connection)?;
            if changed == 0 {
                return Err(DbError::Store(StoreError::Conflict));
            }
            add_line(
                connection,
                &Line {
                    assigned_role: change.assigned_role,
                    status: change.to,
                    by: Some(change.by),
                    reason: change.reason.as_deref(),
                    at: change.at,
                },
            )
        })?;
        self.will_signal(Signal::RolesChanged(user));
        Ok(line)
    }

    fn announce(&mut self, user: UserId) -> Result<(), StoreError> {
        self.run(|_| Ok(()))?;
        self.will_signal(Signal::RolesChanged(user));
        Ok(())
    }

    fn lock_exclusive(&mut self) -> Result<(), StoreError> {
        self.run(|connection| {
            // PostgreSQL locks the row until the transaction ends, and later statements see current
            // rows. SQLite has a single writer anyway.
            diesel::update(roles::table.find(Role::SuperUser.id()))
                .set(roles::name.eq(roles::name))
                .execute(connection)?;
            Ok(())
        })
    }
}
