//! All tables, published or not, as Super Users see them.

use aditus_application::dictionary::records::views::{TableRecord, TableSort};
use aditus_application::paging::{Direction, ListQuery, Paged};
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::{DataSourceId, TableId, TableTypeId};
use diesel::prelude::*;

use super::tables::StoredRow;
use crate::connection::AnyConnection;
use crate::dialect::contains;
use crate::error::DbResult;
use crate::paging::paged;
use crate::schema::{dictionary_tables, table_types};
use crate::search::Term;

fn record((row, table_type): (StoredRow, String)) -> DbResult<TableRecord> {
    Ok(TableRecord {
        tbl_id: TableId(row.id),
        data_source: DataSourceId(row.data_source_id),
        table_type: row.table_type_id,
        variables_count: u64::from(row.variables_count.unsigned_abs()),
        row_version: RowVersion(row.row_version),
        definition: row.definition(table_type)?,
    })
}

/// Selects tables by source and search term. It is a macro because the type of the query is too
/// long to write down.
macro_rules! filtered {
    ($source:expr, $term:expr) => {{
        let mut filtered = dictionary_tables::table
            .inner_join(table_types::table)
            .into_boxed();
        if let Some(source) = $source {
            filtered = filtered.filter(dictionary_tables::data_source_id.eq(source.0));
        }
        if let Some(term) = $term {
            filtered = filtered.filter(contains(
                dictionary_tables::search_text,
                dictionary_tables::id,
                "dictionary_tables_fts",
                term,
            ));
        }
        filtered
    }};
}

pub(super) fn types(connection: &mut AnyConnection) -> DbResult<Vec<(TableTypeId, String)>> {
    let found: Vec<(i64, String)> = table_types::table
        .order((table_types::sort_key, table_types::id))
        .select((table_types::id, table_types::name))
        .load(connection)?;
    Ok(found
        .into_iter()
        .map(|(id, name)| (TableTypeId(id), name))
        .collect())
}

pub(super) fn one(connection: &mut AnyConnection, id: TableId) -> DbResult<Option<TableRecord>> {
    let row = dictionary_tables::table
        .inner_join(table_types::table)
        .filter(dictionary_tables::id.eq(id.0))
        .select((StoredRow::as_select(), table_types::name))
        .first::<(StoredRow, String)>(connection)
        .optional()?;
    row.map(record).transpose()
}

pub(super) fn page(
    connection: &mut AnyConnection,
    source: Option<DataSourceId>,
    query: &ListQuery<TableSort>,
) -> DbResult<Paged<TableRecord>> {
    let term = query.search.as_deref().and_then(Term::parse);
    let total = filtered!(source, &term).count().get_result::<i64>(connection)?;
    let rows = filtered!(source, &term);
    macro_rules! by {
        ($column:expr) => {
            match query.direction {
                Direction::Ascending => rows.order((
                    $column.asc(),
                    dictionary_tables::name_order.asc(),
                    dictionary_tables::id.asc(),
                )),
                Direction::Descending => rows.order((
                    $column.desc(),
                    dictionary_tables::name_order.asc(),
                    dictionary_tables::id.asc(),
                )),
            }
        };
    }
    let rows = match query.sort {
        TableSort::Name => match query.direction {
            Direction::Ascending => {
                rows.order((dictionary_tables::name_order.asc(), dictionary_tables::id.asc()))
            }
            Direction::Descending => {
                rows.order((dictionary_tables::name_order.desc(), dictionary_tables::id.desc()))
            }
        },
        TableSort::Type => by!(table_types::sort_key),
        TableSort::Entity => by!(dictionary_tables::entity_sort_key),
        TableSort::Publish => by!(dictionary_tables::publish),
        TableSort::Variables => by!(dictionary_tables::variables_count),
    };
    let items = rows
        .limit(query.page.limit())
        .offset(query.page.offset())
        .select((StoredRow::as_select(), table_types::name))
        .load::<(StoredRow, String)>(connection)?
        .into_iter()
        .map(record)
        .collect::<DbResult<_>>()?;
    Ok(paged(items, query.page, total))
}
