//! Runs the contract of backups on both databases.

use std::sync::Arc;

use aditus_application::contract::backup::{CONTRACT, CONTRACT_OF_NODES, Clause};
use aditus_application::ports::{Database, DatabaseBackup, MigratableDatabase, RestorableCopy};
use aditus_storage::testing::TestDatabase;
use aditus_storage::{Options, Store, examine_copy};
use tempfile::TempDir;

/// Opens the database as a separate process would: nothing stays open when it is dropped.
fn opened(url: &str) -> Arc<dyn MigratableDatabase> {
    let options = Options {
        connections: 4,
        durable: false,
        ..Options::default()
    };
    Arc::new(Store::connect(url, &options).unwrap())
}

fn run(clause: Clause, from: &TestDatabase, into: &TestDatabase) {
    let folder = TempDir::new().unwrap();
    clause(&|| opened(from.url()), &|| opened(into.url()), folder.path());
}

#[test]
fn sqlite_satisfies_the_contract() {
    for (_, clause) in CONTRACT {
        run(clause, &TestDatabase::sqlite(), &TestDatabase::empty_sqlite());
    }
}

#[test]
fn postgres_satisfies_the_contract() {
    for (_, clause) in CONTRACT.into_iter().chain(CONTRACT_OF_NODES) {
        run(clause, &TestDatabase::postgres(), &TestDatabase::empty_postgres());
    }
}

/// A restore would mix the backup's tables with the foreign ones.
#[test]
fn a_database_with_foreign_tables_is_refused() {
    let places = [
        (TestDatabase::sqlite(), TestDatabase::empty_sqlite()),
        (TestDatabase::postgres(), TestDatabase::empty_postgres()),
    ];
    for (from, into) in places {
        into.execute("CREATE TABLE invoices (id BIGINT NOT NULL PRIMARY KEY)")
            .unwrap();
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("copy");
        std::fs::write(&file, b"").unwrap();
        let copy = from.reopen().copy(&file, &|| false).unwrap();
        let restorable = RestorableCopy {
            file: &file,
            made_with: &copy.made_with,
            migrations: &copy.state.migrations,
        };
        let refused = into.reopen().restore(&restorable).unwrap_err().to_string();
        assert!(
            refused.contains("tables that are not those of Aditus"),
            "{refused}"
        );
        into.execute("INSERT INTO invoices VALUES (1)").unwrap();
    }
}

/// Otherwise the statements of this version would read another schema.
#[test]
fn a_database_of_another_version_is_not_copied() {
    for database in [TestDatabase::sqlite(), TestDatabase::postgres()] {
        database
            .execute("INSERT INTO __diesel_schema_migrations (version) VALUES ('29991231235959')")
            .unwrap();
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("copy");
        std::fs::write(&file, b"").unwrap();
        let refused = database.reopen().copy(&file, &|| false).unwrap_err().to_string();
        assert!(refused.contains("not of this version"), "{refused}");
    }
}

/// The backup names the version of the copying program and that of the copied server.
#[test]
fn a_copy_of_a_newer_program_or_server_is_refused() {
    let (from, into) = (TestDatabase::postgres(), TestDatabase::empty_postgres());
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("copy");
    std::fs::write(&file, b"").unwrap();
    let copy = from.reopen().copy(&file, &|| false).unwrap();
    for (made_with, told) in [
        ("pg_dump 99 of PostgreSQL 13", "postgresql-client-99"),
        ("pg_dump 13 of PostgreSQL 99", "PostgreSQL 99"),
    ] {
        let restorable = RestorableCopy {
            file: &file,
            made_with,
            migrations: &copy.state.migrations,
        };
        let refused = into
            .reopen()
            .refuse_to_restore(&restorable)
            .unwrap_err()
            .to_string();
        assert!(refused.contains(told), "{refused}");
    }
    assert!(from.reopen().ready().unwrap().contains(" of PostgreSQL "));
}

/// The checksum may match although the file is no database.
#[test]
fn a_file_that_is_no_copy_is_detected() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("copy");
    std::fs::write(&file, vec![b'x'; 10_000]).unwrap();
    for kind in ["sqlite", "postgresql"] {
        assert!(examine_copy(kind, &file).unwrap().is_err(), "{kind}");
    }
    assert!(examine_copy("oracle", &file).is_none());
    for database in [TestDatabase::sqlite(), TestDatabase::postgres()] {
        let store = database.reopen();
        std::fs::write(&file, b"").unwrap();
        store.copy(&file, &|| false).unwrap();
        assert!(
            examine_copy(store.kind(), &file).unwrap().is_ok(),
            "{}",
            store.kind()
        );
        drop(store);
        assert!(database.store().ping().is_ok());
    }
}

/// The owner of the database needs no administrator rights for a copy or a restore.
#[test]
fn a_user_without_special_rights_copies_and_restores() {
    let (from, into) = (TestDatabase::postgres(), TestDatabase::empty_postgres());
    into.execute(
        "DO $$ BEGIN CREATE ROLE aditus_plain LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
         DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO aditus_plain', current_database()); END $$;",
    )
    .unwrap();
    let url = into.url().replace("user=postgres", "user=aditus_plain");
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("copy");
    std::fs::write(&file, b"").unwrap();
    let copy = from.reopen().copy(&file, &|| false).unwrap();
    let restorable = RestorableCopy {
        file: &file,
        made_with: &copy.made_with,
        migrations: &copy.state.migrations,
    };
    // Restores into an empty database, and again over the rows that the start of a server adds.
    for _ in 0..2 {
        let store = opened(&url);
        assert_eq!(store.backup().unwrap().restore(&restorable).unwrap(), copy.state);
        drop(store);
        assert_eq!(opened(&url).migrate().unwrap(), Vec::<String>::new());
    }
    let again = folder.path().join("again");
    std::fs::write(&again, b"").unwrap();
    let copied = opened(&url).backup().unwrap().copy(&again, &|| false).unwrap();
    assert_eq!(copied.state, copy.state);
}
