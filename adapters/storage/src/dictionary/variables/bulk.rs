//! Inserts of many variables at once.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use aditus_application::contract::seed::{commit, source, table, table_row, variable_row, variables as add};
use aditus_application::dictionary::views::{VariableFacets, VariableQuery, VariableSort};
use aditus_application::paging::{Direction, Page};
use aditus_application::ports::Database as _;
use diesel::prelude::*;
use diesel::sql_types::BigInt;

use super::{MANY, SEARCH_INDEXES};
use crate::connection::AnyConnection;
use crate::testing::TestDatabase;

#[derive(QueryableByName)]
struct Pages {
    #[diesel(sql_type = BigInt)]
    pending_pages: i64,
}

/// Returns the number of pages in the pending list of a GIN index on PostgreSQL, and merges them.
fn pending_pages(database: &TestDatabase, index: &str) -> i64 {
    let connection = database.connection();
    let AnyConnection::Postgres(mut connection) = connection else {
        return 0;
    };
    diesel::sql_query(format!(
        "SELECT gin_clean_pending_list('{index}') AS pending_pages"
    ))
    .get_result::<Pages>(&mut connection)
    .unwrap()
    .pending_pages
}

fn bulk_inserted_variables_are_searchable_immediately(database: &TestDatabase) {
    let store = database.store();
    let births = table(
        &*store,
        source(&*store, "National HMIS", true),
        &table_row("births"),
    );
    let rows: Vec<_> = (0..2 * MANY)
        .map(|number| variable_row("births", &format!("answer{number} of the form")))
        .collect();
    let ids = add(&*store, births, &rows);
    assert!(ids.is_sorted() && ids.len() == rows.len());
    for index in SEARCH_INDEXES {
        assert_eq!(pending_pages(database, index), 0, "{index}");
    }
    for (search, found) in [("answer19", 11), ("r7", 11), ("form", rows.len() as u64)] {
        let query = VariableQuery {
            data_source: None,
            table: None,
            tbl_name_prefix: None,
            search: Some(search.to_owned()),
            ids: None,
            facets: VariableFacets::default(),
            sort: VariableSort::Dictionary,
            direction: Direction::Ascending,
            page: Page::new(1, 10),
        };
        let page = store.read().unwrap().dictionary().variables(&query).unwrap();
        assert_eq!(page.total, found, "{search}");
    }
}

#[test]
fn bulk_inserted_variables_are_searchable_immediately_on_sqlite() {
    bulk_inserted_variables_are_searchable_immediately(&TestDatabase::sqlite());
}

#[test]
fn bulk_inserted_variables_are_searchable_immediately_on_postgres() {
    bulk_inserted_variables_are_searchable_immediately(&TestDatabase::postgres());
}

/// References to a variable by id must never find another one, so ids are not reused.
fn ids_of_removed_variables_are_not_reused(database: &TestDatabase) {
    let store = database.store();
    let births = table(
        &*store,
        source(&*store, "National HMIS", true),
        &table_row("births"),
    );
    let last = add(&*store, births, &[variable_row("births", "weight")])[0];
    commit(&*store, |transaction| {
        transaction.dictionary_variables().remove_variable(last).unwrap();
    });
    let next = add(&*store, births, &[variable_row("births", "length")])[0];
    assert!(next > last);
}

#[test]
fn ids_of_removed_variables_are_not_reused_on_sqlite() {
    ids_of_removed_variables_are_not_reused(&TestDatabase::sqlite());
}

#[test]
fn ids_of_removed_variables_are_not_reused_on_postgres() {
    ids_of_removed_variables_are_not_reused(&TestDatabase::postgres());
}
