//! Restricts the files that may branch on the database.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The files that branch on the database, with the reason for those outside the kernel.
const BRANCHING: [&str; 20] = [
    "connection.rs",
    "dialect.rs",
    "erased_pages.rs",
    "migrate.rs",
    "prepared.rs",
    "transaction.rs",
    // One statement adds an entry with its values on PostgreSQL. SQLite has no arrays.
    "audit/mod.rs",
    // Only PostgreSQL has roles.
    "audit/guard.rs",
    // A backup and a move copy a database by its own means.
    "backup/moving/destination.rs",
    "backup/postgres.rs",
    "backup/sqlite.rs",
    // PostgreSQL searches words by an index of its own kind, in blocks of ids.
    "dictionary/variable_search.rs",
    "dictionary/ranking.rs",
    "dictionary/ranking/portion.rs",
    // PostgreSQL takes new pages for a temporary table, SQLite for a value.
    "installation/trial_writes.rs",
    // Each database has other built-in integrity checks.
    "integrity/own_faults.rs",
    // PostgreSQL reads the notifications of many people by one statement.
    "notifications/views.rs",
    // Only PostgreSQL keeps an upsert of several rows prepared.
    "requests/counters.rs",
    // The search indexes of requests are one table on PostgreSQL and two on SQLite.
    "requests/search_condition.rs",
    // PostgreSQL plans a search once for all values, so the statement says the order of the joins.
    "requests/list.rs",
];

/// Test files within the slices.
const TESTS: [&str; 4] = ["plans.rs", "tests.rs", "waiting.rs", "bulk.rs"];

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] })
        .collect()
}

fn branches(path: &Path) -> bool {
    let code = std::fs::read_to_string(path).unwrap();
    let product = code.split("\nmod tests {").next().unwrap();
    let signs = [
        "AnyConnection::Postgres",
        "AnyConnection::Sqlite",
        "MultiBackend::Postgres",
        "is_postgres(",
    ];
    signs.iter().any(|sign| product.contains(sign))
}

#[test]
fn only_listed_files_branch_on_the_database() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let branching: BTreeSet<String> = files(&root)
        .iter()
        .filter(|path| !TESTS.iter().any(|test| path.ends_with(test)))
        .filter(|path| branches(path))
        .map(|path| {
            path.strip_prefix(&root)
                .unwrap()
                .to_str()
                .unwrap()
                .replace('\\', "/")
        })
        .collect();
    let listed: BTreeSet<String> = BRANCHING.map(str::to_owned).into();
    let unlisted: Vec<_> = branching.difference(&listed).collect();
    assert!(unlisted.is_empty(), "{unlisted:?}");
}
