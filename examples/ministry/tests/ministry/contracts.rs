//! The contracts that come with the ports, run from outside.

use std::path::Path;
use std::sync::Arc;

use aditus_application::contract::mail::{self, Arrived, NextStation};
use aditus_application::contract::seed::{commit, invented, user};
use aditus_application::contract::{DatabaseClause, backup, migrations};
use aditus_application::ports::{Clock, Database, Mailer, MigratableDatabase};
use aditus_ministry::{Journal, Journalled, Queue};
use aditus_storage::testing::TestDatabase;
use chrono::{DateTime, Utc};

use crate::queue_server::{DEFERRED, QueueServer, REFUSED};

struct Noon;

impl Clock for Noon {
    fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp(1_790_000_000, 0).unwrap()
    }
}

fn journal(place: &Path) -> Journal {
    Journal::open(&place.join("journal"), Arc::new(Noon)).unwrap()
}

fn run(clause: DatabaseClause) {
    let place = tempfile::tempdir().unwrap();
    let database = TestDatabase::sqlite();
    clause(&Journalled::around(database.store(), journal(place.path())));
}

aditus_application::database_contract!(run);

#[test]
fn the_database_keeps_the_contract_of_migrations() {
    for (name, clause) in migrations::CONTRACT {
        println!("{name}");
        let place = tempfile::tempdir().unwrap();
        let database = TestDatabase::empty_sqlite();
        clause(&|| {
            let store = Arc::new(database.opened_again());
            Arc::new(Journalled::around(store, journal(place.path())))
        });
    }
}

/// The journal hands on what copies the database.
#[test]
fn the_database_keeps_the_contract_of_backups() {
    for (name, clause) in backup::CONTRACT {
        println!("{name}");
        let place = tempfile::tempdir().unwrap();
        let opened = |database: &TestDatabase| -> Arc<dyn MigratableDatabase> {
            let store = Arc::new(database.opened_again());
            Arc::new(Journalled::around(store, journal(place.path())))
        };
        let (from, into) = (TestDatabase::sqlite(), TestDatabase::empty_sqlite());
        clause(&|| opened(&from), &|| opened(&into), place.path());
    }
}

#[test]
fn what_is_committed_stands_in_the_journal_and_nothing_else() {
    let place = tempfile::tempdir().unwrap();
    let test = TestDatabase::sqlite();
    let database = Journalled::around(test.store(), journal(place.path()));
    user(&database, 1);
    drop(database.begin().unwrap());
    commit(&*database.for_one_call().unwrap(), |_| ());
    database.begin_aside().unwrap().commit(invented()).unwrap();
    let journal = std::fs::read_to_string(place.path().join("journal")).unwrap();
    let at = "2026-09-21T14:13:20+00:00";
    assert_eq!(journal, format!("{at} commit\n{at} commit\n{at} commit aside\n"));
}

/// The clauses ask nothing of a database that cannot be examined.
#[test]
fn the_database_behind_the_journal_can_be_examined() {
    let place = tempfile::tempdir().unwrap();
    let test = TestDatabase::sqlite();
    let database = Journalled::around(test.store(), journal(place.path()));
    assert!(database.examine().unwrap().is_some());
}

struct Station {
    queue: Queue,
    server: QueueServer,
}

impl NextStation for Station {
    fn mailer(&self) -> &dyn Mailer {
        &self.queue
    }

    fn arrived(&self) -> Vec<Arrived> {
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
fn the_mailer_keeps_the_contract_of_fields() {
    for (name, clause) in mail::CONTRACT {
        println!("{name}");
        let server = QueueServer::start();
        let queue = Queue::at(&server.address());
        clause(&Station { queue, server });
    }
}
