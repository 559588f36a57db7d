//! The people who may use a role.

use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{OrganisationId, UserId};
use aditus_domain::roles::{Role, RoleStatus};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::schema::{assigned_roles, organisation_roles, organisations, users};

/// Selects usable assignments of a role. It is a macro because the type of the query is too long to
/// write down.
macro_rules! usable {
    ($role:expr) => {
        assigned_roles::table
            .inner_join(users::table)
            .inner_join(organisation_roles::table.inner_join(organisations::table))
            .filter(assigned_roles::status_id.eq(RoleStatus::Activated.id()))
            .filter(organisation_roles::role_id.eq($role.id()))
            .filter(organisation_roles::active.eq(true))
            .filter(organisations::active.eq(true))
            .filter(users::state.eq(AccountState::Active.name()))
    };
}

/// Returns the people who may use the role, anywhere or at one organisation.
pub(super) fn usable_by(
    connection: &mut AnyConnection,
    role: Role,
    at: Option<OrganisationId>,
) -> DbResult<Vec<UserId>> {
    let mut usable = usable!(role).order(users::id).select(users::id).into_boxed();
    if let Some(organisation) = at {
        usable = usable.filter(organisation_roles::organisation_id.eq(organisation.0));
    }
    let mut ids = usable.load::<i64>(connection)?;
    ids.dedup();
    Ok(ids.into_iter().map(UserId).collect())
}

/// Returns those of these organisations at which someone may use the role.
pub(super) fn organisations(
    connection: &mut AnyConnection,
    role: Role,
    among: &[OrganisationId],
) -> DbResult<Vec<OrganisationId>> {
    let among: Vec<i64> = among.iter().map(|id| id.0).collect();
    let mut ids = usable!(role)
        .filter(organisation_roles::organisation_id.eq_any(among))
        .order(organisation_roles::organisation_id)
        .select(organisation_roles::organisation_id)
        .load::<i64>(connection)?;
    ids.dedup();
    Ok(ids.into_iter().map(OrganisationId).collect())
}
