//! Pages of the roles that people of an organisation hold or have requested.

use aditus_application::paging::{Direction, Paged};
use aditus_application::roles::views::{AssignedQuery, AssignedRow, AssignedSort};
use aditus_domain::ids::{AssignedRoleId, OrganisationRoleId};
use aditus_domain::roles::{Role, RoleStatus};
use diesel::dsl::max;
use diesel::prelude::*;

use super::histories;
use crate::accounts::people::PersonRow;
use crate::connection::AnyConnection;
use crate::dialect::contains;
use crate::error::{DbResult, unreadable};
use crate::paging::paged;
use crate::schema::{assigned_role_statuses, assigned_roles, organisation_roles, organisations, users};
use crate::search::Term;

/// Id, organisation role, role, active flag of the role, status, the organisation's name and active
/// flag.
type RoleColumns = (i64, i64, i64, bool, i64, String, bool);

/// Selects the roles of an organisation by search term, which may occur in the person, the name of
/// the role or that of the status. No index covers all three, so the rows of the organisation are
/// read. It is a macro because the type of the query is too long to write down.
macro_rules! filtered {
    ($query:expr) => {{
        let query: &AssignedQuery = $query;
        let mut filtered = assigned_roles::table
            .inner_join(users::table)
            .inner_join(organisation_roles::table.inner_join(organisations::table))
            .filter(organisation_roles::organisation_id.eq(query.organisation.0))
            .into_boxed();
        if !query.statuses.is_empty() {
            let statuses: Vec<i64> = query.statuses.iter().map(|status| status.id()).collect();
            filtered = filtered.filter(assigned_roles::status_id.eq_any(statuses));
        }
        if let Some(search) = &query.search
            && let Some(term) = Term::parse(&search.text)
        {
            let roles: Vec<i64> = search.roles.iter().map(|role| role.id()).collect();
            let statuses: Vec<i64> = search.statuses.iter().map(|status| status.id()).collect();
            filtered = filtered.filter(
                organisation_roles::role_id
                    .eq_any(roles)
                    .or(assigned_roles::status_id.eq_any(statuses))
                    .or(contains(users::search_text, users::id, "users_fts", &term)),
            );
        }
        filtered
    }};
}

macro_rules! sorted {
    ($filtered:expr, $direction:expr, $column:expr) => {
        match $direction {
            Direction::Ascending => $filtered.order(($column.asc(), assigned_roles::id.asc())),
            Direction::Descending => $filtered.order(($column.desc(), assigned_roles::id.desc())),
        }
    };
}

pub(super) fn page(connection: &mut AnyConnection, query: &AssignedQuery) -> DbResult<Paged<AssignedRow>> {
    let total = filtered!(query).count().get_result::<i64>(connection)?;
    let rows = filtered!(query);
    let rows = match query.sort {
        AssignedSort::Name => sorted!(rows, query.direction, users::name_key),
        AssignedSort::Role => sorted!(rows, query.direction, organisation_roles::role_id),
        AssignedSort::Status => sorted!(rows, query.direction, assigned_roles::status_id),
        AssignedSort::Designation => sorted!(rows, query.direction, users::designation_sort_key),
        AssignedSort::Changed => {
            // The ids of history entries ascend with time.
            let latest = assigned_role_statuses::table
                .filter(assigned_role_statuses::assigned_role_id.eq(assigned_roles::id))
                .select(max(assigned_role_statuses::id))
                .single_value();
            sorted!(rows, query.direction, latest)
        }
    };
    let rows = rows
        .limit(query.page.limit())
        .offset(query.page.offset())
        .select((
            (
                assigned_roles::id,
                assigned_roles::org_role_id,
                organisation_roles::role_id,
                organisation_roles::active,
                assigned_roles::status_id,
                organisations::name,
                organisations::active,
            ),
            PersonRow::as_select(),
        ))
        .load::<(RoleColumns, PersonRow)>(connection)?;
    let ids: Vec<AssignedRoleId> = rows.iter().map(|((id, ..), _)| AssignedRoleId(*id)).collect();
    let lines = histories::load(connection, &ids)?;
    let items = rows
        .into_iter()
        .map(
            |((id, org_role, role, active, status, organisation, organisation_active), person)| {
                let id = AssignedRoleId(id);
                Ok(AssignedRow {
                    id,
                    person: person.view()?,
                    org_role: OrganisationRoleId(org_role),
                    organisation,
                    role: Role::from_id(role).map_err(unreadable("role"))?,
                    offered: active && organisation_active,
                    status: RoleStatus::from_id(status).map_err(unreadable("role status"))?,
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
