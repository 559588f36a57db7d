//! Search over the variables of all published sources.

use std::cmp::Reverse;
use std::collections::HashMap;

use aditus_application::dictionary::views::{
    SourceMatches, TableMatches, VariableQuery, VariableSearch, VariableSort,
};
use aditus_application::paging::{Direction, Page};
use aditus_domain::ids::{DataSourceId, TableId};
use diesel::prelude::*;

use super::browse_variables::by_ids;
use super::ranking::{Best, Ranking};
use super::variable_search::Search;
use super::variable_views::variable_views;
use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::schema::{data_sources, dictionary_tables};

/// Searches one source after the other, because the work for each is limited that way, whatever the
/// number of matches. There are few sources. Names and details are read once for all.
pub(super) fn by_source(
    connection: &mut AnyConnection,
    query: &VariableSearch,
) -> DbResult<Vec<SourceMatches>> {
    let Some(search) = Search::parse(&query.search) else {
        return Ok(Vec::new());
    };
    let mut found: Vec<(Best, DataSourceId, String)> = Vec::new();
    for (id, source) in sources(connection, query.data_source)? {
        let of_source = VariableQuery {
            data_source: Some(id),
            table: None,
            tbl_name_prefix: None,
            search: None,
            ids: None,
            facets: query.facets,
            sort: VariableSort::Relevance,
            direction: Direction::Ascending,
            page: Page::new(1, 1),
        };
        let best = Ranking::new(connection, &of_source, &search)?.best(connection, query.shown)?;
        if best.total > 0 {
            found.push((best, id, source));
        }
    }
    found.sort_by_key(|(best, ..)| (best.rank, Reverse(best.total)));

    let names = table_names(connection, &found)?;
    let ids: Vec<i64> = found.iter().flat_map(|(best, ..)| best.ids.clone()).collect();
    let rows = by_ids(connection, &ids)?;
    let mut variables = variable_views(connection, rows)?.into_iter();
    Ok(found
        .into_iter()
        .map(|(best, data_source, source)| SourceMatches {
            data_source,
            source,
            total: best.total,
            more: best.more,
            tables: tables(&best, &names),
            variables: variables.by_ref().take(best.ids.len()).collect(),
        })
        .collect())
}

/// Returns the published sources by name, or the one with this id.
fn sources(
    connection: &mut AnyConnection,
    only: Option<DataSourceId>,
) -> DbResult<Vec<(DataSourceId, String)>> {
    let mut published = data_sources::table
        .filter(data_sources::publish.eq(true))
        .order((data_sources::source_key.asc(), data_sources::id.asc()))
        .select((data_sources::id, data_sources::source))
        .into_boxed();
    if let Some(only) = only {
        published = published.filter(data_sources::id.eq(only.0));
    }
    let rows: Vec<(i64, String)> = published.load(connection)?;
    Ok(rows
        .into_iter()
        .map(|(id, source)| (DataSourceId(id), source))
        .collect())
}

fn table_names(
    connection: &mut AnyConnection,
    found: &[(Best, DataSourceId, String)],
) -> DbResult<HashMap<i64, String>> {
    let ids: Vec<i64> = found
        .iter()
        .flat_map(|(best, ..)| best.tables.iter().map(|(table, _)| *table))
        .collect();
    let mut names = HashMap::new();
    for some in ids.chunks(10_000) {
        let rows: Vec<(i64, String)> = dictionary_tables::table
            .filter(dictionary_tables::id.eq_any(some))
            .select((dictionary_tables::id, dictionary_tables::tbl_name))
            .load(connection)?;
        names.extend(rows);
    }
    Ok(names)
}

fn tables(best: &Best, names: &HashMap<i64, String>) -> Vec<TableMatches> {
    let mut tables: Vec<TableMatches> = best
        .tables
        .iter()
        .filter_map(|(table, matches)| {
            Some(TableMatches {
                tbl_id: TableId(*table),
                tbl_name: names.get(table)?.clone(),
                matches: *matches,
            })
        })
        .collect();
    tables.sort_by_key(|table| Reverse(table.matches));
    tables
}
