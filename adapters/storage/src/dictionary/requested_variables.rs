//! Variables of requests. They include unpublished ones, because a request shows everything it
//! asked for.

use std::collections::{BTreeSet, HashMap};

use aditus_application::dictionary::views::{VariableSort, VariableView};
use aditus_application::paging::{Direction, Paged};
use aditus_application::requests::views::{DatasetVariableView, DatasetVariablesQuery};
use aditus_domain::ids::{DatasetId, DatasetVariableId, RequestId};
use aditus_domain::requests::TableComposition;
use diesel::dsl::{count_star, sql};
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::Bool;

use super::revisions::pins::{Asked, changes_since_request};
use super::variable_search::Search;
use super::variable_views::{ShownRow, variable_views};
use crate::connection::AnyConnection;
use crate::error::{DbResult, missing};
use crate::schema::{dataset_variables, dictionary_tables, requested_datasets, variables};

/// Returns the variables of all datasets of a request, by dataset, then by id.
pub(crate) fn variables_of_request(
    connection: &mut AnyConnection,
    request: RequestId,
) -> DbResult<Vec<DatasetVariableView>> {
    let links: Vec<(i64, i64, i64, bool, Option<i64>)> = dataset_variables::table
        .inner_join(requested_datasets::table)
        .filter(requested_datasets::request_id.eq(request.0))
        .order((dataset_variables::dataset_id, dataset_variables::variable_id))
        .select((
            dataset_variables::id,
            dataset_variables::dataset_id,
            dataset_variables::variable_id,
            dataset_variables::is_distinct,
            dataset_variables::revision_id,
        ))
        .load(connection)?;
    let ids: BTreeSet<i64> = links.iter().map(|link| link.2).collect();
    let mut views: HashMap<i64, VariableView> = HashMap::new();
    for some in ids.into_iter().collect::<Vec<_>>().chunks(10_000) {
        let rows = variables::table
            .filter(variables::id.eq_any(some))
            .select(ShownRow::as_select())
            .load::<ShownRow>(connection)?;
        views.extend(
            variable_views(connection, rows)?
                .into_iter()
                .map(|view| (view.var_id.0, view)),
        );
    }
    let asked: Vec<Asked> = links
        .iter()
        .map(|(_, _, variable, _, revision)| {
            let is_offered = views.get(variable).is_some_and(|view| view.publish);
            (*variable, *revision, is_offered)
        })
        .collect();
    let since = changes_since_request(connection, &asked)?;
    links
        .into_iter()
        .zip(since)
        .map(|((id, dataset, variable, is_distinct, _), since)| {
            let var = views.get(&variable).cloned().ok_or_else(missing("variable"))?;
            Ok(DatasetVariableView {
                since,
                dataset_variable_id: DatasetVariableId(id),
                rdataset: DatasetId(dataset),
                is_distinct,
                var,
            })
        })
        .collect()
}

/// Counts the variables of a request by dataset, table and kind, ordered by the name of the table.
pub(crate) fn composition_of_request(
    connection: &mut AnyConnection,
    request: RequestId,
) -> DbResult<Vec<(DatasetId, TableComposition)>> {
    let counted: Vec<(i64, i64, String, bool, bool, i64)> = dataset_variables::table
        .inner_join(requested_datasets::table)
        .inner_join(variables::table.inner_join(dictionary_tables::table))
        .filter(requested_datasets::request_id.eq(request.0))
        .group_by((
            dataset_variables::dataset_id,
            dictionary_tables::id,
            dictionary_tables::tbl_name,
            variables::is_identifiable,
            variables::derived,
        ))
        .order((
            dataset_variables::dataset_id,
            dictionary_tables::tbl_name,
            dictionary_tables::id,
        ))
        .select((
            dataset_variables::dataset_id,
            dictionary_tables::id,
            dictionary_tables::tbl_name,
            variables::is_identifiable,
            variables::derived,
            count_star(),
        ))
        .load(connection)?;
    let mut tables = Vec::new();
    for rows in counted.chunk_by(|one, next| (one.0, one.1) == (next.0, next.1)) {
        let Some((dataset, _, name, ..)) = rows.first() else {
            continue;
        };
        let mut table = TableComposition::new(name.clone());
        for (.., is_identifiable, derived, number) in rows {
            table.add(*is_identifiable, *derived, number.unsigned_abs());
        }
        tables.push((DatasetId(*dataset), table));
    }
    Ok(tables)
}

