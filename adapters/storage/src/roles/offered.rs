//! Pages of the roles that organisations offer.

use aditus_application::paging::{Direction, Paged};
use aditus_application::roles::views::{OfferLine, OfferedQuery, OfferedRow, OfferedSort};
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::{OrganisationId, OrganisationRoleId, UserId};
use aditus_domain::roles::{Role, RoleStatus};
use diesel::dsl::{exists, not};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::dialect::contains;
use crate::error::{DbResult, unreadable};
use crate::paging::paged;
use crate::schema::{
    assigned_roles, organisation_role_statuses, organisation_roles, organisations, roles, users,
};
use crate::search::Term;
use crate::times::Timestamp;

/// The statuses in which a role is held or requested, so that the person cannot request it again.
const HELD_OR_REQUESTED: [RoleStatus; 3] = [
    RoleStatus::Pending,
    RoleStatus::Activated,
    RoleStatus::Deactivated,
];

/// Selects offered roles by the filters of the query. It is a macro because the type of the query
/// is too long to write down.
macro_rules! filtered {
    ($query:expr) => {{
        let query: &OfferedQuery = $query;
        let mut filtered = organisation_roles::table
            .inner_join(organisations::table)
            .inner_join(roles::table)
            .into_boxed();
        if let Some(known) = &query.organisations {
            let known: Vec<i64> = known.iter().map(|id| id.0).collect();
            filtered = filtered.filter(organisation_roles::organisation_id.eq_any(known));
        }
        if query.active_only {
            let granted: Vec<i64> = Role::granted().map(Role::id).collect();
            filtered = filtered
                .filter(organisation_roles::role_id.eq_any(granted))
                .filter(organisation_roles::active.eq(true))
                .filter(organisations::active.eq(true));
        }
        if let Some(user) = query.available_to {
            let held_or_requested = assigned_roles::table
                .filter(assigned_roles::org_role_id.eq(organisation_roles::id))
                .filter(assigned_roles::user_id.eq(user.0))
                .filter(assigned_roles::status_id.eq_any(HELD_OR_REQUESTED.map(RoleStatus::id)));
            filtered = filtered.filter(not(exists(held_or_requested)));
        }
        if let Some((text, roles)) = &query.search
            && let Some(term) = Term::parse(text)
        {
            let roles: Vec<i64> = roles.iter().map(|role| role.id()).collect();
            filtered = filtered.filter(
                contains(
                    organisations::search_text,
                    organisations::id,
                    "organisations_fts",
                    &term,
                )
                .or(organisation_roles::role_id.eq_any(roles)),
            );
        }
        filtered
    }};
}

/// Orders by the columns, then by organisation and rank, so that the order is unique.
macro_rules! sorted {
    ($filtered:expr, $direction:expr, $($column:expr),*) => {
        match $direction {
            Direction::Ascending => $filtered.order((
                $($column.asc(),)* organisations::sort_key.asc(), organisation_roles::role_id.asc(),
                organisation_roles::id.asc(),
            )),
            Direction::Descending => $filtered.order((
                $($column.desc(),)* organisations::sort_key.desc(), organisation_roles::role_id.desc(),
                organisation_roles::id.desc(),
            )),
        }
    };
}

/// Id, organisation id, name and active flag, role, active flag of the role, version.
type Columns = (i64, i64, String, bool, i64, bool, i64);

pub(super) fn page(connection: &mut AnyConnection, query: &OfferedQuery) -> DbResult<Paged<OfferedRow>> {
    let total = filtered!(query).count().get_result::<i64>(connection)?;
    let rows = filtered!(query);
    let rows = match query.sort {
        OfferedSort::Organisation => sorted!(rows, query.direction,),
        OfferedSort::Role => sorted!(rows, query.direction, roles::name),
        OfferedSort::Status => sorted!(rows, query.direction, organisation_roles::active),
    };
    let rows = rows
        .limit(query.page.limit())
        .offset(query.page.offset())
        .select((
            organisation_roles::id,
            organisations::id,
            organisations::name,
            organisations::active,
            organisation_roles::role_id,
            organisation_roles::active,
            organisation_roles::row_version,
        ))
        .load::<Columns>(connection)?;
    let lines = if query.with_histories {
        histories(connection, rows.iter().map(|(id, ..)| *id).collect())?
    } else {
        Vec::new()
    };
    let items = rows
        .into_iter()
        .map(
            |(id, org, organisation, organisation_active, role, active, row_version)| {
                Ok(OfferedRow {
                    org_role_id: OrganisationRoleId(id),
                    org: OrganisationId(org),
                    organisation,
                    organisation_active,
                    role: Role::from_id(role).map_err(unreadable("role"))?,
                    active,
                    row_version: RowVersion(row_version),
                    history: lines
                        .iter()
                        .filter(|(of, _)| *of == id)
                        .map(|(_, line)| line.clone())
                        .collect(),
                })
            },
        )
        .collect::<DbResult<_>>()?;
    Ok(paged(items, query.page, total))
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = organisation_role_statuses)]
struct Line {
    org_role_id: i64,
    active: bool,
    changed_by: Option<i64>,
    reason: Option<String>,
    changed_on: Timestamp,
}

/// Returns the history of these roles, latest first.
fn histories(connection: &mut AnyConnection, org_roles: Vec<i64>) -> DbResult<Vec<(i64, OfferLine)>> {
    let lines: Vec<(Line, Option<(String, String)>)> = organisation_role_statuses::table
        .left_join(users::table.on(organisation_role_statuses::changed_by.eq(users::id.nullable())))
        .filter(organisation_role_statuses::org_role_id.eq_any(org_roles))
        .order(organisation_role_statuses::id.desc())
        .select((Line::as_select(), (users::fname, users::sname).nullable()))
        .load(connection)?;
    let line = |(line, name): (Line, Option<(String, String)>)| {
        let by = line
            .changed_by
            .zip(name)
            .map(|(id, (fname, sname))| (UserId(id), format!("{fname} {sname}")));
        (
            line.org_role_id,
            OfferLine {
                active: line.active,
                by,
                reason: line.reason,
                at: line.changed_on.0,
            },
        )
    };
    Ok(lines.into_iter().map(line).collect())
}
