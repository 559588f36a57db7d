//! Published tables of published sources.

use aditus_application::dictionary::views::TableView;
use aditus_application::paging::{Direction, Page, Paged};
use aditus_domain::ids::{DataSourceId, TableId};
use diesel::prelude::*;

use super::tables::StoredRow;
use crate::connection::AnyConnection;
use crate::dialect::contains;
use crate::error::DbResult;
use crate::paging::paged;
use crate::schema::{data_sources, dictionary_tables, table_types};
use crate::search::Term;

/// Selects published tables by source and search term. It is a macro because the type of the query
/// is too long to write down.
macro_rules! published {
    ($data_source:expr, $search:expr) => {{
        let mut query = dictionary_tables::table
            .inner_join(data_sources::table)
            .inner_join(table_types::table)
            .filter(dictionary_tables::publish.eq(true))
            .filter(data_sources::publish.eq(true))
            .into_boxed();
        if let Some(source) = $data_source {
            query = query.filter(dictionary_tables::data_source_id.eq(source.0));
        }
        if let Some(term) = $search {
            query = query.filter(contains(
                dictionary_tables::search_text,
                dictionary_tables::id,
                "dictionary_tables_fts",
                term,
            ));
        }
        query
    }};
}

pub(super) fn page(
    connection: &mut AnyConnection,
    data_source: Option<DataSourceId>,
    search: Option<&str>,
    direction: Direction,
    page: Page,
) -> DbResult<Paged<TableView>> {
    let term = search.and_then(Term::parse);
    let total = published!(data_source, &term)
        .count()
        .get_result::<i64>(connection)?;
    let rows = published!(data_source, &term);
    let rows = match direction {
        Direction::Ascending => {
            rows.order((dictionary_tables::name_order.asc(), dictionary_tables::id.asc()))
        }
        Direction::Descending => {
            rows.order((dictionary_tables::name_order.desc(), dictionary_tables::id.desc()))
        }
    };
    let rows = rows
        .limit(page.limit())
        .offset(page.offset())
        .select((StoredRow::as_select(), table_types::name))
        .load::<(StoredRow, String)>(connection)?;
    Ok(paged(rows.into_iter().map(shown).collect(), page, total))
}

pub(super) fn by_type(connection: &mut AnyConnection, data_source: DataSourceId) -> DbResult<Vec<TableView>> {
    let rows = published!(Some(data_source), &None::<Term>)
        .order((
            table_types::sort_key.asc(),
            table_types::id.asc(),
            dictionary_tables::name_order.asc(),
            dictionary_tables::id.asc(),
        ))
        .select((StoredRow::as_select(), table_types::name))
        .load::<(StoredRow, String)>(connection)?;
    Ok(rows.into_iter().map(shown).collect())
}

fn shown((row, table_type_name): (StoredRow, String)) -> TableView {
    TableView {
        tbl_id: TableId(row.id),
        tbl_name: row.tbl_name,
        tbl_description: row.tbl_description,
        entity_name: row.entity_name,
        icon: row.icon,
        table_type_name,
        data_source: DataSourceId(row.data_source_id),
        variables_count: i64::from(row.variables_count),
    }
}
