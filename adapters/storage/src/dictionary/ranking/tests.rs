//! Matches are found across all ids and returned by id, independent of the blocks that are searched
//! first.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use aditus_application::contract::seed::{source, table, table_row, variable_row, variables};
use aditus_application::dictionary::views::{VariableFacets, VariableQuery, VariableSort};
use aditus_application::paging::{Direction, Page};
use aditus_application::ports::Database;
use aditus_domain::ids::{DataSourceId, TableId, VariableId};

use super::portion::{AccessPath, Named, Portion};
use super::{Ranking, block_list};
use crate::dictionary::browse_variables::plans;
use crate::dictionary::variable_search::Search;
use crate::testing::TestDatabase;
use crate::testing::plans::plan;

/// Adds matching variables with ids above `id`, as if the ids before had been used.
fn add_behind(database: &TestDatabase, table: TableId, id: i64, number: usize) -> Vec<VariableId> {
    let postgres = format!("SELECT setval(pg_get_serial_sequence('variables', 'id'), {id})");
    let sqlite = format!("UPDATE sqlite_sequence SET seq = {id} WHERE name = 'variables'");
    database
        .execute(if database.url().starts_with("sqlite") {
            &sqlite
        } else {
            &postgres
        })
        .unwrap();
    let rows: Vec<_> = (0..number)
        .map(|number| {
            let mut row = variable_row("t", &format!("column_{id}_{number}"));
            row.meaning = if number % 10 == 9 { "Nothing" } else { "Common" }.to_owned();
            row
        })
        .collect();
    variables(&*database.store(), table, &rows)
        .into_iter()
        .enumerate()
        .filter(|(number, _)| number % 10 < 9)
        .map(|(_, id)| id)
        .collect()
}

fn found(database: &TestDatabase, source: Option<DataSourceId>, number: u32) -> (Vec<VariableId>, u64, bool) {
    let query = VariableQuery {
        data_source: source,
        table: None,
        tbl_name_prefix: None,
        search: Some("common".to_owned()),
        ids: None,
        facets: VariableFacets::default(),
        sort: VariableSort::Relevance,
        direction: Direction::Ascending,
        page: Page::new(number, 100),
    };
    let page = database
        .store()
        .read()
        .unwrap()
        .dictionary()
        .variables(&query)
        .unwrap();
    (
        page.items.iter().map(|variable| variable.var_id).collect(),
        page.total,
        page.more,
    )
}

fn matches_with_distant_ids_are_found_in_order(database: &TestDatabase) {
    let store = database.store();
    let near = source(&*store, "Near", true);
    let near_table = table(&*store, near, &table_row("t"));
    let far = source(&*store, "Far", true);
    let far_table = table(&*store, far, &table_row("t"));
    let mut of_near = Vec::new();
    // SQLite records the next id only once a row was inserted.
    variables(&*store, near_table, &[variable_row("t", "first")]);
    for (id, number) in [(10, 20), (100_000, 400), (4_000_000, 400)] {
        of_near.extend(add_behind(database, near_table, id, number));
    }
    let mut of_far = Vec::new();
    for (id, number) in [(60_000_000, 400), (90_000_000, 400)] {
        of_far.extend(add_behind(database, far_table, id, number));
    }
    let all: Vec<VariableId> = of_near.iter().chain(&of_far).copied().collect();
    assert_eq!((of_near.len(), of_far.len()), (738, 720));

    let (mut listed, mut totals) = (Vec::new(), Vec::new());
    for number in 1..=15 {
        let (ids, total, more) = found(database, None, number);
        listed.extend(ids);
        totals.push((total, more));
    }
    // Ranked matches come by name, the rest by id.
    listed[..1_000].sort_unstable();
    assert_eq!(listed, all);
    assert_eq!(
        totals[9..],
        [
            (1_000, true),
            (1_100, true),
            (1_200, true),
            (1_300, true),
            (1_400, true),
            (1_458, false)
        ]
    );

    for (source, expected) in [(near, of_near), (far, of_far)] {
        let mut listed = Vec::new();
        for number in 1..=9 {
            let (ids, total, more) = found(database, Some(source), number);
            listed.extend(ids);
            assert_eq!((total, more), (expected.len() as u64, false));
        }
        listed.sort_unstable();
        assert_eq!(listed, expected);
    }
}

