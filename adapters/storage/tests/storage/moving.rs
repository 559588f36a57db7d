//! Copies a SQLite database into a PostgreSQL one, completely or not at all.

use aditus_application::contract::seed;
use aditus_application::ports::{BackupError, MigratableDatabase};
use aditus_storage::testing::TestDatabase;
use aditus_storage::{MovedTable, Options, Store, move_to_postgres};

/// Opens a store; nothing stays open when it is dropped.
fn opened(url: &str) -> Store {
    Store::connect(url, &Options::default()).unwrap()
}

fn filled() -> TestDatabase {
    let database = TestDatabase::sqlite();
    seed::reference_data(&opened(database.url()));
    database
        .execute("INSERT INTO uploads (file_key, begun_on) VALUES ('requests/ü''\"\\1.pdf', '2026-02-03T04:05:06.7Z')")
        .unwrap();
    database
}

fn moved(from: &TestDatabase, into: &TestDatabase) -> Result<Vec<MovedTable>, BackupError> {
    move_to_postgres(from.url(), into.url(), &|| false)
}

#[test]
fn every_row_of_every_table_is_moved() {
    let (from, into) = (filled(), TestDatabase::empty_postgres());
    let moved = moved(&from, &into).unwrap();
    let source = opened(from.url()).backup().unwrap().state().unwrap();
    let destination = opened(into.url()).backup().unwrap().state().unwrap();
    assert!(moved.iter().any(|table| table.rows > 1));
    for table in &moved {
        assert_eq!(source.tables[&table.name].rows, table.rows, "{}", table.name);
        assert_eq!(destination.tables[&table.name].rows, table.rows, "{}", table.name);
    }
    let left_out: Vec<&String> = destination
        .tables
        .keys()
        .filter(|name| moved.iter().all(|table| table.name != **name))
        .collect();
    assert_eq!(left_out, ["__diesel_schema_migrations", "data_requests_fts"]);
}

#[test]
fn a_moved_database_accepts_rows_and_enforces_its_constraints() {
    let (from, into) = (filled(), TestDatabase::empty_postgres());
    moved(&from, &into).unwrap();
    // New ids follow those that were moved, and foreign keys are enforced again.
    seed_again(&into);
    let orphan = into.execute("INSERT INTO synonyms (variable_id, synonym) VALUES (123456789, 'x')");
    assert!(orphan.is_err());
    let of_triggers = "DO $$ BEGIN IF EXISTS (SELECT 1 FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'D') \
                       THEN RAISE EXCEPTION 'a trigger is off'; END IF; END $$";
    into.execute(of_triggers).unwrap();
}

fn seed_again(database: &TestDatabase) {
    database
        .execute("INSERT INTO stage_types (name, built_in, search_text) VALUES ('Another one', false, 'another one')")
        .unwrap();
}

#[test]
fn a_failed_copy_leaves_nothing_and_can_be_repeated() {
    let (from, into) = (filled(), TestDatabase::empty_postgres());
    from.execute("UPDATE uploads SET begun_on = 'yesterday'").unwrap();
    let refused = moved(&from, &into).unwrap_err();
    let BackupError::Failed { what, .. } = &refused else {
        panic!("{refused:?}");
    };
    assert!(what.contains("uploads"), "{what}");
    let stopped = move_to_postgres(from.url(), into.url(), &|| true);
    assert!(stopped.is_err());
    from.execute("UPDATE uploads SET begun_on = '2026-02-03T04:05:06.000007Z'")
        .unwrap();
    moved(&from, &into).unwrap();
}

#[test]
fn a_source_that_is_open_elsewhere_is_refused() {
    let (from, into) = (filled(), TestDatabase::empty_postgres());
    let server = opened(from.url());
    let _reading = aditus_application::ports::Database::read(&server).unwrap();
    let refused = moved(&from, &into).unwrap_err().to_string();
    assert!(
        refused.contains("another program has the database open"),
        "{refused}"
    );
}

#[test]
fn a_target_with_foreign_tables_or_of_another_kind_is_refused() {
    let (from, into) = (filled(), TestDatabase::empty_postgres());
    into.execute("CREATE TABLE invoices (id BIGINT NOT NULL PRIMARY KEY)")
        .unwrap();
    let refused = moved(&from, &into).unwrap_err().to_string();
    assert!(
        refused.contains("tables that are not those of Aditus"),
        "{refused}"
    );
    let other = TestDatabase::empty_sqlite();
    let refused = moved(&from, &other).unwrap_err().to_string();
    assert!(refused.contains("postgres://USER@HOST/NAME"), "{refused}");
}
