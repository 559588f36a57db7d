//! All variables, published or not, as Super Users see them.

use aditus_application::dictionary::records::views::{
    VariableRecord, VariableRecordQuery, VariableRecordSort, WholeVariable,
};
use aditus_application::dictionary::views::DependencyView;
use aditus_application::paging::{Direction, Paged};
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::{DataSourceId, TableId, VariableId};
use diesel::dsl::sum;
use diesel::prelude::*;

use super::super::details::Details;
use super::super::variable_extras::VariableExtras;
use super::super::variable_search::Search;
use super::super::variables::StoredRow;
use super::details_of;
use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::schema::{data_sources, dependencies, dictionary_tables, variables};

#[derive(Queryable, Selectable)]
#[diesel(table_name = variables)]
struct RecordRow {
    data_source_id: i64,
    value_count: Option<i64>,
    row_version: i64,
    #[diesel(embed)]
    variable: StoredRow,
}

fn record((row, tbl_name): (RecordRow, String)) -> DbResult<VariableRecord> {
    Ok(VariableRecord {
        var_id: VariableId(row.variable.id),
        tbl: TableId(row.variable.table_id),
        tbl_name,
        data_source: DataSourceId(row.data_source_id),
        details: details_of(row.variable, row.value_count)?,
        row_version: RowVersion(row.row_version),
    })
}

/// Selects variables by table, source and search term. It is a macro because the type of the query
/// is too long to write down.
macro_rules! filtered {
    ($query:expr, $search:expr) => {{
        let query: &VariableRecordQuery = $query;
        let search: Option<&Search> = $search;
        let mut filtered = variables::table.inner_join(dictionary_tables::table).into_boxed();
        if let Some(table) = query.table {
            filtered = filtered.filter(variables::table_id.eq(table.0));
        }
        if let Some(source) = query.data_source {
            filtered = filtered.filter(variables::data_source_id.eq(source.0));
        }
        if let Some(search) = search {
            filtered = filtered.filter(search.condition());
        }
        filtered
    }};
}

/// Orders by a column and then by id, so that pages never overlap.
macro_rules! by {
    ($rows:expr, $direction:expr, $column:ident) => {
        match $direction {
            Direction::Ascending => $rows.order((variables::$column.asc(), variables::id.asc())),
            Direction::Descending => $rows.order((variables::$column.desc(), variables::id.desc())),
        }
    };
}

macro_rules! sorted {
    ($query:expr, $search:expr) => {{
        let query: &VariableRecordQuery = $query;
        let rows = filtered!(query, $search);
        let direction = query.list.direction;
        match query.list.sort {
            VariableRecordSort::Dictionary => by!(rows, direction, table_id),
            VariableRecordSort::ColumnName => by!(rows, direction, column_order),
            VariableRecordSort::VarName => by!(rows, direction, name_order),
            VariableRecordSort::DataType => by!(rows, direction, data_type),
            VariableRecordSort::Meaning => by!(rows, direction, meaning_sort_key),
        }
    }};
}

/// Counts the matching variables. Without a search term, it sums the counts of the tables instead.
fn count(
    connection: &mut AnyConnection,
    query: &VariableRecordQuery,
    search: Option<&Search>,
) -> DbResult<i64> {
    if search.is_some() {
        return Ok(filtered!(query, search).count().get_result(connection)?);
    }
    let mut tables = dictionary_tables::table
        .select(sum(dictionary_tables::variables_count))
        .into_boxed();
    if let Some(table) = query.table {
        tables = tables.filter(dictionary_tables::id.eq(table.0));
    }
    if let Some(source) = query.data_source {
        tables = tables.filter(dictionary_tables::data_source_id.eq(source.0));
    }
    Ok(tables.first::<Option<i64>>(connection)?.unwrap_or_default())
}

