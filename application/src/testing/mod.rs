//! Small fakes of everything but the database, for tests of use cases and of adapters. They are quick and predictable, and
//! keep no secret: nothing here belongs into an installation.

mod clock;
mod countries;
mod documents;
mod entropy;
mod files;
pub mod http;
mod keys;
mod mailer;
pub mod papers;
mod passwords;
mod phones;
mod recorded;
mod strength;
mod text_messages;
mod verified;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use clock::FixedClock;
pub use countries::TwoCountries;
pub use documents::PlainDocuments;
pub use entropy::CountingEntropy;
pub use files::{ListedViruses, MagicBytes, MemoryFiles};
pub use keys::TestKeys;
pub use mailer::{MailboxMailer, SentMail};
pub use passwords::PlainPasswords;
pub use phones::ListedPhones;
pub use recorded::record_rows;
pub use strength::ListedWeakPasswords;
pub use text_messages::ListedTextMessages;
pub use verified::verified;

use aditus_domain::accounts::SessionLife;
use aditus_domain::ids::UserId;
use aditus_domain::limits::{Allowance, Limit, Limits};
use chrono::TimeDelta;

use crate::ports::{ContentEncoding, Database, Ports, TransparencyLog};
use crate::settings::{Retention, Settings};

/// Ports of fakes around a database, and the fakes themselves, to set and to look into.
pub struct TestPorts {
    /// What use cases take.
    pub ports: Ports,
    /// The clock of the ports.
    pub clock: Arc<FixedClock>,
    /// Their password hasher.
    pub passwords: Arc<PlainPasswords>,
    /// Their file store.
    pub files: Arc<MemoryFiles>,
    /// Their phone rules.
    pub phones: Arc<ListedPhones>,
}

impl TestPorts {
    /// Fakes around this database and these forms of versions and of the log, with the default settings.
    pub fn around(
        database: Arc<dyn Database>,
        encoding: Arc<dyn ContentEncoding>,
        log: Arc<dyn TransparencyLog>,
    ) -> Self {
        Self::configured(database, encoding, log, settings())
    }

    /// Fakes around this database and these forms of versions and of the log, with settings of one's own.
    pub fn configured(
        database: Arc<dyn Database>,
        encoding: Arc<dyn ContentEncoding>,
        log: Arc<dyn TransparencyLog>,
        settings: Settings,
    ) -> Self {
        let clock = Arc::new(FixedClock::default());
        let passwords = Arc::new(PlainPasswords::default());
        let files = Arc::new(MemoryFiles::default());
        let phones = Arc::new(ListedPhones::default());
        let ports = Ports {
            database,
            clock: clock.clone(),
            entropy: Arc::new(CountingEntropy::default()),
            passwords: passwords.clone(),
            password_strength: Arc::new(ListedWeakPasswords),
            keys: Arc::new(TestKeys::default()),
            files: files.clone(),
            inspector: Arc::new(MagicBytes),
            scanner: None,
            encoding,
            log,
            documents: Arc::new(PlainDocuments),
            phones: phones.clone(),
            countries: Arc::new(TwoCountries),
            mail_route: Arc::default(),
            settings: Arc::new(settings),
        };
        Self {
            ports,
            clock,
            passwords,
            files,
            phones,
        }
    }
}

/// The cookie of a browser in which this person has signed in before. A sign-in without it is one in a new browser, of which the owner gets
/// a mail.
pub fn known_browser(ports: &Ports, user: UserId) -> String {
    crate::accounts::known_browser_of(ports, "", user)
}

/// The usual limits, but for the daily one: people of tests do within one day what others do within months.
fn limits() -> Limits {
    let usual = Limits::default();
    match Allowance::parse("100000 in 1 day") {
        Ok(allowance) => usual.with(Limit::DailySubmission, allowance),
        Err(_) => usual,
    }
}

/// The settings that tests run with.
pub fn settings() -> Settings {
    Settings {
        product_name: "Aditus".to_owned(),
        public_url: "https://aditus.example".to_owned(),
        log_origin: None,
        provider_organisation: "National Health Data Authority".to_owned(),
        recommendation_on_approval: false,
        four_eyes: true,
        text_messages: false,
        click_tracking: true,
        session_life: SessionLife::default(),
        known_browser_for: TimeDelta::days(90),
        limits: limits(),
        stored_bytes: aditus_domain::requests::FileQuota::DEFAULT_MOST,
        retention: Retention::default(),
        draft_life: aditus_domain::requests::DraftLife::default(),
        contact: aditus_domain::information::ContactDetails::default(),
    }
}

/// A fake stays usable after a test that held it has failed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
