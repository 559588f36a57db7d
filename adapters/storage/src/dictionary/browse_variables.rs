//! Pages of published variables.

use aditus_application::dictionary::views::{VariableQuery, VariableSort, VariableView};
use aditus_application::paging::{Direction, MOST_COUNTED, Paged};
use diesel::dsl::sum;
use diesel::prelude::*;

use super::facets::FacetCondition;
use super::ranking::Ranking;
use super::variable_search::{Search, range_of};
use super::variable_views::{ShownRow, variable_views};
use crate::connection::{AnyConnection, MultiBackend};
use crate::dialect::{VALUES_AT_ONCE, WithoutIndex};
use crate::error::DbResult;
use crate::schema::{data_sources, dictionary_tables, variables};

type Narrowed<'a> = variables::BoxedQuery<'a, MultiBackend>;

/// Selects variables by all filters except the search term. `$column` wraps the columns, for
/// example to hide them from indexes.
macro_rules! narrowed {
    ($query:expr, $column:expr) => {{
        let query: &VariableQuery = $query;
        let mut rows = variables::table
            .filter($column(variables::published).eq(true))
            .into_boxed();
        if let Some(source) = query.data_source {
            rows = rows.filter($column(variables::data_source_id).eq(source.0));
        }
        if let Some(table) = query.table {
            rows = rows.filter($column(variables::table_id).eq(table.0));
        }
        if let Some(prefix) = &query.tbl_name_prefix {
            let (from, to) = range_of(prefix);
            rows = rows.filter($column(variables::table_sort_key).between(from, to));
        }
        if let Some(ids) = &query.ids {
            // A selection is never larger than this. Further ids are ignored.
            let ids: Vec<i64> = ids.iter().take(VALUES_AT_ONCE).map(|id| id.0).collect();
            rows = rows.filter(variables::id.eq_any(ids));
        }
        if let Some(facets) = FacetCondition::new(&query.facets) {
            rows = rows.filter(facets);
        }
        rows
    }};
}

/// Returns the matching variables, using only columns of `variables`.
fn filtered<'a>(query: &VariableQuery, search: Option<&Search>) -> Narrowed<'a> {
    match search {
        None => narrowed!(query, std::convert::identity),
        Some(search) => narrowed!(query, WithoutIndex).filter(search.condition()),
    }
}

/// Counts the matching variables. Without a search term, a selection and facets, it sums the counts
/// of the tables instead.
fn count(connection: &mut AnyConnection, query: &VariableQuery, search: Option<&Search>) -> DbResult<i64> {
    if search.is_some() || query.ids.is_some() || FacetCondition::new(&query.facets).is_some() {
        return Ok(filtered(query, search).count().get_result(connection)?);
    }
    let mut tables = dictionary_tables::table
        .inner_join(data_sources::table)
        .filter(dictionary_tables::publish.eq(true))
        .filter(data_sources::publish.eq(true))
        .select(sum(dictionary_tables::variables_count))
        .into_boxed();
    if let Some(source) = query.data_source {
        tables = tables.filter(dictionary_tables::data_source_id.eq(source.0));
    }
    if let Some(table) = query.table {
        tables = tables.filter(dictionary_tables::id.eq(table.0));
    }
    if let Some(prefix) = &query.tbl_name_prefix {
        let (from, to) = range_of(prefix);
        tables = tables.filter(dictionary_tables::sort_key.between(from, to));
    }
    Ok(tables.first::<Option<i64>>(connection)?.unwrap_or_default())
}

/// Returns the matching variables in the requested order. Each order matches an index and ends with
/// the id, so that pages never overlap. Matches of a search within a selection are ranked after
/// they were found.
fn sorted<'a>(query: &VariableQuery, search: Option<&Search>) -> Narrowed<'a> {
    let rows = filtered(query, search);
    macro_rules! by {
        ($($column:ident),+) => {
            match query.direction {
                Direction::Ascending => rows.order(($(variables::$column.asc(),)+)),
                Direction::Descending => rows.order(($(variables::$column.desc(),)+)),
            }
        };
    }
    match (query.sort, search) {
        (VariableSort::Relevance, Some(search)) => {
            rows.order((search.rank(), variables::name_sort_key.asc(), variables::id.asc()))
        }
        (sort, _) => match sort {
            VariableSort::Dictionary | VariableSort::Relevance => by!(table_id, id),
            VariableSort::TblName => by!(table_order, table_id, id),
            VariableSort::VarName => by!(name_order, id),
            VariableSort::DataType => by!(data_type, id),
            VariableSort::Meaning => by!(meaning_sort_key, id),
        },
    }
}

pub(super) fn page(connection: &mut AnyConnection, query: &VariableQuery) -> DbResult<Paged<VariableView>> {
    let search = query.search.as_deref().and_then(Search::parse);
    match &search {
        // A selection is small, so all matches in it are counted and ranked.
        Some(search) if query.ids.is_none() => search_page(connection, query, search),
        _ => {
            let rows = rows_of(connection, query, search.as_ref(), query.page.limit())?;
            let total = match query.page.total_if_last(rows.len()) {
                Some(total) => total,
                None => count(connection, query, search.as_ref())?.unsigned_abs(),
            };
            paged(connection, query, rows, (total, false))
        }
    }
}

/// Returns a page of search results. The count stops at [`MOST_COUNTED`].
fn search_page(
    connection: &mut AnyConnection,
    query: &VariableQuery,
    search: &Search,
) -> DbResult<Paged<VariableView>> {
    let ranking = Ranking::new(connection, query, search)?;
    if query.sort == VariableSort::Relevance {
        let ranked = ranking.page(connection, query.page)?;
        let rows = by_ids(connection, &ranked.ids)?;
        return paged(connection, query, rows, (ranked.total, ranked.more));
    }
    // An explicit order applies to all matches. One extra row shows whether another page follows.
    let mut rows = rows_of(connection, query, Some(search), query.page.limit() + 1)?;
    let is_followed = rows.len() > query.page.size() as usize;
    rows.truncate(query.page.size() as usize);
    let total = if !is_followed && let Some(total) = query.page.total_if_last(rows.len()) {
        (total, false)
    } else {
        match ranking.count(connection)? {
            counted if counted <= u64::from(MOST_COUNTED) => (counted, false),
            _ => query.page.total_of_many(rows.len(), is_followed),
        }
    };
    paged(connection, query, rows, total)
}

/// Returns the rows with these ids, in the order of the ids.
pub(super) fn by_ids(connection: &mut AnyConnection, ids: &[i64]) -> DbResult<Vec<ShownRow>> {
    let mut rows: Vec<ShownRow> = variables::table
        .filter(variables::id.eq_any(ids))
        .select(ShownRow::as_select())
        .load(connection)?;
    rows.sort_by_key(|row| ids.iter().position(|id| *id == row.id()));
    Ok(rows)
}

fn rows_of(
    connection: &mut AnyConnection,
    query: &VariableQuery,
    search: Option<&Search>,
    limit: i64,
) -> DbResult<Vec<ShownRow>> {
    Ok(sorted(query, search)
        .limit(limit)
        .offset(query.page.offset())
        .select(ShownRow::as_select())
        .load(connection)?)
}

fn paged(
    connection: &mut AnyConnection,
    query: &VariableQuery,
    rows: Vec<ShownRow>,
    (total, more): (u64, bool),
) -> DbResult<Paged<VariableView>> {
    Ok(Paged {
        items: variable_views(connection, rows)?,
        page: query.page,
        total,
        more,
    })
}

#[cfg(test)]
pub(super) mod plans;
