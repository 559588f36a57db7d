//! Query plans: lists of sources and topics use indexes on both databases.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use aditus_application::contract::seed::source;
use aditus_application::dictionary::records::views::{SourceSort, TopicSort};
use aditus_application::paging::{Direction, ListQuery, Page};
use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use super::super::topics;
use super::{StoredRow, filtered, page_of};
use crate::schema;
use crate::search::Term;
use crate::testing::TestDatabase;
use crate::testing::plans::plan;

/// Creates 4,000 sources like the newest one and as many topics, each with a unique number in its
/// search text.
const MANY: &str = "
    INSERT INTO data_sources (source, source_key, description, db_type, dbms, dbms_sort_key, has_aggregate_data, publish, search_text)
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4000)
    SELECT 'Register ' || (n * 7919), 'register ' || (n * 7919), description, db_type || n, dbms || n,
        dbms || n, has_aggregate_data, publish, '  register  ' || (n * 7919)
    FROM data_sources CROSS JOIN numbers WHERE data_sources.source = 'Somewhere';
    INSERT INTO topics (topic, topic_key, sort_key, description, description_key, active, date_added, search_text)
    SELECT source, source_key, source_key, description, source_key, publish, '2026-01-05T08:30:00.000000Z', search_text
    FROM data_sources;
";

fn list<Sort>(sort: Sort, direction: Direction) -> ListQuery<Sort> {
    ListQuery {
        search: None,
        sort,
        direction,
        page: Page::new(2, 20),
    }
}

/// Asserts that the page is read from an index without sorting.
fn walks_an_index(lines: &[String], what: &str) {
    let lines = lines.join("\n");
    assert!(
        !lines.contains("TEMP B-TREE") && !lines.contains("Sort") && !lines.contains("Seq Scan"),
        "{what}\n{lines}"
    );
}

fn every_list_reads_indexes(database: &TestDatabase) {
    source(database.store().as_ref(), "Somewhere", true);
    let mut connection = database.filled(MANY);
    for direction in [Direction::Ascending, Direction::Descending] {
        for sort in [SourceSort::Source, SourceSort::DbType, SourceSort::Dbms] {
            let statement = page_of(None, &list(sort, direction)).select(StoredRow::as_select());
            walks_an_index(
                &plan(&mut connection, statement),
                &format!("{sort:?} {direction:?}"),
            );
        }
        for sort in [
            TopicSort::Topic,
            TopicSort::Description,
            TopicSort::DateAdded,
            TopicSort::Active,
        ] {
            let statement =
                topics::page_of(None, &list(sort, direction), false).select(schema::topics::topic);
            walks_an_index(
                &plan(&mut connection, statement),
                &format!("{sort:?} {direction:?}"),
            );
        }
    }
    // PostgreSQL would scan a few thousand rows sequentially. The test checks that an index can
    // serve the search.
    if connection.is_postgres() {
        connection.batch_execute("SET enable_seqscan = off").unwrap();
    }
    let term = Term::parse("79190");
    for lines in [
        plan(&mut connection, filtered(term.as_ref()).count()),
        plan(&mut connection, topics::filtered(term.as_ref(), false).count()),
    ] {
        let lines = lines.join("\n");
        let by_words = [
            "data_sources_fts",
            "topics_fts",
            "data_sources_by_search_text",
            "topics_by_search_text",
        ];
        assert!(by_words.iter().any(|index| lines.contains(index)), "{lines}");
    }
}

#[test]
fn every_list_reads_indexes_on_sqlite() {
    every_list_reads_indexes(&TestDatabase::sqlite());
}

#[test]
fn every_list_reads_indexes_on_postgres() {
    every_list_reads_indexes(&TestDatabase::postgres());
}
