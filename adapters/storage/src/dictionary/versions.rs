//! Versions of data sources.

use aditus_application::dictionary::records::views::{VersionRecord, VersionSort};
use aditus_application::paging::{Direction, ListQuery, Paged};
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::{AssignedRoleId, DataSourceId, VersionId};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::dialect::contains;
use crate::error::DbResult;
use crate::paging::paged;
use crate::schema::{assigned_roles, data_source_versions, data_sources, users};
use crate::search::Term;
use crate::times::Timestamp;

/// Id, source id and name, date, message, first name, surname and role of the committer, version.
type Columns = (i64, i64, String, Timestamp, String, String, String, i64, i64);

const COLUMNS: (
    data_source_versions::id,
    data_source_versions::data_source_id,
    data_sources::source,
    data_source_versions::date_created,
    data_source_versions::message,
    users::fname,
    users::sname,
    data_source_versions::commited_by,
    data_source_versions::row_version,
) = (
    data_source_versions::id,
    data_source_versions::data_source_id,
    data_sources::source,
    data_source_versions::date_created,
    data_source_versions::message,
    users::fname,
    users::sname,
    data_source_versions::commited_by,
    data_source_versions::row_version,
);

/// Joins versions with the names that lists show. It is a macro because the type of the query is
/// too long to write down.
macro_rules! shown {
    () => {
        data_source_versions::table
            .inner_join(data_sources::table)
            .inner_join(assigned_roles::table.inner_join(users::table))
    };
}

/// Selects versions by source and by a search term in the message or the name of the source.
macro_rules! filtered {
    ($source:expr, $term:expr) => {{
        let mut filtered = shown!().into_boxed();
        let source: Option<DataSourceId> = $source;
        if let Some(source) = source {
            filtered = filtered.filter(data_source_versions::data_source_id.eq(source.0));
        }
        if let Some(term) = $term {
            filtered = filtered.filter(
                contains(
                    data_source_versions::search_text,
                    data_source_versions::id,
                    "data_source_versions_fts",
                    term,
                )
                .or(contains(
                    data_sources::search_text,
                    data_sources::id,
                    "data_sources_fts",
                    term,
                )),
            );
        }
        filtered
    }};
}

fn record(
    (id, data_source, source, date, message, fname, sname, commited_by, row_version): Columns,
) -> VersionRecord {
    VersionRecord {
        version_id: VersionId(id),
        data_source: DataSourceId(data_source),
        source,
        date_created: date.0,
        message,
        committer: format!("{fname} {sname}"),
        commited_by: AssignedRoleId(commited_by),
        row_version: RowVersion(row_version),
    }
}

pub(super) fn page(
    connection: &mut AnyConnection,
    source: Option<DataSourceId>,
    query: &ListQuery<VersionSort>,
) -> DbResult<Paged<VersionRecord>> {
    let term = query.search.as_deref().and_then(Term::parse);
    let total = filtered!(source, &term).count().get_result::<i64>(connection)?;
    let rows = filtered!(source, &term);
    macro_rules! by {
        ($column:expr, $direction:expr) => {
            match $direction {
                Direction::Ascending => rows.order(($column.asc(), data_source_versions::id.asc())),
                Direction::Descending => rows.order(($column.desc(), data_source_versions::id.desc())),
            }
        };
    }
    let rows = match query.sort {
        VersionSort::Newest => by!(data_source_versions::date_created, Direction::Descending),
        VersionSort::DateCreated => by!(data_source_versions::date_created, query.direction),
        VersionSort::Source => by!(data_sources::source_key, query.direction),
        VersionSort::Message => by!(data_source_versions::message_key, query.direction),
        VersionSort::Committer => by!(users::name_key, query.direction),
    };
    let rows = rows
        .limit(query.page.limit())
        .offset(query.page.offset())
        .select(COLUMNS)
        .load::<Columns>(connection)?;
    Ok(paged(rows.into_iter().map(record).collect(), query.page, total))
}

pub(super) fn one(connection: &mut AnyConnection, id: VersionId) -> DbResult<Option<VersionRecord>> {
    let row = shown!()
        .filter(data_source_versions::id.eq(id.0))
        .select(COLUMNS)
        .first::<Columns>(connection)
        .optional()?;
    Ok(row.map(record))
}