pub(super) fn page(
    connection: &mut AnyConnection,
    query: &VariableRecordQuery,
) -> DbResult<Paged<VariableRecord>> {
    let search = query.list.search.as_deref().and_then(Search::parse);
    let rows = sorted!(query, search.as_ref());
    let page = query.list.page;
    let found = rows
        .limit(page.limit())
        .offset(page.offset())
        .select((RecordRow::as_select(), dictionary_tables::tbl_name))
        .load::<(RecordRow, String)>(connection)?;
    let total = match page.total_if_last(found.len()) {
        Some(total) => total,
        None => count(connection, query, search.as_ref())?.unsigned_abs(),
    };
    Ok(Paged {
        items: found.into_iter().map(record).collect::<DbResult<_>>()?,
        page,
        total,
        more: false,
    })
}

pub(super) fn load(connection: &mut AnyConnection, id: VariableId) -> DbResult<Option<WholeVariable>> {
    let found = variables::table
        .inner_join(dictionary_tables::table)
        .inner_join(data_sources::table)
        .filter(variables::id.eq(id.0))
        .select((
            RecordRow::as_select(),
            dictionary_tables::tbl_name,
            data_sources::source,
        ))
        .first::<(RecordRow, String, String)>(connection)
        .optional()?;
    let Some((row, tbl_name, source)) = found else {
        return Ok(None);
    };
    let mut details = Details::load(connection, &[id.0])?;
    let mut variable_extras = VariableExtras::load(connection, &[id.0])?;
    Ok(Some(WholeVariable {
        variable: record((row, tbl_name))?,
        source,
        synonyms: details.synonyms(id.0),
        input_values: details.input_values(id.0),
        dependencies: dependencies_of(connection, id)?,
        timeline_of_changes: variable_extras.timeline.remove(&id.0).unwrap_or_default(),
        variable_metadata: variable_extras.metadata.remove(&id.0).unwrap_or_default(),
    }))
}

/// Returns the dependencies of a variable, published or not.
fn dependencies_of(connection: &mut AnyConnection, id: VariableId) -> DbResult<Vec<(i64, DependencyView)>> {
    let found = dependencies::table
        .inner_join(variables::table.on(dependencies::depend_on.eq(variables::id.nullable())))
        .inner_join(dictionary_tables::table.on(dictionary_tables::id.eq(variables::table_id)))
        .filter(dependencies::variable_id.eq(id.0))
        .order(dependencies::id)
        .select((
            dependencies::id,
            variables::id,
            variables::var_name,
            dictionary_tables::tbl_name,
        ))
        .load::<(i64, i64, String, String)>(connection)?;
    let view = |(id, depend_on, var_name, tbl_name)| {
        (
            id,
            DependencyView {
                depend_on: VariableId(depend_on),
                var_name,
                tbl_name,
            },
        )
    };
    Ok(found.into_iter().map(view).collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use aditus_application::paging::{ListQuery, Page};

    use super::*;
    use crate::testing::TestDatabase;
    use crate::testing::plans::plan;

    fn query(sort: VariableRecordSort) -> VariableRecordQuery {
        VariableRecordQuery {
            table: Some(TableId(1)),
            data_source: None,
            list: ListQuery {
                search: None,
                sort,
                direction: Direction::Ascending,
                page: Page::new(1, 10),
            },
        }
    }

    /// Applies to the order of the dictionary and to the order by name. Lists by column, type and
    /// meaning are sorted while they are read.
    #[test]
    fn page_of_a_table_is_read_from_an_index() {
        let database = TestDatabase::sqlite();
        let mut connection = database.connection();
        for sort in [VariableRecordSort::Dictionary, VariableRecordSort::VarName] {
            let query = query(sort);
            let statement = sorted!(&query, None)
                .limit(10)
                .select((RecordRow::as_select(), dictionary_tables::tbl_name));
            let lines = plan(&mut connection, statement);
            assert!(
                lines.iter().all(|line| !line.contains("TEMP B-TREE"))
                    && lines
                        .iter()
                        .any(|line| line.contains("SEARCH variables USING INDEX")
                            && line.contains("(table_id=?)")),
                "{sort:?}: {lines:?}"
            );
        }
    }
}
