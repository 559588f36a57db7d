//! The migrations of both databases make the same schema, and take it away again.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "these are tests")]

use std::collections::{BTreeMap, BTreeSet};

use aditus_storage::testing::TestDatabase;
use diesel::migration::MigrationSource;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use diesel_migrations::{FileBasedMigrations, MigrationHarness};

#[derive(Debug, QueryableByName)]
struct Found {
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Text)]
    column_name: String,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Bool)]
    nullable: bool,
}

/// A column's kind and whether it may be missing, by table and column.
type Schema = BTreeMap<(String, String), (String, bool)>;

/// SQLite keeps times as text (see `times.rs`), and calls every integer that is a key INTEGER.
const SQLITE_COLUMNS: &str = "
    SELECT m.name AS table_name, c.name AS column_name,
           CASE WHEN c.type = 'INTEGER' AND c.pk > 0 THEN 'BIGINT' ELSE c.type END AS kind,
           c.\"notnull\" = 0 AND c.pk = 0 AS nullable
    FROM sqlite_master m JOIN pragma_table_info(m.name) c
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite~_%' ESCAPE '~' AND m.name NOT LIKE '~_~_%' ESCAPE '~'
      AND m.name NOT LIKE '%~_fts%' ESCAPE '~'";

const POSTGRES_COLUMNS: &str = "
    SELECT table_name::text, column_name::text,
           CASE data_type WHEN 'timestamp with time zone' THEN 'TEXT' WHEN 'bytea' THEN 'BLOB'
                          WHEN 'double precision' THEN 'DOUBLE' ELSE upper(data_type) END AS kind,
           is_nullable = 'YES' AS nullable
    FROM information_schema.columns WHERE table_schema = 'public' AND left(table_name, 2) <> '__'";

/// Unique keys, whether made by a constraint or an index, as `table (columns)`.
const SQLITE_KEYS: &str = "
    SELECT m.name || ' (' || (SELECT group_concat(name, ', ') FROM (
               SELECT name FROM pragma_index_info(i.name) ORDER BY seqno)) || ')' AS text
    FROM sqlite_master m JOIN pragma_index_list(m.name) i
    WHERE m.type = 'table' AND i.\"unique\" = 1 AND i.origin <> 'pk' AND m.name NOT LIKE '%~_fts%' ESCAPE '~'
      AND m.name NOT LIKE '~_~_%' ESCAPE '~'";

const POSTGRES_KEYS: &str = "
    SELECT t.relname || ' (' || string_agg(a.attname, ', ' ORDER BY k.position) || ')' AS text
    FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
    CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (attnum, position)
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum
    WHERE i.indisunique AND NOT i.indisprimary AND t.relnamespace = 'public'::regnamespace AND left(t.relname, 2) <> '__'
    GROUP BY i.indexrelid, t.relname";

/// Foreign keys as `table.column -> table`.
const SQLITE_REFERENCES: &str = "
    SELECT m.name || '.' || f.\"from\" || ' -> ' || f.\"table\" AS text
    FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'";

const POSTGRES_REFERENCES: &str = "
    SELECT t.relname || '.' || a.attname || ' -> ' || r.relname AS text
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class r ON r.oid = c.confrelid
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f'";

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    text: String,
}

fn schema(columns: Vec<Found>) -> Schema {
    columns
        .into_iter()
        .map(|c| ((c.table_name, c.column_name), (c.kind, c.nullable)))
        .collect()
}

fn lines(rows: Vec<Line>) -> BTreeSet<String> {
    rows.into_iter().map(|row| row.text).collect()
}

/// The path of the file, from the address of a store.
fn sqlite(database: &TestDatabase) -> SqliteConnection {
    SqliteConnection::establish(database.url().strip_prefix("sqlite://").unwrap()).unwrap()
}

fn postgres(database: &TestDatabase) -> PgConnection {
    PgConnection::establish(database.url()).unwrap()
}

#[test]
fn both_databases_have_the_same_tables_columns_and_keys() {
    let (on_sqlite, on_postgres) = (TestDatabase::sqlite(), TestDatabase::postgres());
    let (mut sqlite, mut postgres) = (sqlite(&on_sqlite), postgres(&on_postgres));

    let expected = schema(diesel::sql_query(SQLITE_COLUMNS).load(&mut sqlite).unwrap());
    assert!(expected.len() > 200, "{}", expected.len());
    assert_eq!(
        schema(diesel::sql_query(POSTGRES_COLUMNS).load(&mut postgres).unwrap()),
        expected
    );

    let expected = lines(diesel::sql_query(SQLITE_KEYS).load(&mut sqlite).unwrap());
    assert!(expected.contains("users (phone)") && expected.contains("approval_procedures (is_default)"));
    assert_eq!(
        lines(diesel::sql_query(POSTGRES_KEYS).load(&mut postgres).unwrap()),
        expected
    );

    let expected = lines(diesel::sql_query(SQLITE_REFERENCES).load(&mut sqlite).unwrap());
    assert!(expected.contains("sessions.user_id -> users"));
    assert_eq!(
        lines(
            diesel::sql_query(POSTGRES_REFERENCES)
                .load(&mut postgres)
                .unwrap()
        ),
        expected
    );
}

#[test]
fn the_migrations_have_the_same_names_in_both() {
    let names = |folder: &str| {
        let migrations = FileBasedMigrations::from_path(folder).unwrap();
        let found = MigrationSource::<diesel::sqlite::Sqlite>::migrations(&migrations).unwrap();
        found
            .iter()
            .map(|migration| migration.name().to_string())
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(
        names("../../migrations/sqlite"),
        names("../../migrations/postgres")
    );
}

#[test]
fn migrations_can_be_reverted_and_applied_again() {
    let (on_sqlite, on_postgres) = (TestDatabase::sqlite(), TestDatabase::postgres());

    let mut connection = sqlite(&on_sqlite);
    let files = || FileBasedMigrations::from_path("../../migrations/sqlite").unwrap();
    connection.revert_all_migrations(files()).unwrap();
    assert!(
        diesel::sql_query(SQLITE_COLUMNS)
            .load::<Found>(&mut connection)
            .unwrap()
            .is_empty()
    );
    connection.run_pending_migrations(files()).unwrap();

    let mut connection = postgres(&on_postgres);
    let files = || FileBasedMigrations::from_path("../../migrations/postgres").unwrap();
    connection.revert_all_migrations(files()).unwrap();
    assert!(
        diesel::sql_query(POSTGRES_COLUMNS)
            .load::<Found>(&mut connection)
            .unwrap()
            .is_empty()
    );
    connection.run_pending_migrations(files()).unwrap();
}
