//! The world of the use-case tests. It has the real storage on an empty database (SQLite unless a
//! test chooses another), fakes of the other ports, and shorthands that add people, roles and data.

pub mod dictionary;
pub mod mailbox;
pub mod people;

use std::sync::Arc;

use aditus_application::Ports;
use aditus_application::audit::{Unrecorded, unrecorded};
use aditus_application::ports::{Database, Transaction, Views};
use aditus_application::settings::Settings;
use aditus_application::testing::{
    FixedClock, ListedPhones, MailboxMailer, MemoryFiles, PlainPasswords, TestPorts, settings,
};
use aditus_canonical::CanonicalJson;
use aditus_log::C2spLog;
use aditus_storage::testing::TestDatabase;
use chrono::{DateTime, TimeDelta, Utc};

/// One installation, empty except for the rows that migrations add.
pub struct World {
    pub ports: Ports,
    pub clock: Arc<FixedClock>,
    pub passwords: Arc<PlainPasswords>,
    pub files: Arc<MemoryFiles>,
    pub phones: Arc<ListedPhones>,
    pub mailer: MailboxMailer,
    // Last, so that the ports are dropped before the database.
    database: TestDatabase,
}

impl World {
    pub fn new() -> Self {
        Self::configured(settings())
    }

    pub fn configured(settings: Settings) -> Self {
        Self::on(TestDatabase::sqlite(), settings)
    }

    /// Creates a world on this database.
    pub fn on(database: TestDatabase, settings: Settings) -> Self {
        let port: Arc<dyn Database> = database.store();
        let TestPorts {
            ports,
            clock,
            passwords,
            files,
            phones,
        } = TestPorts::configured(port, Arc::new(CanonicalJson), Arc::new(C2spLog), settings);
        Self {
            ports,
            clock,
            passwords,
            files,
            phones,
            mailer: MailboxMailer::default(),
            database,
        }
    }

    /// Changes rows behind the store's back, in place of calls that these tests do not make.
    pub fn execute(&self, statements: &str) {
        self.database.execute(statements).unwrap();
    }

    /// Alters rows that the database protects, as its owner can.
    pub fn tamper(&self, statements: &str) {
        self.database.tamper(statements);
    }

    /// Returns the columns of all tables that contain one of these texts.
    pub fn columns_containing(&self, texts: &[&str]) -> Vec<String> {
        self.database.columns_containing(texts)
    }

    /// Makes writes fail, as on a full disk.
    pub fn fill_disk(&self) {
        self.database.fill_disk();
    }

    /// Lets writes succeed again.
    pub fn free_disk(&self) {
        self.database.free_disk();
    }

    pub fn now(&self) -> DateTime<Utc> {
        use aditus_application::ports::Clock;
        self.clock.now()
    }

    /// Advances the clock.
    pub fn wait(&self, time: TimeDelta) {
        self.clock.advance(time);
    }

    /// Runs `work` in a transaction and commits it.
    pub fn write<T>(&self, work: impl FnOnce(&mut dyn Transaction) -> T) -> T {
        let mut transaction = self.ports.database.begin().unwrap();
        let result = work(transaction.as_mut());
        transaction.commit(unrecorded(Unrecorded::DemoOrTest)).unwrap();
        result
    }

    /// Reads through a transaction that is not committed.
    pub fn read_in_transaction<T>(&self, work: impl FnOnce(&mut dyn Transaction) -> T) -> T {
        let mut transaction = self.ports.database.begin().unwrap();
        work(transaction.as_mut())
    }

    /// Reads through the read models.
    pub fn read<T>(&self, work: impl FnOnce(&mut dyn Views) -> T) -> T {
        let mut views = self.ports.database.read().unwrap();
        work(views.as_mut())
    }
}
