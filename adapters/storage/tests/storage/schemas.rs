//! The migrations of both databases create the same schema, and their reverts remove it.

use std::collections::BTreeSet;

use aditus_application::integrity::Part;
use aditus_application::ports::Database;
use aditus_domain::roles::Role;
use aditus_storage::testing::TestDatabase;
use diesel::migration::MigrationSource;
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel_migrations::{FileBasedMigrations, MigrationHarness};

/// Columns as `table.column kind`. SQLite stores times as text (see `times.rs`), and an integer
/// that is the only primary key column has the type INTEGER.
const SQLITE_COLUMNS: &str = "
    SELECT m.name || '.' || c.name || ' ' || CASE WHEN c.type = 'INTEGER' AND c.pk > 0
                AND (SELECT count(*) FROM pragma_table_info(m.name) WHERE pk > 0) = 1 THEN 'BIGINT' ELSE c.type END
           || CASE WHEN c.\"notnull\" = 0 AND c.pk = 0 THEN '' ELSE ' NOT NULL' END AS text
    FROM sqlite_master m JOIN pragma_table_info(m.name) c
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite~_%' ESCAPE '~' AND m.name NOT LIKE '~_~_%' ESCAPE '~'
      AND m.name NOT LIKE '%~_fts%' ESCAPE '~'";

const POSTGRES_COLUMNS: &str = "
    SELECT table_name || '.' || column_name || ' ' ||
           CASE data_type WHEN 'timestamp with time zone' THEN 'TEXT' WHEN 'bytea' THEN 'BLOB'
                          WHEN 'double precision' THEN 'DOUBLE' ELSE upper(data_type) END ||
           CASE is_nullable WHEN 'YES' THEN '' ELSE ' NOT NULL' END AS text
    FROM information_schema.columns WHERE table_schema = 'public' AND left(table_name, 2) <> '__'
      AND right(table_name, 4) <> '_fts'";

/// Unique keys as `table (columns)`, created by constraints or indexes.
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

/// Sort columns whose collation in PostgreSQL does not compare byte by byte, as SQLite does.
const SORTED_OTHERWISE: &str = "
    SELECT table_name || '.' || column_name AS text FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'
      AND (right(column_name, 8) = 'sort_key' OR right(column_name, 6) = '_order' OR column_name IN ('email_key', 'domain_key'))";

#[derive(QueryableByName)]
pub struct Line {
    #[diesel(sql_type = Text)]
    text: String,
}

/// Returns each row of a result as a text.
pub fn lines<C: diesel::connection::LoadConnection>(connection: &mut C, statement: &str) -> BTreeSet<String>
where
    diesel::query_builder::SqlQuery: for<'q> diesel::query_dsl::LoadQuery<'q, C, Line>,
{
    diesel::sql_query(statement)
        .load::<Line>(connection)
        .unwrap()
        .into_iter()
        .map(|row| row.text)
        .collect()
}

/// Prints only the differences, since the whole sets are too long to read.
fn assert_same(sqlite: &BTreeSet<String>, postgres: &BTreeSet<String>) {
    let differing: Vec<_> = sqlite.symmetric_difference(postgres).collect();
    assert!(differing.is_empty(), "{differing:#?}");
}

/// Opens the file of a SQLite store.
pub fn sqlite(database: &TestDatabase) -> SqliteConnection {
    SqliteConnection::establish(database.url().strip_prefix("sqlite://").unwrap()).unwrap()
}

pub fn postgres(database: &TestDatabase) -> PgConnection {
    PgConnection::establish(database.url()).unwrap()
}

#[test]
fn both_databases_have_the_same_tables_columns_and_keys() {
    let (on_sqlite, on_postgres) = (TestDatabase::sqlite(), TestDatabase::postgres());
    let (mut sqlite, mut postgres) = (sqlite(&on_sqlite), postgres(&on_postgres));

    let columns = lines(&mut sqlite, SQLITE_COLUMNS);
    assert!(columns.len() > 200, "{}", columns.len());
    assert_same(&columns, &lines(&mut postgres, POSTGRES_COLUMNS));

    let keys = lines(&mut sqlite, SQLITE_KEYS);
    assert!(keys.contains("users (phone_key)") && keys.contains("approval_procedures (is_default)"));
    assert_same(&keys, &lines(&mut postgres, POSTGRES_KEYS));

    let references = lines(&mut sqlite, SQLITE_REFERENCES);
    assert!(references.contains("sessions.user_id -> users"));
    assert_same(&references, &lines(&mut postgres, POSTGRES_REFERENCES));
}

#[test]
fn both_databases_compare_sort_keys_alike() {
    let database = TestDatabase::postgres();
    assert_eq!(lines(&mut postgres(&database), SORTED_OTHERWISE), BTreeSet::new());
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
    assert!(lines(&mut connection, SQLITE_COLUMNS).is_empty());
    connection.run_pending_migrations(files()).unwrap();

    let mut connection = postgres(&on_postgres);
    let files = || FileBasedMigrations::from_path("../../migrations/postgres").unwrap();
    connection.revert_all_migrations(files()).unwrap();
    assert!(lines(&mut connection, POSTGRES_COLUMNS).is_empty());
    connection.run_pending_migrations(files()).unwrap();
}

#[test]
fn the_seeded_roles_have_the_ids_and_names_of_the_domain() {
    let (on_sqlite, on_postgres) = (TestDatabase::sqlite(), TestDatabase::postgres());
    let roles = Role::ALL.map(|role| format!("{} {role}", role.id()));
    let statement = "SELECT CAST(id AS TEXT) || ' ' || name AS text FROM roles";
    assert_eq!(
        lines(&mut sqlite(&on_sqlite), statement),
        BTreeSet::from(roles.clone())
    );
    assert_eq!(
        lines(&mut postgres(&on_postgres), statement),
        BTreeSet::from(roles)
    );
}

/// Seeds contain their folded texts and sort keys, which SQL cannot compute.
#[test]
fn seeded_rows_contain_their_derived_columns() {
    for database in [TestDatabase::sqlite(), TestDatabase::postgres()] {
        let store = database.store();
        let mut scan = store.begin_integrity_scan().unwrap().unwrap();
        for part in [
            Part::Organisations,
            Part::StageTypes,
            Part::Purposes,
            Part::EquipmentTypes,
        ] {
            let batch = scan.scan(part, 0, 100).unwrap();
            assert!(batch.rows > 0, "{part}");
            assert!(batch.differences.is_empty(), "{part}: {batch:?}");
        }
    }
}