/// Condition that a variable changed since it was requested: it is no longer published, or its
/// definition differs.
fn changed_since_request() -> SqlLiteral<Bool> {
    sql::<Bool>(
        "(NOT variables.published OR EXISTS (
            SELECT 1 FROM present_revisions p
            JOIN dictionary_revisions asked ON asked.id = dataset_variables.revision_id
            JOIN dictionary_revisions present ON present.id = p.revision_id
            WHERE p.record = 'variable' AND p.record_id = dataset_variables.variable_id
                AND p.revision_id <> dataset_variables.revision_id AND present.content <> asked.content))",
    )
}

/// Selects the variables of a dataset by search term and state.
macro_rules! filtered {
    ($query:expr, $search:expr) => {{
        let query: &DatasetVariablesQuery = $query;
        let search: Option<&Search> = $search;
        let mut filtered = dataset_variables::table
            .inner_join(variables::table)
            .filter(dataset_variables::dataset_id.eq(query.dataset.0))
            .into_boxed();
        if query.moved_on_only {
            filtered = filtered.filter(changed_since_request());
        }
        if let Some(search) = search {
            filtered = filtered.filter(search.condition());
        }
        filtered
    }};
}

pub(crate) fn variables_of_dataset(
    connection: &mut AnyConnection,
    query: &DatasetVariablesQuery,
) -> DbResult<Paged<DatasetVariableView>> {
    let search = query.search.as_deref().and_then(Search::parse);
    let filtered = filtered!(query, search.as_ref());
    // Each order ends with the id, so that pages never overlap.
    macro_rules! by {
        ($column:ident) => {
            match query.direction {
                Direction::Ascending => filtered.order((variables::$column.asc(), variables::id.asc())),
                Direction::Descending => filtered.order((variables::$column.desc(), variables::id.desc())),
            }
        };
    }
    let sorted = match query.sort {
        VariableSort::Dictionary | VariableSort::Relevance => by!(table_id),
        VariableSort::TblName => by!(table_order),
        VariableSort::VarName => by!(name_order),
        VariableSort::DataType => by!(data_type),
        VariableSort::Meaning => by!(meaning_sort_key),
    };
    let stored: Vec<(i64, bool, Option<i64>, ShownRow)> = sorted
        .limit(query.page.limit())
        .offset(query.page.offset())
        .select((
            dataset_variables::id,
            dataset_variables::is_distinct,
            dataset_variables::revision_id,
            ShownRow::as_select(),
        ))
        .load(connection)?;
    let total = if let Some(total) = query.page.total_if_last(stored.len()) {
        total
    } else {
        let number: i64 = filtered!(query, search.as_ref()).count().get_result(connection)?;
        number.unsigned_abs()
    };
    let (links, rows): (Vec<_>, Vec<_>) = stored
        .into_iter()
        .map(|(id, is_distinct, revision, row)| ((id, is_distinct, revision), row))
        .unzip();
    let views = variable_views(connection, rows)?;
    let asked: Vec<Asked> = links
        .iter()
        .zip(&views)
        .map(|((_, _, revision), view)| (view.var_id.0, *revision, view.publish))
        .collect();
    let since = changes_since_request(connection, &asked)?;
    let view = |(((id, is_distinct, _), var), since)| DatasetVariableView {
        since,
        dataset_variable_id: DatasetVariableId(id),
        rdataset: query.dataset,
        is_distinct,
        var,
    };
    Ok(Paged {
        items: links.into_iter().zip(views).zip(since).map(view).collect(),
        page: query.page,
        total,
        more: false,
    })
}
