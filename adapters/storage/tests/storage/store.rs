//! Tests of the store beyond the contract: addresses, migrations, lost connections, time limits.

use std::sync::Arc;
use std::time::Duration;

use aditus_application::audit::{Unrecorded, unrecorded};
use aditus_application::contract::migrations::{CONTRACT, CONTRACT_OF_NODES};
use aditus_application::contract::seed::organisation;
use aditus_application::notifications::Channel;
use aditus_application::ports::{Database, MigratableDatabase, Signal, StoreError};
use aditus_domain::organisations::OrganisationDetails;
use aditus_storage::testing::TestDatabase;
use aditus_storage::{ConnectError, Options, Store};
use diesel::prelude::*;

fn failure(url: &str) -> ConnectError {
    let options = Options {
        connection_timeout: Duration::from_secs(2),
        ..Options::default()
    };
    match Store::connect(url, &options) {
        Ok(_) => panic!("{url} was opened"),
        Err(error) => error,
    }
}

#[test]
fn an_invalid_address_creates_no_database() {
    for url in [
        "",
        "app.db",
        "postgres:",
        "postgresq://host/name",
        "sqlite://",
        "mysql://host/name",
    ] {
        assert!(matches!(failure(url), ConnectError::Address(_)), "{url}");
        assert!(!std::path::Path::new(url).exists());
    }
    for url in [
        "postgres://nobody@127.0.0.1:1/none",
        "sqlite:///nowhere/at/all/aditus.db",
    ] {
        assert!(matches!(failure(url), ConnectError::Unavailable(_)), "{url}");
    }
}

#[test]
fn satisfies_the_contract_of_migrations() {
    for (_, clause) in CONTRACT {
        for database in [TestDatabase::empty_sqlite(), TestDatabase::empty_postgres()] {
            clause(&|| Arc::new(database.reopen()));
        }
    }
    // Nodes cannot share a SQLite file.
    for (_, clause) in CONTRACT_OF_NODES {
        let database = TestDatabase::empty_postgres();
        clause(&|| Arc::new(database.reopen()));
    }
}

#[test]
fn sqlite_reads_and_pings_do_not_wait_for_a_writer() {
    let database = TestDatabase::sqlite();
    let store = database.store();
    let _writing = store.begin().unwrap();
    assert!(store.read().is_ok());
    assert!(store.ping().is_ok());
}

#[test]
fn another_process_waits_for_the_write_lock_as_long_as_its_options_say() {
    let database = TestDatabase::sqlite();
    let server = database.store();
    let opened = |write_lock_timeout| {
        let options = Options {
            write_lock_timeout,
            ..Options::default()
        };
        Store::connect(database.url(), &options).unwrap()
    };
    let (impatient, patient) = (opened(Duration::from_millis(1)), opened(Duration::from_mins(10)));
    let transaction = server.begin().unwrap();
    assert!(matches!(
        impatient.begin().err(),
        Some(StoreError::Unavailable(_))
    ));
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| patient.begin().is_ok());
        drop(transaction);
        assert!(waiting.join().unwrap());
    });
}

#[test]
fn a_busy_database_is_unavailable_and_recovers() {
    let database = TestDatabase::sqlite();
    let store = with_one_connection(&database);
    // On a busy machine, opening the connection may take longer than the store's time limit.
    let begun = || (0..1000).find_map(|_| store.begin().ok());
    let first = begun().unwrap();
    assert!(matches!(store.begin().err(), Some(StoreError::Unavailable(_))));
    drop(first);
    assert!(begun().is_some());
}

/// Opens a store with one read connection and a short time limit.
fn with_one_connection(database: &TestDatabase) -> Store {
    let options = Options {
        connections: 1,
        connection_timeout: Duration::from_millis(50),
        durable: false,
        ..Options::default()
    };
    Store::connect(database.url(), &options).unwrap()
}

#[test]
fn the_reads_of_one_call_share_a_connection_that_blocks_no_writer() {
    for database in [TestDatabase::sqlite(), TestDatabase::postgres()] {
        let store = with_one_connection(&database);
        // On a busy machine, opening a connection may take longer than the store's time limit.
        let until = |is_so: &dyn Fn() -> bool| assert!((0..1000).any(|_| is_so()), "{}", database.url());
        let call = store.per_request().unwrap();
        until(&|| call.read().is_ok());
        assert!(matches!(store.read().err(), Some(StoreError::Unavailable(_))));
        assert!(call.read().is_ok());
        until(&|| call.begin().is_ok());
        assert!(store.read().is_ok());
        assert!(call.read().is_ok());
        drop(call);
        assert!(store.read().is_ok());
    }
}

