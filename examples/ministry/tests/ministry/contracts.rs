//! The contracts that come with the ports, run from another workspace.

use std::sync::Arc;

use aditus::Addresses;
use aditus_application::contract::mail::{self, ReceivedMail, TestMailbox};
use aditus_application::contract::seed::{commit, unrecorded_in_test, user};
use aditus_application::contract::{DatabaseClause, backup, files, migrations};
use aditus_application::ports::{Clock, Database, Mailer, MigratableDatabase};
use aditus_application::testing::{FixedClock, TestKeys};
use aditus_ministry::{MemoryFiles, Queue};
use aditus_storage::testing::TestDatabase;

use crate::counted::Counted;
use crate::queue_server::{DEFERRED, QueueServer, REFUSED};

fn run(clause: DatabaseClause) {
    let database = TestDatabase::sqlite();
    clause(&Counted::wrapping(database.store()));
}

aditus_application::database_contract!(run);

#[test]
fn the_database_satisfies_the_contract_of_migrations() {
    for (name, clause) in migrations::CONTRACT {
        println!("{name}");
        let database = TestDatabase::empty_sqlite();
        clause(&|| Arc::new(Counted::wrapping(Arc::new(database.reopen()))));
    }
}

/// Shows that the wrapper forwards the methods that copy the database.
#[test]
fn the_database_satisfies_the_contract_of_backups() {
    for (name, clause) in backup::CONTRACT {
        println!("{name}");
        let place = tempfile::tempdir().unwrap();
        let opened = |database: &TestDatabase| -> Arc<dyn MigratableDatabase> {
            Arc::new(Counted::wrapping(Arc::new(database.reopen())))
        };
        let (from, into) = (TestDatabase::sqlite(), TestDatabase::empty_sqlite());
        clause(&|| opened(&from), &|| opened(&into), place.path());
    }
}

#[test]
fn only_commits_are_counted() {
    let test = TestDatabase::sqlite();
    let database = Counted::wrapping(test.store());
    user(&database, 1);
    drop(database.begin().unwrap());
    commit(&*database.per_request().unwrap(), |_| ());
    database
        .begin_separate()
        .unwrap()
        .commit(unrecorded_in_test())
        .unwrap();
    assert_eq!(database.commits(), 3);
}

/// The contract skips a database without an integrity scan, so this test checks that there is one.
#[test]
fn the_wrapped_database_offers_an_integrity_scan() {
    let test = TestDatabase::sqlite();
    let database = Counted::wrapping(test.store());
    assert!(database.begin_integrity_scan().unwrap().is_some());
}

#[test]
fn the_file_store_satisfies_the_contract() {
    for (name, clause) in files::CONTRACT {
        println!("{name}");
        let clock: Arc<dyn Clock> = Arc::new(FixedClock::default());
        let addresses = Addresses::new(Arc::new(TestKeys::default()), Arc::clone(&clock));
        clause(&MemoryFiles::new(addresses, clock));
    }
}

struct QueueMailbox {
    queue: Queue,
    server: QueueServer,
}

impl TestMailbox for QueueMailbox {
    fn mailer(&self) -> &dyn Mailer {
        &self.queue
    }

    fn received(&self) -> Vec<ReceivedMail> {
        self.server.mails()
    }

    fn refused_address(&self) -> Option<&str> {
        Some(REFUSED)
    }

    fn deferred_address(&self) -> Option<&str> {
        Some(DEFERRED)
    }
}

#[test]
fn the_mailer_satisfies_the_contract() {
    for (name, clause) in mail::CONTRACT {
        println!("{name}");
        let server = QueueServer::start();
        let queue = Queue::at(&server.address());
        clause(&QueueMailbox { queue, server });
    }
}
