//! Custodians of data sources.

use aditus_application::dictionary::records::views::{CustodianRecord, CustodianSort};
use aditus_application::paging::{Direction, ListQuery, Paged};
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::{CustodianId, DataSourceId, OrganisationRoleId};
use aditus_domain::roles::Role;
use diesel::dsl::{exists, not};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::dialect::contains;
use crate::error::{DbResult, unreadable};
use crate::paging::paged;
use crate::schema::{data_custodians, data_sources, organisation_roles, organisations};
use crate::search::Term;

/// Id, source id and name, organisation role, organisation, role, broker, version.
type Columns = (i64, i64, String, i64, String, i64, bool, i64);

const COLUMNS: (
    data_custodians::id,
    data_custodians::data_source_id,
    data_sources::source,
    data_custodians::org_role_id,
    organisations::name,
    organisation_roles::role_id,
    data_custodians::broker,
    data_custodians::row_version,
) = (
    data_custodians::id,
    data_custodians::data_source_id,
    data_sources::source,
    data_custodians::org_role_id,
    organisations::name,
    organisation_roles::role_id,
    data_custodians::broker,
    data_custodians::row_version,
);

/// Joins custodians with the names that lists show. It is a macro because the type of the query is
/// too long to write down.
macro_rules! shown {
    () => {
        data_custodians::table
            .inner_join(data_sources::table)
            .inner_join(organisation_roles::table.inner_join(organisations::table))
    };
}

/// Selects custodians by a search term, which may occur in the name of the source, the organisation
/// or the role.
macro_rules! filtered {
    ($term:expr, $roles:expr) => {{
        let mut filtered = shown!().into_boxed();
        if let Some(term) = $term {
            let roles: Vec<i64> = $roles.iter().map(|role: &Role| role.id()).collect();
            filtered = filtered.filter(
                contains(
                    data_sources::search_text,
                    data_sources::id,
                    "data_sources_fts",
                    term,
                )
                .or(contains(
                    organisations::search_text,
                    organisations::id,
                    "organisations_fts",
                    term,
                ))
                .or(organisation_roles::role_id.eq_any(roles)),
            );
        }
        filtered
    }};
}

fn record(
    (id, source, source_name, org_role, organisation, role, broker, row_version): Columns,
) -> DbResult<CustodianRecord> {
    Ok(CustodianRecord {
        custodian_id: CustodianId(id),
        data_source: DataSourceId(source),
        source_name,
        org_role: OrganisationRoleId(org_role),
        organisation,
        role: Role::from_id(role).map_err(unreadable("role"))?,
        broker,
        row_version: RowVersion(row_version),
    })
}

pub(super) fn page(
    connection: &mut AnyConnection,
    query: &ListQuery<CustodianSort>,
    roles: &[Role],
) -> DbResult<Paged<CustodianRecord>> {
    let term = query.search.as_deref().and_then(Term::parse);
    let total = filtered!(&term, roles).count().get_result::<i64>(connection)?;
    let rows = filtered!(&term, roles);
    macro_rules! by {
        ($column:expr) => {
            match query.direction {
                Direction::Ascending => rows.order(($column.asc(), data_custodians::id.asc())),
                Direction::Descending => rows.order(($column.desc(), data_custodians::id.desc())),
            }
        };
    }
    let rows = match query.sort {
        CustodianSort::Source => by!(data_sources::source_key),
        CustodianSort::Organisation => by!(organisations::sort_key),
        CustodianSort::Role => by!(organisation_roles::role_id),
        CustodianSort::Broker => by!(data_custodians::broker),
    };
    let items = rows
        .limit(query.page.limit())
        .offset(query.page.offset())
        .select(COLUMNS)
        .load::<Columns>(connection)?
        .into_iter()
        .map(record)
        .collect::<DbResult<_>>()?;
    Ok(paged(items, query.page, total))
}

pub(super) fn one(connection: &mut AnyConnection, id: CustodianId) -> DbResult<Option<CustodianRecord>> {
    let row = shown!()
        .filter(data_custodians::id.eq(id.0))
        .select(COLUMNS)
        .first::<Columns>(connection)
        .optional()?;
    row.map(record).transpose()
}

pub(super) fn sources_without(connection: &mut AnyConnection) -> DbResult<Vec<(DataSourceId, String)>> {
    let custodian = data_custodians::table.filter(data_custodians::data_source_id.eq(data_sources::id));
    let rows = data_sources::table
        .filter(data_sources::publish.eq(true))
        .filter(not(exists(custodian)))
        .order((data_sources::source_key, data_sources::id))
        .select((data_sources::id, data_sources::source))
        .load::<(i64, String)>(connection)?;
    Ok(rows
        .into_iter()
        .map(|(id, source)| (DataSourceId(id), source))
        .collect())
}
