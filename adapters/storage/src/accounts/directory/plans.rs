//! Query plans: lists of people use indexes on both databases.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use aditus_application::accounts::directory::PersonSort;
use aditus_application::contract::seed::{organisation, user};
use aditus_application::paging::Direction;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use super::{PersonRow, filtered, sorted};
use crate::search::Term;
use crate::testing::TestDatabase;
use crate::testing::plans::plan;

/// Creates 4,000 people in the organisation of the first user, each with a unique number in their
/// search text.
const MANY: &str = "
    INSERT INTO users (
        fname, sname, phone, phone_key, designation, department, organisation_id, password_hash, state, email_is_verified,
        created_on, version, name_key, search_text
    )
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4000)
    SELECT fname, sname, '+2567' || (10000000 + n), '+2567' || (10000000 + n), designation, department, organisation_id, password_hash, state,
        email_is_verified, created_on, version, 'person  ' || (n * 7919), '  person  ' || (n * 7919)
    FROM users CROSS JOIN numbers WHERE users.id = 1;
";

fn lists_by_name_and_searches_read_indexes(database: &TestDatabase) {
    let store = database.store();
    assert_eq!(user(store.as_ref(), 1).0, 1);
    let small = organisation(store.as_ref(), "Somewhere else");
    let mut connection = database.filled(MANY);
    let large = aditus_domain::organisations::DATA_REQUESTER_ORGANISATION;
    for direction in [Direction::Ascending, Direction::Descending] {
        let page = sorted(filtered(large, None), PersonSort::Name, direction)
            .limit(20)
            .offset(20)
            .select(PersonRow::as_select());
        let lines = plan(&mut connection, page).join("\n");
        assert!(lines.contains("users_by_name"), "{lines}");
        assert!(
            !lines.contains("TEMP B-TREE") && !lines.contains("Sort"),
            "{lines}"
        );
    }
    // PostgreSQL would scan a few thousand rows sequentially. The test checks that an index can
    // serve the query.
    if connection.is_postgres() {
        connection.batch_execute("SET enable_seqscan = off").unwrap();
    }
    let count = filtered(small, None).count();
    let lines = plan(&mut connection, count).join("\n");
    assert!(
        !lines.contains("Seq Scan") && !lines.contains("SCAN users"),
        "{lines}"
    );
    let term = Term::parse("79190");
    let page = sorted(
        filtered(large, term.as_ref()),
        PersonSort::Name,
        Direction::Ascending,
    )
    .limit(20)
    .select(PersonRow::as_select());
    let lines = plan(&mut connection, page).join("\n");
    assert!(
        lines.contains("users_fts") || lines.contains("users_by_search_text"),
        "{lines}"
    );
    assert!(!lines.contains("users_by_name"), "the words come first\n{lines}");
}

#[test]
fn lists_by_name_and_searches_read_indexes_on_sqlite() {
    lists_by_name_and_searches_read_indexes(&TestDatabase::sqlite());
}

#[test]
fn lists_by_name_and_searches_read_indexes_on_postgres() {
    lists_by_name_and_searches_read_indexes(&TestDatabase::postgres());
}