/// Ends all other connections to the database.
fn end_connections(url: &str) {
    let mut connection = PgConnection::establish(url).unwrap();
    diesel::sql_query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
         WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )
    .execute(&mut connection)
    .unwrap();
}

#[test]
fn a_lost_connection_is_replaced_and_missed_signals_are_reported() {
    let database = TestDatabase::postgres();
    let store = database.store();
    let signals = store.signals();
    let transaction = store.begin().unwrap();
    end_connections(database.url());
    let failed = transaction.commit(unrecorded(Unrecorded::DemoOrTest));
    assert!(matches!(failed, Err(StoreError::Unavailable(_))), "{failed:?}");
    assert!(
        store
            .begin()
            .unwrap()
            .accounts()
            .by_username("nobody")
            .unwrap()
            .is_none()
    );
    assert_eq!(signals.wait(Duration::from_secs(30)).unwrap(), Signal::Missed);
}

#[test]
fn other_nodes_are_notified_of_commits() {
    let database = TestDatabase::postgres();
    let other = Store::connect(database.url(), &Options::default()).unwrap();
    let signals = other.signals();
    aditus_application::contract::outbox::queue_one(&*database.store());
    assert_eq!(
        signals.wait(Duration::from_secs(30)).unwrap(),
        Signal::Queued(Channel::Mail)
    );
}

#[test]
fn a_full_disk_is_distinguished_from_other_errors() {
    let database = TestDatabase::sqlite();
    let store = database.store();
    store.ping().unwrap();
    database.fill_disk();
    let mut names = (0_u32..).map(|number| number.to_string());
    let error = loop {
        let mut transaction = store.begin().unwrap();
        let added = transaction
            .organisations()
            .add(&OrganisationDetails {
                name: names.next().unwrap(),
                domain: None,
                description: "x".repeat(500),
                active: true,
                country: "Halvania".to_owned(),
                abbreviation: None,
            })
            .map(|_| ())
            .and_then(|()| transaction.commit(unrecorded(Unrecorded::DemoOrTest)));
        if let Err(error) = added {
            break error;
        }
    };
    assert!(matches!(error, StoreError::Full(_)), "{error:?}");
    for _ in 0..2 {
        assert!(matches!(store.ping(), Err(StoreError::Full(_))));
    }
    assert!(store.read().is_ok());
    database.free_disk();
    store.ping().unwrap();
    organisation(&*store, "There is room");
}

#[test]
fn a_full_disk_is_detected_before_the_first_write() {
    let database = TestDatabase::sqlite();
    database.fill_disk();
    assert!(matches!(database.store().ping(), Err(StoreError::Full(_))));
}

#[test]
fn sqlite_that_refuses_writes_is_reported_read_only_and_recovers() {
    let database = TestDatabase::sqlite();
    let store = database.store();
    database.refuse_writes();
    for _ in 0..2 {
        assert!(matches!(store.ping(), Err(StoreError::ReadOnly(_))));
    }
    assert!(matches!(store.begin().err(), Some(StoreError::ReadOnly(_))));
    assert!(store.read().is_ok());
    database.allow_writes();
    store.ping().unwrap();
    organisation(&*store, "It is stored");
}

#[test]
fn postgres_that_refuses_writes_is_reported_read_only() {
    let database = TestDatabase::postgres();
    database
        .execute(
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', \
             current_database()); END $$",
        )
        .unwrap();
    let store = Store::connect(database.url(), &Options::default()).unwrap();
    for _ in 0..2 {
        let found = store.ping();
        assert!(matches!(found, Err(StoreError::ReadOnly(_))), "{found:?}");
    }
    assert!(store.read().is_ok());
}

#[test]
fn ping_succeeds_on_a_database_without_a_schema() {
    let folder = tempfile::TempDir::new().unwrap();
    let url = format!("sqlite://{}", folder.path().join("empty.db").display());
    let store = Store::connect(&url, &Options::default()).unwrap();
    for _ in 0..2 {
        store.ping().unwrap();
    }
}

#[test]
fn migrations_that_an_earlier_version_did_not_have_are_named() {
    for database in [TestDatabase::sqlite(), TestDatabase::postgres()] {
        let earlier = "DELETE FROM __diesel_schema_migrations WHERE version = '20261128000013'";
        database.execute(earlier).unwrap();
        assert_eq!(database.store().missing_migrations().unwrap(), ["20261128000013"]);
    }
}

#[test]
fn migrations_of_a_newer_version_are_named() {
    for database in [TestDatabase::sqlite(), TestDatabase::postgres()] {
        let newer =
            "INSERT INTO __diesel_schema_migrations (version) VALUES ('20991231000001'), ('20991231000002')";
        database.execute(newer).unwrap();
        assert_eq!(
            database.store().unknown_migrations().unwrap(),
            ["20991231000001", "20991231000002"]
        );
    }
}
