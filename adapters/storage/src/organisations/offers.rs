//! The roles that organisations offer, and how they came to stand where they do.

use aditus_application::organisations::OrganisationRole;
use aditus_application::ports::StoreError;
use aditus_domain::ids::{OrganisationId, OrganisationRoleId};
use aditus_domain::roles::{OfferChange, Role};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::{Fault, Outcome, unreadable};
use crate::schema::{organisation_role_statuses, organisation_roles, organisations};
use crate::times::At;

/// Id, organisation, role, whether the role is activated, whether the organisation is.
type Columns = (i64, i64, i64, bool, bool);

macro_rules! roles {
    () => {
        organisation_roles::table
            .inner_join(organisations::table)
            .order((organisation_roles::role_id, organisation_roles::id))
            .select((
                organisation_roles::id,
                organisation_roles::organisation_id,
                organisation_roles::role_id,
                organisation_roles::active,
                organisations::active,
            ))
    };
}

fn role((id, organisation, role, active, organisation_active): Columns) -> Outcome<OrganisationRole> {
    Ok(OrganisationRole {
        id: OrganisationRoleId(id),
        organisation: OrganisationId(organisation),
        role: Role::from_id(role).map_err(unreadable("role"))?,
        active,
        offered: active && organisation_active,
    })
}

pub(super) fn by_id(
    connection: &mut AnyConnection,
    id: OrganisationRoleId,
) -> Outcome<Option<OrganisationRole>> {
    let found = roles!()
        .filter(organisation_roles::id.eq(id.0))
        .first::<Columns>(connection)
        .optional()?;
    found.map(role).transpose()
}

pub(super) fn of(
    connection: &mut AnyConnection,
    organisation: OrganisationId,
) -> Outcome<Vec<OrganisationRole>> {
    let rows = roles!()
        .filter(organisation_roles::organisation_id.eq(organisation.0))
        .load::<Columns>(connection)?;
    rows.into_iter().map(role).collect()
}

pub(super) fn write(connection: &mut AnyConnection, line: &OfferChange) -> Outcome<()> {
    diesel::insert_into(organisation_role_statuses::table)
        .values((
            organisation_role_statuses::org_role_id.eq(line.org_role.0),
            organisation_role_statuses::active.eq(line.active),
            organisation_role_statuses::changed_by.eq(line.by.map(|user| user.0)),
            organisation_role_statuses::reason.eq(line.reason.as_deref()),
            organisation_role_statuses::changed_on.eq(At::from(line.at)),
        ))
        .execute(connection)?;
    Ok(())
}

pub(super) fn change(connection: &mut AnyConnection, change: &OfferChange) -> Outcome<()> {
    let unchanged = organisation_roles::table
        .filter(organisation_roles::id.eq(change.org_role.0))
        .filter(organisation_roles::active.ne(change.active));
    let changed = diesel::update(unchanged)
        .set(organisation_roles::active.eq(change.active))
        .execute(connection)?;
    if changed == 0 {
        return Err(Fault::Store(StoreError::Conflict));
    }
    write(connection, change)
}
