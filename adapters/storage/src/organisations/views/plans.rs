//! Query plans: lists of organisations use indexes on both databases.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use aditus_application::contract::seed::organisation;
use aditus_application::organisations::views::{OrganisationQuery, OrganisationSort};
use aditus_application::paging::{Direction, Page};
use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use super::{every, filtered, page_of};
use crate::search::Term;
use crate::testing::TestDatabase;
use crate::testing::plans::plan;

/// Creates 4,000 organisations like the newest one, each with a unique number in its search text.
const MANY: &str = "
    INSERT INTO organisations (name, domain, description, active, country, name_key, sort_key, search_text, keywords)
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4000)
    SELECT 'Institute ' || (n * 7919), domain, description, active, country, 'institute ' || (n * 7919),
        'institute ' || (n * 7919), '  institute  ' || (n * 7919), '  institute  ' || (n * 7919)
    FROM organisations CROSS JOIN numbers WHERE organisations.name = 'Somewhere';
";

fn lists_by_name_and_searches_read_indexes(database: &TestDatabase) {
    organisation(database.store().as_ref(), "Somewhere");
    let mut connection = database.filled(MANY);
    let query = |search: Option<&str>| OrganisationQuery {
        search: search.map(ToOwned::to_owned),
        domains: None,
        sort: OrganisationSort::Name,
        direction: Direction::Ascending,
        page: Page::new(2, 20),
    };
    let everything = query(None);
    let lines = plan(&mut connection, page_of(&everything)).join("\n");
    assert!(lines.contains("organisations_by_sort_key"), "{lines}");
    assert!(
        !lines.contains("TEMP B-TREE") && !lines.contains("Sort"),
        "{lines}"
    );
    for direction in [Direction::Ascending, Direction::Descending] {
        let page = every::sorted(every::filtered(None), OrganisationSort::Name, direction)
            .limit(20)
            .select(every::Stored::as_select());
        let lines = plan(&mut connection, page).join("\n");
        assert!(
            lines.contains("organisations_by_sort_key") && !lines.contains("Sort"),
            "{lines}"
        );
    }
    // PostgreSQL would scan a few thousand rows sequentially. The test checks that an index can
    // serve the search.
    if connection.is_postgres() {
        connection.batch_execute("SET enable_seqscan = off").unwrap();
    }
    let searched = query(Some("79190"));
    for lines in [
        plan(&mut connection, page_of(&searched)),
        plan(&mut connection, filtered(&searched).count()),
    ] {
        let lines = lines.join("\n");
        assert!(
            lines.contains("organisations_fts") || lines.contains("organisations_by_search_text"),
            "{lines}"
        );
    }
    let term = Term::parse("79190");
    let lines = plan(&mut connection, every::filtered(term.as_ref()).count()).join("\n");
    assert!(
        lines.contains("organisations_keywords_fts") || lines.contains("organisations_by_keywords"),
        "{lines}"
    );
}

#[test]
fn lists_by_name_and_searches_read_indexes_on_sqlite() {
    lists_by_name_and_searches_read_indexes(&TestDatabase::sqlite());
}

#[test]
fn lists_by_name_and_searches_read_indexes_on_postgres() {
    lists_by_name_and_searches_read_indexes(&TestDatabase::postgres());
}
