//! The store of assigned roles.

use aditus_application::ports::StoreError;
use aditus_application::roles::{HeldRole, Roles};
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{AssignedRoleId, OrganisationRoleId, UserId};
use aditus_domain::roles::{Role, RoleStatus};
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use crate::error::unreadable;
use crate::schema::{assigned_role_statuses, assigned_roles, organisation_roles, users};
use crate::times::At;
use crate::transaction::UnitOfWork;

impl Roles for UnitOfWork {
    fn assign(
        &mut self,
        user: UserId,
        org_role: OrganisationRoleId,
        status: RoleStatus,
        by: Option<UserId>,
        reason: Option<&str>,
        at: DateTime<Utc>,
    ) -> Result<AssignedRoleId, StoreError> {
        self.run(|connection| {
            let id = diesel::insert_into(assigned_roles::table)
                .values((
                    assigned_roles::user_id.eq(user.0),
                    assigned_roles::org_role_id.eq(org_role.0),
                    assigned_roles::status_id.eq(status.id()),
                    assigned_roles::created_on.eq(At::from(at)),
                ))
                .returning(assigned_roles::id)
                .get_result::<i64>(connection)?;
            diesel::insert_into(assigned_role_statuses::table)
                .values((
                    assigned_role_statuses::assigned_role_id.eq(id),
                    assigned_role_statuses::status_id.eq(status.id()),
                    assigned_role_statuses::changed_by.eq(by.map(|user| user.0)),
                    assigned_role_statuses::reason.eq(reason),
                    assigned_role_statuses::changed_on.eq(At::from(at)),
                ))
                .execute(connection)?;
            Ok(AssignedRoleId(id))
        })
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

    fn holders_anywhere(&mut self, role: Role) -> Result<Vec<UserId>, StoreError> {
        self.run(|connection| {
            let ids = assigned_roles::table
                .inner_join(users::table)
                .inner_join(organisation_roles::table)
                .filter(organisation_roles::role_id.eq(i64::from(role.rank())))
                .filter(organisation_roles::active.eq(true))
                .filter(assigned_roles::status_id.eq(RoleStatus::Activated.id()))
                .filter(users::state.eq(AccountState::Active.name()))
                .order(users::id)
                .select(users::id)
                .distinct()
                .load::<i64>(connection)?;
            Ok(ids.into_iter().map(UserId).collect())
        })
    }

    fn holders(&mut self, org_role: OrganisationRoleId) -> Result<Vec<UserId>, StoreError> {
        self.run(|connection| {
            let ids = assigned_roles::table
                .inner_join(users::table)
                .filter(assigned_roles::org_role_id.eq(org_role.0))
                .filter(assigned_roles::status_id.eq(RoleStatus::Activated.id()))
                .filter(users::state.eq(AccountState::Active.name()))
                .order(users::id)
                .select(users::id)
                .load::<i64>(connection)?;
            Ok(ids.into_iter().map(UserId).collect())
        })
    }
}
