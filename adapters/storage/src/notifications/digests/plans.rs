//! Query plan: the search for digests that are due reads an index on both databases.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use aditus_application::contract::fixtures::Provider;
use aditus_domain::notifications::DigestTimes;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use super::due;
use crate::schema::digest_entries;
use crate::testing::TestDatabase;
use crate::testing::plans::plan;

/// Creates 4,000 notifications that wait for a daily digest.
const MANY: &str = "
    INSERT INTO digest_entries (user_id, role_id, kind, message, action, link, delivery, created_on)
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4000)
    SELECT
        (SELECT MIN(id) FROM users), 2, 'released', 'It is released.', 'Open', '/', 'daily',
        '2027-03-01T09:00:00.000000Z'
    FROM numbers;
";

fn the_search_for_digests_reads_an_index(database: &TestDatabase, many: &str) {
    let store = database.store();
    Provider::new(store.as_ref(), "Ministry of Health", "National HMIS");
    let mut connection = database.filled(many);
    // PostgreSQL would scan a few thousand rows sequentially.
    if connection.is_postgres() {
        connection.batch_execute("SET enable_seqscan = off").unwrap();
    }
    let now = "2027-03-01T12:00:00Z".parse().unwrap();
    let times = DigestTimes {
        daily: now,
        weekly: now,
    };
    let query = due(&times).select(digest_entries::user_id);
    let lines = plan(&mut connection, query).join("\n");
    assert!(lines.contains("digest_entries_by_delivery"), "{lines}");
}

#[test]
fn the_search_for_digests_reads_an_index_on_sqlite() {
    the_search_for_digests_reads_an_index(&TestDatabase::sqlite(), MANY);
}

#[test]
fn the_search_for_digests_reads_an_index_on_postgres() {
    let many = MANY.replace("'2027", "TIMESTAMPTZ '2027");
    the_search_for_digests_reads_an_index(&TestDatabase::postgres(), &many);
}
