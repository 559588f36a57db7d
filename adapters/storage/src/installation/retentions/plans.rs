//! Query plans: expired identification documents are found through their index on both databases.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use aditus_application::contract::fixtures::{provider, requester, start, submit};
use aditus_domain::ids::DocumentId;
use chrono::TimeDelta;
use diesel::prelude::*;

use super::identifications;
use crate::schema::request_documents;
use crate::testing::TestDatabase;
use crate::testing::plans::plan;

/// Creates 20,000 documents of one request, one per hour. A fifth of them are identifications, of
/// which half are gone.
macro_rules! many {
    ($at:literal, $sha256:literal) => {
        concat!(
            "INSERT INTO request_documents (request_id, kind, file_key, file_type, size, uploaded_on, sha256, gone_on, gone_why)
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
            SELECT r.id, CASE n % 5 WHEN 0 THEN 'StaffIdentification' ELSE 'DataSpecification' END, 'copy/' || n, 'application/pdf', 1000, ",
            $at,
            ", ",
            $sha256,
            ", CASE n % 10 WHEN 0 THEN ",
            $at,
            " END, CASE n % 10 WHEN 0 THEN 'Retention' END
            FROM data_requests r CROSS JOIN numbers"
        )
    };
}

fn documents_are_found_by_their_index(database: &TestDatabase, many: &str) {
    let store = database.store();
    let requester = requester(store.as_ref());
    submit(
        store.as_ref(),
        &requester,
        &provider(store.as_ref()),
        "Malaria",
        start(),
    );
    let mut connection = database.filled(many);
    let before = start() + TimeDelta::days(400);
    for after in [None, Some((start() + TimeDelta::days(30), DocumentId(700)))] {
        let query = identifications(before, after).limit(100).select((
            request_documents::id,
            request_documents::request_id,
            request_documents::uploaded_on,
            request_documents::size,
        ));
        let lines = plan(&mut connection, query).join("\n");
        assert!(lines.contains("request_documents_of_identity"), "{lines}");
        assert!(
            !lines.contains("TEMP B-TREE") && !lines.contains("Sort"),
            "{lines}"
        );
    }
}

#[test]
fn documents_are_found_by_their_index_on_sqlite() {
    let many = many!(
        "strftime('%Y-%m-%dT%H:%M:%S.000000Z', 1790000000 + n * 3600, 'unixepoch')",
        "zeroblob(32)"
    );
    documents_are_found_by_their_index(&TestDatabase::sqlite(), many);
}

#[test]
fn documents_are_found_by_their_index_on_postgres() {
    let many = many!(
        "to_timestamp(1790000000 + n * 3600)",
        "decode(repeat('00', 32), 'hex')"
    );
    documents_are_found_by_their_index(&TestDatabase::postgres(), many);
}
