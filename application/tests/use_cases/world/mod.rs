//! The world that use-case tests live in: the real storage on an empty database, which is one of SQLite unless a test asks for another,
//! fakes of the rest, and short ways to fill it with people, roles and data.

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

/// One installation, empty but for what migrations bring.
pub struct World {
    pub ports: Ports,
    pub clock: Arc<FixedClock>,
    pub passwords: Arc<PlainPasswords>,
    pub files: Arc<MemoryFiles>,
    pub phones: Arc<ListedPhones>,
    pub mailer: MailboxMailer,
    // Last, so that the ports are gone before the database is.
    database: TestDatabase,
}

impl World {
    pub fn new() -> Self {
        Self::configured(settings())
    }

    pub fn configured(settings: Settings) -> Self {
        Self::on(TestDatabase::sqlite(), settings)
    }

    /// On this database.
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

    /// Changes rows behind the store's back, as calls do that these tests have no part in.
    pub fn execute(&self, statements: &str) {
        self.database.execute(statements).unwrap();
    }

    /// Alters what the database refuses to alter, as somebody does who owns it.
    pub fn tamper(&self, statements: &str) {
        self.database.tamper(statements);
    }

    /// The columns in which one of these texts stands, in any table.
    pub fn holding(&self, texts: &[&str]) -> Vec<String> {
        self.database.holding(texts)
    }

    /// Takes the room away, as a disk that is full does.
    pub fn fill_up(&self) {
        self.database.fill_up();
    }

    /// Gives it back.
    pub fn make_room(&self) {
        self.database.make_room();
    }

    pub fn now(&self) -> DateTime<Utc> {
        use aditus_application::ports::Clock;
        self.clock.now()
    }

    /// Lets time pass.
    pub fn wait(&self, time: TimeDelta) {
        self.clock.advance(time);
    }

    /// Does something in a transaction and commits it.
    pub fn write<T>(&self, work: impl FnOnce(&mut dyn Transaction) -> T) -> T {
        let mut transaction = self.ports.database.begin().unwrap();
        let result = work(transaction.as_mut());
        transaction.commit(unrecorded(Unrecorded::Invented)).unwrap();
        result
    }

    /// Looks into the database through a transaction that is not committed.
    pub fn look<T>(&self, work: impl FnOnce(&mut dyn Transaction) -> T) -> T {
        let mut transaction = self.ports.database.begin().unwrap();
        work(transaction.as_mut())
    }

    /// Reads through the read models.
    pub fn read<T>(&self, work: impl FnOnce(&mut dyn Views) -> T) -> T {
        let mut views = self.ports.database.read().unwrap();
        work(views.as_mut())
    }
}
