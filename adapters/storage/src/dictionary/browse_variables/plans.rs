//! Query plans: pages, searches and totals of variables use indexes on both databases.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use aditus_application::contract::seed::{source, table, table_row, variable_row, variables as add};
use aditus_application::dictionary::views::{VariableFacets, VariableQuery, VariableSort};
use aditus_application::paging::{Direction, Page};
use aditus_domain::ids::{DataSourceId, TableId};
use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use super::{Search, ShownRow, filtered, sorted};
use crate::connection::AnyConnection;
use crate::testing::TestDatabase;
use crate::testing::plans::plan;

/// Creates several sources with many tables. Returns the last source and table.
pub(in crate::dictionary) fn fill(database: &TestDatabase) -> (DataSourceId, TableId) {
    let store = database.store();
    let mut last = None;
    for source_number in 0..4 {
        let source = source(&*store, &format!("Source {source_number}"), true);
        for table_number in 0..10 {
            let name = format!("table_{table_number}");
            let table = table(&*store, source, &table_row(&name));
            let rows: Vec<_> = (0..150)
                .map(|number| {
                    let mut row = variable_row(&name, &format!("column_{number}"));
                    // Few variables match the two-letter search.
                    let rare = if number == 77 { " q7" } else { "" };
                    row.meaning = format!("Meaning {} of {source_number}{rare}", number * 7919);
                    row
                })
                .collect();
            add(&*store, table, &rows);
            last = Some((source, table));
        }
    }
    last.unwrap()
}

pub(in crate::dictionary) fn connection(database: &TestDatabase) -> AnyConnection {
    let mut connection = database.connection();
    // SQLite has to choose its plan without statistics, as in a new installation.
    if connection.is_postgres() {
        connection.batch_execute("ANALYZE").unwrap();
    }
    connection
}

pub(in crate::dictionary) fn queries(source: DataSourceId, table: TableId) -> Vec<VariableQuery> {
    let all = VariableQuery {
        data_source: None,
        table: None,
        tbl_name_prefix: None,
        search: None,
        ids: None,
        facets: VariableFacets::default(),
        sort: VariableSort::Dictionary,
        direction: Direction::Ascending,
        page: Page::new(2, 20),
    };
    vec![
        VariableQuery {
            data_source: Some(source),
            ..all.clone()
        },
        VariableQuery {
            table: Some(table),
            ..all.clone()
        },
        VariableQuery {
            tbl_name_prefix: Some("table_7".to_owned()),
            ..all.clone()
        },
        VariableQuery {
            search: Some("7919".to_owned()),
            ..all.clone()
        },
        VariableQuery {
            search: Some("column 7919 um".to_owned()),
            ..all.clone()
        },
        VariableQuery {
            search: Some("q7 9".to_owned()),
            data_source: Some(source),
            ..all.clone()
        },
        all,
    ]
}

fn every_page_reads_indexes(database: &TestDatabase) {
    let (source, table) = fill(database);
    let mut connection = connection(database);
    for query in queries(source, table) {
        let term = query.search.as_deref().and_then(Search::parse);
        for sort in [
            VariableSort::Relevance,
            VariableSort::Dictionary,
            VariableSort::TblName,
            VariableSort::VarName,
            VariableSort::Meaning,
        ] {
            for direction in [Direction::Ascending, Direction::Descending] {
                let query = VariableQuery {
                    sort,
                    direction,
                    ..query.clone()
                };
                let statement = sorted(&query, term.as_ref())
                    .limit(query.page.limit())
                    .offset(query.page.offset())
                    .select(ShownRow::as_select());
                let lines = plan(&mut connection, statement).join("\n");
                assert!(
                    !lines.contains("Seq Scan on variables"),
                    "{query:?} {sort:?}\n{lines}"
                );
                let scans = lines
                    .lines()
                    .any(|line| line.starts_with("SCAN variables") && !line.contains("INDEX"));
                assert!(!scans, "{query:?} {sort:?}\n{lines}");
                let is_plain = query.data_source.is_none() && query.table.is_none() && term.is_none();
                if is_plain && query.tbl_name_prefix.is_none() {
                    let sorts = lines.contains("TEMP B-TREE") || lines.contains("Sort");
                    assert!(!sorts, "{query:?} {sort:?}\n{lines}");
                }
            }
        }
        if term.is_some() {
            let lines = plan(&mut connection, filtered(&query, term.as_ref()).count()).join("\n");
            assert!(
                [
                    "variables_fts",
                    "variables_by_search_text",
                    "variables_grams_fts",
                    "variables_by_search_grams"
                ]
                .iter()
                .any(|index| lines.contains(index)),
                "{lines}"
            );
        }
    }
}

#[test]
fn every_page_reads_indexes_on_sqlite() {
    every_page_reads_indexes(&TestDatabase::sqlite());
}

#[test]
fn every_page_reads_indexes_on_postgres() {
    every_page_reads_indexes(&TestDatabase::postgres());
}
