//! Dependencies between published tables, and the types of these tables.

use aditus_application::dictionary::views::TableEdge;
use aditus_domain::ids::{DataSourceId, TableId};
use diesel::dsl::exists;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::schema::{data_sources, dependencies, dictionary_tables, table_types, variables};

diesel::alias! {
    const DEPENDED_ON: Alias<DependedOn> = variables as depended_on;
}

pub(super) fn types(connection: &mut AnyConnection) -> DbResult<Vec<(i64, String)>> {
    let of_type = dictionary_tables::table
        .inner_join(data_sources::table)
        .filter(dictionary_tables::table_type_id.eq(table_types::id))
        .filter(dictionary_tables::publish.eq(true))
        .filter(data_sources::publish.eq(true));
    Ok(table_types::table
        .filter(exists(of_type))
        .order((table_types::sort_key, table_types::id))
        .select((table_types::id, table_types::name))
        .load(connection)?)
}

/// Counts, for each pair of published tables, the variables of one that depend on the other.
///
/// `variables.published` includes the state of the table and the source. Diesel cannot group by a
/// field of an alias, so consecutive rows of the same pair are counted here.
pub(super) fn between(
    connection: &mut AnyConnection,
    data_source: Option<DataSourceId>,
) -> DbResult<Vec<TableEdge>> {
    let table = DEPENDED_ON.field(variables::table_id);
    let mut rows = dependencies::table
        .inner_join(variables::table.on(variables::id.eq(dependencies::variable_id)))
        .inner_join(DEPENDED_ON.on(dependencies::depend_on.eq(DEPENDED_ON.field(variables::id).nullable())))
        .filter(variables::published.eq(true))
        .filter(DEPENDED_ON.field(variables::published).eq(true))
        .filter(variables::table_id.ne(table))
        .distinct()
        .order((variables::table_id, table, variables::id))
        .select((variables::table_id, table, variables::id))
        .into_boxed();
    if let Some(source) = data_source {
        rows = rows
            .filter(variables::data_source_id.eq(source.0))
            .filter(DEPENDED_ON.field(variables::data_source_id).eq(source.0));
    }
    let rows = rows.load::<(i64, i64, i64)>(connection)?;
    let pairs = rows.chunk_by(|one, next| (one.0, one.1) == (next.0, next.1));
    let edges = pairs.map(|variables| TableEdge {
        tbl_id: TableId(variables[0].0),
        depend_on: TableId(variables[0].1),
        variables_count: variables.len() as u64,
    });
    Ok(edges.collect())
}