#[test]
fn matches_with_distant_ids_are_found_in_order_on_sqlite() {
    matches_with_distant_ids_are_found_in_order(&TestDatabase::sqlite());
}

#[test]
fn matches_with_distant_ids_are_found_in_order_on_postgres() {
    matches_with_distant_ids_are_found_in_order(&TestDatabase::postgres());
}

/// A search by words uses the full-text index, and on SQLite reads it row by row without sorting.
/// If a filter leaves few variables, the index of that filter is used.
fn every_portion_reads_an_index(database: &TestDatabase) {
    let (source, table) = plans::fill(database);
    let mut connection = plans::connection(database);
    let is_postgres = connection.is_postgres();
    let of_words = [
        "variables_by_search_text",
        "variables_by_search_grams",
        "variables_fts VIRTUAL",
        "variables_grams_fts VIRTUAL",
    ];
    let mut access_paths = Vec::new();
    let mut asked = plans::queries(source, table);
    let of_table = asked.iter().find(|query| query.table.is_some()).cloned().unwrap();
    let of_names = asked
        .iter()
        .find(|query| query.tbl_name_prefix.is_some())
        .cloned()
        .unwrap();
    for (filter, name) in [(of_table, None), (of_names, Some("table_7".to_owned()))] {
        asked.push(VariableQuery {
            search: Some("7919".to_owned()),
            tbl_name_prefix: name,
            ..filter
        });
    }
    for query in asked {
        let Some(search) = query.search.as_deref().and_then(Search::parse) else {
            continue;
        };
        let ranking = Ranking::new(&mut connection, &query, &search).unwrap();
        let (first, last) = ranking.span.unwrap();
        for blocks in [None, Some(block_list(0, 4))] {
            let mut portion = Portion::new(first, 1_001, 0, vec![1, 2]);
            portion.blocks = blocks.filter(|_| ranking.search.access_path == AccessPath::Words);
            let statement = ranking.search.within(&ranking.filters, &portion, last);
            let lines = plan(&mut connection, statement).join("\n");
            let by_index = match ranking.search.access_path {
                AccessPath::Words => of_words.iter().any(|index| lines.contains(index)),
                AccessPath::Table => {
                    lines.contains("variables_of_table") || lines.contains("variables_in_order")
                }
                AccessPath::TableNames => lines.contains("variables_by_table_name"),
            };
            assert!(by_index && !lines.contains("Seq Scan"), "{query:?}\n{lines}");
            if !is_postgres && ranking.search.access_path == AccessPath::Words {
                assert!(!lines.contains("TEMP B-TREE"), "{query:?}\n{lines}");
                assert!(
                    lines.contains("SEARCH variables USING INTEGER PRIMARY KEY"),
                    "{lines}"
                );
            }
        }
        let named = Named::new(&ranking.search, &ranking.filters, &ranking.phrase);
        let lines = plan(&mut connection, named).join("\n");
        assert!(lines.contains("variables_by_name"), "{lines}");
        assert!(
            !lines.contains("TEMP B-TREE") && !lines.contains("Sort  ("),
            "{lines}"
        );
        access_paths.push(ranking.search.access_path);
    }
    for access_path in [AccessPath::Words, AccessPath::Table, AccessPath::TableNames] {
        assert!(
            access_paths.contains(&access_path),
            "{access_path:?} is not tried"
        );
    }
}

#[test]
fn every_portion_reads_an_index_on_sqlite() {
    every_portion_reads_an_index(&TestDatabase::sqlite());
}

#[test]
fn every_portion_reads_an_index_on_postgres() {
    every_portion_reads_an_index(&TestDatabase::postgres());
}
