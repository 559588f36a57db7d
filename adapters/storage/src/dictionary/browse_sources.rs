//! Published data sources.

use std::collections::HashMap;

use aditus_application::dictionary::views::SourceView;
use aditus_application::paging::{Direction, Page, Paged};
use aditus_domain::ids::DataSourceId;
use diesel::dsl::{count_star, sum};
use diesel::prelude::*;

use crate::connection::{AnyConnection, MultiBackend};
use crate::dialect::contains;
use crate::error::DbResult;
use crate::paging::paged;
use crate::schema::{data_sources, dictionary_tables};
use crate::search::Term;

type Columns = (i64, String, String, bool);
const COLUMNS: (
    data_sources::id,
    data_sources::source,
    data_sources::description,
    data_sources::publish,
) = (
    data_sources::id,
    data_sources::source,
    data_sources::description,
    data_sources::publish,
);

fn published<'a>(search: Option<&str>) -> data_sources::BoxedQuery<'a, MultiBackend> {
    let query = data_sources::table
        .filter(data_sources::publish.eq(true))
        .into_boxed();
    match search.and_then(Term::parse) {
        Some(term) => query.filter(contains(
            data_sources::search_text,
            data_sources::id,
            "data_sources_fts",
            &term,
        )),
        None => query,
    }
}

/// Adds the numbers of published tables and variables. Variables are summed from the counts of the
/// tables, so the cost does not depend on their number.
fn with_counts(connection: &mut AnyConnection, sources: Vec<Columns>) -> DbResult<Vec<SourceView>> {
    let counts: HashMap<i64, (i64, Option<i64>)> = dictionary_tables::table
        .filter(dictionary_tables::data_source_id.eq_any(sources.iter().map(|source| source.0)))
        .filter(dictionary_tables::publish.eq(true))
        .group_by(dictionary_tables::data_source_id)
        .select((
            dictionary_tables::data_source_id,
            count_star(),
            sum(dictionary_tables::variables_count),
        ))
        .load::<(i64, i64, Option<i64>)>(connection)?
        .into_iter()
        .map(|(source, tables, variables)| (source, (tables, variables)))
        .collect();
    Ok(sources
        .into_iter()
        .map(|(id, source, description, publish)| {
            let (tables_count, variables_count) = counts.get(&id).copied().unwrap_or_default();
            SourceView {
                data_source_id: DataSourceId(id),
                source,
                description,
                publish,
                tables_count,
                variables_count: variables_count.unwrap_or_default(),
            }
        })
        .collect())
}

pub(super) fn page(
    connection: &mut AnyConnection,
    search: Option<&str>,
    direction: Direction,
    page: Page,
) -> DbResult<Paged<SourceView>> {
    let total = published(search).count().get_result::<i64>(connection)?;
    let rows = published(search);
    let rows = match direction {
        Direction::Ascending => rows.order((data_sources::source_key.asc(), data_sources::id.asc())),
        Direction::Descending => rows.order((data_sources::source_key.desc(), data_sources::id.desc())),
    };
    let rows = rows
        .limit(page.limit())
        .offset(page.offset())
        .select(COLUMNS)
        .load::<Columns>(connection)?;
    Ok(paged(with_counts(connection, rows)?, page, total))
}

pub(super) fn one(connection: &mut AnyConnection, id: DataSourceId) -> DbResult<Option<SourceView>> {
    let row = published(None)
        .filter(data_sources::id.eq(id.0))
        .select(COLUMNS)
        .first::<Columns>(connection)
        .optional()?;
    Ok(with_counts(connection, row.into_iter().collect())?.pop())
}

/// Returns the number of published sources, and that of their published variables.
pub(super) fn counts(connection: &mut AnyConnection) -> DbResult<(u64, u64)> {
    let sources: i64 = published(None).count().get_result(connection)?;
    let variables: Option<i64> = dictionary_tables::table
        .inner_join(data_sources::table)
        .filter(dictionary_tables::publish.eq(true))
        .filter(data_sources::publish.eq(true))
        .select(sum(dictionary_tables::variables_count))
        .first(connection)?;
    Ok((
        sources.unsigned_abs(),
        variables.unwrap_or_default().unsigned_abs(),
    ))
}
